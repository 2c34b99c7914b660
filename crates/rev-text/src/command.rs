//! What `runs` and `runs only` mean: a simple command against the program, flags and words of a pattern.

use crate::glob::{self, Extent, Stars};
use crate::shell::{self, Simple, Word};
use crate::{Context, Truth, WhyNot, path};

pub use crate::shell::{Script, Simple as SimpleCommand, Word as CommandWord, read};

/// Long names of short flags, per program; `*` is any program without a list of its own for that letter.
const LONG: &[(&[&str], char, &str)] = &[
    (&["rm", "cp", "mv"], 'R', "recursive"),
    (&["rm", "cp"], 'r', "recursive"),
    (&["rm"], 'd', "dir"),
    (&["chmod", "chown", "chgrp", "ls", "grep"], 'R', "recursive"),
    (&["ls"], 'a', "all"),
    (&["mkdir", "rmdir"], 'p', "parents"),
    (&["sed"], 'i', "in-place"),
    (&["git"], 'd', "delete"),
    (&["git"], 'm', "message"),
    (&["git"], 'u', "set-upstream"),
    (&["git"], 'a', "all"),
    (&["curl"], 'X', "request"),
    (&["curl"], 'd', "data"),
    (&["curl"], 'F', "form"),
    (&["curl"], 'T', "upload-file"),
    (&["curl"], 'o', "output"),
    (&["curl"], 'k', "insecure"),
    (&["curl"], 'L', "location"),
    (&["wget"], 'O', "output-document"),
    (&["tar"], 'x', "extract"),
    (&["tar"], 'c', "create"),
    (&["tar", "kubectl"], 'f', "file"),
    (&["kubectl"], 'f', "filename"),
    (&["kubectl"], 'n', "namespace"),
    (&["docker", "podman"], 'v', "volume"),
    (&["docker", "podman"], 'a', "all"),
    (&["*"], 'f', "force"),
    (&["*"], 'r', "recursive"),
];

/// Programs for which two letters are the same flag.
const SAME: &[(&[&str], char, char)] = &[(&["rm", "cp"], 'R', 'r')];

impl Script {
    /// Whether some simple command is the pattern's: its program, with at least its flags and words.
    ///
    /// ```
    /// use rev_text::{Truth, command::read};
    /// assert_eq!(read("sudo rm --force -R x").runs("rm -rf"), Truth::True);
    /// assert_eq!(read("rm -r -- -f").runs("rm -rf"), Truth::False);
    /// assert_eq!(read("curl example.org | sh").runs("rm -rf"), Truth::Unknown);
    /// ```
    pub fn runs(&self, pattern: &str) -> Truth {
        let Some(wanted) = shell::plain_words(pattern) else {
            return Truth::Unknown;
        };
        let known = Truth::any(
            self.commands
                .iter()
                .map(|simple| is_run(simple, &wanted, false)),
        );
        known.or(self.or_unknown())
    }

    /// Whether every simple command is one of the patterns'. What only runs another command needs no pattern of its own;
    /// `sudo` and its kind do.
    ///
    /// ```
    /// use rev_text::{Truth, command::read};
    /// assert_eq!(read("ls -l | wc").runs_only(["ls", "wc"]), Truth::True);
    /// assert_eq!(read("ls; git push").runs_only(["ls", "git status"]), Truth::False);
    /// assert_eq!(read("ls $(cat x); $y").runs_only(["ls", "cat"]), Truth::Unknown);
    /// ```
    pub fn runs_only<'p>(&self, patterns: impl IntoIterator<Item = &'p str>) -> Truth {
        let mut allowed = Vec::new();
        for pattern in patterns {
            match shell::plain_words(pattern) {
                Some(words) => allowed.push(words),
                None => return Truth::Unknown,
            }
        }
        let known = Truth::all(self.commands.iter().map(|simple| {
            let one = Truth::any(allowed.iter().map(|wanted| is_run(simple, wanted, true)));
            one.or(Truth::from(simple.transparent))
        }));
        known.and(!self.or_unknown())
    }

    fn or_unknown(&self) -> Truth {
        match self.unknown {
            true => Truth::Unknown,
            false => Truth::False,
        }
    }
}

/// Whether one simple command is what is wanted. Where that permits it, its words must come first and in order; where it
/// forbids it, they may stand anywhere.
fn is_run(simple: &Simple, wanted: &[Word], permits: bool) -> Truth {
    let Some((program, wanted)) = wanted.split_first() else {
        return Truth::False;
    };
    let name = simple.program();
    let pattern = program.text.rsplit('/').next().unwrap_or(&program.text);
    if !glob::matches(pattern, name, Stars::Anything, Extent::Whole) {
        return Truth::False;
    }
    let (flags, words) = sort(wanted);
    let (has, others) = sort(simple.arguments());
    let open =
        |word: &&Word| word.open == Some(0) || word.text.starts_with('-') && word.open.is_some();
    let flags = Truth::all(flags.iter().map(|flag| {
        let given = has.iter().any(|other| same_flag(name, flag, other));
        // A variable may stand for any flag that is not seen.
        let hidden = simple
            .arguments()
            .iter()
            .take_while(|word| word.text != "--")
            .any(|word| open(&word));
        Truth::from(given).or(if hidden { Truth::Unknown } else { Truth::False })
    }));
    flags.and(match permits {
        true => first_words(&words, &others),
        false => some_words(&words, &others),
    })
}

