//! Plain text, Markdown, HTML and explanations. Several pages are separated as in the output of `head`: a heading line with the
//! ID of the page, its text, and an empty line. A page without text has a heading too, so that no page seems to be missing. In
//! HTML, the output starts with a document type and a charset, and the headings are comments.

use std::borrow::Cow;
use std::io::{self, Write};

use dehusk_record::{HTML_HEAD, PageOutcome, explanation_text, front_matter};

use super::page_writer::PageWriter;
use crate::sanitize;

/// The form in which a page is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextForm {
    Text,
    Markdown,
    Html,
    /// The explanation of the page.
    Tree,
}

pub(super) struct TextWriter {
    form: TextForm,
    several: bool,
    for_terminal: bool,
    pages: usize,
}

impl TextWriter {
    pub(super) fn new(form: TextForm, several: bool, for_terminal: bool) -> TextWriter {
        TextWriter { form, several, for_terminal, pages: 0 }
    }

    fn write_heading(&self, out: &mut dyn Write, id: &str) -> io::Result<()> {
        let blank_line = if self.pages == 0 { "" } else { "\n" };
        // IDs are always escaped: a line feed in a file name could forge the heading of another page.
        let id = sanitize::one_line(id);
        match self.form {
            TextForm::Html => writeln!(out, "{blank_line}<!-- ==> {} <== -->", escape_comment(&id)),
            _ => writeln!(out, "{blank_line}==> {id} <=="),
        }
    }
}

impl PageWriter for TextWriter {
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
        if self.form == TextForm::Html && self.pages == 0 {
            out.write_all(HTML_HEAD.as_bytes())?;
        }
        if self.several {
            self.write_heading(out, &page.id)?;
        }
        self.pages += 1;
        if self.form == TextForm::Tree {
            return out.write_all(explanation_text(page).as_bytes());
        }
        if let Some(metadata) = page.metadata.as_deref().filter(|_| self.form == TextForm::Markdown) {
            out.write_all(front_matter(metadata, page.url.as_deref()).as_bytes())?;
        }
        let text = match self.form {
            TextForm::Text | TextForm::Tree => page.text.as_str(),
            TextForm::Markdown => page.markdown.as_deref().unwrap_or_default(),
            TextForm::Html => page.html.as_deref().unwrap_or_default(),
        };
        let text = if self.for_terminal { sanitize::many_lines(text) } else { Cow::Borrowed(text) };
        out.write_all(text.as_bytes())?;
        let needs_line_feed = !text.is_empty() && !text.ends_with('\n');
        if needs_line_feed { out.write_all(b"\n") } else { Ok(()) }
    }
}

/// Escapes an ID so that it cannot end an HTML comment.
fn escape_comment(id: &str) -> String {
    id.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace("--", "-&#45;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(several: bool, for_terminal: bool, texts: &[(&str, &str)]) -> String {
        let mut writer = TextWriter::new(TextForm::Text, several, for_terminal);
        let mut out = Vec::new();
        for (id, text) in texts {
            let page = PageOutcome { text: (*text).to_owned(), ..PageOutcome::error(id, String::new()) };
            writer.page(&mut out, &page).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn one_page_is_its_text_and_a_final_newline() {
        assert_eq!(written(false, false, &[("a", "text")]), "text\n");
        assert_eq!(written(false, false, &[("a", "text\n")]), "text\n");
        assert_eq!(written(false, false, &[("a", "")]), "");
    }

    #[test]
    fn several_pages_have_headings_and_empty_lines_between() {
        let pages = [("a", "1"), ("b", ""), ("c\nd", "3")];
        assert_eq!(written(true, false, &pages), "==> a <==\n1\n\n==> b <==\n\n==> c\\u{a}d <==\n3\n");
    }

    #[test]
    fn control_characters_of_a_page_are_escaped_for_a_terminal() {
        assert_eq!(written(false, true, &[("a", "x\x1b[2J\ny")]), "x\\u{1b}[2J\ny\n");
        assert_eq!(written(false, false, &[("a", "x\x1b[2J")]), "x\x1b[2J\n");
    }

    #[test]
    fn several_pages_of_html_are_one_document() {
        let mut writer = TextWriter::new(TextForm::Html, true, false);
        let mut out = Vec::new();
        for id in ["a", "--><script>"] {
            let html = Some("<p>x</p>\n".to_owned());
            let page = PageOutcome { html, ..PageOutcome::error(id, String::new()) };
            writer.page(&mut out, &page).unwrap();
        }
        let second = "<!-- ==> -&#45;&gt;&lt;script&gt; <== -->\n<p>x</p>\n";
        let expected = format!("{HTML_HEAD}<!-- ==> a <== -->\n<p>x</p>\n\n{second}");
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
