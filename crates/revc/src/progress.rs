//! A line on the standard error that tells how far a long check or replay has come.
//!
//! A thread of its own writes it, because one large file can take longer than anybody waits in silence.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long nothing is said, and how often something is said then.
#[derive(Clone, Copy, Debug)]
struct Pace {
    patience: Duration,
    interval: Duration,
}

const PACE: Pace = Pace {
    patience: Duration::from_secs(1),
    // Often enough to look alive.
    interval: Duration::from_millis(100),
};

/// Cleared when it is dropped.
#[derive(Debug)]
pub struct Progress {
    done: Arc<AtomicUsize>,
    /// None where nobody is looking.
    writer: Option<(Sender<()>, JoinHandle<()>)>,
}

/// Progress over `total` files, on the standard error if that is a terminal.
pub fn on_stderr(total: usize) -> Progress {
    on_stderr_of("checking", "file", total)
}

/// Progress in doing something to `total` things of a kind.
pub fn on_stderr_of(doing: &'static str, what: &'static str, total: usize) -> Progress {
    let out = Some(io::stderr()).filter(IsTerminal::is_terminal);
    start(out, Task { doing, what, total }, PACE)
}

/// What is being done, and to how many.
#[derive(Clone, Copy, Debug)]
struct Task {
    doing: &'static str,
    what: &'static str,
    total: usize,
}

impl Task {
    fn line(self, done: usize) -> String {
        let Task { doing, what, total } = self;
        match total {
            // Nobody knew how many there would be.
            _ if done > total => format!("{doing} {done} {what}s…"),
            1 => format!("{doing} 1 {what}…"),
            _ => format!("{doing} {done} of {total} {what}s…"),
        }
    }
}

fn start(out: Option<impl Write + Send + 'static>, task: Task, pace: Pace) -> Progress {
    let done = Arc::new(AtomicUsize::new(0));
    let writer = out.and_then(|out| {
        let (stop, stopped) = mpsc::channel();
        let done = Arc::clone(&done);
        let run = move || write(out, &done, task, pace, &stopped);
        // Without a thread there is no line, and nothing depends on it.
        let thread = thread::Builder::new().spawn(run).ok()?;
        Some((stop, thread))
    });
    Progress { done, writer }
}

fn write(mut out: impl Write, done: &AtomicUsize, task: Task, pace: Pace, stopped: &Receiver<()>) {
    let mut wait = pace.patience;
    let mut shown = false;
    while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let line = task.line(done.load(Ordering::Relaxed));
        let _ = write!(out, "\r\x1b[2K{line}").and_then(|()| out.flush());
        wait = pace.interval;
        shown = true;
    }
    if shown {
        let _ = write!(out, "\r\x1b[2K").and_then(|()| out.flush());
    }
}

impl Progress {
    /// `done` files are behind us.
    pub fn step(&self, done: usize) {
        self.done.store(done, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.writer.take() {
            drop(stop);
            // What comes next on the terminal must find the line cleared.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn checking(total: usize) -> Task {
        Task {
            doing: "checking",
            what: "file",
            total,
        }
    }

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Screen {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    #[test]
    fn a_short_check_says_nothing() {
        let screen = Screen::default();
        let progress = start(Some(screen.clone()), checking(4000), PACE);
        progress.step(312);
        drop(progress);
        assert_eq!(screen.text(), "");
    }

    #[test]
    fn a_long_check_says_how_far_it_is_and_cleans_up() {
        for (total, line) in [
            (4000, "checking 312 of 4000 files…"),
            (1, "checking 312 files…"),
        ] {
            let soon = Pace {
                patience: Duration::from_millis(20),
                interval: Duration::from_millis(1),
            };
            let screen = Screen::default();
            let progress = start(Some(screen.clone()), checking(total), soon);
            progress.step(312);
            while !screen.text().contains(line) {
                thread::yield_now();
            }
            drop(progress);
            assert!(screen.text().ends_with("\r\x1b[2K"), "{}", screen.text());
        }
    }

    #[test]
    fn nobody_is_waited_for_longer_than_a_second() {
        assert_eq!(PACE.patience, Duration::from_secs(1));
        drop(start(None::<Screen>, checking(1), PACE));
    }
}
