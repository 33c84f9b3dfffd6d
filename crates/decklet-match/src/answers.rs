//! What was answered to whom, so that sending a command again is harmless.

use crate::{
    bounds::{ANSWERED, ANSWERS},
    person::{CommandId, PersonId},
    record::Record,
    refusal::Refusal,
};
use std::collections::{BTreeMap, VecDeque};

/// The outcome of a command: its record's index, or why it was refused.
pub(crate) type Answer = Result<u64, Refusal>;

/// The last answers to each person. What was accepted follows from the records; refusals are
/// forgotten when the room is loaded again.
#[derive(Default)]
pub(crate) struct Answers(BTreeMap<PersonId, Given>);

/// The last answers to one person.
#[derive(Default)]
struct Given {
    answers: BTreeMap<CommandId, Answer>,
    /// The oldest first.
    order: VecDeque<CommandId>,
}

impl Answers {
    /// What follows from records.
    pub fn of<'r>(records: impl IntoIterator<Item = &'r Record>) -> Self {
        let mut answers = Self::default();
        for record in records {
            if let Some(by) = &record.by {
                answers.add(&by.person, &by.command, Ok(record.index), |_| false);
            }
        }
        answers
    }

    /// The answer given before.
    pub fn get(&self, person: &PersonId, id: &CommandId) -> Option<&Answer> {
        self.0.get(person)?.answers.get(id)
    }

    /// Keeps an answer; `is_here` tells who must not be forgotten.
    pub fn add(
        &mut self,
        person: &PersonId,
        id: &CommandId,
        answer: Answer,
        is_here: impl Fn(&PersonId) -> bool,
    ) {
        if self.0.len() >= ANSWERED && !self.0.contains_key(person) {
            let gone = self.0.keys().find(|person| !is_here(person)).cloned();
            if let Some(gone) = gone {
                self.0.remove(&gone);
            }
        }
        self.0.entry(person.clone()).or_default().add(id, answer);
    }
}

impl Given {
    fn add(&mut self, id: &CommandId, answer: Answer) {
        if self.answers.insert(id.clone(), answer).is_some() {
            return;
        }
        self.order.push_back(id.clone());
        if self.order.len() > ANSWERS
            && let Some(oldest) = self.order.pop_front()
        {
            self.answers.remove(&oldest);
        }
    }
}
