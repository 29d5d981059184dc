//! The sites file: what to do with the pages of a site, a host or a host with the beginning of a path, as TOML: method and parameters,
//! which `dehusk tune` writes, and what people know of the site: where its content, titles, authors and dates stand. `dehusk extract` reads it.

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

/// What to do with the pages of one site.
#[derive(Debug)]
pub struct Rule {
    /// The site, as its file has it.
    pub site: String,
    /// The method; `None` for that of other pages.
    pub method: Option<Box<dyn Method>>,
    /// The parts of a page that are looked at.
    pub scope: Scope,
    /// Where the fields of metadata stand.
    pub fields: FieldRules,
}

/// One CSS selector or several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "CSS selectors are a text, or a list of texts between square brackets")]
pub enum OneOrMore {
    /// One.
    One(String),
    /// Several.
    More(Vec<String>),
}

impl OneOrMore {
    fn parse(list: Option<&OneOrMore>) -> Result<Vec<Selectors>, String> {
        let written = match list {
            None => return Ok(Vec::new()),
            Some(OneOrMore::One(one)) => std::slice::from_ref(one),
            Some(OneOrMore::More(more)) => more,
        };
        written.iter().map(|css| Selectors::parse(css).map_err(|error| error.to_string())).collect()
    }
}

/// What a sites file says about one site.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteEntry {
    /// The method or preset; that of the command line if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Its parameters, where they are not the defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
    /// CSS selectors of the elements in which main content is looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<OneOrMore>,
    /// CSS selectors of what is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exclude: Option<OneOrMore>,
    /// CSS selectors of the title; the first that has a value counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<OneOrMore>,
    /// CSS selectors of the authors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<OneOrMore>,
    /// CSS selectors of the day of publication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<OneOrMore>,
    /// Pages that chose them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<usize>,
    /// Mean F1 on those pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fitted: Option<f64>,
    /// Mean F1 of each page under what the other pages choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<f64>,
    /// Mean F1 with the defaults.
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
        let rounded = |share: f64| (share * 1e4).round() / 1e4;
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
                Err("params without a method; name it".to_owned())
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

/// A site as a key: the host as browsers write it, without a leading `www.`, and perhaps a path. `None` of what is no site.
fn key(site: &str) -> Option<String> {
    let is_host = !site.split('/').next()?.contains([':', '@', '*', ' ', '?', '#']);
    let address = Url::parse(&format!("http://{site}")).ok().filter(|_| is_host)?;
    let host = address.host_str().filter(|host| !host.is_empty())?;
    Some(format!("{}{}", host.strip_prefix("www.").unwrap_or(host), address.path().trim_end_matches('/')))
}

fn no_site(site: &str) -> String {
    format!(
        "{site:?} is no site; write a host (example.org), or one with the beginning of a path (example.org/news)"
    )
}

fn not_a_sites_file(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let place =
        before.map_or(String::new(), |before| format!(" (line {})", before.matches('\n').count() + 1));
    format!("this is no sites file: {}{place}", error.message().replace('\n', ", "))
}

