//! Hostile texts: an answer that says what is wrong, in bounded time and memory. Nothing here is timed; a text that
//! took more than linear time would not end.

#![allow(clippy::indexing_slicing, reason = "only tests")]

use rev_diagnostics::Diagnostic;
use rev_syntax::{MAX_BYTES, decode, parse};

/// The findings, after a look at each of their places.
fn findings(text: &str) -> Vec<Diagnostic> {
    let errors = parse(text).errors;
    assert!(errors.len() <= 1_001, "{} findings", errors.len());
    for error in &errors {
        let span = error.primary.span;
        let place = text.get(span.start as usize..span.end as usize);
        assert!(place.is_some(), "{span:?} is no place in the text");
        assert!(error.message.len() < 2_000, "a very long message");
    }
    errors
}

fn first(text: &str) -> String {
    let errors = findings(text);
    assert!(!errors.is_empty(), "nothing was found");
    errors[0].message.clone()
}

/// A condition in a rule, where it can be anything.
fn condition(condition: &str) -> String {
    format!("rule r {{\n    when {condition}\n    deny\n}}\n")
}

#[test]
fn bytes_that_are_no_text() {
    let error = decode(b"label a\nlabel \xff\xfe\n").unwrap_err();
    assert_eq!(
        error.message,
        "this file is not UTF-8: byte 15 cannot be read"
    );
    assert_eq!(error.primary.span.start, 14);
}

#[test]
fn a_byte_order_mark_and_crlf_are_read_over() {
    let parsed = parse("\u{feff}label a\r\ntool b {\r\n    effect none\r\n}\r\n");
    assert_eq!(parsed.tree.items.len(), 2);
    let codes: Vec<_> = parsed.errors.iter().map(|error| error.code).collect();
    assert_eq!(codes, ["W1002", "W1002"]);
    assert_eq!(parse("\u{feff}").errors.len(), 1);
}

#[test]
fn nul_bytes() {
    assert!(first("label a\0\n").contains("U+0000"));
    assert!(first(&"\0".repeat(1_000_000)).contains("U+0000"));
    assert!(!findings(&"\0 ".repeat(500_000)).is_empty());
}

#[test]
fn texts_that_are_not_closed() {
    assert_eq!(
        first("tool a { wire \"open\n}\n"),
        "this text is not closed"
    );
    let lines = "    wire \"open\n".repeat(20_000);
    assert_eq!(
        first(&format!("tool a {{\n{lines}}}\n")),
        "this text is not closed"
    );
    findings(&format!("tool a {{ wire \"{}", "\\".repeat(1_000_000)));
}

#[test]
fn a_million_of_one_character() {
    let deep = "brackets are nested more than 128 deep";
    for opener in ["{", "[", "("] {
        assert_eq!(first(&opener.repeat(1_000_000)), deep, "{opener}");
    }
    for quote in ["\"", "}"] {
        assert!(!first(&quote.repeat(1_000_000)).is_empty(), "{quote}");
    }
    for harmless in ["/", " ", "\n", ";", "/// a\n", "// a\n"] {
        assert_eq!(findings(&harmless.repeat(1_000_000 / harmless.len())), []);
    }
}

/// Each as a file, in a block, and behind a field.
#[test]
fn many_of_anything() {
    for part in [
        "}",
        "]",
        ")",
        "\"",
        "/",
        "@",
        "\\",
        ",",
        ".",
        "*",
        "<",
        "?",
        ":",
        "-",
        "=",
        "|",
        "a",
        "0",
        "ü",
        "🎉",
        "\t@",
        "\r",
        "\n}",
        "{}",
        "[]",
        "{\n",
        "\n{",
        "\n\"",
        "a\n",
        "a;",
        "a,",
        "a.",
        "a.*",
        "@allow(",
        "@allow(A)\n",
        "tool ",
        "tool\n",
        "tool a{",
        "list<",
        "{\"",
        "\"{",
        "//\n{",
        "\\\"",
    ] {
        let text = part.repeat(10_000 / part.len());
        findings(&text);
        findings(&format!("tool a {{\n{text}\n}}\n"));
        findings(&format!("tool a {{ effect none {text}"));
    }
}

