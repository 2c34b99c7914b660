//! Values that are written out in a test, as JSON.

use rev_analysis::hir::{Expr, ExprKind};
use serde_json::{Map, Value, json as new};

/// A value that is written out. Amounts and decimals are decimal text, times are milliseconds; `scale` tells a unit's
/// decimals.
pub fn json(expr: &Expr, scale: &impl Fn(&str) -> u32) -> Value {
    match &expr.kind {
        ExprKind::Bool(value) => new!(value),
        ExprKind::Text(text) => new!(text.as_str()),
        ExprKind::Int(value) => new!(value),
        ExprKind::Decimal { mantissa, scale } => new!(decimal(*mantissa, *scale)),
        ExprKind::Quantity { amount, unit } => new!(decimal(*amount, scale(unit))),
        ExprKind::Duration(time) => new!(time),
        ExprKind::List(elements) => elements
            .iter()
            .map(|element| json(element, scale))
            .collect(),
        ExprKind::Record(entries) => {
            let entries = entries.iter();
            let entries = entries.map(|(name, value)| (name.to_string(), json(value, scale)));
            Value::Object(entries.collect::<Map<String, Value>>())
        }
        // Scripts see nothing but what is written out.
        _ => Value::Null,
    }
}

/// Digits with a point before the last `scale` of them, without zeros at the end.
fn decimal(digits: i128, scale: u32) -> String {
    let negative = digits < 0;
    let mut text = digits.unsigned_abs().to_string();
    let scale = scale as usize;
    if scale > 0 {
        if text.len() <= scale {
            text.insert_str(0, &"0".repeat(scale + 1 - text.len()));
        }
        text.insert(text.len() - scale, '.');
        let kept = text.trim_end_matches('0').trim_end_matches('.').len();
        text.truncate(kept);
    }
    match negative {
        true => format!("-{text}"),
        false => text,
    }
}
