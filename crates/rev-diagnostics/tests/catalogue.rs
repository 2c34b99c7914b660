//! The pages in `codes/` are well formed, and `src/codes.rs` is what they say.
//!
//! A page's front matter has one `key: value` a line, the value in double quotes where it is a text; inside, `\"` is a
//! quote. The constructor's name is the file name's slug, its parameters are the placeholders in the order in which
//! they appear in message, label and help.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "only tests"
)]

use rev_diagnostics::{codes::PAGES, page};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::{env, fs, path::Path};

const KEYS: [&str; 6] = ["code", "severity", "title", "message", "label", "help"];

/// One file of `codes/`.
struct Source {
    /// Such as `E0001-syntax.md`.
    file: String,
    slug: String,
    front: BTreeMap<String, String>,
}

#[test]
fn constructors_are_those_of_the_pages() {
    let path = root().join("src/codes.rs");
    let wanted = generate(&sources());
    if env::var_os("UPDATE").is_some_and(|value| value == "1") {
        fs::write(&path, &wanted).unwrap();
        return;
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == wanted,
        "src/codes.rs differs from the pages in codes/: run `UPDATE=1 cargo test -p rev-diagnostics`"
    );
}

#[test]
fn front_matter_is_complete_and_in_style() {
    for source in sources() {
        let file = &source.file;
        for key in source.front.keys() {
            assert!(KEYS.contains(&key.as_str()), "{file}: unknown key `{key}`");
        }
        for key in KEYS {
            assert!(source.front.contains_key(key), "{file}: no `{key}`");
        }
        let code = source.front("code");
        assert!(is_code(code), "{file}: `{code}` is not a code");
        assert!(!source.slug.is_empty() && *file == format!("{code}-{}.md", source.slug));
        assert!(
            source
                .slug
                .chars()
                .all(|c| c.is_ascii_lowercase() || c == '-'),
            "{file}: the name has other characters than a-z and -"
        );
        let initial = match source.front("severity") {
            "error" => "E",
            "warning" => "W",
            other => panic!("{file}: severity is `{other}`"),
        };
        assert!(
            code.starts_with(initial),
            "{file}: code and severity differ"
        );
        for key in ["title", "message", "label", "help"] {
            check_style(file, key, source.front(key));
        }
        for key in ["title", "message"] {
            assert!(!source.front(key).is_empty(), "{file}: {key} is empty");
        }
        assert!(placeholders_of(source.front("title")).is_empty());
    }
}

#[test]
fn every_page_fails_once_and_is_mended() {
    for page in PAGES {
        let code = page.code;
        let examples = page.examples();
        assert!(examples.iter().any(|e| !e.fails), "{code}: nothing mended");
        assert!(examples.iter().any(|e| e.fails), "{code}: nothing fails");
        for example in examples.iter().filter(|example| example.fails) {
            let announced = example.text.lines().any(|line| {
                line.split_once("//~ ")
                    .is_some_and(|(_, rest)| rest.split_whitespace().next() == Some(code))
            });
            assert!(announced, "{code}: no `//~ {code}` in a failing example");
        }
        let heading = format!("# {code}: {}\n", page.title);
        assert!(
            page.text().starts_with(&heading),
            "{code}: first line is not {heading:?}"
        );
        assert_eq!(
            page.text().matches("```").count() % 2,
            0,
            "{code}: open block"
        );
    }
}

#[test]
fn stray_bytes_are_real_in_examples() {
    let examples = page("W1002").unwrap().examples();
    assert!(examples.iter().any(|e| e.text.starts_with('\u{feff}')));
    assert!(examples.iter().any(|e| e.text.contains("\r\n")));
    assert!(
        !examples
            .iter()
            .any(|e| e.text.contains('␍') || e.text.contains("\\u"))
    );
}

