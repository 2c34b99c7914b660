//! From texts to tables: what they say, what may not change them, and what is no table.

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod order;
#[cfg(test)]
mod shown;
#[cfg(test)]
mod shuffle;

/// The example, and a package in which everything occurs.
#[cfg(test)]
mod packages {
    use rev_analysis::{Database, Levels, Package, SourceFile};
    use rev_lower::{Lowered, lower};
    use std::sync::Arc;

    pub const SUPPORT: &[&str] = &[include_str!("../../../../examples/support/support.rev")];
    pub const WIDE: &[&str] = &[
        include_str!("wide/tools.rev"),
        include_str!("wide/rules.rev"),
    ];

    pub fn lowered(texts: &[&str]) -> Lowered {
        let db = Database::default();
        let files = texts.iter().zip(1..);
        let files =
            files.map(|(text, n)| SourceFile::new(&db, format!("{n}.rev"), Arc::from(*text)));
        let package = Package::new(&db, files.collect(), Levels::default(), Vec::new());
        lower(&db, package)
            .unwrap_or_else(|errors| panic!("{errors:#?}\n{}", texts.join("\n====\n")))
    }
}
