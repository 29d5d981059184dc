//! Counts pages by outcome. Every page is in exactly one of the counts.

use std::fmt;

use dehusk::Status;

use dehusk_record::PageOutcome;

#[derive(Default)]
pub(super) struct Tally {
    pub(super) pages: usize,
    pub(super) ok: usize,
    pub(super) partial: usize,
    pub(super) empty: usize,
    /// The pages that `--language` leaves out.
    pub(super) other_languages: usize,
    /// The pages that make the exit code 1. Inputs of 0 bytes are counted here and not as empty.
    pub(super) failed: usize,
}

impl Tally {
    pub(super) fn page(&mut self, page: &PageOutcome) {
        self.pages += 1;
        match page.status {
            _ if page.failed() => self.failed += 1,
            _ if page.is_left_out() => self.other_languages += 1,
            Status::Empty => self.empty += 1,
            Status::Partial => self.partial += 1,
            _ => self.ok += 1,
        }
    }

    pub(super) fn all_ok(&self) -> bool {
        self.ok == self.pages
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pages: {} ok, ", self.pages, self.ok)?;
        if self.partial > 0 {
            write!(f, "{} partial, ", self.partial)?;
        }
        if self.other_languages > 0 {
            write!(f, "{} in other languages, ", self.other_languages)?;
        }
        write!(f, "{} empty, {} failed", self.empty, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use dehusk::selection::Reason;

    use super::*;

    #[test]
    fn every_page_is_counted_once() {
        let mut tally = Tally::default();
        let page = |status, bytes| PageOutcome { status, bytes, ..PageOutcome::error("a", String::new()) };
        let statuses = [(Status::Ok, 9), (Status::Partial, 9), (Status::Empty, 9), (Status::Empty, 0)];
        for (status, bytes) in statuses.into_iter().chain([(Status::NotHtml, 9)]) {
            tally.page(&page(status, bytes));
        }
        assert_eq!(tally.to_string(), "5 pages: 1 ok, 1 partial, 1 empty, 2 failed");
        let reason = Some(Reason::OtherLanguage.as_str().to_owned());
        tally.page(&PageOutcome { reason, ..page(Status::Empty, 9) });
        assert_eq!(tally.to_string(), "6 pages: 1 ok, 1 partial, 1 in other languages, 1 empty, 2 failed");
        assert!(!tally.all_ok());
    }
}
