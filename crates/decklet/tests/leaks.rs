//! Every byte that a server sends, and all that it says of itself, is searched for cards that the
//! reader must not know.
//!
//! `cargo xtask leaks` plays more matches.
#![cfg(unix)]

mod net;

use decklet_engine::{Rng, Seed, Stream};
use decklet_match::{
    Games, PersonId, RoomCode,
    audit::{Audit, Told},
    log::{SqliteLog, contract},
    record::{self, Change, Occupant},
};
use net::{Heard, Person, Program, number};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, path::Path};

/// Matches at the same time.
const TOGETHER: u64 = 10;

/// What was looked at.
#[derive(Default)]
struct Report {
    matches: u64,
    messages: u64,
    bytes: u64,
    log_bytes: u64,
    /// Messages given to another seat that were found.
    bites: u64,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_what_only_others_may_know() {
    let matches = number("DECKLET_LEAK_MATCHES", 4);
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let program = Program::start(&data, &log, "debug");
    let mut dice = Seed::from(number("DECKLET_SEED", 1)).rng(Stream::POLICY);
    for game in ["doudizhu", "uno"] {
        let mut report = Report::default();
        while report.matches < matches {
            let together = TOGETHER.min(matches - report.matches);
            let mut playing = Vec::new();
            for number in 0..together {
                let number = report.matches + number;
                let people = invite(&program.address, game, number, &mut dice).await;
                playing.push(people.start(&program.address));
            }
            let mut rooms = Vec::new();
            for people in playing {
                let mut there = Vec::new();
                for person in people {
                    there.push(person.await.unwrap());
                }
                change_seats(&mut there).await;
                rooms.push(there);
            }
            let said = fs::read_to_string(&log).unwrap();
            fs::write(&log, "").unwrap();
            report.log_bytes += said.len() as u64;
            assert!(said.contains("acted") && said.contains("seat=") && said.contains("hand="));
            for people in &rooms {
                look(&data, people, &said, &mut report);
            }
            report.matches += together;
        }
        let Report {
            messages,
            bytes,
            log_bytes,
            bites,
            ..
        } = report;
        println!(
            "{game}: {matches} matches, {messages} messages with {bytes} bytes and {log_bytes} \
             bytes of log: nothing in them that their reader must not know"
        );
        assert!(messages > 100 * matches && log_bytes > 1000);
        assert!(bites >= matches, "what was given to another seat is found");
    }
}

/// When all is over, one who watched takes the seat of one who played: that one's cards are no
/// business of theirs.
async fn change_seats(people: &mut [Person]) {
    let [played, .., watched, _] = people else {
        panic!("two play and two watch");
    };
    played.come_back_and(json!({"type": "leave"})).await;
    watched.come_back_and(json!({"type": "sit"})).await;
    assert_eq!(watched.acknowledged.len(), 1);
    // What comes after the answer is seen, too.
    watched
        .come_back_and(json!({"type": "ready", "ready": false}))
        .await;
}

/// Those at a table and around it.
struct People(Vec<Person>);

impl People {
    fn start(self, address: &str) -> Vec<tokio::task::JoinHandle<Person>> {
        let each = self.0.into_iter().map(|mut person| {
            let address = address.to_owned();
            tokio::spawn(async move {
                while !person.is_done() {
                    person.connect(&address).await.unwrap();
                    while !person.is_done() && person.step().await.is_ok() {}
                }
                person
            })
        });
        each.collect()
    }
}

/// A room with its people, and two who watch.
async fn invite(address: &str, game: &str, number: u64, dice: &mut Rng) -> People {
    let one_of = |dice: &mut Rng, all: &[&'static str]| {
        all[dice.below(u32::try_from(all.len()).unwrap()) as usize]
    };
    let (profile, seats) = match game {
        "uno" => (one_of(dice, &["official", "party"]), 2 + dice.below(3)),
        _ => (one_of(dice, &["pagat", "decklet", "happy"]), 3),
    };
    let options = json!({
        "game": game, "seats": seats, "options": {"profile": profile}, "botDelayMs": 0,
        "clock": {"type": "perTurn", "seconds": 600},
        "public": true,
        "spectators": {"allowed": dice.below(4) > 0, "delaySeconds": dice.below(2)},
    });
    let people = (2 + dice.below(seats - 1)) as usize;
    let mut room = String::new();
    let mut all = Vec::new();
    for seat in 0..people {
        let name = format!("{game}-{number}-{seat}");
        let token = net::guest(address, &name).await;
        if room.is_empty() {
            room = net::room(address, &token, &options).await;
        }
        all.push(Person::new(Some(&token), &room, &name, people, 1).curious());
    }
    for watching in ["known", "unknown"] {
        let name = format!("{game}-{number}-{watching}");
        let token = match watching {
            "known" => Some(net::guest(address, &name).await),
            _ => None,
        };
        all.push(Person::new(token.as_deref(), &room, &name, 0, 1).curious());
    }
    People(all)
}

/// Looks at all that came to the people of a room, and at what the server said of itself.
fn look(data: &Path, people: &[Person], said: &str, report: &mut Report) {
    let log = SqliteLog::open(&data.join("decklet.sqlite")).unwrap();
    let code: RoomCode = people[0].room.parse().unwrap();
    let stored = contract::read(&log, code).unwrap();
    let records = record::read(&stored).unwrap();
    let records: Vec<_> = records.into_iter().map(|(record, _)| record).collect();
    let mut ids: BTreeMap<String, PersonId> = BTreeMap::new();
    for record in &records {
        if let Change::Seated {
            occupant: Occupant::Person(person),
            ..
        } = &record.change
        {
            ids.insert(person.name.to_string(), person.id.clone());
        }
    }
    let audit = Audit::of(code, &records, &Games::standard()).unwrap();
    let id_of = |person: &Person| ids.get(&person.name);
    for person in people {
        for heard in &person.heard {
            report.messages += 1;
            let text = &heard.text;
            report.bytes += text.len() as u64;
            check(&audit, id_of(person), heard).unwrap_or_else(|leak| panic!("{leak}"));
            let other = people.iter().filter_map(|person| person.token.as_deref());
            let token = other.into_iter().find(|token| text.contains(*token));
            assert_eq!(token, None, "a token was sent: {text}");
        }
    }
    audit
        .check_nobodys(said)
        .unwrap_or_else(|leak| panic!("the log: {leak}"));
    for token in people.iter().filter_map(|person| person.token.as_deref()) {
        assert!(!said.contains(token), "a token was written into the log");
    }
    report.bites += u64::from(bites(&audit, &people[0], id_of(&people[1])));
}

/// It must be fit for its reader at one of the moments at which it may have been written.
fn check(audit: &Audit, person: Option<&PersonId>, heard: &Heard) -> Result<(), String> {
    let text = &heard.text;
    let mut found = Ok(());
    for index in heard.records.clone() {
        found = audit.check(&Told {
            person,
            index,
            text,
        });
        if found.is_ok() {
            break;
        }
    }
    found
}

/// Whether what one seat saw during the hand is found when another is given it.
fn bites(audit: &Audit, person: &Person, other: Option<&PersonId>) -> bool {
    let mut seen = person.heard.iter().filter(|heard| {
        let message: Value = serde_json::from_str(&heard.text).unwrap_or_default();
        message["scene"]["room"]["phase"] == "playing"
    });
    seen.any(|heard| check(audit, other, heard).is_err())
}
