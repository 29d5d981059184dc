//! The sites file: rules for the pages of a site, as TOML. A site is a host, or a host with the beginning of
//! a path. A rule may hold a method with parameters, which `dehusk tune` writes, and CSS selectors for the
//! content, title, authors and date, which people write. `dehusk extract` reads the file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dehusk::css::Selectors;
use dehusk::metadata::FieldRules;
use dehusk::methods::Method;
use dehusk::scope::Scope;
use serde::{Deserialize, Serialize};
use url::Url;

use super::{Grid, SiteFit};
use crate::entrant::method_named;
use crate::error::Error;

/// Rules by site.
#[derive(Debug, Default)]
pub struct Sites {
    entries: BTreeMap<String, SiteEntry>,
    rules: BTreeMap<String, Rule>,
}

/// The rule for the pages of one site.
#[derive(Debug)]
pub struct Rule {
    /// The site, as it is written in the file.
    pub site: String,
    /// The method; `None` to use the method of all other pages.
    pub method: Option<Box<dyn Method>>,
    /// The parts of a page from which content is extracted.
    pub scope: Scope,
    /// The elements that contain the metadata fields.
    pub fields: FieldRules,
}

/// One or several CSS selectors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "CSS selectors must be a string or a list of strings")]
pub enum OneOrMore {
    /// One selector.
    One(String),
    /// Several selectors.
    More(Vec<String>),
}

impl OneOrMore {
    fn parse(list: Option<&OneOrMore>) -> Result<Vec<Selectors>, String> {
        let selectors = match list {
            None => return Ok(Vec::new()),
            Some(OneOrMore::One(one)) => std::slice::from_ref(one),
            Some(OneOrMore::More(more)) => more,
        };
        selectors.iter().map(|css| Selectors::parse(css).map_err(|error| error.to_string())).collect()
    }
}

/// The entry of one site in a sites file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteEntry {
    /// The method or preset; if absent, the method of the command line is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Parameters of the method that differ from its defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
    /// CSS selectors of the elements in which to search for the main content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<OneOrMore>,
    /// CSS selectors of elements to leave out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exclude: Option<OneOrMore>,
    /// CSS selectors of the title; the first one that gives a value is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<OneOrMore>,
    /// CSS selectors of the authors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<OneOrMore>,
    /// CSS selectors of the publication date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<OneOrMore>,
    /// Number of pages used to choose the parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<usize>,
    /// Mean F1 on the pages used to choose the parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fitted: Option<f64>,
    /// Leave-one-out estimate of the mean F1: each page is scored with the parameters that are best on the
    /// other pages of the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<f64>,
    /// Mean F1 with the default parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<f64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    sites: BTreeMap<String, SiteEntry>,
}

impl SiteEntry {
    fn new(fit: &SiteFit, grid: &Grid) -> SiteEntry {
        // Four decimals, like the table.
        let rounded = |f1: f64| (f1 * 1e4).round() / 1e4;
        SiteEntry {
            method: Some(grid.name().to_owned()),
            params: grid.values(fit.best).into_iter().collect(),
            pages: Some(fit.pages),
            fitted: Some(rounded(fit.fitted)),
            left_out: fit.left_out.map(rounded),
            default: fit.default.map(rounded),
            ..SiteEntry::default()
        }
    }

    fn rule(&self, site: &str) -> Result<Rule, String> {
        let (mut scope, mut fields) = (Scope::default(), FieldRules::default());
        scope.select = OneOrMore::parse(self.select.as_ref())?;
        scope.exclude = OneOrMore::parse(self.exclude.as_ref())?;
        fields.title = OneOrMore::parse(self.title.as_ref())?;
        fields.author = OneOrMore::parse(self.author.as_ref())?;
        fields.date = OneOrMore::parse(self.date.as_ref())?;
        Ok(Rule { site: site.to_owned(), method: self.build()?, scope, fields })
    }

    fn build(&self) -> Result<Option<Box<dyn Method>>, String> {
        let Some(name) = &self.method else {
            let params = if self.params.is_empty() {
                Ok(None)
            } else {
                Err("params without a method; name the method".to_owned())
            };
            return params;
        };
        let mut method = method_named(name).map_err(|error| error.to_string())?;
        for (name, value) in &self.params {
            method.set(name, value).map_err(|error| error.to_string())?;
        }
        Ok(Some(method))
    }
}

