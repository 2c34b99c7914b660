//! The two output streams: colour, width, and readers that go away early.

use crate::failure::Failure;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// Writes to the standard output. A reader that has closed the pipe has seen enough: no message, and the
/// command still ends with the code of its findings.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::io("write", "standard output", &error))
        }
        _ => Ok(()),
    }
}

/// Writes a line to the standard error. There is nowhere left to tell of a failure.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Whether to print colours on the standard output.
pub fn colour() -> bool {
    wants_colour(io::stdout().is_terminal(), |name| std::env::var_os(name))
}

fn wants_colour(is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let refused = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = variable("TERM").is_some_and(|value| value == "dumb");
    is_terminal && !refused && !dumb
}

/// Whether lines and arrows beyond ASCII can be printed: yes, unless the locale names another encoding.
pub fn unicode() -> bool {
    knows_unicode(|name| std::env::var_os(name))
}

fn knows_unicode(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty())
        .is_none_or(|locale| {
            let locale = locale.to_string_lossy().to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
}

/// Columns to fill: the terminal's, within what reads well.
pub fn width() -> usize {
    terminal_size::terminal_size()
        .map_or(100, |(terminal_size::Width(width), _)| usize::from(width))
        .clamp(40, 120)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_follows_the_terminal_and_what_the_user_wants() {
        let with = |is_terminal, set: &str, value: &str| {
            wants_colour(is_terminal, |name| (name == set).then(|| value.into()))
        };
        assert!(with(true, "TERM", "xterm"));
        assert!(!with(false, "TERM", "xterm"));
        assert!(!with(true, "TERM", "dumb"));
        assert!(!with(true, "NO_COLOR", "1"));
        assert!(with(true, "NO_COLOR", ""));
    }

    #[test]
    fn lines_beyond_ascii_follow_the_locale() {
        let with =
            |set: &str, value: &str| knows_unicode(|name| (name == set).then(|| value.into()));
        assert!(with("OTHER", ""));
        assert!(with("LANG", "de_DE.UTF-8"));
        assert!(with("LC_ALL", "C.utf8"));
        assert!(!with("LC_ALL", "C"));
        assert!(!with("LC_CTYPE", "de_DE.ISO-8859-1"));
    }
}
