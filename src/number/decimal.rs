//! The exact value of a JSON number, of any length, without ever writing its exponent out.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Exponents with up to this many digits are added as integers.
const SHORT_EXPONENT: usize = 36;

/// A number as sign, digits and power of ten: `-1.50e3` is -15 × 10^2.
///
/// Digits have no zeros at either end, so a value has one form only; zero has no digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    /// Spelled without fraction and exponent.
    is_integer: bool,
    is_negative: bool,
    digits: Vec<u8>,
    exponent: String,
}

/// Whether a JSON number is spelled as an integer: no fraction, no exponent.
pub(crate) fn is_integer_spelling(text: &str) -> bool {
    !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'))
}

impl Decimal {
    /// The value of a text that is known to be a JSON number.
    pub(crate) fn of(text: &str) -> Self {
        let (is_negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, ""));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));

        let mut digits: Vec<u8> =
            whole.bytes().chain(fraction.bytes()).skip_while(|d| *d == b'0').collect();
        let significant = digits.iter().rposition(|d| *d != b'0').map_or(0, |last| last + 1);
        let trailing = digits.len() - significant;
        digits.truncate(significant);

        let is_integer = is_integer_spelling(text);
        if digits.is_empty() {
            // Zero has no sign and no scale.
            return Decimal { is_integer, is_negative: false, digits, exponent: String::from("0") };
        }
        let exponent = sum(exponent, length(trailing) - length(fraction.len()));
        Decimal { is_integer, is_negative, digits, exponent }
    }

    /// Bytes that are the same for equal numbers only.
    pub(crate) fn canonical(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.digits.len() + self.exponent.len() + 2);
        bytes.push(if self.is_integer { b'i' } else { b'f' });
        if self.is_negative {
            bytes.push(b'-');
        }
        bytes.extend_from_slice(&self.digits);
        bytes.push(b'e');
        bytes.extend_from_slice(self.exponent.as_bytes());
        bytes
    }

    /// Whether the values are equal, however the numbers are spelled.
    pub(crate) fn has_value_of(&self, other: &Decimal) -> bool {
        self.is_negative == other.is_negative
            && self.digits == other.digits
            && self.exponent == other.exponent
    }

    /// Whether the value lies between two integers.
    pub(crate) fn has_fraction(&self) -> bool {
        self.exponent.starts_with('-')
    }

    /// The value, where it has no fraction and fits.
    pub(crate) fn to_i128(&self) -> Option<i128> {
        let zeros = self.exponent.parse::<u32>().ok()?;
        let mut value = 0_i128;
        for digit in &self.digits {
            value = value.checked_mul(10)?.checked_add(i128::from(digit.wrapping_sub(b'0')))?;
        }
        let value = value.checked_mul(10_i128.checked_pow(zeros)?)?;
        Some(if self.is_negative { -value } else { value })
    }
}

fn length(length: usize) -> i128 {
    i128::try_from(length).unwrap_or(i128::MAX)
}

/// `exponent + change`, where the exponent is decimal digits with an optional sign.
fn sum(exponent: &str, change: i128) -> String {
    let (is_negative, digits) = match exponent.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, exponent.strip_prefix('+').unwrap_or(exponent)),
    };
    let digits = digits.trim_start_matches('0');
    if digits.len() <= SHORT_EXPONENT {
        let value = digits.parse::<i128>().unwrap_or(0);
        let value = if is_negative { -value } else { value };
        return value.saturating_add(change).to_string();
    }
    // The change counts digits of a text in memory, so the sign stays what it is.
    let mut carry = if is_negative { -change } else { change };
    let mut reversed = Vec::with_capacity(digits.len() + 2);
    for digit in digits.bytes().rev() {
        let place = i128::from(digit.wrapping_sub(b'0')) + carry;
        reversed.push(digit_char(place.rem_euclid(10)));
        carry = place.div_euclid(10);
    }
    while carry > 0 {
        reversed.push(digit_char(carry % 10));
        carry /= 10;
    }
    while reversed.last() == Some(&'0') {
        reversed.pop();
    }
    if is_negative {
        reversed.push('-');
    }
    reversed.into_iter().rev().collect()
}

fn digit_char(digit: i128) -> char {
    u32::try_from(digit).ok().and_then(|digit| char::from_digit(digit, 10)).unwrap_or('0')
}
