//! The table of inputs in the guide is what the program prints.
//!
//!     cargo test --ignore-rust-version --manifest-path benches/peers/Cargo.toml --test inputs

#![cfg(feature = "peers")]

use std::process::Command;

#[test]
fn the_guide_has_the_table_that_the_program_prints() {
    let output = Command::new(env!("CARGO_BIN_EXE_inputs")).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/guide/inputs.md");
    let page = std::fs::read_to_string(page).unwrap();
    for (printed, page) in printed.lines().zip(page.lines()) {
        assert_eq!(printed, page, "print the page anew, as the program's first lines say");
    }
    assert_eq!(printed.lines().count(), page.lines().count());
}
