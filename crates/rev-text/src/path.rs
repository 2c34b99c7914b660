//! Paths: one spelling for each, and globs and folders over them, with or without knowing where home is.

use crate::glob::{self, Extent, Stars};
use crate::{Context, Truth, WhyNot};
use std::borrow::Cow;

/// The one spelling of a path: no `.`, no doubled or trailing slash, `..` only where nothing is known before it.
///
/// It starts with `/`; or with `~` where home is not known; or with anything else where it is relative and the folder it is
/// relative to is not known. A `file:` URL is a path with percent escapes; elsewhere a percent sign is just that.
///
/// ```
/// use rev_text::{Context, path::normalise};
/// let nowhere = Context::default();
/// assert_eq!(normalise("/home/u/./.ssh//id_rsa", &nowhere).unwrap(), "/home/u/.ssh/id_rsa");
/// assert_eq!(normalise("file:///srv/%2e%2e/etc", &nowhere).unwrap(), "/etc");
/// assert_eq!(normalise("~/a/../b", &nowhere).unwrap(), "~/b");
/// let here = Context { home: Some("/home/u"), cwd: Some("/srv/app"), ..nowhere };
/// assert_eq!(normalise("~/b", &here).unwrap(), "/home/u/b");
/// assert_eq!(normalise("../b", &here).unwrap(), "/srv/b");
/// ```
///
/// # Errors
/// When it is empty or has a zero byte, or when a `file:` URL leads elsewhere or has escapes that are no text.
pub fn normalise<'a>(value: &'a str, context: &Context<'_>) -> Result<Cow<'a, str>, WhyNot> {
    let lexical = match of_file_url(value)? {
        Some(decoded) => Cow::Owned(tidy(&decoded)?.into_owned()),
        None => tidy(value)?,
    };
    if lexical.starts_with('/') {
        return Ok(lexical);
    }
    if let Some(after) = tilde(&lexical) {
        return match context.home {
            Some(home) => joined(home, after),
            None => Ok(lexical),
        };
    }
    match context.cwd {
        _ if lexical.starts_with('~') => Ok(lexical),
        Some(cwd) => joined(&home_of(cwd, context), &lexical),
        None => Ok(lexical),
    }
}

/// Where the host says the working folder is, itself written from home.
fn home_of<'a>(cwd: &'a str, context: &Context<'_>) -> Cow<'a, str> {
    match (tilde(cwd), context.home) {
        (Some(after), Some(home)) => Cow::Owned(format!("{home}/{after}")),
        _ => Cow::Borrowed(cwd),
    }
}

fn joined(base: &str, rest: &str) -> Result<Cow<'static, str>, WhyNot> {
    Ok(Cow::Owned(tidy(&format!("{base}/{rest}"))?.into_owned()))
}

/// What stands after `~`, if that is how the path starts.
fn tilde(path: &str) -> Option<&str> {
    let rest = path.strip_prefix('~')?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

/// The path in a `file:` URL, with its escapes decoded.
fn of_file_url(value: &str) -> Result<Option<String>, WhyNot> {
    let Some((_, rest)) = value.split_once(':').filter(|_| is_file_url(value)) else {
        return Ok(None);
    };
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let rest = rest.replace('\\', "/");
    let path = match rest.strip_prefix("//") {
        Some(with_host) => {
            let at = with_host.find('/').unwrap_or(with_host.len());
            let (host, path) = with_host.split_at(at);
            let local = ["", "localhost", "127.0.0.1"];
            if !local.iter().any(|name| host.eq_ignore_ascii_case(name)) {
                return Err(WhyNot::new("this `file:` URL is on another machine"));
            }
            path
        }
        None => &rest,
    };
    match crate::percent::decode(path, |_| true) {
        Some(decoded) => Ok(Some(format!("/{decoded}"))),
        None => Err(WhyNot::new(
            "the percent escapes of this `file:` URL are no text",
        )),
    }
}

fn is_file_url(path: &str) -> bool {
    let scheme = path.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"))
}

/// Segments in order, resolved by their names alone.
fn tidy(path: &str) -> Result<Cow<'_, str>, WhyNot> {
    if path.is_empty() {
        return Err(WhyNot::new("this path is empty"));
    }
    if path.contains('\0') {
        return Err(WhyNot::new("no path has a zero byte"));
    }
    if is_tidy(path) {
        return Ok(Cow::Borrowed(path));
    }
    let absolute = path.starts_with('/');
    let mut segments: Vec<&str> = Vec::new();
    for segment in path
        .split('/')
        .filter(|segment| !matches!(*segment, "" | "."))
    {
        match (segment, segments.last()) {
            ("..", None) if absolute => {}
            ("..", None | Some(&"..")) => segments.push(segment),
            // Nothing is known of what is above a home.
            ("..", Some(home)) if !absolute && segments.len() == 1 && home.starts_with('~') => {
                segments.push(segment);
            }
            ("..", Some(_)) => {
                segments.pop();
            }
            _ => segments.push(segment),
        }
    }
    let root = if absolute { "/" } else { "" };
    let tidy = format!("{root}{}", segments.join("/"));
    Ok(Cow::Owned(match tidy.is_empty() {
        true => ".".to_owned(),
        // `./~` is a name and not a home; it must not become one.
        false if tidy.starts_with('~') && !path.starts_with('~') => format!("./{tidy}"),
        // Nor does `./file:` become a URL.
        false if is_file_url(&tidy) => format!("./{tidy}"),
        false => tidy,
    }))
}

