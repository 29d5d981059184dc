//! Style sheets: finds their rules, and which of them can hide a text. Selectors are not parsed here, and declarations only
//! where a quick look at their names and first letters finds one that may hide.
//!
//! Media queries, `@supports`, `@scope`, cascade layers and rules nested in rules are respected. Rules in `@container` are marked as
//! doubtful, since sizes of boxes are not known. Other blocks that begin with `@` are skipped. Takes linear time and memory in
//! the length of the sheet.

use super::animation::{self, Keyframes};
use super::body::{self, Body};
use super::color::{BLACK, Color, TRANSPARENT};
use super::layers::{Layers, NO_LAYER};
use super::parentheses::closing;
use super::refused::is_refused;
use super::style::{ANIMATION, COLOR, Kinds, Property, Value, declarations, find_outside, prefix_len};
use super::supports;
use super::thresholds::{are_alike, can_hide};
use super::variables::Variables;
use crate::conditions::Truth;
use crate::media_queries::matches_media;
use crate::page::push_growing_slowly;
use crate::source::Span;
use crate::style_text::{address_end, comment_end, string_end};
use std::collections::HashMap;

/// Maximum number of rules that are kept of a page; chosen by hand, far above what pages of large shops have. Of the others, only
/// those are kept that hide something. They are doubtful, since what shows it may be missing.
const MAX_RULES: usize = 20_000;
/// Maximum number of rules with these; chosen by hand.
const MAX_WITH_DOUBTFUL: usize = 2 * MAX_RULES;

/// Maximum number of blocks within each other; chosen by hand, far more than style sheets have.
const MAX_DEPTH: usize = 256;

/// A rule, or the declarations of one up to a nested rule, or from one on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// Its selectors in the source of the page.
    pub(super) selectors: Span,
    /// The number of the selectors that it is nested in, or [`NOT_NESTED`].
    pub(super) within: u32,
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
    /// Whether it is in a block with a condition that is not known to hold.
    pub(super) is_doubtful: bool,
}

/// What is not nested in selectors.
pub(super) const NOT_NESTED: u32 = u32::MAX;

/// Selectors of a rule, or of `@scope`, that other rules are nested in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The selectors in the source of the page.
    pub(super) selectors: Span,
    /// The number of the selectors that these are nested in, or [`NOT_NESTED`].
    pub(super) within: u32,
    /// Whether they are of `@scope`: rules there may match the element itself too.
    pub(super) is_scope: bool,
}

/// A block that is open.
#[derive(Clone, Copy, Debug)]
struct Block {
    layer: u16,
    is_doubtful: bool,
    /// The selectors of the declarations in the block, if it can have some.
    rule: Option<Span>,
    /// The number of the selectors that these are nested in.
    within: u32,
    /// The number of the selectors that rules in the block are nested in.
    own: u32,
}

impl Block {
    /// The sheet around all blocks.
    const SHEET: Block =
        Block { layer: NO_LAYER, is_doubtful: false, rule: None, within: NOT_NESTED, own: NOT_NESTED };
}

/// Reads the sheets of a page, one after another.
#[derive(Debug)]
pub(super) struct Reader<'r> {
    pub(super) rules: Vec<Rule>,
    pub(super) around: Vec<Around>,
    /// The open blocks whose rules may apply.
    open: Vec<Block>,
    only_shows: bool,
    variables: &'r Variables<'r>,
    pub(super) keyframes: Keyframes,
    layers: Layers,
    /// Whether white text is invisible where no background is given, since no other sheet can give one.
    is_paper_white: bool,
}

