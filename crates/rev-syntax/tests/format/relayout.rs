//! Any layout of a text leads to a text that is settled and says the same.

use crate::guarantees::check_guarantees;
use proptest::prelude::*;

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn any_layout_of_the_policy(choices in prop::collection::vec(any::<u8>(), 1..400)) {
        check_guarantees(&relayout(crate::POLICY, &choices));
    }

    #[test]
    fn any_layout_of_everything(choices in prop::collection::vec(any::<u8>(), 1..400)) {
        check_guarantees(&relayout(crate::EVERYTHING, &choices));
    }
}

/// So many cases, unless `PROPTEST_CASES` asks for another number.
fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|cases| cases.parse().ok()).unwrap_or(cases),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// What continues the line before it.
const CONTINUES: &[&str] = &[
    "absent", "after", "and", "as", "attempts", "because", "endorsed", "every", "expect", "has",
    "in", "like", "or", "present", "returns", "runs", "said", "then", "under", "until", "where",
    "==", "!=", "<=", ">=", "<", ">", "+", "*", "|", "=",
];

struct Token<'a> {
    gap: Gap,
    text: &'a str,
}

/// What stands before a token.
#[derive(Clone, Copy, PartialEq)]
enum Gap {
    None,
    Blank,
    Line,
}

/// The text with other blanks, line breaks, separators and comments, as `choices` say.
fn relayout(text: &str, choices: &[u8]) -> String {
    let tokens = tokens(text);
    let mut layout = Layout {
        choices: choices.iter().copied().cycle(),
        comments: 0,
        open: Vec::new(),
        out: String::new(),
    };
    let mut before = "{";
    for (at, token) in tokens.iter().enumerate() {
        let text_at = |at: usize| tokens.get(at).map_or("", |token| token.text);
        layout.gap(before, token, text_at(at + 1));
        layout.token(token.text);
        match token.text {
            "{" if matches!(text_at(at + 2), ":" | "?") => layout.open.push(Bracket::Entries),
            "{" => layout.open.push(Bracket::Fields),
            "[" | "(" => layout.open.push(Bracket::Elements),
            "}" | "]" | ")" => drop(layout.open.pop()),
            _ => {}
        }
        before = token.text;
    }
    layout.out
}

#[derive(Clone, Copy, PartialEq)]
enum Bracket {
    Fields,
    Entries,
    Elements,
}

struct Layout<I> {
    choices: I,
    comments: u32,
    open: Vec<Bracket>,
    out: String,
}

impl<I: Iterator<Item = u8>> Layout<I> {
    fn choose(&mut self, below: u8) -> u8 {
        self.choices.next().unwrap_or(0) % below
    }

    /// Texts and dotted names are sometimes so long that lines must be broken.
    fn token(&mut self, text: &str) {
        let is_dotted = text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.contains('.')
            && !text.starts_with("run.")
            && text.ends_with(|c: char| c.is_ascii_lowercase());
        let more = match self.choose(6) {
            0 if text.starts_with('"') || is_dotted => usize::from(self.choose(90)),
            _ => 0,
        };
        let (first, rest) = text.split_at(text.len().min(1));
        self.out.push_str(first);
        self.out.push_str(&"x".repeat(more));
        self.out.push_str(rest);
    }

    fn gap(&mut self, before: &str, token: &Token<'_>, next: &str) {
        let inside = self.open.last().copied();
        let names_entry = matches!(next, ":" | "?");
        let continues = CONTINUES.contains(&token.text) && !names_entry;
        let opened = matches!(before, "{" | "[" | "(");
        let closes = matches!(token.text, "}" | "]" | ")");
        let separates = token.gap == Gap::Line && !continues && !opened && !closes && before != ",";
        if separates {
            let fields = inside == Some(Bracket::Fields);
            if fields && self.choose(3) == 0 {
                self.out.push(';');
                if self.choose(2) == 0 {
                    return;
                }
            } else if inside == Some(Bracket::Entries) && names_entry && self.choose(3) == 0 {
                self.out.push(',');
            }
            self.lines();
            return;
        }
        let may_end = continues && token.gap != Gap::None
            || before == ","
            || before == ";"
            || opened
            || token.text == "}"
            || inside == Some(Bracket::Elements) && (closes || token.gap != Gap::None);
        if may_end && self.choose(4) == 0 {
            let entry = inside == Some(Bracket::Entries) && names_entry;
            if before == "," && entry && self.choose(2) == 0 {
                self.out.pop();
            }
            self.lines();
        } else if token.gap != Gap::None {
            let blanks = [" ", "   ", "\t"][self.choose(3) as usize];
            self.out.push_str(blanks);
        }
    }

    /// A line break, perhaps with comments and blank lines around it. The next line is indented, so that
    /// it cannot be taken for an item.
    fn lines(&mut self) {
        if self.choose(5) == 0 {
            self.out.push(' ');
            self.comment();
        }
        self.out.push('\n');
        for _ in 0..self.choose(6).saturating_sub(3) {
            if self.choose(2) == 0 {
                self.out.push_str("  ");
                self.comment();
            }
            self.out.push('\n');
        }
        let indent = [" ", "    ", "\t"][self.choose(3) as usize];
        self.out.push_str(indent);
    }

    fn comment(&mut self) {
        self.comments += 1;
        let slashes = ["//", "// ", "///", "////"][self.choose(4) as usize];
        self.out.push_str(&format!("{slashes}{}", self.comments));
    }
}

/// The tokens of a text, without its comments.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut gap = Gap::Line;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\n' => {
                gap = Gap::Line;
                1
            }
            ' ' => {
                if gap == Gap::None {
                    gap = Gap::Blank;
                }
                1
            }
            '/' => rest.find('\n').unwrap_or(rest.len()),
            _ => {
                let text = &rest[..token_length(rest, first)];
                tokens.push(Token { gap, text });
                gap = Gap::None;
                text.len()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

fn token_length(rest: &str, first: char) -> usize {
    let second = rest.get(1..2).unwrap_or("");
    match first {
        '"' => text_length(rest),
        '*' | '-' if second == " " => 1,
        '=' | '!' | '<' | '>' if second == "=" => 2,
        c if in_word(c) => {
            let length = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
            // A quoted part of a dotted name.
            let quoted = rest[..length].ends_with('.') && rest[length..].starts_with('"');
            length
                + if quoted {
                    text_length(&rest[length..])
                } else {
                    0
                }
        }
        _ => 1,
    }
}

fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '*' | '@' | '-')
}

fn text_length(rest: &str) -> usize {
    rest[1..].find('"').map_or(rest.len(), |end| end + 2)
}
