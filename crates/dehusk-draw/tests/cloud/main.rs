//! Tests whole clouds: compares the SVG of word lists with `clouds/`, and checks what must hold for every
//! cloud.
//!
//! A folder of `clouds/` has `words.tsv` (text, count, weight), `settings.txt` and the picture, `cloud.svg`,
//! without the bytes of its fonts. With `UPDATE_CLOUDS=1` the pictures are rewritten. If `$UPDATE_CLOUDS` is
//! a folder, PNG files with light and dark background are also written there. Look at the pictures before you
//! commit them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "clippy.toml allows it in tests, not in what tests share"
)]

mod outputs;

use dehusk_draw::Fonts;
use dehusk_draw::cloud::{
    Cloud, CloudError, Layout, Palette, Picture, Reason, Scale, Settings, Shape, Theme, Turn, Word, compare,
};
use proptest::prelude::*;
use resvg::{tiny_skia, usvg};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clouds")
}

fn word(text: &str, weight: f64) -> Word {
    Word { text: text.into(), count: weight as u64, weight, sentences: Vec::new() }
}

fn words(texts: &str) -> Vec<Word> {
    texts.split(' ').enumerate().map(|(rank, text)| word(text, 60.0 / (rank as f64 + 1.0))).collect()
}

const ENGLISH: &str =
    "mill water valley wheel flour village river bread bridge summer repair visitors museum children";

fn cloud<'a>(words: &'a [Word], title: &'a str) -> Cloud<'a> {
    Cloud { words, sentences: &[], title, language: None, about: &[] }
}

fn lay_out(words: &[Word], settings: &Settings) -> Result<Layout, CloudError> {
    cloud(words, "").lay_out(settings, &Fonts::embedded())
}

fn small() -> Settings {
    Settings { width: 400, height: 300, ..Settings::default() }
}

/// A case of `clouds/`.
fn case(path: &Path) -> (Vec<Word>, Option<String>, Settings) {
    let tsv = fs::read_to_string(path.join("words.tsv")).unwrap();
    let words = tsv.lines().map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [text, count, weight] = fields[..] else { panic!("{line:?} does not have three fields") };
        Word {
            text: text.into(),
            count: count.parse().unwrap(),
            weight: weight.parse().unwrap(),
            sentences: vec![],
        }
    });
    let (mut settings, mut language) = (Settings::default(), None);
    for line in fs::read_to_string(path.join("settings.txt")).unwrap().lines() {
        let (name, value) = line.split_once(' ').unwrap();
        match (name, value) {
            ("width", _) => settings.width = value.parse().unwrap(),
            ("height", _) => settings.height = value.parse().unwrap(),
            ("seed", _) => settings.seed = value.parse().unwrap(),
            ("padding", _) => settings.padding = value.parse().unwrap(),
            ("max_size", _) => settings.max_size = Some(value.parse().unwrap()),
            ("language", _) => language = Some(value.to_owned()),
            ("scale", _) => settings.scale = Scale::ALL.iter().find(|(name, _)| *name == value).unwrap().1,
            ("palette", "mono") => settings.palette = Palette::Mono,
            ("shape", "ellipse") => settings.shape = Shape::Ellipse,
            ("turn", "some") => settings.turn = Turn::some(),
            ("turn", "free") => settings.turn = Turn::free(),
            _ => panic!("{line:?} is not a setting"),
        }
    }
    (words.collect(), language, settings)
}

fn cases() -> Vec<PathBuf> {
    let mut cases: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    cases
}

fn layout_of(path: &Path) -> Layout {
    let (words, language, settings) = case(path);
    let title = path.file_name().unwrap().to_str().unwrap();
    let cloud = Cloud { language: language.as_deref(), ..cloud(&words, title) };
    cloud.lay_out(&settings, &Fonts::embedded()).unwrap()
}

/// The SVG without the bytes of its fonts.
fn without_fonts(svg: &str) -> String {
    let mut parts = svg.split("base64,");
    let mut short = parts.next().unwrap().to_owned();
    for part in parts {
        short += "base64,…";
        short += &part[part.find(')').unwrap()..];
    }
    short
}