impl<'r> Reader<'r> {
    pub(super) fn new(variables: &'r Variables<'r>, is_paper_white: bool) -> Reader<'r> {
        Reader {
            rules: Vec::new(),
            around: Vec::new(),
            open: Vec::new(),
            only_shows: false,
            variables,
            keyframes: Keyframes::new(),
            layers: Layers::default(),
            is_paper_white,
        }
    }

    /// Reads the sheet at `sheet` in the source of the page.
    pub(super) fn read(&mut self, sheet: Span, only_shows: bool) {
        let bytes = &self.variables.source.as_bytes()[..sheet.end()];
        self.only_shows = only_shows;
        self.open.clear();
        let mut at = sheet.start();
        while at < bytes.len() && self.rules.len() < MAX_WITH_DOUBTFUL {
            let around = self.open.last().copied().unwrap_or(Block::SHEET);
            at = match around.rule {
                Some(selectors) => self.declarations(bytes, at, selectors, around),
                None => self.statement(bytes, at, around),
            };
        }
    }

    /// Reads a rule or a statement outside of rules. Returns the position after it, or after the beginning of a block.
    fn statement(&mut self, bytes: &[u8], at: usize, around: Block) -> usize {
        let start = skip_space(bytes, at);
        let end = self.prelude_end(bytes, start);
        let prelude = self.trimmed(start, end);
        match bytes.get(end) {
            Some(b'{') => return self.block(bytes, prelude, end + 1, around),
            Some(b';') => self.declare_layers(&self.variables.source[prelude.range()], around),
            Some(_) => drop(self.open.pop()), // a closing brace
            None => {}
        }
        end + 1
    }

    /// The position of the `{`, `;` or `}` that ends a prelude. A semicolon ends only what begins with `@`, and a closing brace
    /// only what is in a block; otherwise they are a part of the selectors, which are not valid then (CSS Syntax 3, section 5.5).
    fn prelude_end(&self, bytes: &[u8], start: usize) -> usize {
        let mut at = start;
        loop {
            at = body::next_special(bytes, at);
            match bytes.get(at) {
                None => return bytes.len(),
                Some(b'{') => return at,
                Some(b';') if bytes[start] == b'@' => return at,
                Some(b'}') if !self.open.is_empty() => return at,
                Some(b'"' | b'\'') => at = string_end(bytes, at),
                Some(b'/') if bytes.get(at + 1) == Some(&b'*') => at = comment_end(bytes, at),
                Some(b'(') => at = address_end(bytes, at).unwrap_or(at),
                Some(b'\\') => at += 1,
                Some(_) => {}
            }
            at += 1;
        }
    }

    /// Reads the declarations of an open rule up to its end or to a nested rule, which begins.
    fn declarations(&mut self, bytes: &[u8], at: usize, selectors: Span, around: Block) -> usize {
        let found = body::scan(bytes, at, self.is_paper_white);
        self.add(selectors, Span::new(at, found.nested.unwrap_or(found.end)), found, around);
        let Some(start) = found.nested else {
            self.open.pop();
            return found.end + 1;
        };
        let prelude = self.trimmed(skip_space(bytes, start).min(found.end), found.end);
        self.block(bytes, prelude, found.end + 1, around)
    }

    /// Reads the beginning of a block, or a whole rule without nested ones. Returns the position after it.
    fn block(&mut self, bytes: &[u8], prelude: Span, at: usize, around: Block) -> usize {
        let written = &self.variables.source[prelude.range()];
        if let Some(name) = keyframes_name(written) {
            let body = Span::new(at, block_end(bytes, at));
            self.keyframes.insert(animation::key(name), body);
            return body.end() + 1;
        }
        if written.starts_with('@') {
            let inside = self.block_with(prelude, around);
            self.open.extend(inside);
            return if inside.is_some() { at } else { block_end(bytes, at) + 1 };
        }
        if is_custom_property(written) || self.open.len() >= MAX_DEPTH {
            return block_end(bytes, at) + 1;
        }
        let found = body::scan(bytes, at, self.is_paper_white);
        if found.kinds == 0 && found.nested.is_none() {
            return found.end + 1;
        }
        if is_refused(written) {
            return block_end(bytes, at) + 1;
        }
        let end = found.nested.unwrap_or(found.end);
        let rule = Block { rule: Some(prelude), within: around.own, ..around };
        self.add(prelude, Span::new(at, end), found, rule);
        if found.nested.is_none() {
            return found.end + 1;
        }
        let own = self.surround(Around { selectors: prelude, within: around.own, is_scope: false });
        self.open.push(Block { own, ..rule });
        end
    }

    /// Adds selectors that rules are in. Returns their number.
    fn surround(&mut self, around: Around) -> u32 {
        push_growing_slowly(&mut self.around, around);
        self.around.len() as u32 - 1
    }

    /// Returns a part of the source without the spaces at its end.
    fn trimmed(&self, start: usize, end: usize) -> Span {
        Span::new(start, start + self.variables.source[start..end].trim_end().len())
    }

    /// Adds the declarations of a rule, if they matter.
    fn add(&mut self, selectors: Span, body: Span, found: Body, around: Block) {
        if found.kinds == 0 || body.is_empty() {
            return;
        }
        let may_hide = found.may_hide && !self.only_shows;
        let hides = if may_hide { self.hides(&self.variables.source[body.range()]) } else { 0 };
        let is_beyond = self.rules.len() >= MAX_RULES;
        if is_beyond && hides == 0 {
            return;
        }
        let Block { layer, within, .. } = around;
        let is_doubtful = around.is_doubtful || is_beyond;
        let (kinds, only_shows) = (found.kinds, self.only_shows);
        self.rules.push(Rule { selectors, within, body, layer, kinds, hides, only_shows, is_doubtful });
    }

    /// Lets the rules hide whose animations do at their end.
    pub(super) fn find_hiding_animations(&mut self) {
        let source = self.variables.source;
        let ends = self
            .keyframes
            .iter()
            .map(|(name, body)| (*name, animation::hides_at_end(&source[body.range()], self.variables)));
        let ends: HashMap<u32, Kinds> = ends.filter(|(_, hides)| *hides != 0).collect();
        let animated = self.rules.iter_mut().filter(|rule| rule.kinds & ANIMATION != 0 && !rule.only_shows);
        for rule in animated.take_while(|_| !ends.is_empty()) {
            declarations(&source[rule.body.range()], self.variables, |_, value, _| {
                if let Value::Named(name) = value {
                    rule.hides |= ends.get(&name).copied().unwrap_or_default();
                }
            });
        }
    }

    /// Lets the rules of a page without other sheets hide whose text may have the color of a background that another rule gives, or
    /// that is one of these, and those whose background may have the color of a text.
    pub(super) fn find_like_colors(&mut self, mut backgrounds: Vec<Color>) {
        let is_colored = |rule: &Rule| rule.kinds & COLOR != 0 && rule.hides & COLOR == 0 && !rule.only_shows;
        let mut texts = vec![BLACK];
        let colored = self.rules.iter().enumerate().filter(|(_, rule)| is_colored(rule));
        let own: Vec<(usize, OwnColors)> =
            colored.map(|(number, rule)| (number, self.own_colors(rule))).collect();
        for (_, OwnColors { text, background }) in &own {
            text.iter().for_each(|text| add_color(&mut texts, *text));
            background.iter().for_each(|background| add_color(&mut backgrounds, *background));
        }
        for (number, OwnColors { text, background }) in own {
            let is_like = |color: Color, others: &[Color]| others.iter().any(|it| are_alike(color, *it));
            let hides = match (text, background) {
                (Some(text), None) => is_like(text, &backgrounds),
                (None, Some(background)) => is_like(background, &texts),
                _ => false,
            };
            self.rules[number].hides |= if hides { COLOR } else { 0 };
        }
    }

    /// The colors that a rule gives text and background.
    fn own_colors(&self, rule: &Rule) -> OwnColors {
        let mut own = OwnColors::default();
        declarations(&self.variables.source[rule.body.range()], self.variables, |property, value, _| {
            let color = if let Value::Color(color) = value { Some(color) } else { None };
            let color = color.filter(|[.., alpha]| *alpha == u8::MAX);
            match property {
                Property::Color | Property::TextFill => own.text = color,
                Property::Background => own.background = color,
                _ => {}
            }
        });
        own
    }

    /// Returns the kinds of the declarations of a rule that can hide a text.
    fn hides(&self, body: &str) -> Kinds {
        let mut hides = 0;
        let (mut color, mut background): (Option<Color>, Option<Color>) = (None, None);
        declarations(body, self.variables, |property, value, _| {
            hides |= if can_hide(property, value) { property.kind() } else { 0 };
            match (property, value) {
                (Property::Color | Property::TextFill, Value::Color(it)) => color = Some(it),
                (Property::Background, Value::Color(it)) => background = (it != TRANSPARENT).then_some(it),
                _ => {}
            }
        });
        let paper = self.is_paper_white.then_some([255; 4]);
        match (color, background.or(paper)) {
            (Some(color), Some(background)) if are_alike(color, background) => hides | COLOR,
            _ => hides,
        }
    }

    /// Returns the block that begins with `@`; `None` if its rules do not apply.
    fn block_with(&mut self, prelude: Span, around: Block) -> Option<Block> {
        let written = &self.variables.source[prelude.range()];
        let end = written.find(|c: char| c.is_ascii_whitespace() || c == '(').unwrap_or(written.len());
        let (name, rest) = (&written[..end], written[end..].trim());
        let applies = match name.to_ascii_lowercase().as_str() {
            _ if self.open.len() >= MAX_DEPTH => false,
            "@media" => matches_media(rest),
            "@supports" => match supports::truth(rest, self.variables) {
                Truth::Unknown => return Some(Block { is_doubtful: true, ..around }),
                truth => truth == Truth::True,
            },
            "@layer" => return Some(Block { layer: self.layers.within(around.layer, rest), ..around }),
            "@container" => return Some(Block { is_doubtful: true, ..around }),
            "@scope" => return Some(self.scope(prelude, rest, around)),
            _ => false,
        };
        applies.then_some(around)
    }

    /// Returns the block of `@scope (.root) to (.end)`. The end is not looked for, nor is the root that the place of the sheet gives.
    fn scope(&mut self, prelude: Span, rest: &str, around: Block) -> Block {
        let root = rest.strip_prefix('(').and_then(|list| Some(&list[..closing(list, 0)?]));
        let Some(root) = root else { return Block { is_doubtful: true, rule: None, ..around } };
        let start = prelude.end() - rest.len() + 1;
        let selectors = Span::new(start, start + root.len());
        let own = self.surround(Around { selectors, within: around.own, is_scope: true });
        let is_doubtful = around.is_doubtful || rest.len() > root.len() + 2;
        Block { is_doubtful, rule: None, own, ..around }
    }

    /// Notes the order of the layers in a statement such as `@layer base, theme;` or `@import "x.css" layer(base);`.
    fn declare_layers(&mut self, statement: &str, around: Block) {
        let imported = || statement.split_once("layer(")?.1.split(')').next();
        let names =
            if statement.starts_with("@import") { imported() } else { statement.strip_prefix("@layer") };
        if let Some(names) = names {
            for name in names.split(',') {
                self.layers.within(around.layer, name.trim());
            }
        }
    }

    /// Replaces the numbers of layers by their places, when all sheets are read.
    pub(super) fn order_layers(&mut self) {
        let places = self.layers.places();
        for rule in self.rules.iter_mut().filter(|rule| rule.layer != NO_LAYER) {
            rule.layer = places[usize::from(rule.layer)];
        }
    }
}

