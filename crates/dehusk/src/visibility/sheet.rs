//! Style sheets: finds their rules, and which of them can hide a text. Selectors are not parsed here, and declarations only
//! where a quick look at their names and first letters finds one that may hide.
//!
//! Media queries, `@supports` and cascade layers are respected. Other blocks that begin with `@`, and rules nested in
//! rules, are skipped. Takes linear time and memory in the length of the sheet.

use super::body;
use super::color::Color;
use super::refused::is_refused;
use super::style::{
    COLOR, Kinds, Property, Value, address_end, comment_end, declarations, find_outside, string_end,
};
use super::thresholds::{are_alike, can_hide};
use super::variables::Variables;
use crate::source::Span;
use crate::window::matches_media;
use std::collections::HashMap;

/// Maximum number of rules that are read on a page; chosen by hand, far above what pages of large shops have.
const MAX_RULES: usize = 20_000;
/// The layer of rules outside of all cascade layers, which win over those inside.
pub(super) const NO_LAYER: u16 = u16::MAX;

/// A rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// Its selectors in the source of the page.
    pub(super) selectors: Span,
    /// Its declarations in the source of the page.
    pub(super) body: Span,
    /// Its cascade layer; later layers win.
    pub(super) layer: u16,
    /// The kinds of its declarations, and perhaps others.
    pub(super) kinds: Kinds,
    /// The kinds of those that can hide a text.
    pub(super) hides: Kinds,
    /// Whether only its declarations that show something count: those of a sheet in `noscript`.
    pub(super) only_shows: bool,
}

/// Reads the sheets of a page, one after another.
#[derive(Debug)]
pub(super) struct Reader<'r> {
    pub(super) rules: Vec<Rule>,
    variables: &'r Variables<'r>,
    layers: HashMap<String, u16>,
    /// Whether white text is invisible where no background is given, since no other sheet can give one.
    is_paper_white: bool,
}

impl<'r> Reader<'r> {
    pub(super) fn new(variables: &'r Variables<'r>, is_paper_white: bool) -> Reader<'r> {
        Reader { rules: Vec::new(), variables, layers: HashMap::new(), is_paper_white }
    }

    /// Reads the sheet at `sheet` in the source of the page.
    pub(super) fn read(&mut self, sheet: Span, only_shows: bool) {
        let source = self.variables.source;
        let bytes = &source.as_bytes()[..sheet.end()];
        // The layers of the open blocks whose rules apply.
        let mut open: Vec<u16> = Vec::new();
        let mut at = sheet.start();
        while at < bytes.len() && self.rules.len() < MAX_RULES {
            let start = skip_space(bytes, at);
            let end = prelude_end(bytes, start);
            let prelude = source[start..end].trim_end();
            let layer = open.last().copied().unwrap_or(NO_LAYER);
            at = end + 1;
            match bytes.get(end) {
                Some(b'{') if prelude.starts_with('@') => match self.layer_of_block(prelude, layer) {
                    Some(layer) => open.push(layer),
                    None => at = block_end(bytes, at) + 1,
                },
                Some(b'{') => {
                    let found = body::scan(bytes, at, self.is_paper_white);
                    let selectors = Span::new(start, start + prelude.len());
                    let body = Span::new(at, found.end);
                    at = found.end + 1;
                    if found.kinds != 0 && !is_refused(prelude) {
                        let may_hide = found.may_hide && !only_shows;
                        let hides = if may_hide { self.hides(&source[body.range()]) } else { 0 };
                        let kinds = found.kinds;
                        self.rules.push(Rule { selectors, body, layer, kinds, hides, only_shows });
                    }
                }
                Some(b';') => self.declare_layers(prelude),
                Some(_) => drop(open.pop()), // a closing brace
                None => {}
            }
        }
    }

    /// Returns the kinds of the declarations of a rule that can hide a text.
    fn hides(&self, body: &str) -> Kinds {
        let mut hides = 0;
        let (mut color, mut background): (Option<Color>, Option<Color>) = (None, None);
        declarations(body, self.variables, |property, value, _| {
            hides |= if can_hide(property, value) { property.kind() } else { 0 };
            match (property, value) {
                (Property::Color | Property::TextFill, Value::Color(it)) => color = Some(it),
                (Property::Background, Value::Color(it)) => background = Some(it),
                _ => {}
            }
        });
        let paper = self.is_paper_white.then_some([255; 4]);
        match (color, background.or(paper)) {
            (Some(color), Some(background)) if are_alike(color, background) => hides | COLOR,
            _ => hides,
        }
    }

    /// The layer of the rules in a block that begins with `@`; `None` if they do not apply.
    fn layer_of_block(&mut self, prelude: &str, around: u16) -> Option<u16> {
        let end = prelude.find(|c: char| c.is_ascii_whitespace() || c == '(').unwrap_or(prelude.len());
        let (name, rest) = (&prelude[..end], prelude[end..].trim());
        match name.to_ascii_lowercase().as_str() {
            "@media" => matches_media(rest).then_some(around),
            "@supports" => (!rest.starts_with("not")).then_some(around),
            "@layer" => Some(self.layer(rest)),
            _ => None,
        }
    }

    /// Notes the order of the layers in a statement such as `@layer base, theme;`.
    fn declare_layers(&mut self, statement: &str) {
        if let Some(names) = statement.strip_prefix("@layer") {
            for name in names.split(',') {
                self.layer(name.trim());
            }
        }
    }

    /// The number of the layer with this name. A layer without a name is a new one each time.
    fn layer(&mut self, name: &str) -> u16 {
        let next = self.layers.len().min(usize::from(NO_LAYER) - 1) as u16;
        let name = if name.is_empty() { format!("\0{next}") } else { name.to_owned() };
        *self.layers.entry(name).or_insert(next)
    }
}

