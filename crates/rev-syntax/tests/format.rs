//! The one style: each rule of it on a small text, and what holds for every text.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "only tests"
)]

#[path = "format/guarantees.rs"]
mod guarantees;
#[path = "format/relayout.rs"]
mod relayout;

use guarantees::check_guarantees;
use rev_syntax::format;

/// The policy of the language's own page.
const POLICY: &str = include_str!("format/policy.rev");
/// Every construct that the policy does not have.
const EVERYTHING: &str = include_str!("format/everything.rev");

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(check_guarantees(text), expected);
}

/// For texts in the style.
#[track_caller]
fn keeps(text: &str) {
    check(text, text);
}

#[test]
fn examples_are_in_the_style() {
    keeps(POLICY);
    keeps(EVERYTHING);
}

#[test]
fn nothing_stays_nothing() {
    check("", "");
    check("\n \n;\n", "");
    check("\n\n// a\n\n\n// b", "// a\n\n// b\n");
}

#[test]
fn errors_keep_the_text() {
    assert!(format("tool a {").is_err());
}

#[test]
fn line_ends_and_byte_order_marks_disappear() {
    check(
        "\u{feff}unit a  // one \t\r\nlabel b\r\n",
        &format!("{:34}// one\n\nlabel b\n", "unit a"),
    );
}

#[test]
fn one_line_is_kept_where_it_fits() {
    keeps("tool a { args { x: text, y?: int }; effect none; yields p, q }\n");
    check(
        "tool a{args{x:text,y?:int,};effect none;;yields p,q;}",
        "tool a { args { x: text, y?: int }; effect none; yields p, q }\n",
    );
    let long = "x".repeat(70);
    check(
        &format!("tool a {{ args {{ {long}: text }}; effect none }}"),
        &format!("tool a {{\n    args   {{ {long}: text }}\n    effect none\n}}\n"),
    );
    check(
        &format!("tool a {{ args {{ {long}: text, other: {long} }}; effect none }}"),
        &format!(
            "tool a {{\n    args {{\n        {long}: text\n        other: {long}\n    }}\n    effect none\n}}\n"
        ),
    );
}

#[test]
fn empty_braces_are_closed_up() {
    check(
        "event a {\n\n}\ntest \"t\" for a { event b { } expect nothing }",
        "event a {}\n\ntest \"t\" for a { event b {} expect nothing }\n",
    );
    keeps("event a {\n    // nothing yet\n}\n");
}

#[test]
fn broken_braces_stay_broken() {
    check(
        "tool a { args {\nx: text, y: int,\n z: bool }; effect none }",
        "tool a {\n    args {\n        x: text\n        y: int\n        z: bool\n    }\n    effect none\n}\n",
    );
}

#[test]
fn lists_are_on_one_line_or_one_element_per_line() {
    check(
        "rule a { when args.x in [\n1,\n\n2 , 3,\n]; deny }",
        "rule a {\n    when args.x in [1, 2, 3]\n    deny\n}\n",
    );
    let long = format!("\"{}\"", "x".repeat(60));
    check(
        &format!("rule a {{ when args.x in [{long}, {long}]; deny }}"),
        &format!(
            "rule a {{\n    when args.x in [\n        {long},\n        {long},\n    ]\n    deny\n}}\n"
        ),
    );
    check(
        "rule a {\n when args.x in [1, // one\n 2]\n deny\n}",
        "rule a {\n    when args.x in [\n        1,  // one\n        2,\n    ]\n    deny\n}\n",
    );
}

#[test]
fn blank_lines_are_kept_once() {
    check(
        "\n\n\ntool a {\n\n\n  effect none\n\n\n  yields b\n\n}\n\n\n",
        "tool a {\n    effect none\n\n    yields b\n}\n",
    );
}

#[test]
fn items_stand_together_only_where_they_are_alike_and_short() {
    keeps("unit a\nunit b\n\nunit c\n");
    check("unit a\nlabel b", "unit a\n\nlabel b\n");
    check(
        "unit a; unit b // last\ntool c {\n effect none }\ntool d { effect none }",
        &format!(
            "unit a\n{:34}// last\n\ntool c {{\n    effect none\n}}\n\ntool d {{ effect none }}\n",
            "unit b"
        ),
    );
    check(
        "unit a\n/// Documented.\nunit b\n// Told.\nunit c",
        "unit a\n\n/// Documented.\nunit b\n// Told.\nunit c\n",
    );
}

