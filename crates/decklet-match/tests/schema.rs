//! The JSON Schema of messages and commands holds for what is really sent, and for the examples of
//! the page about the protocol.

use decklet_match::{RoomOptions, command::Command, message::Message};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// Whether a value fits a schema: as much of JSON Schema as is used here.
fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let Some(schema) = schema.as_object() else {
        return schema.as_bool().expect("a schema is an object or a bool");
    };
    let all = |name: &str, count: fn(usize, usize) -> bool| {
        schema
            .get(name)
            .and_then(Value::as_array)
            .is_none_or(|options| {
                let fit = options
                    .iter()
                    .filter(|option| fits(root, option, value))
                    .count();
                count(fit, options.len())
            })
    };
    let is_of = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    let kind = match schema.get("type") {
        None => true,
        Some(Value::String(kind)) => is_of(kind),
        Some(kinds) => kinds
            .as_array()
            .unwrap()
            .iter()
            .any(|kind| is_of(kind.as_str().unwrap())),
    };
    let reference = schema.get("$ref").is_none_or(|reference| {
        let pointer = reference.as_str().unwrap().trim_start_matches('#');
        fits(root, root.pointer(pointer).expect(pointer), value)
    });
    let constant = schema.get("const").is_none_or(|constant| constant == value);
    let listed = schema
        .get("enum")
        .is_none_or(|list| list.as_array().unwrap().contains(value));
    let properties = schema.get("properties").and_then(Value::as_object);
    let fields = value.as_object().is_none_or(|fields| {
        let known = properties.into_iter().flatten();
        let known = known.filter_map(|(name, schema)| Some((schema, fields.get(name)?)));
        let mut known = known;
        let rest = schema.get("additionalProperties");
        let rest = rest.or(schema.get("unevaluatedProperties"));
        let strict = rest == Some(&json!(false)) && schema.get("oneOf").is_none();
        known.all(|(schema, field)| fits(root, schema, field))
            && (!strict
                || fields
                    .keys()
                    .all(|name| properties.is_some_and(|known| known.contains_key(name))))
    });
    let required = schema.get("required").and_then(Value::as_array);
    let complete = value.as_object().is_none_or(|fields| {
        let mut required = required.into_iter().flatten();
        required.all(|name| fields.contains_key(name.as_str().unwrap()))
    });
    let items = schema.get("items").is_none_or(|items| {
        let values = value.as_array();
        values.is_none_or(|values| values.iter().all(|value| fits(root, items, value)))
    });
    let least = schema
        .get("minimum")
        .and_then(Value::as_i64)
        .is_none_or(|least| value.as_i64().is_none_or(|number| number >= least));
    kind && reference
        && constant
        && listed
        && fields
        && complete
        && items
        && least
        && all("oneOf", |fit, _| fit == 1)
        && all("anyOf", |fit, _| fit > 0)
        && all("allOf", |fit, all| fit == all)
}

fn examples(from: &str, to: &str) -> Vec<Value> {
    let start = PAGE.find(from).expect("the part is there");
    let end = PAGE[start..].find(to).map_or(PAGE.len(), |end| start + end);
    let blocks = PAGE[start..end].split("```json\n").skip(1);
    let texts = blocks.map(|block| block.split("```").next().unwrap());
    texts
        .map(|text| serde_json::from_str(text).unwrap())
        .collect()
}

#[test]
fn the_examples_of_the_page_fit_the_schema_and_spoiled_ones_do_not() {
    let messages = serde_json::to_value(schemars::schema_for!(Message)).unwrap();
    let commands = serde_json::to_value(schemars::schema_for!(Command)).unwrap();
    let mut count = 0;
    for example in examples("## Messages", "## Checking") {
        assert!(fits(&messages, &messages, &example), "{example}");
        for spoil in ["type", "now"] {
            let mut spoiled = example.clone();
            spoiled[spoil] = json!([]);
            assert!(!fits(&messages, &messages, &spoiled), "{spoiled}");
        }
        count += 1;
    }
    for mut example in examples("## Commands", "## Messages") {
        example.as_object_mut().unwrap().remove("id");
        assert!(fits(&commands, &commands, &example), "{example}");
        example["type"] = json!("fly");
        assert!(!fits(&commands, &commands, &example), "{example}");
        count += 1;
    }
    assert!(count > 25, "{count}");
}

#[test]
fn a_room_fits_its_schema() {
    let schema = serde_json::to_value(schemars::schema_for!(RoomOptions)).unwrap();
    let room = RoomOptions::new("uno", decklet_engine::Value::Null, 4);
    let room = serde_json::to_value(room).unwrap();
    assert!(fits(&schema, &schema, &room), "{room}");
    assert!(fits(&schema, &schema, &json!({"game": "uno", "seats": 2})));
    for wrong in [
        json!({"game": "uno"}),
        json!({"game": "uno", "seats": 2, "colour": 1}),
    ] {
        assert!(!fits(&schema, &schema, &wrong), "{wrong}");
    }
}
