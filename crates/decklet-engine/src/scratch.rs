//! What a rule found out for the action's handler, so that it need not be found out twice.

use std::{any::Any, cell::RefCell};

/// Values by type that live as long as one action: rules put them, the handler takes them. Never
/// part of the state, a snapshot or a hash.
///
/// ```
/// # use decklet_engine::Scratch;
/// let scratch = Scratch::default();
/// scratch.put(7_u32);
/// assert_eq!(scratch.take::<u32>(), Some(7));
/// assert_eq!(scratch.take::<u32>(), None);
/// ```
#[derive(Default)]
pub struct Scratch(RefCell<Vec<Box<dyn Any + Send>>>);

impl Scratch {
    /// Leaves a value, in place of one of the same type.
    pub fn put<T: Send + 'static>(&self, value: T) {
        let mut values = self.0.borrow_mut();
        match values.iter_mut().find_map(|held| held.downcast_mut::<T>()) {
            Some(held) => *held = value,
            None => values.push(Box::new(value)),
        }
    }

    /// Takes the value of this type away.
    pub fn take<T: 'static>(&self) -> Option<T> {
        let mut values = self.0.borrow_mut();
        let place = values.iter().position(|held| held.is::<T>())?;
        values.swap_remove(place).downcast().ok().map(|held| *held)
    }

    /// The value of this type, left in its place.
    pub fn get<T: Clone + 'static>(&self) -> Option<T> {
        self.0
            .borrow()
            .iter()
            .find_map(|held| held.downcast_ref::<T>())
            .cloned()
    }

    pub(crate) fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}
