//! The way in: a table that was loaded, and runs that are opened by it.

use crate::call::Call;
use crate::run::{Capability, OpenError, Run};
use rev_json::Json;
use rev_table::LoadError;
use std::ops::Deref;

/// A decision table, loaded and checked. It shows all that [`rev_table::Table`] shows.
/// ```
/// let table = rev_eval::Table::load(rev_eval::EXAMPLE).unwrap();
/// assert_eq!((table.policy(), table.version()), ("support", "2.1.0"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table(rev_table::Table);

impl Table {
    /// Reads a table. Everything in it is checked here, once. A host without a table denies every call.
    /// ```
    /// let refused = rev_eval::Table::load(b"something else").unwrap_err();
    /// assert_eq!(refused.to_string(), "this is no decision table: build one with `revc build`");
    /// ```
    pub fn load(bytes: &[u8]) -> Result<Table, LoadError> {
        rev_table::Table::load(bytes).map(Table)
    }

    /// Opens a run of an agent with at most what the agent has.
    /// ```
    /// # let table = rev_eval::Table::load(rev_eval::EXAMPLE).unwrap();
    /// let refused = table.open("nobody", Default::default()).unwrap_err();
    /// assert_eq!(refused.to_string(), "the table has no agent `nobody`");
    /// ```
    pub fn open(&self, agent: &str, capability: Capability) -> Result<Run, OpenError> {
        Run::open(self, agent, capability)
    }

    /// Takes up a run that was stored by [`Run::store`] with this secret.
    /// ```
    /// # let (table, run, _) = rev_eval::example();
    /// let stored = run.store(b"secret");
    /// assert_eq!(table.resume(&stored, b"secret").unwrap(), run);
    /// assert!(table.resume(&stored, b"guessed").is_err());
    /// ```
    pub fn resume(&self, stored: &[u8], secret: &[u8]) -> Result<Run, OpenError> {
        Run::resume(self, stored, secret)
    }
}

impl From<rev_table::Table> for Table {
    fn from(table: rev_table::Table) -> Table {
        Table(table)
    }
}

impl Deref for Table {
    type Target = rev_table::Table;

    fn deref(&self) -> &rev_table::Table {
        &self.0
    }
}

/// The bytes of a small table to try things with: the policy that the language's reference begins with.
/// ```
/// assert!(rev_eval::Table::load(rev_eval::EXAMPLE).is_ok());
/// ```
pub const EXAMPLE: &[u8] = include_bytes!("../example.revt");

/// That table, a run of it, and a call: a refund of 4000 INR.
/// ```
/// let (table, run, call) = rev_eval::example();
/// assert!(run.decide(&table, &call).codes(&table).contains(&"rule.refunds_are_asked_for".to_owned()));
/// ```
pub fn example() -> (Table, Run, Call<'static>) {
    let table = Table::load(EXAMPLE).unwrap_or_default();
    let run = table.open("support_bot", Capability::default());
    let args = Json::Text(r#"{"order": "ord_1", "amount": 4000}"#);
    let call = Call::new("payments.issue_refund", args);
    (table, run.unwrap_or_default(), call)
}
