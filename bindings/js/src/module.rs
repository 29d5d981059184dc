//! The state of an instance: its buffers and its extractors.

use std::cell::RefCell;

use dehusk::metadata::Context;
use dehusk::{Extractor, Options, PageInput, Status};
use dehusk_record::{MetadataPage, PageOutcome, RunFacts, Wanted, answer, explanation_text, front_matter};
use serde::Serialize;

use crate::clock;
use crate::request::{Request, Setup, Want};

/// The content type of a page that the host has as a string. It takes precedence over what the page declares.
const UTF_8: &str = "text/html; charset=utf-8";

/// A buffer above this many bytes is given back after the page. Chosen by hand: few pages are larger.
const MAX_KEPT: usize = 1 << 20;

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Calls `act` with the state of this instance.
pub(crate) fn with_module<R>(act: impl FnOnce(&mut Module) -> R) -> R {
    MODULE.with_borrow_mut(act)
}

/// The state of an instance.
#[derive(Default)]
pub(crate) struct Module {
    pub(crate) request: Buffer,
    pub(crate) page: Buffer,
    pub(crate) answer: Vec<u8>,
    /// The extractors by their number. None where one was closed.
    extractors: Vec<Option<Prepared>>,
}

/// An extractor, and what is the same in all of its records.
struct Prepared {
    extractor: Extractor,
    facts: RunFacts,
    wanted: Wanted,
    times: bool,
}

/// Bytes that the host writes.
#[derive(Default)]
pub(crate) struct Buffer(Vec<u8>);

impl Buffer {
    /// Sets the length and returns the address.
    pub(crate) fn resized(&mut self, length: usize) -> usize {
        self.0.resize(length, 0);
        self.0.as_ptr() as usize
    }

    fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }

    /// Takes back the memory of a buffer for the next page, unless it is large.
    fn give_back(&mut self, mut bytes: Vec<u8>) {
        bytes.clear();
        self.0 = if bytes.capacity() > MAX_KEPT { Vec::new() } else { bytes };
    }
}

impl Module {
    /// See [`crate::open_extractor`].
    pub(crate) fn open_extractor(&mut self) -> i32 {
        let prepared = Setup::read(&self.request.0).and_then(|setup| Prepared::new(&setup));
        match prepared {
            Ok(prepared) => self.store(prepared),
            Err(sentence) => {
                self.answer = sentence.into_bytes();
                -1
            }
        }
    }

    fn store(&mut self, prepared: Prepared) -> i32 {
        self.answer = prepared.describe();
        let free = self.extractors.iter().position(Option::is_none).unwrap_or_else(|| {
            self.extractors.push(None);
            self.extractors.len() - 1
        });
        self.extractors[free] = Some(prepared);
        i32::try_from(free).unwrap_or(-1)
    }

    /// See [`crate::close_extractor`].
    pub(crate) fn close_extractor(&mut self, number: i32) {
        let at = usize::try_from(number).ok();
        if let Some(slot) = at.and_then(|at| self.extractors.get_mut(at)) {
            *slot = None;
        }
    }

    /// See [`crate::extract`].
    pub(crate) fn extract(&mut self, number: i32) -> i32 {
        let page = self.page.take();
        let answered = self.answer_to(number, &page);
        self.page.give_back(page);
        let (answer, code) = match answered {
            Ok(json) => (json, 0),
            Err(sentence) => (sentence.into_bytes(), -1),
        };
        self.answer = answer;
        code
    }

    fn answer_to(&mut self, number: i32, page: &[u8]) -> Result<Vec<u8>, String> {
        let request: Request = serde_json::from_slice(&self.request.0).map_err(|error| error.to_string())?;
        let at = usize::try_from(number).ok();
        let prepared = at.and_then(|at| self.extractors.get_mut(at)).and_then(Option::as_mut);
        let Some(prepared) = prepared else { return Err(format!("there is no extractor {number}")) };
        prepared.answer(&request, page).map_err(|error| error.to_string())
    }
}

