//! Texts that nearly are policies.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Both policies of the formatter's tests.
const POLICIES: [&str; 2] = [
    include_str!("../format/policy.rev"),
    include_str!("../format/everything.rev"),
];

/// What a policy is made of, with what is easily taken for it.
const TOKENS: &str = r#"
    policy unit dimension label type event assumption tool gate class rule boundary budget agent saga
    invariant context test args result effect none internal public reversal reversible irreversible human
    by verify until attempts every approval within blast calls scope per run yields nothing trusted when
    because deny refuse path under like in is and or not has said absent runs only then where returns
    expect allow fails after as prior case otherwise require spends scale implies may for never key steps
    size list map text int a b.c x_1 INR Order "t" "ü\"{" "\q" " 1 5_000 0.25 1.0.0 72h -3 true
    { } [ ] ( ) < > | = == <= + - * ? : ?: ; , . @allow( @ / \ é // { } { } { } ; ;
"#;

/// What stands between them.
#[rustfmt::skip]
const GAPS: &[&str] = &[
    " ", " ", " ", " ", " ", "", "\n", "\n", "\n\n", "\r\n", "\t", "// c\n", " /// d\n", "\n////\n",
    "\u{feff}", "\u{202e}",
];

/// What is put between the tokens of a policy: it changes the layout more often than the meaning.
#[rustfmt::skip]
const FILLERS: &[&str] = &[
    "\n", "\n\n", " ", "\t", "\r\n", ";", ",", "// c\n", "/// d\n", "\n// c\n", "\n/// d\n", "\n\n//\n\n",
    " // c\n and ", "(", ")", "{", "}", "[", "]", "\"", "<", "?",
];

/// Tokens in no order, with and without blanks between them.
pub fn soup() -> impl Strategy<Value = String> {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    let token = (select(tokens), select(GAPS));
    prop::collection::vec(token, 0..60).prop_map(|tokens| {
        tokens
            .into_iter()
            .flat_map(|(token, gap)| [token, gap])
            .collect()
    })
}

/// A few items of a policy with lines and tokens deleted, doubled, swapped and put in.
pub fn mutations() -> impl Strategy<Value = String> {
    let items = prop::collection::vec((0..POLICIES.len(), any::<Index>()), 1..4);
    let changes = prop::collection::vec(change(), 0..6);
    (items, changes).prop_map(|(items, changes)| {
        let mut text = String::new();
        for (policy, item) in items {
            let items: Vec<&str> = POLICIES[policy].split("\n\n").collect();
            text.push_str(items[item.index(items.len())]);
            text.push_str("\n\n");
        }
        changes
            .iter()
            .fold(text, |text, change| change.apply(&text))
    })
}

#[derive(Clone, Debug)]
struct Change {
    what: What,
    of_lines: bool,
    at: Index,
    other: Index,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Delete,
    Double,
    Swap,
    Fill(&'static str),
}

fn change() -> impl Strategy<Value = Change> {
    let what = prop_oneof![
        Just(What::Delete),
        Just(What::Double),
        Just(What::Swap),
        select(FILLERS).prop_map(What::Fill),
        select(FILLERS).prop_map(What::Fill),
        select(FILLERS).prop_map(What::Fill),
    ];
    (what, any::<bool>(), any::<Index>(), any::<Index>()).prop_map(|(what, of_lines, at, other)| {
        Change {
            what,
            of_lines,
            at,
            other,
        }
    })
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let mut parts = if self.of_lines {
            text.split_inclusive('\n').collect()
        } else {
            tokens(text)
        };
        if parts.is_empty() {
            return String::new();
        }
        let at = self.at.index(parts.len());
        let other = self.other.index(parts.len());
        match self.what {
            What::Delete => drop(parts.remove(at)),
            What::Double => parts.insert(at, parts[at]),
            What::Swap => parts.swap(at, other),
            What::Fill(filler) => parts.insert(at, filler),
        }
        parts.concat()
    }
}

/// Words, texts, comments and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            '/' => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..]
                .find(['"', '\n'])
                .map_or(rest.len(), |end| end + 2),
            c if in_word(c) => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}
