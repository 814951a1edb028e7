//! The peers. Those that leave the body of a message untyped read it in a second step, as their
//! users would.

use std::hint::black_box;

use protocol_droid_schema::wire::v2025_11_25 as droid;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rust_mcp_schema::schema_utils::{ClientMessage, ServerMessage};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use turbomcp_protocol::jsonrpc::{JsonRpcMessage, JsonRpcResponsePayload};
use turbomcp_protocol::types as turbo;

use crate::messages::{Kind, Sample};
use crate::ways::Way;

/// All peers.
pub fn all(sample: &Sample) -> Vec<Way> {
    vec![rust_mcp_schema(sample), rmcp(sample), turbomcp(sample), protocol_droid(sample)]
}

fn serde<T: DeserializeOwned + Serialize + 'static>(name: &'static str, sample: &Sample) -> Way {
    Way::new(name, &sample.text, |text| serde_json::from_str::<T>(text).unwrap())
}

fn rust_mcp_schema(sample: &Sample) -> Way {
    let name = "rust-mcp-schema";
    match sample.kind {
        Kind::ToolsCall => serde::<ClientMessage>(name, sample),
        _ => serde::<ServerMessage>(name, sample),
    }
}

fn rmcp(sample: &Sample) -> Way {
    match sample.kind {
        Kind::ToolsCall => serde::<ClientJsonRpcMessage>("rmcp", sample),
        _ => serde::<ServerJsonRpcMessage>("rmcp", sample),
    }
}

/// Its messages hold a tree; typed bodies are made from it, and turned into one.
fn turbomcp(sample: &Sample) -> Way {
    match sample.kind {
        Kind::ToolsList => turbo_body::<turbo::ListToolsResult>(sample),
        Kind::ToolsCallResult => turbo_body::<turbo::CallToolResult>(sample),
        Kind::ToolsCall => turbo_body::<turbo::CallToolRequest>(sample),
        Kind::Progress => turbo_body::<turbo::ProgressNotification>(sample),
    }
}

fn turbo_body<T: DeserializeOwned + Serialize + 'static>(sample: &Sample) -> Way {
    fn read<T: DeserializeOwned>(text: &str) -> (JsonRpcMessage, T) {
        let mut message = serde_json::from_str(text).unwrap();
        let body = body(&mut message).take();
        (message, serde_json::from_value(body).unwrap())
    }

    fn body(message: &mut JsonRpcMessage) -> &mut serde_json::Value {
        match message {
            JsonRpcMessage::Request(request) => request.params.as_mut().unwrap(),
            JsonRpcMessage::Notification(notification) => notification.params.as_mut().unwrap(),
            JsonRpcMessage::Response(response) => match &mut response.payload {
                JsonRpcResponsePayload::Success { result } => result,
                JsonRpcResponsePayload::Error { .. } => unreachable!(),
            },
        }
    }

    let (message, typed) = read::<T>(&sample.text);
    let encode = move || {
        let mut message = message.clone();
        *body(&mut message) = serde_json::to_value(black_box(&typed)).unwrap();
        black_box(serde_json::to_string(&message).unwrap());
    };
    Way {
        name: "turbomcp-protocol",
        decode: Box::new(|text| drop(black_box(read::<T>(text)))),
        encode: Box::new(encode),
    }
}

/// Its responses hold an untyped result; here they get the type that fits, which favours it.
fn protocol_droid(sample: &Sample) -> Way {
    #[derive(Deserialize, Serialize)]
    struct Response<T> {
        jsonrpc: String,
        id: droid::RequestId,
        result: T,
    }

    let name = "protocol-droid-schema";
    match sample.kind {
        Kind::ToolsList => serde::<Response<droid::ListToolsResult>>(name, sample),
        Kind::ToolsCallResult => serde::<Response<droid::CallToolResult>>(name, sample),
        Kind::ToolsCall => serde::<droid::CallToolRequest>(name, sample),
        Kind::Progress => serde::<droid::ProgressNotification>(name, sample),
    }
}
