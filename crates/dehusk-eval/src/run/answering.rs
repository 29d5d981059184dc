//! Runs every entrant on one page, with a single decode and a single parse, and measures the time.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use dehusk::metadata::{Context, Field};
use dehusk::methods::Method;
use dehusk::render::Markup;
use dehusk::site_noise::SiteNoise;
use dehusk::{Extraction, Extractor, OpenPage, Options, Status};

use super::Settings;
use super::noise::{self, Noise};
use crate::answers::{Answer, Answers};
use crate::corpus::{Corpus, CorpusPage};
use crate::entrant::Entrant;
use crate::generator;

/// The reason of the failure when the answers of another tool do not contain a page.
const MISSING: &str = "missing";

/// The answer of one entrant for one page, with its status.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) status: Status,
    pub(super) reason: Option<String>,
    pub(super) answer: Answer,
    /// Time for decoding, parsing (if the method needs it), selecting and rendering.
    pub(super) time: Duration,
}

impl Reply {
    pub(super) fn text(&self) -> &str {
        &self.answer.text
    }

    fn failure(reason: String) -> Reply {
        Reply { status: Status::Error, reason: Some(reason), answer: Answer::default(), time: Duration::ZERO }
    }

    /// Makes a reply from the extraction of a method and the metadata fields of the page, which do not depend
    /// on the method.
    fn of_method(extraction: Extraction, fields: &Answer, time: Duration) -> Reply {
        let (status, reason) = (extraction.status(), extraction.reason().map(str::to_owned));
        // A failure is scored as an empty text, even if the method returned part of a text.
        let text = if status.is_failure() { String::new() } else { extraction.into_text() };
        Reply { status, reason, answer: Answer { text, ..fields.clone() }, time }
    }

    fn of_tool(answers: &Answers, corpus: &Corpus, page: &CorpusPage) -> Reply {
        let Some(answer) = answers.get(corpus.name(), &page.id) else {
            return Reply { answer: answers.missing().clone(), ..Reply::failure(MISSING.to_owned()) };
        };
        let status = if answer.text.trim().is_empty() { Status::Empty } else { Status::Ok };
        Reply { status, reason: None, answer: answer.clone(), time: Duration::ZERO }
    }
}

/// What the entrants answer for one page, and what the page says about itself.
#[derive(Default)]
pub(super) struct PageReplies {
    /// One reply per entrant.
    pub(super) replies: Vec<Reply>,
    /// The program that made the page ([`generator::of`]).
    pub(super) generator: Option<String>,
}

/// Runs the entrants on one page after the other; each thread has its own.
pub(super) struct Answerer<'e> {
    entrants: &'e [Entrant],
    methods: Vec<&'e dyn Method>,
    options: Options,
    extractor: Extractor,
    /// Writes Markdown, for pages with gold Markdown. It does not count for the time.
    markdown: Extractor,
    noise: &'e Noise,
}

