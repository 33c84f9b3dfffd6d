//! A state that is taken apart before it is encoded cannot forget a field.

use decklet_engine::{Encoder, PluginState, Viewer};

#[derive(Clone)]
struct Score {
    points: u64,
    bonus: u64,
}

impl PluginState for Score {
    const NAME: &'static str = "score";
    type Seen = ();

    fn seen(&self, _: Viewer) {}

    fn encode(&self, out: &mut Encoder) {
        let Self { points } = self;
        out.number(*points);
    }
}

fn main() {}
