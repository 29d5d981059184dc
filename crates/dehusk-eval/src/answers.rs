//! Answers of other tools, read from a JSON Lines file: one object per page with `id`, `text` and, if the
//! tool reports them, `markdown`, `title`, `author` and `date`. `corpus` is also needed if several corpora have a page
//! with that id.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde::Deserialize;

use crate::corpus::{Corpus, read_file, sha256};
use crate::error::Error;
use crate::jsonl;

/// The answers of one tool for the pages of one or several corpora.
#[derive(Clone, Debug)]
pub struct Answers {
    file: String,
    digest: String,
    by_page: HashMap<Key, Answer>,
    /// The answer assumed for a page that the file does not contain.
    missing: Answer,
}

/// Identifies a page: by its corpus, if the line names one, and its id.
type Key = (Option<String>, String);

/// The answer of a tool for one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The main content; empty if the tool found none.
    pub text: String,
    /// The title; empty if the tool found none, `None` if it never reports titles.
    pub title: Option<String>,
    /// The author; empty if the tool found none, `None` if it never reports authors.
    pub author: Option<String>,
    /// The date; empty if the tool found none, `None` if it never reports dates.
    pub date: Option<String>,
    /// The main content as Markdown; empty if the tool found none, `None` if it never writes Markdown.
    pub markdown: Option<String>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    corpus: Option<String>,
    /// The main content. It may be null, but the key is required.
    #[serde(deserialize_with = "Option::deserialize")]
    text: Option<String>,
    title: Option<String>,
    author: Option<String>,
    date: Option<String>,
    markdown: Option<String>,
}

impl Answers {
    /// Reads a file of answers for the pages of `corpora`. Answers for pages of other corpora are ignored.
    ///
    /// # Errors
    /// When the file cannot be read, a line is not an answer, a page is answered twice, an id without a
    /// corpus occurs in two corpora, or no line answers any page.
    pub fn read(file: &Path, corpora: &[Corpus]) -> Result<Answers, Error> {
        let name = file.display().to_string();
        let bytes = read_file(file)?;
        let by_page = parse(&String::from_utf8_lossy(&bytes))
            .map_err(|(line, problem)| Error::new(format!("{name}:{line}: {problem}")))?;
        let (by_page, missing) = with_empty_fields(by_page);
        let answers = Answers { file: name, digest: sha256(&bytes), by_page, missing };
        answers.check(corpora)?;
        Ok(answers)
    }

    /// The path of the file, as the caller gave it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// SHA-256 of the file, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The answer for a page, if there is one.
    #[must_use]
    pub fn get(&self, corpus: &str, id: &str) -> Option<&Answer> {
        let named = self.by_page.get(&(Some(corpus.to_owned()), id.to_owned()));
        named.or_else(|| self.by_page.get(&(None, id.to_owned())))
    }

    /// The answer assumed for a page that the file does not contain: no text, and an empty value for every
    /// field that the tool reports on some other page.
    #[must_use]
    pub fn missing(&self) -> &Answer {
        &self.missing
    }

    /// The number of answers that belong to no page of these corpora, and the smallest of their ids.
    #[must_use]
    pub fn unmatched(&self, corpora: &[Corpus]) -> (usize, Option<&str>) {
        let pages = corpora
            .iter()
            .flat_map(|corpus| corpus.pages().iter().map(move |page| (corpus.name(), page.id.as_str())));
        let pages: HashSet<(&str, &str)> = pages.collect();
        let ids: HashSet<&str> = pages.iter().map(|(_, id)| *id).collect();
        let is_known = |(corpus, id): &&Key| match corpus {
            Some(corpus) => pages.contains(&(corpus.as_str(), id.as_str())),
            None => ids.contains(id.as_str()),
        };
        let mut unmatched: Vec<&str> =
            self.by_page.keys().filter(|key| !is_known(key)).map(|(_, id)| id.as_str()).collect();
        unmatched.sort_unstable();
        (unmatched.len(), unmatched.first().copied())
    }

