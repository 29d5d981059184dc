//! Tests whole plots: compares the SVG of small pages with `plots/`, and checks what must hold for every
//! page.
//!
//! A folder of `plots/` has `page.html`, an optional `gold.txt`, and a picture for each method, named
//! `method.svg`, or `method-figure-N.svg` for a figure of the papers. With `UPDATE_PLOTS=1` the pictures are rewritten. Look at them before you commit them.

#![allow(clippy::unwrap_used, reason = "clippy.toml allows it in tests, not in what tests share")]

use dehusk::budget::Deadline;
use dehusk::methods::{self, Method};
use dehusk::page::Page;
use dehusk::source::Source;
use dehusk_draw::{AxisScale, Canvas, Figure, Fonts, Labels, MIN_HEIGHT, MIN_WIDTH, Plot, gold};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

fn canvas(html: &str, gold_text: Option<&str>, method: &dyn Method, title: &str, size: (u32, u32)) -> Canvas {
    figure(html, gold_text, method, title, size, (None, AxisScale::Auto))
}

fn figure(
    html: &str,
    gold_text: Option<&str>,
    method: &dyn Method,
    title: &str,
    size: (u32, u32),
    (figure, scale): (Option<Figure>, AxisScale),
) -> Canvas {
    let page = Page::parse(Source::from_text(html));
    let deadline = &mut Deadline::after(None);
    let density = dehusk::methods::density_of(method, &page, deadline).unwrap();
    let verdicts = method.select(&page, deadline).unwrap().verdicts;
    let gold = gold_text.map(|text| gold::spans(&page, text));
    let params =
        method.params().iter().map(|spec| (spec.name.into(), method.get(spec.name).unwrap())).collect();
    let labels = Labels {
        title: title.into(),
        page: "page.html".into(),
        method: method.name().into(),
        params,
        ..Labels::default()
    };
    let (width, height) = size;
    let plot = Plot {
        density: &density,
        verdicts: &verdicts,
        gold: gold.as_deref(),
        labels: &labels,
        figure,
        scale,
        width,
        height,
    };
    plot.draw(&Fonts::embedded())
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plots");
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

#[test]
fn the_pictures_are_those_that_were_reviewed() {
    let update = std::env::var_os("UPDATE_PLOTS").is_some();
    let (mut compared, mut compared_figures) = (0, 0);
    for folder in folders() {
        let html = fs::read_to_string(folder.join("page.html")).unwrap();
        let gold = fs::read_to_string(folder.join("gold.txt")).ok();
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "svg") {
                continue;
            }
            let name = path.file_stem().unwrap().to_str().unwrap();
            let (name, number) =
                name.split_once("-figure-").map_or((name, None), |(name, number)| (name, Some(number)));
            let method = methods::by_name(name).unwrap();
            let drawn = number.map(|number| Figure::from_number(number.parse().unwrap()).unwrap());
            let scale = if drawn.is_some() { AxisScale::Linear } else { AxisScale::Auto };
            let title = html
                .split_once("<title>")
                .and_then(|(_, rest)| rest.split_once('<'))
                .map_or("", |(title, _)| title);
            let svg = figure(&html, gold.as_deref(), &*method, title, (600, 500), (drawn, scale)).to_svg();
            compared_figures += usize::from(drawn.is_some());
            if update {
                fs::write(&path, &svg).unwrap();
            }
            assert!(
                svg == fs::read_to_string(&path).unwrap(),
                "{} differs; rewrite it with UPDATE_PLOTS=1 if that is intended",
                path.display()
            );
            compared += 1;
        }
    }
    assert!(compared >= 9 && compared_figures >= 4, "only {compared} pictures");
}

