//! Whoever decides, behind one door.

use crate::calls::{Asked, Verdict};

/// Decides all calls of a set, in their order.
type Decide<'a> = Box<dyn FnMut(&[Asked], &mut Vec<Verdict>) + 'a>;

/// Somebody who can be asked about all calls of a set at once, so that the door costs nothing that could be measured.
pub struct Contestant<'a> {
    pub name: &'static str,
    decide: Decide<'a>,
}

impl std::fmt::Debug for Contestant<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Contestant").field(&self.name).finish()
    }
}

impl<'a> Contestant<'a> {
    /// `decide` is given the number of a call in its set, and the call.
    pub fn new(
        name: &'static str,
        mut decide: impl FnMut(usize, &Asked) -> Verdict + 'a,
    ) -> Contestant<'a> {
        let all = move |calls: &[Asked], verdicts: &mut Vec<Verdict>| {
            for (number, asked) in calls.iter().enumerate() {
                verdicts.push(decide(number, asked));
            }
        };
        Contestant {
            name,
            decide: Box::new(all),
        }
    }

    /// Decides all calls. What `verdicts` held before is gone.
    pub fn decide(&mut self, calls: &[Asked], verdicts: &mut Vec<Verdict>) {
        verdicts.clear();
        (self.decide)(calls, verdicts);
    }
}
