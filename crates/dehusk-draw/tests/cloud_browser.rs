//! Clouds in a browser: the page responds to mouse and keyboard, and the SVG looks like the PNG. Skipped
//! without Chromium.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "clippy.toml allows it in tests, not in what tests share"
)]

use dehusk_draw::Fonts;
use dehusk_draw::cloud::{Cloud, Layout, Settings, Theme, Word};
use resvg::tiny_skia::Pixmap;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SENTENCES: [&str; 6] = [
    "The old mill reopens; a Mill is not a windmill.",
    "Visitors see the wheel turn & <b>buy</b> flour.",
    "โรงสีเก่าในหมู่บ้านเปิดอีกครั้ง",
    "فتحت الطاحونة أبوابها من جديد، والطاحونة قديمة.",
    "</script><script>document.title = 'hacked'</script> mill",
    "It is a-b/c.d*e+f?(g)[h]{i}|j^k$l\\m in one word.",
];

fn words() -> Vec<Word> {
    let word = |text: &str, count: u64, sentences: &[u32]| Word {
        text: text.into(),
        count,
        weight: count as f64 / 8.0,
        sentences: sentences.to_vec(),
    };
    vec![
        word("mill", 1234, &[0, 4]),
        word("wheel", 40, &[1]),
        word("โรงสี", 30, &[2]),
        word("طاحونة", 20, &[3]),
        word("磨坊", 10, &[]),
        word("<b>", 7, &[1]),
        word("a-b/c.d*e+f?(g)[h]{i}|j^k$l\\m", 6, &[5]),
    ]
}

fn layout() -> Layout {
    let sentences = SENTENCES.map(str::to_owned);
    let about = [("segmenter".to_owned(), "by hand".to_owned())];
    let words = words();
    let cloud = Cloud {
        words: &words,
        sentences: &sentences,
        title: "Old mill",
        language: Some("en"),
        about: &about,
    };
    cloud.lay_out(&Settings { width: 800, height: 500, ..Settings::default() }, &Fonts::embedded()).unwrap()
}

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = std::env::split_paths(&path)
        .find_map(|folder| names.map(|name| folder.join(name)).into_iter().find(|path| path.is_file()));
    if found.is_none() {
        println!("skipped: none of {names:?} is on PATH");
    }
    found
}

