#![no_main]

#[path = "../../support"]
mod support {
    pub(crate) mod grown;
    pub(crate) mod targets;
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| support::targets::read(data));
