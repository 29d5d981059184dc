//! The cascade: finds the rules of the page that match an element, and which declaration of each property wins.
//!
//! Two indexes keep this fast, as in browsers: rules are found by the id, class or name of their subject. The first index
//! has only the rules that can hide something. Only for an element that one of these matches, or whose attributes can
//! hide it, the second index is made, of all rules that matter.

use super::animation::{self, Keyframes, animate};
use super::backdrop::color_attribute;
use super::color::Color;
use super::layers::NO_LAYER;
use super::own::Cascaded;
use super::sheet::{Around, NOT_NESTED, Reader, Rule};
use super::style::{COLOR, Kinds, PROPERTIES, Property, Value, declarations};
use super::subject::{self, ANY, Key};
use super::thresholds::can_hide;
use super::variables::Variables;
use crate::budget::{Deadline, TimedOut};
use crate::css::{Caches, Matcher, Outer, Pattern, selectors};
use crate::markup::{Decode, Tag};
use crate::media_queries::matches_media;
use crate::page::{Element, Page};
use crate::page_cost::MAX_SELECTORS;
use crate::source::Span;
use std::borrow::Cow;
use std::ops::Range;

/// Maximum number of steps for matching all elements of a page: selectors tried and elements passed on the way. When they
/// are used up, no more rules match, so the answer is the same on every machine. Chosen by hand.
const MAX_STEPS: u64 = 5_000_000;

/// Number of bytes of declarations that are read in a step. Chosen by hand.
const BYTES_PER_STEP: usize = 16;

/// The number of a declaration's rule in `style` attributes.
pub(super) const INLINE: u32 = u32::MAX;

/// For each property, the declaration that wins.
pub(super) type Winners = [Option<Winner>; PROPERTIES];

/// A declaration and what decides between it and others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Winner {
    pub(super) value: Value,
    /// The rule it is from, or [`INLINE`].
    pub(super) rule: u32,
    rank: Rank,
}

impl Winner {
    /// The same declaration with another value.
    pub(super) fn with(self, value: Value) -> Winner {
        Winner { value, ..self }
    }

    /// Whether animations change nothing about it.
    pub(super) fn is_important(self) -> bool {
        self.rank.0
    }
}

/// The rank of a declaration: importance, inline or not, layer, specificity, order. A larger rank wins.
type Rank = (bool, bool, u16, u32, u32);

/// The rules of a page.
#[derive(Debug)]
pub(super) struct Styles {
    rules: Vec<Rule>,
    /// The selectors that rules are nested in.
    around: Vec<Around>,
    keyframes: Keyframes,
    hiding: Index,
    /// The rules with declarations of some kinds. It is made again if others are needed, which happens once for each kind at most.
    others: (Kinds, Index),
    /// The subjects that have a background in their `::before` or `::after`, sorted. Found when they are needed.
    underlaid: Option<Vec<Key>>,
    steps_left: u64,
    caches: Caches,
    /// Whether the page is in quirks mode.
    is_quirky: bool,
}

impl Styles {
    /// Reads the style sheets of a page. Takes linear time in their length.
    pub(super) fn of(page: &Page<'_>, variables: &Variables<'_>, is_paper_white: bool) -> Styles {
        let mut reader = Reader::new(variables, is_paper_white);
        let mut set: Option<String> = None;
        for style in page.style_elements() {
            let element = page.element(style.element);
            // Of several sets of sheets with titles, a reader sees the first one.
            let title = element.attribute("title").filter(|title| !title.is_empty());
            let is_of_set = title.is_none_or(|title| *set.get_or_insert_with(|| title.to_string()) == *title);
            let is_wanted = is_of_set
                && element.attribute("media").is_none_or(|media| matches_media(&media))
                && element.attribute("type").is_none_or(|kind| is_of_styles(&kind))
                && !style.is_inert;
            if is_wanted {
                reader.read(style.text, style.is_unscripted);
            }
        }
        reader.find_hiding_animations();
        // Where other sheets may give colors too, most text that would be found is on a picture or a banner.
        if !page.has_linked_sheets() {
            reader.find_like_colors(body_colors(page));
        }
        reader.order_layers();
        let Reader { rules, around, keyframes, .. } = reader;
        let hiding = Index::of(page.source().text(), (&rules, &around), |rule| rule.hides != 0);
        Styles {
            rules,
            around,
            keyframes,
            hiding,
            others: (0, Index::default()),
            underlaid: None,
            steps_left: MAX_STEPS,
            caches: Caches::default(),
            is_quirky: page.is_in_quirks_mode(),
        }
    }

