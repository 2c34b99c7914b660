//! JSON read where it stands, with exact numbers, and written in the canonical form of RFC 8785.
//!
//! [`Json`] is a value in bytes that nobody parsed yet, or a tree that somebody did; both are walked alike. [`Number`] is
//! what a number says, digit by digit. This crate knows nothing of the rest of the workspace.
//!
//! ```
//! use rev_json::{Json, canonical};
//! let json = Json::parse(r#"{ "b": 1.50, "a": "\u0041" }"#).unwrap();
//! assert_eq!(json.get("a").and_then(Json::text).as_deref(), Some("A"));
//! assert_eq!(canonical(json).unwrap(), r#"{"a":"A","b":1.5}"#);
//! ```

mod canonical;
mod json;
mod number;
mod scan;

pub use canonical::{canonical, quoted, sorted};
pub use json::{Entries, Items, Json, NotJson, Shape};
pub use number::Number;