#[test]
fn words_are_aligned_in_groups() {
    check(
        "agent a {\nmay x.*\n// so far\nup_to read_only\n\nbudget b\n}",
        "agent a {\n    may   x.*\n    // so far\n    up_to read_only\n\n    budget b\n}\n",
    );
    // A field in several lines is the last of its group.
    check(
        "tool a {\n effect none\n outbound\n dry_run b {\n x: 1\n }\n wire \"c\"\n yields d\n}",
        "tool a {\n    effect  none\n    outbound\n    dry_run b {\n        x: 1\n    }\n    wire   \"c\"\n    yields d\n}\n",
    );
    keeps(
        "boundary a {\n    path under \"/a\"\n    url  like  \"b\"\n    tool c.*\n    refuse because \"d\"\n}\n",
    );
    keeps("dimension a   in x\ndimension bcd in y\n\ndimension e in z\n");
}

#[test]
fn breaks_before_clauses_and_operators_are_kept() {
    check(
        "rule a {\n when run has b\n and args.x\n == 1 or args.y\n like \"z\",\n \"w\"\n deny\n}",
        concat!(
            "rule a {\n    when run has b\n         and args.x\n         == 1 or args.y\n",
            "         like \"z\",\n         \"w\"\n    deny\n}\n"
        ),
    );
    check(
        "test \"t\" for a {\n call b\n returns {\n x: 1 }\n expect allow\n}",
        concat!(
            "test \"t\" for a {\n    call b\n        returns {\n            x: 1\n        }\n",
            "        expect allow\n}\n"
        ),
    );
}

#[test]
fn long_lines_are_broken_before_clauses() {
    let short = "x".repeat(30);
    check(
        &format!("tool a {{\nrequire args.{short} and args.{short} because \"{short}\"\n}}"),
        &format!(
            "tool a {{\n    require args.{short} and args.{short}\n            because \"{short}\"\n}}\n"
        ),
    );
    let long = "x".repeat(40);
    check(
        &format!("tool a {{\nrequire args.{long} and args.{long} because \"{long}\"\n}}"),
        &format!(
            "tool a {{\n    require args.{long}\n            and args.{long}\n            because \"{long}\"\n}}\n"
        ),
    );
    check(
        &format!(
            "test \"t\" for a {{ call b {{ c: \"{long}\" }} returns {{ d: \"{long}\" }} expect deny because e }}"
        ),
        &format!(
            "test \"t\" for a {{\n    call b {{ c: \"{long}\" }}\n        returns {{ d: \"{long}\" }}\n        expect deny because e\n}}\n"
        ),
    );
    check(
        &format!("agent a {{ may {long}, {long}, {long}; up_to read_only }}"),
        &format!(
            "agent a {{\n    may   {long}, {long},\n          {long}\n    up_to read_only\n}}\n"
        ),
    );
}

#[test]
fn reasons_of_rules_have_their_line() {
    check(
        "rule a { when allowed\n gate b because \"c\" }",
        "rule a {\n    when    allowed\n    gate    b\n    because \"c\"\n}\n",
    );
    check(
        "rule a { when allowed; deny because \"c\" }",
        "rule a { when allowed; deny; because \"c\" }\n",
    );
}

#[test]
fn reasons_of_boundaries_stay_where_they_are() {
    keeps("boundary a {\n    path is \"b\"\n    refuse because \"c\"\n}\n");
    keeps("boundary a {\n    path is \"b\"\n    gate c\n    because \"d\"\n}\n");
    keeps("boundary a { path is \"b\"; halt because \"c\" }\n");
    let long = "x".repeat(85);
    check(
        &format!("boundary a {{\n refuse because \"{long}\"\n}}"),
        &format!("boundary a {{\n    refuse\n    because \"{long}\"\n}}\n"),
    );
}

#[test]
fn composed_boundaries_keep_their_meaning() {
    check(
        "boundary a = (b or c) and ((d)) then (e and f) or (g or h)",
        "boundary a = (b or c) and d then e and f or (g or h)\n",
    );
}

#[test]
fn comments_at_line_ends_are_aligned() {
    check(
        "unit a // x\nunit bcd //y\n\nunit e    // z",
        &format!(
            "{:34}// x\n{:34}//y\n\n{:34}// z\n",
            "unit a", "unit bcd", "unit e"
        ),
    );
    check(
        "label a // x\nlabel b implies a_label_with_a_longer_name // y",
        &format!(
            "{:44}// x\nlabel b implies a_label_with_a_longer_name  // y\n",
            "label a"
        ),
    );
    check(
        "tool a { // b\n effect none // c\n // d\n} // e\n// f",
        "tool a {         // b\n    effect none  // c\n    // d\n}  // e\n// f\n",
    );
}

