//! What lines and marks mean, below the picture's name.

use crate::draw::{number, text};
use crate::layout::{MARGIN, width};

const SIZE: f64 = 11.0;
const LINE: f64 = 20.0;

/// A sample and its meaning.
const ENTRIES: [(Sample, &str); 9] = [
    (Sample::Line("leak open"), "can leave, no person asked"),
    (Sample::Line("steer open"), "can be steered by strangers"),
    (Sample::Line("leak shut"), "dangerous, but closed"),
    (Sample::Line("yields"), "yields the label"),
    (Sample::Line("crosses"), "crosses the boundary"),
    (Sample::Line("undone"), "is taken back by"),
    (Sample::Line("implies"), "implies, or is part of"),
    (Sample::Sign("1"), "agent 1 may call it"),
    (Sample::Sign("↗"), "goes outside"),
];

#[derive(Clone, Copy)]
enum Sample {
    Line(&'static str),
    Sign(&'static str),
}

/// The legend within a width, from this height on, and where it ends.
pub fn legend(top: f64, most: f64) -> (String, f64) {
    let mut out = String::from("<g class=\"legend\">");
    let (mut x, mut y) = (MARGIN, top);
    for (sample, meaning) in ENTRIES {
        let own = 40.0 + width(meaning.chars().count(), SIZE);
        if x + own > most && x > MARGIN {
            (x, y) = (MARGIN, y + LINE);
        }
        match sample {
            Sample::Line(class) => {
                let [from, to, at] = [x, x + 28.0, y - 4.0].map(number);
                out.push_str(&format!(
                    "<path class=\"e {class}\" d=\"M{from} {at}H{to}\"/>"
                ));
            }
            Sample::Sign(sign) => out.push_str(&text("quiet", (x + 12.0, y), SIZE, 1, sign)),
        }
        out.push_str(&text("quiet", (x + 36.0, y), SIZE, 60, meaning));
        x += own + 18.0;
    }
    out.push_str("</g>\n");
    (out, y + LINE)
}
