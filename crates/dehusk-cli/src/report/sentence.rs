//! The messages about single pages: what is wrong, and what the user can do.

use std::borrow::Cow;

use dehusk::Status;
use dehusk::budget::{Limits, TimedOut};
use dehusk::selection::Reason;
use dehusk_batch::read::Source;

use dehusk_record::{PageOutcome, SiteRule};

use crate::input::STDIN;

/// The reason of a saved page that lacks its end.
pub(crate) const TRUNCATED: &str = "truncated";

/// The reason of a list of addresses that was given as a page.
pub(crate) const ADDRESSES: &str = "addresses";

/// The message for a page on which no selector of `--select` matches anything. The selector may be mistyped.
const NOTHING_SELECTED: &str =
    "warning: no element matches --select, so the page has no main content; check the selector";

/// The message about a page, starting with its status. None if there is nothing to report.
pub(super) fn about(page: &PageOutcome, limits: &Limits) -> Option<String> {
    let advice = match page.status {
        Status::Empty if page.reason.as_deref() == Some(Reason::NothingSelected.as_str()) => {
            return Some(NOTHING_SELECTED.to_owned());
        }
        _ if page.is_zero_bytes() => {
            Cow::Borrowed("the page has 0 bytes; check that it was saved or sent completely")
        }
        Status::Ok | Status::Empty => return encoding_warning(page),
        _ => match &page.error {
            Some(sentence) if page.status == Status::NotHtml => {
                Cow::Owned(format!("{sentence}; {}", advice_for_type(sentence)))
            }
            Some(sentence) => Cow::Borrowed(sentence.as_str()),
            None => Cow::Owned(advice(page, limits)),
        },
    };
    Some(format!("{}: {advice}", page.status.as_str()))
}

/// The message about a page in which no main content was found, so that its output is empty.
pub(super) fn about_empty(page: &PageOutcome) -> Option<String> {
    if page.is_left_out() {
        return Some(
            "left out: the page is not in a language of --language; dehusk metadata shows its own".to_owned(),
        );
    }
    let reason = page.reason.as_deref().unwrap_or("unknown reason").replace('_', " ");
    (page.status == Status::Empty).then(|| {
        format!(
            "empty: no main content was found ({reason}); --explain says why, and --method plain prints all text"
        )
    })
}

/// The message about a rule of a site whose selectors match nothing on a page.
pub(super) fn about_outdated_rule(page: &PageOutcome, rule: &SiteRule) -> String {
    let names = rule.unmatched.join(", ");
    let instead = if rule.unmatched.contains(&"select") {
        "the page was extracted without the rule"
    } else {
        "the page's own metadata was used"
    };
    format!(
        "site {}: the selectors {names} of its rule match nothing on {}, so {instead}; this is reported once per site, the records show it for every page",
        rule.site, page.id
    )
}

/// The warning about a page that is perhaps in another encoding.
fn encoding_warning(page: &PageOutcome) -> Option<String> {
    let encoding = page.encoding?;
    let name = encoding.name;
    if encoding.looks_like_utf8 {
        return Some(format!(
            "warning: the page was read as {name}, but looks like UTF-8; if the text is garbled, add --encoding utf-8"
        ));
    }
    encoding.replaced.then(|| {
        format!(
            "warning: some bytes are not valid {name} and were replaced by U+FFFD; check whether the page is truncated or declares \
             the wrong encoding (--encoding names another)"
        )
    })
}

/// What can be done with a file that a server does not call a page.
fn advice_for_type(sentence: &str) -> &'static str {
    if sentence.contains("application/pdf") {
        "save it and convert it to HTML, for example with `pdftohtml`"
    } else {
        "check the address"
    }
}

