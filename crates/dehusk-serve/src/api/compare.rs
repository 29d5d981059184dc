//! `/v1/compare`: the answers of several methods for one page, with the words that they have in common, and with their scores if
//! there is a gold text.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use dehusk::methods;
use dehusk::{Extraction, OpenPage, Options};
use dehusk_eval::metrics::{Gold, Scorer};
use dehusk_eval::{CorpusPage, Measure, Prf, text};
use serde::Serialize;

use super::bodies::CompareBody;
use super::reply::{self, Reply};
use crate::page::asked::{Asked, Page};
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;
use crate::work::pool::Worker;

/// Maximum number of methods that are compared: more than there are. Chosen by hand.
const MAX_METHODS: usize = 64;

/// The comparison of methods.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Comparison {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    methods: Vec<Compared>,
    rules_version: &'static str,
}

/// The answer of one method.
#[derive(Serialize, utoipa::ToSchema)]
struct Compared {
    method: String,
    status: &'static str,
    reason: Option<String>,
    text: String,
    /// The parts of the decoded page that the method keeps, as pairs of start and end in bytes.
    kept: Vec<[usize; 2]>,
    /// The number of words of the text: terms in lowercase, without punctuation.
    words: usize,
    /// For each method in the same order: the number of words that both texts have, counted as often as in both.
    overlap: Vec<usize>,
    /// The scores against the gold text, by measure: `word`, `char`, `bag` and `rouge_l`.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<HashMap<&'static str, ScoreRecord>>,
}

/// Precision, recall and F1, from 0 to 1.
#[derive(Serialize, utoipa::ToSchema)]
struct ScoreRecord {
    precision: f64,
    recall: f64,
    f1: f64,
}

impl From<Prf> for ScoreRecord {
    fn from(prf: Prf) -> ScoreRecord {
        ScoreRecord { precision: prf.precision, recall: prf.recall, f1: prf.f1 }
    }
}

/// The answers of several methods for one page
///
/// Without `methods`, all methods are compared. With `gold`, the true main content, each has precision, recall and F1.
#[utoipa::path(
    post, path = "/v1/compare", tag = "pages", request_body = CompareBody,
    responses(
        (status = 200, description = "The comparison", body = Comparison),
        (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
        (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
    )
)]
pub(crate) async fn compare(
    State(state): State<ServerState>,
    headers: HeaderMap,
    mut asked: Asked,
) -> Result<Response, Problem> {
    let origin = asked.take_origin()?;
    let bytes = asked.fields.to_bytes();
    let mut names = asked.fields.list("methods")?;
    let gold = asked.fields.text("gold")?;
    if names.is_empty() {
        names = methods::all().iter().map(|method| method.name().to_owned()).collect();
    }
    if names.len() > MAX_METHODS {
        return Err(Problem::bad_request(format!("at most {MAX_METHODS} methods are compared")));
    }
    if let Some(unknown) = names.iter().find(|name| methods::by_name(name).is_none()) {
        return Err(Problem::bad_request(format!(
            "there is no method {unknown:?}; GET /v1/methods lists all"
        )));
    }
    let settings = asked.fields.settings(&state.config().limits)?;
    let options = settings.options().map_err(|error| Problem::bad_request(error.to_string()))?;
    let page = origin.load(&state).await?;
    let tag = reply::tag("compare", &bytes, &page);
    if let Some(unchanged) = reply::unchanged(&headers, &tag) {
        return Ok(unchanged);
    }
    let wish = Wish { options, names, gold, max_time: state.config().limits.answer_timeout };
    let reply = state.run(move |worker| wish.answer(worker, &page)).await??;
    Ok(reply::finished(&headers, reply, &tag))
}

/// What is to be compared.
struct Wish {
    options: Options,
    names: Vec<String>,
    gold: Option<String>,
    max_time: Duration,
}

impl Wish {
    fn answer(&self, worker: &mut Worker, page: &Page) -> Result<Reply, Problem> {
        let start = Instant::now();
        let input = page.input();
        let mut opened = worker.extractor(&self.options).open_page(&input);
        let mut compared = Vec::new();
        for name in &self.names {
            if start.elapsed() > self.max_time {
                let detail = "comparing these methods takes longer than the limit; name fewer methods";
                return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "page-timeout", detail));
            }
            compared.extend(one(&mut opened, name));
        }
        add_overlaps(&mut compared);
        if let Some(gold) = &self.gold {
            add_scores(&mut compared, gold);
        }
        Reply::json(&Comparison {
            id: page.id.clone(),
            url: page.address.clone(),
            methods: compared,
            rules_version: dehusk::RULES_VERSION,
        })
    }
}

fn one(page: &mut OpenPage<'_, '_>, name: &str) -> Option<Compared> {
    page.restart_deadline();
    let extraction = page.extract(&*methods::by_name(name)?);
    Some(Compared {
        method: name.to_owned(),
        status: extraction.status().as_str(),
        reason: extraction.reason().map(str::to_owned),
        kept: kept(&extraction),
        text: extraction.into_text(),
        words: 0,
        overlap: Vec::new(),
        scores: None,
    })
}

/// The parts of the page that were kept. Adjacent parts are joined.
fn kept(extraction: &Extraction) -> Vec<[usize; 2]> {
    let mut ranges: Vec<[usize; 2]> = Vec::new();
    for span in extraction.selection().into_iter().flat_map(|selection| selection.kept()) {
        match ranges.last_mut() {
            Some(last) if last[1] == span.start() => last[1] = span.end(),
            _ => ranges.push([span.start(), span.end()]),
        }
    }
    ranges
}

/// Counts the words of each text, and the words that each two texts have in common.
fn add_overlaps(compared: &mut [Compared]) {
    let lowercase: Vec<String> = compared.iter().map(|one| text::folded(&one.text).to_lowercase()).collect();
    let bags: Vec<HashMap<&str, usize>> = lowercase.iter().map(|text| bag(text)).collect();
    for (one, of) in compared.iter_mut().zip(&bags) {
        one.words = of.values().sum();
        one.overlap = bags.iter().map(|other| common(of, other)).collect();
    }
}

fn bag(lowercase: &str) -> HashMap<&str, usize> {
    let mut bag = HashMap::new();
    text::terms(lowercase).for_each(|term| *bag.entry(term).or_default() += 1);
    bag
}

/// The size of the intersection of two bags.
fn common(a: &HashMap<&str, usize>, b: &HashMap<&str, usize>) -> usize {
    a.iter().map(|(term, count)| (*count).min(b.get(term).copied().unwrap_or(0))).sum()
}

fn add_scores(compared: &mut [Compared], gold: &str) {
    let gold = Gold::new(gold, &CorpusPage::default());
    let mut scorer = Scorer::default();
    for one in compared {
        let scores = scorer.score(&gold, &one.text);
        let by_measure = Measure::ALL.map(|measure| (measure.name(), scores.get(measure).into()));
        one.scores = Some(by_measure.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_common_count_as_often_as_in_both() {
        let (a, b) = (bag("a a b c"), bag("a b b d"));
        assert_eq!((common(&a, &b), common(&b, &a), common(&a, &a)), (2, 2, 4));
    }
}
