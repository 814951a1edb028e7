#!/usr/bin/env bash
# What it costs to build and to carry: CPU seconds of a clean build (dev profile, dependencies
# included) beside two peers, lines of generated code, and the size of a program that reads one
# message of each revision (release, stripped). Run from anywhere; needs some minutes.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$work/target"
unset CARGO_PROFILE_DEV_DEBUG

package() { # the dependency, the program
    rm -rf "$work/target" "$work/package"
    mkdir -p "$work/package/src"
    printf '[workspace]\n[package]\nname = "cost"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n%s\n[profile.release]\nstrip = true\n' "$1" > "$work/package/Cargo.toml"
    echo "$2" > "$work/package/src/main.rs"
    cargo fetch --quiet --manifest-path "$work/package/Cargo.toml"
}

build() { # label, the dependency
    package "$2" 'fn main() {}'
    TIMEFORMAT='%U %S'
    spent=$({ time cargo build --quiet --ignore-rust-version --manifest-path "$work/package/Cargo.toml" 2> "$work/errors"; } 2>&1) || {
        cat "$work/errors"; exit 1; }
    awk -v label="$1" -v spent="$spent" 'BEGIN { split(spent, s, " "); printf "| %s | %.1f |\n", label, s[1] + s[2] }'
}

echo '| clean dev build | CPU seconds |'
echo '| --- | --- |'
ours="mcp-revisions = { path = \"$root\""
build 'mcp-revisions, one revision (2025-11-25)' "$ours, default-features = false, features = [\"std\", \"v2025_11_25\"] }"
build 'rust-mcp-schema 2, one revision (2025-11-25)' 'rust-mcp-schema = { version = "2", default-features = false, features = ["2025_11_25", "schema_utils"] }'
build 'mcp-revisions, all released revisions, model and conversions' "$ours }"
build 'protocol-droid-schema 0.7, all revisions' 'protocol-droid-schema = "0.7"'

echo
echo '| generated | lines |'
echo '| --- | --- |'
for folder in "$root"/generated/*/; do
    echo "| $(basename "$folder") | $(find "$folder" -name '*.rs' -exec cat {} + | wc -l) |"
done

package "$ours }" '
use mcp_revisions::message::Pending;
use mcp_revisions::{v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28};

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    let pending = &mut Pending::new();
    println!("{:?}", v2024_11_05::ClientMessage::from_str(&text, pending));
    println!("{:?}", v2025_03_26::ClientMessage::from_str(&text, pending));
    println!("{:?}", v2025_06_18::ClientMessage::from_str(&text, pending));
    println!("{:?}", v2025_11_25::ClientMessage::from_str(&text, pending));
    println!("{:?}", v2026_07_28::ClientMessage::from_str(&text, pending));
}'
cargo build --quiet --release --manifest-path "$work/package/Cargo.toml"
echo
echo "A program that reads one message of each revision: $(($(stat -c %s "$work/target/release/cost") / 1024)) KiB"
