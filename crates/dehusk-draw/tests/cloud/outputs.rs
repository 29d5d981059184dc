//! The outputs of a cloud: SVG, PNG, HTML, JSON, and two clouds side by side.

use crate::*;

#[test]
fn hostile_words_stay_text() {
    let marks = format!("a{}", "\u{301}".repeat(10_000));
    let fewer = format!("a{}", "\u{301}".repeat(200));
    let texts = [
        "</svg><script>alert(1)</script>",
        "]]>&amp;\"'<!--",
        "a\0b\u{7}\u{1b}",
        "\u{202e}evil\u{202c}",
        "\u{200d}",
        "\u{200f}\u{200e}",
        &marks,
        &fewer,
        "\u{fdd0}\u{fffe}",
        "مرحبا\u{202e}",
        "",
        " \t ",
    ];
    let words: Vec<Word> = texts.iter().map(|text| word(text, 1.0)).collect();
    let about = [("</dl><script>".to_owned(), "<b>\0".to_owned())];
    let sentences = ["</script><script>alert(2)</script>".to_owned()];
    let cloud = Cloud {
        about: &about,
        sentences: &sentences,
        language: Some("a\"><b\0"),
        ..cloud(&words, "</title><script>")
    };
    let layout = cloud.lay_out(&Settings::default(), &Fonts::embedded()).unwrap();
    let reasons: Vec<&str> = layout.unplaced().iter().map(|word| word.reason.name()).collect();
    assert_eq!(reasons.iter().filter(|reason| **reason == "too long").count(), 1);
    assert!(reasons.iter().filter(|reason| **reason == "invisible").count() >= 5, "{reasons:?}");
    let (svg, html) = (layout.to_svg(Theme::Light), layout.to_html(Theme::Auto));
    assert!(usvg::Tree::from_str(&svg, &usvg::Options::default()).is_ok(), "{svg}");
    assert!(!svg.contains("<script") && !svg.contains('\u{202e}') && !svg.contains('\0'));
    assert_eq!(html.matches("<script").count(), 2, "the data and the script");
    assert_eq!(html.matches("</script").count(), 2);
}

#[test]
fn an_svg_has_the_fonts_and_colors_it_needs_and_no_others() {
    let thai = [word("ฝน", 2.0), word("วัน", 1.0)];
    let layout = lay_out(&thai, &small()).unwrap();
    let (light, dark, auto) =
        (layout.to_svg(Theme::Light), layout.to_svg(Theme::Dark), layout.to_svg(Theme::Auto));
    assert_eq!(light.matches("@font-face").count(), 1);
    assert!(light.contains("@font-face{font-family:\"dehusk Noto Sans Thai\""), "{light}");
    assert!(light.len() < 20_000, "{} bytes", light.len());
    assert!(light.contains("fill=\"#ffffff\"") && !light.contains("prefers-color-scheme"), "{light}");
    assert!(dark.contains("fill=\"#16181d\""), "{dark}");
    assert!(
        auto.contains("@media(prefers-color-scheme:dark)") && auto.contains("fill=\"#ffffff\""),
        "{auto}"
    );
    assert_eq!(layout.to_png(Theme::Auto).unwrap(), layout.to_png(Theme::Light).unwrap());
}

#[test]
fn words_are_written_in_logical_order_with_their_direction() {
    let words = [word("BBC فارسی", 2.0), word("mill", 1.0)];
    let svg = lay_out(&words, &small()).unwrap().to_svg(Theme::Light);
    let line = svg.lines().find(|line| line.contains("<text")).unwrap();
    assert!(line.contains("<title>BBC فارسی: 2</title>"), "{line}");
    let (latin, arabic) = (line.rfind("BBC").unwrap(), line.rfind("فارسی").unwrap());
    assert!(latin < arabic && !line.contains("direction=\"rtl\""), "{line}");
    let words = [word("خبر BBC", 2.0)];
    let svg = lay_out(&words, &small()).unwrap().to_svg(Theme::Light);
    let line = svg.lines().find(|line| line.contains("<text")).unwrap();
    let (latin, arabic) = (line.rfind("BBC").unwrap(), line.rfind("خبر").unwrap());
    assert!(arabic < latin && line.contains("direction=\"rtl\""), "{line}");
}

#[test]
fn a_comparison_has_one_scale_and_marks_common_words() {
    let (left, right) = (words("mill water valley wheel"), words("water bridge summer mill"));
    let (a, b) = (cloud(&left, "Old mill"), cloud(&right, "نهر"));
    let settings = Settings { width: 800, height: 400, ..Settings::default() };
    let layout = compare(&a, &b, &settings, &Fonts::embedded()).unwrap();
    let size = |text: &str, cloud| {
        layout.words().iter().find(|word| word.text == text && word.cloud == cloud).unwrap().size
    };
    assert_eq!(size("mill", 0), size("water", 1), "the same share of both clouds");
    let common = |text: &str| layout.words().iter().find(|word| word.text == text).unwrap().is_common;
    assert!(common("mill") && common("water") && !common("valley"));
    for word in layout.words() {
        let (left, right) = (word.left, word.left + word.width);
        assert!(if word.cloud == 0 { right <= 400.0 } else { left >= 400.0 }, "{word:?}");
        assert!(word.top >= 40.0);
    }
    Inks::new(&layout, &settings, 4);
    let svg = layout.to_svg(Theme::Light);
    assert!(svg.contains(">Old mill</text>") && svg.contains(">نهر</text>"), "{svg}");
    let json: serde_json::Value = serde_json::from_str(&layout.to_json().unwrap()).unwrap();
    assert_eq!(json["clouds"][1]["title"], "نهر");
    assert!(layout.to_png(Theme::Light).is_ok());
    if let Some(target) = std::env::var_os("UPDATE_CLOUDS").filter(|target| Path::new(target).is_dir()) {
        fs::write(Path::new(&target).join("compare.png"), layout.to_png(Theme::Light).unwrap()).unwrap();
    }
    let html = layout.to_html(Theme::Auto);
    assert!(
        html.contains("<th scope=\"col\">Of</th>") && html.contains("<td dir=\"auto\">نهر</td>"),
        "{html}"
    );
    let none = compare(&a, &cloud(&[], ""), &settings, &Fonts::embedded()).unwrap();
    assert_eq!(none.words().len(), 4);
}

#[test]
fn json_has_everything_that_was_decided() {
    let words = [word("mill", 4.0), word("磨", 2.0)];
    let about = [("segmenter".to_owned(), "words of UAX 29".to_owned())];
    let cloud = Cloud { about: &about, language: Some("en"), ..cloud(&words, "Mill") };
    let layout = cloud.lay_out(&small(), &Fonts::embedded()).unwrap();
    let json: serde_json::Value = serde_json::from_str(&layout.to_json().unwrap()).unwrap();
    assert_eq!(json["schema_version"], 1);
    assert_eq!(json["settings"]["seed"], 0);
    assert_eq!(json["settings"]["scale"], "sqrt");
    assert_eq!(json["fonts"][0]["family"], "Noto Sans");
    assert_eq!(json["clouds"][0]["about"]["segmenter"], "words of UAX 29");
    assert_eq!(json["words"][0]["text"], "mill");
    assert_eq!(json["words"][0]["count"], 4);
    assert!(json["words"][0]["width"].as_f64().unwrap() > 300.0);
    assert_eq!(json["unplaced"][0]["reason"], "no font");
    assert!(json["unplaced"][0]["message"].as_str().unwrap().contains("fonts-noto-cjk"));
}
