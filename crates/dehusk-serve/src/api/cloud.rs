//! `/v1/cloud.svg`, `.png`, `.html` and `.json`: a tag cloud of the main content of a page.

use axum::http::{StatusCode, header};
use dehusk::Options;
use dehusk_draw::Fonts;
use dehusk_draw::cloud::{self, Cloud, CloudError, Layout, Palette, Scale, Shape, Theme, Turn, Word};
use dehusk_record::{PageOutcome, Wanted, answer, name_with_changes};
use dehusk_words::{Backend, Counter, Lexicon, Reference, Segmenter, StopWords, Terms, Weighting};

use super::bodies::{CloudBody, Picture};
use super::picture::{Drawing, handler};
use super::plot::MAX_SIDE;
use super::reply::Reply;
use crate::http::headers::{CLOUD, STYLED};
use crate::page::asked::{Asked, Page};
use crate::page::fields::Fields;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;
use crate::work::pool::Worker;

/// Maximum number of words: more do not fit into the largest picture of the server. Chosen by hand.
const MAX_WORDS: u32 = 2000;
/// Maximum of `min_length`. Chosen by hand.
const MAX_MIN_LENGTH: usize = 100;

/// The format of a cloud.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Html,
    Json,
}

impl Format {
    fn media_type(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Html => "text/html; charset=utf-8",
            Format::Json => "application/json",
        }
    }
}

handler! {
    /// A tag cloud as SVG
    ///
    /// The words of the main content, in sizes that reflect how often they occur, as `dehusk cloud` draws them.
    svg, "/v1/cloud.svg", "The cloud", CloudBody, Wish, Format::Svg, "image/svg+xml", String
}
handler! {
    /// A tag cloud as PNG
    png, "/v1/cloud.png", "The cloud", CloudBody, Wish, Format::Png, "image/png", Picture
}
handler! {
    /// A tag cloud as a web page, with the sentences of each word
    html, "/v1/cloud.html", "The cloud", CloudBody, Wish, Format::Html, "text/html", String
}
handler! {
    /// The words of a page with their weights, sentences and places in a cloud
    json, "/v1/cloud.json", "The cloud", CloudBody, Wish, Format::Json, "application/json", serde_json::Value
}

/// What is to be drawn.
struct Wish {
    format: Format,
    options: Options,
    language: Option<String>,
    counting: dehusk_words::Settings,
    uses_rarity: bool,
    max_words: u32,
    picture: cloud::Settings,
    theme: Theme,
}

impl Drawing for Wish {
    type Format = Format;

    fn take(fields: &mut Fields, state: &ServerState, format: Format) -> Result<Wish, Problem> {
        let counting = counting(fields)?;
        let uses_rarity = fields.word("weight", &[("frequency", false), ("tfidf", true)])?.unwrap_or(false);
        let max_words =
            fields.number("max_words", 1..=MAX_WORDS)?.unwrap_or(cloud::Settings::DEFAULT_MAX_WORDS);
        let themes = [("light", Theme::Light), ("dark", Theme::Dark), ("auto", Theme::Auto)];
        let theme = fields.word("theme", &themes)?.unwrap_or(Theme::Light);
        let language = fields.text("language")?;
        let picture = picture(fields)?;
        let settings = fields.settings(&state.config().limits)?;
        let options = settings.options().map_err(|error| Problem::bad_request(error.to_string()))?;
        Ok(Wish { format, options, language, counting, uses_rarity, max_words, picture, theme })
    }

    fn media_type(&self) -> &'static str {
        self.format.media_type()
    }

    fn draw(&self, worker: &mut Worker, page: &Page, state: &ServerState) -> Result<Reply, Problem> {
        let wanted = Wanted { metadata: true, explanation: false };
        let outcome = answer(worker.extractor(&self.options), &page.id, &page.input(), wanted);
        super::extract::check(&outcome)?;
        let words = self.words(&outcome)?;
        let layout =
            words.lay_out(&self.picture, state).map_err(|error| Problem::bad_request(error.to_string()))?;
        let internal = |error: String| Problem::internal(format!("the cloud cannot be written: {error}"));
        let body = match self.format {
            Format::Svg => layout.to_svg(self.theme).into_bytes(),
            Format::Png => layout.to_png(self.theme).map_err(|error| internal(error.to_string()))?,
            Format::Html => layout.to_html(self.theme).into_bytes(),
            Format::Json => layout.to_json().map_err(|error| internal(error.to_string()))?.into_bytes(),
        };
        let policy = if self.format == Format::Html { CLOUD } else { STYLED };
        Ok(Reply::new(self.media_type(), body).with(header::CONTENT_SECURITY_POLICY, policy))
    }
}

impl Wish {
    fn words(&self, outcome: &PageOutcome) -> Result<WeightedWords, Problem> {
        let mut counter = Counter::new(self.counting.clone());
        if !outcome.text.is_empty() {
            counter.add(&outcome.text, self.language.as_deref());
        }
        let language = self.language.clone().or_else(|| counter.language().map(str::to_owned));
        let reference = self
            .uses_rarity
            .then(|| Reference::built_in(language.as_deref().unwrap_or_default()))
            .transpose()
            .map_err(|error| Problem::bad_request(error.to_string()))?;
        let weighting = reference.as_ref().map_or(Weighting::Frequency, Weighting::TfIdf);
        let terms = counter.terms(weighting, Some(self.max_words as usize));
        if terms.terms.is_empty() {
            return Err(no_words(&terms));
        }
        let title = outcome.metadata.as_ref().and_then(|found| found.title.as_ref());
        let title = title.map_or_else(|| outcome.id.clone(), |title| title.value.clone());
        let about = self.about(&terms, reference.as_ref());
        Ok(WeightedWords::new(title, language, about, terms))
    }

