//! Standard output that may be closed at any time (`decklet … | head`).

use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output, buffered. Flush it before the end, or the last words are lost in silence.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Writes a text and the end of its line.
pub fn line(text: &str) -> anyhow::Result<()> {
    let mut out = stdout();
    writeln!(out, "{}", text.trim_end())?;
    Ok(out.flush()?)
}

/// Whether somebody closed the pipe we write into: the end of the work, and no failure.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause
            .downcast_ref::<serde_json::Error>()
            .and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}
