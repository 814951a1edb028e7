//! Memory in proportion to the input: the most bytes held at a time, counted, for each byte.

#![allow(missing_docs)]

#[path = "../../support"]
mod support {
    pub(crate) mod grown;
    pub(crate) mod seeds;
    pub(crate) mod targets;
}

use fastrand::Rng;
use mcp_revisions::check::{self, Passage};
use mcp_revisions::convert::Tolerance;
use mcp_revisions::{Json, Leniency, Revision};
use mcp_revisions_codegen::Module;
use memory::{Counting, peak};
use support::seeds::seeds;
use support::targets::TARGETS;

#[global_allocator]
static COUNTING: Counting = Counting;

/// What reading, writing and converting may hold for each byte of the input. The shortest elements are
/// eleven bytes, and the values that they become some hundred; an array doubles when it grows, and
/// is there twice while it moves.
const MOST: f64 = 80.0;

/// What comparing may hold besides: a list of all values on either side, and two bytes are a value.
const MOST_COMPARED: f64 = 160.0;

/// What any input may take, however short.
const ANY: usize = 16 << 10;

/// The same for the generator, and for each byte of a schema: a definition becomes a type with docs,
/// and all that goes with it, as tokens and as text.
const ANY_GENERATED: usize = 4 << 20;
const MOST_GENERATED: usize = 1 << 10;

/// How long the large inputs are, at least.
const LARGE: usize = 1 << 20;