#[test]
fn the_pictures_are_those_that_were_reviewed() {
    let update = std::env::var_os("UPDATE_CLOUDS");
    let cases = cases();
    for path in &cases {
        let layout = layout_of(path);
        assert_eq!(layout.unplaced(), [], "{}", path.display());
        let svg = without_fonts(&layout.to_svg(Theme::Light));
        let expected = path.join("cloud.svg");
        if let Some(target) = &update {
            fs::write(&expected, &svg).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            for (suffix, theme) in [("", Theme::Light), ("-dark", Theme::Dark)] {
                let png = Path::new(target).join(format!("{name}{suffix}.png"));
                if png.parent().is_some_and(Path::is_dir) {
                    fs::write(&png, layout.to_png(theme).unwrap()).unwrap();
                    fs::write(png.with_extension("svg"), layout.to_svg(theme)).unwrap();
                }
            }
        }
        assert!(
            svg == fs::read_to_string(&expected).unwrap(),
            "{} differs; rewrite it with UPDATE_CLOUDS=1 if that is intended",
            expected.display()
        );
    }
    assert!(cases.len() >= 9, "only {} cases", cases.len());
}

/// The ink of words, each drawn alone by resvg from the standalone SVG.
struct Inks {
    width: usize,
    scale: f32,
    options: usvg::Options<'static>,
    /// For each pixel, the index of its word plus 1; 0 if no word has ink there.
    owners: Vec<u32>,
    /// For each word with an error, what is wrong with its ink first.
    errors: Vec<String>,
}

impl Inks {
    fn new(layout: &Layout, settings: &Settings, scale: u32) -> Inks {
        let mut database = usvg::fontdb::Database::new();
        database.load_fonts_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts"));
        let options = usvg::Options { fontdb: Arc::new(database), ..usvg::Options::default() };
        let (width, height) = ((settings.width * scale) as usize, (settings.height * scale) as usize);
        let mut inks =
            Inks { width, scale: scale as f32, options, owners: vec![0; width * height], errors: Vec::new() };
        let svg = layout.to_svg(Theme::Light);
        let head = svg.lines().next().unwrap();
        let lines = svg.lines().filter(|line| line.starts_with("<g class=\"word\""));
        assert_eq!(lines.clone().count(), layout.words().len());
        for (index, line) in lines.enumerate() {
            let added = inks.add(index, &format!("{head}{line}</svg>"), layout);
            inks.errors.extend(added.err());
        }
        inks
    }

    fn add(&mut self, index: usize, svg: &str, layout: &Layout) -> Result<(), String> {
        let word = &layout.words()[index];
        let tree = usvg::Tree::from_str(svg, &self.options).unwrap();
        // Extends the box of the layout by two pixels, in which there must be no ink.
        let [left, top] = [word.left, word.top].map(|side| ((side as f32 - 2.0) * self.scale).floor());
        let [width, height] =
            [word.width, word.height].map(|side| ((side as f32 + 4.0) * self.scale).ceil() as u32 + 2);
        let mut pixels = tiny_skia::Pixmap::new(width, height).unwrap();
        let place = tiny_skia::Transform::from_row(self.scale, 0.0, 0.0, self.scale, -left, -top);
        resvg::render(&tree, place, &mut pixels.as_mut());
        let mut count = 0;
        for (at, pixel) in pixels.pixels().iter().enumerate().filter(|(_, pixel)| pixel.alpha() > 0) {
            let (x, y) = ((at as u32 % width) as i64 + left as i64, (at as u32 / width) as i64 + top as i64);
            let inside =
                x >= 0 && x < self.width as i64 && y >= 0 && y < (self.owners.len() / self.width) as i64;
            if !inside {
                return Err(format!("“{}” leaves the canvas at {x} {y}", word.text));
            }
            let edge =
                (at as u32).is_multiple_of(width) || (at as u32) < width || at as u32 % width == width - 1;
            if edge {
                return Err(format!("“{}” is larger than its box", word.text));
            }
            let owner = &mut self.owners[y as usize * self.width + x as usize];
            if let Some(other) = (*owner as usize).checked_sub(1) {
                let other = &layout.words()[other].text;
                return Err(format!("“{}” is on “{other}” at {x} {y} ({})", word.text, pixel.alpha()));
            }
            *owner = index as u32 + 1;
            count += 1;
        }
        if count == 0 { Err(format!("“{}” has no ink", word.text)) } else { Ok(()) }
    }
}

