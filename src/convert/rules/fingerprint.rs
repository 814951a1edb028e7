//! Names for what has none, the same for the same content, so that conversions repeat.

/// Two texts as 64 bits (FNV-1a); `between` keeps them apart.
pub(super) fn fingerprint(first: &str, between: u8, second: &str) -> u64 {
    let bytes = first.bytes().chain([between]).chain(second.bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
