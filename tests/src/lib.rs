//! The runner of the language tests: Markdown in, what disagrees out.
//!
//! A heading names a test, a `rev` block is a file of it, and `//~ CODE "part of the message"` announces a finding on
//! its line (`//~^` on the line above). What is announced must be found, what is found must be announced, and a block
//! without findings is formatted. See `lang/README.md`.

pub mod agentdojo;
mod announce;
pub mod conformance;
mod markdown;
mod run;

pub use markdown::{Block, Page, Test, tests};
pub use run::{Find, Finding, checked, compared, decided, errors, run, syntax, table};
