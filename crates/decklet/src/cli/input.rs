//! Files and lines that people give us.

use std::{fs, io, path::Path};

/// What some editors put before a text.
const MARK: &str = "\u{feff}";

/// The text of a file, without a byte order mark.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    let text = fs::read_to_string(path)?;
    Ok(without_mark(&text).to_owned())
}

/// A text without the byte order mark before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Bytes without the byte order mark before them.
pub fn bytes_without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(MARK.as_bytes()).unwrap_or(bytes)
}
