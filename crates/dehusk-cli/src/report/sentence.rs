//! The wording: what to tell a person about one page, and what that person can do. Pure, so that it can be tested.

use std::borrow::Cow;

use dehusk::Status;
use dehusk::budget::{Limits, TimedOut};
use dehusk::selection::Reason;

use crate::page::{PageOutcome, SiteRule};

/// What to tell of a page on which no selector of `--select` matches anything: a mistyped selector is like one.
const NOTHING_SELECTED: &str =
    "warning: no element of it matches --select, so it has no main content; check the selector";

/// What is worth telling about `page`, starting with its status; None for a page that is as it should be.
pub(super) fn about(page: &PageOutcome, limits: &Limits) -> Option<String> {
    let advice = match page.status {
        Status::Empty if page.reason.as_deref() == Some(Reason::NothingSelected.as_str()) => {
            return Some(NOTHING_SELECTED.to_owned());
        }
        _ if page.is_zero_bytes() => {
            Cow::Borrowed("it has 0 bytes; check that it was saved or sent completely")
        }
        Status::Ok | Status::Empty => return replacement_warning(page),
        _ => match &page.error {
            Some(sentence) => Cow::Borrowed(sentence.as_str()),
            None => Cow::Owned(advice(page, limits)),
        },
    };
    Some(format!("{}: {advice}", page.status.as_str()))
}

/// What to tell when selectors of a site's rule match nothing on a page.
pub(super) fn about_stale(page: &PageOutcome, rule: &SiteRule) -> String {
    let names = rule.unmatched.join(", ");
    let instead = if rule.unmatched.contains(&"select") {
        "the page was extracted as if there were no rule"
    } else {
        "what the page itself says was taken"
    };
    format!(
        "site {}: {names} of its rule match nothing on {}, so {instead}; said once, its records name every page",
        rule.site, page.id
    )
}

fn replacement_warning(page: &PageOutcome) -> Option<String> {
    let encoding = page.encoding.filter(|encoding| encoding.replaced)?;
    Some(format!(
        "warning: some bytes are not valid {} and became U+FFFD; check whether the page is cut off or declares \
         another encoding than it has",
        encoding.name
    ))
}

fn advice(page: &PageOutcome, limits: &Limits) -> String {
    let reason = page.reason.as_deref().unwrap_or("no reason given");
    match page.status {
        Status::TooLarge => {
            format!("it has more than {} bytes; raise --max-bytes to read it", limits.max_bytes)
        }
        Status::Timeout if reason == TimedOut::Selector.as_str() => {
            "a CSS selector takes too many steps on it; write it without ~ or :has()".to_owned()
        }
        Status::Timeout => {
            let milliseconds = limits.timeout.unwrap_or_default().as_millis();
            format!("it took longer than {milliseconds} ms; raise --timeout-ms or set it to 0 for no limit")
        }
        Status::Partial if reason == "max_depth" => format!(
            "its elements are nested more than {} deep and were flattened, with all their text; raise --max-depth \
             to keep them apart",
            limits.max_depth
        ),
        Status::Partial => format!("its text is not complete ({reason}); {}", remedy(reason)),
        Status::NotHtml => {
            format!("it is no HTML but {}; leave it out or check what was saved", reason.replace('_', " "))
        }
        _ => format!("extraction failed ({reason}); please report it together with the page"),
    }
}

/// The option to change when `reason` names a limit.
fn remedy(reason: &str) -> String {
    let limits = ["max_bytes", "max_elements", "max_output", "timeout"];
    match limits.into_iter().find(|limit| reason.contains(limit)) {
        Some("timeout") => "raise --timeout-ms for all of it".to_owned(),
        Some(limit) => format!("raise --{} for all of it", limit.replace('_', "-")),
        None => "see --help for the limits".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Encoding;

    fn sentence(status: Status, reason: &str) -> Option<String> {
        let reason = Some(reason.to_owned());
        let page =
            PageOutcome { status, reason, error: None, bytes: 9, ..PageOutcome::error("a", String::new()) };
        about(&page, &Limits::default())
    }

    #[test]
    fn pages_that_are_ok_or_empty_need_no_words() {
        assert_eq!(sentence(Status::Ok, ""), None);
        assert_eq!(sentence(Status::Empty, "no_column_above_axis"), None);
        let unselected = sentence(Status::Empty, Reason::NothingSelected.as_str());
        assert_eq!(unselected.as_deref(), Some(NOTHING_SELECTED));
    }

    #[test]
    fn a_limit_is_named_with_the_option_that_raises_it() {
        for (status, reason, option) in [
            (Status::TooLarge, "max_bytes", "--max-bytes"),
            (Status::Timeout, "timeout", "--timeout-ms"),
            (Status::Timeout, "selector_steps", ":has()"),
            (Status::Partial, "max_output", "--max-output"),
            (Status::Partial, "max_depth", "--max-depth"),
            (Status::Partial, "max_elements", "--max-elements"),
        ] {
            let sentence = sentence(status, reason).unwrap();
            assert!(sentence.starts_with(status.as_str()) && sentence.contains(option), "{sentence}");
        }
    }

    #[test]
    fn replaced_bytes_are_a_warning_that_names_the_encoding() {
        let encoding = Some(Encoding { name: "UTF-8", origin: "meta", replaced: true });
        let page = PageOutcome {
            status: Status::Ok,
            encoding,
            error: None,
            ..PageOutcome::error("a", String::new())
        };
        let warning = about(&page, &Limits::default()).unwrap();
        assert!(warning.starts_with("warning: ") && warning.contains("UTF-8"), "{warning}");
    }
}