#[test]
fn a_file_that_is_too_large() {
    let text = " ".repeat(17 * 1024 * 1024);
    let message = "this file is larger than 16 MiB";
    assert_eq!(decode(text.as_bytes()).unwrap_err().message, message);
    assert_eq!(first(&text), message);
    let most = " ".repeat(MAX_BYTES);
    assert!(decode(most.as_bytes()).is_ok());
    assert_eq!(findings(&most), []);
}

#[test]
fn nesting() {
    let nested = |open: &str, inner: &str, close: &str, depth: usize| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let texts = |depth| {
        [
            condition(&format!("{} == 1", nested("(", "a", ")", depth))),
            condition(&format!("a in {}", nested("[", "1", "]", depth))),
            condition(&format!("a == {}", nested("{ a: ", "1", "}", depth))),
            condition(&format!("{} == 1", nested("size(", "a", ")", depth))),
            format!("type X = {}\n", nested("list<", "int", ">", depth)),
            format!("type X = {}\n", nested("map< ", "int", " >", depth)),
            format!("type X = {}\n", nested("{ a: ", "int", "}", depth)),
            format!(
                "boundary b = {} {{ refuse }}\n",
                nested("(", "a", ")", depth)
            ),
            format!(
                "tool a {{ {} }}\n",
                nested("case a {\n", "deny", "\n}\n", depth)
            ),
        ]
    };
    for text in texts(200) {
        let errors = findings(&text);
        assert_eq!(errors.len(), 1, "{text}");
        assert_eq!(errors[0].message, "brackets are nested more than 128 deep");
    }
    for text in texts(100) {
        assert_eq!(findings(&text), [], "{text}");
    }
    // Never closed, and then something else.
    for open in ["(", "[", "{ a: ", "size(", "list<", "case a {\n"] {
        findings(&condition(&open.repeat(120)));
        findings(&format!("tool a {{\n{}\n", open.repeat(120)));
        findings(&format!("type X = {}", open.repeat(120)));
    }
}

#[test]
fn long_rows_of_operators() {
    let row = |part: &str, end: &str| condition(&format!("{}{end}", part.repeat(100_000)));
    let short = |part: &str, end: &str| condition(&format!("{}{end}", part.repeat(5_000)));
    let too_long = "more than 128 of these operators in a row";
    assert_eq!(first(&row("not ", "a")), too_long);
    assert_eq!(first(&row("a + ", "a == 1")), too_long);
    // This is one wide node, not a deep one.
    assert_eq!(findings(&row("a and ", "a")), []);
    assert_eq!(findings(&short("a and b or ", "a")), []);
    assert_eq!(first(&short("a * ", "a == 1")), too_long);
    // Broken off at the end.
    for part in ["not ", "a + ", "a and ", "a or not "] {
        assert!(!first(&short(part, "")).is_empty(), "{part}");
    }
}

#[test]
fn a_line_of_ten_megabytes() {
    let many = |bytes: usize, part: &str| part.repeat(bytes / part.len());
    assert!(first(&many(10_000_000, "word ")).contains("found `word`"));
    let names = many(100_000, "a.b, ");
    assert_eq!(findings(&format!("agent a {{ may {names}b }}")), []);
    let names = many(100_000, "a.b ");
    assert!(first(&format!("agent a {{ may {names} }}")).contains("found `a`"));
    let fields = many(100_000, "efect none; ");
    assert!(!first(&format!("tool a {{ {fields}")).is_empty());
}

/// A field is read again to say what may follow it. Fields nest, so that must not happen at every depth.
#[test]
fn something_behind_every_nested_field() {
    let depth = 120;
    let body = "    effect none\n".repeat(1_000);
    let cases = format!(
        "tool a {{\n{}{body}{}}}\n",
        "case a {\n".repeat(depth),
        "} x\n".repeat(depth)
    );
    assert!(!first(&cases).is_empty());
    let entries = "b: int\n".repeat(1_000);
    let records = format!(
        "type X = {}{entries}{}",
        "{ a: ".repeat(depth),
        "} x\n".repeat(depth)
    );
    assert!(!first(&records).is_empty());
    let heads = format!(
        "tool a {{\n{}{body}{}}}\n",
        "case a = 1 {\n".repeat(depth),
        "}\n".repeat(depth)
    );
    assert!(!first(&heads).is_empty());
}