    /// Facts that are stored with the cloud.
    fn about(&self, terms: &Terms, reference: Option<&Reference>) -> Vec<(String, String)> {
        let program = format!("dehusk {}", env!("CARGO_PKG_VERSION"));
        let method = name_with_changes(self.options.method_value());
        let facts = [("program", program), ("method", method)].into_iter();
        let facts = facts.chain(terms.facts(&self.counting, reference));
        facts.map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

fn no_words(terms: &Terms) -> Problem {
    let totals = &terms.totals;
    let detail = match totals.documents {
        0 => "no main content was found, so there are no words; try another method, such as plain".to_owned(),
        _ => format!(
            "the main content has {} words, but all are excluded: {} stop words, {} too short, {} numbers; see stop_words, \
             min_length and numbers",
            totals.words, totals.stopped, totals.short, totals.numbers
        ),
    };
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-words", detail)
}

/// Takes the options of how words are found and counted.
fn counting(fields: &mut Fields) -> Result<dehusk_words::Settings, Problem> {
    let default = dehusk_words::Settings::default();
    let lexicon = fields.parsed("words", |list| Lexicon::parse(list).map_err(|error| error.to_string()))?;
    let backends = Backend::ALL.map(|backend| (backend.as_str(), backend));
    let backend = fields.word("segmenter", &backends)?.unwrap_or_default();
    let segmenter = Segmenter::new(backend, lexicon.unwrap_or_default())
        .map_err(|error| Problem::bad_request(error.to_string()))?;
    let folding = fields.parsed("fold", |names| names.parse().map_err(|error| format!("{error}")))?;
    let stop_words = fields.parsed("stop_words", |list| match list {
        "none" => Ok(StopWords::none()),
        list => StopWords::default().with_list(list).map_err(|error| error.to_string()),
    })?;
    let min_length = fields.number("min_length", 0..=MAX_MIN_LENGTH)?.unwrap_or(default.min_length);
    let phrases = fields.number("phrases", 1..=dehusk_words::Settings::MAX_PHRASES)?;
    Ok(dehusk_words::Settings {
        segmenter,
        folding: folding.unwrap_or(default.folding),
        stop_words: stop_words.unwrap_or_default(),
        min_length,
        numbers: fields.switch("numbers")?,
        phrases: phrases.map_or(default.phrases, |max| max as usize),
        ..default
    })
}

/// Takes the options of how the cloud looks.
fn picture(fields: &mut Fields) -> Result<cloud::Settings, Problem> {
    let default = cloud::Settings::default();
    let shapes = [("rectangle", false), ("ellipse", true)];
    let is_ellipse = fields.word("shape", &shapes)?.unwrap_or(false);
    let turn = match fields.word("rotate", &[("none", 0), ("some", 1), ("free", 2)])? {
        Some(1) => Turn::some(),
        Some(2) => Turn::free(),
        _ => Turn::default(),
    };
    let size = |text: &str| {
        let size = text.parse::<f64>().ok().filter(|size| (1.0..=f64::from(MAX_SIDE)).contains(size));
        size.ok_or_else(|| "not a size in pixels".to_owned())
    };
    Ok(cloud::Settings {
        width: fields.number("width", 1..=MAX_SIDE)?.unwrap_or(default.width),
        height: fields.number("height", 1..=MAX_SIDE)?.unwrap_or(default.height),
        seed: fields.number("seed", 0..=u64::MAX)?.unwrap_or(default.seed),
        scale: fields.word("scale", &Scale::ALL)?.unwrap_or_default(),
        min_size: fields.parsed("min_size", size)?.unwrap_or(default.min_size),
        max_size: fields.parsed("max_size", size)?,
        turn,
        shape: if is_ellipse { Shape::Ellipse } else { Shape::Rectangle },
        padding: fields.number("padding", 0..=cloud::Settings::MAX_PADDING)?.unwrap_or(default.padding),
        palette: fields.word("palette", &Palette::ALL)?.unwrap_or_default(),
        font: None,
    })
}

/// The weighted words of a page.
struct WeightedWords {
    title: String,
    language: Option<String>,
    about: Vec<(String, String)>,
    words: Vec<Word>,
    sentences: Vec<String>,
}

impl WeightedWords {
    fn new(
        title: String,
        language: Option<String>,
        about: Vec<(String, String)>,
        terms: Terms,
    ) -> WeightedWords {
        let word = |term: dehusk_words::Term| Word {
            text: term.text,
            count: u64::from(term.count),
            weight: term.weight,
            sentences: term.sentences,
        };
        WeightedWords {
            title,
            language,
            about,
            words: terms.terms.into_iter().map(word).collect(),
            sentences: terms.sentences.into_iter().map(|sentence| sentence.text).collect(),
        }
    }

    fn lay_out(&self, settings: &cloud::Settings, state: &ServerState) -> Result<Layout, CloudError> {
        let cloud = Cloud {
            words: &self.words,
            sentences: &self.sentences,
            title: &self.title,
            language: self.language.as_deref(),
            about: &self.about,
        };
        let fonts = Fonts::embedded();
        let needs_more = cloud.needs_more_than(&fonts);
        cloud.lay_out(settings, if needs_more { state.system_fonts() } else { &fonts })
    }
}
