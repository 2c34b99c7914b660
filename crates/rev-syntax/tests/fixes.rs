//! Which fixes are applied without being asked for.

use rev_syntax::parse;

/// The title of every fix, and whether it is safe.
fn fixes(text: &str) -> Vec<(String, bool)> {
    let errors = parse(text).errors.into_iter();
    let fixes = errors.filter_map(|error| error.fix);
    fixes.map(|fix| (fix.title, fix.safe)).collect()
}

fn quoting(name: &str, safe: bool) -> Vec<(String, bool)> {
    vec![(format!("write `\"{name}\"`"), safe)]
}

#[test]
fn quoting_is_safe_where_a_name_is_declared() {
    assert_eq!(fixes("label Secret"), quoting("Secret", true));
    assert_eq!(fixes("label tool"), quoting("tool", true));
    assert_eq!(fixes("tool rule { effect none }"), quoting("rule", true));
    let entry = "tool a { args { fileName: text }; effect none }";
    assert_eq!(fixes(entry), quoting("fileName", true));
    let segment = "rule r { when args.fileName == 1; deny }";
    assert_eq!(fixes(segment), quoting("fileName", true));
}

#[test]
fn quoting_is_a_guess_where_a_name_is_used() {
    assert_eq!(
        fixes("tool a { effect none; yields Pii }"),
        quoting("Pii", false)
    );
    assert_eq!(
        fixes("tool a { effect none; yields tool }"),
        quoting("tool", false)
    );
    assert_eq!(
        fixes("rule r { when Order == 1; deny }"),
        quoting("Order", false)
    );
}
