//! Texts within XML, DOT and a script's data.

/// Between tags, and between double quotes.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML knows no other control characters, not even written out.
            '\t' | '\n' => out.push(one),
            _ if one.is_control() || matches!(one, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            _ => out.push(one),
        }
    }
    out
}

/// A quoted text of DOT.
pub fn dot(text: &str) -> String {
    let mut out = String::from("\"");
    for one in text.chars() {
        match one {
            '"' | '\\' => out.extend(['\\', one]),
            '\n' => out.push_str("\\n"),
            _ => out.push(one),
        }
    }
    out.push('"');
    out
}

/// JSON in a `script` element: nothing in it ends the element or opens a comment.
pub fn script(json: &str) -> String {
    let json = json.replace('<', "\\u003c").replace('>', "\\u003e");
    json.replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_place() {
        assert_eq!(
            xml("</text>\"'&\u{0}"),
            "&lt;/text&gt;&quot;&#39;&amp;\u{fffd}"
        );
        assert_eq!(dot("a\"b\\\nc"), "\"a\\\"b\\\\\\nc\"");
        assert_eq!(
            script("\"</script><!--\""),
            "\"\\u003c/script\\u003e\\u003c!--\""
        );
    }
}
