//! Agreement comes first: times of contestants that decide differently say nothing.

use crate::calls::{Asked, Verdict};
use crate::contestant::Contestant;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Whoever is slower than this is asked about fewer calls.
const ENOUGH: Duration = Duration::from_secs(3);

/// What a contestant was asked, and how often it said something else than the first.
#[derive(Debug, Serialize)]
pub struct Agreement {
    pub name: &'static str,
    pub asked: usize,
    pub different: usize,
    /// The first difference, in words.
    pub example: Option<String>,
}

/// Compares everybody with what is right.
pub fn compare(
    contestants: &mut [Contestant<'_>],
    calls: &[Asked],
    right: &[Verdict],
) -> Vec<Agreement> {
    contestants
        .iter_mut()
        .map(|contestant| one(contestant, calls, right))
        .collect()
}

fn one(contestant: &mut Contestant<'_>, calls: &[Asked], right: &[Verdict]) -> Agreement {
    let mut said = Vec::new();
    let start = Instant::now();
    let mut verdicts = Vec::new();
    // In ever larger heads of the set, since a contestant knows calls by their place in it.
    let mut many = 64.min(calls.len());
    loop {
        contestant.decide(calls.get(..many).unwrap_or(calls), &mut verdicts);
        std::mem::swap(&mut said, &mut verdicts);
        if many == calls.len() || start.elapsed() * 3 > ENOUGH {
            break;
        }
        many = (many * 2).min(calls.len());
    }
    let mut different = said
        .iter()
        .zip(right)
        .zip(calls)
        .filter(|((said, right), _)| said != right);
    let example = different.next().map(|((said, right), asked)| {
        format!(
            "{} {} (said {}, before {}): {said:?} instead of {right:?}",
            asked.tool,
            asked.args,
            asked.said,
            asked.before.len()
        )
    });
    Agreement {
        name: contestant.name,
        asked: said.len(),
        different: usize::from(example.is_some()) + different.count(),
        example,
    }
}
