//! Programs that run other programs: what stands behind them is a command too, as far as their options are known.

use super::programs::{INTERPRETERS, LOADING, SHELLS, WRAPPERS, Wrapper};
use super::{DEEPEST, Script, Simple, Word, base_name, parse};

/// Takes the words of a simple command down, and whatever it runs in its turn.
pub(super) fn see(mut words: Vec<Word>, depth: usize, script: &mut Script) {
    while words.first().is_some_and(|word| assigns(word).is_some()) {
        let word = words.remove(0);
        let name = assigns(&word).unwrap_or_default();
        script.unknown |= loads(name);
        let value = word
            .text
            .get(name.len() + 1..)
            .unwrap_or_default()
            .to_owned();
        script.others.push(Word {
            text: value,
            ..Word::default()
        });
    }
    let Some(first) = words.first() else {
        return;
    };
    if depth > DEEPEST
        || first.open.is_some()
        || first.glob && first.text != "["
        || first.text.is_empty()
    {
        script.unknown = true;
        script.others.append(&mut words);
        return;
    }
    let name = base_name(&first.text).to_owned();
    let wrapper = WRAPPERS
        .iter()
        .find(|wrapper| wrapper.names.contains(&name.as_str()));
    let arguments = words.split_first().map_or(&[][..], |(_, rest)| rest);
    // What a program like this runs is what counts, also where nobody can tell what that is.
    let stands_for_another = SHELLS.contains(&name.as_str())
        && !matches!(name.as_str(), "su" | "runuser")
        || matches!(name.as_str(), "eval" | "source" | ".")
        || interprets(&name, arguments);
    script.commands.push(Simple {
        words: words.clone(),
        transparent: stands_for_another || wrapper.is_some_and(|wrapper| wrapper.transparent),
    });
    match name.as_str() {
        "eval" => {
            script.unknown = true;
            run_text(&joined(arguments), depth, script);
        }
        "source" | "." | "alias" | "enable" | "awk" | "gawk" | "mawk" | "nawk"
            if is_dark(&name, arguments) =>
        {
            script.unknown = true;
        }
        "trap" => {
            if let Some(action) = arguments.iter().find(|word| !word.text.starts_with('-')) {
                run_word(action, depth, script);
            }
        }
        "export" | "declare" | "typeset" | "readonly" | "local" => {
            let names = arguments.iter().filter_map(assigns);
            script.unknown |= names.into_iter().any(loads);
        }
        "find" | "gfind" | "fd" | "fdfind" => found(arguments, depth, script),
        "parallel" | "script" | "at" | "batch" | "crontab" => script.unknown = true,
        name if SHELLS.contains(&name) => shell(name, arguments, depth, script),
        name => match wrapper {
            Some(wrapper) => wrapped(wrapper, name, arguments, depth, script),
            None => script.unknown |= interprets(name, arguments),
        },
    }
}

/// The name that a word gives a value to.
fn assigns(word: &Word) -> Option<&str> {
    let (name, _) = word.text.split_once('=')?;
    let plain = name.strip_suffix('+').unwrap_or(name);
    let fits = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && plain
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_');
    (fits && word.open.is_none_or(|at| at > name.len())).then_some(name)
}

fn loads(name: &str) -> bool {
    let name = name.strip_suffix('+').unwrap_or(name);
    LOADING.contains(&name) || name.starts_with("LD_") || name.starts_with("DYLD_")
}

fn is_dark(name: &str, arguments: &[Word]) -> bool {
    match name {
        // A list of all aliases changes nothing.
        "alias" => !arguments.is_empty(),
        "awk" | "gawk" | "mawk" | "nawk" => arguments.iter().any(|word| {
            let text = &word.text;
            text.contains("system")
                || text.contains('|')
                || text.contains("getline")
                || text.starts_with("-f")
                || text.starts_with('@')
        }),
        _ => true,
    }
}

fn joined(words: &[Word]) -> String {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    texts.join(" ")
}

/// A text that is run as a script.
fn run_text(text: &str, depth: usize, script: &mut Script) {
    parse::script(text, depth + 1, script);
}