fn is_tidy(path: &str) -> bool {
    if path == "/" || path == "." {
        return true;
    }
    let inner = path.strip_prefix('/').unwrap_or(path);
    let inner = inner.strip_prefix("./~").unwrap_or(inner);
    let inner = match inner.strip_prefix("./") {
        Some(name) if is_file_url(name) => name,
        _ => inner,
    };
    inner
        .split('/')
        .all(|segment| !matches!(segment, "" | "." | ".."))
}

/// Whether a pattern in its canonical form matches a path in its one spelling.
pub(crate) fn matches(
    pattern: &str,
    value: &str,
    stars: Stars,
    extent: Extent,
    context: &Context<'_>,
) -> Truth {
    let test = |pattern: &str, value: &str| {
        // The root is the folder with no name; it is above everything.
        let pattern = if pattern == "/" { "" } else { pattern };
        let value = if value == "/" { "" } else { value };
        Truth::from(glob::matches(pattern, value, stars, extent))
    };
    if stars == Stars::Segments && pattern.starts_with("**") {
        let found = test(pattern, value);
        return match is_open(value) && !context.tried {
            true => found.or(Truth::Unknown),
            false => found,
        };
    }
    let apart = match context.tried {
        true => Truth::False,
        false => Truth::Unknown,
    };
    match (place(pattern), place(value)) {
        (Place::Root, Place::Root) | (Place::Relative, Place::Relative) => test(pattern, value),
        (Place::Root | Place::Home, Place::Relative) => apart,
        (Place::Relative, Place::Root | Place::Home) => match context.cwd {
            Some(cwd) => match below(value, &home_of(cwd, context)) {
                Some(rest) => test(pattern, rest),
                None => Truth::False,
            },
            None => apart,
        },
        (Place::Root, Place::Home) => homes(value, user_in(pattern), |path| test(pattern, path)),
        (Place::Home, Place::Home) if value.contains("/..") => {
            let test = |path: &str| matches(pattern, path, stars, extent, context);
            homes(value, None, test)
        }
        (Place::Home, Place::Root | Place::Home) => {
            let (home, wanted) = split_home(pattern);
            match tail(value, home.strip_prefix('~').unwrap_or_default(), context) {
                Some(rest) => test(wanted, rest),
                None => Truth::False,
            }
        }
    }
}

/// A relative path whose last name is not known.
fn is_open(value: &str) -> bool {
    value == "." || value == ".." || value.ends_with("/..")
}

enum Place {
    Root,
    Home,
    Relative,
}

fn place(path: &str) -> Place {
    match path.as_bytes().first() {
        Some(b'/') => Place::Root,
        Some(b'~') => Place::Home,
        _ => Place::Relative,
    }
}

/// `~user/rest` into `~user` and `/rest`.
fn split_home(path: &str) -> (&str, &str) {
    path.split_at(path.find('/').unwrap_or(path.len()))
}

