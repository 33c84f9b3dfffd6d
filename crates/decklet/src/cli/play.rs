#[derive(clap::Args)]
/// Play
pub struct Args {}
pub fn run(_: Args) -> anyhow::Result<()> {
    Ok(())
}
