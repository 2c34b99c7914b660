//! URLs: read as browsers read them, then one spelling for each; patterns match their parts, never the text across them.

use crate::glob::{self, Extent, Stars};
use crate::{Op, Truth, WhyNot, host, percent};
use std::borrow::Cow;
use url::Url;

/// The one spelling of a URL: as a browser would write it, with escapes of plain letters decoded and other escapes in upper
/// case, and its host as [`host::normalise`] writes it.
///
/// ```
/// let normal = rev_text::url::normalise;
/// assert_eq!(normal("HTTPS://Stripe.com:443/a/../checkout").unwrap(), "https://stripe.com/checkout");
/// assert_eq!(normal("https://x.example/%61?q#f").unwrap(), "https://x.example/a?q#f");
/// assert!(normal("stripe.com/checkout").is_err());
/// ```
///
/// # Errors
/// When it is no URL, or one without a scheme.
pub fn normalise(value: &str) -> Result<String, WhyNot> {
    let mut url = Url::parse(value).map_err(|_| WhyNot::new("this is no URL"))?;
    if let Some(domain) = url.host_str() {
        let normal = host::normalise(domain)?.into_owned();
        if normal != domain && url.set_host(Some(&normal)).is_err() {
            return Err(WhyNot::new("the host of this URL is no host"));
        }
    }
    let text = String::from(url);
    match percent::decode(&text, percent::is_unreserved) {
        Some(decoded) => Ok(decoded),
        None => Ok(text),
    }
}

/// The parts of a URL in its one spelling, or of a pattern in its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts<'a> {
    pub scheme: Option<&'a str>,
    /// Without the user's name; empty where there is none.
    pub host: &'a str,
    pub port: Option<&'a str>,
    /// With its `/`, or empty; all of it where the URL has no host at all.
    pub path: &'a str,
    pub query: Option<&'a str>,
}

/// The parts of a URL in its one spelling.
pub(crate) fn split(url: &str) -> Parts<'_> {
    let url = url.split('#').next().unwrap_or_default();
    let (scheme, rest) = match url.split_once(':') {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, url),
    };
    match rest.strip_prefix("//") {
        Some(rest) => authority(scheme, rest),
        None => {
            let (path, query) = cut(rest, '?');
            Parts {
                scheme,
                host: "",
                port: None,
                path,
                query,
            }
        }
    }
}

fn authority<'a>(scheme: Option<&'a str>, rest: &'a str) -> Parts<'a> {
    let (rest, query) = cut(rest, '?');
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let authority = match authority.rsplit_once('@') {
        Some((_, authority)) => authority,
        None => authority,
    };
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (authority, None),
    };
    Parts {
        scheme,
        host,
        port,
        path,
        query,
    }
}

fn cut(text: &str, at: char) -> (&str, Option<&str>) {
    match text.split_once(at) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// The parts of a pattern in its canonical form: one that starts with `/` is a path, one without `:` before its first `/`
/// and `//` after it has no scheme.
fn split_pattern(pattern: &str) -> Parts<'_> {
    if pattern.starts_with('/') {
        let (path, query) = cut(pattern, '?');
        return Parts {
            scheme: None,
            host: "",
            port: None,
            path,
            query,
        };
    }
    match pattern.split_once("://") {
        Some((scheme, rest)) if is_scheme(scheme) => authority(Some(scheme), rest),
        _ => match pattern.split_once(':') {
            Some((scheme, rest)) if is_opaque(scheme, rest) => {
                let (path, query) = cut(rest, '?');
                Parts {
                    scheme: Some(scheme),
                    host: "",
                    port: None,
                    path,
                    query,
                }
            }
            _ => authority(None, pattern),
        },
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
}

/// `mailto:…` has a scheme and no host; `example.org:8080/…` has a port.
fn is_opaque(scheme: &str, rest: &str) -> bool {
    let port = rest.split('/').next().unwrap_or_default();
    let is_port = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit() || b == b'*');
    is_scheme(scheme) && !scheme.contains('.') && (!is_port || has_host(scheme))
}

/// Schemes whose URLs have a host, also where somebody leaves its slashes out.
fn has_host(scheme: &str) -> bool {
    let known = ["http", "https", "ws", "wss", "ftp", "file"];
    known.iter().any(|name| scheme.eq_ignore_ascii_case(name))
}

