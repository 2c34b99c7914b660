//! Lists of commands: operators, groups, loops and here-documents. No tree is built; each simple command is told as it ends.

use super::lex::Reader;
use super::{DEEPEST, MOST, Script, Word, through};

/// Where a list ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    End,
    Parenthesis,
}

/// What a whole text runs.
pub(super) fn script(text: &str, depth: usize, script: &mut Script) {
    if depth > DEEPEST {
        script.unknown = true;
        return;
    }
    list(&mut Reader::new(text, depth), Close::End, script);
}

/// Here-documents whose text begins on the next line.
struct Waiting {
    end: String,
    quoted: bool,
    tabs: bool,
}

/// The state of a list: the words of the command so far, and what is still to be closed.
#[derive(Default)]
struct List {
    words: Vec<Word>,
    waiting: Vec<Waiting>,
    parentheses: usize,
    cases: usize,
}

pub(super) fn list(reader: &mut Reader<'_>, close: Close, script: &mut Script) {
    let mut list = List::default();
    loop {
        reader.blanks();
        let Some(next) = reader.peek() else {
            break;
        };
        if script.commands.len() > MOST {
            script.unknown = true;
            reader.rest = "";
            return;
        }
        match next {
            '\n' => {
                reader.take();
                list.finish(reader.depth, script);
                list.documents(reader, script);
            }
            '#' => {
                let end = reader.rest.find('\n').unwrap_or(reader.rest.len());
                reader.rest = reader.rest.get(end..).unwrap_or_default();
            }
            ';' => {
                list.finish(reader.depth, script);
                let arm = reader.eat(";;&") || reader.eat(";;") || reader.eat(";&");
                match arm {
                    true if list.cases > 0 => list.patterns(reader, script),
                    true => script.unknown = true,
                    false => {
                        reader.take();
                    }
                }
            }
            '&' if reader.rest.starts_with("&>") => {
                reader.take();
                list.redirect(reader, script);
            }
            '&' | '|' => {
                reader.take();
                list.finish(reader.depth, script);
            }
            '(' => {
                reader.take();
                list.parenthesis(reader, script);
            }
            ')' => {
                reader.take();
                list.finish(reader.depth, script);
                match list.parentheses.checked_sub(1) {
                    Some(left) => list.parentheses = left,
                    None if close == Close::Parenthesis => return,
                    None => script.unknown = true,
                }
            }
            '<' | '>' if !is_process(reader.rest) => list.redirect(reader, script),
            _ => {
                let word = reader.word(script);
                list.word(word, reader, script);
            }
        }
    }
    list.finish(reader.depth, script);
    // A shell may run what stands before the place where it notices.
    script.unknown |= close == Close::Parenthesis || list.parentheses > 0 || list.cases > 0;
}

fn is_process(rest: &str) -> bool {
    rest.starts_with("<(") || rest.starts_with(">(")
}

impl List {
    fn finish(&mut self, depth: usize, script: &mut Script) {
        let words = std::mem::take(&mut self.words);
        through::see(words, depth, script);
    }

    fn word(&mut self, word: Word, reader: &mut Reader<'_>, script: &mut Script) {
        let own = self.words.is_empty() && !word.quoted && word.open.is_none();
        match word.text.as_str() {
            "if" | "then" | "else" | "elif" | "fi" | "while" | "until" | "do" | "done" | "{"
            | "}" | "!" | "coproc"
                if own => {}
            "for" | "select" if own => self.aside(reader, script),
            "case" if own => {
                reader.blanks();
                others(reader, script);
                skip_lines(reader);
                if reader.word(script).text == "in" {
                    self.cases += 1;
                    self.patterns(reader, script);
                } else {
                    script.unknown = true;
                }
            }
            "esac" if own => self.cases = self.cases.saturating_sub(1),
            "function" if own => {
                reader.blanks();
                reader.word(script);
            }
            "[[" if own => self.test(reader, script),
            _ => self.words.push(word),
        }
    }

    /// The head of a loop: words that are no command.
    fn aside(&mut self, reader: &mut Reader<'_>, script: &mut Script) {
        loop {
            reader.blanks();
            match reader.peek() {
                None | Some(';' | '\n' | '&' | '|' | ')' | '<' | '>') => return,
                Some('(') => {
                    reader.take();
                    reader.take();
                    while !matches!(reader.peek(), None | Some(')')) {
                        let before = reader.rest.len();
                        reader.word(script);
                        if reader.rest.len() == before {
                            reader.take();
                        }
                    }
                    let _ = reader.eat("))") || reader.eat(")");
                    return;
                }
                Some(_) => others(reader, script),
            }
        }
    }

