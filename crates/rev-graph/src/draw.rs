//! Pieces of SVG: a text that keeps to its width, a curve between two boxes.

use crate::escape;
use crate::layout::{Box, width};
use crate::name::{cells, shortened};

/// Numbers without a tail, so that they are the same everywhere.
pub fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    match tenths % 10 {
        0 => format!("{}", tenths / 10),
        tail => format!(
            "{}{}.{}",
            if tenths < 0 { "-" } else { "" },
            (tenths / 10).abs(),
            tail.abs()
        ),
    }
}

/// A text from this place on, of no more than so many cells. Its width is stated, so that no font of another reader makes
/// it run into what stands beside it.
pub fn text(class: &str, (x, y): (f64, f64), size: f64, most: usize, text: &str) -> String {
    let shown = shortened(text, most);
    let cells = cells(&shown);
    if cells == 0 {
        return String::new();
    }
    format!(
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>",
        number(x),
        number(y),
        number(size),
        number(width(cells, size)),
        escape::xml(&shown)
    )
}

pub fn rect(class: &str, at: Box, round: f64) -> String {
    format!(
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        number(at.x),
        number(at.y),
        number(at.w),
        number(at.h),
        number(round)
    )
}

/// What is shown while the pointer rests here: visible lines.
pub fn title(lines: &[String]) -> String {
    format!("<title>{}</title>", escape::xml(&lines.join("\n")))
}

/// The way of a curve from one side of a box to the facing side of another.
pub fn between(from: Box, to: Box, shift: f64) -> String {
    let (x1, x2, turn) = match from.x < to.x {
        true => (from.right(), to.x, 1.0),
        false => (from.x, to.right(), -1.0),
    };
    let (y1, y2) = (from.middle() + shift, to.middle() + shift / 2.0);
    let pull = ((x2 - x1).abs() / 2.0).clamp(30.0, 220.0) * turn;
    let [x1, x2, y1, y2, a, b] = [x1, x2, y1, y2, x1 + pull, x2 - pull].map(number);
    format!("M{x1} {y1}C{a} {y1} {b} {y2} {x2} {y2}")
}

/// The way from the right side of a box to the right side of another in the same column.
pub fn around(from: Box, to: Box, lane: usize) -> String {
    let x = from.right().max(to.right()) + 16.0 + 7.0 * lane as f64;
    let turn = if from.y < to.y { 5.0 } else { -5.0 };
    let [x1, x2, a, b, corner] = [from.right(), to.right(), x - 5.0, x, x].map(number);
    let (y1, y2) = (from.middle() + 3.0, to.middle() - 3.0);
    let [up, down] = [y1 + turn, y2 - turn].map(number);
    let [y1, y2] = [y1, y2].map(number);
    format!("M{x1} {y1}H{a}Q{corner} {y1} {b} {up}V{down}Q{corner} {y2} {a} {y2}H{x2}")
}

/// The way from a box down to the one that stands indented below it.
pub fn elbow(from: Box, to: Box) -> String {
    let [x, right] = [from.x + 9.0, to.x].map(number);
    let [top, middle] = [from.bottom(), to.middle()].map(number);
    format!("M{x} {top}V{middle}H{right}")
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_a_decimal_at_most() {
        let shown = [0.0, 1.0, 1.25, -0.3, -2.0, 99.96].map(number);
        assert_eq!(shown, ["0", "1", "1.3", "-0.3", "-2", "100"]);
    }
}
