//! Hosts and e-mail addresses: domains in lower case and as IDNA writes them, addresses in one spelling, no trailing dot.

use crate::WhyNot;
use std::borrow::Cow;
use std::net::Ipv6Addr;
use url::Host;

/// The one spelling of a host: a domain, an IPv4 address in four decimal numbers, or an IPv6 address in brackets.
///
/// ```
/// let normal = rev_text::host::normalise;
/// assert_eq!(normal("Bücher.Example.").unwrap(), "xn--bcher-kva.example");
/// assert_eq!(normal("0x7f.1").unwrap(), "127.0.0.1");
/// assert_eq!(normal("::FFFF:7f00:1").unwrap(), "127.0.0.1");
/// assert!(normal("two words").is_err());
/// ```
///
/// # Errors
/// When no host can be written like this.
pub fn normalise(value: &str) -> Result<Cow<'_, str>, WhyNot> {
    if is_normal(value) {
        return Ok(Cow::Borrowed(value));
    }
    if let Ok(address) = value.parse::<Ipv6Addr>() {
        return Ok(Cow::Owned(ipv6(address)));
    }
    match Host::parse(value) {
        Ok(Host::Ipv6(address)) => Ok(Cow::Owned(ipv6(address))),
        Ok(Host::Ipv4(address)) => Ok(Cow::Owned(address.to_string())),
        Ok(Host::Domain(domain)) => {
            let plain = domain.strip_suffix('.').unwrap_or(&domain);
            if plain.is_empty() || plain.split('.').any(str::is_empty) {
                return Err(NO_HOST);
            }
            // Without its dot the last label may be read as the number that it is.
            match plain.len() == domain.len() {
                true => Ok(Cow::Owned(domain)),
                false => normalise(plain).map(|normal| Cow::Owned(normal.into_owned())),
            }
        }
        Err(_) => Err(NO_HOST),
    }
}

const NO_HOST: WhyNot = WhyNot::new("this is no host");

/// An IPv4 address inside of an IPv6 one is reached like the IPv4 address itself.
fn ipv6(address: Ipv6Addr) -> String {
    match address.to_ipv4_mapped() {
        Some(mapped) => mapped.to_string(),
        None => Host::<&str>::Ipv6(address).to_string(),
    }
}

/// Labels of lower-case letters, digits, `-` and `_`, where none is for IDNA and the last is no number: most hosts, and
/// nothing that parsing would change.
fn is_normal(value: &str) -> bool {
    let mut last = "";
    for label in value.split('.') {
        let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
        if label.is_empty() || !label.bytes().all(plain) || label.starts_with("xn--") {
            return false;
        }
        last = label;
    }
    !last.starts_with(|first: char| first.is_ascii_digit())
}

/// The one spelling of an e-mail address: its domain as of a host. The part before `@` is its owner's affair and stays, but
/// for quotes that change nothing.
///
/// ```
/// let normal = rev_text::email::normalise;
/// assert_eq!(normal("Ann.Lee@Example.ORG.").unwrap(), "Ann.Lee@example.org");
/// assert_eq!(normal("\"ann\"@example.org").unwrap(), "ann@example.org");
/// assert!(normal("Ann <ann@example.org>").is_err());
/// ```
///
/// # Errors
/// When no address can be written like this.
pub fn normalise_email(value: &str) -> Result<Cow<'_, str>, WhyNot> {
    const NO_ADDRESS: WhyNot = WhyNot::new("this is no e-mail address");
    let (local, domain) = value.rsplit_once('@').ok_or(NO_ADDRESS)?;
    let quoted = local
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let inner = quoted.unwrap_or(local);
    let strange = |c: char| c.is_whitespace() || c.is_control() || "\"\\@<>,;:".contains(c);
    if inner.is_empty() || inner.contains(strange) {
        return Err(NO_ADDRESS);
    }
    let bracketed = domain
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let bare = match bracketed {
        // `[192.0.2.1]` and `[IPv6:…]` are how mail writes addresses.
        Some(inner) => match inner.get(..5) {
            Some(tag) if tag.eq_ignore_ascii_case("ipv6:") => inner.get(5..).unwrap_or_default(),
            _ => inner,
        },
        None => domain,
    };
    let host = normalise(bare).map_err(|_| NO_ADDRESS)?;
    match host {
        Cow::Borrowed(host) if quoted.is_none() && host.len() == domain.len() => {
            Ok(Cow::Borrowed(value))
        }
        host => Ok(Cow::Owned(format!("{inner}@{host}"))),
    }
}

/// The host of an address in its one spelling.
pub(crate) fn of_email(email: &str) -> Option<&str> {
    email.rsplit_once('@').map(|(_, host)| host)
}

/// The canonical form of a host's pattern: what is no star is written as a host would be.
pub(crate) fn pattern(text: &str) -> Result<Cow<'_, str>, WhyNot> {
    if !text.contains('*') {
        return normalise(text).map_err(|_| no_host(text));
    }
    let text = text.strip_suffix('.').unwrap_or(text);
    let bracketed = text.starts_with('[') && text.ends_with(']');
    if text.contains([':', '[', ']']) && !bracketed {
        return Err(no_host(text));
    }
    let lower = text.to_lowercase();
    let mut labels = Vec::new();
    for label in lower.split('.') {
        match label.contains('*') {
            true if label.bytes().all(allowed_with_stars) => labels.push(Cow::Borrowed(label)),
            // Addresses have dots too, and a lone number is none of them.
            false if label.bytes().all(|byte| byte.is_ascii_digit()) && !label.is_empty() => {
                labels.push(Cow::Borrowed(label));
            }
            false => labels.push(normalise(label).map_err(|_| no_host(text))?),
            true => return Err(no_host(text)),
        }
    }
    Ok(Cow::Owned(labels.join(".")))
}

/// Colons and brackets are for patterns of IPv6 addresses.
fn allowed_with_stars(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'*' | b'[' | b']' | b':')
}

fn no_host(text: &str) -> WhyNot {
    WhyNot::of(format!("no host is written like `{text}`"))
}

/// The canonical form of an address's pattern.
pub(crate) fn email_pattern(text: &str) -> Result<Cow<'_, str>, WhyNot> {
    let never = || WhyNot::of(format!("no e-mail address is written like `{text}`"));
    if !text.contains('*') {
        return normalise_email(text).map_err(|_| never());
    }
    let strange = |c: char| c.is_whitespace() || c.is_control() || "\"\\<>,;".contains(c);
    if text.contains(strange) {
        return Err(never());
    }
    match text.split_once('@') {
        // The star stands for the `@` as well, so that the end is a domain's and the start is anybody's.
        None => match text.rsplit_once('*') {
            Some((start, end)) => Ok(Cow::Owned(format!("{start}*{}", end.to_lowercase()))),
            None => Err(never()),
        },
        Some((local, domain)) if local.is_empty() || domain.contains('@') => Err(never()),
        Some((local, domain)) => {
            let domain = pattern(domain).map_err(|_| never())?;
            Ok(Cow::Owned(format!("{local}@{domain}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_normal_is_not_copied() {
        for host in ["example.org", "a-b.c_d.example", "localhost"] {
            assert!(
                matches!(normalise(host), Ok(Cow::Borrowed(same)) if same == host),
                "{host}"
            );
        }
        let email = "ann@example.org";
        assert!(matches!(normalise_email(email), Ok(Cow::Borrowed(same)) if same == email));
    }
}