impl Source {
    fn front(&self, key: &str) -> &str {
        self.front.get(key).map_or("", String::as_str)
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every page, by file name and so by code.
fn sources() -> Vec<Source> {
    let mut sources: Vec<_> = fs::read_dir(root().join("codes"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let file = path.file_name().unwrap().to_str().unwrap().to_owned();
            // A checkout may turn line ends; the constructors are the same.
            let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            read(file, &text)
        })
        .collect();
    sources.sort_by(|a, b| a.file.cmp(&b.file));
    let mut slugs: Vec<_> = sources.iter().map(|source| &source.slug).collect();
    slugs.sort();
    slugs.dedup();
    assert_eq!(slugs.len(), sources.len(), "two pages have the same name");
    sources
}

fn read(file: String, text: &str) -> Source {
    let (front, _) = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .unwrap_or_else(|| panic!("{file}: no front matter"));
    let mut keys = BTreeMap::new();
    for line in front.lines() {
        let (key, value) = line
            .split_once(':')
            .unwrap_or_else(|| panic!("{file}: `{line}` is not `key: value`"));
        let value = value.trim();
        let value = match value
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
        {
            Some(text) => text.replace("\\\"", "\""),
            None => value.to_owned(),
        };
        let known = keys.insert(key.to_owned(), value);
        assert!(known.is_none(), "{file}: `{key}` twice");
    }
    let slug = file
        .strip_suffix(".md")
        .and_then(|name| name.split_once('-'))
        .map_or("", |(_, slug)| slug)
        .to_owned();
    Source {
        file,
        slug,
        front: keys,
    }
}

fn is_code(code: &str) -> bool {
    code.strip_prefix(['E', 'W'])
        .is_some_and(|digits| digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && name != "span"
}

fn check_style(file: &str, key: &str, text: &str) {
    assert!(
        !text.starts_with(|c: char| c.is_uppercase()),
        "{file}: {key} begins with a capital"
    );
    assert!(
        !text.ends_with(['.', '!']),
        "{file}: {key} ends in a full stop"
    );
    assert_eq!(text.trim(), text, "{file}: {key} has blanks around it");
    assert_eq!(
        text.matches('`').count() % 2,
        0,
        "{file}: open backtick in {key}"
    );
    assert_eq!(
        text.matches('{').count(),
        text.matches('}').count(),
        "{file}: {key} has a brace without its partner"
    );
}

/// The names in braces, in their order, with repetitions. Other braces, as in `blast { … }`, are text.
fn placeholders_of(text: &str) -> Vec<String> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
        .filter(|name| is_name(name))
        .collect()
}

/// The text as a format string: braces that hold no placeholder are doubled.
fn format_string(text: &str) -> String {
    let mut out = text.replace('{', "{{").replace('}', "}}");
    for name in placeholders_of(text) {
        out = out.replace(&format!("{{{{{name}}}}}"), &format!("{{{name}}}"));
    }
    out
}

fn placeholders(source: &Source) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for key in ["message", "label", "help"] {
        for name in placeholders_of(source.front(key)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

fn generate(sources: &[Source]) -> String {
    let mut out = String::from(
        "//! One constructor per code, and the pages they come from.\n\
         //!\n\
         //! Generated from `codes/` by `UPDATE=1 cargo test -p rev-diagnostics`; change the pages, not this file.\n\
         //! The findings are in `FileId(0)`: a caller with several files places them.\n\n\
         use crate::{Diagnostic, Page, Severity, Span, diagnostic::shortened};\n\
         use std::fmt::Display;\n\n\
         /// Every page, by code.\n\
         pub static PAGES: &[Page] = &[\n",
    );
    for source in sources {
        writeln!(
            out,
            "    Page {{\n        code: {:?},\n        title: {:?},\n        severity: {},\n        \
             markdown: include_str!(\"../codes/{}\"),\n    }},",
            source.front("code"),
            source.front("title"),
            severity(source),
            source.file,
        )
        .unwrap();
    }
    out.push_str("];\n");
    for source in sources {
        constructor(&mut out, source);
    }
    out
}

fn constructor(out: &mut String, source: &Source) {
    let name = source.slug.replace('-', "_");
    let mut parameters = vec!["span: Span".to_owned()];
    parameters.extend(
        placeholders(source)
            .iter()
            .map(|name| format!("{name}: impl Display")),
    );
    let mut signature = format!("pub fn {name}({}) -> Diagnostic {{", parameters.join(", "));
    if signature.len() > 100 {
        signature = format!(
            "pub fn {name}(\n    {},\n) -> Diagnostic {{",
            parameters.join(",\n    ")
        );
    }
    let words: String = placeholders(source)
        .iter()
        .map(|name| format!("    let {name} = shortened({name});\n"))
        .collect();
    writeln!(
        out,
        "\n/// {}: {}.\n///\n/// {}\n{signature}\n{words}    Diagnostic::new(\n        {:?},\n        {},\n        span,\n        \
         {},\n        {},\n        {},\n    )\n}}",
        source.front("code"),
        source.front("title"),
        source.front("message"),
        source.front("code"),
        severity(source),
        text(source, "message"),
        text(source, "label"),
        text(source, "help"),
    )
    .unwrap();
}

fn severity(source: &Source) -> &'static str {
    match source.front("severity") {
        "warning" => "Severity::Warning",
        _ => "Severity::Error",
    }
}

/// The expression for a text with placeholders.
fn text(source: &Source, key: &str) -> String {
    let text = source.front(key);
    let uses = |name: &String| {
        let texts = ["message", "label", "help"].map(|key| placeholders_of(source.front(key)));
        texts.iter().flatten().filter(|used| *used == name).count()
    };
    match (text, placeholders_of(text).as_slice()) {
        ("", _) => "String::new()".to_owned(),
        (_, []) => format!("String::from({text:?})"),
        (_, [only]) if text == format!("{{{only}}}") && uses(only) == 1 => only.clone(),
        (_, [only]) if text == format!("{{{only}}}") => format!("{only}.clone()"),
        _ => format!("format!({:?})", format_string(text)),
    }
}
