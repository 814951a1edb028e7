//! Counts the instructions that reading and writing take, under callgrind: they repeat, where times
//! do not.
//!
//! ```sh
//! cargo run --release --no-default-features --features crossings --bin instructions            # prints them
//! cargo run --release --no-default-features --features crossings --bin instructions -- growing # of lists and sessions
//! cargo run --release --no-default-features --bin instructions -- check   # compares, within 5 %
//! cargo run --release --no-default-features --bin instructions -- record  # writes them down
//! ```

use std::env;
use std::fmt::Write;
use std::fs;
use std::hint::black_box;
use std::process::{Command, ExitCode};

#[cfg(feature = "crossings")]
use compare_peers::crossing::steps;
use compare_peers::messages::{self, Kind, Sample, four};
#[cfg(feature = "crossings")]
use compare_peers::sessions::{self, LARGEST};
use compare_peers::ways::{ignored, ours, value};
#[cfg(feature = "crossings")]
use mcp_revisions::Revision;

/// Where the counts stand.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.txt");
/// How far a count may be from what is recorded.
const TOLERANCE: f64 = 0.05;
/// What is counted of each message; `lift` and `convert` include a `copy`, and so are to be compared
/// with it.
const WORK: &[&str] = &[
    "limit",
    "value",
    "decode",
    "encode value",
    "encode",
    #[cfg(feature = "crossings")]
    "copy",
    #[cfg(feature = "crossings")]
    "lift",
    #[cfg(feature = "crossings")]
    "convert",
    #[cfg(feature = "crossings")]
    "message",
    #[cfg(feature = "crossings")]
    "check",
];
/// What is counted of lists of growing length, to show that each tool costs the same.
#[cfg(feature = "crossings")]
const GROWING: [&str; 6] = ["decode", "encode", "copy", "convert", "message", "check"];
/// What is counted of a session.
#[cfg(feature = "crossings")]
const OF_SESSION: [&str; 5] = ["limit", "decode", "convert to itself", "convert", "check"];
/// Every machine copies memory in the same way, whatever its processor could do: glibc would choose by
/// it, and the counts would differ by a tenth.
const PLAIN: &str =
    "glibc.cpu.hwcaps=-AVX2,-AVX_Fast_Unaligned_Load,-AVX512VL,-ERMS,-Fast_Unaligned_Copy,-SSSE3";
