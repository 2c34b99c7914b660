//! How far a run has come towards its boundaries.

use rev_table::{BoundaryRecord, Table, boundary};
use rev_text::Truth;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// For every boundary whether it was crossed, and for a sequence each of its steps but the last: certainly, or perhaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    yes: Vec<u64>,
    perhaps: Vec<u64>,
}

/// Bits that a call adds.
pub(crate) type Steps = SmallVec<[(u32, Truth); 4]>;

impl Progress {
    pub fn new(bits: usize) -> Progress {
        let words = bits.div_ceil(64);
        Progress {
            yes: vec![0; words],
            perhaps: vec![0; words],
        }
    }

    pub fn fits(&self, bits: usize) -> bool {
        let words = bits.div_ceil(64);
        self.yes.len() == words && self.perhaps.len() == words
    }

    #[inline]
    pub fn get(&self, bit: u32) -> Truth {
        let has = |words: &[u64]| {
            let word = words.get(bit as usize / 64);
            word.is_some_and(|word| word & 1 << (bit % 64) != 0)
        };
        match (has(&self.yes), has(&self.perhaps)) {
            (true, _) => Truth::True,
            (false, true) => Truth::Unknown,
            (false, false) => Truth::False,
        }
    }

    pub fn take(&mut self, steps: &[(u32, Truth)]) {
        for (bit, truth) in steps {
            let words = match truth {
                Truth::True => &mut self.yes,
                Truth::Unknown => &mut self.perhaps,
                Truth::False => continue,
            };
            if let Some(word) = words.get_mut(*bit as usize / 64) {
                *word |= 1 << (*bit % 64);
            }
        }
    }
}

/// Whether a composed boundary is crossed by a call that crosses some of its parts, and which bits that adds.
pub(crate) fn compose(
    table: &Table,
    progress: &Progress,
    record: &BoundaryRecord,
    now: impl Fn(u32) -> Truth,
    steps: &mut Steps,
) -> Truth {
    let before = |part: u32| match table.boundary(part) {
        Some(part) => progress.get(part.first_bit.get()),
        None => Truth::Unknown,
    };
    let parts = || table.refs(record.parts);
    match record.kind {
        boundary::OR => Truth::any(parts().map(now)),
        // Both, in any order: one of them now, all of them by now.
        boundary::AND => {
            let some = Truth::any(parts().map(&now));
            let all = Truth::all(parts().map(|part| now(part).or(before(part))));
            some.and(all)
        }
        boundary::THEN => {
            // How far the sequence had come, and how far it comes with this call.
            let mut reached = Truth::True;
            let mut crossed = Truth::False;
            for (part, step) in parts().zip(1..) {
                crossed = reached.and(now(part));
                let earlier = match step == record.parts.len.get() {
                    true => Truth::False,
                    false => progress.get(record.first_bit.get() + step),
                };
                reached = earlier.or(crossed);
                if step < record.parts.len.get() && crossed != Truth::False {
                    steps.push((record.first_bit.get() + step, crossed));
                }
            }
            crossed
        }
        _ => Truth::Unknown,
    }
}

/// Steps left until a boundary is crossed; `None` where it is not known how many.
pub(crate) fn distance(table: &Table, progress: &Progress, boundary: u32) -> Option<u32> {
    let record = table.boundary(boundary)?;
    let known = |bit: u32| match progress.get(bit) {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Unknown => None,
    };
    let mut left = 0_u32;
    let mut reached = true;
    for (part, step) in table.refs(record.parts).zip(1..) {
        let steps = || distance(table, progress, part);
        match record.kind {
            boundary::OR if step == 1 => left = steps()?,
            boundary::OR => left = left.min(steps()?),
            boundary::AND if known(table.boundary(part)?.first_bit.get())? => {}
            boundary::THEN => {
                let last = step == record.parts.len.get();
                reached &= !last && known(record.first_bit.get() + step)?;
                left = left.saturating_add(if reached { 0 } else { steps()? });
            }
            _ => left = left.saturating_add(steps()?),
        }
    }
    // What was crossed is crossed again by one step.
    Some(left.max(1))
}
