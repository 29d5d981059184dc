//! Finds the parts of a line that are addresses, not words: URLs, names that begin with `www.`, e-mail
//! addresses.

use std::ops::Range;

/// Returns the addresses of a line, in order: runs of visible ASCII characters that contain `://`, begin with
/// `www.`, or have an `@` between letters or digits and a dot after it.
pub(crate) fn addresses(line: &str) -> Vec<Range<usize>> {
    if !["://", "www.", "@"].iter().any(|mark| line.contains(mark)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        if !c.is_ascii_graphic() {
            if is_address(&line[start..at]) {
                found.push(start..at);
            }
            start = at + c.len_utf8();
        }
    }
    found
}

fn is_address(run: &str) -> bool {
    let mail = || {
        run.split_once('@').is_some_and(|(user, host)| {
            user.ends_with(|c: char| c.is_ascii_alphanumeric())
                && host.starts_with(|c: char| c.is_ascii_alphanumeric())
                && host.contains('.')
        })
    };
    run.contains("://") || run.starts_with("www.") || mail()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_addresses() {
        for (line, found) in [
            ("see https://example.com/a?b=c, now", vec!["https://example.com/a?b=c,"]),
            ("ดูhttps://x.com/aได้ที่นี่", vec!["https://x.com/a"]),
            ("www.example.com x@y", vec!["www.example.com"]),
            ("write to a.b@example.org", vec!["a.b@example.org"]),
            ("@somebody said 5@6 ก@ข", vec![]),
            ("ท", vec![]),
        ] {
            let texts: Vec<&str> = addresses(line).into_iter().map(|range| &line[range]).collect();
            assert_eq!(texts, found, "{line}");
        }
    }
}
