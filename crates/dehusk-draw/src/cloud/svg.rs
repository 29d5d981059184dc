//! Writes a layout as SVG in three forms: for viewers, with embedded or named fonts, tooltips and languages;
//! for an HTML page; and for resvg, which must draw with exactly the font faces of the layout.

use super::faces::UsedFaces;
use super::font_subset::subset;
use super::layout::{Heading, Layout, Placed};
use super::palette::{Colors, Palette, Theme};
use super::shaping::{REFERENCE, Run, Shaped};
use crate::canvas::number;
use crate::text::{escape, grouped};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeSet;

/// What an SVG is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A standalone file.
    Standalone,
    /// Part of an HTML page, whose style sheet defines the fonts and colors.
    Page,
    /// Rendering with resvg.
    Resvg,
}

/// Turns off language-specific shaping in browsers. usvg, which measured the words, ignores languages, so
/// words would not match the layout otherwise. For example, Noto Sans Arabic uses special glyphs and no
/// ligatures for Urdu. English is safe because no built-in font has special glyphs for it.
pub(super) const ONE_SHAPING: &str = "text{font-language-override:\"ENG\"}\n";

/// The picture as a standalone file.
pub(super) fn standalone(layout: &Layout, theme: Theme) -> String {
    write(layout, theme, Form::Standalone)
}

/// The picture as part of an HTML page.
pub(super) fn for_page(layout: &Layout, theme: Theme) -> String {
    write(layout, theme, Form::Page)
}

/// The picture for resvg.
pub(super) fn for_resvg(layout: &Layout, theme: Theme) -> String {
    write(layout, theme, Form::Resvg)
}

/// CSS rules that embed the built-in font faces of the layout, subset to the glyphs it uses.
pub(super) fn font_faces(layout: &Layout) -> String {
    let mut css = String::new();
    for (index, face) in layout.used.faces.iter().enumerate().filter(|(_, face)| face.is_embedded) {
        let whole = layout.used.data(index).unwrap_or_default();
        let (mut characters, mut glyphs) = (BTreeSet::new(), BTreeSet::new());
        for run in layout.runs().filter(|run| run.face == index) {
            characters.extend(run.text.chars());
            glyphs.extend(&run.glyphs);
        }
        // All built-in fonts can be subset, as the tests of `font_subset` show.
        let file = subset(&whole, &characters, &glyphs).unwrap_or(whole);
        let (name, data) = (embedded_name(&face.family), STANDARD.encode(file));
        css += &format!("@font-face{{font-family:\"{name}\";src:url(data:font/ttf;base64,{data})}}\n");
    }
    css
}

/// The colors of words and background as CSS rules.
pub(super) fn color_rules(palette: Palette, theme: Theme) -> String {
    match theme {
        Theme::Light => rules(&palette.colors(false)),
        Theme::Dark => rules(&palette.colors(true)),
        Theme::Auto => format!(
            "{}@media(prefers-color-scheme:dark){{\n{}}}\n",
            rules(&palette.colors(false)),
            rules(&palette.colors(true))
        ),
    }
}

fn rules(colors: &Colors) -> String {
    let word = |(index, color): (usize, &&str)| format!(".c{index}{{fill:{color}}}\n");
    let words: String = colors.words.iter().enumerate().map(word).collect();
    format!("{words}.ink{{fill:{}}}\n.ground{{fill:{}}}\n", colors.ink, colors.background)
}

/// A family name that no installed font has.
fn embedded_name(family: &str) -> String {
    format!("dehusk {family}")
}

