//! What holds for any text at all: no panic, normalising twice is normalising once, canonical patterns stay as they are,
//! and hostile ones cost no more than the product of both lengths.
#![allow(clippy::unwrap_used, reason = "only tests")]

use proptest::prelude::*;
use rev_text::{Context, Kind, Op, Pattern, Truth, command, inside, links, normalise};

const KINDS: [Kind; 6] = [
    Kind::Text,
    Kind::Path,
    Kind::Url,
    Kind::Host,
    Kind::Email,
    Kind::Command,
];
const OPS: [Op; 5] = [Op::Is, Op::Like, Op::Under, Op::Runs, Op::RunsOnly];
const CONTEXTS: [Context<'static>; 3] = [
    Context {
        home: None,
        cwd: None,
        tried: false,
    },
    Context {
        home: None,
        cwd: None,
        tried: true,
    },
    Context {
        home: Some("/home/u"),
        cwd: Some("/home/u/w"),
        tried: false,
    },
];

/// Texts made of what means something to one kind or another.
fn soup() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "/",
        "//",
        ".",
        "..",
        "~",
        "~bob",
        "*",
        "**",
        "a",
        "b.c",
        "home",
        "root",
        "Users",
        "u",
        "%2e",
        "%41",
        "%",
        "file:",
        "https://",
        "HTTP:",
        "example.com",
        "@",
        ":",
        "443",
        "?",
        "#",
        "[",
        "]",
        "::1",
        "0x7f",
        "1",
        "é",
        "ｅ",
        "xn--",
        "-",
        "--",
        "-rf",
        "rm",
        "sudo",
        "bash",
        "-c",
        "xargs",
        "find",
        "-exec",
        ";",
        "&&",
        "|",
        "(",
        ")",
        "$(",
        "`",
        "'",
        "\"",
        "\\",
        "$",
        "${",
        "}",
        "{",
        ",",
        "$((",
        "<<E\n",
        "E\n",
        "<",
        ">",
        "&",
        " ",
        "\n",
        "\t",
        "=",
        "case",
        "in",
        "esac",
        "for",
        "do",
        "done",
        "\u{1}",
        "\0",
        "eval",
        "env",
        "-S",
        "&#46;",
        "www.",
    ]);
    prop::collection::vec(parts, 0..24).prop_map(|parts| parts.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![3 => soup(), 1 => ".{0,60}"]
}

/// More on purpose: `REV_CASES=100000 cargo test -p rev-text --test properties`.
fn cases() -> u32 {
    let asked = std::env::var("REV_CASES").ok();
    asked.and_then(|number| number.parse().ok()).unwrap_or(1000)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases()) })]

    #[test]
    fn normalising_twice_is_normalising_once(text in any_text()) {
        for kind in KINDS {
            for context in &CONTEXTS {
                if let Ok(once) = normalise(kind, &text, context) {
                    let twice = normalise(kind, &once, context);
                    prop_assert_eq!(twice.as_deref(), Ok(once.as_ref()), "{:?} of {:?}", kind, text);
                }
            }
        }
    }

    #[test]
    fn canonical_patterns_stay(text in any_text()) {
        for kind in KINDS {
            for op in OPS {
                if let Ok(once) = Pattern::parse(kind, op, &text) {
                    let written = once.to_string();
                    let twice = Pattern::parse(kind, op, &written).map(|twice| twice.to_string());
                    prop_assert_eq!(twice.as_deref(), Ok(written.as_str()), "{:?} {:?} {:?}", kind, op, text);
                }
            }
        }
    }

    /// A URL without `//` is another thing as a pattern: `a.b:1` is a host and its port there.
    #[test]
    fn a_value_is_itself(text in any_text()) {
        for kind in [Kind::Path, Kind::Host, Kind::Email, Kind::Url] {
            let context = &CONTEXTS[0];
            if kind == Kind::Url && !text.contains("://") {
                continue;
            }
            let (Ok(value), Ok(pattern)) = (normalise(kind, &text, context), Pattern::parse(kind, Op::Is, &text)) else {
                continue;
            };
            prop_assert_eq!(pattern.matches(&value, context), Truth::True, "{:?} {:?}", kind, text);
        }
    }

    #[test]
    fn nothing_panics(pattern in any_text(), value in any_text()) {
        for kind in KINDS {
            for context in &CONTEXTS {
                for op in OPS {
                    // Neither is canonical: a damaged table is no excuse.
                    let _ = Pattern::canonical(kind, op, &pattern).matches(&value, context);
                }
                let _ = inside(kind, &value, context);
            }
        }
        let _ = links(&value);
    }

    /// What is known of a command is not changed by putting it behind another one.
    #[test]
    fn more_commands_never_hide_one(text in any_text()) {
        let script = command::read(&format!("rm -rf x\n{text}"));
        prop_assert_eq!(script.runs("rm -rf"), Truth::True);
        prop_assert_ne!(script.runs_only(["ls"]), Truth::True);
    }
}

#[test]
fn deep_nesting_is_unknown_and_no_overflow() {
    for part in [
        "$(",
        "`",
        "(",
        "${x:-",
        "\"$(",
        "<(",
        "$((",
        "eval ",
        "sudo ",
        "bash -c ",
        "case x in y) ",
        "$(case x in y) ",
    ] {
        let script = command::read(&part.repeat(20_000));
        assert_ne!(script.runs("rm"), Truth::True, "{part}");
        assert_ne!(script.runs_only(["ls"]), Truth::True, "{part}");
    }
}

/// Cubic or worse would take an hour here.
#[test]
fn hostile_globs_are_bounded() {
    let text = format!("/{}", "a/".repeat(2_000).trim_end_matches('/'));
    for part in ["*a", "**a", "**/", "**/*a", "*/**", "a*"] {
        for kind in [Kind::Text, Kind::Path, Kind::Host] {
            let mut pattern = part.repeat(1000 / part.len());
            pattern.push('x');
            let pattern = Pattern::canonical(kind, Op::Like, &pattern);
            assert_ne!(
                pattern.matches(&text, &Context::default()),
                Truth::True,
                "{part}"
            );
        }
    }
}
