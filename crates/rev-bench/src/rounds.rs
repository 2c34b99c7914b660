//! Interleaved rounds: everybody is timed once in each, so that a slow moment of the machine is shared by all.

use crate::calls::{Asked, Verdict};
use crate::contestant::Contestant;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long one contestant is watched in one round, if it is fast.
const SLICE: Duration = Duration::from_millis(10);
/// Whoever needs longer for all calls is given fewer.
const TOO_LONG: Duration = Duration::from_millis(100);

/// What was measured of one contestant.
#[derive(Debug)]
pub struct Timed {
    pub name: &'static str,
    /// Nanoseconds for one call, by round.
    pub nanoseconds: Vec<f64>,
}

struct Pace {
    calls: usize,
    repeats: u32,
}

/// Times everybody.
pub fn time(contestants: &mut [Contestant<'_>], calls: &[Asked], rounds: usize) -> Vec<Timed> {
    let mut verdicts = Vec::with_capacity(calls.len());
    let paces: Vec<Pace> = contestants
        .iter_mut()
        .map(|contestant| pace(contestant, calls, &mut verdicts))
        .collect();
    let mut timed: Vec<Timed> = contestants
        .iter()
        .map(|contestant| Timed {
            name: contestant.name,
            nanoseconds: Vec::with_capacity(rounds),
        })
        .collect();
    for _ in 0..rounds.max(1) {
        for ((contestant, pace), timed) in contestants.iter_mut().zip(&paces).zip(&mut timed) {
            let calls = calls.get(..pace.calls).unwrap_or(calls);
            let start = Instant::now();
            for _ in 0..pace.repeats {
                contestant.decide(black_box(calls), &mut verdicts);
                black_box(&verdicts);
            }
            let decided = f64::from(pace.repeats) * calls.len() as f64;
            let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
            timed.nanoseconds.push(nanoseconds / decided);
        }
    }
    timed
}

/// How often a contestant decides how many calls; it is warm afterwards.
fn pace(contestant: &mut Contestant<'_>, calls: &[Asked], verdicts: &mut Vec<Verdict>) -> Pace {
    let few = calls.get(..calls.len().min(4)).unwrap_or(calls);
    let start = Instant::now();
    contestant.decide(few, verdicts);
    let one = start.elapsed() / u32::try_from(few.len().max(1)).unwrap_or(1);
    let fitting = TOO_LONG.as_nanos() / one.as_nanos().max(1);
    let many = usize::try_from(fitting).unwrap_or(usize::MAX);
    let many = many.clamp(few.len(), calls.len());
    let calls = calls.get(..many).unwrap_or(calls);
    let start = Instant::now();
    contestant.decide(calls, verdicts);
    let repeats = SLICE.as_nanos() / start.elapsed().as_nanos().max(1);
    Pace {
        calls: many,
        repeats: u32::try_from(repeats).unwrap_or(1).max(1),
    }
}
