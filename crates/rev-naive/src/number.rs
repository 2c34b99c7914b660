//! Exact decimals.

use std::cmp::Ordering;

/// `digits` times ten to the power of `power`, without zeros at the end of its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    digits: i128,
    power: i32,
}

impl Decimal {
    pub fn new(digits: i128, power: i32) -> Decimal {
        let mut decimal = Decimal { digits, power };
        if digits == 0 {
            decimal.power = 0;
        }
        while decimal.digits != 0 && decimal.digits % 10 == 0 {
            decimal.digits /= 10;
            decimal.power += 1;
        }
        decimal
    }

    pub fn int(value: i64) -> Decimal {
        Decimal::new(i128::from(value), 0)
    }

    /// A number as JSON writes it.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (sign, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", mantissa),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        if whole.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let kept = all.trim_start_matches('0').trim_end_matches('0');
        let zeros = all.len() - all.trim_end_matches('0').len();
        if kept.is_empty() {
            return Some(Decimal::int(0));
        }
        let digits: i128 = format!("{sign}{kept}").parse().ok()?;
        let fraction = i32::try_from(fraction.len()).ok()?;
        let power = exponent
            .checked_sub(fraction)?
            .checked_add(i32::try_from(zeros).ok()?)?;
        // No type holds a number beyond this.
        (-400..=400)
            .contains(&power)
            .then(|| Decimal::new(digits, power))
    }

    pub fn is_negative(self) -> bool {
        self.digits < 0
    }

    /// How many parts of `10^-scale` it is, if it is a whole number of them.
    pub fn parts(self, scale: u32) -> Option<i128> {
        if self.digits == 0 {
            return Some(0);
        }
        let power = self.power.checked_add(i32::try_from(scale).ok()?)?;
        let tens = 10_i128.checked_pow(u32::try_from(power).ok()?)?;
        self.digits.checked_mul(tens)
    }

    pub fn whole(self) -> Option<i64> {
        i64::try_from(self.parts(0)?).ok()
    }

    fn aligned(self, other: Decimal) -> Option<(i128, i128, i32)> {
        let power = self.power.min(other.power);
        let raise = |one: Decimal| {
            let by = u32::try_from(one.power - power).ok()?;
            one.digits.checked_mul(10_i128.checked_pow(by)?)
        };
        Some((raise(self)?, raise(other)?, power))
    }

    pub fn compare(self, other: Decimal) -> Option<Ordering> {
        if self.digits.signum() != other.digits.signum() || self.digits == 0 {
            return Some(self.digits.signum().cmp(&other.digits.signum()));
        }
        let (a, b, _) = self.aligned(other)?;
        Some(a.cmp(&b))
    }

    pub fn plus(self, other: Decimal) -> Option<Decimal> {
        let (a, b, power) = self.aligned(other)?;
        Some(Decimal::new(a.checked_add(b)?, power))
    }

    pub fn minus(self, other: Decimal) -> Option<Decimal> {
        let (a, b, power) = self.aligned(other)?;
        Some(Decimal::new(a.checked_sub(b)?, power))
    }

    pub fn times(self, other: Decimal) -> Option<Decimal> {
        let digits = self.digits.checked_mul(other.digits)?;
        Some(Decimal::new(digits, self.power.checked_add(other.power)?))
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}e{}", self.digits, self.power)
    }
}