    /// Returns the kinds of declarations by which rules can hide an element.
    pub(super) fn hiding(
        &mut self,
        element: Element<'_>,
        depth: usize,
        variables: &Variables<'_>,
        deadline: &Deadline,
    ) -> Result<Kinds, TimedOut> {
        let mut found = 0;
        if self.hiding.by_subject.is_empty() {
            return Ok(found);
        }
        let source = variables.source;
        let Styles { rules, around, hiding, steps_left, caches, is_quirky, .. } = self;
        let wants = |rule: u32| rules[rule as usize].hides != 0;
        let job = Job { source, around, deadline, steps_left, caches, is_quirky: *is_quirky, wants };
        hiding.matching(element, depth, job, |number, _| {
            found |= rules[number as usize].hides;
            0
        })?;
        Ok(found)
    }

    /// Whether a rule may give an element a background by `::before` or `::after`. Only the subjects are compared.
    pub(super) fn has_underlay(&mut self, element: Element<'_>, variables: &Variables<'_>) -> bool {
        let Styles { rules, underlaid, .. } = self;
        let found = underlaid.get_or_insert_with(|| underlaid_subjects(rules, variables));
        !found.is_empty()
            && keys(element, &Filter::ALL).into_iter().any(|key| found.binary_search(&key).is_ok())
    }

    /// Returns the winning declarations of some kinds for an element, including those of its `style` attribute.
    pub(super) fn winners(
        &mut self,
        element: Element<'_>,
        depth: usize,
        kinds: Kinds,
        variables: &Variables<'_>,
        deadline: &Deadline,
    ) -> Result<Cascaded, TimedOut> {
        let mut found = Declared { certain: [None; PROPERTIES], doubtful: Vec::new() };
        let source = variables.source;
        let Styles { rules, around, others: (known, index), steps_left, caches, is_quirky, .. } = self;
        if kinds & !*known != 0 {
            *known |= kinds;
            *index = Index::of(source, (rules, around), |rule| rule.kinds & *known != 0);
        }
        let wants = |rule: u32| rules[rule as usize].kinds & kinds != 0;
        let job = Job { source, around, deadline, steps_left, caches, is_quirky: *is_quirky, wants };
        index.matching(element, depth, job, |number, pattern| {
            let written = variables.written.get();
            let rule = &rules[number as usize];
            let is_doubtful = rule.is_doubtful || pattern.is_doubtful();
            add_rule(variables, rule, (number, pattern.specificity()), |property, new| {
                found.add(property, new, is_doubtful || variables.is_guessed.get());
            });
            (rule.body.len() + variables.written.get() - written) / BYTES_PER_STEP
        })?;
        add_inline(element, variables, |property, new| {
            found.add(property, new, variables.is_guessed.get());
        });
        let Declared { certain: mut winners, doubtful } = found;
        let mut perhaps = (!doubtful.is_empty()).then(|| Box::new(with(winners, &doubtful)));
        if let Some(perhaps) = &mut perhaps {
            animate(perhaps, &self.keyframes, variables);
        }
        let steps = animation::len(&winners, &self.keyframes) / BYTES_PER_STEP;
        self.steps_left = self.steps_left.saturating_sub(steps as u64);
        let is_doubtful = animate(&mut winners, &self.keyframes, variables);
        Ok(Cascaded { certain: winners, perhaps, is_doubtful })
    }
}

/// The declarations for an element: those that win, and those that perhaps do not apply.
struct Declared {
    certain: Winners,
    doubtful: Vec<(Property, Winner)>,
}

impl Declared {
    fn add(&mut self, property: Property, new: Winner, is_doubtful: bool) {
        if is_doubtful {
            self.doubtful.push((property, new));
        } else {
            add(&mut self.certain, property, new);
        }
    }
}

/// The background that the attributes of the body give the page.
fn body_colors(page: &Page<'_>) -> Vec<Color> {
    page.elements_with(Tag::Body).filter_map(|body| color_attribute(body, "bgcolor")).take(1).collect()
}