/// The position after spaces, comments and the `<!--` and `-->` of old pages.
fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let rest = &bytes[at.min(bytes.len())..];
        at += match rest {
            [b'/', b'*', ..] => comment_end(rest, 0) + 1,
            [b'<', b'!', b'-', b'-', ..] => 4,
            [b'-', b'-', b'>', ..] => 3,
            [space, ..] if space.is_ascii_whitespace() => 1,
            _ => return at,
        };
    }
}

/// The position of the `{`, `;` or `}` that ends a prelude.
fn prelude_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        at = body::next_special(bytes, at);
        match bytes.get(at) {
            None => return bytes.len(),
            Some(b'{' | b';' | b'}') => return at,
            Some(b'"' | b'\'') => at = string_end(bytes, at),
            Some(b'/') if bytes.get(at + 1) == Some(&b'*') => at = comment_end(bytes, at),
            Some(b'(') => at = address_end(bytes, at).unwrap_or(at),
            Some(b'\\') => at += 1,
            Some(_) => {}
        }
        at += 1;
    }
}

/// The position of the `}` that ends a block, or the end of the sheet.
fn block_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0usize;
    find_outside(bytes, start, |byte| {
        match byte {
            b'}' if depth == 0 => return true,
            b'}' => depth -= 1,
            b'{' => depth += 1,
            _ => {}
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::super::variables::Definitions;
    use super::*;

    fn read(sheet: &str) -> Vec<(&str, u16, bool)> {
        let definitions = Definitions::default();
        let variables = Variables::new(sheet, &definitions);
        let mut reader = Reader::new(&variables, false);
        reader.read(Span::new(0, sheet.len()), false);
        reader
            .rules
            .iter()
            .map(|rule| (&sheet[rule.selectors.range()], rule.layer, rule.hides != 0))
            .collect()
    }

    #[test]
    fn only_rules_that_matter_on_a_screen_are_found() {
        for (sheet, expected) in [
            ("p{border:0}.a , .b {display:none}", vec![(".a , .b", NO_LAYER, true)]),
            ("p{border:0}", vec![]),
            (".a, p::foo{display:none} .b:hover, .a{display:none}", vec![(".b:hover, .a", NO_LAYER, true)]),
            ("<!-- /* } */ p { content:'}'; opacity:1 } -->", vec![("p", NO_LAYER, false)]),
            ("@media print{p{display:none}} q{opacity:0}", vec![("q", NO_LAYER, true)]),
            (
                "@media screen{p{display:none}}q{color:#123}",
                vec![("p", NO_LAYER, true), ("q", NO_LAYER, false)],
            ),
            ("@import 'x';@font-face{src:x}@keyframes k{from{opacity:0}}", vec![]),
            ("@layer a,b;@layer b{p{opacity:0}}@layer a{q{opacity:0}}", vec![("p", 1, true), ("q", 0, true)]),
            ("@supports (display:grid){p{display:grid}}", vec![("p", NO_LAYER, false)]),
            (".a{.b{display:none}color:red}", vec![(".a", NO_LAYER, false)]),
            (".a{color:#fff;background:white}", vec![(".a", NO_LAYER, true)]),
            (".a{background:url(a;b{)} p{opacity:0}", vec![(".a", NO_LAYER, false), ("p", NO_LAYER, true)]),
            ("@media print{.a{src:url(})}} p{opacity:0}", vec![("p", NO_LAYER, true)]),
            ("@import url(a;b{);p{opacity:0}", vec![("p", NO_LAYER, true)]),
            ("}p{opacity:0", vec![("p", NO_LAYER, true)]),
            ("p", vec![]),
            ("@", vec![]),
            ("/*", vec![]),
            ("é\\", vec![]),
            ("'", vec![]),
        ] {
            assert_eq!(read(sheet), expected, "{sheet}");
        }
    }
}
