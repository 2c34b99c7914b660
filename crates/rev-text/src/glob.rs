//! Globs, matched on the text of the pattern itself: nothing is compiled, nothing is allocated, and the cost is at most the
//! product of both lengths, whatever the stars.

/// Patterns are no longer than this many bytes; a longer one has no answer.
pub const LONGEST: usize = 1024;

const WORDS: usize = LONGEST / 64 + 1;

/// What a star stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stars {
    /// Nothing: the pattern is a plain text.
    Plain,
    /// `*` is any text.
    Anything,
    /// `*` stays within a segment, `**` crosses segments, and `**/` may also be no segment.
    Segments,
}

/// How much of the text a pattern has to cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of it.
    Whole,
    /// All of it, or a part that ends before a `/`: the text is the pattern's or below it.
    Below,
}

/// Whether a pattern matches a text. A pattern that is too long for its stars matches nothing; `Pattern` does not let one in.
pub(crate) fn matches(pattern: &str, text: &str, stars: Stars, extent: Extent) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    match stars {
        Stars::Plain => match text.strip_prefix(pattern) {
            Some(rest) => ends(rest, extent),
            None => false,
        },
        Stars::Anything => anything(pattern, text, extent),
        Stars::Segments if pattern.windows(2).any(|two| two == b"**") => {
            crossing(pattern, text, extent)
        }
        Stars::Segments => single(pattern, text, true, extent),
    }
}

/// Nearly all patterns have one star: what stands before it and behind it is compared at once.
fn anything(pattern: &[u8], text: &[u8], extent: Extent) -> bool {
    let star = |bytes: &[u8]| bytes.iter().position(|byte| *byte == b'*');
    let Some(at) = star(pattern) else {
        let rest = text.strip_prefix(pattern);
        return rest.is_some_and(|rest| ends(rest, extent));
    };
    let (front, back) = pattern.split_at_checked(at).unwrap_or_default();
    let Some(text) = text.strip_prefix(front) else {
        return false;
    };
    match back {
        [_] => true,
        [_, back @ ..] if extent == Extent::Whole && star(back).is_none() => text.ends_with(back),
        _ => single(back, text, false, extent),
    }
}

fn ends(rest: &[u8], extent: Extent) -> bool {
    match rest.first() {
        None => true,
        Some(byte) => extent == Extent::Below && *byte == b'/',
    }
}

/// One kind of star: on a mismatch the last star takes one byte more. No earlier star ever has to be tried again, because
/// the leftmost place for what stands between two stars leaves the most room for the rest.
fn single(pattern: &[u8], text: &[u8], within: bool, extent: Extent) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    loop {
        let rest = text.get(t..).unwrap_or_default();
        match pattern.get(p) {
            None if ends(rest, extent) => return true,
            Some(b'*') => {
                p += 1;
                star = Some((p, t));
                continue;
            }
            Some(byte) if rest.first() == Some(byte) => {
                p += 1;
                t += 1;
                continue;
            }
            _ => {}
        }
        let Some((after, taken)) = star else {
            return false;
        };
        match text.get(taken) {
            None => return false,
            Some(b'/') if within => return false,
            Some(_) => {}
        }
        p = after;
        t = taken + 1;
        star = Some((p, t));
    }
}

/// Both kinds of star: all places of the pattern that the text so far can have reached, as a set of bits.
fn crossing(pattern: &[u8], text: &[u8], extent: Extent) -> bool {
    if pattern.len() > LONGEST {
        return false;
    }
    let mut now = Places::default();
    now.reach(pattern, 0);
    for (at, byte) in text.iter().enumerate() {
        if now.has(pattern.len()) && ends(text.get(at..).unwrap_or_default(), extent) {
            return true;
        }
        let mut next = Places::default();
        let mut any = false;
        for place in now.list() {
            let Some(wanted) = pattern.get(place) else {
                continue;
            };
            let to = match step(pattern, place) {
                Step::Byte => (wanted == byte).then_some(place + 1),
                Step::Star => (*byte != b'/').then_some(place),
                Step::Cross => Some(place),
                Step::Folders => None,
                Step::InFolders => {
                    if *byte == b'/' {
                        next.reach(pattern, place + 2);
                    }
                    Some(place)
                }
            };
            if let Some(to) = to {
                next.reach(pattern, to);
                any = true;
            }
        }
        if !any {
            return false;
        }
        now = next;
    }
    now.has(pattern.len())
}

