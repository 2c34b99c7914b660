//! Whether a text is well-formed XML, as far as our pictures use it.

/// The elements in order, with their texts; an error for what no reader of XML would take.
pub fn read(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut open: Vec<(String, String)> = Vec::new();
    let mut closed = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        said(&mut open, before)?;
        let end = end_of_tag(after).ok_or(format!("a tag is not closed: {after:.60}"))?;
        let (tag, more) = after.split_at(end);
        rest = more.strip_prefix('>').unwrap_or(more);
        if let Some(name) = tag.strip_prefix('/') {
            let last = open.pop().ok_or("more is closed than was opened")?;
            if last.0 != name {
                return Err(format!("`{}` is closed as `{name}`", last.0));
            }
            closed.push(last);
            continue;
        }
        let alone = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if !name.starts_with(|it: char| it.is_ascii_alphabetic()) {
            return Err(format!("`{name}` is no name"));
        }
        attributes_of(attributes)?;
        match alone {
            true => closed.push((name.to_owned(), String::new())),
            false => open.push((name.to_owned(), String::new())),
        }
    }
    match open.is_empty() && rest.trim().is_empty() {
        true => Ok(closed),
        false => Err(format!("left open: {open:?}; left over: {rest:?}")),
    }
}

fn end_of_tag(text: &str) -> Option<usize> {
    let mut quoted = false;
    text.char_indices().find_map(|(at, one)| {
        quoted ^= one == '"';
        (one == '>' && !quoted).then_some(at)
    })
}

fn attributes_of(mut text: &str) -> Result<(), String> {
    let mut seen = Vec::new();
    while !text.trim().is_empty() {
        let (name, rest) = text
            .trim_start()
            .split_once("=\"")
            .ok_or(format!("no value: {text}"))?;
        let (value, rest) = rest.split_once('"').ok_or(format!("no end: {text}"))?;
        if seen.contains(&name) || name.contains([' ', '<', '\'']) || value.contains('<') {
            return Err(format!("{name}=\"{value}\""));
        }
        unescaped(value)?;
        seen.push(name);
        text = rest;
    }
    Ok(())
}

fn said(open: &mut [(String, String)], text: &str) -> Result<(), String> {
    let text = unescaped(text)?;
    match open.last_mut() {
        Some((_, own)) => own.push_str(&text),
        None if text.trim().is_empty() => {}
        None => return Err(format!("text outside: {text}")),
    }
    Ok(())
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut parts = text.split('&');
    out.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let (name, rest) = part
            .split_once(';')
            .ok_or(format!("a bare ampersand: {part}"))?;
        out.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" => '\'',
            _ => return Err(format!("`&{name};` is not known")),
        });
        out.push_str(rest);
    }
    match out.chars().find(|one| one.is_control() && *one != '\n') {
        Some(one) => Err(format!("a control character: {one:?}")),
        None => Ok(out),
    }
}

#[test]
fn what_is_not_well_formed_is_noticed() {
    assert!(read("<a b=\"1\"><c/>x &amp; y</a>").is_ok());
    for wrong in [
        "<a>",
        "<a></b>",
        "<a>&</a>",
        "<a b=1/>",
        "<a b=\"1\" b=\"2\"/>",
        "<a/>x",
        "<a b=\"<\"/>",
        "<a>\u{1}</a>",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
