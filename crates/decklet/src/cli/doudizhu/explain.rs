use super::{echo, hand};
use crate::cli::out;
use decklet::doudizhu::{
    explain::{Explanation, Reason, explain},
    hand::Hand,
    profile::Profile,
    tools::ReadingOut,
};

/// Explain which profiles accept these cards, as what, and why the others do not
#[derive(clap::Args)]
#[command(after_help = "Examples:
  decklet doudizhu explain 3333BR
  decklet doudizhu explain '333444 5 5' --last 66677788
  decklet doudizhu explain 3334445555 --json")]
pub struct Args {
    /// The cards
    #[arg(value_name = "CARDS", value_parser = hand)]
    cards: Hand,
    /// The last play on the table: whether the cards beat it
    #[arg(long, value_name = "CARDS", value_parser = hand)]
    last: Option<Hand>,
    /// For machines: one line of JSON a profile
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let answers = explain(args.cards, args.last, Profile::all());
    if args.json {
        let lines: Result<Vec<_>, _> = answers.iter().map(serde_json::to_string).collect();
        return out::line(&lines?.join("\n"));
    }
    echo("cards", args.cards);
    if let Some(last) = args.last {
        echo("last", last);
    }
    let texts: Vec<String> = answers
        .iter()
        .map(|answer| for_people(answer, args.last))
        .collect();
    out::line(&texts.join("\n"))
}

fn for_people(answer: &Explanation, last: Option<Hand>) -> String {
    let mut text = format!("{:17} ", answer.profile);
    text += &match &answer.refusal {
        None => {
            let readings: Vec<String> = answer.readings.iter().map(reading).collect();
            format!("yes: {}", readings.join("; "))
        }
        Some(reason) => format!("no: {}", in_words(reason)),
    };
    if let (Some(beats), Some(because)) = (answer.beats, &answer.because) {
        let verdict = if beats {
            "beats it"
        } else {
            "does not beat it"
        };
        text += &format!("\n{:17} {verdict}: {}", "", in_words(because));
    } else if let Some(last) = last.filter(|_| answer.accepted) {
        text += &format!("\n{:17} nothing to beat: {last} is no combination here", "");
    }
    text
}

fn reading(reading: &ReadingOut) -> String {
    let ranks = if reading.main_low == reading.main_high {
        reading.main_low.to_string()
    } else {
        format!("{}-{}", reading.main_low, reading.main_high)
    };
    format!("{} {ranks}", reading.kind.name())
}

fn in_words(reason: &Reason) -> String {
    match &reason.options[..] {
        [] => reason.reason.to_owned(),
        options => format!("{} ({})", reason.reason, options.join(", ")),
    }
}
