//! The program as a server.
#![cfg(unix)]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

fn serve(data: &std::path::Path) -> (Child, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_decklet"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let address = address_of(&mut server);
    (server, address)
}

/// The address that it prints first.
fn address_of(server: &mut Child) -> String {
    let mut line = String::new();
    let stdout = server.stdout.as_mut().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let (_, address) = line.trim().split_once("http://").unwrap();
    address.trim_end_matches('/').to_owned()
}

fn is_ready(address: &str) {
    let mut stream = TcpStream::connect(address).unwrap();
    let ask = format!("GET /readyz HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(ask.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
}

#[test]
fn without_arguments_it_serves() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_decklet"))
        .env("DECKLET_LISTEN", "127.0.0.1:0")
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    is_ready(&address_of(&mut server));
    assert!(folder.path().join("decklet-data/decklet.sqlite").exists());
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn it_makes_its_data_says_where_it_is_and_stops_when_told() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("made");
    for _ in 0..2 {
        let (mut server, address) = serve(&data);
        is_ready(&address);
        assert!(data.join("decklet.sqlite").exists());

        let pid = server.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        assert!(told.success());
        assert!(server.wait().unwrap().success());
    }
}

#[test]
fn an_address_in_use_is_a_failure_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = serve(folder.path());
    let second = Command::new(env!("CARGO_BIN_EXE_decklet"))
        .args(["serve", "--listen", &address, "--data"])
        .arg(folder.path().join("other"))
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    let told = String::from_utf8_lossy(&second.stderr);
    assert!(told.contains(&address), "{told}");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn a_log_in_a_file_has_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut server = Command::new(env!("CARGO_BIN_EXE_decklet"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path().join("data"))
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    address_of(&mut server);
    let pid = server.id().to_string();
    Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    assert!(server.wait().unwrap().success());
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains("INFO") && said.contains("stopped"), "{said}");
    assert!(!said.contains('\x1b'), "{said:?}");
}