impl Sites {
    /// The best settings of sites. A site that is in two corpora has that of more pages.
    ///
    /// # Errors
    /// A site that is no host, nor a host and the beginning of a path.
    pub fn new(fits: &[SiteFit], grid: &Grid) -> Result<Sites, Error> {
        let mut sites = Sites::default();
        for fit in fits {
            let host = key(&fit.site).ok_or_else(|| Error::new(no_site(&fit.site)))?;
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

    /// Reads a sites file.
    ///
    /// # Errors
    /// What cannot be read, is no sites file, or names a method, parameter or value that there is not.
    pub fn read(file: &Path) -> Result<Sites, Error> {
        let line = |what: String| Error::new(format!("{}: {what}", file.display()));
        let text = fs::read_to_string(file)
            .map_err(|error| Error::new(format!("cannot read the sites file {}: {error}", file.display())))?;
        Sites::parse(&text).map_err(line)
    }

    fn parse(text: &str) -> Result<Sites, String> {
        let file: File = toml::from_str(text).map_err(|error| not_a_sites_file(text, &error))?;
        let mut sites = Sites::default();
        for (host, entry) in file.sites {
            let rule = entry.rule(&host).map_err(|what| format!("site {host}: {what}"))?;
            let key = key(&host).ok_or_else(|| no_site(&host))?;
            if sites.entries.insert(key.clone(), entry).is_some() {
                return Err(format!("site {host} is there twice, written in two ways; leave one of them"));
            }
            sites.rules.insert(key, rule);
        }
        Ok(sites)
    }

    /// The file's text.
    ///
    /// # Errors
    /// None that is known: TOML can say everything that sites hold.
    pub fn text(&self, about: &str) -> Result<String, Error> {
        let file = File { sites: self.entries.clone() };
        let text =
            toml::to_string(&file).map_err(|error| Error::new(format!("cannot write the sites: {error}")))?;
        let about: String = about.lines().map(|line| format!("# {line}\n")).collect();
        Ok(format!("{about}\n{text}"))
    }

    /// The sites and what is said about them.
    #[must_use]
    pub fn entries(&self) -> &BTreeMap<String, SiteEntry> {
        &self.entries
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The rule for a page by its host and path: of the site with the nearest domain, and within it the longest path.
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
        let place = key(host_and_path.trim_end_matches('.'))?;
        let (host, path) = place.split_once('/').unwrap_or((&place, ""));
        let domains =
            std::iter::successors(Some(host.trim_end_matches('.')), |domain| Some(domain.split_once('.')?.1));
        let of_domain = |domain: &str| {
            let place = format!("{domain}/{}", path.trim_end_matches('/'));
            let mut shorter =
                std::iter::successors(Some(place.as_str()), |place| Some(place.rsplit_once('/')?.0));
            shorter.find_map(|place| self.rules.get(place))
        };
        domains.into_iter().find_map(of_domain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_in_a_file_is_named() {
        for (text, expected) in [
            ("sites = 3", "no sites file"),
            (
                "[sites.x]\nselect = 3",
                "no sites file: CSS selectors are a text, or a list of texts between square brackets (line 2)",
            ),
            ("[sites.x]\ntitle = [\"p\", 3]", "no sites file: CSS selectors are a text"),
            ("[sites.x]\nmethod = \"nosuch\"", "site x: there is no method \"nosuch\""),
            ("[sites.x]\nmethod = \"r2l\"\nparams = { Q = \"1\" }", "site x: method r2l has no parameter"),
            ("[sites.x]\nmethod = \"r2l\"\nparams = { P = \"-1\" }", "site x: parameter P"),
            ("[sites.x]\nselect = \"p >\"", "site x: \"p >\" is not a CSS selector"),
            ("[sites.x]\ndate = [\"p\", \"\"]", "site x: \"\" is not a CSS selector"),
            ("[sites.x]\nparams = { P = \"3\" }", "site x: params without a method"),
            ("[sites.x]\nmethode = \"r2l\"", "no sites file: unknown field"),
            ("[pages.x]", "no sites file: unknown field"),
            ("[sites.\"x.org:8080\"]\nmethod = \"r2l\"", "\"x.org:8080\" is no site"),
            ("[sites.\"https://x.org/\"]\nmethod = \"r2l\"", "is no site"),
            ("[sites.\"\"]\nmethod = \"r2l\"", "is no site"),
            ("[sites.\"*\"]\nmethod = \"r2l\"", "is no site"),
            ("[sites.\"X.org\"]\nmethod = \"r2l\"\n[sites.\"www.x.org\"]\nmethod = \"r2l\"", "there twice"),
        ] {
            let error = Sites::parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn the_nearest_domain_counts_and_text_is_read_back() {
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
