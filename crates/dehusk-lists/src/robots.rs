//! Reads `robots.txt` (RFC 9309): which addresses a site asks a program not to fetch, and where its sitemaps
//! are.
//!
//! Written anew because the published parsers take time that is not linear in a hostile file, or are no longer
//! maintained.

use std::time::Duration;

/// The number of bytes of a file that are read: what RFC 9309, 2.5, asks for at least.
pub const MAX_ROBOTS_BYTES: usize = 500 << 10;
/// The longest pause between two requests that a site can ask for. Chosen by hand: longer ones are typing
/// errors or refusals.
const MAX_CRAWL_DELAY: Duration = Duration::from_secs(60);
/// The group of rules for programs that have none of their own.
const EVERYBODY: &str = "*";

/// What a site asks of one program.
///
/// ```
/// use dehusk_lists::robots::Robots;
/// let text = b"User-agent: *\nDisallow: /private\nAllow: /private/*.html$\nSitemap: https://mill.example/map.xml";
/// let robots = Robots::parse(text, "dehusk/1.0 (main content extraction)");
/// assert!(robots.allows("https://mill.example/news") && !robots.allows("https://mill.example/private/a"));
/// assert!(robots.allows("https://mill.example/private/a.html"));
/// assert_eq!(robots.sitemaps(), ["https://mill.example/map.xml"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Robots {
    rules: Vec<Rule>,
    crawl_delay: Option<Duration>,
    sitemaps: Vec<String>,
}

#[derive(Clone, Debug)]
struct Rule {
    is_allowed: bool,
    /// The pattern without the final `$`, with normalized percent-encoding.
    pattern: String,
    /// Whether the pattern ended with `$`.
    is_anchored: bool,
}

impl Robots {
    /// Rules that allow nothing: those of a site whose file cannot be reached (RFC 9309, 2.3.1.4).
    #[must_use]
    pub fn nothing() -> Robots {
        let rule = Rule { is_allowed: false, pattern: "/".to_owned(), is_anchored: false };
        Robots { rules: vec![rule], ..Robots::default() }
    }

    /// Reads a file for the program with this header `User-Agent`. Its product name chooses the group of rules.
    #[must_use]
    pub fn parse(file: &[u8], user_agent: &str) -> Robots {
        let text = String::from_utf8_lossy(&file[..file.len().min(MAX_ROBOTS_BYTES)]);
        let agent = product(user_agent);
        let lines = || text.trim_start_matches('\u{feff}').split(['\n', '\r']).filter_map(field);
        let has_own = lines().any(|(name, value)| is_agent_line(&name) && names(value, &agent));
        let wanted = if has_own { agent.as_str() } else { EVERYBODY };
        let mut robots = Robots::default();
        // Consecutive user-agent lines begin one group.
        let (mut is_in_group, mut was_agent) = (false, false);
        for (name, value) in lines() {
            if is_agent_line(&name) {
                let names_this = names(value, wanted);
                is_in_group = names_this || (was_agent && is_in_group);
                was_agent = true;
                continue;
            }
            robots.add_field(&name, value, is_in_group);
            // A sitemap belongs to no group and ends none.
            was_agent &= name == "sitemap";
        }
        robots
    }