/// Whether a pattern in its canonical form matches a URL in its one spelling.
pub(crate) fn matches(op: Op, pattern: &str, value: &str) -> Truth {
    let (wanted, found) = (split_pattern(pattern), split(value));
    let (stars, in_host, extent) = match op {
        Op::Is => (Stars::Plain, Stars::Plain, Extent::Whole),
        Op::Under => (Stars::Segments, Stars::Anything, Extent::Below),
        _ => (Stars::Segments, Stars::Anything, Extent::Whole),
    };
    let scheme = wanted
        .scheme
        .is_none_or(|scheme| Some(scheme) == found.scheme);
    let port = wanted.port.is_none_or(|port| port == port_of(&found));
    let anywhere = pattern.starts_with('/');
    let host = anywhere || glob::matches(wanted.host, found.host, in_host, Extent::Whole);
    let query = match (wanted.query, found.query) {
        (None, None) => true,
        (None, Some(_)) => op != Op::Is,
        (Some(wanted), found) => {
            glob::matches(wanted, found.unwrap_or_default(), in_host, Extent::Whole)
        }
    };
    let path = match wanted.path {
        "" if op != Op::Is => true,
        path if anywhere => starts(found.path).any(|rest| below(path, rest, stars, extent)),
        // Some URLs with a host have no path, which is the same place.
        "/" if found.path.is_empty() => true,
        path => below(path, found.path, stars, extent),
    };
    Truth::from(scheme && port && host && query && path)
}

/// A slash at the end of a folder is the folder; under the root is everything.
fn below(pattern: &str, path: &str, stars: Stars, extent: Extent) -> bool {
    let pattern = match extent {
        Extent::Below => pattern.strip_suffix('/').unwrap_or(pattern),
        Extent::Whole => pattern,
    };
    glob::matches(pattern, path, stars, extent)
}

/// A path from each of its segments on.
fn starts(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').filter_map(|(at, _)| path.get(at..))
}

fn port_of<'a>(parts: &Parts<'a>) -> &'a str {
    parts.port.unwrap_or(match parts.scheme {
        Some("http" | "ws") => "80",
        Some("https" | "wss") => "443",
        Some("ftp") => "21",
        _ => "",
    })
}

/// The canonical form of a URL's pattern.
pub(crate) fn pattern(op: Op, text: &str) -> Result<Cow<'_, str>, WhyNot> {
    let never = || WhyNot::of(format!("no URL is written like `{text}`"));
    if text.is_empty() || text.contains(|c: char| c.is_control() || c == ' ') || text.contains('#')
    {
        return Err(never());
    }
    if op == Op::Under && text.contains('?') {
        return Err(WhyNot::of(format!(
            "`{text}` has a query, and nothing is under one"
        )));
    }
    let text = text.strip_prefix("*://").unwrap_or(text);
    // Without stars it is read as a value is; then its scheme and host are where patterns have them.
    let plain = op == Op::Is || !text.contains('*');
    let slashes = text.contains("://");
    let text = match split_pattern(text).scheme {
        // Slashes too many are dropped from files.
        Some(scheme) if plain && (!slashes || scheme.eq_ignore_ascii_case("file")) => {
            Cow::Owned(normalise(text).map_err(|_| never())?)
        }
        Some(scheme) if has_host(scheme) && !slashes => return Err(never()),
        _ => Cow::Borrowed(text),
    };
    let text = text.as_ref();
    let parts = split_pattern(text);
    let mut canonical = String::new();
    if let Some(scheme) = parts.scheme {
        canonical.push_str(&scheme.to_ascii_lowercase());
        canonical.push(':');
    }
    if text.starts_with('/') || (parts.scheme.is_some() && !text.contains("://")) {
        if parts.scheme.is_none() {
            canonical.push_str(&path(&parts).ok_or_else(never)?);
        } else {
            canonical.push_str(parts.path);
        }
    } else {
        if parts.scheme.is_some() {
            canonical.push_str("//");
        }
        if parts.host.is_empty() && !text.to_ascii_lowercase().starts_with("file:") {
            return Err(never());
        }
        if !parts.host.is_empty() {
            canonical.push_str(&host::pattern(parts.host).map_err(|_| never())?);
        }
        match parts.port {
            None | Some("*" | "") => {}
            Some(port) => {
                let port: u16 = port.parse().map_err(|_| never())?;
                canonical.push_str(&format!(":{port}"));
            }
        }
        if !parts.path.is_empty() {
            canonical.push_str(&path(&parts).ok_or_else(never)?);
        } else if op == Op::Is {
            canonical.push('/');
        }
    }
    if let Some(text) = parts.query {
        canonical.push('?');
        canonical.push_str(&query(&parts, text).ok_or_else(never)?);
    }
    Ok(Cow::Owned(canonical))
}

/// The path of a pattern as its URLs would have it: escapes, dots and all. Stars are nothing special there.
fn path(parts: &Parts<'_>) -> Option<String> {
    let text = parts.path;
    if text.contains("**/../") || text.ends_with("**/..") {
        return None;
    }
    let mut url = empty(parts)?;
    url.set_path(text);
    percent::decode(url.path(), percent::is_unreserved)
}

/// A query as its URLs would have it.
fn query(parts: &Parts<'_>, text: &str) -> Option<String> {
    let mut url = empty(parts)?;
    url.set_query(Some(text));
    percent::decode(url.query()?, percent::is_unreserved)
}

/// A URL of the pattern's scheme. What the web knows reads `\` as `/`, and escapes more; no other scheme does.
fn empty(parts: &Parts<'_>) -> Option<Url> {
    let known = parts.scheme.is_none_or(has_host);
    Url::parse(if known { "https://x/" } else { "other://x/" }).ok()
}
