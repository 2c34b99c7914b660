//! What people read about every kind of mistake in `lang/syntax/recovery.md`. The pages announce codes and places; this
//! shows the words and the underlines, so that a change of the grammar which changes recovery is seen.

use rev_diagnostics::{HumanStyle, Sources, render_human};
use rev_tests::{Block, Page, tests};
use std::fmt::Write;

const STYLE: HumanStyle = HumanStyle {
    colour: false,
    unicode: true,
    width: 100,
};

#[test]
fn every_mistake_as_it_is_told() {
    let pages = tests(include_str!("../lang/syntax/recovery.md"), Page::Tests).unwrap();
    let mut shown = String::new();
    for test in pages {
        for block in test.blocks {
            let Block::Rev { text, .. } = block;
            writeln!(shown, "── {} ──\n", test.name).unwrap();
            shown.push_str(&told(&without_announcements(&text)));
            shown.push('\n');
        }
    }
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(shown);
    });
}

/// The announcements would stand in every excerpt. A line that is nothing else stays as an empty one.
fn without_announcements(text: &str) -> String {
    let code = |line: &str| line.split("//~").next().unwrap_or("").trim_end().to_owned();
    text.lines().map(|line| code(line) + "\n").collect()
}

fn told(text: &str) -> String {
    let mut sources = Sources::default();
    sources.add("policy.rev", text);
    let findings = rev_syntax::parse(text).errors;
    let whole = render_human(&findings, &sources, STYLE);
    // The count at the end says nothing here.
    match whole.trim_end().rsplit_once('\n') {
        Some((findings, _count)) => findings.to_owned(),
        None => whole,
    }
}