    fn add_field(&mut self, name: &str, value: &str, is_in_group: bool) {
        match name {
            "sitemap" if !value.is_empty() => self.sitemaps.push(value.to_owned()),
            "allow" | "disallow" if is_in_group && !value.is_empty() => {
                let is_anchored = value.ends_with('$');
                let pattern = normalized(value.strip_suffix('$').unwrap_or(value));
                self.rules.push(Rule { is_allowed: name == "allow", pattern, is_anchored });
            }
            "crawl-delay" if is_in_group => {
                let seconds =
                    value.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds > 0.0);
                let delay = seconds.map(|seconds| seconds.min(MAX_CRAWL_DELAY.as_secs_f64()));
                self.crawl_delay = delay.map(Duration::from_secs_f64).or(self.crawl_delay);
            }
            _ => {}
        }
    }

    /// Whether the program may fetch an address. The longest pattern that matches its path and query decides;
    /// of two equally long ones, the one that allows.
    #[must_use]
    pub fn allows(&self, address: &str) -> bool {
        let path = normalized(&path_and_query(address));
        if path == "/robots.txt" {
            return true;
        }
        let matching = self.rules.iter().filter(|rule| rule.matches(&path));
        matching.max_by_key(|rule| (rule.pattern.len(), rule.is_allowed)).is_none_or(|rule| rule.is_allowed)
    }

    /// The pause between two requests that the site asks for, at most a minute.
    #[must_use]
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.crawl_delay
    }

    /// The addresses of the site's sitemaps, as written.
    #[must_use]
    pub fn sitemaps(&self) -> &[String] {
        &self.sitemaps
    }
}

impl Rule {
    /// Whether the pattern matches a path. `*` stands for any characters. Takes time linear in pattern and
    /// path.
    fn matches(&self, path: &str) -> bool {
        let mut pieces = self.pattern.split('*');
        let first = pieces.next().unwrap_or_default();
        let Some(mut rest) = path.as_bytes().strip_prefix(first.as_bytes()) else { return false };
        let mut pieces = pieces.map(str::as_bytes);
        let Some(mut piece) = pieces.next() else { return !self.is_anchored || rest.is_empty() };
        for next in pieces {
            // The leftmost place leaves the most for what follows.
            let Some(at) = memchr::memmem::find(rest, piece) else { return false };
            rest = &rest[at + piece.len()..];
            piece = next;
        }
        if self.is_anchored { rest.ends_with(piece) } else { memchr::memmem::find(rest, piece).is_some() }
    }
}

/// The name, in lower case, and the value of a line. None for comments and empty lines.
fn field(line: &str) -> Option<(String, &str)> {
    let line = line.split('#').next().unwrap_or_default();
    let (name, value) = line.split_once(':')?;
    Some((name.trim().to_ascii_lowercase(), value.trim()))
}

fn is_agent_line(name: &str) -> bool {
    matches!(name, "user-agent" | "useragent" | "user agent")
}

/// Whether a value of `User-agent` names this product.
fn names(value: &str, product_name: &str) -> bool {
    if product_name == EVERYBODY { value == EVERYBODY } else { product(value) == product_name }
}

/// The product name of a user agent, in lower case: the letters, `-` and `_` at its start (RFC 9309, 2.2.1).
fn product(user_agent: &str) -> String {
    let is_name = |c: &char| c.is_ascii_alphabetic() || matches!(c, '-' | '_');
    user_agent.chars().take_while(is_name).collect::<String>().to_ascii_lowercase()
}

/// The path and query of an address, as requested.
fn path_and_query(address: &str) -> String {
    match url::Url::parse(address) {
        Ok(url) => url[url::Position::BeforePath..url::Position::AfterQuery].to_owned(),
        Err(_) => address.to_owned(),
    }
}

/// Spells bytes in one way: unreserved characters as they are, others that are not ASCII or already encoded as
/// `%XX`.
fn normalized(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut text = String::with_capacity(path.len());
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], encoded_byte(&bytes[at..])) {
            (_, Some(byte)) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => {
                text.push(char::from(byte));
                at += 2;
            }
            (_, Some(byte)) => {
                text.push_str(&format!("%{byte:02X}"));
                at += 2;
            }
            (byte, None) if byte.is_ascii() => text.push(char::from(byte)),
            (byte, None) => text.push_str(&format!("%{byte:02X}")),
        }
        at += 1;
    }
    text
}