fn write(layout: &Layout, theme: Theme, form: Form) -> String {
    let (width, height) = (layout.settings.width, layout.settings.height);
    let colors = layout.settings.palette.colors(theme == Theme::Dark);
    let language = layout.clouds.iter().find_map(|cloud| cloud.language.as_deref()).unwrap_or_default();
    let language = match (form, language) {
        (Form::Resvg, _) | (_, "") => String::new(),
        (_, tag) => format!(" lang=\"{0}\" xml:lang=\"{0}\"", escape(tag)),
    };
    let role = if form == Form::Page { "group" } else { "img" };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"{role}\"{language} text-anchor=\"middle\" \
         text-rendering=\"geometricPrecision\">\n<title>{}</title>\n<desc>{}</desc>\n",
        escape(&layout.description()),
        escape(&layout.heaviest()),
    );
    if form == Form::Standalone {
        let dark =
            if theme == Theme::Auto { color_rules(layout.settings.palette, theme) } else { String::new() };
        svg += &format!("<style>\n{ONE_SHAPING}{}{dark}</style>\n", font_faces(layout));
    }
    svg += &format!(
        "<rect class=\"ground\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        colors.background
    );
    for heading in &layout.headings {
        write_heading(&mut svg, heading, layout, colors.ink, form);
    }
    for (number, word) in layout.words.iter().enumerate() {
        write_word(&mut svg, number, word, layout, colors.words[word.color], form);
    }
    svg + "</svg>\n"
}

fn write_heading(svg: &mut String, heading: &Heading, layout: &Layout, ink: &str, form: Form) {
    let Heading { x, y, size, shaped } = heading;
    *svg += &format!("<text class=\"ink\" fill=\"{ink}\" font-size=\"{}\"", number(*size));
    write_runs(svg, shaped, (*x, *y), *size, &layout.used, form);
}

fn write_word(svg: &mut String, index: usize, word: &Placed, layout: &Layout, color: &str, form: Form) {
    let (x, y) = word.origin;
    if form != Form::Resvg {
        let title = format!("{}: {}", word.text, grouped(word.count));
        *svg += &format!("<g class=\"word\" data-word=\"{index}\"><title>{}</title>", escape(&title));
    }
    *svg += &format!("<text class=\"c{}\" fill=\"{color}\" font-size=\"{}\"", word.color, number(word.size));
    if word.angle != 0 {
        *svg += &format!(" transform=\"rotate({} {x} {y})\"", word.angle);
    }
    write_runs(svg, &word.shaped, word.origin, word.size, &layout.used, form);
    if form != Form::Resvg {
        svg.truncate(svg.trim_end().len());
        *svg += "</g>\n";
    }
}

/// Writes the rest of an open text element: its direction and its runs, each centered at its middle.
fn write_runs(
    svg: &mut String,
    shaped: &Shaped,
    (x, y): (i32, i32),
    size: f64,
    used: &UsedFaces,
    form: Form,
) {
    if shaped.is_rtl && form != Form::Resvg {
        *svg += " direction=\"rtl\"";
    }
    if let [run] = &shaped.runs[..] {
        let font = font(run, size, used, form);
        *svg += &format!(" x=\"{x}\" y=\"{y}\"{font}>{}</text>\n", escape(&run.text));
        return;
    }
    *svg += ">";
    for run in &shaped.runs {
        let middle = f64::from(x) + f64::from(run.middle) * size / f64::from(REFERENCE);
        let font = font(run, size, used, form);
        *svg += &format!("<tspan x=\"{middle:.2}\" y=\"{y}\"{font}>{}</tspan>", escape(&run.text));
    }
    *svg += "</text>\n";
}

/// The attributes that name the font of a run.
fn font(run: &Run, size: f64, used: &UsedFaces, form: Form) -> String {
    if form == Form::Resvg {
        return format!(" font-family=\"{}\"", UsedFaces::name(run.face));
    }
    let face = &used.faces[run.face];
    let family = escape(&face.family.replace(['\'', '\\'], ""));
    if face.is_embedded {
        return format!(" font-family=\"'{}','{family}',sans-serif\"", embedded_name(&family));
    }
    let weight = if face.weight == 400 { String::new() } else { format!(" font-weight=\"{}\"", face.weight) };
    let width = f64::from(run.advance) * size / f64::from(REFERENCE);
    format!(
        " font-family=\"'{family}',sans-serif\"{weight} textLength=\"{width:.2}\" lengthAdjust=\"spacingAndGlyphs\""
    )
}