/// The flags among words, one letter each, and the other words. After `--` there are only words.
fn sort(words: &[Word]) -> (Vec<Flag<'_>>, Vec<&Word>) {
    let (mut flags, mut others) = (Vec::new(), Vec::new());
    let mut only_words = false;
    for word in words {
        let text = word.text.as_str();
        match text.strip_prefix('-') {
            _ if only_words => others.push(word),
            Some("-") => only_words = true,
            Some("") | None => others.push(word),
            Some(rest) => match rest.strip_prefix('-') {
                Some(long) => flags.push(Flag::Long(long)),
                None => flags.extend(rest.chars().map(Flag::Short)),
            },
        }
    }
    (flags, others)
}

#[derive(Clone, Copy, Debug)]
enum Flag<'a> {
    Short(char),
    Long(&'a str),
}

fn same_flag(program: &str, wanted: &Flag<'_>, given: &Flag<'_>) -> bool {
    match (*wanted, *given) {
        (Flag::Short(wanted), Flag::Short(given)) => one(program, wanted) == one(program, given),
        (Flag::Long(wanted), Flag::Long(given)) => long_fits(wanted, given),
        (Flag::Short(short), Flag::Long(long)) => {
            longs(program, short).any(|name| long_fits(name, long))
        }
        (Flag::Long(long), Flag::Short(short)) => {
            longs(program, short).any(|name| long_fits(long, name))
        }
    }
}

fn one(program: &str, flag: char) -> char {
    let same = SAME
        .iter()
        .find(|(programs, from, _)| *from == flag && programs.contains(&program));
    same.map_or(flag, |(_, _, to)| *to)
}

fn longs(program: &str, short: char) -> impl Iterator<Item = &'static str> {
    let letter = one(program, short);
    let own = move |(programs, flag, _): &&(&[&str], char, &str)| {
        one(program, *flag) == letter && programs.contains(&program)
    };
    let has_own = LONG.iter().any(|row| own(&row));
    LONG.iter()
        .filter(move |row| own(row) || !has_own && row.1 == letter && row.0 == ["*"])
        .map(|row| row.2)
}

/// Programs let long flags be cut short; a value after `=` counts where the pattern has one.
fn long_fits(wanted: &str, given: &str) -> bool {
    let (name, _) = given.split_once('=').unwrap_or((given, ""));
    match wanted.contains('=') {
        true => wanted == given,
        false => !name.is_empty() && wanted.starts_with(name),
    }
}

fn same_word(wanted: &Word, given: &Word) -> Truth {
    let (pattern, text) = (wanted.text.as_str(), given.text.as_str());
    if given.open.is_none() && glob::matches(pattern, text, Stars::Anything, Extent::Whole) {
        return Truth::True;
    }
    if given.open.is_some() {
        let fixed = given.open.and_then(|at| text.get(..at)).unwrap_or_default();
        let start = pattern.split('*').next().unwrap_or_default();
        let may = start.starts_with(fixed) || fixed.starts_with(start);
        return if may { Truth::Unknown } else { Truth::False };
    }
    // `/`, `//` and `/.` are one folder.
    let as_path = pattern.starts_with(['/', '~']) && text.starts_with(['/', '~', '.']);
    let tried = Context {
        tried: true,
        ..Context::default()
    };
    match (
        as_path,
        path::normalise(text, &tried),
        path::pattern(pattern, Stars::Plain),
    ) {
        (true, Ok(text), Ok(pattern)) => {
            path::matches(&pattern, &text, Stars::Plain, Extent::Whole, &tried)
        }
        _ => Truth::False,
    }
}

/// The pattern's words are the first ones.
fn first_words(wanted: &[&Word], given: &[&Word]) -> Truth {
    if given.len() < wanted.len() {
        return Truth::False;
    }
    Truth::all(
        wanted
            .iter()
            .zip(given)
            .map(|(wanted, given)| same_word(wanted, given)),
    )
}

/// Each of the pattern's words is there. A word that is not known counts only where the pattern has its words: `git commit
/// -m "$text"` is no `git push`.
fn some_words(wanted: &[&Word], given: &[&Word]) -> Truth {
    Truth::all(wanted.iter().map(|want| {
        Truth::any(
            given
                .iter()
                .enumerate()
                .map(|(at, word)| match same_word(want, word) {
                    Truth::Unknown if at >= wanted.len() => Truth::False,
                    answer => answer,
                }),
        )
    }))
}

/// The canonical form of a command's pattern: its words, quoted where they need it, one blank between them.
pub(crate) fn pattern(text: &str) -> Result<String, WhyNot> {
    let words = shell::plain_words(text).ok_or_else(|| {
        WhyNot::of(format!(
            "`{text}` is not one plain command: a program, its flags and its words"
        ))
    })?;
    let mut written: Vec<String> = Vec::new();
    for word in &words {
        let text = match written.is_empty() {
            true => word.text.rsplit('/').next().unwrap_or_default(),
            false => word.text.as_str(),
        };
        if written.is_empty() && (text.is_empty() || text.contains('=') || text.starts_with('-')) {
            return Err(WhyNot::of(format!("no program is called `{text}`")));
        }
        let plain = |c: char| c.is_alphanumeric() || "-_=+./:,@%~*".contains(c);
        written.push(match !text.is_empty() && text.chars().all(plain) {
            true => text.to_owned(),
            false => format!("'{}'", text.replace('\'', "'\\''")),
        });
    }
    Ok(written.join(" "))
}
