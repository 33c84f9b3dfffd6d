//! The program is killed at any moment, again and again, while people play: nothing that was
//! acknowledged is lost, and everybody goes on.
//!
//! `cargo xtask crash` kills it more often.
#![cfg(unix)]

mod net;

use decklet_engine::{Seed, Stream};
use decklet_match::{
    Games, RoomCode,
    log::{SqliteLog, contract},
    record::{self, Record},
    room::Room,
};
use net::{LONG, Person, Program, number};
use serde_json::json;
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{sync::watch, task::JoinHandle, time::sleep};

const PEOPLE: usize = 3;

/// Somebody who plays as long as the test lasts.
struct Playing {
    name: String,
    acted: Arc<AtomicU64>,
    task: JoinHandle<Person>,
}

/// Where the program is, while there is one.
type Address = watch::Receiver<Option<String>>;

fn play(
    mut person: Person,
    name: String,
    mut address: Address,
    mut end: watch::Receiver<bool>,
) -> Playing {
    let acted = Arc::new(AtomicU64::new(0));
    let counted = acted.clone();
    let task = tokio::spawn(async move {
        loop {
            let at = tokio::select! {
                _ = end.wait_for(|end| *end) => return person,
                at = address.wait_for(Option::is_some) => at.unwrap().clone().unwrap(),
            };
            if person.connect(&at).await.is_err() {
                sleep(Duration::from_millis(20)).await;
                continue;
            }
            loop {
                let step = tokio::select! {
                    _ = end.wait_for(|end| *end) => return person,
                    step = person.step() => step,
                };
                counted.store(person.acted, Ordering::Relaxed);
                if step.is_err() {
                    break;
                }
            }
        }
    });
    Playing { name, acted, task }
}

fn acted(all: &[Playing]) -> u64 {
    all.iter()
        .map(|one| one.acted.load(Ordering::Relaxed))
        .sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_however_often_it_is_killed() {
    let kills = number("DECKLET_KILLS", 3);
    let rooms = 2 * (2 + kills / 10);
    let mut dice = Seed::from(number("DECKLET_SEED", 1)).rng(Stream::POLICY);
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let mut program = Program::start(&data, &log, "info");
    let (tell, address) = watch::channel(Some(program.address.clone()));
    let (end, ended) = watch::channel(false);
    let mut all = Vec::new();
    for number in 0..rooms {
        let game = ["doudizhu", "uno"][usize::try_from(number % 2).unwrap()];
        // Nobody's time runs out, however slow the machine is.
        let clock = json!({"type": "perTurn", "seconds": 600});
        let options = json!({"game": game, "seats": PEOPLE, "clock": clock});
        let mut room = String::new();
        for seat in 0..PEOPLE {
            let name = format!("p{number}-{seat}");
            let token = net::guest(&program.address, &name).await;
            if room.is_empty() {
                room = net::room(&program.address, &token, &options).await;
            }
            let person = Person::new(Some(&token), &room, &name, PEOPLE, u64::MAX);
            all.push(play(person, name, address.clone(), ended.clone()));
        }
    }
    for _ in 0..kills {
        // Somewhere in the middle of what everybody does.
        let until = acted(&all) + u64::from(dice.below(100));
        wait(&all, || acted(&all) > until).await;
        sleep(Duration::from_micros(dice.below(5000).into())).await;
        tell.send_replace(None);
        program.kill();
        program = Program::start(&data, &log, "info");
        tell.send_replace(Some(program.address.clone()));
    }
    let before: Vec<u64> = all
        .iter()
        .map(|one| one.acted.load(Ordering::Relaxed))
        .collect();
    let goes_on = |one: &Playing, before: u64| one.acted.load(Ordering::Relaxed) > before;
    wait(&all, || {
        all.iter()
            .zip(&before)
            .all(|(one, &before)| goes_on(one, before))
    })
    .await;
    end.send_replace(true);
    let mut people = Vec::new();
    for one in all {
        people.push(one.task.await.unwrap());
    }
    program.kill();
    let told = std::fs::read_to_string(&log).unwrap();
    assert!(!told.contains("ERROR"), "{told}");
    let records = read(&data, &people);
    let connections: u64 = people.iter().map(|person| person.connections).sum();
    let mut acknowledged = 0;
    for person in &people {
        acknowledged += check(person, &records[&person.room]);
    }
    let stored: usize = records.values().map(Vec::len).sum();
    println!(
        "killed {kills} times: {acknowledged} acknowledged commands of {} people in {rooms} rooms, \
         all in the log once; {stored} records, {connections} connections",
        people.len()
    );
    assert!(acknowledged > 10 * kills);
}

/// Waits until something holds.
async fn wait(all: &[Playing], holds: impl Fn() -> bool) {
    let mut passed = Duration::ZERO;
    while !holds() {
        if let Some(one) = all.iter().find(|one| one.task.is_finished()) {
            panic!("{} has given up", one.name);
        }
        assert!(passed < LONG, "nothing goes on");
        sleep(Duration::from_millis(1)).await;
        passed += Duration::from_millis(1);
    }
}

/// The records of all rooms, whole and leading to the same rooms again.
fn read(data: &std::path::Path, people: &[Person]) -> BTreeMap<String, Vec<Record>> {
    let log = SqliteLog::open(&data.join("decklet.sqlite")).unwrap();
    let games = Games::standard();
    let mut all = BTreeMap::new();
    for person in people {
        if all.contains_key(&person.room) {
            continue;
        }
        let code: RoomCode = person.room.parse().unwrap();
        let stored = contract::read(&log, code).unwrap();
        let records = record::read(&stored).unwrap();
        let records: Vec<_> = records.into_iter().map(|(record, _)| record).collect();
        Room::replay(code, &records, &games).unwrap().unwrap();
        all.insert(person.room.clone(), records);
    }
    all
}

/// Everything that this person was told to be accepted is there once, under the index that was
/// told. Returns how much that is.
fn check(person: &Person, records: &[Record]) -> u64 {
    let mut by_id: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for record in records {
        if let Some(by) = &record.by {
            by_id
                .entry(by.command.as_str())
                .or_default()
                .push(record.index);
        }
    }
    for (id, index) in &person.acknowledged {
        let found = by_id.get(id.as_str()).map(Vec::as_slice);
        assert_eq!(found, Some(&[*index][..]), "{id}");
    }
    for id in &person.refused {
        let found = by_id.get(id.as_str());
        assert_eq!(found, None, "{id} was refused");
    }
    for (id, indices) in by_id {
        assert_eq!(indices.len(), 1, "{id} was carried out as {indices:?}");
    }
    let seen = person.last.and_then(|last| usize::try_from(last).ok());
    assert!(seen < Some(records.len()), "more was seen than there is");
    person.acknowledged.len() as u64
}
