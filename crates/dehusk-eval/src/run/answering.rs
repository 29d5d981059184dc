//! Lets every entrant answer one page, from one decode and one parse, and takes the time.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use dehusk::budget::Limits;
use dehusk::metadata::{Context, Field};
use dehusk::methods::Method;
use dehusk::site_noise::SiteNoise;
use dehusk::{Extraction, Extractor, OpenPage, Options, Status};

use super::noise::{self, Noise};
use crate::answers::{Answer, Answers};
use crate::corpus::{Corpus, CorpusPage};
use crate::entrant::Entrant;

/// Why there is no answer of another tool.
const MISSING: &str = "missing";

/// One answer to one page.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) status: Status,
    pub(super) reason: Option<String>,
    pub(super) answer: Answer,
    /// Decoding, parsing where the method needs it, selecting and rendering.
    pub(super) time: Duration,
}

impl Reply {
    pub(super) fn text(&self) -> &str {
        &self.answer.text
    }

    fn failure(reason: String) -> Reply {
        Reply { status: Status::Error, reason: Some(reason), answer: Answer::default(), time: Duration::ZERO }
    }

    /// The fields are the page's, whatever the method made of it.
    fn of_method(extraction: Extraction, fields: &Answer, time: Duration) -> Reply {
        let (status, reason) = (extraction.status(), extraction.reason().map(str::to_owned));
        // No text of a failure is ever scored.
        let text = if status.is_failure() { String::new() } else { extraction.into_text() };
        Reply { status, reason, answer: Answer { text, ..fields.clone() }, time }
    }

    fn of_tool(answers: &Answers, corpus: &Corpus, page: &CorpusPage) -> Reply {
        let Some(answer) = answers.get(corpus.name(), &page.id) else {
            return Reply { answer: answers.none().clone(), ..Reply::failure(MISSING.to_owned()) };
        };
        let status = if answer.text.trim().is_empty() { Status::Empty } else { Status::Ok };
        Reply { status, reason: None, answer: answer.clone(), time: Duration::ZERO }
    }
}

/// Answers page after page on one thread.
pub(super) struct Answerer<'e> {
    entrants: &'e [Entrant],
    methods: Vec<&'e dyn Method>,
    options: Options,
    extractor: Extractor,
    noise: &'e Noise,
}

impl<'e> Answerer<'e> {
    pub(super) fn new(entrants: &'e [Entrant], limits: &Limits, noise: &'e Noise) -> Answerer<'e> {
        let methods = entrants.iter().filter_map(|entrant| match entrant {
            Entrant::Method { method, .. } => Some(&**method),
            Entrant::Answers { .. } => None,
        });
        let options = Options::new().with_limits(limits.clone());
        let extractor = Extractor::new(options.clone());
        Answerer { entrants, methods: methods.collect(), options, extractor, noise }
    }

    /// One reply per entrant.
    pub(super) fn replies(&mut self, corpus: &Corpus, page: &CorpusPage, html: &[u8]) -> Vec<Reply> {
        let mut of_methods =
            self.methods_on(page, html, noise::of_page(self.noise, corpus, page)).into_iter();
        let reply = |entrant: &Entrant| match entrant {
            Entrant::Method { .. } => of_methods.next(),
            Entrant::Answers { answers, .. } => Some(Reply::of_tool(answers, corpus, page)),
        };
        self.entrants.iter().filter_map(reply).collect()
    }

    /// One failure per entrant, for a page that could not be read.
    pub(super) fn failures(&self, reason: &str) -> Vec<Reply> {
        self.entrants.iter().map(|_| Reply::failure(reason.to_owned())).collect()
    }

    /// One reply per method. A panic is the reply of the method that panicked; the others begin afresh after it.
    fn methods_on(&mut self, about: &CorpusPage, html: &[u8], noise: Option<&SiteNoise>) -> Vec<Reply> {
        let mut replies = Vec::with_capacity(self.methods.len());
        while replies.len() < self.methods.len() {
            let worked = panic::catch_unwind(AssertUnwindSafe(|| {
                self.remaining_methods_on(about, html, noise, &mut replies)
            }));
            if let Err(payload) = worked {
                self.extractor = Extractor::new(self.options.clone());
                replies.push(Reply::failure(format!("panic: {}", message(payload.as_ref()))));
            }
        }
        replies
    }

    fn remaining_methods_on(
        &mut self,
        about: &CorpusPage,
        html: &[u8],
        noise: Option<&SiteNoise>,
        replies: &mut Vec<Reply>,
    ) {
        let start = Instant::now();
        let mut page = self.extractor.open(html, None);
        page.set_site_noise(noise);
        let decoding = start.elapsed();
        let start = Instant::now();
        // A parse that takes too long shows in every method that needs the tree.
        let _ = page.parse();
        let parsing = start.elapsed();
        let fields = fields(about, &mut page);
        for method in &self.methods[replies.len()..] {
            let start = Instant::now();
            let extraction = page.extract(*method);
            let extracting = start.elapsed();
            let parsing = if needs_tree(*method, &extraction) { parsing } else { Duration::ZERO };
            replies.push(Reply::of_method(extraction, &fields, decoding + parsing + extracting));
        }
    }
}

/// Title, author and date of a page, where its gold has any; its text is left empty.
fn fields(about: &CorpusPage, page: &mut OpenPage<'_, '_>) -> Answer {
    if about.title.is_none() && about.author.is_none() && about.date.is_none() {
        return Answer::default();
    }
    let context = Context { address: about.url.as_deref(), ..Context::default() };
    let found = page.metadata(&context).unwrap_or_default();
    let value = |field: Option<Field<String>>| Some(field.map(|field| field.value).unwrap_or_default());
    Answer {
        text: String::new(),
        title: value(found.title),
        author: Some(found.authors.map(|authors| authors.value.join(", ")).unwrap_or_default()),
        // A page that only says when it was changed has that date, as for other tools.
        date: value(found.published.or(found.modified)),
    }
}

/// Whether the method alone would have had to parse: to select, or to render what it kept.
fn needs_tree(method: &dyn Method, extraction: &Extraction) -> bool {
    let renders_tree =
        extraction.selection().is_some_and(|it| it.emission.is_parsed() && it.kept().next().is_some());
    method.line_method().is_none() || renders_tree
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
