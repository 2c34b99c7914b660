//! Tools by the name under which a call arrives: the same cost with ten tools and ten thousand.

use crate::layout::{AgentRecord, NONE, ToolRecord, tool};
use crate::load::Table;
use zerocopy::little_endian::U32;

impl Table {
    /// The tool that declares this very name.
    pub fn exact(&self, wire: &str) -> Option<(u32, &ToolRecord)> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash(wire) as usize & mask;
        for _ in 0..self.slots.len() {
            let number = self.slots.get(at)?.get();
            if number == NONE {
                return None;
            }
            let found = self.tools.get(number as usize)?;
            if self.text(found.wire.get()) == wire {
                return Some((number, found));
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Every glob that means this name, by number. Only asked where no tool declares the name itself. A tool that has
    /// another name on the wire is not known there by its own, and no glob speaks for it.
    pub fn matching<'a>(&'a self, wire: &'a str) -> impl Iterator<Item = (u32, &'a ToolRecord)> {
        let named = |number: &u32| self.text(*number).cmp(wire);
        let is_declared = self.renamed.binary_search_by(named).is_ok();
        let globs = self.globs.iter().filter_map(|number| {
            let number = number.get();
            self.tools.get(number as usize).map(|tool| (number, tool))
        });
        globs.filter(move |(_, tool)| !is_declared && names(self.text(tool.wire.get()), wire))
    }

    /// The agents that may call a tool of this name.
    pub fn agents_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = u32> + 'a {
        let agents = self.agents().iter().zip(0..);
        let may = move |agent: &AgentRecord| {
            let mut globs = self.refs(agent.may);
            globs.any(|glob| names(self.text(glob), name))
        };
        agents.filter_map(move |(agent, number)| may(agent).then_some(number))
    }

    /// The counters that a call of this name raises.
    pub fn counters_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = u32> + 'a {
        let counters = self.counters().iter().zip(0..);
        let counted = move |glob: u32| names(self.text(glob), name);
        counters.filter_map(move |(counter, number)| counted(counter.glob.get()).then_some(number))
    }
}

/// Names of tools that have another one on the wire, sorted.
pub(crate) fn renamed(table: &Table) -> Vec<u32> {
    let renamed = table.tools.iter().filter(|one| {
        let is_glob = one.flags.get() & tool::GLOB != 0;
        !is_glob && one.name.get() != one.wire.get()
    });
    let mut names: Vec<u32> = renamed.map(|one| one.name.get()).collect();
    names.sort_unstable_by(|a, b| table.text(*a).cmp(table.text(*b)));
    names
}

/// Open addressing, at most half full, so that a look-up ends after a step or two.
pub(crate) fn slots(
    tools: &[ToolRecord],
    name: impl Fn(&ToolRecord) -> u32,
    text: impl Fn(u32) -> u64,
) -> Vec<U32> {
    let exact = |one: &&ToolRecord| one.flags.get() & tool::GLOB == 0;
    let size = (tools.iter().filter(exact).count() * 2)
        .next_power_of_two()
        .max(2);
    let mut slots = vec![U32::new(NONE); size];
    for (number, one) in tools.iter().enumerate().filter(|(_, one)| exact(one)) {
        let mut at = text(name(one)) as usize & (size - 1);
        while slots.get(at).is_some_and(|slot| slot.get() != NONE) {
            at = (at + 1) & (size - 1);
        }
        if let Some(slot) = slots.get_mut(at) {
            *slot = U32::new(number as u32);
        }
    }
    slots
}

/// A hash that is the same on every machine, over eight bytes at a time.
pub(crate) fn hash(name: &str) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let bytes = name.as_bytes();
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        state = mix(state ^ u64::from_le_bytes(*word));
    }
    // The last eight bytes, some of them once more; or all of a short name.
    let word = match bytes.last_chunk() {
        Some(last) => u64::from_le_bytes(*last),
        None => rest
            .iter()
            .rev()
            .fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    mix(state ^ word ^ (name.len() as u64) << 56)
}

fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

/// Whether a glob over dotted names means a name: `*` stays within a segment, a last `*` takes the rest, `\*` is a star.
pub fn names(glob: &str, name: &str) -> bool {
    // Most globs have no star but a last one, which takes the rest whatever its segments are.
    let plain = |text: &str| !text.bytes().any(|byte| matches!(byte, b'*' | b'\\'));
    match glob.strip_suffix('*') {
        None if plain(glob) => return glob == name,
        Some(prefix) if plain(prefix) => return name.starts_with(prefix),
        _ => {}
    }
    let mut globs = glob.split('.');
    let mut names = name.split('.');
    let mut open_end = false;
    loop {
        match (globs.next(), names.next()) {
            (Some(glob), Some(name)) => {
                if !segment(glob.as_bytes(), name.as_bytes()) {
                    return false;
                }
                open_end = glob.ends_with('*') && !glob.ends_with("\\*");
            }
            (None, Some(_)) => return open_end,
            (None, None) => return true,
            (Some(_), None) => return false,
        }
    }
}

/// One segment. Only the last star seen can be stretched with any use, so nothing is tried twice.
fn segment(mut glob: &[u8], mut name: &[u8]) -> bool {
    let mut star: Option<(&[u8], &[u8])> = None;
    loop {
        let literal = match glob {
            [b'*', rest @ ..] => {
                star = Some((rest, name));
                glob = rest;
                continue;
            }
            [b'\\', literal, rest @ ..] | [literal, rest @ ..] => Some((literal, rest)),
            [] => None,
        };
        match (literal, name) {
            (Some((literal, after)), [found, rest @ ..]) if literal == found => {
                (glob, name) = (after, rest);
                continue;
            }
            (None, []) => return true,
            _ => {}
        }
        match star {
            Some((after, [_, rest @ ..])) => {
                star = Some((after, rest));
                (glob, name) = (after, rest);
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_star_stays_in_its_segment_and_a_last_one_takes_the_rest() {
        for (glob, name, means) in [
            ("a.b", "a.b", true),
            ("a.b", "a.bc", false),
            ("*", "a.b", true),
            ("a.*", "a.b", true),
            ("a.*", "a.b.c", true),
            ("a.*", "a", false),
            ("a.*", "ab.c", false),
            ("a_*", "a_b.c", true),
            ("a.*.c", "a.b.c", true),
            ("a.*.c", "a.b.b.c", false),
            ("*.c", "a.b.c", false),
            ("*.c*", "a.cd.e", true),
            ("a\\*", "a*", true),
            ("a\\*", "ab", false),
            ("a\\**", "a*b.c", true),
            ("a\\**", "ab", false),
        ] {
            assert_eq!(names(glob, name), means, "{glob} {name}");
        }
    }
}
