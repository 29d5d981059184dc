//! Plain text. Several pages look as `head` shows several files: a line with the name of the page, then its text,
//! then a blank line. A page without text has its heading all the same, so that none seems forgotten.

use std::borrow::Cow;
use std::io::{self, Write};

use super::PageWriter;
use crate::page::PageOutcome;
use crate::sanitize;

pub(super) struct TextWriter {
    several: bool,
    for_terminal: bool,
    pages: usize,
}

impl TextWriter {
    pub(super) fn new(several: bool, for_terminal: bool) -> TextWriter {
        TextWriter { several, for_terminal, pages: 0 }
    }

    fn heading(&self, out: &mut dyn Write, id: &str) -> io::Result<()> {
        let blank_line = if self.pages == 0 { "" } else { "\n" };
        // Always clean: a line feed in a file name could fake the heading of another page.
        writeln!(out, "{blank_line}==> {} <==", sanitize::one_line(id))
    }
}

impl PageWriter for TextWriter {
    fn page(&mut self, out: &mut dyn Write, page: &PageOutcome) -> io::Result<()> {
        if self.several {
            self.heading(out, &page.id)?;
        }
        self.pages += 1;
        let text = if self.for_terminal {
            sanitize::many_lines(&page.text)
        } else {
            Cow::Borrowed(page.text.as_str())
        };
        out.write_all(text.as_bytes())?;
        let unfinished = !text.is_empty() && !text.ends_with('\n');
        if unfinished { out.write_all(b"\n") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(several: bool, for_terminal: bool, texts: &[(&str, &str)]) -> String {
        let mut writer = TextWriter::new(several, for_terminal);
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
}
