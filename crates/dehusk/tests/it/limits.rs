//! Limits of depth, elements, memory, output and time: each stops a page, and says so.

use crate::hostile::{normal_form, options, run};
use dehusk::budget::{Deadline, Limits, TimedOut};
use dehusk::metadata::Context;
use dehusk::methods::{Method, Plain};
use dehusk::page::Page;
use dehusk::selection::Selection;
use dehusk::{Extractor, Options, Status};
use std::time::Duration;

fn limited(limits: Limits, page: &str) -> (Status, Option<String>, String) {
    let options = Options::new().with_method("plain").unwrap().with_limits(limits);
    let answer = Extractor::new(options).extract(page.as_bytes(), None);
    (answer.status(), answer.reason().map(str::to_owned), answer.into_text())
}

#[test]
fn each_limit_stops_the_page_and_is_named() {
    let page = "<div>a<div>b<div>c</div>d</div>e</div><p>f";
    let all = "a\nb\nc\nd\ne\nf";
    let expected = |status, reason: &str, text: &str| (status, Some(reason.to_owned()), text.to_owned());
    assert_eq!(limited(Limits::default(), page), (Status::Ok, None, all.to_owned()));
    // Elements below the maximum depth are flattened. Their text stays in order and on separate lines.
    let depth = Limits { max_depth: 3, ..Limits::default() };
    assert_eq!(limited(depth, page), expected(Status::Partial, "max_depth", all));
    let elements = Limits { max_elements: 5, ..Limits::default() };
    assert_eq!(limited(elements, page), expected(Status::Partial, "max_elements", "a\nb"));
    let output = Limits { max_output: 4, ..Limits::default() };
    assert_eq!(limited(output, page), expected(Status::Partial, "max_output", "a\nb"));
    let memory = Limits { max_memory: Some(2500), ..Limits::default() };
    let (status, reason, text) = limited(memory, page);
    assert_eq!((status, reason.as_deref()), (Status::Partial, Some("max_memory")));
    assert!(all.starts_with(&text) && text.len() < all.len(), "{text}");
    let bytes = Limits { max_bytes: page.len() - 1, ..Limits::default() };
    assert_eq!(limited(bytes, page), expected(Status::TooLarge, "max_bytes", ""));
    let time = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(limited(time.clone(), page), expected(Status::Timeout, "timeout", ""));
    let both = Limits { max_bytes: page.len() - 1, ..time };
    assert_eq!(limited(both, page), expected(Status::TooLarge, "max_bytes", ""));
}

#[test]
fn an_explanation_ends_where_it_would_take_too_much_memory() {
    let page = "<div><p>mill".repeat(1000);
    let explain = |max_memory| {
        let limits = Limits { max_memory, ..Limits::default() };
        let options = Options::new().with_method("plain").unwrap().with_limits(limits);
        Extractor::new(options).open(page.as_bytes(), None).explain(&Plain).unwrap()
    };
    let (all, cut) = (explain(None), explain(Some(1 << 20)));
    assert_eq!((all.blocks.len(), all.is_cut), (1000, false));
    assert!(cut.is_cut && (100..500).contains(&cut.blocks.len()), "{} blocks", cut.blocks.len());
    assert_eq!(all.blocks[..cut.blocks.len()], cut.blocks);
}

/// Looks at the page again and again, until it is stopped.
#[derive(Clone, Debug)]
struct Endless;

impl Method for Endless {
    fn name(&self) -> &'static str {
        "endless"
    }

    fn summary(&self) -> &'static str {
        "works for ever"
    }

    fn paper(&self) -> &'static str {
        "none"
    }

    fn select(&self, _: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        loop {
            deadline.tick()?;
        }
    }
}

#[test]
fn endless_work_is_stopped_without_a_clock() {
    let limits = Limits { timeout: None, ..Limits::default() };
    let mut extractor = Extractor::new(Options::new().with_limits(limits));
    for page in [&b"<p>x"[..], &b"<p>x".repeat(20_000)] {
        let mut page = extractor.open(page, None);
        for _ in 0..2 {
            let answer = page.extract(&Endless);
            assert_eq!((answer.status(), answer.reason()), (Status::Timeout, Some("max_steps")));
        }
        assert_eq!(page.extract(&Plain).status(), Status::Ok);
    }
}

#[test]
fn output_is_cut_between_characters() {
    for max_output in 0..16 {
        let (_, _, text) = limited(Limits { max_output, ..Limits::default() }, "<p>aไทยb or<p>c");
        assert!(text.len() <= max_output && "aไทยb or\nc".starts_with(&text), "{max_output}: {text:?}");
        normal_form(&text);
    }
}

#[test]
fn nothing_is_written_after_the_cut() {
    let limits = |max_output| Limits { max_output, ..Limits::default() };
    let page = "𐤀𐤀 ب ج 𐤀 د ه و ز";
    let whole = run("r2l", &[("split", "never")], page).into_text();
    for max_output in 0..whole.len() {
        let options = options("r2l", &[("split", "never")]).with_limits(limits(max_output));
        let text = Extractor::new(options).extract(page.as_bytes(), None).into_text();
        assert!(whole.starts_with(&text), "{max_output}: {text:?} is not a prefix of {whole:?}");
    }
}

#[test]
fn invisible_text_stays_invisible_below_the_maximum_depth() {
    let hidden = "<script>var a</script><style>b {}</style><template>c</template><iframe>d</iframe>";
    let page = format!("{}{hidden}<p>The mill reopens.", "<div>".repeat(600));
    let answer = Extractor::new(options("plain", &[])).extract(page.as_bytes(), None);
    assert_eq!(answer.text(), "The mill reopens.");
}

/// A wall clock that only the test moves.
static NOW: std::sync::Mutex<Duration> = std::sync::Mutex::new(Duration::ZERO);

#[test]
fn all_steps_on_a_page_share_one_deadline() {
    let limits = Limits { timeout: Some(Duration::from_secs(10)), ..Limits::default() };
    let clock = || *NOW.lock().unwrap();
    let options = options("plain", &[]).with_limits(limits).with_clock(clock);
    let plain = options.method_value();
    let mut extractor = Extractor::new(options.clone());
    let mut page = extractor.open(b"<p>The mill reopens.", None);
    let after = |seconds| *NOW.lock().unwrap() += Duration::from_secs(seconds);
    after(20); // the deadline begins with the first step
    assert_eq!(page.extract(plain).status(), Status::Ok);
    after(9);
    assert!(page.explain(plain).is_some() && page.metadata(&Context::default()).is_some());
    after(1);
    assert!(page.explain(plain).is_none() && page.metadata(&Context::default()).is_none());
    assert_eq!(page.extract(plain).status(), Status::Timeout);
    page.restart_deadline();
    assert_eq!(page.extract(plain).status(), Status::Ok);
}

/// The fields of methods are public, so that they may have values that no parameter can have.
#[test]
fn fields_beyond_their_limits_are_read_as_the_limits() {
    use dehusk::methods::{Cetr, FeatureExtraction};
    let page = "<ul><li><a href=/>Home</a></ul><p>The mill reopens.</p><p>It was under repair for ten long years.</p>";
    for clusters in [0, u32::MAX] {
        let kfe = Options::new().with(FeatureExtraction { clusters: Some(clusters) });
        assert_eq!(Extractor::new(kfe).extract(page.as_bytes(), None).status(), Status::Ok);
        let cetr =
            Options::new().with(Cetr { radius: clusters, window: clusters, clusters, ..Cetr::DEFAULT });
        assert_ne!(Extractor::new(cetr).extract(page.as_bytes(), None).status(), Status::Timeout);
    }
}
