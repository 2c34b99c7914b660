//! Why a command could not do its work, with advice.

use crate::terminal;
use std::fmt;
use std::io;

/// Printed on the standard error; the command then ends with 2.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    /// Lower case, no full stop.
    message: String,
    help: Vec<String>,
}

impl Failure {
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: Vec::new(),
        }
    }

    /// `name` is the file or stream that could not be read or written.
    pub fn io(doing: &str, name: &str, error: &io::Error) -> Self {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "it does not exist".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        Self::new(format!("cannot {doing} `{name}`: {reason}"))
    }

    /// Prints it on the standard error.
    pub fn tell(&self) {
        terminal::complain(&rev_diagnostics::visible(&self.to_string()));
    }

    /// Adds a line of advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        for help in &self.help {
            write!(f, "\nhelp: {help}")?;
        }
        Ok(())
    }
}
