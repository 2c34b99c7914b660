//! An edit re-checks what it touches, and nothing else; and work that is out of date is given up.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "only tests")]

use rev_analysis::{Database, Levels, Package, SourceFile, check, diagnostics, unless_cancelled};
use salsa::{Database as _, Setter};
use std::sync::{Arc, Mutex};

/// A package that has been checked, and a log of what is done from then on.
struct Workbench {
    db: Database,
    files: Vec<SourceFile>,
    package: Package,
    log: Arc<Mutex<Vec<String>>>,
}

const UNITS: &str = "policy p 1.0.0\nlabel pii\n";
const TOOLS: &str = "\
tool notes.add {
    args   { text: text }
    result { id: text }
    effect internal
    reversal reversible {
        by       notes.remove { id: result.id }
        approval auto
        verify   notes.get { id: result.id } until seen absent attempts 3
    }
    blast { calls 10 }
}
tool notes.remove undoes notes.add { args { id: text }; effect internal }
tool notes.get { args { id: text }; effect none; yields pii }
tool other.get { effect none }
";
const AGENT: &str = "\
tool notes.show { args { id: text }; effect none; dry_run notes.get { id: args.id } }
tool lonely.get { effect none }
rule r { when call is notes.* and not args.id said; gate approval }
agent bot { may notes.*, other.*, lonely.*; up_to reversible_internal }
";

impl Workbench {
    fn new() -> Self {
        let log = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::clone(&log);
        let db = Database::logging(move |line| written.lock().unwrap().push(line));
        let file = |name: &str, text: &str| SourceFile::new(&db, name.to_owned(), Arc::from(text));
        let files = vec![
            file("units.rev", UNITS),
            file("tools.rev", TOOLS),
            file("agent.rev", AGENT),
        ];
        let package = Package::new(&db, files.clone(), Levels::default(), Vec::new());
        let bench = Self {
            db,
            files,
            package,
            log,
        };
        check(&bench.db, bench.package);
        assert!(bench.checked().contains(&"tool notes.add".to_owned()));
        bench
    }

    /// What was checked since the last look.
    fn checked(&self) -> Vec<String> {
        let lines = std::mem::take(&mut *self.log.lock().unwrap());
        let mut items: Vec<String> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("checking "))
            .map(str::to_owned)
            .collect();
        items.sort();
        items
    }

    /// What is checked after an edit.
    fn after(&mut self, file: usize, from: &str, to: &str) -> Vec<String> {
        let text = self.files[file].text(&self.db).to_owned();
        assert!(text.contains(from), "{from}");
        let text: Arc<str> = Arc::from(text.replacen(from, to, 1));
        self.files[file].set_text(&mut self.db).to(text);
        check(&self.db, self.package);
        self.checked()
    }
}

#[test]
fn nothing_changed_nothing_done() {
    let bench = Workbench::new();
    check(&bench.db, bench.package);
    assert_eq!(*bench.log.lock().unwrap(), Vec::<String>::new());
}

#[test]
fn an_edit_that_only_moves_lines_checks_nothing() {
    let mut bench = Workbench::new();
    let none: [&str; 0] = [];
    assert_eq!(
        bench.after(1, "tool notes.add", "// a comment\n\ntool notes.add"),
        none
    );
    assert_eq!(bench.after(0, "label", "\n\nlabel"), none);
    assert_eq!(bench.after(2, "agent", "// ü\nagent"), none);
}

#[test]
fn moved_findings_are_told_where_they_are_now() {
    let mut bench = Workbench::new();
    bench.after(2, "other.*", "othre.thing");
    bench.after(
        2,
        "lonely.get { effect none }",
        "lonely.get { effect none; yields pi }",
    );
    let place = |bench: &Workbench| {
        let found = diagnostics(&bench.db, bench.package, bench.files[2]);
        let finding = found.iter().find(|it| it.message.contains("`pi`")).unwrap();
        finding
            .primary
            .span
            .of(bench.files[2].text(&bench.db))
            .to_owned()
    };
    assert_eq!(place(&bench), "pi");
    bench.after(2, "tool lonely", "// above\ntool lonely");
    assert_eq!(place(&bench), "pi");
}

#[test]
fn a_body_that_others_cannot_see_is_checked_alone() {
    let mut bench = Workbench::new();
    assert_eq!(bench.after(1, "calls 10", "calls 11"), ["tool notes.add"]);
    assert_eq!(
        bench.after(1, "attempts 3", "attempts 4"),
        ["tool notes.add"]
    );
    assert_eq!(
        bench.after(1, "yields pii }", "yields pii; deny }"),
        ["tool notes.get"]
    );
}