fn advice(page: &PageOutcome, limits: &Limits) -> String {
    let reason = page.reason.as_deref().unwrap_or("unknown reason");
    match page.status {
        Status::TooLarge => {
            format!("the page is larger than {} bytes; raise --max-bytes to read it", limits.max_bytes)
        }
        Status::Timeout if reason == TimedOut::Selector.as_str() => {
            "a CSS selector takes too many steps on the page; write it without ~ or :has()".to_owned()
        }
        Status::Timeout if reason == TimedOut::Steps.as_str() => {
            "the work on the page grows much faster than the page; please report this together with the page"
                .to_owned()
        }
        Status::Timeout => {
            let milliseconds = limits.timeout.unwrap_or_default().as_millis();
            format!(
                "the page needed more than {milliseconds} ms; raise --timeout-ms, or set it to 0 for no limit"
            )
        }
        Status::Partial if reason == "max_depth" => format!(
            "its elements are nested more than {} levels deep, so the deeper ones were flattened without loss of text; raise \
             --max-depth to keep them separate",
            limits.max_depth
        ),
        Status::Partial if reason == TRUNCATED => {
            "the file ends before its page does, so the end of the text is missing; save the page again"
                .to_owned()
        }
        Status::Partial => format!("its text is incomplete ({reason}); {}", remedy(reason)),
        Status::NotHtml => not_html(reason, &page.id),
        _ => format!("extraction failed ({reason}); please report this together with the page"),
    }
}

/// What a file is that is not HTML, and what reads it.
fn not_html(format: &str, id: &str) -> String {
    let (what, advice) = match format {
        "warc" => ("a WARC archive", format!("{} -o pages.jsonl` reads all its pages", batch_of(id, "warc"))),
        // One line of JSON is JSON.
        _ if is_json_lines(format, id) => (
            "JSON lines",
            format!(
                "{} -o pages.parquet` reads one page from the field html of each line",
                batch_of(id, "jsonl")
            ),
        ),
        "parquet" => {
            ("Parquet", format!("{} -o pages.jsonl` reads its column html", batch_of(id, "parquet")))
        }
        "rss" | "atom" | "json_feed" => ("a feed", format!("`dehusk feeds {id}` lists its pages")),
        "sitemap" => ("a sitemap", format!("`dehusk sitemap {id}` lists its pages")),
        ADDRESSES => ("a list of addresses", format!("`dehusk extract --input-file {id}` fetches the pages")),
        "epub" => {
            ("an EPUB book", "unzip it and extract the folder: its chapters are .xhtml files".to_owned())
        }
        "plain_text" if id.contains("://") => {
            return "the server sends this as plain text, not as a page; save it and extract the file to read it anyway"
                .to_owned();
        }
        "pdf" => ("PDF", "convert it to HTML first, for example with `pdftohtml`".to_owned()),
        "zip" | "7z" | "rar" => ("an archive of files", "unpack it and extract the folder".to_owned()),
        "gzip" => ("compressed with gzip", "decompress it, or give the file the extension .gz".to_owned()),
        "zstd" => (
            "compressed with zstd",
            "decompress it; `dehusk batch` reads .warc.zst and .jsonl.zst as they are".to_owned(),
        ),
        other => {
            let name = other.replace('_', " ");
            let what = if id.contains("://") { "address" } else { "saved file" };
            return format!("the page is not HTML ({name}); remove it, or check the {what}");
        }
    };
    format!("this is {what}, not a page; {advice}")
}

/// The beginning of the command that reads a file of many pages. `dehusk batch` reads files that have the extension of their format.
fn batch_of(id: &str, extension: &str) -> String {
    let is_file = id != STDIN && !id.contains("://") && Source::from_path(id.as_ref()).is_some();
    if is_file {
        format!("`dehusk batch {id}")
    } else {
        format!("save it as in.{extension}; `dehusk batch in.{extension}")
    }
}

/// Whether a file has JSON lines. If there is only one, its name tells.
fn is_json_lines(format: &str, id: &str) -> bool {
    format == "json_lines" || (format == "json" && Source::from_path(id.as_ref()).is_some())
}