/// The byte that `%XX` at the start stands for.
fn encoded_byte(bytes: &[u8]) -> Option<u8> {
    let [b'%', digits @ ..] = bytes else { return None };
    let digits = std::str::from_utf8(digits.get(..2)?).ok()?;
    u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(rules: &str, path: &str) -> bool {
        Robots::parse(rules.as_bytes(), "dehusk/1").allows(&format!("https://a.example{path}"))
    }

    #[test]
    fn the_longest_matching_rule_decides() {
        for (rules, path, expected) in [
            ("Disallow: /", "/a", false),
            ("Disallow:", "/a", true),
            ("Disallow: /a", "/b", true),
            ("Disallow: /a", "/abc?d", false),
            ("Disallow: /a\nAllow: /ab", "/abc", true),
            ("Allow: /ab\nDisallow: /a", "/abc", true),
            ("Allow: /a\nDisallow: /a", "/a", true),
            ("Disallow: /*.pdf", "/x/y.pdf?z", false),
            ("Disallow: /*.pdf$", "/x/y.pdf?z", true),
            ("Disallow: /*.pdf$", "/x.pdf/y.pdf", false),
            ("Disallow: /a*b*c", "/aXbYc", false),
            ("Disallow: /a*b*c", "/aXcYb", true),
            ("Disallow: /a*ab$", "/ab", true),
            ("Disallow: /a$", "/a", false),
            ("Disallow: /a$", "/ab", true),
            ("Disallow: *", "/x", false),
            ("Disallow: /*$", "/x", false),
            ("Disallow: /é", "/%c3%a9", false),
            ("Disallow: /%61b", "/ab", false),
            ("Disallow: /a%2Fb", "/a/b", true),
            ("Disallow: /a # all of it", "/ab", false),
            ("Disallow: /", "/robots.txt", true),
            ("disallow : /A\n", "/a", true),
        ] {
            let rules = format!("User-agent: *\n{rules}");
            assert_eq!(allows(&rules, path), expected, "{rules} {path}");
        }
    }

    #[test]
    fn a_group_for_the_program_replaces_the_one_for_everybody() {
        let rules = "User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: DeHusk/2\nDisallow: /x\n\n\
            Sitemap: https://a.example/s.xml\nUser-agent: other2\nDisallow: /y\nUser-agent: dehusk\nDisallow: /z";
        for (path, expected) in [("/", true), ("/x", false), ("/y", true), ("/z", false)] {
            assert_eq!(allows(rules, path), expected, "{path}");
        }
        assert!(!Robots::parse(rules.as_bytes(), "Mozilla/5.0").allows("https://a.example/y"));
        assert!(!Robots::nothing().allows("https://a.example/y"));
        assert!(
            Robots::parse(b"Disallow: /", "dehusk").allows("https://a.example/y"),
            "a rule without a group"
        );
    }

    #[test]
    fn delays_are_limited_and_sitemaps_belong_to_no_group() {
        let robots = |text: &str| Robots::parse(text.as_bytes(), "dehusk");
        let all = "\u{feff}Sitemap: /a.xml\r\nUser-agent: *\r\nCrawl-delay: 2.5\r\nSITEMAP: https://a.example/b.xml";
        assert_eq!(robots(all).crawl_delay(), Some(Duration::from_millis(2500)));
        assert_eq!(robots(all).sitemaps(), ["/a.xml", "https://a.example/b.xml"]);
        for (value, expected) in
            [("99999", Some(MAX_CRAWL_DELAY)), ("-1", None), ("NaN", None), ("soon", None)]
        {
            assert_eq!(robots(&format!("User-agent: *\nCrawl-delay: {value}")).crawl_delay(), expected);
        }
    }

    /// Ends at once. A matcher that tries every place of each `*` would not end.
    #[test]
    fn a_hostile_file_is_answered() {
        let text = format!("User-agent: *\nDisallow: /{}$", "*a".repeat(MAX_ROBOTS_BYTES / 2));
        assert!(allows(&text, &format!("/{}b", "a".repeat(100_000))));
    }
}
