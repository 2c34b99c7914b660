//! The database: the inputs of an analysis, and where its answers are kept.

use crate::item::Item;
use crate::lints::Levels;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// One text of a package.
#[salsa::input(debug)]
pub struct SourceFile {
    /// As printed.
    #[returns(deref)]
    pub name: String,
    #[returns(deref)]
    pub text: Arc<str>,
}

/// Texts that share one name space, and how lints are told there.
#[salsa::input(debug)]
pub struct Package {
    #[returns(deref)]
    pub files: Vec<SourceFile>,
    #[returns(ref)]
    pub levels: Levels,
    /// Files of dependencies: their items are in scope, their lints are their own business.
    #[returns(deref)]
    pub foreign: Vec<SourceFile>,
}

/// What every query can be asked of.
#[salsa::db]
pub trait Db: salsa::Database {
    /// Tells the log, if there is one, that an item is checked anew.
    fn checking(&self, item: Item<'_>);
}

/// The one implementation.
#[salsa::db]
#[derive(Clone)]
pub struct Database {
    storage: salsa::Storage<Self>,
    log: Option<Log>,
}

type Log = Arc<dyn Fn(String) + Send + Sync>;

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {
    fn checking(&self, item: Item<'_>) {
        if let Some(log) = &self.log {
            let key = item.key(self);
            log(
                format!("checking {} {}", key.kind.word(), key.names.join(", "))
                    .trim_end()
                    .to_owned(),
            );
        }
    }
}

impl Default for Database {
    fn default() -> Self {
        Self {
            storage: salsa::Storage::new(None),
            log: None,
        }
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

impl Database {
    /// A database that tells each query it executes, by its name and number, and each item that it checks, as in
    /// `checking tool orders.get`. For tests that prove what was not done again.
    pub fn logging(log: impl Fn(String) + Send + Sync + 'static) -> Self {
        let log: Log = Arc::new(log);
        let queries = Arc::clone(&log);
        let tell = move |event: salsa::Event| {
            if let salsa::EventKind::WillExecute { database_key } = event.kind {
                queries(format!("{database_key:?}"));
            }
        };
        Self {
            storage: salsa::Storage::new(Some(Box::new(tell))),
            log: Some(log),
        }
    }
}

/// What `work` says, or nothing if an input was set meanwhile and the answer would be out of date. Whoever sets an
/// input waits until every other handle on the database has been dropped or has given up in this way.
pub fn unless_cancelled<T>(db: &Database, work: impl FnOnce(&Database) -> T) -> Option<T> {
    // Nothing is left half done in a database: its answers are kept only when they are whole.
    salsa::Cancelled::catch(AssertUnwindSafe(|| work(db))).ok()
}
