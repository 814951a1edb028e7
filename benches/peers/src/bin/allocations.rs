//! Counts what reading a message allocates, beside a copy of the message: a copy allocates once for
//! each owned string or raw value and once for each vector, and so is the least there can be.
//!
//! ```sh
//! cargo run --release --no-default-features --bin allocations
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

use compare_peers::messages::{Kind, Sample, four};
use mcp_revisions::message::{Message, Peer, Pending};
use mcp_revisions::v2025_11_25::{Client, Server};

#[global_allocator]
static COUNTING: Counting = Counting;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);
static GROWN: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        GROWN.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

fn main() {
    println!("| message | a copy allocates | reading allocates | and grows |");
    println!("| --- | --- | --- | --- |");
    for sample in four() {
        match sample.kind {
            Kind::ToolsCall => print_counts::<Client>(&sample),
            _ => print_counts::<Server>(&sample),
        }
    }
}

fn print_counts<P: Peer>(sample: &Sample) {
    let mut pending = Pending::new();
    pending.insert(1, "tools/list");
    pending.insert(2, "tools/call");
    let (message, allocated, grown) =
        counted(|| Message::<P>::from_str(&sample.text, &mut pending).unwrap());
    let (copy, least, _) = counted(|| message.clone());
    drop(black_box(copy));
    println!("| {} | {least} | {allocated} | {grown} |", sample.name);
}

fn counted<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = (ALLOCATED.load(Ordering::Relaxed), GROWN.load(Ordering::Relaxed));
    let done = black_box(work());
    let allocated = ALLOCATED.load(Ordering::Relaxed) - before.0;
    (done, allocated, GROWN.load(Ordering::Relaxed) - before.1)
}
