//! Commands, read as a POSIX shell would read them, as far as that can be told without running anything.

mod lex;
mod parse;
mod programs;
mod through;

/// Substitutions, groups and scripts inside of scripts are followed this deep; what is deeper is unknown.
const DEEPEST: usize = 24;

/// This many simple commands are told apart; what comes after is unknown.
const MOST: usize = 4096;

/// What a command runs.
///
/// ```
/// let script = rev_text::command::read("cd /tmp && sudo rm -rf x > log");
/// let programs: Vec<_> = script.commands.iter().map(|simple| simple.program()).collect();
/// assert_eq!(programs, ["cd", "sudo", "rm"]);
/// assert_eq!(script.others[0].text, "log");
/// assert!(!script.unknown);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Every simple command in it, also those that others run.
    pub commands: Vec<Simple>,
    /// Words that belong to none of them: where output goes, what a loop is about, values of variables.
    pub others: Vec<Word>,
    /// Something else may be run, and nobody can tell what.
    pub unknown: bool,
    /// A shell reads commands from its input.
    pub(crate) reads_input: bool,
}

/// A program and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simple {
    /// The program first; quotes are removed.
    pub words: Vec<Word>,
    /// It only runs another command, which is listed as well, and adds nothing to it.
    pub transparent: bool,
}

/// A word of a command without its quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// As the program sees it. Variables and substitutions stand as they were written, except that home is `~`.
    pub text: String,
    /// Where the first part is that the shell puts something else for, counted in bytes.
    pub open: Option<usize>,
    /// Some of it was quoted, so that it is no word of the shell's own.
    pub quoted: bool,
    /// It has a `*`, `?` or `[` for the shell to look files up by.
    pub glob: bool,
}

impl Simple {
    /// The program's base name.
    pub fn program(&self) -> &str {
        self.words.first().map_or("", |word| base_name(&word.text))
    }

    /// All words after the program.
    pub fn arguments(&self) -> &[Word] {
        self.words.split_first().map_or(&[], |(_, rest)| rest)
    }
}

fn base_name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// What a command runs; total on any text.
pub fn read(text: &str) -> Script {
    let mut script = Script::default();
    parse::script(text, 0, &mut script);
    script
}

/// The words of a text that is one plain command: no operators, no variables, no redirections.
pub(crate) fn plain_words(text: &str) -> Option<Vec<Word>> {
    let mut script = Script::default();
    let mut reader = lex::Reader::new(text, 0);
    let mut words = Vec::new();
    loop {
        reader.blanks();
        match reader.peek() {
            None => break,
            Some(';' | '&' | '|' | '(' | ')' | '<' | '>' | '\n' | '#') => return None,
            Some(_) => words.push(reader.word(&mut script)),
        }
    }
    let plain = words.iter().all(|word| word.open.is_none());
    (plain && !script.unknown && !words.is_empty()).then_some(words)
}
