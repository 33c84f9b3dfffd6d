//! The table in lines of text, for pipes and screen readers.

use super::{
    cards::{self, labels},
    choices::{Choices, card_ids, details},
    describe, hint,
    seen::Seen,
    session::{Session, Turn},
};
use crate::text::fill;
use std::io::{BufRead, Write};

/// Plays until the game and its match are over, the person leaves, or the input ends.
pub fn play(
    session: &mut Session,
    mut input: impl BufRead,
    mut out: impl Write,
) -> anyhow::Result<()> {
    let texts = session.texts();
    writeln!(out, "{}", texts.plain_help)?;
    let mut told = 0;
    loop {
        tell(session, &mut told, &mut out)?;
        match session.turn() {
            Turn::Over => {
                let seen = session.seen()?;
                writeln!(
                    out,
                    "{}",
                    describe::result(texts, &seen, session.my_id(), session.points_unit())
                )?;
                if !session.next_round()? {
                    return Ok(out.flush()?);
                }
                told = 0;
                writeln!(out)?;
            }
            Turn::Bot(_) => session.bot_acts()?,
            Turn::Me => {
                if !ask(session, &mut input, &mut out)? {
                    return Ok(out.flush()?);
                }
            }
        }
    }
}

fn tell(session: &Session, told: &mut usize, out: &mut impl Write) -> anyhow::Result<()> {
    for line in session.story.lines.iter().skip(*told) {
        writeln!(out, "{line}")?;
    }
    *told = session.story.lines.len();
    Ok(())
}

/// Asks until the person has acted; false when they leave.
fn ask(
    session: &mut Session,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let texts = session.texts();
    let seen = session.seen()?;
    let choices = session.choices(&seen);
    show(session, &seen, &choices, out)?;
    loop {
        write!(out, "{}", texts.plain_prompt)?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(false);
        }
        match line.trim() {
            "" => {}
            "q" | "quit" => return Ok(false),
            "?" | "help" => writeln!(out, "{}", texts.plain_help)?,
            "t" => show(session, &seen, &choices, out)?,
            "h" => list_plays(session, &choices, out)?,
            words => match act(session, &choices, &seen, words)? {
                None => return Ok(true),
                Some(why) => writeln!(out, "{why}")?,
            },
        }
    }
}

/// Carries out what was typed; why not, if it cannot be.
fn act(
    session: &mut Session,
    choices: &Choices,
    seen: &Seen,
    words: &str,
) -> anyhow::Result<Option<String>> {
    let texts = session.texts();
    let mut letters = words.chars();
    if let (Some(key), None) = (letters.next(), letters.next())
        && let Some(action) = choices.button(key)
    {
        return session.i_act(action.clone());
    }
    if let Some(number) = words
        .strip_prefix('h')
        .and_then(|n| n.parse::<usize>().ok())
    {
        return match choices.plays.get(number.wrapping_sub(1)) {
            Some(play) => session.i_act(play.clone()),
            None => Ok(Some(fill(texts.no_such_choice, &[words]))),
        };
    }
    if matches!(words, "p" | "d") {
        return Ok(Some(texts.cannot.to_owned()));
    }
    let hand = sorted_hand(session, seen);
    let chosen = match cards::find(session.kind, words, &hand) {
        Ok(chosen) => chosen,
        Err(word) => return Ok(Some(fill(texts.unknown_card, &[&word]))),
    };
    match &choices.ways(session.kind, &chosen)[..] {
        [] => session.i_act(session.play_of(&chosen)),
        [way] => session.i_act(way.clone()),
        ways => {
            let same = |play: &_| card_ids(play).len() == chosen.len();
            let numbers = (1..).zip(&choices.plays).filter(|(_, play)| same(play));
            let of_these =
                numbers.filter(|(_, play)| ways.iter().any(|way| details(way) == details(play)));
            let lines = of_these.map(|(number, play)| format!("h{number}  {}", details(play)));
            let lines: Vec<String> = lines.collect();
            Ok(Some(format!("{}\n{}", texts.which, lines.join("\n"))))
        }
    }
}

fn sorted_hand(session: &Session, seen: &Seen) -> Vec<String> {
    let mut hand = seen.hand(session.my_id()).to_vec();
    cards::sort(session.kind, &mut hand);
    hand
}

fn show(
    session: &Session,
    seen: &Seen,
    choices: &Choices,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (game, lang, texts) = (session.kind, session.lang, session.texts());
    let story = &session.story;
    writeln!(out)?;
    writeln!(
        out,
        "{}",
        describe::table(game, lang, seen, story).join(" · ")
    )?;
    for player in seen
        .players
        .iter()
        .filter(|player| player.id != session.my_id())
    {
        let what = describe::player(texts, seen, player);
        let shown = describe::shown(game, lang, seen, &player.id);
        let line = format!("{}{}{what}  {shown}", player.name, texts.says);
        writeln!(out, "{}", line.trim_end())?;
    }
    let caption = describe::on_table_caption(game, texts, seen, story);
    let on_table = labels(game, lang, &describe::on_table(game, seen, story));
    match (&*caption, &*on_table) {
        ("", _) => {}
        (_, "") => writeln!(out, "{caption}")?,
        _ => writeln!(out, "{caption}{}{on_table}", texts.says)?,
    }
    let hand = sorted_hand(session, seen);
    let held = labels(game, lang, &hand);
    writeln!(
        out,
        "{} ({}){}{held}",
        texts.your_hand,
        hand.len(),
        texts.says
    )?;
    let menu = choices.buttons.iter();
    let menu: Vec<String> = menu.map(|b| format!("{} {}", b.key, b.text)).collect();
    writeln!(
        out,
        "{}",
        format!("{} {}", texts.your_turn, menu.join(", ")).trim_end()
    )?;
    Ok(())
}

fn list_plays(session: &Session, choices: &Choices, out: &mut impl Write) -> anyhow::Result<()> {
    match hint::of(session, choices) {
        Some(hint) => writeln!(out, "{}", hint.text)?,
        None if choices.plays.is_empty() => writeln!(out, "{}", session.texts().no_hint)?,
        None => {}
    }
    for (number, play) in (1..).zip(&choices.plays) {
        let mut names = card_ids(play);
        cards::sort(session.kind, &mut names);
        let cards = labels(session.kind, session.lang, &names);
        writeln!(
            out,
            "{}",
            format!("h{number}  {cards}  {}", details(play)).trim_end()
        )?;
    }
    Ok(())
}
