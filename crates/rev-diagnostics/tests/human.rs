//! What people see: the underline stands below the right characters, and the place is ours.

#![allow(clippy::unwrap_used, reason = "only tests")]

use insta::assert_snapshot;
use rev_diagnostics::{
    Diagnostic, Edit, FileId, Fix, HumanStyle, Sources, Span, codes, render_human, sort_and_dedup,
};

const PLAIN: HumanStyle = HumanStyle {
    colour: false,
    unicode: true,
    width: 80,
};

#[test]
fn a_fix_and_its_help() {
    let text = "policy a 1.0.0\n\ntool a.b {\n    reversal reversable {\n    }\n}\n";
    let (sources, file, span) = one(text, "reversable");
    let finding = codes::unknown_field(span, "a `reversal`", "reversable")
        .help("a contract is `reversible`, `compensable` or `irreversible`")
        .fix(Fix {
            title: "write `reversible`".to_owned(),
            edits: vec![Edit {
                file,
                span,
                text: "reversible".to_owned(),
            }],
            safe: false,
        });
    assert_snapshot!(render_human(&[finding], &sources, PLAIN), @"
    error[E0202]

      × a `reversal` has no field `reversable`
       ╭─[a.rev:4:14]
     3 │ tool a.b {
     4 │     reversal reversable {
       ·              ─────┬────
       ·                   ╰── not known here
     5 │     }
       ╰────
      help: a contract is `reversible`, `compensable` or `irreversible`
       fix: write `reversible`

    1 error in 1 file
    ");
}

#[test]
fn tabs_wide_characters_and_emoji() {
    let text = "a\t\tb \"名前 ü\" 🎉🎉 here\r\nnext\r\n";
    let (sources, _, span) = one(text, "here");
    let emoji =
        codes::syntax(Span::new(span.start - 9, span.start - 1), "two of them").label("these");
    let word = codes::syntax(span, "expected a name").label("this");
    assert_snapshot!(render_human(&[emoji, word], &sources, PLAIN), @r#"
    error[E0001]

      × two of them
       ╭─[a.rev:1:13]
     1 │ a       b "名前 ü" 🎉🎉 here
       ·                    ──┬─
       ·                      ╰── these
     2 │ next
       ╰────

    error[E0001]

      × expected a name
       ╭─[a.rev:1:16]
     1 │ a       b "名前 ü" 🎉🎉 here
       ·                         ──┬─
       ·                           ╰── this
     2 │ next
       ╰────

    2 errors in 1 file
    "#);
}

#[test]
fn two_files_and_two_places_in_one() {
    let mut sources = Sources::default();
    let a = sources.add("b/tools.rev", "label pii\nlabel pii\n\n\n\n\n\nlabel pii\n");
    let b = sources.add("a/more.rev", "// first\nlabel pii\n");
    let finding = codes::syntax(Span::new(16, 19), "`pii` is declared twice")
        .label("declared again")
        .placed(a, 0)
        .related(a, Span::new(6, 9), "and here")
        .related(b, Span::new(15, 18), "first declared here")
        .related(a, Span::new(31, 34), "and here");
    assert_snapshot!(render_human(&[finding], &sources, PLAIN), @"
    error[E0001]

      × `pii` is declared twice
       ╭─[b/tools.rev:2:7]
     1 │ label pii
       ·       ─┬─
       ·        ╰── and here
     2 │ label pii
       ·       ─┬─
       ·        ╰── declared again
     3 │
       ╰────
       ╭─[b/tools.rev:8:7]
     7 │
     8 │ label pii
       ·       ─┬─
       ·        ╰── and here
       ╰────
       ╭─[a/more.rev:2:7]
     1 │ // first
     2 │ label pii
       ·       ─┬─
       ·        ╰── first declared here
       ╰────

    1 error in 2 files
    ");
}

#[test]
fn the_end_of_the_file() {
    for text in ["tool a {", "tool a {\n"] {
        let (sources, _, _) = one(text, "tool");
        let finding =
            codes::syntax(Span::at(text.len() as u32), "expected `}`").label("expected here");
        let shown = render_human(&[finding], &sources, PLAIN);
        match text.ends_with('\n') {
            true => assert_snapshot!(shown, @"
            error[E0001]

              × expected `}`
               ╭─[a.rev:2:1]
             1 │ tool a {
             2 │
               · ▲
               · ╰── expected here
               ╰────

            1 error in 1 file
            "),
            false => assert_snapshot!(shown, @"
            error[E0001]

              × expected `}`
               ╭─[a.rev:1:9]
             1 │ tool a {
               ·         ▲
               ·         ╰── expected here
               ╰────

            1 error in 1 file
            "),
        }
    }
    let (sources, _, _) = one("", "");
    let finding = codes::syntax(Span::new(4, 9), "the file is empty");
    assert_snapshot!(render_human(&[finding], &sources, PLAIN), @"
    error[E0001]

      × the file is empty
       ╭─[a.rev:1:1]
     1 │
       · ▲
       ╰────

    1 error in 1 file
    ");
}

#[test]
fn places_on_several_lines() {
    let text = "policy a 1.0.0\ntool a {\n    effect none\n}\n// end\n";
    let (sources, _, _) = one(text, "");
    let finding = codes::syntax(Span::new(15, 41), "this tool is wrong").label("all of it");
    let ascii = HumanStyle {
        unicode: false,
        ..PLAIN
    };
    assert_snapshot!(render_human(&[finding], &sources, ascii), @"
    error[E0001]

      x this tool is wrong
       ,-[a.rev:2:1]
     1 |     policy a 1.0.0
     2 | ,-> tool a {
     3 | |       effect none
     4 | |-> }
       : `---- all of it
     5 |     // end
       `----

    1 error in 1 file
    ");
}

#[test]
fn a_long_line_is_cut() {
    let long = format!("x{}here{}\n", "a名".repeat(200_000), "b🎉".repeat(200_000));
    let (sources, _, span) = one(&long, "here");
    let whole = codes::syntax(Span::new(3, long.len() as u32), "all of it").label("too long");
    let word = codes::syntax(span, "expected a name").label("this");
    assert_snapshot!(render_human(&[word, whole], &sources, PLAIN), @"
    error[E0001]

      × expected a name
       ╭─[a.rev:1:400002]
     1 │ …a名a名a名a名a名a名a名a名a名a名a名hereb🎉b🎉b🎉b🎉b🎉b🎉b🎉b🎉b🎉b🎉b🎉b…
       ·                                   ──┬─
       ·                                     ╰── this
       ╰────

    error[E0001]

      × all of it
       ╭─[a.rev:1:3]
     1 │ xa名a名a名a名a名a名a…🎉b🎉b🎉b🎉b🎉b🎉
       ·   ──────────────────┬─────────────────
       ·                     ╰── too long
       ╰────

    2 errors in 1 file
    ");
}

/// Nothing is timed; if every finding looked at the whole line, this would take minutes.
#[test]
fn many_findings_on_one_long_line() {
    let text = "rule r { when 1 2; deny };".repeat(80_000);
    let (sources, _, _) = one(&text, "");
    let finding = |at: u32| codes::syntax(Span::new(at, at + 1), "expected something else");
    let findings: Vec<_> = (0..2_000)
        .map(|number| finding(number * 1_040 + 16))
        .collect();
    let out = render_human(&findings, &sources, PLAIN);
    assert_eq!(out.matches("expected something else").count(), 2_000);
    assert!(out.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn a_place_on_very_many_lines_shows_its_first() {
    let text = "tool a {\n".repeat(10_000);
    let (sources, _, _) = one(&text, "");
    let finding = codes::syntax(Span::new(9, 80_000), "never closed").label("opened here");
    assert!(render_human(&[finding], &sources, PLAIN).lines().count() < 15);
}

#[test]
fn nothing_in_a_policy_reaches_the_terminal_raw() {
    let (sources, _, span) = one("a \u{1b}[31m\u{202e} here \u{feff}\n", "here");
    let finding = codes::syntax(span, "unexpected `\u{1b}[31m`")
        .help("\u{7}")
        .label("\u{9b}");
    let shown = render_human(&[finding], &sources, PLAIN);
    assert!(
        !shown.contains(|c: char| c.is_control() && c != '\n'),
        "{shown:?}"
    );
    assert!(!shown.contains('\u{202e}'));
    assert!(shown.contains("[a.rev:1:10]"), "{shown}");
}

#[test]
fn colours_only_when_asked() {
    let (sources, _, span) = one("policy a 1.0.0\n", "a");
    let finding = codes::stray_bytes(span, "a stray byte");
    let coloured = HumanStyle {
        colour: true,
        ..PLAIN
    };
    let shown = render_human(std::slice::from_ref(&finding), &sources, coloured);
    assert!(shown.contains("\u{1b}["));
    assert!(!shown.contains("\u{1b}]8"), "no links");
    assert!(!render_human(&[finding], &sources, PLAIN).contains('\u{1b}'));
}

/// Whatever the place, even one that is no place of the text, the renderer answers with our position.
#[test]
fn every_place_can_be_drawn() {
    let text = "ab\r\n\tü名\n\n🎉 x\r\n\r\nend";
    let (sources, file, _) = one(text, "");
    let past = text.len() as u32 + 2;
    for start in 0..=past {
        for end in start..=past {
            let finding = codes::syntax(Span::new(start, end), "here")
                .label("this")
                .related(FileId(end % 2), Span::new(end, end), "end");
            let at = sources.position(file, start);
            let shown = render_human(&[finding], &sources, PLAIN);
            let place = format!("[a.rev:{}:{}]", at.line, at.column);
            assert!(
                shown.contains(&place),
                "{start}..{end}: no {place} in\n{shown}"
            );
            assert!(shown.contains("this"), "{start}..{end}:\n{shown}");
        }
    }
}

#[test]
fn a_narrow_terminal_and_none_at_all() {
    let (sources, _, span) = one(
        "policy a 1.0.0 // a long comment that goes on and on and on\n",
        "policy",
    );
    for width in [0, 1, 40] {
        let finding =
            codes::syntax(span, "expected something else than this long sentence").label("this");
        let shown = render_human(&[finding], &sources, HumanStyle { width, ..PLAIN });
        assert!(
            shown.lines().all(|line| line.chars().count() <= 42),
            "{shown}"
        );
    }
}

#[test]
fn every_format_has_the_same_order() {
    let mut sources = Sources::default();
    let b = sources.add("b.rev", "policy b 1.0.0\n");
    let a = sources.add("a.rev", "policy a 1.0.0\n");
    let at =
        |file, start: u32| codes::syntax(Span::at(start), format!("at {start}")).placed(file, 0);
    let mut findings: Vec<Diagnostic> = vec![at(b, 3), at(a, 5), at(b, 3), at(b, 1)];
    sort_and_dedup(&mut findings, &sources);
    let human = render_human(&findings, &sources, PLAIN);
    let places: Vec<_> = ["[a.rev:1:6]", "[b.rev:1:2]", "[b.rev:1:4]"]
        .map(|p| human.find(p).unwrap())
        .into();
    assert!(places.is_sorted());
    assert!(human.ends_with("\n3 errors in 2 files\n"));
}

fn one(text: &str, word: &str) -> (Sources, FileId, Span) {
    let mut sources = Sources::default();
    let file = sources.add("a.rev", text);
    let start = text.find(word).unwrap() as u32;
    (sources, file, Span::new(start, start + word.len() as u32))
}
