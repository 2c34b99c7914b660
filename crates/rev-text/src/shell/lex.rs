//! Words: quotes, escapes, variables and substitutions, one after the other, never going back.

use super::{DEEPEST, Script, Word, parse};

/// A text that is being read.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    pub rest: &'a str,
    pub depth: usize,
}

impl<'a> Reader<'a> {
    pub fn new(rest: &'a str, depth: usize) -> Reader<'a> {
        Reader { rest, depth }
    }

    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub fn take(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let first = chars.next();
        self.rest = chars.as_str();
        first
    }

    pub fn eat(&mut self, prefix: &str) -> bool {
        let rest = self.rest.strip_prefix(prefix);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Blanks, joined lines, and variables that are nothing but blanks.
    pub fn blanks(&mut self) {
        loop {
            let before = self.rest.len();
            self.rest = self.rest.trim_start_matches([' ', '\t']);
            let _ = self.eat("\\\n") || self.eat("\\\r\n");
            if self.rest.starts_with("\r\n") || self.rest == "\r" {
                self.eat("\r");
            }
            self.eat_ifs();
            if self.rest.len() == before {
                return;
            }
        }
    }

    fn eat_ifs(&mut self) -> bool {
        if self.eat("${IFS}") {
            return true;
        }
        match self.rest.strip_prefix("$IFS") {
            Some(rest) if !rest.starts_with(is_name) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// One word, up to a blank or an operator; takes at least one character if there is one.
    pub fn word(&mut self, script: &mut Script) -> Word {
        let mut word = Word::default();
        let mut brace = Brace::default();
        while let Some(next) = self.peek() {
            match next {
                ' ' | '\t' | '\n' | ';' | '&' | '|' | ')' => break,
                '\r' if self.rest.starts_with("\r\n") || self.rest == "\r" => break,
                '(' => break,
                '<' | '>' if self.process(&mut word, script) => {}
                '<' | '>' => break,
                '$' if self.clone().eat_ifs() => break,
                '$' => self.dollar(&mut word, false, script),
                '`' => self.back_quotes(&mut word, script),
                '\'' => self.single_quotes(&mut word, script),
                '"' => {
                    self.take();
                    self.double_quotes(&mut word, script);
                }
                '\\' => self.escape(&mut word),
                _ => {
                    self.take();
                    brace.see(next, word.text.len());
                    word.glob |= matches!(next, '*' | '?' | '[');
                    word.text.push(next);
                }
            }
        }
        if let Some(at) = brace.found {
            open(&mut word, at);
        }
        word
    }

    fn escape(&mut self, word: &mut Word) {
        self.take();
        match self.take() {
            Some('\n') => {}
            Some(next) => {
                word.quoted = true;
                word.text.push(next);
            }
            None => word.text.push('\\'),
        }
    }

    fn single_quotes(&mut self, word: &mut Word, script: &mut Script) {
        self.take();
        word.quoted = true;
        match self.rest.split_once('\'') {
            Some((inner, rest)) => {
                word.text.push_str(inner);
                self.rest = rest;
            }
            None => {
                script.unknown = true;
                word.text.push_str(self.rest);
                self.rest = "";
            }
        }
    }

    /// Up to the closing quote; here and in the body of a here-document only `$`, back-quotes and `\` mean something.
    fn double_quotes(&mut self, word: &mut Word, script: &mut Script) {
        word.quoted = true;
        loop {
            match self.peek() {
                None => {
                    script.unknown = true;
                    return;
                }
                Some('"') => {
                    self.take();
                    return;
                }
                Some(next) => self.inside_quotes(next, word, script),
            }
        }
    }

    fn inside_quotes(&mut self, next: char, word: &mut Word, script: &mut Script) {
        match next {
            '$' => self.dollar(word, true, script),
            '`' => self.back_quotes(word, script),
            '\\' => {
                self.take();
                match self.peek() {
                    Some('\n') => {
                        self.take();
                    }
                    Some(escaped @ ('$' | '`' | '"' | '\\')) => {
                        self.take();
                        word.text.push(escaped);
                    }
                    _ => word.text.push('\\'),
                }
            }
            _ => {
                self.take();
                word.text.push(next);
            }
        }
    }

    /// A whole text that is read as if it stood in double quotes.
    pub fn as_quoted(&mut self, script: &mut Script) -> Word {
        let mut word = Word::default();
        while let Some(next) = self.peek() {
            self.inside_quotes(next, &mut word, script);
        }
        word
    }

    fn dollar(&mut self, word: &mut Word, quoted: bool, script: &mut Script) {
        let start = self.rest;
        let at = word.text.len();
        self.take();
        match self.peek() {
            Some('\'') if !quoted => {
                self.take();
                return self.ansi_quotes(word, script);
            }
            Some('"') if !quoted => {
                self.take();
                return self.double_quotes(word, script);
            }
            Some('(') => {
                if !self.arithmetic(script) {
                    self.take();
                    self.nested(script);
                }
            }
            Some('{') => self.parameter(script),
            Some(first) if is_name(first) && !first.is_ascii_digit() => {
                self.rest = self.rest.trim_start_matches(is_name);
            }
            Some(first) if first.is_ascii_digit() || "@*#?-$!".contains(first) => {
                self.take();
            }
            _ => {
                word.text.push('$');
                return;
            }
        }
        let written = consumed(start, self.rest);
        match written {
            "$HOME" | "${HOME}" if at == 0 => word.text.push('~'),
            "$PWD" | "${PWD}" if at == 0 => word.text.push('.'),
            _ => {
                open(word, at);
                word.text.push_str(written);
            }
        }
    }

    /// Commands up to the closing parenthesis, which are run as well.
    fn nested(&mut self, script: &mut Script) {
        if self.depth >= DEEPEST {
            script.unknown = true;
            self.rest = "";
            return;
        }
        self.depth += 1;
        parse::list(self, parse::Close::Parenthesis, script);
        self.depth -= 1;
    }

    /// `$((…))`: a sum, in which substitutions are still run. False if it is none.
    fn arithmetic(&mut self, script: &mut Script) -> bool {
        let Some(inner) = self.rest.strip_prefix("((") else {
            return false;
        };
        let mut level = 2_usize;
        let mut end = None;
        let mut before = ' ';
        for (at, c) in inner.char_indices() {
            match c {
                '(' => level += 1,
                ')' if level == 1 => {
                    end = (before == ')').then_some(at);
                    break;
                }
                ')' => level -= 1,
                _ => {}
            }
            before = c;
        }
        let Some((sum, rest)) = end.and_then(|end| inner.split_at_checked(end)) else {
            return false;
        };
        if self.depth >= DEEPEST {
            script.unknown = true;
        } else {
            let sum = sum.strip_suffix(')').unwrap_or(sum);
            Reader::new(sum, self.depth + 1).as_quoted(script);
        }
        self.rest = rest.strip_prefix(')').unwrap_or(rest);
        true
    }

    /// `${…}`, whose default may have quotes and substitutions of its own.
    fn parameter(&mut self, script: &mut Script) {
        self.take();
        if self.depth >= DEEPEST {
            script.unknown = true;
            self.rest = "";
            return;
        }
        self.depth += 1;
        let mut ignored = Word::default();
        loop {
            match self.peek() {
                None => {
                    script.unknown = true;
                    break;
                }
                Some('}') => {
                    self.take();
                    break;
                }
                Some('\'') => self.single_quotes(&mut ignored, script),
                Some('"') => {
                    self.take();
                    self.double_quotes(&mut ignored, script);
                }
                Some(next) => self.inside_quotes(next, &mut ignored, script),
            }
        }
        self.depth -= 1;
    }

    fn back_quotes(&mut self, word: &mut Word, script: &mut Script) {
        let start = self.rest;
        self.take();
        let mut inner = String::new();
        loop {
            match self.take() {
                None => {
                    script.unknown = true;
                    break;
                }
                Some('`') => break,
                Some('\\') => match self.peek() {
                    Some(next @ ('`' | '\\' | '$')) => {
                        self.take();
                        inner.push(next);
                    }
                    _ => inner.push('\\'),
                },
                Some(next) => inner.push(next),
            }
        }
        parse::script(&inner, self.depth + 1, script);
        open(word, word.text.len());
        word.text.push_str(consumed(start, self.rest));
    }

    /// `<(…)` and `>(…)`: commands that stand for a file.
    fn process(&mut self, word: &mut Word, script: &mut Script) -> bool {
        let start = self.rest;
        if !(self.eat("<(") || self.eat(">(")) {
            return false;
        }
        self.nested(script);
        open(word, word.text.len());
        word.text.push_str(consumed(start, self.rest));
        true
    }

    /// `$'…'`, where characters can be written as numbers.
    fn ansi_quotes(&mut self, word: &mut Word, script: &mut Script) {
        word.quoted = true;
        loop {
            match self.take() {
                None => {
                    script.unknown = true;
                    return;
                }
                Some('\'') => return,
                Some('\\') => match self.take() {
                    Some('n') => word.text.push('\n'),
                    Some('t') => word.text.push('\t'),
                    Some('x') => self.number(16, 2, word),
                    Some('u') => self.number(16, 4, word),
                    Some('U') => self.number(16, 8, word),
                    Some(first @ '0'..='7') => self.octal(first, word),
                    Some(other) => word.text.push(other),
                    None => {}
                },
                Some(next) => word.text.push(next),
            }
        }
    }

    fn octal(&mut self, first: char, word: &mut Word) {
        let mut value = first.to_digit(8).unwrap_or_default();
        for _ in 0..2 {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) else {
                break;
            };
            self.take();
            value = value * 8 + digit;
        }
        word.text.extend(char::from_u32(value));
    }

    fn number(&mut self, radix: u32, most: usize, word: &mut Word) {
        let mut value = 0_u32;
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(radix)) else {
                break;
            };
            self.take();
            value = value.saturating_mul(radix).saturating_add(digit);
        }
        word.text.extend(char::from_u32(value));
    }
}

/// `{a,b}` and `{1..3}` make several words of one.
#[derive(Default)]
struct Brace {
    start: Option<usize>,
    parts: bool,
    dot: bool,
    found: Option<usize>,
}

impl Brace {
    fn see(&mut self, next: char, at: usize) {
        match next {
            '{' => {
                self.start.get_or_insert(at);
            }
            ',' => self.parts |= self.start.is_some(),
            '.' => self.parts |= self.start.is_some() && self.dot,
            '}' if self.parts => self.found = self.found.or(self.start),
            _ => {}
        }
        self.dot = next == '.';
    }
}

fn open(word: &mut Word, at: usize) {
    word.open = Some(word.open.map_or(at, |first| first.min(at)));
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// What was read between two places of the same text.
fn consumed<'a>(start: &'a str, rest: &str) -> &'a str {
    let len = start.len().saturating_sub(rest.len());
    start.get(..len).unwrap_or(start)
}
