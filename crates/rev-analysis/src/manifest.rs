//! `rev.toml`: how lints are told in a package, and which packages it builds on.
//!
//! ```toml
//! [lints]
//! W1007 = "allow"      # allow | warn | deny
//!
//! [dependencies]
//! shared = { path = "../shared-policies" }
//! ```

use crate::check::mended;
use crate::lints::{LINTS, Level, Levels};
use rev_diagnostics::{Diagnostic, Severity, Span, codes, suggest};
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file, at the root of a package.
pub const NAME: &str = "rev.toml";

const LEVELS: [(&str, Level); 3] = [
    ("allow", Level::Allow),
    ("warn", Level::Warn),
    ("deny", Level::Deny),
];

/// What `rev.toml` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    pub levels: Levels,
    /// In the order of their names.
    pub dependencies: Vec<Dependency>,
}

/// Another package, whose items come into the same name space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    pub name: String,
    /// A folder, counted from the one that `rev.toml` stands in.
    pub path: String,
    /// Where the path is written, quotes included.
    pub span: Span,
}

/// Reads a `rev.toml`. What cannot be read is told, and the rest counts. The findings' file is `FileId(0)`.
pub fn parse(text: &str) -> (Manifest, Vec<Diagnostic>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader {
        findings: errors.iter().map(|error| syntax(text, error)).collect(),
        ..Reader::default()
    };
    // What a mistake in the syntax has left of its surroundings is not looked at: it would be told twice.
    if reader.findings.is_empty() {
        reader.root(table.get_ref());
    }
    reader.findings.sort_by_key(|it| it.primary.span);
    (reader.manifest, reader.findings)
}

/// The parser's sentence, in the form of ours.
fn syntax(text: &str, error: &toml::de::Error) -> Diagnostic {
    let end = text.len();
    let range = error.span().unwrap_or(end..end);
    let message = error.message();
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let finding = codes::syntax(span(&range), what);
    match expected {
        "" => finding,
        expected => finding.help(format!("expected {expected}")),
    }
}

#[derive(Default)]
struct Reader {
    manifest: Manifest,
    findings: Vec<Diagnostic>,
}

impl Reader {
    fn root(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "lints" => self.each(value, "`[lints]`", Self::lint),
                "dependencies" => self.each(value, "`[dependencies]`", Self::dependency),
                _ => self.unknown_key(key, "`rev.toml`", &["lints", "dependencies"]),
            }
        }
    }

    /// The entries of a table; something else in its place is told.
    fn each(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        what: &str,
        entry: fn(&mut Self, &Key<'_>, &Spanned<DeValue<'_>>),
    ) {
        match value.get_ref() {
            DeValue::Table(table) => {
                for (key, value) in table {
                    entry(self, key, value);
                }
            }
            other => self.mismatch(
                value,
                format!("{what} is a table, and this is {}", kind(other)),
            ),
        }
    }

    /// `W1007 = "allow"`
    fn lint(&mut self, key: &Key<'_>, value: &Spanned<DeValue<'_>>) {
        let code: &str = key.get_ref();
        let known = rev_diagnostics::page(code).map(|page| page.severity);
        match known {
            _ if LINTS.iter().any(|(_, name)| *name == code) => {}
            Some(Severity::Warning) => {}
            Some(Severity::Error) => {
                let what = format!("`{code}` is an error, and errors cannot be silenced");
                let finding = codes::type_mismatch(span(&key.span()), what);
                let help = "remove the line; only lints, whose codes begin with `W`, have a level";
                return self.findings.push(finding.help(help));
            }
            None => {
                let lints = LINTS.iter().flat_map(|(code, name)| [*code, *name]);
                let near = suggest::nearest(code, lints);
                let finding = codes::unknown_name(span(&key.span()), "lint", code);
                let finding = match near {
                    Some(_) => finding,
                    None => finding.help("`revc explain` lists all codes"),
                };
                return self.findings.push(mended(finding, near));
            }
        }
        let levels = LEVELS.map(|(word, _)| word);
        match value.get_ref() {
            DeValue::String(word) => match LEVELS.into_iter().find(|(level, _)| level == word) {
                Some((_, level)) => {
                    let code = code.to_owned();
                    self.manifest.levels.0.insert(code, level);
                }
                None => {
                    let what = format!("`{word}` is not a level");
                    let finding = codes::type_mismatch(span(&value.span()), what);
                    let near = suggest::nearest(word, levels).map(|near| format!("\"{near}\""));
                    let finding = finding.help("a level is `allow`, `warn` or `deny`");
                    self.findings.push(mended(finding, near.as_deref()));
                }
            },
            other => {
                let what = format!(
                    "a level is `allow`, `warn` or `deny`, and this is {}",
                    kind(other)
                );
                self.mismatch(value, what);
            }
        }
    }

    /// `shared = { path = "../shared-policies" }`
    fn dependency(&mut self, key: &Key<'_>, value: &Spanned<DeValue<'_>>) {
        let name: &str = key.get_ref();
        let shape = "write `{ path = \"…\" }`";
        let table = match value.get_ref() {
            DeValue::Table(table) => table,
            other => {
                let what = format!("a dependency is a table, and this is {}", kind(other));
                let finding = codes::type_mismatch(span(&value.span()), what);
                return self.findings.push(finding.help(shape));
            }
        };
        let mut path = None;
        let mut misspelt = false;
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("path", DeValue::String(text)) => path = Some((text, span(&value.span()))),
                ("path", other) => {
                    misspelt = true;
                    self.mismatch(
                        value,
                        format!("a path is text, and this is {}", kind(other)),
                    );
                }
                _ => {
                    misspelt |= suggest::nearest(key.get_ref(), ["path"]).is_some();
                    self.unknown_key(key, &format!("the dependency `{name}`"), &["path"]);
                }
            }
        }
        match path {
            Some((path, span)) => self.manifest.dependencies.push(Dependency {
                name: name.to_owned(),
                path: path.clone().into_owned(),
                span,
            }),
            // The misspelt word has been told.
            None if misspelt => {}
            None => {
                let block = format!("the dependency `{name}`");
                let finding = codes::missing_field(span(&key.span()), block, "path");
                self.findings.push(finding.help(shape));
            }
        }
    }

    fn unknown_key(&mut self, key: &Key<'_>, block: &str, known: &[&str]) {
        let word: &str = key.get_ref();
        let finding = codes::unknown_field(span(&key.span()), block, word);
        let near = suggest::nearest(word, known.iter().copied());
        let finding = match near {
            Some(_) => finding,
            None => finding.help(format!("it has `{}`", known.join("` and `"))),
        };
        self.findings.push(mended(finding, near));
    }

    fn mismatch(&mut self, value: &Spanned<DeValue<'_>>, what: String) {
        self.findings
            .push(codes::type_mismatch(span(&value.span()), what));
    }
}

