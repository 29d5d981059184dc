//! Other tools' answers: a file of JSON lines, one object a page with `id`, `text` and, where the tool gives them,
//! `title`, `author`, `date`; `corpus` where several corpora have a page of that id.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde::Deserialize;

use crate::corpus::{Corpus, read_file, sha256};
use crate::error::Error;
use crate::jsonl;

/// The answers of one tool to the pages of one or several corpora.
#[derive(Clone, Debug)]
pub struct Answers {
    file: String,
    digest: String,
    by_page: HashMap<Key, Answer>,
    /// The answer to a page that the file leaves out.
    none: Answer,
}

/// The corpus, where it is said, and the page.
type Key = (Option<String>, String);

/// What a tool answers to one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The main content; empty where the tool found none.
    pub text: String,
    /// The title; empty if none was found, `None` if the tool gives none for any page.
    pub title: Option<String>,
    /// The author; empty if none was found, `None` if the tool gives none for any page.
    pub author: Option<String>,
    /// The date; empty if none was found, `None` if the tool gives none for any page.
    pub date: Option<String>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    corpus: Option<String>,
    /// Null for none, but it must be there.
    #[serde(deserialize_with = "Option::deserialize")]
    text: Option<String>,
    title: Option<String>,
    author: Option<String>,
    date: Option<String>,
}

impl Answers {
    /// Reads a file of answers to pages of `corpora`. Answers to pages of other corpora are let be.
    ///
    /// # Errors
    /// When the file cannot be read, a line is no answer or answers a page again, an id without its corpus is in two
    /// corpora, or nothing answers any page.
    pub fn read(file: &Path, corpora: &[Corpus]) -> Result<Answers, Error> {
        let name = file.display().to_string();
        let bytes = read_file(file)?;
        let by_page = parse(&String::from_utf8_lossy(&bytes))
            .map_err(|(line, what)| Error::new(format!("{name}:{line}: {what}")))?;
        let (by_page, none) = with_empty_fields(by_page);
        let answers = Answers { file: name, digest: sha256(&bytes), by_page, none };
        answers.check(corpora)?;
        Ok(answers)
    }

    /// The file, as it was named.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// SHA-256 of the file, in hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The answer to a page, if there is one.
    #[must_use]
    pub fn get(&self, corpus: &str, id: &str) -> Option<&Answer> {
        let named = self.by_page.get(&(Some(corpus.to_owned()), id.to_owned()));
        named.or_else(|| self.by_page.get(&(None, id.to_owned())))
    }

    /// What the tool is taken to have answered where it answered nothing: empty fields if it gives them elsewhere.
    #[must_use]
    pub fn none(&self) -> &Answer {
        &self.none
    }

    /// How many answers are for no page of these corpora, and the id of the first of them in order.
    #[must_use]
    pub fn strangers(&self, corpora: &[Corpus]) -> (usize, Option<&str>) {
        let pages = corpora
            .iter()
            .flat_map(|corpus| corpus.pages().iter().map(move |page| (corpus.name(), page.id.as_str())));
        let pages: HashSet<(&str, &str)> = pages.collect();
        let ids: HashSet<&str> = pages.iter().map(|(_, id)| *id).collect();
        let known = |(of, id): &&Key| match of {
            Some(corpus) => pages.contains(&(corpus.as_str(), id.as_str())),
            None => ids.contains(id.as_str()),
        };
        let mut strangers: Vec<&str> =
            self.by_page.keys().filter(|key| !known(key)).map(|(_, id)| id.as_str()).collect();
        strangers.sort_unstable();
        (strangers.len(), strangers.first().copied())
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
            return Err(Error::new(format!("{} answers no page of these corpora; check its ids", self.file)));
        }
        Ok(())
    }

    fn ambiguous(&self, id: &str, one: &str, other: &str) -> Error {
        let file = &self.file;
        Error::new(format!(
            "{file}: page {id:?} is in {one} and in {other}; add \"corpus\" to its line, or evaluate one corpus"
        ))
    }
}

/// The answers, or the number of the first bad line and what is wrong with it.
fn parse(text: &str) -> Result<HashMap<Key, Answer>, (usize, String)> {
    let mut by_page = HashMap::new();
    for (number, line) in jsonl::numbered(text) {
        let line: Line = serde_json::from_str(line)
            .map_err(|error| (number, format!("this line is not an answer with id and text: {error}")))?;
        let Line { id, corpus, text, title, author, date } = line;
        let answer = Answer { text: text.unwrap_or_default(), title, author, date };
        if by_page.insert((corpus, id.clone()), answer).is_some() {
            return Err((number, format!("page {id:?} was answered on an earlier line; leave one of them")));
        }
    }
    Ok(by_page)
}

/// The answers with empty fields where a field is missing that the tool gives for other pages.
fn with_empty_fields(mut by_page: HashMap<Key, Answer>) -> (HashMap<Key, Answer>, Answer) {
    let given = |field: fn(&Answer) -> &Option<String>| {
        by_page.values().any(|answer| field(answer).is_some()).then(String::new)
    };
    let none = Answer {
        text: String::new(),
        title: given(|answer| &answer.title),
        author: given(|answer| &answer.author),
        date: given(|answer| &answer.date),
    };
    for answer in by_page.values_mut() {
        answer.title = answer.title.take().or_else(|| none.title.clone());
        answer.author = answer.author.take().or_else(|| none.author.clone());
        answer.date = answer.date.take().or_else(|| none.date.clone());
    }
    (by_page, none)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_line_is_numbered() {
        for (text, line, what) in [
            ("{\"id\":\"a\",\"text\":\"\"}\n{\"id\":\"a\",\"text\":null}", 2, "earlier line"),
            ("{\"id\":\"a\"}", 1, "missing field `text`"),
            ("\n[]", 2, "not an answer"),
        ] {
            let (number, message) = parse(text).unwrap_err();
            assert!(number == line && message.contains(what), "{number}: {message}");
        }
    }

    #[test]
    fn a_field_that_is_given_anywhere_is_empty_where_it_is_missing() {
        let text = "{\"id\":\"a\",\"text\":\"\",\"title\":\"T\",\"date\":null}\n{\"id\":\"b\",\"text\":\"\"}";
        let (by_page, none) = with_empty_fields(parse(text).unwrap());
        assert_eq!(
            (none.title.as_deref(), none.author.as_deref(), none.date.as_deref()),
            (Some(""), None, None)
        );
        assert_eq!(by_page[&(None, "b".to_owned())], none);
    }

    #[test]
    fn a_page_may_be_answered_in_several_corpora() {
        let text = "{\"id\":\"a\",\"corpus\":\"x\",\"text\":\"1\"}\n{\"id\":\"a\",\"text\":\"2\"}";
        assert_eq!(parse(text).unwrap().len(), 2);
    }
}