/// What Chromium prints to standard output for a file.
fn run(browser: &Path, folder: &Path, file: &Path, arguments: &[&str]) -> String {
    let output = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-device-scale-factor=1",
        ])
        .args(["--disable-background-networking", "--no-first-run"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(arguments)
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn dom(html: &str) -> Option<String> {
    let browser = browser()?;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cloud.html");
    fs::write(&file, html).unwrap();
    Some(run(&browser, folder.path(), &file, &["--window-size=1200,1000", "--dump-dom"]))
}

#[test]
fn the_script_runs_under_the_policy_of_the_page() {
    let html = layout().to_html(Theme::Auto);
    assert!(html.contains("default-src 'none'; style-src 'sha256-"), "{html}");
    let Some(dom) = dom(&html) else { return };
    assert_eq!(dom.matches("role=\"button\"").count(), 6, "{dom}");
    assert_eq!(dom.matches("tabindex=\"0\"").count(), 1);
    assert!(dom.contains("<title>Tag cloud: Old mill</title>"), "{dom}");
}

/// Points at every word with the mouse, clicks it, and closes the panel. Then does the same with the
/// keyboard.
const PROBE: &str = r#"<script>
addEventListener("load", () => {
  const words = [...document.querySelectorAll(".word")];
  const mouse = (element, name) => element.dispatchEvent(new MouseEvent(name, { bubbles: true, view: window }));
  const key = (name) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const panel = document.getElementById("panel");
  const tip = document.getElementById("tip");
  const seen = words.map((word) => {
    const text = word.querySelector("text");
    text.scrollIntoView({ block: "center" });
    const box = text.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    mouse(hit, "mouseover");
    const hovered = tip.hidden ? "" : tip.textContent;
    mouse(hit, "mouseout");
    mouse(hit, "click");
    const items = [...panel.querySelectorAll("li")];
    const shown = {
      text: text.textContent, hit: hit.closest(".word") === word, hovered, gone: tip.hidden, open: !panel.hidden,
      heading: panel.querySelector("h2").textContent,
      sentences: items.map((item) => item.textContent),
      marks: [...panel.querySelectorAll("mark")].map((mark) => mark.textContent),
      directions: items.map((item) => getComputedStyle(item).direction),
    };
    key("Escape");
    return { ...shown, closed: panel.hidden, back: document.activeElement === word };
  });
  words[0].focus();
  key("ArrowRight");
  const second = document.activeElement === words[1];
  key("Enter");
  const entered = panel.querySelector("h2").textContent;
  panel.querySelector("button").click();
  const fonts = [...document.fonts].map((font) => `${font.family} ${font.status}`);
  const answer = JSON.stringify({ seen, second, entered, closed: panel.hidden, fonts });
  const probe = document.createElement("pre");
  probe.textContent = "PROBE" + answer.replace(/[<>&\u00a0]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")) + "END";
  document.body.append(probe);
});
</script>"#;

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}

#[test]
fn words_respond_to_mouse_and_keyboard() {
    let html = layout().to_html(Theme::Light);
    let start = html.find("<meta http-equiv").unwrap();
    let end = start + html[start..].find('\n').unwrap();
    // The content security policy would block the probe.
    let html = format!("{}{}", &html[..start], &html[end..]).replace("</body>", &format!("{PROBE}</body>"));
    let Some(dom) = dom(&html) else { return };
    let answer = dom.rsplit("PROBE").next().unwrap().split("END").next().unwrap();
    let answer: Value = serde_json::from_str(answer).unwrap();
    let seen = answer["seen"].as_array().unwrap();
    assert_eq!(seen.len(), 6, "{answer}");
    for word in seen {
        for truth in ["hit", "gone", "open", "closed", "back"] {
            assert_eq!(word[truth], true, "{truth} {word}");
        }
    }
    assert_eq!(seen[0]["hovered"], "mill: 1,234 ×, weight 154.3");
    assert_eq!(strings(&seen[0]["sentences"]), [SENTENCES[0], SENTENCES[4]]);
    assert_eq!(strings(&seen[0]["marks"]), ["mill", "Mill", "mill"], "not in windmill");
    assert_eq!(strings(&seen[1]["sentences"]), [SENTENCES[1]]);
    assert_eq!((&seen[2]["text"], strings(&seen[2]["marks"])), (&"โรงสี".into(), vec!["โรงสี"]));
    assert_eq!(strings(&seen[3]["marks"]), ["طاحونة", "طاحونة"], "with the article");
    assert_eq!(strings(&seen[3]["directions"]), ["rtl"]);
    assert_eq!(strings(&seen[4]["marks"]), ["<b>"]);
    assert_eq!(strings(&seen[5]["marks"]), ["a-b/c.d*e+f?(g)[h]{i}|j^k$l\\m"]);
    assert_eq!((&answer["second"], &answer["closed"]), (&true.into(), &true.into()));
    assert_eq!(answer["entered"], "wheel: 40 ×, weight 5; 1 sentence shown");
    let fonts = strings(&answer["fonts"]);
    assert!(fonts.len() == 3 && fonts.iter().all(|font| font.ends_with(" loaded")), "{fonts:?}");
    assert!(dom.contains("no: no font for Han; install one"), "{dom}");
    assert!(dom.contains("<title>Tag cloud: Old mill</title>"), "no sentence is executed");
}

/// The share of the first picture's ink pixels that differ from the second picture.
fn difference(a: &Pixmap, b: &Pixmap) -> f64 {
    let ink = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        765 - u32::from(pixel.red()) - u32::from(pixel.green()) - u32::from(pixel.blue())
    };
    let (mut inked, mut different) = (0, 0);
    for (a, b) in a.pixels().iter().zip(b.pixels()) {
        inked += u32::from(ink(a) > 0);
        different += u32::from(ink(a).abs_diff(ink(b)) > 200);
    }
    f64::from(different) / f64::from(inked)
}

#[test]
fn a_browser_draws_what_the_png_shows() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let texts = "mill ฝน น้ำ ที่ผู้ใหญ่ الطاحونة می‌چرخد ٹھنڈا سیلاب צה״ל שָׁלוֹם हिन्दी ខ្មែរ မြန်မာ Ελληνικά Việt «خبر!»";
    let words: Vec<Word> = texts
        .split(' ')
        .map(|text| Word { text: text.into(), count: 1, weight: 1.0, sentences: vec![] })
        .chain([Word { text: "BBC فارسی".into(), count: 1, weight: 1.0, sentences: vec![] }])
        .collect();
    let cloud = Cloud { words: &words, sentences: &[], title: "", language: Some("ur"), about: &[] };
    let settings =
        Settings { width: 600, height: 400, turn: dehusk_draw::cloud::Turn::some(), ..Settings::default() };
    let layout = cloud.lay_out(&settings, &Fonts::embedded()).unwrap();
    let (svg, png) = (folder.path().join("cloud.svg"), folder.path().join("cloud.png"));
    fs::write(&svg, layout.to_svg(Theme::Light)).unwrap();
    run(
        &browser,
        folder.path(),
        &svg,
        &["--window-size=600,400", &format!("--screenshot={}", png.display())],
    );
    let ours = Pixmap::decode_png(&layout.to_png(Theme::Light).unwrap()).unwrap();
    let theirs = Pixmap::decode_png(&fs::read(&png).unwrap()).unwrap();
    assert_eq!((ours.width(), ours.height()), (theirs.width(), theirs.height()));
    let difference = difference(&ours, &theirs);
    println!("{:.2} % of the ink differs", difference * 100.0);
    // Edges are anti-aliased differently; a word in another font or position differs in most of its ink.
    assert!(difference < 0.03, "{difference}");
}