/// A word that is run as a script: what the shell puts into it first may be anything.
fn run_word(word: &Word, depth: usize, script: &mut Script) {
    script.unknown |= word.open.is_some() || word.glob && !word.quoted;
    run_text(&word.text, depth, script);
}

/// Whether a word is the option whose text is the script.
fn has_c(word: &Word) -> bool {
    let flags = word.text.strip_prefix('-').unwrap_or_default();
    word.text == "--command" || !flags.starts_with('-') && flags.contains('c')
}

/// A shell runs the text after `-c`; anything else that it may run is out of sight.
fn shell(name: &str, arguments: &[Word], depth: usize, script: &mut Script) {
    let mut words = arguments.iter();
    let known = ["--version", "--help"];
    if arguments
        .iter()
        .any(|word| known.contains(&word.text.as_str()))
        && arguments.len() == 1
    {
        return;
    }
    while let Some(word) = words.next() {
        if has_c(word) && word.open.is_none() {
            // Options may stand between `-c` and its text.
            let mut after = words.filter(|word| !word.text.starts_with(['-', '+']));
            match after.next() {
                Some(text) => run_word(text, depth, script),
                None => script.unknown = true,
            }
            script.unknown |= matches!(name, "fish" | "csh" | "tcsh");
            return;
        }
        if let Some(text) = word.text.strip_prefix("--command=") {
            run_text(text, depth, script);
            return;
        }
        let takes_next = matches!(
            word.text.as_str(),
            "-o" | "+o" | "-O" | "+O" | "--rcfile" | "--init-file"
        );
        let operand = !word.text.starts_with(['-', '+']) && !matches!(name, "su" | "runuser");
        if takes_next {
            words.next();
        } else if operand || word.open.is_some() {
            break;
        }
    }
    script.unknown = true;
    script.reads_input = true;
}

/// What follows the options and operands of a program that runs it.
fn wrapped(wrapper: &Wrapper, name: &str, arguments: &[Word], depth: usize, script: &mut Script) {
    let mut rest = arguments;
    let mut operands = wrapper.operands;
    let mut replaced: Option<&str> = None;
    let mut as_shell = matches!(name, "watch" | "ssh");
    // A priority is a number; where there is none, the command follows at once.
    let is_left_out = |rest: &[Word]| {
        let number = |word: &Word| word.text.starts_with(|c: char| c.is_ascii_digit());
        name == "chrt" && !rest.first().is_some_and(number)
    };
    while let Some((word, after)) = rest.split_first() {
        let text = word.text.as_str();
        if text == "--" {
            rest = after;
            break;
        }
        if word.open == Some(0) {
            script.unknown = true;
            break;
        }
        if let Some(long) = text.strip_prefix("--") {
            rest = after;
            let takes = |option: &&&str| option.starts_with(long) && !long.is_empty();
            if let Some((option, value)) = long.split_once('=') {
                if "split-string".starts_with(option) || "command".starts_with(option) {
                    run_text(value, depth, script);
                }
                if "replace".starts_with(option) {
                    replaced = Some(value);
                }
            } else if wrapper.long.iter().any(|option| takes(&option)) {
                rest = skip(after, |value| {
                    if "split-string".starts_with(long) || "command".starts_with(long) {
                        run_word(value, depth, script);
                    }
                });
            } else if "replace".starts_with(long) {
                replaced = Some("{}");
            }
            continue;
        }
        if let Some(flags) = text.strip_prefix('-').filter(|flags| !flags.is_empty()) {
            rest = after;
            for (at, flag) in flags.char_indices() {
                let attached = flags.get(at + flag.len_utf8()..).unwrap_or_default();
                if wrapper.valued.contains(flag) {
                    let mut value = attached;
                    if attached.is_empty() {
                        value = after.first().map_or("", |word| word.text.as_str());
                        rest = skip(after, |_| {});
                    }
                    match (name, flag) {
                        ("env", 'S') => {
                            // The words that follow are added to those in the text.
                            let whole = format!("{value} {}", joined(rest));
                            return run_text(&whole, depth, script);
                        }
                        ("flock", 'c') => run_text(value, depth, script),
                        ("xargs" | "gxargs", 'I' | 'J') => replaced = Some(value),
                        _ => {}
                    }
                    break;
                }
                match (name, flag) {
                    ("xargs" | "gxargs", 'i') => {
                        replaced = Some(if attached.is_empty() { "{}" } else { attached });
                        break;
                    }
                    ("xargs" | "gxargs", 'e' | 'l') => break,
                    // It runs a shell, which reads the words as a script.
                    ("sudo", 's' | 'i') => as_shell = true,
                    // It tells where a program is and does not run it.
                    ("command", 'v' | 'V') => return,
                    _ => script.unknown |= !wrapper.alone.contains(flag),
                }
            }
            continue;
        }
        if operands > 0 && !is_left_out(rest) {
            operands -= 1;
            rest = after;
        } else if assigns(word).is_some() && matches!(name, "env" | "sudo" | "doas") {
            script.unknown |= assigns(word).is_some_and(loads);
            rest = after;
        } else {
            break;
        }
    }
    let rest = match (rest.is_empty(), wrapper.operands, operands) {
        _ if is_left_out(rest) => rest,
        (false, _, left) => rest.get(left..).unwrap_or_default(),
        _ => rest,
    };
    let mut inner = rest.to_vec();
    if matches!(name, "xargs" | "gxargs") {
        xargs(&mut inner, replaced);
    }
    match as_shell {
        true if inner.is_empty() => script.unknown = true,
        true => {
            script.unknown |= inner.iter().any(|word| word.open.is_some());
            run_text(&joined(&inner), depth, script);
        }
        false => see_deeper(inner, depth, script),
    }
}

