//! The figures as a table that is also Markdown.

use super::{Bar, Line, Other};

/// The whole table.
pub fn text(lines: &[Line]) -> String {
    let head = [
        "work",
        "decklet",
        "other",
        "ratio",
        "decisions",
        "bar",
        "reached",
    ];
    let mut rows = vec![head.map(String::from)];
    rows.extend(lines.iter().map(row));
    let widths: [usize; 7] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    });
    let rule = widths.map(|width| "-".repeat(width));
    rows.insert(1, rule);
    let line = |row: &[String; 7]| {
        let cells = row.iter().zip(widths);
        let cells = cells.map(|(cell, width)| format!(" {cell:<width$} |"));
        format!("|{}\n", cells.collect::<String>())
    };
    rows.iter().map(line).collect()
}

fn row(line: &Line) -> [String; 7] {
    let other = match &line.other {
        Other::Nobody => String::new(),
        Other::Side(side) => format!("{}: {}", side.name, figure(side.median(), line.unit)),
        Other::Missing(why) => format!("MISSING: {why}"),
    };
    let bars = line.bars.iter().map(|&bar| match bar {
        Bar::Times(times) => format!("{}x", number(times)),
        Bar::AtLeast(least) => format!("at least {}", figure(least, line.unit)),
        Bar::AtMost(most) => format!("at most {}", figure(most, line.unit)),
    });
    let reached = line.bars.iter().map(|&bar| match line.reached(bar) {
        Some(true) => "yes",
        Some(false) => "NO",
        None => "not compared",
    });
    [
        line.what.to_owned(),
        figure(line.ours.median(), line.unit),
        other,
        line.ratio()
            .map_or(String::new(), |ratio| format!("{}x", number(ratio))),
        lengths(line),
        bars.collect::<Vec<_>>().join(", "),
        reached.collect::<Vec<_>>().join(", "),
    ]
}

/// Decisions a game, ours and the other side's.
fn lengths(line: &Line) -> String {
    let theirs = match &line.other {
        Other::Side(side) => side.length(),
        Other::Nobody | Other::Missing(_) => None,
    };
    match (line.ours.length(), theirs) {
        (Some(ours), Some(theirs)) => format!("{ours:.1} / {theirs:.1}"),
        (Some(ours), None) => format!("{ours:.1}"),
        (None, _) => String::new(),
    }
}

fn figure(value: f64, unit: &str) -> String {
    format!("{}{unit}", number(value))
}

/// Three digits or more, with commas between thousands.
fn number(value: f64) -> String {
    let digits = match value.abs() {
        small if small < 10.0 => 2,
        middling if middling < 100.0 => 1,
        _ => 0,
    };
    let text = format!("{value:.digits$}");
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

#[cfg(test)]
mod tests {
    use super::super::tests::{line, side};
    use super::*;

    #[test]
    fn numbers_are_readable() {
        for (value, text) in [
            (1.834, "1.83"),
            (13.73, "13.7"),
            (279.4, "279"),
            (5_000.0, "5,000"),
            (20_000_000.0, "20,000,000"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn a_row_says_what_was_reached() {
        let bars = [Bar::Times(60.0), Bar::AtLeast(20.0)];
        let compared = row(&line(Other::Side(side("pyspiel", &[10.0])), &bars));
        let expected = [
            "games",
            "100/s",
            "pyspiel: 10.0/s",
            "10.0x",
            "63.0 / 63.0",
            "60.0x, at least 20.0/s",
            "NO, yes",
        ];
        assert_eq!(compared, expected);
        let alone = row(&line(Other::Missing("no pyspiel".into()), &bars));
        assert_eq!(alone[2], "MISSING: no pyspiel");
        assert_eq!(alone[6], "not compared, yes");
    }

    #[test]
    fn the_columns_stand_in_line() {
        let text = text(&[line(Other::Nobody, &[])]);
        let widths: Vec<_> = text.lines().map(str::len).collect();
        assert_eq!(widths.len(), 3);
        assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
    }
}