/// Returns advice on which option to change, if `reason` names a limit.
fn remedy(reason: &str) -> String {
    let limits = ["max_bytes", "max_elements", "max_output", "max_memory", "timeout"];
    match limits.into_iter().find(|limit| reason.contains(limit)) {
        Some("timeout") => "raise --timeout-ms to get all of it".to_owned(),
        Some("max_memory") => {
            "raise --max-memory to get all of it, except addresses beyond four times the size of the page"
                .to_owned()
        }
        Some(limit) => format!("raise --{} to get all of it", limit.replace('_', "-")),
        None => "see --help for the limits".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_record::Encoding;

    fn sentence(status: Status, reason: &str) -> Option<String> {
        let reason = Some(reason.to_owned());
        let page =
            PageOutcome { status, reason, error: None, bytes: 9, ..PageOutcome::error("a", String::new()) };
        about(&page, &Limits::default())
    }

    #[test]
    fn pages_that_are_ok_or_empty_have_no_message() {
        assert_eq!(sentence(Status::Ok, ""), None);
        assert_eq!(sentence(Status::Empty, "no_column_above_axis"), None);
        let unselected = sentence(Status::Empty, Reason::NothingSelected.as_str());
        assert_eq!(unselected.as_deref(), Some(NOTHING_SELECTED));
    }

    #[test]
    fn the_message_about_a_limit_names_its_option() {
        for (status, reason, option) in [
            (Status::TooLarge, "max_bytes", "--max-bytes"),
            (Status::Timeout, "timeout", "--timeout-ms"),
            (Status::Timeout, "selector_steps", ":has()"),
            (Status::Timeout, "max_steps", "report"),
            (Status::Partial, "max_output", "--max-output"),
            (Status::Partial, "max_depth", "--max-depth"),
            (Status::Partial, "max_elements", "--max-elements"),
            (Status::Partial, "max_memory", "--max-memory"),
            (Status::Partial, TRUNCATED, "save the page again"),
            (Status::NotHtml, "warc", "save it as in.warc; `dehusk batch in.warc -o"),
            (Status::NotHtml, "rss", "dehusk feeds a"),
            (Status::NotHtml, "sitemap", "dehusk sitemap a"),
            (Status::NotHtml, ADDRESSES, "dehusk extract --input-file a` fetches"),
            (Status::NotHtml, "png", "not HTML (png); remove it, or check the saved file"),
        ] {
            let sentence = sentence(status, reason).unwrap();
            assert!(sentence.starts_with(status.as_str()) && sentence.contains(option), "{sentence}");
        }
    }

    #[test]
    fn batch_is_recommended_for_files_that_it_reads() {
        for (id, command) in [
            ("a.warc.gz", "; `dehusk batch a.warc.gz -o"),
            ("-", "save it as in.warc; `dehusk batch in.warc -o"),
            ("https://mill.example/a.warc", "save it as in.warc; `dehusk batch in.warc -o"),
        ] {
            assert!(not_html("warc", id).contains(command), "{}", not_html("warc", id));
        }
        assert!(not_html("json", "a.jsonl").contains("`dehusk batch a.jsonl -o"));
        assert!(not_html("json", "a.json").contains("not HTML (json)"));
    }

    #[test]
    fn what_a_server_sends_is_no_saved_file() {
        let address = "https://mill.example/a";
        assert!(not_html("plain_text", address).contains("the server sends this as plain text"));
        assert!(not_html("json", address).ends_with("check the address"));
        let page = PageOutcome::not_html(address, "application/pdf");
        assert!(about(&page, &Limits::default()).unwrap().ends_with("with `pdftohtml`"));
    }

    #[test]
    fn the_warning_about_an_encoding_names_it() {
        let replaced = Encoding { name: "GBK", origin: "http", replaced: true, looks_like_utf8: false };
        let doubtful = Encoding { looks_like_utf8: true, ..replaced };
        for (encoding, says) in [(replaced, "not valid GBK"), (doubtful, "as GBK, but looks like UTF-8")] {
            let page = PageOutcome {
                status: Status::Ok,
                encoding: Some(encoding),
                error: None,
                ..PageOutcome::error("a", String::new())
            };
            let warning = about(&page, &Limits::default()).unwrap();
            assert!(warning.starts_with("warning: ") && warning.contains(says), "{warning}");
            assert!(warning.contains("--encoding"), "{warning}");
        }
    }
}
