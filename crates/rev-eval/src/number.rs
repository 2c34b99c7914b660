//! Exact decimal numbers: what a JSON number or a decimal text says, digit by digit. No float is involved.

use std::cmp::Ordering;

/// `digits` times ten to the power of minus `scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    pub digits: i128,
    pub scale: i32,
}

/// Powers of ten beyond this cannot make a number that any type has.
const MOST_SCALE: i32 = 400;

impl Number {
    pub fn int(value: i64) -> Number {
        Number {
            digits: i128::from(value),
            scale: 0,
        }
    }

    /// Reads a number as JSON writes it. Trailing zeros do not count; `None` if it has more digits than can be held.
    pub fn read(text: &str) -> Option<Number> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut digits: i128 = 0;
        let mut scale: i32 = 0;
        let mut zeros: u32 = 0;
        let mut seen = false;
        let mut point = false;
        let (plain, exponent) = match text.find(['e', 'E']) {
            Some(at) => (text.get(..at)?, Some(text.get(at + 1..)?)),
            None => (text, None),
        };
        for byte in plain.bytes() {
            match byte {
                b'0'..=b'9' => {
                    seen = true;
                    scale += i32::from(point);
                    // Zeros are held back, so that a tail of them costs no digits.
                    if byte == b'0' {
                        zeros += 1;
                        continue;
                    }
                    let shift = zeros.checked_add(1)?;
                    if digits != 0 {
                        digits = digits.checked_mul(10_i128.checked_pow(shift)?)?;
                    }
                    digits = digits.checked_add(i128::from(byte - b'0'))?;
                    zeros = 0;
                }
                b'.' if !point && seen => point = true,
                _ => return None,
            }
            if scale > MOST_SCALE * 8 || zeros > MOST_SCALE as u32 * 8 {
                return None;
            }
        }
        if !seen {
            return None;
        }
        scale -= i32::try_from(zeros).ok()?;
        if let Some(exponent) = exponent {
            let exponent: i32 = exponent
                .strip_prefix('+')
                .unwrap_or(exponent)
                .parse()
                .ok()?;
            scale = scale.checked_sub(exponent)?;
        }
        if digits == 0 {
            return Some(Number {
                digits: 0,
                scale: 0,
            });
        }
        let digits = if negative { -digits } else { digits };
        (scale.abs() <= MOST_SCALE).then_some(Number { digits, scale })
    }

    /// As a whole number of parts of `10^-scale`; `None` if it has more decimals than that, or is too large.
    pub fn parts(self, scale: u16) -> Option<i128> {
        if self.digits == 0 {
            return Some(0);
        }
        let shift = i32::from(scale).checked_sub(self.scale)?;
        match u32::try_from(shift) {
            Ok(shift) => self.digits.checked_mul(10_i128.checked_pow(shift)?),
            Err(_) => {
                let tens = 10_i128.checked_pow(shift.unsigned_abs())?;
                (self.digits % tens == 0).then_some(self.digits / tens)
            }
        }
    }

    /// Without zeros at its end, so that one amount has one form.
    pub fn trimmed(mut self) -> Number {
        while self.digits != 0 && self.digits % 10 == 0 {
            self.digits /= 10;
            self.scale -= 1;
        }
        match self.digits {
            0 => Number {
                digits: 0,
                scale: 0,
            },
            _ => self,
        }
    }

    /// As a whole number of 64 bits.
    pub fn whole(self) -> Option<i64> {
        self.parts(0).and_then(|whole| i64::try_from(whole).ok())
    }

    /// Which is more; `None` if the two are too far apart to be held side by side.
    pub fn compare(self, other: Number) -> Option<Ordering> {
        let sides = (self.digits.signum(), other.digits.signum());
        if sides.0 != sides.1 || sides == (0, 0) {
            return Some(sides.0.cmp(&sides.1));
        }
        let scale = self.scale.max(other.scale);
        let raise = |number: Number| {
            let shift = u32::try_from(scale - number.scale).ok()?;
            number.digits.checked_mul(10_i128.checked_pow(shift)?)
        };
        Some(raise(self)?.cmp(&raise(other)?))
    }
}
