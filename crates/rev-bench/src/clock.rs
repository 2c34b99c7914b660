//! Time, and what many times come to.

use serde::Serialize;
use std::time::{Duration, Instant};

/// The middle of several measurements, and how far they lie apart.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spread {
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

impl Spread {
    pub fn of(measured: impl IntoIterator<Item = f64>) -> Spread {
        let mut sorted: Vec<f64> = measured.into_iter().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |place: usize| sorted.get(place).copied().unwrap_or(f64::NAN);
        Spread {
            median: at(sorted.len() / 2),
            low: at(0),
            high: at(sorted.len().saturating_sub(1)),
        }
    }

    /// One over the other, round by round, so that a slow moment of the machine cancels out.
    pub fn ratio(over: &[f64], under: &[f64]) -> Spread {
        Spread::of(over.iter().zip(under).map(|(over, under)| over / under))
    }
}

/// How long something short is watched. The clock of the thread is coarse, and this is many of its ticks.
const SLICE: Duration = Duration::from_millis(60);

/// Seconds that something takes, done so often that they can be told.
pub fn seconds(mut work: impl FnMut()) -> f64 {
    let (mut times, mut more) = (0, 1_u32);
    let start = Stopwatch::start();
    loop {
        for _ in 0..more {
            work();
        }
        times += more;
        let elapsed = start.elapsed();
        if elapsed >= SLICE {
            return elapsed.as_secs_f64() / f64::from(times);
        }
        more = more.saturating_mul(2).min(1 << 20);
    }
}

/// Time that this thread has been running, where the system tells it; else time that has passed. What else the machine
/// does then matters little.
#[derive(Debug)]
pub enum Stopwatch {
    Running(Duration),
    Passed(Instant),
}

impl Stopwatch {
    pub fn start() -> Self {
        running().map_or_else(|| Self::Passed(Instant::now()), Self::Running)
    }

    pub fn elapsed(&self) -> Duration {
        match self {
            Self::Running(start) => running().unwrap_or_default().saturating_sub(*start),
            Self::Passed(start) => start.elapsed(),
        }
    }
}

/// The first number in this file of Linux is the time of this thread on a processor, in nanoseconds. It moves at every
/// tick of the clock, about 4 ms, so the figures of the shortest times are coarse.
fn running() -> Option<Duration> {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = status.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
