//! Percent escapes: the bytes they stand for, or one spelling for each.

/// The text with those escapes decoded whose byte is wanted, and the others in upper case; nothing if that is no text.
pub(crate) fn decode(text: &str, wanted: impl Fn(u8) -> bool) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    // One that starts no escape is written as one, lest it start one with what is decoded behind it.
    let lone: &[u8] = if wanted(b'%') { b"%" } else { b"%25" };
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'%', [high, low, after @ ..]) => match (digit(*high), digit(*low)) {
                (Some(h), Some(l)) => {
                    let byte = h << 4 | l;
                    match wanted(byte) {
                        true => bytes.push(byte),
                        false => {
                            bytes.extend([
                                b'%',
                                high.to_ascii_uppercase(),
                                low.to_ascii_uppercase(),
                            ]);
                        }
                    }
                    rest = after;
                }
                _ => bytes.extend(lone),
            },
            (b'%', _) => bytes.extend(lone),
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).ok()
}

/// The characters whose escapes mean the same as they do. Whether `'` is escaped in a query depends on the scheme, so it
/// is one of them.
pub(crate) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'\'')
}

fn digit(byte: u8) -> Option<u8> {
    let value = char::from(byte).to_digit(16)?;
    u8::try_from(value).ok()
}