    fn check(&self, corpora: &[Corpus]) -> Result<(), Error> {
        let mut owners: HashMap<&str, &str> = HashMap::new();
        let mut answered = 0;
        for corpus in corpora {
            for page in corpus.pages().iter().filter(|page| self.get(corpus.name(), &page.id).is_some()) {
                answered += 1;
                let named = self.by_page.contains_key(&(Some(corpus.name().to_owned()), page.id.clone()));
                if let Some(other) = (!named).then(|| owners.insert(&page.id, corpus.name())).flatten() {
                    return Err(self.ambiguous(&page.id, other, corpus.name()));
                }
            }
        }
        if answered == 0 {
            return Err(Error::new(format!(
                "{} has no answer for any page of these corpora; check its ids",
                self.file
            )));
        }
        Ok(())
    }

    fn ambiguous(&self, id: &str, one: &str, other: &str) -> Error {
        let file = &self.file;
        Error::new(format!(
            "{file}: page {id:?} is in both {one} and {other}; add \"corpus\" to its line, or evaluate one corpus"
        ))
    }
}

/// Parses the lines of the file. The error is the number of the first invalid line and what is wrong with it.
fn parse(text: &str) -> Result<HashMap<Key, Answer>, (usize, String)> {
    let mut by_page = HashMap::new();
    for (number, line) in jsonl::numbered(text) {
        let line: Line = serde_json::from_str(line)
            .map_err(|error| (number, format!("this line is not an answer with id and text: {error}")))?;
        let Line { id, corpus, text, title, author, date, markdown } = line;
        let answer = Answer { text: text.unwrap_or_default(), title, author, date, markdown };
        if by_page.insert((corpus, id.clone()), answer).is_some() {
            return Err((number, format!("page {id:?} was answered on an earlier line; remove one of them")));
        }
    }
    Ok(by_page)
}

/// Fills in an empty value for every field that an answer lacks but the tool reports on some page. Returns
/// the answers and the answer assumed for missing pages.
fn with_empty_fields(mut by_page: HashMap<Key, Answer>) -> (HashMap<Key, Answer>, Answer) {
    let empty_if_reported = |field: fn(&Answer) -> &Option<String>| {
        by_page.values().any(|answer| field(answer).is_some()).then(String::new)
    };
    let missing = Answer {
        text: String::new(),
        title: empty_if_reported(|answer| &answer.title),
        author: empty_if_reported(|answer| &answer.author),
        date: empty_if_reported(|answer| &answer.date),
        markdown: empty_if_reported(|answer| &answer.markdown),
    };
    for answer in by_page.values_mut() {
        answer.title = answer.title.take().or_else(|| missing.title.clone());
        answer.author = answer.author.take().or_else(|| missing.author.clone());
        answer.date = answer.date.take().or_else(|| missing.date.clone());
        answer.markdown = answer.markdown.take().or_else(|| missing.markdown.clone());
    }
    (by_page, missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_first_invalid_line() {
        for (text, line, problem) in [
            ("{\"id\":\"a\",\"text\":\"\"}\n{\"id\":\"a\",\"text\":null}", 2, "earlier line"),
            ("{\"id\":\"a\"}", 1, "missing field `text`"),
            ("\n[]", 2, "not an answer"),
        ] {
            let (number, message) = parse(text).unwrap_err();
            assert!(number == line && message.contains(problem), "{number}: {message}");
        }
    }

    #[test]
    fn a_field_reported_on_any_page_is_empty_where_it_is_missing() {
        let text = "{\"id\":\"a\",\"text\":\"\",\"title\":\"T\",\"date\":null}\n{\"id\":\"b\",\"text\":\"\"}";
        let (by_page, missing) = with_empty_fields(parse(text).unwrap());
        assert_eq!(
            (missing.title.as_deref(), missing.author.as_deref(), missing.date.as_deref()),
            (Some(""), None, None)
        );
        assert_eq!(by_page[&(None, "b".to_owned())], missing);
    }

    #[test]
    fn a_page_may_be_answered_in_several_corpora() {
        let text = "{\"id\":\"a\",\"corpus\":\"x\",\"text\":\"1\"}\n{\"id\":\"a\",\"text\":\"2\"}";
        assert_eq!(parse(text).unwrap().len(), 2);
    }
}