/// What is left of a path below a folder; empty for the folder itself.
fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let folder = folder.strip_suffix('/').unwrap_or(folder);
    let rest = path.strip_prefix(folder)?;
    match rest.strip_prefix('/') {
        Some(inner) => Some(inner),
        None => rest.is_empty().then_some(rest),
    }
}

/// What a path has below the home of a user (of whoever it is where the user is empty), with its slash.
fn tail<'a>(value: &'a str, user: &str, context: &Context<'_>) -> Option<&'a str> {
    let fits = |name: &str| user.is_empty() || name == user;
    let (first, rest) = split_home(value);
    if let Some(home) = context.home {
        let name = home.rsplit('/').next().unwrap_or_default();
        let own = fits(name);
        return match first.strip_prefix('~') {
            Some("") => own.then_some(rest),
            Some(other) if user.is_empty() => (other == name).then_some(rest),
            Some(other) => (other == user).then_some(rest),
            None if own => with_slash(value, home),
            None => homes_of(user).find_map(|home| with_slash(value, &home)),
        };
    }
    match first.strip_prefix('~') {
        Some("") => return Some(rest),
        Some(name) => return fits(name).then_some(rest),
        None => {}
    }
    if fits("root")
        && let Some(rest) = with_slash(value, "/root")
    {
        return Some(rest);
    }
    let inside = value
        .strip_prefix("/home/")
        .or_else(|| value.strip_prefix("/Users/"))?;
    let (name, rest) = split_home(inside);
    (!name.is_empty() && fits(name)).then_some(rest)
}

fn with_slash<'a>(value: &'a str, folder: &str) -> Option<&'a str> {
    let rest = value.strip_prefix(folder)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

fn homes_of(user: &str) -> impl Iterator<Item = String> {
    let root = (user == "root").then(|| "/root".to_owned());
    [format!("/home/{user}"), format!("/Users/{user}")]
        .into_iter()
        .chain(root)
}

/// Whose home a pattern that starts at the root is about, if it names one.
fn user_in(pattern: &str) -> Option<&str> {
    let inside = pattern
        .strip_prefix("/home/")
        .or_else(|| pattern.strip_prefix("/Users/"))?;
    let (name, _) = split_home(inside);
    (!name.contains('*')).then_some(name)
}

/// A path from a home that is not known, tried from each place where homes are: it holds if it holds for all of them, and
/// cannot be told if it holds for some.
fn homes(value: &str, named: Option<&str>, test: impl Fn(&str) -> Truth) -> Truth {
    let (home, rest) = split_home(value);
    let at = |home: String| match tidy(&format!("{home}{rest}")) {
        Ok(path) => test(&path),
        Err(_) => Truth::False,
    };
    let user = home.strip_prefix('~').unwrap_or_default();
    if !user.is_empty() {
        let answers: Vec<Truth> = homes_of(user).map(at).collect();
        return join(&answers);
    }
    // No name is like this one, so only a star stands for it.
    let mut answers: Vec<Truth> = homes_of("\u{1}")
        .chain(["/root".to_owned()])
        .map(at)
        .collect();
    answers.extend(named.into_iter().flat_map(homes_of).map(at));
    join(&answers)
}

fn join(answers: &[Truth]) -> Truth {
    let all = Truth::all(answers.iter().copied());
    let some = Truth::any(answers.iter().copied());
    all.or(some.and(Truth::Unknown))
}

/// The canonical form of a path's pattern.
pub(crate) fn pattern(text: &str, stars: Stars) -> Result<Cow<'_, str>, WhyNot> {
    let path = match of_file_url(text)? {
        Some(decoded) => Cow::Owned(tidy(&decoded)?.into_owned()),
        None => tidy(text)?,
    };
    let never = || WhyNot::of(format!("no path is written like `{text}`"));
    let above_home = path.starts_with('~') && path.contains("/..");
    let climbs = text.split('/').zip(text.split('/').skip(1));
    if above_home
        || climbs
            .into_iter()
            .any(|two| stars == Stars::Segments && two == ("**", ".."))
    {
        return Err(never());
    }
    Ok(path)
}