/// The subjects of rules for pseudo-elements with a background, sorted.
fn underlaid_subjects(rules: &[Rule], variables: &Variables<'_>) -> Vec<Key> {
    let source = variables.source;
    let mut found = Vec::new();
    for rule in rules.iter().filter(|rule| rule.kinds & COLOR != 0) {
        let list = &source[rule.selectors.range()];
        let mut has_background = false;
        if list.contains(":before") || list.contains(":after") {
            declarations(&source[rule.body.range()], variables, |property, value, _| {
                let is_background = matches!(property, Property::Background | Property::BackgroundImage);
                has_background |= is_background && value != Value::None;
            });
        }
        if has_background {
            selectors(list, |start, end| found.extend(subject::before_pseudo_element(&list[start..end])));
        }
    }
    found.sort_unstable();
    found
}

/// Whether a `style` element of this type is read. Browsers do not trim it (HTML, section 4.2.6).
fn is_of_styles(kind: &str) -> bool {
    kind.is_empty() || kind.eq_ignore_ascii_case("text/css")
}

/// Returns the declarations that win if others count too.
fn with(mut winners: Winners, others: &[(Property, Winner)]) -> Winners {
    others.iter().for_each(|(property, new)| add(&mut winners, *property, *new));
    winners
}

fn add_rule(
    variables: &Variables<'_>,
    rule: &Rule,
    (number, specificity): (u32, u32),
    mut add: impl FnMut(Property, Winner),
) {
    declarations(&variables.source[rule.body.range()], variables, |property, value, important| {
        if rule.only_shows && can_hide(property, value) {
            return;
        }
        // Among important declarations, earlier layers win, and those outside of layers lose.
        let layer = if important { NO_LAYER - rule.layer } else { rule.layer };
        let rank = (important, false, layer, specificity, number);
        add(property, Winner { value, rule: number, rank });
    });
}

fn add_inline(element: Element<'_>, variables: &Variables<'_>, mut add: impl FnMut(Property, Winner)) {
    if let Some(style) = element.attribute("style") {
        declarations(&style, variables, |property, value, important| {
            let rank = (important, true, NO_LAYER, 0, 0);
            add(property, Winner { value, rule: INLINE, rank });
        });
    }
}

fn add(winners: &mut Winners, property: Property, new: Winner) {
    let slot = &mut winners[property as usize];
    if slot.is_none_or(|old| new.rank >= old.rank) {
        *slot = Some(new);
    }
}

/// What a search needs besides the index.
struct Job<'j, W: Fn(u32) -> bool> {
    source: &'j str,
    /// The selectors that rules are nested in.
    around: &'j [Around],
    deadline: &'j Deadline,
    steps_left: &'j mut u64,
    caches: &'j mut Caches,
    is_quirky: bool,
    /// Whether a rule is searched for.
    wants: W,
}

/// Selectors by their subjects.
#[derive(Debug, Default)]
struct Index {
    /// The subjects with the numbers of their entries, in order.
    by_subject: Vec<(Key, u32)>,
    filter: Filter,
    entries: Vec<Entry>,
    /// The bytes of parsed selectors that are kept.
    kept: usize,
}

/// The subjects of an index, each as one bit, so that most elements are found to have none of them at once.
#[derive(Debug)]
struct Filter([u64; Filter::WORDS]);

impl Default for Filter {
    fn default() -> Filter {
        Filter([0; Filter::WORDS])
    }
}

impl Filter {
    /// Enough for some hundred subjects; with more, the filter says "perhaps" more often.
    const WORDS: usize = 64;
    /// The filter that says "perhaps" of all.
    const ALL: Filter = Filter([u64::MAX; Filter::WORDS]);

    fn place(key: Key) -> (usize, u64) {
        let bit = (key >> 20) as usize % (Filter::WORDS * 64);
        (bit / 64, 1 << (bit % 64))
    }

    fn add(&mut self, key: Key) {
        let (word, bit) = Filter::place(key);
        self.0[word] |= bit;
    }

    fn may_have(&self, key: Key) -> bool {
        let (word, bit) = Filter::place(key);
        self.0[word] & bit != 0
    }
}

/// A selector of a rule. It is parsed when it is tried.
#[derive(Debug)]
struct Entry {
    written: Span,
    rule: u32,
    /// The number of the selectors that the rule is nested in, or [`NOT_NESTED`].
    within: u32,
    /// Kept from the first time if there is room.
    parsed: Option<Option<Pattern>>,
}

