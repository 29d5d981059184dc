//! Web addresses: reads the host as written, resolves references against a base, and finds dates in paths.

use crate::web_address::{self, Base, Target};

/// Splits an http or https address into the scheme with `://`, the authority (user, host, port) and the rest.
fn split(address: &str) -> Option<(&str, &str, &str)> {
    let colon = address.find("://")?;
    let scheme = &address[..colon];
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let rest = &address[colon + 3..];
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    if authority.is_empty() { None } else { Some((&address[..colon + 3], authority, path)) }
}

/// Returns the host of an http or https address, in lower case, without user and port.
pub(super) fn host(address: &str) -> Option<String> {
    let (_, authority, _) = split(address.trim())?;
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let host = match host.rsplit_once(':') {
        Some((name, port)) if !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let host = host.trim_end_matches('.').to_lowercase();
    let is_name = !host.is_empty() && !host.contains(|c: char| c.is_whitespace() || c.is_control());
    is_name.then_some(host)
}

/// Whether an address is that of a whole site: a host without a path.
pub(super) fn is_root(address: &str) -> bool {
    split(address.trim()).is_some_and(|(_, _, path)| path.is_empty() || path == "/")
}

/// Resolves a reference against `base`; an http or https address is returned unchanged. `None` for other schemes, such as
/// `javascript:` and `data:`, and if there is no base to resolve against.
pub(super) fn resolve(reference: &str, base: Option<&str>) -> Option<String> {
    let reference = reference.trim();
    if reference.contains(|c: char| c.is_whitespace() || c.is_control()) || reference.is_empty() {
        return None;
    }
    if host(reference).is_some() {
        return Some(reference.to_owned());
    }
    let scheme_end = reference.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '-' | '.'));
    if scheme_end.is_some_and(|end| reference[end..].starts_with(':')) {
        return None;
    }
    let base = Base::parse(base?.trim(), None)?;
    match web_address::resolve(reference, Some(&base), &["http", "https"]) {
        Target::Absolute(url) => Some(url),
        Target::Relative | Target::None => None,
    }
}

/// Returns the part of the path that may be a date: `/2011/05/05/`, `-2011-05-05`, `/20110505/`.
pub(super) fn date_part(address: &str) -> Option<String> {
    let (_, _, path) = split(address.trim())?;
    let path = &path[..path.find(['?', '#']).unwrap_or(path.len())];
    let numbers: Vec<&str> = path.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let is_number =
        |text: &str, len: usize| text.len() == len && text.bytes().all(|byte| byte.is_ascii_digit());
    let three = numbers.windows(3).find(|it| {
        is_number(it[0], 4)
            && (1..=2).any(|len| is_number(it[1], len))
            && (1..=2).any(|len| is_number(it[2], len))
    });
    three
        .map(|it| it.join("-"))
        .or_else(|| numbers.iter().find(|it| is_number(it, 8)).map(|it| (*it).to_owned()))
}

/// Whether the path of an address has the year and the month of a date in ISO 8601: `/2011/05/`, `-2011-05-`.
pub(super) fn has_month(address: &str, date: &str) -> bool {
    let Some((_, _, path)) = split(address.trim()) else { return false };
    let (Some(year), Some(month)) = (date.get(..4), date.get(5..7)) else { return false };
    let path = &path[..path.find(['?', '#']).unwrap_or(path.len())];
    let numbers: Vec<&str> = path.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    numbers.windows(2).any(|it| it[0] == year && it[1] == month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved() {
        let base = Some("https://a.example/b/c/d?q#f");
        for (reference, expected) in [
            ("g", Some("https://a.example/b/c/g")),
            ("../g?x=..", Some("https://a.example/b/g?x=..")),
            ("../../../g", Some("https://a.example/g")),
            ("/g/./h", Some("https://a.example/g/h")),
            ("//h.example/x", Some("https://h.example/x")),
            ("?y", Some("https://a.example/b/c/d?y")),
            ("#s", Some("https://a.example/b/c/d?q#s")),
            ("HTTP://h.example", Some("HTTP://h.example")),
            ("javascript:alert(1)", None),
            ("data:image/png;base64,x", None),
            ("mailto:a@b", None),
            ("http://", None),
            ("a b", None),
            ("", None),
        ] {
            assert_eq!(resolve(reference, base).as_deref(), expected, "{reference}");
        }
        assert_eq!(resolve("/g", None), None);
        assert_eq!(resolve("g", Some("https://a.example")).as_deref(), Some("https://a.example/g"));
    }

    #[test]
    fn hosts_and_dates() {
        assert_eq!(host("https://me:pw@News.Example:8080/x").as_deref(), Some("news.example"));
        assert_eq!(host("ftp://a.example/"), None);
        assert!(is_root("https://a.example") && is_root("https://a.example/"));
        assert!(!is_root("https://a.example/a.jpg") && !is_root("https://a.example/?a") && !is_root("/a"));
        assert_eq!(date_part("https://a.example/2011/05/05/x").as_deref(), Some("2011-05-05"));
        assert_eq!(date_part("https://a.example/x-20110505.html").as_deref(), Some("20110505"));
        assert_eq!(date_part("https://a.example/2011/x?d=2011/05/05"), None);
        assert!(has_month("https://a.example/2011/05/x", "2011-05-07T10:00:00Z"));
        assert!(!has_month("https://a.example/2011/06/x?2011/05", "2011-05-07"));
        assert!(!has_month("", ""));
    }
}
