//! Interleaved rounds: everybody is timed once in each, so that a slow moment of the machine is shared by all.

use crate::calls::{Asked, Verdict};
use crate::clock;
use crate::contestant::Contestant;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Whoever needs longer for all calls is given fewer.
const TOO_LONG: Duration = Duration::from_millis(100);

/// What was measured of one contestant.
#[derive(Debug)]
pub struct Timed {
    pub name: &'static str,
    /// Nanoseconds for one call, by round.
    pub nanoseconds: Vec<f64>,
}

/// Times everybody.
pub fn time(contestants: &mut [Contestant<'_>], calls: &[Asked], rounds: usize) -> Vec<Timed> {
    let mut verdicts = Vec::with_capacity(calls.len());
    let heads: Vec<&[Asked]> = contestants
        .iter_mut()
        .map(|contestant| head(contestant, calls, &mut verdicts))
        .collect();
    let mut timed: Vec<Timed> = contestants
        .iter()
        .map(|contestant| Timed {
            name: contestant.name,
            nanoseconds: Vec::with_capacity(rounds),
        })
        .collect();
    for _ in 0..rounds.max(1) {
        for ((contestant, calls), timed) in contestants.iter_mut().zip(&heads).zip(&mut timed) {
            let seconds = clock::seconds(|| {
                contestant.decide(black_box(calls), &mut verdicts);
                black_box(&verdicts);
            });
            timed.nanoseconds.push(seconds * 1e9 / calls.len() as f64);
        }
    }
    timed
}

/// As many calls as a contestant decides in a bearable time; it is warm afterwards.
fn head<'a>(
    contestant: &mut Contestant<'_>,
    calls: &'a [Asked],
    verdicts: &mut Vec<Verdict>,
) -> &'a [Asked] {
    let few = calls.get(..calls.len().min(4)).unwrap_or(calls);
    let start = Instant::now();
    contestant.decide(few, verdicts);
    let one = start.elapsed() / u32::try_from(few.len().max(1)).unwrap_or(1);
    let many = TOO_LONG.as_nanos() / one.as_nanos().max(1);
    let many = usize::try_from(many).unwrap_or(usize::MAX);
    let many = many.clamp(few.len(), calls.len());
    let calls = calls.get(..many).unwrap_or(calls);
    contestant.decide(calls, verdicts);
    calls
}