/// The lookup key of a site: the host, normalized as browsers do and without a leading `www.`, followed by
/// the path, if any. `None` if `site` is not a valid site.
fn key(site: &str) -> Option<String> {
    let is_host = !site.split('/').next()?.contains([':', '@', '*', ' ', '?', '#']);
    let address = Url::parse(&format!("http://{site}")).ok().filter(|_| is_host)?;
    let host = address.host_str().filter(|host| !host.is_empty())?;
    Some(format!("{}{}", host.strip_prefix("www.").unwrap_or(host), address.path().trim_end_matches('/')))
}

fn not_a_site(site: &str) -> String {
    format!(
        "{site:?} is not a site; write a host (example.org) or a host with the beginning of a path (example.org/news)"
    )
}

fn not_a_sites_file(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map_or(String::new(), |before| format!(" (line {})", before.matches('\n').count() + 1));
    format!("this is not a sites file: {}{line}", error.message().replace('\n', ", "))
}

impl Sites {
    /// Returns rules with the best settings of sites. For a site that is in two corpora, the fit with more
    /// pages is used.
    ///
    /// # Errors
    /// When a site is neither a host nor a host with the beginning of a path.
    pub fn new(fits: &[SiteFit], grid: &Grid) -> Result<Sites, Error> {
        let mut sites = Sites::default();
        for fit in fits {
            let host = key(&fit.site).ok_or_else(|| Error::new(not_a_site(&fit.site)))?;
            let known = sites.entries.get(&host).and_then(|entry| entry.pages).unwrap_or(0);
            if fit.pages > known {
                let method = Some(grid.setting(fit.best).boxed());
                let (scope, fields) = (Scope::default(), FieldRules::default());
                sites.rules.insert(host.clone(), Rule { site: host.clone(), method, scope, fields });
                sites.entries.insert(host, SiteEntry::new(fit, grid));
            }
        }
        Ok(sites)
    }

    /// Returns rules from the entries of sites.
    ///
    /// # Errors
    /// When a site is listed twice or is neither a host nor a host with the beginning of a path, or when an entry has an unknown
    /// method or parameter or an invalid value.
    pub fn from_entries(entries: impl IntoIterator<Item = (String, SiteEntry)>) -> Result<Sites, Error> {
        Sites::of(entries).map_err(Error::new)
    }

    /// Reads a sites file.
    ///
    /// # Errors
    /// When the file cannot be read, is not a sites file, or has an unknown method or parameter or an invalid
    /// value.
    pub fn read(file: &Path) -> Result<Sites, Error> {
        let with_file = |problem: String| Error::new(format!("{}: {problem}", file.display()));
        let text = fs::read_to_string(file)
            .map_err(|error| Error::new(format!("cannot read the sites file {}: {error}", file.display())))?;
        Sites::parse(&text).map_err(with_file)
    }

    fn parse(text: &str) -> Result<Sites, String> {
        let file: File = toml::from_str(text).map_err(|error| not_a_sites_file(text, &error))?;
        Sites::of(file.sites)
    }

    fn of(entries: impl IntoIterator<Item = (String, SiteEntry)>) -> Result<Sites, String> {
        let mut sites = Sites::default();
        for (host, entry) in entries {
            let rule = entry.rule(&host).map_err(|problem| format!("site {host}: {problem}"))?;
            let key = key(&host).ok_or_else(|| not_a_site(&host))?;
            if sites.entries.insert(key.clone(), entry).is_some() {
                return Err(format!(
                    "site {host} is listed twice, in different spellings; remove one of the entries"
                ));
            }
            sites.rules.insert(key, rule);
        }
        Ok(sites)
    }

    /// The text of the sites file, with `about` as a comment at the top.
    ///
    /// # Errors
    /// Never in practice: all rules can be written as TOML.
    pub fn text(&self, about: &str) -> Result<String, Error> {
        let file = File { sites: self.entries.clone() };
        let text =
            toml::to_string(&file).map_err(|error| Error::new(format!("cannot write the sites: {error}")))?;
        let about: String = about.lines().map(|line| format!("# {line}\n")).collect();
        Ok(format!("{about}\n{text}"))
    }