/// (what is repeated, revision, definition, before, element, after).
type Large = (&'static str, Revision, &'static str, &'static str, &'static str, &'static str);

use Revision::{
    V2025_03_26 as R2025_03_26, V2025_11_25 as R2025_11_25, V2026_07_28 as R2026_07_28,
};

/// The shortest elements of each kind: what a peer would send to take memory with few bytes.
const LARGE_INPUTS: &[Large] = &[
    ("one string", R2025_11_25, "Root", r#"{"uri":""#, "file:///quay/", "\"}"),
    ("escapes", R2025_11_25, "Root", r#"{"uri":""#, "\\n", "\"}"),
    (
        "tools",
        R2025_11_25,
        "ListToolsResult",
        r#"{"tools":["#,
        r#"{"name":"","inputSchema":{"type":"object"}},"#,
        r#"{"name":"","inputSchema":{"type":"object"}}]}"#,
    ),
    (
        "prompts",
        R2025_11_25,
        "ListPromptsResult",
        r#"{"prompts":["#,
        r#"{"name":""},"#,
        r#"{"name":""}]}"#,
    ),
    (
        "resources",
        R2025_11_25,
        "ListResourcesResult",
        r#"{"resources":["#,
        r#"{"name":"","uri":""},"#,
        r#"{"name":"","uri":""}]}"#,
    ),
    ("roots", R2025_11_25, "ListRootsResult", r#"{"roots":["#, r#"{"uri":""},"#, r#"{"uri":""}]}"#),
    (
        "icons",
        R2025_11_25,
        "Implementation",
        r#"{"name":"","version":"","icons":["#,
        r#"{"src":""},"#,
        r#"{"src":""}]}"#,
    ),
    (
        "text blocks",
        R2026_07_28,
        "CallToolResult",
        r#"{"resultType":"complete","content":["#,
        r#"{"type":"text","text":""},"#,
        r#"{"type":"text","text":""}]}"#,
    ),
    (
        "unknown blocks",
        R2025_11_25,
        "CallToolResult",
        r#"{"content":["#,
        r#"{"type":""},"#,
        r#"{"type":""}]}"#,
    ),
    (
        "sampling messages",
        R2025_11_25,
        "CreateMessageRequestParams",
        r#"{"maxTokens":1,"messages":["#,
        r#"{"role":"user","content":[]},"#,
        r#"{"role":"user","content":[]}]}"#,
    ),
    ("strings", R2025_11_25, "CompleteResultCompletion", r#"{"values":["#, r#""","#, r#"""]}"#),
    (
        "arguments of a prompt",
        R2025_11_25,
        "GetPromptRequestParams",
        r#"{"name":"","arguments":{"#,
        r#""":"","#,
        r#""a":""}}"#,
    ),
    ("members nobody knows", R2025_11_25, "Root", r#"{"uri":"","#, r#""":0,"#, r#""a":0}"#),
    (
        "fields of a form",
        R2025_11_25,
        "ElicitRequestFormParamsRequestedSchema",
        r#"{"type":"object","properties":{"#,
        r#""":{"type":"boolean"},"#,
        r#""a":{"type":"boolean"}}}"#,
    ),
    (
        "answers of a form",
        R2025_11_25,
        "ElicitResult",
        r#"{"action":"accept","content":{"#,
        r#""":1,"#,
        r#""a":1}}"#,
    ),
    (
        "free JSON",
        R2025_11_25,
        "CallToolRequestParams",
        r#"{"name":"","arguments":{"a":["#,
        "0,",
        "0]}}",
    ),
    ("nested arrays", R2025_11_25, "Error", r#"{"code":1,"message":"","data":[["#, "[],", "[]]]}"),
    (
        "a batch",
        R2025_03_26,
        "JSONRPCMessage",
        "[",
        r#"{"jsonrpc":"2.0","method":""},"#,
        r#"{"jsonrpc":"2.0","method":""}]"#,
    ),
    (
        "tools, the last one broken",
        R2025_11_25,
        "ListToolsResult",
        r#"{"tools":["#,
        r#"{"name":"","inputSchema":{"type":"object"}},"#,
        "{}]}",
    ),
    ("tools, all broken", R2025_11_25, "ListToolsResult", r#"{"tools":["#, "{},", "{}]}"),
    (
        "prompts, and no JSON",
        R2025_11_25,
        "ListPromptsResult",
        r#"{"prompts":["#,
        r#"{"name":""},"#,
        "!",
    ),
];

#[test]
fn memory_is_in_proportion_to_the_input() {
    large_inputs();
    fixtures_and_changes_of_them();
    schemas();
}

fn large_inputs() {
    println!("bytes held for each byte of 1 MiB, at most");
    println!(
        "| what is repeated | any JSON | read and written | leniently | converted | compared |"
    );
    for (what, revision, name, before, element, after) in LARGE_INPUTS {
        let text = [before, &*element.repeat(LARGE / element.len()), after].concat();
        let definition = check::definition(*revision, name).unwrap();
        let times = |run: &dyn Fn()| peak(run).0 as f64 / text.len() as f64;
        let json = times(&|| drop(Json::from_text(text.as_str())));
        let strict = times(&|| drop(definition.rewrite(&text)));
        let lenient = times(&|| drop(definition.rewrite_with(&text, Leniency::all())));
        let passage = check::passage(*revision, Revision::V2024_11_05, name);
        let convert = |passage: Passage| times(&|| drop(passage.convert(&text, Tolerance::Drop)));
        let converted = passage.map_or(0.0, convert);
        let compared = times(&|| drop(check::document(definition, &text)));
        println!(
            "| {what} | {json:.1} | {strict:.1} | {lenient:.1} | {converted:.1} | {compared:.1} |"
        );
        assert!(json.max(strict).max(lenient).max(converted) < MOST, "{what}");
        assert!(compared < MOST_COMPARED, "{what}");
    }
}

/// The fuzz targets, which do all of this one after the other.
fn fixtures_and_changes_of_them() {
    let mut rng = Rng::with_seed(7);
    for (name, target) in TARGETS {
        let mut inputs = seeds(name);
        let is_generator = name == "generate";
        for _ in 0..if is_generator { 200 } else { 2_000 } {
            let (one, other) = (rng.usize(..inputs.len()), rng.usize(..inputs.len()));
            let at = rng.usize(..=inputs[one].len());
            let from = rng.usize(..=inputs[other].len());
            inputs.push([&inputs[one][..at], &inputs[other][from..]].concat());
        }
        let mut most = (0, 0);
        for input in &inputs {
            // Tables that are made once belong to no input.
            target(input);
            let (bytes, ()) = peak(|| target(input));
            let allowed = match is_generator {
                true => ANY_GENERATED + input.len() * MOST_GENERATED,
                false => ANY + input.len() * MOST_COMPARED as usize,
            };
            assert!(
                bytes < allowed,
                "{name}: {bytes} bytes for {:?}",
                String::from_utf8_lossy(input)
            );
            most = most.max((bytes, input.len()));
        }
        println!("{name}: {} inputs; {} bytes at most, for {}", inputs.len(), most.0, most.1);
    }
}

fn schemas() {
    let definition =
        |number: usize| format!(r#""A{number}":{{"type":"object","properties":{{"a":{{}}}}}}"#);
    let definitions: Vec<String> = (0..500).map(definition).collect();
    let text = format!(r#"{{"definitions":{{{}}}}}"#, definitions.join(","));
    let (bytes, made) = peak(|| Module::from_schema_text(&text, "schema.json").unwrap().to_text());
    println!("a schema of {} bytes: {bytes}", text.len());
    assert!(made.is_ok() && bytes < ANY_GENERATED + text.len() * MOST_GENERATED);
}
