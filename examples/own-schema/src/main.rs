//! Reads a document of our own schema, changes it and writes it again. The types are made by
//! `build.rs` from `queue.schema.json`.

/// The documents of a job queue.
mod queue {
    include!(concat!(env!("OUT_DIR"), "/queue.rs"));
}

use queue::{Address, AddressList, Job, Priority, Queue, Task, TaskMail};

const DOCUMENT: &str = r#"{
    "name": "nightly",
    "jobs": [
        {"id": 1, "task": {"kind": "resize", "source": "a.png", "width": 640}, "owner": null},
        {"id": "b", "task": {"kind": "shred", "paper": "A4"}, "priority": "urgent", "weight": 1.50}
    ],
    "region": "north"
}"#;

fn main() -> Result<(), mcp_revisions::Error> {
    let mut queue: Queue = mcp_revisions::from_str(DOCUMENT)?;

    // A newer program may write what our schema does not know: it is held, and can be asked for.
    for deviation in queue.deviations() {
        println!("{deviation}");
    }
    for job in &mut queue.jobs {
        if let Task::Resize(resize) = &mut job.task {
            resize.width = 320.into();
        }
    }
    let letter = TaskMail::new(AddressList::new("operators")).with_body("All done.");
    let report = Job::new("report", letter).with_priority(Priority::Low);
    let last = Job::new(3, TaskMail::new(Address::List(AddressList::new("owners"))));
    queue.jobs.push(report.with_then(last));
    println!("{}", mcp_revisions::to_string(&queue)?);

    // An error says where.
    let broken =
        r#"{"name": "x", "jobs": [{"id": 1, "task": {"kind": "mail", "to": {"list": 7}}}]}"#;
    if let Err(error) = mcp_revisions::from_str::<Queue>(broken) {
        println!("{error}");
    }
    Ok(())
}