impl Entry {
    /// The parsed selector, or nothing if it is not valid. `kept` counts the bytes of those that are kept.
    fn pattern(
        &mut self,
        job: &mut Job<'_, impl Fn(u32) -> bool>,
        kept: &mut usize,
    ) -> Option<Cow<'_, Pattern>> {
        /// Maximum bytes of parsed selectors of an index; chosen by hand, for some thousand selectors.
        const MAX_KEPT: usize = 1 << 20;
        /// Number of steps that parsing a selector takes, besides one for each [`BYTES_PER_STEP`]. Chosen by hand.
        const STEPS: usize = 4;
        if self.parsed.is_none() {
            let written = job.source[self.written.range()].trim();
            let outer = outer(job, self.within);
            let bytes = written.len() + outer.iter().map(|it| it.selectors.len()).sum::<usize>();
            *job.steps_left = job.steps_left.saturating_sub((STEPS + bytes / BYTES_PER_STEP) as u64);
            let pattern = Pattern::parse(written, &outer);
            let size = pattern.as_ref().map_or(0, |pattern| pattern.max_bytes(written, bytes));
            if *kept + size > MAX_KEPT {
                return pattern.map(Cow::Owned);
            }
            *kept += size;
            self.parsed = Some(pattern);
        }
        self.parsed.as_ref()?.as_ref().map(Cow::Borrowed)
    }
}

/// The selectors that an entry is nested in, the innermost first.
fn outer<'j>(job: &Job<'j, impl Fn(u32) -> bool>, within: u32) -> Vec<Outer<'j>> {
    let next = |number: u32| job.around.get(number as usize);
    let levels = std::iter::successors(next(within), |around| next(around.within));
    let outer = |it: &Around| Outer { selectors: &job.source[it.selectors.range()], is_scope: it.is_scope };
    levels.map(outer).collect()
}

/// The subjects of rules, with the places of their selectors in the source.
#[derive(Debug, Default)]
struct Subjects {
    all: Vec<(Key, Span)>,
    /// The places of lists of selectors in the source, in ascending order, with those of their subjects.
    lists: Vec<(usize, Range<usize>)>,
}

impl Subjects {
    /// Those of a rule. Lists that are in the source after all others so far are new; the others belong to rules that go on.
    fn of(&mut self, source: &str, around: &[Around], rule: &Rule) -> &[(Key, Span)] {
        let at = rule.selectors.start();
        let is_new = self.lists.last().is_none_or(|(last, _)| *last < at);
        let known = if is_new { None } else { self.lists.binary_search_by_key(&at, |(at, _)| *at).ok() };
        if let Some(known) = known {
            return &self.all[self.lists[known].1.clone()];
        }
        let start = self.all.len();
        find_subjects(source, around, rule, |key, written| {
            if self.all.len() < MAX_SELECTORS {
                self.all.push((key, written));
            }
        });
        if is_new {
            self.lists.push((at, start..self.all.len()));
        }
        &self.all[start..]
    }
}

/// Calls `found` with the key of the subject of each selector of a rule, and its place in the source.
fn find_subjects(source: &str, around: &[Around], rule: &Rule, mut found: impl FnMut(Key, Span)) {
    let list = &source[rule.selectors.range()];
    let at = rule.selectors.start();
    selectors(list, |start, end| {
        let selector = &list[start..end];
        let key = match rule.within {
            NOT_NESTED => subject::subject(selector),
            within => nested_subject(source, around, selector, within),
        };
        if let Some(key) = key {
            found(key, Span::new(at + start, at + end));
        }
    });
}

/// The key of the subject of a selector that is nested in others.
fn nested_subject(source: &str, around: &[Around], selector: &str, mut within: u32) -> Option<Key> {
    /// Number of selectors around it that are looked at. Chosen by hand, more than people nest.
    const MAX_LEVELS: usize = 8;
    let mut selector = selector;
    for _ in 0..MAX_LEVELS {
        let parent = around.get(within as usize).filter(|_| subject::is_of_parent(selector));
        let Some(parent) = parent else { return subject::subject(selector) };
        selector = &source[parent.selectors.range()];
        within = parent.within;
        if parent.is_scope || selector.contains(',') {
            return Some(ANY);
        }
    }
    Some(ANY)
}

