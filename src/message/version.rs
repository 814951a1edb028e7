//! The revision that a request is of, before it is known how to read it.

use alloc::string::String;

use super::Call;

impl Call {
    /// The revision that the params name: in the metadata of every request from 2026-07-28, or as
    /// what `initialize` asks for. A string, since it may be one that this crate does not know.
    pub fn protocol_version(&self) -> Option<String> {
        let params = self.params.as_ref()?;
        ["/_meta/io.modelcontextprotocol~1protocolVersion", "/protocolVersion"]
            .iter()
            .find_map(|pointer| params.pointer(pointer)?.as_string())
    }
}
