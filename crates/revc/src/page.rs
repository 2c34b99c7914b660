//! A page of Markdown as plain text for a terminal.
//!
//! For our own pages: headings, paragraphs, lists, tables and fenced code. Other Markdown comes out as it is.

/// Marks removed, paragraphs broken at `width`, code indented.
pub fn plain(markdown: &str, width: usize) -> String {
    let mut out = Vec::new();
    let mut paragraph = String::new();
    let mut in_code = false;
    for line in markdown.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            finish(&mut paragraph, width, &mut out);
            in_code = !in_code;
        } else if in_code {
            out.push(format!("    {line}").trim_end().to_owned());
        } else if trimmed.is_empty() {
            finish(&mut paragraph, width, &mut out);
            out.push(String::new());
        } else if trimmed.starts_with('#') {
            finish(&mut paragraph, width, &mut out);
            out.push(without_marks(trimmed.trim_start_matches('#').trim_start()));
        } else if trimmed.starts_with('|') {
            finish(&mut paragraph, width, &mut out);
            out.push(trimmed.to_owned());
        } else {
            if is_list_item(trimmed) {
                finish(&mut paragraph, width, &mut out);
            }
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(trimmed);
        }
    }
    finish(&mut paragraph, width, &mut out);
    // Blank lines around blocks, never two in a row, none at the edges.
    out.dedup_by(|next, before| next.is_empty() && before.is_empty());
    format!("{}\n", out.join("\n").trim_matches('\n'))
}

fn finish(paragraph: &mut String, width: usize, out: &mut Vec<String>) {
    if paragraph.is_empty() {
        return;
    }
    let hanging = if is_list_item(paragraph) { "  " } else { "" };
    let options = textwrap::Options::new(width)
        .subsequent_indent(hanging)
        .break_words(false);
    let text = without_marks(paragraph);
    out.extend(textwrap::wrap(&text, options).into_iter().map(Into::into));
    paragraph.clear();
}

fn is_list_item(line: &str) -> bool {
    line.starts_with("- ") || line.starts_with("* ")
}

/// `**strong**` without its stars, a link as `text (address)`, code left alone in its backticks.
fn without_marks(text: &str) -> String {
    text.split('`')
        .enumerate()
        .map(|(index, part)| match index % 2 {
            0 => links(&part.replace("**", "")),
            _ => format!("`{part}`"),
        })
        .collect()
}

fn links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        out.push_str(before);
        match link.split_once("](") {
            Some((words, address)) if !words.contains(']') => {
                out.push_str(words);
                out.push_str(" (");
                rest = address;
            }
            _ => {
                out.push('[');
                rest = link;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_reads_well_without_its_marks() {
        let page = "# E0001: **syntax**\n\nOne sentence that\nruns on and on.\n\n\
                    - first `**kept**`\n- second\n\n```rev\ntool a {}\n```\n";
        assert_eq!(
            plain(page, 20),
            "E0001: syntax\n\nOne sentence that\nruns on and on.\n\n- first `**kept**`\n- second\n\n    tool a {}\n"
        );
    }

    #[test]
    fn links_and_brackets() {
        assert_eq!(plain("a [b] c [d](e)\n", 80), "a [b] c d (e)\n");
        assert_eq!(
            plain("see [the manual](a.md)\n", 80),
            "see the manual (a.md)\n"
        );
    }
}
