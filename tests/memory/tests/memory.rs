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
use memory::{Counting, peak};
use support::seeds::seeds;
use support::targets::{TARGETS, generated, schema};

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

/// What any schema may take, however short: the draft of one definition.
const ANY_GENERATED: usize = 256 << 10;

/// What the generator may hold for each byte of a schema and of what it makes of it: a module, or
/// complaints. Most is held while the schema is read, as values, of which the small ones take some
/// tens of bytes for each of their own; and while one definition is a syntax tree.
const MOST_GENERATED: f64 = 80.0;

/// The same for schemas of the shortest things there are: two bytes become a value of 72 bytes, in an
/// array that doubles when it grows, or an attribute for a line of docs.
const MOST_OF_SHORTEST: f64 = 128.0;

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
            let (bytes, length, allowed) = if is_generator {
                let Some(schema) = schema(input) else { continue };
                let (bytes, length) = held(&schema);
                (bytes, length, MOST_GENERATED)
            } else {
                (peak(|| target(input)).0, input.len(), MOST_COMPARED)
            };
            let any = if is_generator { ANY_GENERATED } else { ANY };
            let allowed = any + length * allowed as usize;
            assert!(
                bytes < allowed,
                "{name}: {bytes} bytes for {:?}",
                String::from_utf8_lossy(input)
            );
            most = most.max((bytes, length));
        }
        println!("{name}: {} inputs; {} bytes at most, for {}", inputs.len(), most.0, most.1);
    }
}

/// What the generator holds for a schema, and the length of the schema and of what is made of it.
fn held(schema: &str) -> (usize, usize) {
    let (bytes, made) = peak(|| generated(schema));
    (bytes, schema.len() + made.unwrap_or_else(|complaints| complaints).len())
}

fn schemas() {
    let list = |count: usize, element: fn(usize) -> String| {
        (0..count).map(element).collect::<Vec<String>>().join(",")
    };
    let definitions = |list: String| format!(r#"{{"definitions":{{{list}}}}}"#);
    let root = |keywords: &str| format!(r#"{{"title":"A",{keywords}}}"#);
    let enumeration = list(1_000, |at| format!(r#""v{at}""#));
    let nested = |depth: usize, before: &str, after: &str| {
        let inner = format!(r#"{{"enum":[{enumeration}]}}"#);
        (0..depth).fold(inner, |inner, _| format!("{before}{inner}{after}"))
    };
    let cases = [
        ("a large protocol", include_str!("../../../schemas/ahp/1.0.0.json").to_owned()),
        ("one string", root(r#""type":"string""#)),
        (
            "definitions",
            definitions(list(1_000, |at| {
                format!(r#""A{at}":{{"type":"object","properties":{{"a":{{}}}}}}"#)
            })),
        ),
        (
            "definitions that hold each other",
            definitions(list(300, |at| {
                let next = (at + 1) % 300;
                format!(r##""A{at}":{{"properties":{{"a":{{"$ref":"#/definitions/A{next}"}}}}}}"##)
            })),
        ),
        ("members", {
            let members = list(4_000, |at| format!(r#""a{at}":{{}}"#));
            root(&format!(r#""properties":{{{members}}}"#))
        }),
        ("values of an enum", root(&format!(r#""enum":[{enumeration}]"#))),
        ("alternatives", {
            let alternatives = list(300, |at| {
                format!(r#"{{"required":["m{at}"],"properties":{{"m{at}":{{}}}}}}"#)
            });
            root(&format!(r#""anyOf":[{alternatives}]"#))
        }),
        ("an enum in many objects", {
            let object = nested(30, r#"{"properties":{"a":"#, "}}");
            definitions(format!(r#""A":{object}"#))
        }),
        ("an enum in many arrays", {
            let array = nested(16, r#"{"type":"array","items":"#, "}");
            definitions(format!(r#""A":{array}"#))
        }),
        ("copies through allOf", {
            let members = list(60, |at| format!(r#""a{at}":{{}}"#));
            let copies =
                list(60, |at| format!(r##""A{at}":{{"allOf":[{{"$ref":"#/definitions/A"}}]}}"##));
            definitions(format!(r#""A":{{"properties":{{{members}}}}},{copies}"#))
        }),
        (
            "copies of copies through allOf",
            definitions(list(60, |at| {
                let next = format!(r##"{{"$ref":"#/definitions/A{}"}}"##, at + 1);
                format!(r#""A{at}":{{"allOf":[{next},{next}]}}"#)
            })),
        ),
        ("unknown keywords", {
            let keywords = list(1_000, |at| format!(r#""{at}":0"#));
            definitions(format!(r#""A":{{{keywords}}}"#))
        }),
    ];
    println!("bytes held for each byte of a schema and of what is made of it, at most");
    println!("| what is repeated | bytes | held for each |\n| --- | --- | --- |");
    for (what, schema) in cases {
        within(what, &schema, MOST_GENERATED);
    }
    // Each just after an array has grown.
    let shortest = |keywords: &str, value: &str| {
        let list = vec![value; (1 << 14) + 1].join(",");
        root(&format!(r#"{keywords}:[{list}]"#))
    };
    within("numbers in an enum", &shortest(r#""enum""#, "0"), MOST_OF_SHORTEST);
    within(
        "numbers in examples",
        &shortest(r#""type":"string","examples""#, "0"),
        MOST_OF_SHORTEST,
    );
    within("empty alternatives", &shortest(r#""anyOf""#, "{}"), MOST_OF_SHORTEST);
    let lines = "\\n".repeat(1 << 14);
    let described = root(&format!(r#""type":"string","description":"{lines}""#));
    within("empty lines of a description", &described, MOST_OF_SHORTEST);
}

fn within(what: &str, schema: &str, most: f64) {
    let (bytes, length) = held(schema);
    println!("| {what} | {length} | {:.1} |", bytes as f64 / length as f64);
    assert!(bytes < ANY_GENERATED + length * most as usize, "{what}: {bytes} for {length}");
}
