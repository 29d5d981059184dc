//! A layout as a self-contained web page. Without its script it still has tooltips and the table, but no
//! sentences.

use super::layout::{CloudInfo, Layout};
use super::palette::Theme;
use super::svg;
use crate::text::{escape, grouped};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

const CSS: &str = include_str!("cloud.css");
const JS: &str = include_str!("cloud.js");

/// The CSS variables of the dark theme.
const DARK: &str = ":root{color-scheme:dark;--ground:#16181d;--ink:#e8e8e8;--faint:#a8a8a8;--line:#444;--mark:#eedd88;--on-mark:#222}\n";

const PANEL: &str = "<section id=\"panel\" role=\"dialog\" aria-labelledby=\"panel-word\" tabindex=\"-1\" hidden>\
    <h2 id=\"panel-word\"></h2><button type=\"button\">Close</button><ol></ol></section>";

pub(super) fn page(layout: &Layout, theme: Theme) -> String {
    let style = style(layout, theme);
    let title = escape(&layout.description());
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; font-src data:; base-uri 'none'; form-action 'none'",
        hash(&style),
        hash(JS)
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n\
         <body>\n<main>\n<h1 dir=\"auto\">{title}</h1>\n<figure>\n{}<p id=\"tip\" role=\"status\" hidden></p>\n</figure>\n\
         {PANEL}\n{}{}</main>\n<script type=\"application/json\" id=\"data\">{}</script>\n<script>{JS}</script>\n\
         </body>\n</html>\n",
        svg::for_page(layout, theme),
        about(layout),
        table(layout),
        in_script(&data(layout)),
    )
}

fn style(layout: &Layout, theme: Theme) -> String {
    let dark = match theme {
        Theme::Light => String::new(),
        Theme::Dark => DARK.to_owned(),
        Theme::Auto => format!("@media(prefers-color-scheme:dark){{{DARK}}}\n"),
    };
    let (colors, faces) = (svg::color_rules(layout.settings.palette, theme), svg::font_faces(layout));
    format!("\n{CSS}{dark}{}{colors}{faces}", svg::ONE_SHAPING)
}

/// The source expression of a content security policy that allows exactly this text.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// The facts about each cloud, as HTML.
fn about(layout: &Layout) -> String {
    let mut html = String::new();
    for cloud in layout.clouds.iter().filter(|cloud| !cloud.about.is_empty()) {
        if layout.clouds.len() > 1 {
            html += &format!("<h2 dir=\"auto\">{}</h2>\n", escape(&cloud.title));
        }
        html += "<dl>\n";
        for (name, value) in &cloud.about {
            html += &format!("<dt>{}</dt><dd dir=\"auto\">{}</dd>\n", escape(name), escape(value));
        }
        html += "</dl>\n";
    }
    html
}

/// The table of all words, as HTML. Words that are not in the picture are at the end.
fn table(layout: &Layout) -> String {
    let is_comparison = layout.clouds.len() > 1;
    let of = if is_comparison { "<th scope=\"col\">Of</th>" } else { "" };
    let mut html = format!(
        "<table>\n<caption>All words; {} of them are not in the picture</caption>\n\
         <thead><tr><th scope=\"col\">Word</th><th scope=\"col\">Count</th><th scope=\"col\">Weight</th>{of}\
         <th scope=\"col\">In the picture</th></tr></thead>\n<tbody>\n",
        layout.unplaced.len()
    );
    let mut row = |text: &str, count: u64, weight: f64, cloud: usize, shown: &str| {
        let of = match layout.clouds.get(cloud) {
            Some(cloud) if is_comparison => format!("<td dir=\"auto\">{}</td>", escape(&cloud.title)),
            _ => String::new(),
        };
        html += &format!(
            "<tr><td dir=\"auto\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>{of}<td>{}</td></tr>\n",
            escape(text),
            grouped(count),
            weight_text(weight),
            escape(shown)
        );
    };
    for word in &layout.words {
        row(&word.text, word.count, word.weight, word.cloud, &format!("{} px", word.size));
    }
    for word in &layout.unplaced {
        row(&word.text, word.count, word.weight, word.cloud, &format!("no: {}", word.reason));
    }
    html + "</tbody>\n</table>\n"
}

/// Formats a weight with four significant digits, as the script does.
fn weight_text(weight: f64) -> String {
    let rounded: f64 = format!("{weight:.3e}").parse().unwrap_or(weight);
    let is_plain = rounded == 0.0 || (1e-6..1e15).contains(&rounded.abs()) || !rounded.is_finite();
    if is_plain { rounded.to_string() } else { format!("{rounded:e}") }
}

#[derive(Serialize)]
struct Data<'a> {
    titles: Vec<&'a str>,
    words: Vec<Word<'a>>,
    /// The sentences of the words in the picture.
    sentences: Vec<&'a str>,
}

#[derive(Serialize)]
struct Word<'a> {
    text: &'a str,
    count: u64,
    weight: f64,
    cloud: usize,
    sentences: Vec<usize>,
}

fn data(layout: &Layout) -> String {
    let mut sentences = Vec::new();
    let mut numbers: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    let mut words = Vec::new();
    for word in &layout.words {
        let source: &CloudInfo = &layout.clouds[word.cloud];
        let number = |sentence: &u32| {
            *numbers.entry((word.cloud, *sentence)).or_insert_with(|| {
                sentences.push(source.sentences[*sentence as usize].as_str());
                sentences.len() - 1
            })
        };
        let own = word.sentences.iter().map(number).collect();
        words.push(Word {
            text: &word.text,
            count: word.count,
            weight: word.weight,
            cloud: word.cloud,
            sentences: own,
        });
    }
    let titles = layout.clouds.iter().map(|cloud| cloud.title.as_str()).collect();
    // Serializing texts and finite numbers never fails.
    serde_json::to_string(&Data { titles, words, sentences }).unwrap_or_default()
}

/// Escapes JSON for a script element, so that nothing in it can end the element or begin a comment.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_short() {
        for (weight, expected) in
            [(1.0, "1"), (0.123_456, "0.1235"), (1_234_567.0, "1235000"), (1e-9, "1e-9"), (f64::NAN, "NaN")]
        {
            assert_eq!(weight_text(weight), expected);
        }
    }
}
