//! Numbers and durations as written, exactly.

/// `mantissa` times ten to the power of minus `scale`, without zeros at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    pub mantissa: i128,
    pub scale: u32,
}

/// A number such as `-5_000` or `0.25`; `None` if it has too many digits.
pub fn decimal(written: &str) -> Option<Decimal> {
    let (negative, digits) = match written.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, written),
    };
    let (mut mantissa, mut scale, mut point) = (0_i128, 0_u32, false);
    for byte in digits.bytes() {
        match byte {
            b'_' => {}
            b'.' => point = true,
            b'0'..=b'9' => {
                let digit = i128::from(byte - b'0');
                mantissa = mantissa.checked_mul(10)?.checked_add(digit)?;
                scale += u32::from(point);
            }
            _ => return None,
        }
    }
    while scale > 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        scale -= 1;
    }
    let mantissa = if negative { -mantissa } else { mantissa };
    Some(Decimal { mantissa, scale })
}

impl Decimal {
    /// As a whole number; `1.0` is one.
    pub fn int(self) -> Option<i64> {
        (self.scale == 0)
            .then(|| i64::try_from(self.mantissa).ok())
            .flatten()
    }

    /// In parts of which ten to the power of `scale` make one; `None` if that is not exact or too large.
    pub fn parts(self, scale: u32) -> Option<i128> {
        let more = scale.checked_sub(self.scale)?;
        self.mantissa.checked_mul(10_i128.checked_pow(more)?)
    }
}

/// An amount of a unit as a person writes it: `5_000.50`.
pub fn shown(amount: i128, scale: u32) -> String {
    let digits = amount.unsigned_abs().to_string();
    let scale = scale as usize;
    let digits = format!("{digits:0>width$}", width = scale + 1);
    let (whole, part) = digits
        .split_at_checked(digits.len() - scale)
        .unwrap_or((&digits, ""));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) && whole.len() > 3 {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    let sign = if amount < 0 { "-" } else { "" };
    match part.bytes().all(|digit| digit == b'0') {
        true => format!("{sign}{grouped}"),
        false => format!("{sign}{grouped}.{part}"),
    }
}

/// A duration such as `72h` in milliseconds; `None` if it is too long.
pub fn milliseconds(written: &str) -> Option<u64> {
    let end = written
        .bytes()
        .position(|byte| byte.is_ascii_alphabetic())?;
    let (digits, unit) = written.split_at_checked(end)?;
    let number: u64 = digits.replace('_', "").parse().ok()?;
    let each = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    number.checked_mul(each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        assert_eq!(decimal("5_000").unwrap().int(), Some(5_000));
        assert_eq!(decimal("1.0").unwrap().int(), Some(1));
        assert_eq!(decimal("0.25").unwrap().parts(2), Some(25));
        assert_eq!(decimal("0.005").unwrap().parts(2), None);
        assert_eq!(decimal("5_000.50").unwrap().parts(2), Some(500_050));
        assert_eq!(decimal("-1.50").unwrap().parts(2), Some(-150));
        assert_eq!(decimal(&"9".repeat(50)), None);
        assert_eq!(decimal("9223372036854775808").unwrap().int(), None);
    }

    #[test]
    fn amounts_read_as_they_are_written() {
        assert_eq!(shown(500_050, 2), "5_000.50");
        assert_eq!(shown(500_000, 2), "5_000");
        assert_eq!(shown(5, 2), "0.05");
        assert_eq!(shown(1_234_567, 0), "1_234_567");
    }

    #[test]
    fn durations() {
        assert_eq!(milliseconds("72h"), Some(259_200_000));
        assert_eq!(milliseconds("500ms"), Some(500));
        assert_eq!(milliseconds("999999999999999999d"), None);
    }
}