/// What the host learns about an extractor.
#[derive(Serialize)]
struct About<'a> {
    method: &'a str,
    options_hash: String,
}

impl Prepared {
    fn new(setup: &Setup) -> Result<Prepared, String> {
        let settings = &setup.settings;
        let options = settings.options().map_err(|error| error.to_string())?;
        let options = setup.base.iter().fold(options, |options, base| options.with_address(base));
        let facts = RunFacts::new(&options, &settings.with).explaining(settings.explain);
        let times = settings.with.contains(&dehusk_record::Extra::Timing);
        Ok(Prepared { facts, wanted: settings.wanted(), times, extractor: new_extractor(options) })
    }

    fn describe(&self) -> Vec<u8> {
        let options = self.extractor.options();
        serde_json::to_vec(&About { method: options.method(), options_hash: options.hash() })
            .unwrap_or_default()
    }

    fn answer(&mut self, request: &Request, page: &[u8]) -> Result<Vec<u8>, serde_json::Error> {
        let outcome = self.outcome(request, page);
        match request.want {
            Want::Record => serde_json::to_vec(&self.facts.record(&outcome)),
            Want::Indented => serde_json::to_vec_pretty(&self.facts.record(&outcome)),
            Want::Metadata => serde_json::to_vec(&MetadataPage::of(&outcome)),
            Want::IndentedMetadata => serde_json::to_vec_pretty(&MetadataPage::of(&outcome)),
            Want::Explanation => Ok(explanation_text(&outcome).into_bytes()),
            Want::FrontMatter => Ok(yaml(&outcome).into_bytes()),
        }
    }

    fn outcome(&mut self, request: &Request, page: &[u8]) -> PageOutcome {
        let url = request.url.clone();
        if let Some(sentence) = &request.error {
            return PageOutcome { url, ..PageOutcome::error(&request.id, sentence.clone()) };
        }
        if let Some(bytes) = request.too_large {
            return PageOutcome { url, ..self.too_large(&request.id, bytes, page) };
        }
        let content_type = if request.is_text { Some(UTF_8) } else { request.content_type.as_deref() };
        let input = PageInput { bytes: page, content_type, address: url.as_deref() };
        let start = clock::now();
        let outcome = match request.want {
            Want::Metadata | Want::IndentedMetadata => self.metadata(&request.id, &input),
            _ => answer(&mut self.extractor, &request.id, &input, self.wanted),
        };
        let time = self.times.then(|| clock::now().saturating_sub(start));
        let encoding = outcome.encoding.filter(|_| !request.is_text);
        PageOutcome { time, encoding, ..outcome }
    }

    fn metadata(&mut self, id: &str, input: &PageInput<'_>) -> PageOutcome {
        let mut page = self.extractor.open_page(input);
        let metadata = page.metadata(&Context { address: input.address, ..Context::default() });
        let url = input.address.map(str::to_owned);
        PageOutcome { url, ..PageOutcome::metadata_only(id, input.bytes.len(), page.status(), metadata) }
    }

    /// The outcome of a page above the limit: what the program says about such a file. Of unnamed binary data, the size is what
    /// matters.
    fn too_large(&mut self, id: &str, bytes: u64, head: &[u8]) -> PageOutcome {
        let mut extractor = new_extractor(Options::new());
        let opened = extractor.open(head, None);
        let (status, reason) = opened.status();
        match reason.filter(|reason| status == Status::NotHtml && *reason != "binary") {
            Some(format) => PageOutcome::other_format(id, bytes, format.to_owned()),
            None => PageOutcome::too_large(id, bytes),
        }
    }
}

fn yaml(outcome: &PageOutcome) -> String {
    outcome
        .metadata
        .as_deref()
        .map(|metadata| front_matter(metadata, outcome.url.as_deref()))
        .unwrap_or_default()
}

fn new_extractor(options: Options) -> Extractor {
    Extractor::new(options.with_clock(clock::now))
}