impl<'e> Answerer<'e> {
    pub(super) fn new(entrants: &'e [Entrant], settings: &Settings, noise: &'e Noise) -> Answerer<'e> {
        let methods = entrants.iter().filter_map(|entrant| match entrant {
            Entrant::Method { method, .. } => Some(&**method),
            Entrant::Answers { .. } => None,
        });
        let options = settings.options();
        let extractor = Extractor::new(options.clone());
        let markdown = markdown_extractor(&options);
        Answerer { entrants, methods: methods.collect(), options, extractor, markdown, noise }
    }

    /// The replies of all entrants, with Markdown if `wants_markdown`.
    pub(super) fn replies(
        &mut self,
        corpus: &Corpus,
        page: &CorpusPage,
        html: &[u8],
        wants_markdown: bool,
    ) -> PageReplies {
        let noise = noise::of_page(self.noise, corpus, page);
        let PageReplies { replies: mut method_replies, generator } = self.run_methods(page, html, noise);
        if wants_markdown {
            self.add_markdown(page, html, noise, &mut method_replies);
        }
        let mut method_replies = method_replies.into_iter();
        let reply = |entrant: &Entrant| match entrant {
            Entrant::Method { .. } => method_replies.next(),
            Entrant::Answers { answers, .. } => Some(Reply::of_tool(answers, corpus, page)),
        };
        PageReplies { replies: self.entrants.iter().filter_map(reply).collect(), generator }
    }

    /// One failure per entrant, for a page that could not be read.
    pub(super) fn failures(&self, reason: &str) -> PageReplies {
        let failure = |_: &Entrant| Reply::failure(reason.to_owned());
        PageReplies { replies: self.entrants.iter().map(failure).collect(), generator: None }
    }

    /// One reply per method. A method that panics gets a failure; the remaining methods run with a new
    /// extractor. Without any method, the page is parsed only for its generator.
    fn run_methods(&mut self, entry: &CorpusPage, html: &[u8], noise: Option<&SiteNoise>) -> PageReplies {
        let mut page = PageReplies::default();
        loop {
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
                self.run_remaining_methods(entry, html, noise, &mut page)
            }));
            if let Err(payload) = outcome {
                self.extractor = Extractor::new(self.options.clone());
                page.replies.push(Reply::failure(format!("panic: {}", message(payload.as_ref()))));
            }
            if page.replies.len() >= self.methods.len() {
                return page;
            }
        }
    }

    /// Adds the Markdown of each method to its reply. A method that fails or panics has written none.
    fn add_markdown(
        &mut self,
        entry: &CorpusPage,
        html: &[u8],
        noise: Option<&SiteNoise>,
        replies: &mut [Reply],
    ) {
        for (method, reply) in self.methods.iter().zip(replies) {
            let extractor = &mut self.markdown;
            let written =
                panic::catch_unwind(AssertUnwindSafe(|| markdown_of(extractor, *method, entry, html, noise)));
            if written.is_err() {
                self.markdown = markdown_extractor(&self.options);
            }
            reply.answer.markdown = Some(written.unwrap_or_default());
        }
    }

    /// Finds the generator, runs the methods that have no reply yet, and appends their replies.
    fn run_remaining_methods(
        &mut self,
        entry: &CorpusPage,
        html: &[u8],
        noise: Option<&SiteNoise>,
        PageReplies { replies, generator }: &mut PageReplies,
    ) {
        let start = Instant::now();
        let mut page = self.extractor.open(html, None);
        page.set_site_noise(noise);
        let decoding = start.elapsed();
        let start = Instant::now();
        // If parsing times out, it fails again in every method that needs the tree.
        let parsed = page.page();
        let parsing = start.elapsed();
        *generator = parsed.and_then(generator::of);
        let fields = fields(entry, &mut page);
        for method in &self.methods[replies.len()..] {
            page.restart_deadline();
            let start = Instant::now();
            let extraction = page.extract(*method);
            let extracting = start.elapsed();
            let parsing = if needs_tree(*method, &extraction) { parsing } else { Duration::ZERO };
            replies.push(Reply::of_method(extraction, &fields, decoding + parsing + extracting));
        }
    }
}

/// An extractor that also writes Markdown.
fn markdown_extractor(options: &Options) -> Extractor {
    Extractor::new(options.clone().with_markup(Markup::MARKDOWN))
}

/// The Markdown that a method writes for a page; empty if it fails.
fn markdown_of(
    extractor: &mut Extractor,
    method: &dyn Method,
    entry: &CorpusPage,
    html: &[u8],
    noise: Option<&SiteNoise>,
) -> String {
    let mut page = extractor.open(html, None);
    page.set_site_noise(noise);
    if let Some(url) = &entry.url {
        page.set_address(url);
    }
    let extraction = page.extract(method);
    let is_failure = extraction.status().is_failure();
    extraction.markdown().filter(|_| !is_failure).unwrap_or_default().to_owned()
}

/// An answer with the title, author and date found on the page, and without text. The fields are only
/// computed if the manifest entry has at least one of them.
fn fields(entry: &CorpusPage, page: &mut OpenPage<'_, '_>) -> Answer {
    if entry.title.is_none() && entry.author.is_none() && entry.date.is_none() {
        return Answer::default();
    }
    let context = Context { address: entry.url.as_deref(), ..Context::default() };
    let found = page.metadata(&context).unwrap_or_default();
    let value = |field: Option<Field<String>>| Some(field.map(|field| field.value).unwrap_or_default());
    Answer {
        text: String::new(),
        markdown: None,
        title: value(found.title),
        author: Some(found.authors.map(|authors| authors.value.join(", ")).unwrap_or_default()),
        // If a page states only when it was modified, that is used as its date, as other tools do.
        date: value(found.published.or(found.modified)),
    }
}

/// Whether the method would have had to parse the page if it had run alone: to select blocks, or to render
/// them.
fn needs_tree(method: &dyn Method, extraction: &Extraction) -> bool {
    let renders_tree =
        extraction.selection().is_some_and(|it| it.emission.is_parsed() && it.kept().next().is_some());
    method.line_method().is_none() || renders_tree
}

/// The message of a panic.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
