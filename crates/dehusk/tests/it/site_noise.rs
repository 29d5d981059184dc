//! Site noise with every method, removed before and after the method selects main content.

use crate::tree::soups;
use dehusk::page::Page;
use dehusk::site_noise::{NoiseStep, SiteNoise};
use dehusk::source::Source;
use dehusk::{Extraction, Extractor, Options, Status, methods};

const STEPS: [NoiseStep; 2] = [NoiseStep::Before, NoiseStep::After];

fn noise(pages: &[String]) -> SiteNoise {
    let mut noise = SiteNoise::default();
    pages.iter().for_each(|page| noise.add(&Page::parse(Source::from_text(page))));
    noise
}

fn extract(method: &str, step: Option<NoiseStep>, noise: SiteNoise, page: &str) -> Extraction {
    let options = Options::new().with_method(method).unwrap().with_site_noise(noise.into());
    let options = step.map_or(options.clone(), |step| options.with_noise_step(step));
    Extractor::new(options).extract(page.as_bytes(), Some("text/html; charset=utf-8"))
}

/// Returns a page of a site: a menu, an appeal, the text and a footer. The appeal is longer than the text.
fn page(number: usize) -> String {
    let appeal = "We ask all our readers for their help, because this paper lives by what its readers give. "
        .repeat(9);
    let story =
        format!("Story number {number} is about the mill, which grinds again after ten years of repairs. ")
            .repeat(3);
    let rule = "<hr class='a wide rule'>\n".repeat(60);
    format!(
        "<body>\n<ul>\n<li><a href=/>Home</a>\n<li><a href=/s>Sport</a>\n</ul>\n<div class=appeal>\n<p>{appeal}</p>\n</div>\n{rule}\
         <div>\n<p>{story}</p>\n</div>\n<p>Imprint</p>\n</body>"
    )
}

fn site() -> Vec<String> {
    (0..4).map(page).collect()
}

#[test]
fn a_method_that_is_given_the_page_without_noise_finds_the_text_behind_it() {
    for (method, step, text, reason) in [
        ("addanag", NoiseStep::Before, "Story number 7", None),
        ("bte", NoiseStep::Before, "Story number 7", None),
        ("density", NoiseStep::Before, "Story number 7", None),
        // The appeal is all that addanag finds, so that nothing is left without it.
        ("addanag", NoiseStep::After, "We ask all our readers", Some("noise_ignored")),
        ("plain", NoiseStep::Before, "Story number 7", None),
        ("plain", NoiseStep::After, "Story number 7", None),
    ] {
        let answer = extract(method, Some(step), noise(&site()), &page(7));
        assert!(answer.text().starts_with(text), "{method} {step:?}: {:?}", answer.text());
        assert_eq!((answer.status(), answer.reason()), (Status::Ok, reason), "{method} {step:?}");
    }
}

#[test]
fn without_a_given_step_each_method_uses_its_own() {
    for method in methods::all() {
        let own = extract(method.name(), None, noise(&site()), &page(7));
        let given = extract(method.name(), Some(method.noise_step()), noise(&site()), &page(7));
        assert_eq!(own, given, "{}", method.name());
    }
}

#[test]
fn each_removed_block_is_explained() {
    for step in STEPS {
        let answer = extract("plain", Some(step), noise(&site()), &page(7));
        let page = page(7);
        let reason = |text: &str| {
            let at = page.find(text).unwrap();
            let verdicts = &answer.selection().unwrap().verdicts;
            verdicts.iter().find(|it| it.span.range().contains(&at)).map(|it| it.reason.as_str())
        };
        let reasons = ["Home", "We ask", "Imprint", "Story"].map(reason).map(Option::unwrap);
        assert_eq!(
            reasons,
            ["repeated_on_site", "repeated_on_site", "repeated_on_site", "whole_page"],
            "{step:?}"
        );
    }
}

#[test]
fn a_page_of_nothing_but_noise_keeps_it_and_says_so() {
    let only_noise = page(7).replace("Story number 7", "Story number 1");
    for method in ["plain", "addanag", "thai", "lqf", "bte"] {
        for step in STEPS {
            let alone = extract(method, None, SiteNoise::default(), &only_noise);
            let answer = extract(method, Some(step), noise(&vec![only_noise.clone(); 1]), &only_noise);
            assert_eq!(answer, alone, "one page makes no noise: {method}");
            let copies: Vec<String> = (0..3).map(|n| format!("{only_noise}<p>Number {n}")).collect();
            let answer = extract(method, Some(step), noise(&copies), &only_noise);
            assert_eq!(
                (answer.text(), answer.reason()),
                (alone.text(), Some("noise_ignored")),
                "{method} {step:?}"
            );
        }
    }
}

#[test]
fn selections_stay_well_formed_whatever_is_noise() {
    let soups = soups(120);
    for common in soups.iter().take(6) {
        let site: Vec<String> = soups.iter().map(|soup| format!("{common}<p>{soup}")).collect();
        for method in methods::all() {
            for step in STEPS {
                let options = Options::new().with_boxed(method.boxed()).with_site_noise(noise(&site).into());
                let mut extractor = Extractor::new(options.with_noise_step(step));
                for page in site.iter().take(12) {
                    let answer = extractor.extract(page.as_bytes(), Some("text/html; charset=utf-8"));
                    let mut end = 0;
                    for verdict in answer.selection().iter().flat_map(|selection| &selection.verdicts) {
                        let place = (method.name(), step, verdict, page);
                        assert!(
                            verdict.span.start() >= end && page.get(verdict.span.range()).is_some(),
                            "{place:?}"
                        );
                        end = verdict.span.end();
                    }
                }
            }
        }
    }
}
