use super::out;
use anyhow::Context;
use clap::Subcommand;
use decklet_server::{Admin, RoomCode};
use std::{fs, path::PathBuf};

/// Look after the data directory of a server
///
/// All of it may be done while the server runs.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet admin list
  decklet admin inspect DECKLE
  decklet admin export DECKLE 3 --to hand.jsonl --proof proof.json
  decklet admin backup backup/decklet.sqlite --data /var/lib/decklet")]
pub struct Args {
    /// The data directory
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        env = "DECKLET_DATA",
        default_value = "decklet-data"
    )]
    data: PathBuf,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The rooms: code, game, records, open or closed
    List {
        /// For machines: JSON
        #[arg(long)]
        json: bool,
    },
    /// Check all records of a room, and say how it stands and how its hands ended
    Inspect {
        /// Its code
        room: RoomCode,
        /// For machines: JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the log of a hand that is over
    Export {
        /// The room's code
        room: RoomCode,
        /// Which hand, from 1
        hand: u32,
        /// Where to; without, to the standard output
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
        /// Write the proof of the deal, too
        #[arg(long, value_name = "FILE")]
        proof: Option<PathBuf>,
    },
    /// Give space back to the system that is not used any more
    Vacuum,
    /// Make all tokens of a login, or of guests with a name, worthless; a running server closes what
    /// is open with them within 5 seconds
    Revoke {
        /// The login or the name
        who: String,
    },
    /// Delete an account and all that tells who it was; its hands stay, as nobody's
    Forget {
        /// The login
        login: String,
    },
    /// Copy the whole database as it is now into a new file
    Backup {
        /// The file, which must not be there
        file: PathBuf,
    },
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut admin = Admin::open(&args.data)?;
    match &args.what {
        What::List { json } => list(&admin, *json),
        What::Inspect { room, json } => inspect(&admin, *room, *json),
        What::Export {
            room,
            hand,
            to,
            proof,
        } => {
            let found = admin.hand(*room, *hand)?;
            if let Some(file) = proof {
                let text = serde_json::to_string_pretty(&found.proof)?;
                fs::write(file, text).with_context(|| file.display().to_string())?;
            }
            match to {
                Some(file) => {
                    fs::write(file, found.log()).with_context(|| file.display().to_string())
                }
                None => out::line(found.log().trim_end()),
            }
        }
        What::Vacuum => Ok(admin.vacuum()?),
        What::Revoke { who } => {
            let count = admin.revoke(who)?;
            out::line(&format!("{count} tokens are worthless now"))
        }
        What::Forget { login } => {
            admin.forget(login)?;
            out::line("the account is deleted")
        }
        What::Backup { file } => {
            admin.backup(file)?;
            out::line(&format!("copied to {}", file.display()))
        }
    }
}

fn list(admin: &Admin, json: bool) -> anyhow::Result<()> {
    let rooms = admin.rooms()?;
    if json {
        return out::line(&serde_json::to_string(&rooms)?);
    }
    let mut text = format!("{} rooms", rooms.len());
    for room in rooms {
        let state = if room.closed { "closed" } else { "open" };
        text += &format!(
            "\n{}  {:<9} {:>6} records  {state}",
            room.room, room.game, room.records
        );
    }
    out::line(&text)
}

fn inspect(admin: &Admin, room: RoomCode, json: bool) -> anyhow::Result<()> {
    let state = admin.inspect(room)?;
    let ledger = admin.ledger(room)?;
    if json {
        let all = serde_json::json!({ "state": state, "ledger": ledger });
        return out::line(&serde_json::to_string(&all)?);
    }
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "-".to_owned());
    let seats: Vec<String> = state.seats.iter().map(name).collect();
    let mut text = format!(
        "room {}: {}, {}, {} records, all whole\nseats: {}\nscore: {:?} after {} hands",
        state.room,
        state.options.game,
        state.phase,
        state.records,
        seats.join(", "),
        state.totals,
        ledger.len(),
    );
    for row in ledger {
        text += &format!(
            "\nhand {:>3}: points {:?}, won by seats {:?}",
            row.hand, row.result.points, row.result.winners
        );
    }
    out::line(&text)
}
