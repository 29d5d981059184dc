//! Links to the home page of the site, or to the index of a board. Their texts are names of the site.
//!
//! A link says where it leads only as it is written: `/`, `https://host/`, `/en/`, `./index.php?sid=1`. Whether its host is that of
//! the page is decided once the address of the page is known.

use super::address;

/// A name of the site: the text, the title or the alternative text of a link to its home page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Home {
    /// The host that the link names, in lower case; `None` for an address without a host.
    pub(super) host: Option<String>,
    /// The [`text_key`](crate::text_key::text_key) of the name.
    pub(super) key: String,
}

impl Home {
    /// Whether the link leads to the site of a page on `host`: it has no host, or one of the same domain.
    fn is_of(&self, host: Option<&str>) -> bool {
        let (Some(own), Some(host)) = (&self.host, host) else { return self.host.is_none() };
        domain(own) == domain(host)
    }
}

/// Returns the names of the site of a page on `host`. If the host is not known, it is that of the first link that has one, because
/// pages begin with their own logo.
pub(super) fn names<'h>(links: &'h [Home], host: Option<&str>) -> Vec<&'h str> {
    let host = host.or_else(|| links.iter().find_map(|link| link.host.as_deref()));
    links.iter().filter(|link| link.is_of(host)).map(|link| link.key.as_str()).collect()
}

/// The [`text_key`](crate::text_key::text_key)s of what links to home pages are called on many sites. Chosen by hand.
const LABELS: [&str; 33] = [
    "home",
    "homepage",
    "start",
    "startseite",
    "startpage",
    "main",
    "mainpage",
    "accueil",
    "inicio",
    "início",
    "portada",
    "principal",
    "hem",
    "hjem",
    "forside",
    "etusivu",
    "anasayfa",
    "trangchủ",
    "stronagłówna",
    "главная",
    "головна",
    "αρχική",
    "αρχικήσελίδα",
    "الرئيسية",
    "خانه",
    "דףהבית",
    "होम",
    "หน้าแรก",
    "首页",
    "首頁",
    "主页",
    "ホーム",
    "トップ",
];

/// Whether the key of a link to the home page names that page and not the site.
pub(super) fn is_label(key: &str) -> bool {
    LABELS.contains(&key)
}

/// Number of labels of a host that are compared: `forum.mill.example` is of the same site as `www.mill.example`.
const DOMAIN_LABELS: usize = 2;

fn domain(host: &str) -> &str {
    let dots = host.rmatch_indices('.').nth(DOMAIN_LABELS - 1);
    dots.map_or(host, |(at, _)| &host[at + 1..])
}

/// Returns the host of an address that is a home page; `Some(None)` if the address has no host, and `None` if it is not one.
pub(super) fn host_of(written: &str) -> Option<Option<String>> {
    let written = written.trim_matches(|c: char| c.is_ascii_whitespace());
    let host = address::host(written);
    let path = match written.find("://") {
        Some(scheme) if host.is_some() => {
            let rest = &written[scheme + "://".len()..];
            rest.find('/').map_or("/", |at| &rest[at..])
        }
        _ => written.strip_prefix("./").filter(|name| !name.is_empty()).unwrap_or(written),
    };
    is_home_path(path).then_some(host)
}

/// Whether a path is that of a home page: the root, that of a language, or the index of a program with at most its session.
fn is_home_path(path: &str) -> bool {
    let (path, query) = path.split_once('?').unwrap_or((path, "sid="));
    let is_session = query.starts_with("sid=") && !query.contains('&');
    let Some(name) = path.strip_prefix('/') else { return path == "index.php" && is_session };
    let is_index = || name == "index.php" || name == "index.html" || name == "index.htm";
    is_session && (name.is_empty() || is_index() || is_language(name.trim_end_matches('/')))
}

/// Whether a part of a path is the code of a language: `en`, `en-gb`.
fn is_language(name: &str) -> bool {
    let is_code = |code: &str| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    name.split(['-', '_']).count() <= 2 && name.split(['-', '_']).all(is_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_pages_are_recognized_by_their_address() {
        for written in ["/", " / ", "/en/", "/pt-br", "/index.php", "index.php", "./index.php?sid=1a2b"] {
            assert_eq!(host_of(written), Some(None), "{written}");
        }
        for written in ["https://Mill.example", "http://mill.example/", "https://mill.example/de/"] {
            assert_eq!(host_of(written), Some(Some("mill.example".to_owned())), "{written}");
        }
        for written in [
            "",
            "#",
            "..",
            "./",
            "/news",
            "/news/",
            "/?p=12",
            "index.php?f=1",
            "index.html",
            "https://mill.example/news",
            "mailto:a@mill.example",
            "javascript:void(0)",
        ] {
            assert_eq!(host_of(written), None, "{written}");
        }
    }

    #[test]
    fn names_are_those_of_links_to_the_same_domain() {
        let link =
            |host: Option<&str>, key: &str| Home { host: host.map(str::to_owned), key: key.to_owned() };
        let links = [
            link(None, "home"),
            link(Some("www.mill.example"), "themill"),
            link(Some("forum.mill.example"), "forum"),
            link(Some("phpbb.test"), "phpbb"),
        ];
        assert_eq!(names(&links, Some("mill.example")), ["home", "themill", "forum"]);
        assert_eq!(names(&links, Some("phpbb.test")), ["home", "phpbb"]);
        assert_eq!(names(&links, None), ["home", "themill", "forum"]);
    }
}