    /// The entries, by site.
    #[must_use]
    pub fn entries(&self) -> &BTreeMap<String, SiteEntry> {
        &self.entries
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Finds the rule for a page, by its host and path. The most specific domain wins and, within it, the
    /// longest path.
    ///
    /// ```
    /// use dehusk_eval::tune::Sites;
    /// # let file = std::env::temp_dir().join(format!("dehusk-sites-{}.toml", std::process::id()));
    /// std::fs::write(&file, "[sites.\"bbc.com/persian\"]\nmethod = \"r2l\"\nparams = { P = \"3\" }\n").unwrap();
    /// let sites = Sites::read(&file)?;
    /// # std::fs::remove_file(&file).unwrap();
    /// let rule = sites.find("www.bbc.com/persian/articles/a:1").unwrap();
    /// assert_eq!(rule.method.as_ref().unwrap().get("P").as_deref(), Some("3"));
    /// assert!(sites.find("www.bbc.com/persians").is_none() && sites.find("notbbc.com/persian").is_none());
    /// # Ok::<(), dehusk_eval::Error>(())
    /// ```
    #[must_use]
    pub fn find(&self, host_and_path: &str) -> Option<&Rule> {
        let page = key(host_and_path.trim_end_matches('.'))?;
        let (host, path) = page.split_once('/').unwrap_or((&page, ""));
        let domains =
            std::iter::successors(Some(host.trim_end_matches('.')), |domain| Some(domain.split_once('.')?.1));
        let rule_of_domain = |domain: &str| {
            let longest = format!("{domain}/{}", path.trim_end_matches('/'));
            let mut prefixes =
                std::iter::successors(Some(longest.as_str()), |prefix| Some(prefix.rsplit_once('/')?.0));
            prefixes.find_map(|prefix| self.rules.get(prefix))
        };
        domains.into_iter().find_map(rule_of_domain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_what_is_wrong_in_a_file() {
        for (text, expected) in [
            ("sites = 3", "not a sites file"),
            (
                "[sites.x]\nselect = 3",
                "not a sites file: CSS selectors must be a string or a list of strings (line 2)",
            ),
            ("[sites.x]\ntitle = [\"p\", 3]", "not a sites file: CSS selectors must be a string"),
            ("[sites.x]\nmethod = \"nosuch\"", "site x: there is no method \"nosuch\""),
            ("[sites.x]\nmethod = \"r2l\"\nparams = { Q = \"1\" }", "site x: method r2l has no parameter"),
            ("[sites.x]\nmethod = \"r2l\"\nparams = { P = \"-1\" }", "site x: parameter P"),
            ("[sites.x]\nselect = \"p >\"", "site x: \"p >\" is not a CSS selector"),
            ("[sites.x]\ndate = [\"p\", \"\"]", "site x: \"\" is not a CSS selector"),
            ("[sites.x]\nparams = { P = \"3\" }", "site x: params without a method"),
            ("[sites.x]\nmethode = \"r2l\"", "not a sites file: unknown field"),
            ("[pages.x]", "not a sites file: unknown field"),
            ("[sites.\"x.org:8080\"]\nmethod = \"r2l\"", "\"x.org:8080\" is not a site"),
            ("[sites.\"https://x.org/\"]\nmethod = \"r2l\"", "is not a site"),
            ("[sites.\"\"]\nmethod = \"r2l\"", "is not a site"),
            ("[sites.\"*\"]\nmethod = \"r2l\"", "is not a site"),
            ("[sites.\"X.org\"]\nmethod = \"r2l\"\n[sites.\"www.x.org\"]\nmethod = \"r2l\"", "listed twice"),
        ] {
            let error = Sites::parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn the_most_specific_domain_wins_and_text_round_trips() {
        let text = "[sites.\"a.example\"]\nmethod = \"dana\"\n[sites.\"b.a.example\"]\nmethod = \"plain\"\n";
        let sites = Sites::parse(text).unwrap();
        assert!(
            Sites::parse("[sites.\"münchen.example\"]\nmethod = \"dana\"")
                .unwrap()
                .find("xn--mnchen-3ya.example/x")
                .is_some()
        );
        let names = ["a.example", "c.A.example.", "b.a.example", "example"]
            .map(|host| sites.find(host).map(|rule| rule.method.as_ref().unwrap().name()));
        assert_eq!(names, [Some("dana"), Some("dana"), Some("plain"), None]);
        let again = Sites::parse(&sites.text("made by\na test").unwrap()).unwrap();
        assert_eq!(again.entries(), sites.entries());
    }
}
