//! `decklet menu`: a game is chosen by a number.

use std::io::{self, BufRead, Write};

const MENU: &str = "
  decklet: card games in the terminal

  1  斗地主 Dou Dizhu      against two bots
  2  UNO                  against three bots
  3  斗地主 (中文)
  4  UNO (中文)
  h  help: all commands
  q  quit
";

/// Asks until the answer is one of the menu; the words of the command line it stands for.
pub fn choose(
    mut answers: impl BufRead,
    mut out: impl Write,
) -> io::Result<Option<Vec<&'static str>>> {
    writeln!(out, "{MENU}")?;
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let mut answer = String::new();
        if answers.read_line(&mut answer)? == 0 {
            return Ok(None);
        }
        let words: &[&str] = match answer.trim() {
            "1" => &["decklet", "play", "doudizhu"],
            "2" => &["decklet", "play", "uno"],
            "3" => &["decklet", "play", "doudizhu", "--lang", "zh"],
            "4" => &["decklet", "play", "uno", "--lang", "zh"],
            "h" | "?" | "help" => &["decklet", "--help"],
            "q" | "quit" | "exit" => return Ok(None),
            _ => {
                writeln!(out, "Type 1, 2, 3, 4, h or q.")?;
                continue;
            }
        };
        return Ok(Some(words.to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_menu_asks_again_and_ends_with_its_input() {
        let answer = |text: &str| choose(text.as_bytes(), io::sink()).unwrap();
        assert_eq!(
            answer("what\n2\n").unwrap(),
            ["decklet", "play", "uno"].to_vec()
        );
        assert_eq!(answer("q\n"), None);
        assert_eq!(answer(""), None);
    }
}