#[test]
fn a_signature_is_checked_with_those_who_rely_on_it() {
    let mut bench = Workbench::new();
    let checked = bench.after(
        1,
        "notes.get { args { id: text }",
        "notes.get { args { id: text, all?: bool }",
    );
    for item in ["tool notes.show", "tool notes.get"] {
        assert!(checked.contains(&item.to_owned()), "{checked:?}");
    }
    for item in [
        "tool other.get",
        "tool lonely.get",
        "tool notes.remove",
        "label pii",
    ] {
        assert!(!checked.contains(&item.to_owned()), "{checked:?}");
    }
}

#[test]
fn a_new_item_is_checked_alone() {
    let mut bench = Workbench::new();
    assert_eq!(
        bench.after(0, "label pii", "label pii\nlabel secret"),
        ["label secret"]
    );
    // Whom the globs of an agent and of a rule mean may have changed; nobody else can care.
    let mut checked = bench.after(
        1,
        "tool other.get",
        "tool between.get { effect none }\ntool other.get",
    );
    checked.retain(|item| item != "agent bot" && item != "rule r");
    assert_eq!(checked, ["tool between.get"]);
    let file = SourceFile::new(&bench.db, "new.rev".to_owned(), Arc::from("label late\n"));
    let mut files = bench.files.clone();
    files.insert(0, file);
    bench.package.set_files(&mut bench.db).to(files);
    check(&bench.db, bench.package);
    assert_eq!(bench.checked(), ["label late"]);
}

#[test]
fn a_name_that_appears_is_told_to_whoever_asked_for_it() {
    let mut bench = Workbench::new();
    let gone = bench.after(0, "label pii", "label pij");
    assert!(gone.contains(&"tool notes.get".to_owned()), "{gone:?}");
    let found = diagnostics(&bench.db, bench.package, bench.files[1]);
    assert!(found.iter().any(|it| it.code == "E0101"), "{found:?}");
    let back = bench.after(0, "label pij", "label pii");
    assert!(back.contains(&"tool notes.get".to_owned()), "{back:?}");
    for item in ["tool other.get", "tool lonely.get"] {
        assert!(!back.contains(&item.to_owned()), "{back:?}");
    }
    let found = diagnostics(&bench.db, bench.package, bench.files[1]);
    assert!(found.iter().all(|it| it.code != "E0101"), "{found:?}");
}

#[test]
fn what_the_whole_package_tells_is_told_again_only_where_it_changed() {
    let mut bench = Workbench::new();
    bench.after(0, "label pii", "label pii\nlabel pii");
    let log = std::mem::take(&mut *bench.log.lock().unwrap());
    assert_eq!(log, Vec::<String>::new(), "everything was taken by `after`");
    let file = bench.files[0];
    let text: Arc<str> = Arc::from(format!("// above\n{UNITS}label pii\n"));
    file.set_text(&mut bench.db).to(text);
    check(&bench.db, bench.package);
    let log = std::mem::take(&mut *bench.log.lock().unwrap());
    let placed = log.iter().filter(|line| line.starts_with("diagnostics("));
    assert_eq!(placed.count(), 1, "{log:?}");
}

#[test]
fn an_edit_cancels_the_work_under_way() {
    let mut text = String::new();
    for number in 0..4_000 {
        text.push_str(&format!(
            "tool t{number} {{ args {{ a: text }}; effect none; instead t{} }}\n",
            number / 2
        ));
    }
    let mut db = Database::default();
    let file = SourceFile::new(&db, "a.rev".to_owned(), Arc::from(text));
    let small = SourceFile::new(&db, "b.rev".to_owned(), Arc::from("label a\n"));
    let package = Package::new(&db, vec![small, file], Levels::default(), Vec::new());

    let other = db.clone();
    let (begun, wait) = std::sync::mpsc::channel();
    let worker = std::thread::spawn(move || {
        let answer = unless_cancelled(&other, |db| {
            diagnostics(db, package, small);
            begun.send(()).unwrap();
            // Larger than what can be done before the edit arrives.
            loop {
                check(db, package);
                db.unwind_if_revision_cancelled();
            }
        });
        let answer: Option<()> = answer;
        answer
    });
    wait.recv().unwrap();
    small.set_text(&mut db).to(Arc::from("label b\n"));
    assert_eq!(worker.join().unwrap(), None);
    assert!(unless_cancelled(&db, |db| check(db, package)).is_some());
}
