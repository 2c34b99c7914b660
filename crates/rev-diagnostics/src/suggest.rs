//! "Did you mean": the known word nearest to a misspelt one.

/// Words longer than this are not names that somebody misspelt, and comparing them would take long.
const LONGEST: usize = 64;

/// The candidate that `word` must be a misspelling of, if one is near enough, at most a third of the letters differ
/// (a swapped pair counts once), and no other is as near: between two, only a person can tell. The order of the
/// candidates does not matter.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    let mut tied = false;
    for candidate in candidates.into_iter().filter(|other| *other != word) {
        let Some(distance) = distance(word, candidate) else {
            continue;
        };
        match best {
            Some((least, other)) if distance == least => tied |= other != candidate,
            Some((least, _)) if distance > least => {}
            _ => {
                best = Some((distance, candidate));
                tied = false;
            }
        }
    }
    best.filter(|_| !tied).map(|(_, candidate)| candidate)
}

/// How many letters differ; `None` if that is too many for a slip of the hand.
fn distance(word: &str, candidate: &str) -> Option<usize> {
    let lengths = (word.chars().count(), candidate.chars().count());
    let (shorter, longer) = (lengths.0.min(lengths.1), lengths.0.max(lengths.1));
    let limit = longer.max(3) / 3;
    if longer > LONGEST || longer - shorter > limit {
        return None;
    }
    // Only the case differs: always meant.
    if word.to_lowercase() == candidate.to_lowercase() {
        return Some(0);
    }
    let distance = strsim::damerau_levenshtein(word, candidate);
    // Two words that share no letter are not near, however short they are.
    (distance <= limit && distance < longer).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_hand() {
        let fields = ["by", "within", "verify", "approval", "handle"];
        assert_eq!(nearest("withing", fields), Some("within"));
        assert_eq!(nearest("wihtin", fields), Some("within"));
        assert_eq!(nearest("aproval", fields), Some("approval"));
        assert_eq!(nearest("yb", fields), Some("by"));
        assert_eq!(nearest("Verify", fields), Some("verify"));
        assert_eq!(nearest("inr", ["INR", "in"]), Some("INR"));
    }

    #[test]
    fn other_words() {
        assert_eq!(nearest("effect", ["by", "within", "verify"]), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("", ["y"]), None);
        assert_eq!(nearest("within", ["within"]), None);
        assert_eq!(nearest("within", []), None);
        let long = "a".repeat(100_000);
        assert_eq!(nearest(&long, [format!("{long}b").as_str()]), None);
    }

    #[test]
    fn between_two_nobody_can_tell() {
        assert_eq!(nearest("cat", ["car", "bat"]), None);
        assert_eq!(nearest("cat", ["bat", "car"]), None);
        assert_eq!(nearest("cats", ["cat", "dots", "cat"]), Some("cat"));
        assert_eq!(nearest("cats", ["dots", "cat"]), Some("cat"));
    }

    #[test]
    fn letters_are_characters_not_bytes() {
        assert_eq!(nearest("größe", ["grösse", "größen"]), Some("größen"));
    }
}