/// The colors that a rule gives text and background, if they are not transparent.
#[derive(Clone, Copy, Debug, Default)]
struct OwnColors {
    text: Option<Color>,
    background: Option<Color>,
}

/// Adds a color to others, unless there are many.
fn add_color(colors: &mut Vec<Color>, color: Color) {
    /// Maximum number of colors that are compared; chosen by hand: the sheets of large sites have some dozens.
    const MAX_COLORS: usize = 64;
    if colors.len() < MAX_COLORS && !colors.contains(&color) {
        colors.push(color);
    }
}

/// The name of the keyframes that begin here.
fn keyframes_name(prelude: &str) -> Option<&str> {
    let name = prelude.strip_prefix('@')?;
    let name = &name[prefix_len(name.as_bytes())..];
    let (word, name) = name.split_once(|c: char| c.is_ascii_whitespace())?;
    word.eq_ignore_ascii_case("keyframes").then_some(name)
}

/// Whether a block is the value of a custom property, such as `--x: {}`.
fn is_custom_property(prelude: &str) -> bool {
    prelude.starts_with("--") && prelude.contains(':')
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
            (".a{.b{display:none}color:red}", vec![(".b", NO_LAYER, true), (".a", NO_LAYER, false)]),
            (
                ".a{opacity:0;/**/&.b{opacity:1}@media screen{&{top:0}left:0}}p{opacity:0}",
                vec![
                    (".a", NO_LAYER, true),
                    ("&.b", NO_LAYER, false),
                    ("&", NO_LAYER, false),
                    (".a", NO_LAYER, false),
                    ("p", NO_LAYER, true),
                ],
            ),
            (".a{--x:{opacity:0};opacity:0", vec![(".a", NO_LAYER, true)]),
            (".a{color:#fff;background:white}", vec![(".a", NO_LAYER, true)]),
            (".a{background:url(a;b{)} p{opacity:0}", vec![(".a", NO_LAYER, false), ("p", NO_LAYER, true)]),
            ("@media print{.a{src:url(})}} p{opacity:0}", vec![("p", NO_LAYER, true)]),
            ("@import url(a;b{);p{opacity:0}", vec![("p", NO_LAYER, true)]),
            ("}p{opacity:0}q{opacity:0", vec![("q", NO_LAYER, true)]),
            (
                "p{top:0};q{opacity:0}.a,.b;c{opacity:0}.c{opacity:0}",
                vec![("p", NO_LAYER, false), (".c", NO_LAYER, true)],
            ),
            (
                "@media all{p{top:0};q{opacity:0}i{opacity:0}}};b{top:-9px}",
                vec![("p", NO_LAYER, false), ("i", NO_LAYER, true)],
            ),
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
