//! Exact decimal numbers: what a JSON number or a decimal text says, digit by digit. No float is involved.

use std::cmp::Ordering;

/// `digits` times ten to the power of minus `scale`. One amount can be written in several ways; [`Number::trimmed`] is the
/// same for all of them.
///
/// ```
/// use rev_json::Number;
/// let number = Number::read("12.50").unwrap();
/// assert_eq!((number.parts(2), number.parts(0)), (Some(1250), None));
/// assert!(number.compare(Number::int(12)).unwrap().is_gt());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// What is written, without its point.
    pub digits: i128,
    /// How many of the digits stand behind the point; below zero, how many zeros are left out.
    pub scale: i32,
}

/// Powers of ten beyond this cannot make a number that any type has.
const MOST_SCALE: i32 = 400;

impl Number {
    /// A whole number.
    #[inline]
    pub fn int(value: i64) -> Number {
        Number {
            digits: i128::from(value),
            scale: 0,
        }
    }

    /// Reads a number as JSON writes it. Trailing zeros do not count; `None` if it has more digits than can be held.
    ///
    /// ```
    /// use rev_json::Number;
    /// assert!(Number::read("1e+2").is_some() && Number::read("1e++2").is_none());
    /// ```
    #[inline]
    pub fn read(text: &str) -> Option<Number> {
        few_digits(text).or_else(|| Number::read_long(text))
    }

    fn read_long(text: &str) -> Option<Number> {
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
            // `parse` reads one sign.
            let exponent: i32 = exponent.parse().ok()?;
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
            Ok(0) => Some(self.digits),
            Ok(shift) => times(self.digits, tens(shift)?),
            Err(_) => {
                let tens = tens(shift.unsigned_abs())?;
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
        if self.scale == other.scale {
            return Some(self.digits.cmp(&other.digits));
        }
        let scale = self.scale.max(other.scale);
        let raise = |number: Number| {
            let shift = u32::try_from(scale - number.scale).ok()?;
            times(number.digits, tens(shift)?)
        };
        Some(raise(self)?.cmp(&raise(other)?))
    }

    /// Writes it without exponent and without zeros at its end.
    pub fn decimal(self, out: &mut String) {
        let number = self.trimmed();
        let digits = number.digits.unsigned_abs().to_string();
        if number.digits < 0 {
            out.push('-');
        }
        match usize::try_from(number.scale) {
            Ok(0) => out.push_str(&digits),
            Ok(scale) => {
                let whole = digits.len().saturating_sub(scale);
                let (front, back) = digits.split_at_checked(whole).unwrap_or(("", &digits));
                out.push_str(if front.is_empty() { "0" } else { front });
                out.push('.');
                out.push_str(&"0".repeat(scale - back.len()));
                out.push_str(back);
            }
            Err(_) => {
                out.push_str(&digits);
                out.push_str(&"0".repeat(number.scale.unsigned_abs() as usize));
            }
        }
    }

    /// Writes it as ECMAScript writes the double that it is: plain between 1e-7 and 1e21, else with an exponent.
    pub fn shortest(self, out: &mut String) {
        let number = self.trimmed();
        let digits = number.digits.unsigned_abs().to_string();
        let point = digits.len() as i32 - number.scale;
        if number.digits == 0 || (-5..=21).contains(&point) {
            return number.decimal(out);
        }
        if number.digits < 0 {
            out.push('-');
        }
        let (first, rest) = digits.split_at_checked(1).unwrap_or(("0", ""));
        out.push_str(first);
        if !rest.is_empty() {
            out.push('.');
            out.push_str(rest);
        }
        let exponent = point - 1;
        out.push_str(if exponent < 0 { "e-" } else { "e+" });
        out.push_str(&exponent.unsigned_abs().to_string());
    }

    /// Whether RFC 8785 would write it as the same decimal value: it goes through a double there, which keeps fifteen
    /// digits of any number, and whole numbers up to 2^53.
    ///
    /// ```
    /// use rev_json::Number;
    /// assert!(Number::read("0.1").unwrap().is_exact());
    /// assert!(!Number::read("9007199254740993").unwrap().is_exact());
    /// ```
    pub fn is_exact(self) -> bool {
        if self.digits.unsigned_abs() < 1_000_000_000_000_000 && self.scale.abs() <= 290 {
            return true;
        }
        // The digits that a double is written with are the fewest that mean it and no other.
        let written = format!("{}e{}", self.digits, -self.scale);
        let Ok(double) = written.parse::<f64>() else {
            return false;
        };
        let again = Number::read(&format!("{double:e}"));
        double.is_finite() && again.is_some_and(|again| again.trimmed() == self.trimmed())
    }
}

/// A product. Most fit words, whose product cannot be too large.
#[inline]
fn times(a: i128, b: i128) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => Some(i128::from(a) * i128::from(b)),
        _ => a.checked_mul(b),
    }
}

/// A power of ten. Units have few decimals.
fn tens(power: u32) -> Option<i128> {
    const FEW: [i128; 5] = [1, 10, 100, 1_000, 10_000];
    match FEW.get(power as usize) {
        Some(power) => Some(*power),
        None => 10_i128.checked_pow(power),
    }
}

/// A number of so few digits that they fit a word, without exponent: nearly all.
#[inline]
fn few_digits(text: &str) -> Option<Number> {
    let bytes = text.as_bytes();
    let (negative, rest) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, bytes),
    };
    if rest.len() > 18 || !rest.first()?.is_ascii_digit() {
        return None;
    }
    let mut digits = 0_i64;
    let mut scale = None;
    for byte in rest {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + i64::from(byte - b'0');
                scale = scale.map(|scale| scale + 1);
            }
            b'.' if scale.is_none() => scale = Some(0),
            _ => return None,
        }
    }
    let digits = if negative { -digits } else { digits };
    Some(Number {
        digits: i128::from(digits),
        scale: scale.unwrap_or(0),
    })
}