#[test]
fn a_png_has_the_requested_size() {
    let html = "<p>Some words of a story that is long enough to be seen.\n".repeat(30);
    for (width, height) in [(MIN_WIDTH, MIN_HEIGHT), (1000, 640)] {
        let canvas = canvas(&html, None, &*methods::by_name("danag").unwrap(), "Story", (width, height));
        let png = canvas.to_png(&Fonts::embedded()).unwrap();
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((&png[..4], side(16), side(20)), (&b"\x89PNG"[..], width, height));
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let html = "<p>Some words of a story.\n<hr>\n".repeat(900);
    let draw = || canvas(&html, Some("Some words of a story."), methods::all()[1], "عنوان Title", (700, 500));
    assert_eq!(draw().to_svg(), draw().to_svg());
    assert_eq!(draw().to_png(&Fonts::embedded()), draw().to_png(&Fonts::embedded()));
}

#[test]
fn every_method_can_draw_nearly_empty_pages() {
    for html in ["", "x", "\n", "<img src=a>", "<p>One line.", "\0\n\0", "<!-- -->", "<script>a()</script>"] {
        for method in methods::all() {
            let svg = canvas(html, Some(""), *method, "", (MIN_WIDTH, MIN_HEIGHT)).to_svg();
            assert!(
                svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"),
                "{html:?} {svg}"
            );
        }
        for drawn in Figure::ALL {
            for scale in [AxisScale::Auto, AxisScale::Linear, AxisScale::Root] {
                let method = methods::by_name(drawn.methods()[0]).unwrap();
                let svg = figure(html, Some(""), &*method, "", (MIN_WIDTH, MIN_HEIGHT), (Some(drawn), scale))
                    .to_svg();
                assert!(
                    svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"),
                    "{html:?} {svg}"
                );
                assert!(svg.contains("The page is empty") || !html.is_empty(), "{html:?}");
            }
        }
    }
}

#[test]
fn figure_3_is_not_smoothed() {
    // Only the second line is above the axis (10 - 3); smoothed, it would be at 7 - 20 - 20.
    let html = "<hr class='abcdefgh'>\nabc\u{5d0}\u{5d0}\u{5d0}\u{5d0}\u{5d0}\u{5d0}\u{5d0}\u{5d0}\u{5d0}\u{5d0}\n<hr class='abcdefgh'>\n";
    let method = methods::by_name("r2l").unwrap();
    let above = |drawn: Figure| {
        let svg = figure(html, None, &*method, "", (MIN_WIDTH, MIN_HEIGHT), (Some(drawn), AxisScale::Linear))
            .to_svg();
        svg.matches("#0072b2").count() > 1 // the legend has it once
    };
    assert!(above(Figure::Difference) && !above(Figure::Smoothed));
}

#[test]
fn every_density_is_in_order_and_its_seed_is_kept() {
    let html = "<ul><li><a href=/a/b/c>Menu</a></ul>\n<p>Die Mühle öffnet – خبر – wieder am Montag.</p>\n"
        .repeat(40);
    let page = Page::parse(Source::from_text(&html));
    let deadline = &mut Deadline::after(None);
    for method in methods::all() {
        let density = dehusk::methods::density_of(*method, &page, deadline).unwrap();
        assert_eq!(density.smoothed.len(), density.bars.len());
        assert!(
            density.bars.windows(2).all(|pair| pair[0].span.end() <= pair[1].span.start()),
            "{}",
            method.name()
        );
        let Some((first, last)) = density.seed else { continue };
        let kept: Vec<_> = method.select(&page, deadline).unwrap().kept().collect();
        let seed = density.bars[first].span.start()..density.bars[last].span.end();
        assert!(
            kept.iter().any(|span| span.start() < seed.end && seed.start < span.end()),
            "{}",
            method.name()
        );
    }
}

#[test]
fn the_size_of_a_picture_is_bounded_for_many_lines() {
    let html = "<p>Some words of a story.\nand\n\n".repeat(50_000);
    let svg = canvas(&html, None, methods::all()[1], "Long", (800, 500)).to_svg();
    assert!(svg.len() < 100_000, "{}", svg.len());
    assert!(svg.contains("Each column stands for"), "{svg}");
}

fn title() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "[a-z ]{0,6}",
        "[ا-ی ]{0,6}",
        "[א-ת ]{0,6}",
        "[ก-ฺเ-๛ ]{0,6}",
        "[ऀ-ॿ ]{0,6}",
        "[က-႟ក-៹ ]{0,6}",
        "[一-丠😀🇦-🇿 ]{0,4}",
        "[\u{300}-\u{36F}\u{200B}-\u{200F}\u{FE00}-\u{FE0F}]{0,3}",
        "[()\\[\\]0-9<>&\"']{0,5}",
        "\\PC{0,6}",
        prop::collection::vec(any::<char>(), 0..6).prop_map(String::from_iter),
    ];
    prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_title_can_be_drawn(title in title()) {
        let canvas = canvas("<p>Some words of a story.", None, methods::all()[0], &title, (MIN_WIDTH, MIN_HEIGHT));
        prop_assert!(canvas.to_png(&Fonts::embedded()).is_ok());
        prop_assert!(!canvas.to_svg().contains('\0'));
    }
}