#[test]
fn no_pixel_belongs_to_two_words() {
    for path in cases() {
        let (_, _, settings) = case(&path);
        let inks = Inks::new(&layout_of(&path), &settings, 4);
        assert!(inks.errors.is_empty(), "{}: {:?}", path.display(), inks.errors);
    }
}

#[test]
fn the_png_shows_every_word_alone() {
    for path in cases() {
        let (layout, (_, _, settings)) = (layout_of(&path), case(&path));
        let inks = Inks::new(&layout, &settings, 1);
        assert!(inks.errors.is_empty(), "{}: {:?}", path.display(), inks.errors);
        let png = tiny_skia::Pixmap::decode_png(&layout.to_png(Theme::Light).unwrap()).unwrap();
        let colors = Palette::Color;
        assert_eq!(colors.name(), "color");
        let differing = png.pixels().iter().zip(&inks.owners).filter(|(pixel, owner)| {
            let is_ground = (pixel.red(), pixel.green(), pixel.blue()) == (255, 255, 255);
            // Faint ink may leave the color of a pixel unchanged, but a pixel without ink always has the
            // ground color.
            !is_ground && **owner == 0
        });
        assert_eq!(differing.count(), 0, "{}", path.display());
        let inked = inks.owners.iter().filter(|owner| **owner > 0).count();
        let shown = png.pixels().iter().filter(|pixel| pixel.red() < 255 || pixel.blue() < 255).count();
        assert!(shown * 100 >= inked * 99, "{}: {shown} of {inked} pixels are drawn", path.display());
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Zéßœ]{1,12}",
        2 => "[ا-يپچگی]{1,8}",
        2 => "[א-ת]{1,7}",
        2 => "([ก-ฮ][ิ-ู]?[่-์]?){1,5}",
        2 => "([क-ह][ा-ौ]?){1,4}",
        1 => "[က-အ]{1,4}",
        1 => "[ក-ហ]{1,4}",
        1 => "[a-z]{1,3}[ا-ي]{1,3}[0-9]{0,2}",
        1 => "[^\\p{C}一-龥]{1,5}",
        1 => "[\u{300}-\u{310}\u{200B}-\u{200F}\u{202A}-\u{202E}a]{1,6}",
    ]
}