/// What is recorded.
const GUARDED: [&str; 2] = ["decode", "encode"];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["one", name, work] => one(name, work),
        ["check"] => return check(),
        ["record"] => fs::write(RECORDED, counts(&GUARDED)).unwrap(),
        #[cfg(feature = "crossings")]
        ["growing"] => growing(),
        [] => print!("{}", counts(WORK)),
        _ => {
            eprintln!("usage: instructions [growing | check | record]");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The compiler, on the first line, then all counts, one a line.
fn counts(work: &[&str]) -> String {
    let compiler = Command::new("rustc").arg("--version").output().unwrap().stdout;
    let mut lines = String::from_utf8(compiler).unwrap();
    for sample in four() {
        for work in work {
            let _ = writeln!(lines, "{} | {work} | {}", sample.name, count(sample.name, work));
        }
    }
    lines
}

/// Runs one piece of work under callgrind, which counts inside of `counted` only.
fn count(name: &str, work: &str) -> u64 {
    let output = Command::new("valgrind")
        .env("GLIBC_TUNABLES", PLAIN)
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted*"])
        .arg(env::current_exe().unwrap())
        .args(["one", name, work])
        .output()
        .expect("valgrind is to be installed");
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.split("Collected :").nth(1).unwrap_or_else(|| panic!("{said}"));
    collected.split_whitespace().next().unwrap().parse().unwrap()
}

/// Prints what a tool costs in lists of growing length, and what sessions cost.
#[cfg(feature = "crossings")]
fn growing() {
    for count in [10, 100, 1_000, 10_000] {
        for work in GROWING {
            let each = self::count(&format!("tools {count}"), work) / count;
            println!("list of {count} tools | {work}, each | {each}");
        }
    }
    for (revision, _) in LARGEST {
        for work in OF_SESSION {
            let count = count(&format!("session {revision}"), work);
            println!("session of {revision} | {work} | {count}");
        }
    }
}

fn one(name: &str, work: &str) {
    let run = match name.split_once(' ') {
        #[cfg(feature = "crossings")]
        Some(("session", revision)) => work_on_session(revision, work),
        Some(("tools", count)) => {
            let text = messages::tools(count.parse().unwrap());
            work_on(&Sample { kind: Kind::ToolsList, name: "", text }, work)
        }
        _ => work_on(&four().into_iter().find(|sample| sample.name == name).unwrap(), work),
    };
    // Once before, so that nothing is counted that happens once in a program.
    run();
    counted(&*run);
}

#[cfg(feature = "crossings")]
fn work_on_session(revision: &str, work: &str) -> Box<dyn Fn()> {
    let revision: Revision = revision.parse().unwrap();
    let lines = sessions::session(revision);
    let (_, older) = LARGEST.into_iter().find(|(own, _)| *own == revision).unwrap();
    match work {
        "limit" => Box::new(move || sessions::limit(&lines)),
        "decode" => Box::new(move || sessions::read(&lines, revision)),
        "convert to itself" => Box::new(move || sessions::cross(&lines, revision, revision)),
        "convert" => Box::new(move || sessions::cross(&lines, revision, older)),
        "check" => Box::new(move || sessions::check(&lines, revision)),
        _ => panic!("no such work: {work}"),
    }
}

fn work_on(sample: &Sample, work: &str) -> Box<dyn Fn()> {
    let text = sample.text.clone();
    let reading = |decode: Box<dyn Fn(&str)>| Box::new(move || decode(black_box(&text)));
    match work {
        "limit" => reading(ignored().decode),
        "decode" => reading(ours(sample).decode),
        "value" => reading(value(sample).decode),
        "encode" => ours(sample).encode,
        "encode value" => value(sample).encode,
        #[cfg(feature = "crossings")]
        "copy" => steps(sample).copy,
        #[cfg(feature = "crossings")]
        "lift" => steps(sample).lift,
        #[cfg(feature = "crossings")]
        "convert" => steps(sample).convert,
        #[cfg(feature = "crossings")]
        "message" => steps(sample).message,
        #[cfg(feature = "crossings")]
        "check" => steps(sample).check,
        _ => panic!("no such work: {work}"),
    }
}

#[inline(never)]
fn counted(run: &dyn Fn()) {
    run();
}

fn check() -> ExitCode {
    let recorded = fs::read_to_string(RECORDED).unwrap();
    let now = counts(&GUARDED);
    let same_compiler = recorded.lines().next() == now.lines().next();
    let mut beyond = 0;
    for (recorded, now) in recorded.lines().zip(now.lines()).skip(1) {
        let (label, before) = recorded.rsplit_once(" | ").unwrap();
        let (_, now) = now.rsplit_once(" | ").unwrap();
        let change = now.parse::<f64>().unwrap() / before.parse::<f64>().unwrap() - 1.0;
        let verdict = if change.abs() > TOLERANCE { "beyond 5 %" } else { "" };
        beyond += u32::from(change.abs() > TOLERANCE);
        println!("{label}: {before} recorded, {now} now ({:+.1} %) {verdict}", change * 100.0);
    }
    if !same_compiler {
        println!(
            "recorded with another compiler ({}): not judged",
            recorded.lines().next().unwrap()
        );
        return ExitCode::SUCCESS;
    }
    if beyond > 0 {
        println!(
            "{beyond} beyond 5 %. If that is meant, record them anew (and say why in the commit):"
        );
        println!("cargo run --release --no-default-features --bin instructions -- record");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