fn see_deeper(words: Vec<Word>, depth: usize, script: &mut Script) {
    if depth >= DEEPEST {
        script.unknown = true;
        return;
    }
    see(words, depth + 1, script);
}

fn skip(after: &[Word], mut with: impl FnMut(&Word)) -> &[Word] {
    match after.split_first() {
        Some((value, rest)) => {
            with(value);
            rest
        }
        None => after,
    }
}

/// The words that come from its input are not known.
fn xargs(words: &mut Vec<Word>, replaced: Option<&str>) {
    match replaced.filter(|mark| !mark.is_empty()) {
        Some(mark) => {
            for word in words.iter_mut() {
                if let Some(at) = word.text.find(mark) {
                    word.open = Some(word.open.map_or(at, |first| first.min(at)));
                }
            }
        }
        None if words.is_empty() => {}
        None => words.push(Word {
            open: Some(0),
            ..Word::default()
        }),
    }
}

/// The commands of `find -exec … ;`.
fn found(arguments: &[Word], depth: usize, script: &mut Script) {
    let starts = [
        "-exec",
        "-execdir",
        "-ok",
        "-okdir",
        "-x",
        "-X",
        "--exec",
        "--exec-batch",
    ];
    let mut rest = arguments;
    while let Some(at) = rest
        .iter()
        .position(|word| starts.contains(&word.text.as_str()))
    {
        rest = rest.get(at + 1..).unwrap_or_default();
        let ends = |word: &Word| word.text == ";" || word.text == "+";
        let end = rest.iter().position(ends).unwrap_or(rest.len());
        let (inner, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        let mut inner = inner.to_vec();
        xargs(&mut inner, Some("{}"));
        see_deeper(inner, depth, script);
        rest = after;
    }
}

/// Whether a program was given a program as a text, or reads one from its input.
fn interprets(name: &str, arguments: &[Word]) -> bool {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let Some((_, options)) = INTERPRETERS.iter().find(|(name, _)| *name == plain) else {
        return false;
    };
    let mut operand = false;
    for word in arguments {
        let text = word.text.as_str();
        let given = |option: &&str| match option.strip_prefix('-') {
            Some(letter) if letter.len() == 1 => {
                text.starts_with('-') && !text.starts_with("--") && text.contains(letter)
            }
            _ => text == *option || text.split('=').next() == Some(*option),
        };
        if text == "-" || word.open == Some(0) || options.iter().any(given) {
            return true;
        }
        if matches!(text, "--version" | "-V" | "--help" | "-h" | "-m") || !text.starts_with('-') {
            operand = true;
            break;
        }
    }
    !operand
}
