//! Prints how long reading, writing, converting and checking take, as ratios.
//!
//! The columns of a table are timed in turns in one run; every figure is a multiple of the unit that
//! stands above the table.

use std::hint::black_box;

use compare_peers::messages::{self, Kind, Sample};
use compare_peers::timing::race;
use compare_peers::ways::{Way, ignored, ours, value};
use compare_peers::{crossing, sessions};

fn main() {
    let samples = messages::four();
    decoding(&samples);
    encoding(&samples);
    crossings(&samples);
    growing();
    whole_sessions();
}

/// All ways, ours first.
fn ways(sample: &Sample) -> Vec<Way> {
    let own = [ours(sample), value(sample)].into_iter();
    #[cfg(feature = "peers")]
    let own = own.chain(compare_peers::peers::all(sample));
    own.collect()
}

fn decoding(samples: &[Sample]) {
    println!("\nDecode, x `IgnoredAny` over the same bytes\n");
    for (index, sample) in samples.iter().enumerate() {
        let mut ways = ways(sample);
        if index == 0 {
            heading("message | bytes | limit, ns", ways.iter().map(|way| way.name));
        }
        ways.insert(0, ignored());
        let runs: Vec<_> =
            ways.iter().map(|way| || (way.decode)(black_box(&sample.text))).collect();
        let times = race(&runs.iter().map(|run| run as &dyn Fn()).collect::<Vec<_>>());
        let (limit, times) = times.split_first().unwrap();
        let label = format!("{} | {} | {limit:.0}", sample.name, sample.text.len());
        row(&label, times.iter().map(|time| time / limit));
    }
}

fn encoding(samples: &[Sample]) {
    println!("\nEncode, x `serde_json::Value` of the same\n");
    for (index, sample) in samples.iter().enumerate() {
        let ways = ways(sample);
        if index == 0 {
            heading("message", ways.iter().map(|way| way.name));
        }
        let times = race(&ways.iter().map(|way| &*way.encode).collect::<Vec<_>>());
        row(sample.name, times.iter().map(|time| time / times[1]));
    }
}

fn crossings(samples: &[Sample]) {
    println!("\n2025-11-25 to 2025-06-18, x decoding the message\n");
    let columns = ["copy", "lift", "lift + lower", "message to message", "check"];
    heading("message", columns.into_iter());
    for sample in samples {
        let steps = crossing::steps(sample);
        let ours = ours(sample);
        let decode = || (ours.decode)(black_box(&sample.text));
        let times = race(&[
            &decode,
            &steps.copy,
            &steps.lift,
            &steps.convert,
            &steps.message,
            &steps.check,
        ]);
        let [decode, copy, lift, convert, message, check] = times[..] else { continue };
        let times = [copy, lift - copy, convert - copy, message, check];
        row(sample.name, times.iter().map(|time| time / decode));
    }
}

fn growing() {
    println!("\nLists of growing length, x `IgnoredAny` over the same bytes\n");
    heading(
        "tools",
        ["decode", "encode", "lift", "lift + lower", "message to message", "check"].into_iter(),
    );
    for count in [10, 100, 1_000, 10_000] {
        let text = messages::tools(count);
        let sample = Sample { kind: Kind::ToolsList, name: "", text };
        let (limit, ours, steps) = (ignored(), ours(&sample), crossing::steps(&sample));
        let text = &sample.text;
        let times = race(&[
            &|| (limit.decode)(black_box(text)),
            &|| (ours.decode)(black_box(text)),
            &ours.encode,
            &steps.copy,
            &steps.lift,
            &steps.convert,
            &steps.message,
            &steps.check,
        ]);
        let [limit, decode, encode, copy, lift, convert, message, check] = times[..] else {
            continue;
        };
        let times = [decode, encode, lift - copy, convert - copy, message, check];
        row(&count.to_string(), times.iter().map(|time| time / limit));
    }
}

fn whole_sessions() {
    println!("\nSessions, x `IgnoredAny` over the same bytes\n");
    let columns = ["decode", "convert to itself", "convert to the older neighbour", "check"];
    heading("session of | messages", columns.into_iter());
    for (revision, older) in sessions::LARGEST {
        let lines = sessions::session(revision);
        let cross = |to| sessions::cross(&lines, revision, to);
        let times = race(&[
            &|| sessions::limit(&lines),
            &|| sessions::read(&lines, revision),
            &|| cross(revision),
            &|| cross(older),
            &|| sessions::check(&lines, revision),
        ]);
        let label = format!("{revision} | {}", lines.len());
        row(&label, times[1..].iter().map(|time| time / times[0]));
    }
}

fn heading<'a>(first: &'a str, columns: impl Iterator<Item = &'a str>) {
    let columns: Vec<&str> = first.split(" | ").chain(columns).collect();
    println!("| {} |", columns.join(" | "));
    println!("|{}", " --- |".repeat(columns.len()));
}

fn row(label: &str, figures: impl Iterator<Item = f64>) {
    let figures: Vec<String> = figures.map(|figure| format!("{figure:.2}")).collect();
    println!("| {label} | {} |", figures.join(" | "));
}