fn settings() -> impl Strategy<Value = Settings> {
    let turn = prop_oneof![Just(Turn::default()), Just(Turn::some()), Just(Turn::free())];
    let shape = prop_oneof![3 => Just(Shape::Rectangle), 1 => Just(Shape::Ellipse)];
    let scale = (0..3usize).prop_map(|index| Scale::ALL[index].1);
    (120u32..400, 80u32..300, any::<u64>(), scale, turn, shape, 0u32..4, 4.0f64..14.0).prop_map(
        |(width, height, seed, scale, turn, shape, padding, min_size)| Settings {
            width,
            height,
            seed,
            scale,
            turn,
            shape,
            padding,
            min_size,
            ..Settings::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn words_never_overlap(
        words in prop::collection::vec((text(), 0.5f64..40.0), 1..25),
        settings in settings(),
    ) {
        let words: Vec<Word> = words.iter().map(|(text, weight)| word(text, *weight)).collect();
        match lay_out(&words, &settings) {
            Ok(layout) => {
                prop_assert_eq!(layout.words().len() + layout.unplaced().len(), words.len());
                prop_assert_eq!(Inks::new(&layout, &settings, 4).errors, Vec::<String>::new());
            }
            Err(CloudError::NothingPlaced(unplaced)) => prop_assert_eq!(unplaced.len(), words.len()),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn any_words_give_a_layout_or_an_error(
        words in prop::collection::vec((any::<String>(), any::<f64>(), any::<u64>()), 0..12),
        width in prop_oneof![1u32..5, 50u32..300],
        height in prop_oneof![1u32..5, 50u32..300],
        title in any::<String>(),
    ) {
        let words: Vec<Word> = words
            .into_iter()
            .map(|(text, weight, count)| Word { text, count, weight, sentences: vec![] })
            .collect();
        let settings = Settings { width, height, turn: Turn::free(), ..Settings::default() };
        if let Ok(layout) = cloud(&words, &title).lay_out(&settings, &Fonts::embedded()) {
            let svg = layout.to_svg(Theme::Auto);
            prop_assert!(usvg::Tree::from_str(&svg, &usvg::Options::default()).is_ok(), "{}", svg);
            prop_assert!(layout.to_png(Theme::Dark).is_ok());
            prop_assert!(serde_json::from_str::<serde_json::Value>(&layout.to_json().unwrap()).is_ok());
        }
    }
}

#[test]
fn the_same_words_and_seed_give_the_same_bytes_and_another_seed_others() {
    let words = words(ENGLISH);
    let draw = |seed| lay_out(&words, &Settings { seed, turn: Turn::some(), ..small() }).unwrap();
    let (a, b, c) = (draw(1), draw(1), draw(2));
    assert_eq!(a.to_svg(Theme::Auto), b.to_svg(Theme::Auto));
    assert_eq!(a.to_html(Theme::Auto), b.to_html(Theme::Auto));
    assert_eq!(a.to_json().unwrap(), b.to_json().unwrap());
    assert_eq!(a.to_png(Theme::Light).unwrap(), b.to_png(Theme::Light).unwrap());
    assert_ne!(a.to_svg(Theme::Light), c.to_svg(Theme::Light));
}

#[test]
fn each_setting_changes_the_picture() {
    // The Arabic font has digits too, so that the setting `font` makes a difference.
    let words = words(&format!("2026 {ENGLISH}"));
    let usual = small();
    let svg = |settings: &Settings| without_fonts(&lay_out(&words, settings).unwrap().to_svg(Theme::Light));
    let picture = Picture::read(TRIANGLE.as_bytes()).unwrap();
    let others = [
        Settings { width: 390, ..usual.clone() },
        Settings { height: 290, ..usual.clone() },
        Settings { seed: 1, ..usual.clone() },
        Settings { scale: Scale::Log, ..usual.clone() },
        Settings { scale: Scale::Linear, ..usual.clone() },
        Settings { min_size: 70.0, ..usual.clone() },
        Settings { max_size: Some(30.0), ..usual.clone() },
        Settings { turn: Turn::some(), ..usual.clone() },
        Settings { turn: Turn::free(), ..usual.clone() },
        Settings { turn: Turn { share: 0.7, angles: vec![-90, 90] }, ..usual.clone() },
        Settings { shape: Shape::Ellipse, ..usual.clone() },
        Settings { shape: Shape::Picture(picture), ..usual.clone() },
        Settings { padding: 9, ..usual.clone() },
        Settings { font: Some("Noto Sans Arabic".into()), ..usual.clone() },
        Settings { palette: Palette::Mono, ..usual.clone() },
    ];
    let mut pictures: Vec<String> = others.iter().map(svg).chain([svg(&usual)]).collect();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), others.len() + 1);
}

const TRIANGLE: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\
    <rect width='100' height='100' fill='white'/><path d='M50 0L100 100H0Z' fill='gold'/></svg>";

#[test]
fn words_stay_inside_their_shape() {
    let words = words(ENGLISH);
    let picture = Shape::Picture(Picture::read(TRIANGLE.as_bytes()).unwrap());
    let in_triangle = |x: f64, y: f64| (x - 150.0).abs() <= y / 2.0 + 2.0;
    let in_ellipse = |x: f64, y: f64| ((x - 150.0) / 150.0).powi(2) + ((y - 150.0) / 150.0).powi(2) <= 1.02;
    let all_inside = |shape: Shape, is_inside: &dyn Fn(f64, f64) -> bool| {
        let settings = Settings { width: 300, height: 300, shape, ..Settings::default() };
        let layout = lay_out(&words, &settings).unwrap();
        assert!(layout.unplaced().is_empty());
        let inks = Inks::new(&layout, &settings, 1);
        assert!(inks.errors.is_empty(), "{:?}", inks.errors);
        for (at, _) in inks.owners.iter().enumerate().filter(|(_, owner)| **owner > 0) {
            let (x, y) = (at % 300, at / 300);
            assert!(is_inside(x as f64 + 0.5, y as f64 + 0.5), "{x} {y}");
        }
    };
    all_inside(picture, &in_triangle);
    all_inside(Shape::Ellipse, &in_ellipse);
}

#[test]
fn sizes_follow_weights_and_one_word_fills_the_canvas() {
    let layout = lay_out(&words(ENGLISH), &small()).unwrap();
    assert!(layout.words().windows(2).all(|pair| pair[0].size >= pair[1].size));
    let ratio = layout.words()[0].size / layout.words()[3].size;
    assert!((ratio - 2.0).abs() < 0.02, "a quarter of the weight is half of the size, not {ratio}");
    for text in ["mill", "ที่", "الطاحونة"] {
        let layout = lay_out(&[word(text, 3.0)], &small()).unwrap();
        let only = &layout.words()[0];
        assert!(only.width > 0.85 * 400.0 || only.height > 0.85 * 300.0, "{only:?}");
        assert!((only.left + only.width / 2.0 - 200.0).abs() < 2.0, "{only:?}");
    }
}

#[test]
fn a_long_word_does_not_make_the_others_smaller() {
    let mut words = words(ENGLISH);
    let before = lay_out(&words, &small()).unwrap().words()[0].size;
    words.push(word(&format!("https://example.org/{}", "flour".repeat(36)), 2.0));
    let layout = lay_out(&words, &small()).unwrap();
    assert_eq!(layout.words()[0].size, before);
    assert_eq!(layout.unplaced()[0].reason, Reason::TooLarge);
    words[0].weight = 1.0;
    words.last_mut().unwrap().weight = 100.0;
    let layout = lay_out(&words, &small()).unwrap();
    assert_eq!(layout.unplaced().len(), 1);
    assert!(layout.words()[0].size > 20.0);
}

#[test]
fn words_without_room_are_reported() {
    let words: Vec<Word> =
        (0..3000).map(|index| word(&format!("word{index}"), 3000.0 - f64::from(index))).collect();
    let layout = lay_out(&words, &small()).unwrap();
    assert_eq!(layout.words().len() + layout.unplaced().len(), 3000);
    assert!(layout.words().len() > 50, "{}", layout.words().len());
    assert!(layout.unplaced().iter().all(|word| word.reason == Reason::NoRoom));
    assert!(layout.unplaced()[0].to_string().contains("there is no room left"));
}

#[test]
fn words_without_a_font_are_reported_with_the_package() {
    let words = [word("磨坊", 3.0), word("mill", 2.0), word("😀", 1.0)];
    let layout = lay_out(&words, &small()).unwrap();
    assert_eq!((layout.words().len(), layout.unplaced().len()), (1, 2));
    assert_eq!(layout.unplaced()[0].reason, Reason::NoFont(vec!['磨', '坊']));
    assert!(layout.unplaced()[1].to_string().contains("emoji cannot be drawn"));
    assert!(cloud(&words, "").needs_more_than(&Fonts::embedded()));
    let error = lay_out(&words[..1], &small()).unwrap_err().to_string();
    assert!(
        error.contains("no font for Han; install one, for example the Debian package fonts-noto-cjk"),
        "{error}"
    );
}

#[test]
fn chinese_is_drawn_with_system_fonts() {
    let words = words("磨坊 水 山谷 面粉 村庄 河流 面包 桥 夏天 修理 博物馆 孩子 学校 森林");
    let cloud = Cloud { language: Some("zh"), ..cloud(&words, "磨坊") };
    let fonts = Fonts::embedded().with_system();
    if cloud.needs_more_than(&fonts) {
        println!("skipped: no font for Han is installed");
        return;
    }
    let layout = cloud.lay_out(&small(), &fonts).unwrap();
    assert!(layout.unplaced().is_empty(), "{:?}", layout.unplaced());
    let svg = layout.to_svg(Theme::Light);
    assert!(svg.contains("textLength=") && !svg.contains("@font-face"), "{svg}");
    if let Some(target) = std::env::var_os("UPDATE_CLOUDS").filter(|target| Path::new(target).is_dir()) {
        fs::write(Path::new(&target).join("chinese.png"), layout.to_png(Theme::Light).unwrap()).unwrap();
        fs::write(Path::new(&target).join("chinese.svg"), svg).unwrap();
    }
}

#[test]
fn settings_out_of_range_are_errors() {
    let words = words(ENGLISH);
    let message = |settings: Settings| lay_out(&words, &settings).unwrap_err().to_string();
    let usual = Settings::default;
    for (settings, expected) in [
        (
            Settings { width: 0, ..usual() },
            "the canvas is 0 by 800 pixels; each side must be 1 to 8000 pixels",
        ),
        (Settings { height: 20_000, ..usual() }, "each side must be 1 to 8000"),
        (Settings { min_size: f64::NAN, ..usual() }, "the sizes of words must be 1 to 8000 pixels"),
        (Settings { max_size: Some(5.0), ..usual() }, "less than the minimum size"),
        (Settings { turn: Turn { share: 1.5, angles: vec![] }, ..usual() }, "must be 0 to 1"),
        (Settings { padding: 1001, ..usual() }, "must be 0 to 1000"),
        (Settings { font: Some("No Such".into()), ..usual() }, "no font has the family “No Such”"),
        (
            Settings { width: 1, height: 1, ..usual() },
            "none of the 14 words can be drawn: “mill” is not in the picture",
        ),
    ] {
        let message = message(settings);
        assert!(message.contains(expected), "{message}");
    }
    assert_eq!(lay_out(&[], &usual()).unwrap_err(), CloudError::NoWords);
    let from_nowhere = Word { sentences: vec![3], ..word("mill", 1.0) };
    let error = lay_out(&[from_nowhere], &usual()).unwrap_err();
    assert_eq!(error, CloudError::Sentence { word: 0, sentence: 3 });
}

#[test]
fn the_largest_canvas_is_bounded() {
    let settings = Settings { width: 8000, height: 8000, ..Settings::default() };
    let layout = lay_out(&words(ENGLISH), &settings).unwrap();
    assert!(layout.unplaced().is_empty());
    assert!(layout.words()[0].size > 500.0);
}

#[test]
fn invalid_weights_are_reported_and_extreme_ones_drawn() {
    let weights = [f64::NAN, f64::INFINITY, -1.0, 0.0, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1.0];
    for (_, scale) in Scale::ALL {
        let words: Vec<Word> = weights.iter().map(|weight| word("mill", *weight)).collect();
        let layout = lay_out(&words, &Settings { scale, ..small() }).unwrap();
        assert_eq!(layout.words().len(), 4);
        assert!(layout.unplaced().iter().all(|word| word.reason == Reason::Weight));
        assert!(layout.to_json().unwrap().contains("\"weight\": null"));
    }
}

#[test]
fn equal_weights_give_equal_sizes() {
    let words: Vec<Word> = ENGLISH.split(' ').map(|text| word(text, 2.0)).collect();
    for (_, scale) in Scale::ALL {
        let layout = lay_out(&words, &Settings { scale, ..small() }).unwrap();
        assert!(layout.words().iter().all(|word| word.size == layout.words()[0].size));
        assert!(layout.words()[0].size > 20.0, "{}", layout.words()[0].size);
    }
}

#[test]
fn adjacent_words_have_different_colors() {
    let (mut pairs, mut alike) = (0, 0);
    for path in cases().iter().filter(|path| !path.ends_with("hebrew")) {
        let layout = layout_of(path);
        for (index, a) in layout.words().iter().enumerate() {
            for b in &layout.words()[..index] {
                let beside = (a.left - b.left - b.width).max(b.left - a.left - a.width);
                let is_level = a.top < b.top + b.height && b.top < a.top + a.height;
                if is_level && (0.0..0.3 * a.size).contains(&beside) {
                    pairs += 1;
                    alike += usize::from(a.color == b.color);
                }
            }
        }
    }
    // With colors chosen purely at random, a fifth of the pairs would be alike.
    assert!(pairs > 50 && alike * 50 < pairs, "{alike} of {pairs}");
}

#[test]
fn a_font_from_a_file_comes_first() {
    let file = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/NotoSansGeorgian.ttf")).unwrap();
    let (fonts, family) = Fonts::embedded().with_font(file).unwrap();
    assert_eq!(family, "Noto Sans Georgian");
    let settings = Settings { font: Some("noto sans georgian".into()), ..small() };
    let words = [word("წისქვილი", 1.0)];
    assert!(cloud(&words, "").lay_out(&settings, &fonts).is_ok());
    assert!(Fonts::embedded().with_font(b"no font".to_vec()).is_err());
}