type Key<'a> = Spanned<Cow<'a, str>>;

fn span(range: &Range<usize>) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(range.start), offset(range.end))
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings as `code place-as-text message`.
    fn told(text: &str) -> Vec<String> {
        let show =
            |it: &Diagnostic| format!("{} {:?} {}", it.code, it.primary.span.of(text), it.message);
        parse(text).1.iter().map(show).collect()
    }

    #[test]
    fn levels_and_dependencies_are_read() {
        let text = "[lints]\nW1007 = \"allow\"\nW1001 = 'deny'\n[dependencies]\nb = { path = \"../b\" }\n[dependencies.a]\npath = \"../a\"\n";
        let (manifest, findings) = parse(text);
        assert_eq!(findings, []);
        assert_eq!(manifest.levels.of("W1007"), Level::Allow);
        assert_eq!(manifest.levels.of("W1001"), Level::Deny);
        assert_eq!(manifest.levels.of("W1005"), Level::Warn);
        let paths: Vec<_> = manifest
            .dependencies
            .iter()
            .map(|it| (it.name.as_str(), it.path.as_str(), it.span.of(text)))
            .collect();
        assert_eq!(
            paths,
            [("a", "../a", "\"../a\""), ("b", "../b", "\"../b\"")]
        );
        assert_eq!(parse(""), (Manifest::default(), Vec::new()));
    }

    #[test]
    fn every_mistake_is_told_at_its_place() {
        for (text, expected) in [
            ("[lint]\n", "E0202 \"lint\" `rev.toml` has no field `lint`"),
            (
                "lints = 1\n",
                "E0201 \"1\" `[lints]` is a table, and this is a number",
            ),
            (
                "[lints]\nW1O07 = \"allow\"\n",
                "E0101 \"W1O07\" there is no lint `W1O07`",
            ),
            (
                "[lints]\nE0301 = \"allow\"\n",
                "E0201 \"E0301\" `E0301` is an error, and errors cannot be silenced",
            ),
            (
                "[lints]\nW1007 = \"alow\"\n",
                "E0201 \"\\\"alow\\\"\" `alow` is not a level",
            ),
            (
                "[lints]\nW1007 = true\n",
                "E0201 \"true\" a level is `allow`, `warn` or `deny`, and this is true or false",
            ),
            (
                "[dependencies]\na = \"../a\"\n",
                "E0201 \"\\\"../a\\\"\" a dependency is a table, and this is text",
            ),
            (
                "[dependencies]\na = {}\n",
                "E0203 \"a\" the dependency `a` has no `path`",
            ),
            (
                "[dependencies]\na = { pth = \"x\" }\n",
                "E0202 \"pth\" the dependency `a` has no field `pth`",
            ),
            (
                "[dependencies]\na = { path = 1 }\n",
                "E0201 \"1\" a path is text, and this is a number",
            ),
        ] {
            assert_eq!(told(text), [expected], "{text}");
        }
    }

    #[test]
    fn mistakes_in_the_syntax() {
        for text in [
            "[lints\n",
            "[lints]\nW1007 = \n",
            "a = \"\n",
            "[lints]\nW1007 = allow\n",
            "= 1\n",
        ] {
            let (_, findings) = parse(text);
            assert!(!findings.is_empty(), "{text}");
            assert!(findings.iter().all(|it| it.code == "E0001"), "{findings:?}");
        }
        assert!(!told("[lints]\nW1007 = \"warn\"\nW1007 = \"allow\"\n").is_empty());
    }
}