impl Index {
    /// Makes the index of the selectors of some rules, which may be nested in others. The selectors of a rule that others interrupt
    /// are read once.
    fn of(source: &str, (rules, around): (&[Rule], &[Around]), is_wanted: impl Fn(&Rule) -> bool) -> Index {
        let mut index = Index::default();
        let mut subjects = Subjects::default();
        for (number, rule) in rules.iter().enumerate().filter(|(_, rule)| is_wanted(rule)) {
            for (key, written) in subjects.of(source, around, rule) {
                if index.entries.len() == MAX_SELECTORS {
                    break;
                }
                index.by_subject.push((*key, index.entries.len() as u32));
                index.filter.add(*key);
                let (rule, within) = (number as u32, rule.within);
                index.entries.push(Entry { written: *written, rule, within, parsed: None });
            }
        }
        index.by_subject.sort_unstable();
        index
    }

    /// Calls `found` with the number of each wanted rule that matches an element, and with its selector; it returns how many
    /// steps it took. A rule with several selectors that match is reported for each of them.
    fn matching(
        &mut self,
        element: Element<'_>,
        depth: usize,
        mut job: Job<'_, impl Fn(u32) -> bool>,
        found: impl FnMut(u32, &Pattern) -> usize,
    ) -> Result<(), TimedOut> {
        let mut matcher = None;
        let matched = self.try_all(element, depth, &mut job, &mut matcher, found);
        if let Some(matcher) = matcher {
            *job.caches = matcher.into_caches();
        }
        matched
    }

    /// The same; makes the matcher with the first selector that is tried.
    fn try_all(
        &mut self,
        element: Element<'_>,
        depth: usize,
        job: &mut Job<'_, impl Fn(u32) -> bool>,
        matcher: &mut Option<Matcher>,
        mut found: impl FnMut(u32, &Pattern) -> usize,
    ) -> Result<(), TimedOut> {
        let Index { by_subject, filter, entries, kept } = self;
        for key in keys(element, filter) {
            let first = by_subject.partition_point(|(other, _)| *other < key);
            for (_, number) in by_subject[first..].iter().take_while(|(other, _)| *other == key) {
                if *job.steps_left == 0 {
                    return Ok(());
                }
                let entry = &mut entries[*number as usize];
                if !(job.wants)(entry.rule) {
                    continue;
                }
                *job.steps_left -= 1;
                let rule = entry.rule;
                let Some(pattern) = entry.pattern(job, kept) else { continue };
                let matcher = matcher.get_or_insert_with(|| {
                    let caches = std::mem::take(job.caches);
                    Matcher::of_sheets(job.is_quirky, job.deadline, *job.steps_left, caches)
                });
                let before = matcher.steps_left();
                let matched = matcher.matches_pattern(&pattern, element, depth);
                *job.steps_left = job.steps_left.saturating_sub(before - matcher.steps_left());
                match matched {
                    Ok(true) => {
                        let steps = found(rule, &pattern) as u64;
                        *job.steps_left = job.steps_left.saturating_sub(steps);
                    }
                    Ok(false) => {}
                    Err(TimedOut::Selector) => *job.steps_left = 0,
                    Err(timed_out) => return Err(timed_out),
                }
            }
        }
        Ok(())
    }
}

/// The keys of the subjects that an element can be and that the filter may have: of its id, its classes, its name, and of any
/// element. Each once.
fn keys(element: Element<'_>, filter: &Filter) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut add = |key: Key| {
        if filter.may_have(key) {
            keys.push(key);
        }
    };
    add(ANY);
    add(subject::tag_key(&element.name()));
    for (name, value) in element.raw_attributes() {
        if name.len() == 2 && name.eq_ignore_ascii_case("id") {
            add(subject::id_key(&decoded(value)));
        } else if name.len() == 5 && name.eq_ignore_ascii_case("class") {
            decoded(value).split_ascii_whitespace().for_each(|class| add(subject::class_key(class)));
        }
    }
    if keys.len() > 1 {
        keys.sort_unstable();
        keys.dedup();
    }
    keys
}

/// The value of an attribute, given as written.
fn decoded(value: &str) -> Cow<'_, str> {
    if value.contains('&') { Decode::attribute(value) } else { Cow::Borrowed(value) }
}
