//! Events: what happened. Recorded when emitted; the effects of plugins react to them.

use crate::{
    fields::{ToWire, WireObject},
    id::{Seat, Viewer},
};
use std::{any::Any, fmt, sync::Arc};

/// The payload of a kind of event.
///
/// There is no default for [`seen`](EventType::seen): every event decides what each viewer sees.
pub trait EventType: Clone + Send + Sync + 'static {
    /// The name at the edge, as `CARD_PLAYED`.
    const TYPE: &'static str;

    /// What a viewer may see of it; the event itself where it has no secret.
    type Seen: ToWire;

    /// What `viewer` sees of it: `None` when not even that it happened.
    fn seen(&self, viewer: Viewer) -> Option<Self::Seen>;
}

/// Which kind of event: the place in the frozen rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EventKind(pub u16);

/// [`EventType`] behind a pointer.
pub(crate) trait EventObject: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn seen_by(&self, viewer: Viewer) -> Option<Arc<dyn WireObject>>;
}

impl<E: EventType> EventObject for E {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn seen_by(&self, viewer: Viewer) -> Option<Arc<dyn WireObject>> {
        self.seen(viewer).map(|seen| Arc::new(seen) as _)
    }
}

/// An event as the engine handles it. It may hold secrets and cannot be serialized; what a viewer
/// sees of it is a [`SeatEvent`](crate::SeatEvent).
///
/// ```compile_fail
/// fn leak(event: &decklet_engine::Event) -> String {
///     serde_json::to_string(event).unwrap()
/// }
/// ```
#[derive(Clone)]
pub struct Event {
    pub(crate) kind: EventKind,
    pub(crate) player: Option<Seat>,
    pub(crate) payload: Arc<dyn EventObject>,
}

impl Event {
    /// Whom it is about.
    #[must_use]
    pub fn player(&self) -> Option<Seat> {
        self.player
    }

    /// The payload with all secrets, if the event is of this type.
    #[must_use]
    #[inline]
    pub fn get<E: EventType>(&self) -> Option<&E> {
        (*self.payload).as_any().downcast_ref()
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Event(kind {}, player {:?})", self.kind.0, self.player)
    }
}