#[test]
fn comments_inside_a_line_move_above_it() {
    check(
        "rule a {\n when ( // b\n allowed )\n deny\n}",
        "rule a {\n    // b\n    when (allowed)\n    deny\n}\n",
    );
    check("dimension a // b\n in c", "// b\ndimension a in c\n");
}

#[test]
fn comments_where_a_line_ends_stay() {
    keeps(concat!(
        "rule a {\n    when run has b  // c\n         // d\n         and allowed\n",
        "    deny  // e\n}\n"
    ));
}

#[test]
fn comments_in_odd_places_are_kept() {
    check("event a { // b\n}", "event a {  // b\n}\n");
    check("unit a\n// b", "unit a\n// b\n");
    check(
        "event a { b: int, // c\n// d\n}",
        "event a {\n    b: int  // c\n    // d\n}\n",
    );
    check(
        "saga a { key b; steps c // d\n// e\nthen f }",
        "saga a {\n    key   b\n    steps c  // d\n          // e\n          then f\n}\n",
    );
    check(
        "saga a { key [ // b\n]; steps c }",
        "saga a {\n    key [  // b\n    ]\n    steps c\n}\n",
    );
    // Documentation in the middle of an item documents nothing, and must not begin to.
    check(
        "dimension a\n/// b\n in c\ntype D\n/// e\n= text\n/// f\n/// g\nlike \"x\"\nunit h",
        concat!(
            "dimension a\n            /// b\n            in c\n\n",
            "type D\n    /// e\n    /// f\n    /// g\n    = text like \"x\"\n\nunit h\n"
        ),
    );
    check(
        "boundary a = (b\n/// c\n)\nunit d",
        "boundary a\n    /// c\n    = b\n\nunit d\n",
    );
}

#[test]
fn what_could_not_be_read_again_is_left() {
    let deep = format!(
        "{}{}{}",
        "[".repeat(120),
        "1,".repeat(40_000),
        "]".repeat(120)
    );
    let errors = format(&format!("saga a {{ key {deep}; steps b }}")).unwrap_err();
    assert!(errors[0].message.contains("16 MiB"));
}

#[test]
fn allows_have_lines_of_their_own() {
    check(
        "/// Doc.\n@allow(W1, \"a\") @allow( W2 ) // b\n\n// c\n tool d { effect none }",
        &format!(
            "/// Doc.\n@allow(W1, \"a\")\n{:34}// b\n// c\ntool d {{ effect none }}\n",
            "@allow(W2)"
        ),
    );
}

#[test]
fn a_comment_may_stand_anywhere() {
    for text in [POLICY, EVERYTHING] {
        // Every line has its turn; far enough from each other, several lines have it at once.
        for turn in 0..TURNS {
            for comment in ["// a comment", "//x ", "/// documentation", "\n//// four\n"] {
                with_comments(text, turn, |line| format!("{comment}\n{line}\n"));
            }
            for comment in ["// at the end", "///doc"] {
                with_comments(text, turn, |line| format!("{line} {comment}\n"));
            }
        }
    }
}

const TURNS: usize = 7;

#[track_caller]
fn with_comments(text: &str, turn: usize, comment: impl Fn(&str) -> String) {
    let lines = text.lines().enumerate().map(|(at, line)| {
        if at % TURNS == turn {
            comment(line)
        } else {
            format!("{line}\n")
        }
    });
    check_guarantees(&lines.collect::<String>());
}

#[test]
fn deep_and_long_texts_are_formatted() {
    let deep = format!("{}1{}", "[".repeat(120), "]".repeat(120));
    check_guarantees(&format!("saga a {{ key {deep}; steps b }}"));
    let records = format!("{}1{}", "{ a: ".repeat(120), " }".repeat(120));
    check_guarantees(&format!("saga a {{ key {records}; steps b }}"));
    let long = "and allowed ".repeat(5_000);
    check_guarantees(&format!("rule a {{ when allowed {long}; deny }}"));
    let sums = "+ 1 ".repeat(120);
    check_guarantees(&format!("saga a {{ key 1 {sums}; steps b }}"));
    let name = "x".repeat(100_000);
    let rows = "money 1 INR // c\n".repeat(1_000);
    check_guarantees(&format!("budget a {{\n{name} 1 INR // c\n{rows}}}"));
}

#[test]
fn documentation_above_a_lone_semicolon_is_that_of_the_next_item() {
    check(
        "unit a\n/// d\n   ; // c\nunit b",
        "unit a\n\n/// d\n// c\nunit b\n",
    );
    check("unit a\n/// d\n;unit b", "unit a\n\n/// d\nunit b\n");
}