/// What a place of the pattern wants.
enum Step {
    Byte,
    Star,
    /// The first star of `**`.
    Cross,
    /// The first star of `**/` at the start of a segment: no segment, or some.
    Folders,
    /// Its second star: inside of segments that end with a `/`.
    InFolders,
}

fn step(pattern: &[u8], place: usize) -> Step {
    let is = |at: Option<usize>, byte: u8| at.and_then(|at| pattern.get(at)) == Some(&byte);
    let before = place.checked_sub(1);
    match () {
        () if !is(Some(place), b'*') => Step::Byte,
        () if is(before, b'*') => Step::InFolders,
        () if !is(Some(place + 1), b'*') => Step::Star,
        () if is(Some(place + 2), b'/') && (place == 0 || is(before, b'/')) => Step::Folders,
        () => Step::Cross,
    }
}

/// A set of places in a pattern.
#[derive(Default)]
struct Places {
    bits: [u64; WORDS],
}

impl Places {
    fn has(&self, place: usize) -> bool {
        let word = self.bits.get(place / 64).copied().unwrap_or_default();
        word >> (place % 64) & 1 == 1
    }

    /// Adds a place, and those that are reached from it without any text.
    fn reach(&mut self, pattern: &[u8], place: usize) {
        let mut place = place;
        while !self.has(place) {
            if let Some(word) = self.bits.get_mut(place / 64) {
                *word |= 1 << (place % 64);
            }
            place = match step(pattern, place) {
                Step::Byte | Step::InFolders => return,
                Step::Star => place + 1,
                Step::Cross => place + 2,
                Step::Folders => {
                    self.reach_inside(place + 1);
                    place + 3
                }
            };
        }
    }

    fn reach_inside(&mut self, place: usize) {
        if let Some(word) = self.bits.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
    }

    fn list(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.iter().enumerate().flat_map(|(index, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = usize::try_from(left.trailing_zeros()).ok()?;
                left &= left.checked_sub(1)?;
                Some(index * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The meaning of a glob, said as plainly as possible and as slow as that is.
    fn plainly(pattern: &[u8], text: &[u8], start: bool) -> bool {
        let some = |rest: &[u8], can: &dyn Fn(u8) -> bool, start: bool| {
            (0..=text.len())
                .take_while(|n| text[..*n].iter().all(|byte| can(*byte)))
                .any(|n| plainly(rest, &text[n..], start))
        };
        match pattern {
            [] => text.is_empty(),
            [b'*', b'*', b'/', rest @ ..] if start => {
                plainly(rest, text, true)
                    || (0..text.len())
                        .any(|n| text[n] == b'/' && plainly(rest, &text[n + 1..], true))
            }
            [b'*', b'*', rest @ ..] => some(rest, &|_| true, false),
            [b'*', rest @ ..] => some(rest, &|byte| byte != b'/', false),
            [byte, rest @ ..] => {
                text.first() == Some(byte) && plainly(rest, &text[1..], *byte == b'/')
            }
        }
    }

    #[test]
    fn every_short_glob_means_what_it_says() {
        let letters = |alphabet: &'static [u8], longest: u32| {
            let base = u32::try_from(alphabet.len()).unwrap();
            (0..=longest).flat_map(move |len| {
                (0..base.pow(len)).map(move |mut number| {
                    (0..len)
                        .map(|_| {
                            let letter = alphabet[(number % base) as usize];
                            number /= base;
                            char::from(letter)
                        })
                        .collect::<String>()
                })
            })
        };
        let texts: Vec<String> = letters(b"a/", 6).collect();
        for pattern in letters(b"a/*", 7).filter(|pattern| !pattern.contains("***")) {
            for text in &texts {
                let found = matches(&pattern, text, Stars::Segments, Extent::Whole);
                let wanted = plainly(pattern.as_bytes(), text.as_bytes(), true);
                assert_eq!(found, wanted, "`{pattern}` on `{text}`");
            }
        }
    }

    #[test]
    fn below_is_the_folder_and_what_is_in_it() {
        for (pattern, text, wanted) in [
            ("/a", "/a", true),
            ("/a", "/a/b", true),
            ("/a", "/ab", false),
            ("/*/c", "/a/c/d", true),
            ("/**/c", "/a/b/c/d", true),
            ("/**/c", "/a/b/cd", false),
        ] {
            let found = matches(pattern, text, Stars::Segments, Extent::Below);
            assert_eq!(found, wanted, "`{pattern}` on `{text}`");
        }
    }
}
