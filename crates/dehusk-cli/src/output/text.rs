//! Plain text, Markdown and HTML. Several pages look as `head` shows several files: a line with the name of the page, then its text,
//! then a blank line. A page without text has its heading all the same, so that none seems forgotten.
//! HTML begins with what makes it a document of its own, in UTF-8; the headings are comments there.

use std::borrow::Cow;
use std::io::{self, Write};

use dehusk::assessment::Grade;
use dehusk::explain::Explanation;

use super::PageWriter;
use super::explanation::write_tree;
use super::metadata::front_matter;
use crate::page::PageOutcome;
use crate::sanitize;

/// What is written of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Markdown,
    Html,
    /// Its explanation.
    Tree,
}

const HTML_HEAD: &str = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n";

pub(super) struct TextWriter {
    form: Form,
    several: bool,
    for_terminal: bool,
    pages: usize,
}

impl TextWriter {
    pub(super) fn new(form: Form, several: bool, for_terminal: bool) -> TextWriter {
        TextWriter { form, several, for_terminal, pages: 0 }
    }

    fn heading(&self, out: &mut dyn Write, id: &str) -> io::Result<()> {
        let blank_line = if self.pages == 0 { "" } else { "\n" };
        // Always clean: a line feed in a file name could fake the heading of another page.
        let id = sanitize::one_line(id);
        match self.form {
            Form::Html => writeln!(out, "{blank_line}<!-- ==> {} <== -->", in_comment(&id)),
            _ => writeln!(out, "{blank_line}==> {id} <=="),
        }
    }
}

impl PageWriter for TextWriter {
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
        if self.form == Form::Html && self.pages == 0 {
            out.write_all(HTML_HEAD.as_bytes())?;
        }
        if self.several {
            self.heading(out, &page.id)?;
        }
        self.pages += 1;
        if self.form == Form::Tree {
            return tree(out, page);
        }
        if let Some(metadata) = page.metadata.as_deref().filter(|_| self.form == Form::Markdown) {
            out.write_all(front_matter(metadata).as_bytes())?;
        }
        let text = match self.form {
            Form::Text | Form::Tree => page.text.as_str(),
            Form::Markdown => page.markdown.as_deref().unwrap_or_default(),
            Form::Html => page.html.as_deref().unwrap_or_default(),
        };
        let text = if self.for_terminal { sanitize::many_lines(text) } else { Cow::Borrowed(text) };
        out.write_all(text.as_bytes())?;
        let unfinished = !text.is_empty() && !text.ends_with('\n');
        if unfinished { out.write_all(b"\n") } else { Ok(()) }
    }
}

/// What is said of the whole page, then its blocks.
fn tree(out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
    let reason = page.reason.as_ref().map(|reason| format!(" ({})", sanitize::one_line(reason)));
    write!(out, "{}{}", page.status.as_str(), reason.unwrap_or_default())?;
    if let (Some(assessment), Some(quality)) = (page.assessment, page.quality) {
        let (kind, words) = (assessment.page_type().as_str(), quality.verdict.as_str());
        write!(out, ", {kind}, quality {words}: ")?;
        match quality.verdict {
            Grade::Empty => write!(out, "rightly so with a probability of about {:.2}", quality.score)?,
            _ => write!(out, "F1 of about {:.2} is expected", quality.score)?,
        }
    }
    if let Some(least) = page.explanation.as_deref().and_then(Explanation::least_kept) {
        write!(out, "; blocks are kept from {least:.2} on")?;
    }
    writeln!(out)?;
    page.explanation.as_deref().map_or(Ok(()), |explanation| write_tree(out, explanation))
}

/// A name with nothing in it that could end a comment.
fn in_comment(id: &str) -> String {
    id.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace("--", "-&#45;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(several: bool, for_terminal: bool, texts: &[(&str, &str)]) -> String {
        let mut writer = TextWriter::new(Form::Text, several, for_terminal);
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
    fn several_pages_have_headings_and_blank_lines_between() {
        let pages = [("a", "1"), ("b", ""), ("c\nd", "3")];
        assert_eq!(written(true, false, &pages), "==> a <==\n1\n\n==> b <==\n\n==> c\\u{a}d <==\n3\n");
    }

    #[test]
    fn a_terminal_gets_no_control_characters_of_the_page() {
        assert_eq!(written(false, true, &[("a", "x\x1b[2J\ny")]), "x\\u{1b}[2J\ny\n");
        assert_eq!(written(false, false, &[("a", "x\x1b[2J")]), "x\x1b[2J\n");
    }

    #[test]
    fn pages_of_html_are_one_document() {
        let mut writer = TextWriter::new(Form::Html, true, false);
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
