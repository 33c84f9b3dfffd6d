//! The page about the protocol tells the truth.

mod bench;

use bench::{Bench, options};
use decklet_match::{
    CODES,
    command::{Command, EMOTES, PHRASES},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// The JSON examples of a part of the page.
fn examples(from: &str, to: &str) -> Vec<Value> {
    let start = PAGE.find(from).expect("the part is there");
    let end = PAGE[start..].find(to).map_or(PAGE.len(), |end| start + end);
    let blocks = PAGE[start..end].split("```json\n").skip(1);
    let texts = blocks.map(|block| block.split("```").next().unwrap());
    texts
        .map(|text| serde_json::from_str(text).expect(text))
        .collect()
}

#[test]
fn every_example_of_a_command_is_one_and_none_is_missing() {
    let mut shown = BTreeSet::new();
    for mut example in examples("## Commands", "## Messages") {
        shown.insert(example["type"].as_str().unwrap().to_owned());
        assert!(example.as_object_mut().unwrap().remove("id").is_some());
        let command: Command = serde_json::from_value(example.clone()).unwrap();
        if !matches!(command, Command::Sit { .. } | Command::Act { .. }) {
            assert_eq!(serde_json::to_value(command).unwrap(), example);
        }
    }
    let error = serde_json::from_value::<Command>(json!({"type": "?"})).unwrap_err();
    let known = error.to_string();
    let known: BTreeSet<_> = known
        .split('`')
        .skip(3)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    assert_eq!(shown, known);
    let said = PHRASES.iter().chain(EMOTES);
    assert!(
        said.into_iter()
            .all(|word| PAGE.contains(&format!("`{word}`")))
    );
}

/// The fields of an object, and of the objects in it that always have the same ones.
fn fields(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    for (name, inner) in value.as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        let varied = [
            "zones",
            "variables",
            "options",
            "payload",
            "change",
            "clock",
            "reason",
            "detail",
        ];
        if !varied.contains(&&**name) {
            fields(inner, &path, found);
            let first = inner.as_array().and_then(|list| list.first());
            fields(first.unwrap_or(&Value::Null), &format!("{path}[]"), found);
        }
        found.insert(path);
    }
}

#[test]
fn every_example_of_a_message_has_the_fields_of_a_real_one() {
    let mut bench = Bench::seated(&options("doudizhu", "pagat", 3), 2);
    bench.command(1, json!({"type": "mix", "text": "my-dice-say-4"}));
    bench.command(0, json!({"type": "say", "phrase": "hello"}));
    bench.command(1, json!({"type": "ready", "ready": true}));
    bench.command(0, json!({"type": "start"}));
    bench.attach(0, Some(0), None);
    bench.command(0, json!({"type": "legal"}));
    bench.command(0, json!({"type": "hint"}));
    bench.command(
        0,
        json!({"type": "explain", "cards": ["hearts-3", "clubs-3"]}),
    );
    bench.command(0, json!({"type": "start"}));
    let last = bench.table.index();
    bench.act(0);
    bench.act(1);
    bench.attach(0, Some(0), last);
    bench.attach(0, Some(0), bench.table.index());
    bench.detach(1);
    let real = bench.got(0);
    let examples = examples("## Messages", "## Checking");
    for example in &examples {
        let mut expected = BTreeSet::new();
        fields(example, "", &mut expected);
        let same = real.iter().any(|message| {
            let mut found = BTreeSet::new();
            fields(message, "", &mut found);
            message["type"] == example["type"] && found == expected
        });
        assert!(same, "no message looks like {example}");
    }
    let kinds = |messages: &[Value]| -> BTreeSet<String> {
        let kinds = messages.iter().map(|message| message["type"].to_string());
        kinds.collect()
    };
    assert_eq!(
        kinds(&examples),
        kinds(&real),
        "every type of message is shown"
    );
}

#[test]
fn every_code_is_on_the_page() {
    for (code, meaning) in CODES {
        let row = format!("| `{code}` | {meaning} |");
        assert!(PAGE.contains(&row), "{row}");
    }
}
