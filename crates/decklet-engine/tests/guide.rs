//! The code of `docs/plugin-guide.md` is the example `low_card`, piece by piece, which does what the
//! guide says.

#[path = "../examples/low_card.rs"]
mod low_card;

const GUIDE: &str = include_str!("../../../docs/plugin-guide.md");
const EXAMPLE: &str = include_str!("../examples/low_card.rs");

#[test]
fn every_piece_of_the_guide_is_in_the_example_in_order() {
    let pieces = GUIDE.split("```rust\n").skip(1);
    let pieces = pieces.filter_map(|rest| rest.split("```").next());
    let mut rest = EXAMPLE;
    for piece in pieces {
        let Some(place) = rest.find(piece) else {
            panic!("not in examples/low_card.rs, or not where the guide has it:\n{piece}");
        };
        rest = &rest[place + piece.len()..];
    }
    assert!(rest.len() < EXAMPLE.len() / 2, "the guide has most of it");
}

#[test]
fn the_example_runs() {
    low_card::main();
}