    /// `[[ … ]]`: a test of the shell itself.
    fn test(&mut self, reader: &mut Reader<'_>, script: &mut Script) {
        while reader.peek().is_some() {
            reader.blanks();
            let before = reader.rest.len();
            let word = reader.word(script);
            match word.text.as_str() {
                "]]" if !word.quoted => return,
                _ if reader.rest.len() == before => {
                    reader.take();
                }
                _ => script.others.push(word),
            }
        }
        script.unknown = true;
    }

    /// The patterns of an arm of `case`, up to their parenthesis, or the end of it all.
    fn patterns(&mut self, reader: &mut Reader<'_>, script: &mut Script) {
        skip_lines(reader);
        let ahead = reader.rest.strip_prefix("esac");
        if let Some(rest) = ahead
            && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        {
            reader.rest = rest;
            self.cases = self.cases.saturating_sub(1);
            return;
        }
        reader.eat("(");
        loop {
            reader.blanks();
            match reader.peek() {
                None => return,
                Some(')') => {
                    reader.take();
                    return;
                }
                Some('|' | '\n' | ';' | '&' | '<' | '>' | '(') => {
                    reader.take();
                }
                Some(_) => {
                    reader.word(script);
                }
            }
        }
    }

    /// After `(`: a group, the head of a function, or the values of an array.
    fn parenthesis(&mut self, reader: &mut Reader<'_>, script: &mut Script) {
        reader.blanks();
        let is_array = |word: &Word| word.text.ends_with('=') && !word.quoted;
        if self.words.len() == 1 && reader.eat(")") {
            self.words.clear();
        } else if self.words.last().is_some_and(is_array) {
            while !matches!(reader.peek(), None | Some(')')) {
                let before = reader.rest.len();
                others(reader, script);
                if reader.rest.len() == before {
                    reader.take();
                }
                reader.blanks();
            }
            reader.take();
        } else {
            script.unknown |= !self.words.is_empty();
            self.finish(reader.depth, script);
            self.parentheses += 1;
        }
    }

    /// `> file`, `2>&1`, `<<END`, `<<< word`.
    fn redirect(&mut self, reader: &mut Reader<'_>, script: &mut Script) {
        // The number before it is no word, if it stands right there; one that does not is a file's name at worst.
        if let Some(last) = self.words.last()
            && !last.text.is_empty()
            && last.text.bytes().all(|byte| byte.is_ascii_digit())
        {
            self.words.pop();
        }
        if reader.eat("<<<") {
            reader.blanks();
            let text = reader.word(script).text;
            self.finish_and_feed(&text, reader.depth, script);
            return;
        }
        if reader.eat("<<") {
            let tabs = reader.eat("-");
            reader.blanks();
            let end = reader.word(script);
            self.waiting.push(Waiting {
                end: end.text,
                quoted: end.quoted,
                tabs,
            });
            return;
        }
        let both = ["<>", ">>", ">|", ">&", "<&", "<", ">"];
        let Some(operator) = both.into_iter().find(|operator| reader.eat(operator)) else {
            reader.take();
            return;
        };
        reader.blanks();
        if matches!(
            reader.peek(),
            None | Some('\n' | ';' | '&' | '|' | '(' | ')')
        ) {
            script.unknown = true;
            return;
        }
        let target = reader.word(script);
        let is_number = target
            .text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-');
        if !(operator.ends_with('&') && is_number) {
            script.others.push(target);
        }
    }

    fn finish_and_feed(&mut self, text: &str, depth: usize, script: &mut Script) {
        self.finish(depth, script);
        if script.reads_input {
            self::script(text, depth + 1, script);
        }
    }

    /// The texts of the here-documents that were announced on the line before.
    fn documents(&mut self, reader: &mut Reader<'_>, script: &mut Script) {
        for waiting in std::mem::take(&mut self.waiting) {
            let mut body = String::new();
            let mut closed = false;
            while !reader.rest.is_empty() && !closed {
                let (line, rest) = reader.rest.split_once('\n').unwrap_or((reader.rest, ""));
                reader.rest = rest;
                let line = match waiting.tabs {
                    true => line.trim_start_matches('\t'),
                    false => line,
                };
                closed = line.strip_suffix('\r').unwrap_or(line) == waiting.end;
                if !closed {
                    body.push_str(line);
                    body.push('\n');
                }
            }
            if !waiting.quoted {
                if reader.depth >= DEEPEST {
                    script.unknown = true;
                } else {
                    Reader::new(&body, reader.depth + 1).as_quoted(script);
                }
            }
            if script.reads_input {
                self::script(&body, reader.depth + 1, script);
            }
        }
    }
}

fn skip_lines(reader: &mut Reader<'_>) {
    loop {
        reader.blanks();
        if !reader.eat("\n") {
            return;
        }
    }
}

/// A word that belongs to no command.
fn others(reader: &mut Reader<'_>, script: &mut Script) {
    let word = reader.word(script);
    script.others.push(word);
}
