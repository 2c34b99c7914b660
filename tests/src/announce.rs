//! `//~ CODE "part of the message"`: what a text says about its own findings.

/// A finding that must be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// The line of the text it is on, from 1.
    pub line: usize,
    pub code: String,
    /// Must be in the message; may be empty.
    pub part: String,
}

/// Every announcement of a text, or the line of one that cannot be read.
pub fn announced(text: &str) -> Result<Vec<Announced>, usize> {
    let mut all = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        // What stands before the first mark is not ours; every further part is one announcement.
        for words in line.split("//~").skip(1) {
            all.push(one(words, number).ok_or(number)?);
        }
    }
    Ok(all)
}

fn one(words: &str, line: usize) -> Option<Announced> {
    let rest = words.trim_start_matches('^');
    let line = line
        .checked_sub(words.len() - rest.len())
        .filter(|line| *line > 0)?;
    let rest = rest.trim();
    let (code, part) = rest.split_once(' ').unwrap_or((rest, ""));
    let digits = code.strip_prefix(['E', 'W'])?;
    let is_code = digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit());
    let part = match part.trim() {
        "" => "",
        quoted => quoted.strip_prefix('"')?.strip_suffix('"')?,
    };
    is_code.then(|| Announced {
        line,
        code: code.to_owned(),
        part: part.replace("\\\"", "\""),
    })
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn marks_are_read() {
        let text =
            "a //~ E0001 \"say \\\"x\\\"\" //~ W1001\nb\n//~^ E0202\n//~^^ E0203 \"two up\"\n";
        let read: Vec<(usize, String, String)> = announced(text)
            .unwrap()
            .into_iter()
            .map(|one| (one.line, one.code, one.part))
            .collect();
        let expected = [
            (1, "E0001", "say \"x\""),
            (1, "W1001", ""),
            (2, "E0202", ""),
            (2, "E0203", "two up"),
        ];
        assert_eq!(
            read,
            expected.map(|(line, code, part)| (line, code.into(), part.into()))
        );
    }

    #[test]
    fn a_mark_that_cannot_be_read_is_a_mistake() {
        for text in [
            "//~ E01",
            "//~^ E0001",
            "//~ E0001 part",
            "//~",
            "//~ E0001 \"a",
        ] {
            assert_eq!(announced(text), Err(1), "{text}");
        }
    }
}
