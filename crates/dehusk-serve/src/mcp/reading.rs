//! What an agent reads of a page: its main content, in which everything that the page does not show is flagged.
//!
//! Text that is kept although the page hides it stands between [`Reading::OPEN`] and [`Reading::CLOSE`];
//! invisible characters are removed and counted. Nothing here fetches, and nothing cuts the text; `slice` does.

use std::ops::Range;

use dehusk::metadata::{Context, Metadata};
use dehusk::parts::{Block, Parts};
use dehusk::render::Markup;
use dehusk::selection::{Emission, Hiding};
use dehusk::source::Span;
use dehusk::visibility::HiddenText;
use dehusk::{Extraction, Options, PageInput, Status};

use super::extractors::Extractors;
use super::invisible::{Cleaner, Removed, without_invisible};
use super::marks::{Mark, SameSelection, free_characters, with_marks};

/// The content type of a source that was decoded.
const DECODED: &str = "text/html; charset=utf-8";

/// The form of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Form {
    /// GitHub Flavored Markdown.
    #[default]
    Markdown,
    /// Plain text.
    Text,
    /// HTML of a few elements without scripts and styles.
    Html,
}

impl Form {
    fn markup(self) -> Markup {
        match self {
            Form::Markdown => Markup::MARKDOWN,
            Form::Text => Markup::NONE,
            Form::Html => Markup::HTML,
        }
    }

    fn of(self, extraction: &Extraction) -> &str {
        match self {
            Form::Markdown => extraction.markdown().unwrap_or_default(),
            Form::Text => extraction.text(),
            Form::Html => extraction.html().unwrap_or_default(),
        }
    }
}

/// A page whose main content was extracted.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) extraction: Extraction,
    pub(super) metadata: Option<Metadata>,
    /// The decoded page.
    source: String,
    address: Option<String>,
    form: Form,
}

impl Answer {
    /// Extracts the main content of a page in this form, with the list of its blocks. `hidden` says what
    /// happens to hidden text.
    fn with(extractors: &mut Extractors<'_>, page: &PageInput<'_>, form: Form, hidden: HiddenText) -> Answer {
        let mut parts = Parts::NONE;
        parts.blocks = true;
        let options = Options::new().with_markup(form.markup()).with_parts(parts).with_hidden(hidden);
        extractors.open(options, page, |opened, options| {
            let context = Context { address: page.address, ..Context::default() };
            let metadata = opened.metadata(&context);
            let extraction = opened.extract(options.method_value());
            let source = opened.page().map(|page| page.source().text().to_owned()).unwrap_or_default();
            Answer { extraction, metadata, source, address: page.address.map(str::to_owned), form }
        })
    }

    /// Extracts the main content of a page in this form.
    pub(super) fn of(extractors: &mut Extractors<'_>, page: &PageInput<'_>, form: Form) -> Answer {
        Answer::with(extractors, page, form, HiddenText::Auto)
    }

    /// The blocks of the main content that have a place in the text.
    pub(super) fn kept_blocks(&self) -> impl Iterator<Item = &Block> {
        self.extraction.blocks().iter().filter(|block| block.kept && block.text.is_some())
    }

    /// Whether no text could be found or read.
    pub(super) fn has_no_text(&self) -> bool {
        self.extraction.text().trim().is_empty() || self.extraction.status().is_failure()
    }

    /// Returns the text for an agent.
    pub(super) fn reading(&self, extractors: &mut Extractors<'_>) -> Reading {
        if self.extraction.hidden_kept() == 0 {
            return self.unmarked_reading();
        }
        if let Some((reading, _)) = self.render(extractors, &[]).and_then(|rendered| rendered.flagged()) {
            return Reading { notes: self.notes(), ..reading };
        }
        let input = self.input(self.source.as_bytes());
        let without = Answer::with(extractors, &input, self.form, HiddenText::Drop);
        let mut reading = without.unmarked_reading();
        reading.notes.push(DROPPED_NOTE.to_owned());
        reading
    }

    fn input<'a>(&'a self, bytes: &'a [u8]) -> PageInput<'a> {
        PageInput { content_type: Some(DECODED), address: self.address.as_deref(), ..PageInput::new(bytes) }
    }

    fn unmarked_reading(&self) -> Reading {
        let (text, removed) = without_invisible(self.form.of(&self.extraction));
        Reading { text, hidden: Vec::new(), removed, notes: self.notes() }
    }

    /// What an agent should know about the whole text.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.extraction.reason() == Some("json_ld") {
            notes.push(DATA_NOTE.to_owned());
        }
        if self.extraction.selection().is_some_and(|selection| selection.emission == Emission::Unscripted) {
            notes.push(NOSCRIPT_NOTE.to_owned());
        }
        if self.extraction.status() == Status::Partial {
            let limit = self.extraction.reason().unwrap_or("a limit").replace('_', " ");
            notes.push(format!("The page is too large; only its beginning was read ({limit})."));
        }
        notes
    }

    /// Returns the hidden texts that are kept, cut at the borders of blocks, in the order of the source; `None`
    /// if some overlap. Those in no block are captions that only markup has.
    fn hidden_spans(&self) -> Option<Vec<(Span, Hiding)>> {
        let mut blocks: Vec<Span> = self.kept_blocks().map(|block| block.source).collect();
        blocks.sort_unstable();
        let mut spans = Vec::new();
        let hidden = &self.extraction.selection()?.hidden;
        for hidden in hidden.iter().filter(|hidden| hidden.kept) {
            let first = blocks.partition_point(|block| block.end() <= hidden.span.start());
            let before = spans.len();
            for block in blocks[first..].iter().take_while(|block| block.start() < hidden.span.end()) {
                let start = block.start().max(hidden.span.start());
                spans.push((Span::new(start, block.end().min(hidden.span.end())), hidden.how));
            }
            if spans.len() == before {
                spans.push((hidden.span, hidden.how));
            }
        }
        let is_ordered = spans.windows(2).all(|pair| pair[0].0.end() <= pair[1].0.start());
        is_ordered.then_some(spans)
    }

    /// Writes the text again with marks before and behind each hidden text and each of these spans. Returns
    /// `None` if there are no characters for marks or the page cannot be written again.
    fn render(&self, extractors: &mut Extractors<'_>, places: &[Span]) -> Option<Rendered> {
        let events = events(&self.hidden_spans()?, places);
        let characters = free_characters(&[&self.source, self.form.of(&self.extraction)], events.len())?;
        let marks: Vec<Mark> =
            events.iter().zip(&characters).map(|((at, _), &character)| Mark { at: *at, character }).collect();
        let source = with_marks(&self.source, &marks);
        // What was dropped beside the text, such as captions, is dropped again.
        let options = Options::new().with_markup(self.form.markup()).with_hidden(HiddenText::Auto);
        let same = SameSelection::new(self.extraction.selection()?, &marks);
        let input = self.input(source.as_bytes());
        let again = extractors.open(options, &input, |opened, _| opened.extract(&same));
        let text = self.form.of(&again).to_owned();
        let events = events.into_iter().map(|(_, event)| event).collect();
        (!again.status().is_failure()).then_some(Rendered { text, characters, events })
    }

    /// Returns where these spans of the source are in a reading of this answer, in characters; `None` for a
    /// span that cannot be found.
    pub(super) fn places(
        &self,
        extractors: &mut Extractors<'_>,
        reading: &Reading,
        spans: &[Span],
    ) -> Vec<Option<Range<usize>>> {
        let found = self.render(extractors, spans).and_then(|rendered| rendered.flagged());
        let Some((own, places)) = found else { return vec![None; spans.len()] };
        let pairs = places.chunks(2).map(|pair| Some(pair[0]?..pair[1]?));
        let ranges: Vec<_> = pairs.map(|range| range.filter(|range| range.start < range.end)).collect();
        moved(&own.text, &reading.text, ranges)
    }
}

/// What a mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// The beginning of a hidden text.
    Open(Hiding),
    /// The end of a hidden text.
    Close,
    /// The beginning or the end of a place that is looked for. The places are numbered in order, two numbers
    /// for each.
    Place(usize),
}

/// Returns the events of hidden texts and of places in the order of the source. At the same byte, ends come
/// before beginnings.
fn events(hidden: &[(Span, Hiding)], places: &[Span]) -> Vec<(usize, Event)> {
    let hidden = hidden
        .iter()
        .flat_map(|&(span, how)| [(span.start(), true, Event::Open(how)), (span.end(), false, Event::Close)]);
    let places = places.iter().enumerate().flat_map(|(index, span)| {
        [(span.start(), true, Event::Place(2 * index)), (span.end(), false, Event::Place(2 * index + 1))]
    });
    let mut events: Vec<_> = hidden.chain(places).collect();
    events.sort_by_key(|&(at, begins, _)| (at, begins));
    events.into_iter().map(|(at, _, event)| (at, event)).collect()
}

/// The text of a page with a mark for each event.
struct Rendered {
    text: String,
    /// The marks, in the order of their code points.
    characters: Vec<char>,
    /// What each mark stands for.
    events: Vec<Event>,
}

impl Rendered {
    /// Replaces the marks with flags. Also returns the position of each place in the text, in characters; `None` for a place
    /// that is not in it. Returns `None` unless the hidden texts are in the text once and in order.
    fn flagged(&self) -> Option<(Reading, Vec<Option<usize>>)> {
        let is_place = |event: &&Event| matches!(event, Event::Place(_));
        let places = self.events.iter().filter(is_place).count();
        let mut writer = Writer { places: vec![None; places], ..Writer::default() };
        let mut hidden = self.events.iter().filter(|event| !is_place(event));
        let mut chars = self.text.chars().peekable();
        while let Some(c) = chars.next() {
            let Ok(mark) = self.characters.binary_search(&c) else {
                writer.write(c, chars.peek().copied());
                continue;
            };
            match self.events[mark] {
                Event::Place(place) => writer.place(place),
                event if hidden.next() != Some(&event) => return None,
                Event::Open(how) => writer.open(how),
                Event::Close => writer.close(),
            }
        }
        hidden.next().is_none().then(|| writer.finish())
    }
}

/// Writes a reading character by character. Hidden texts with only signs and spaces between them share their flags.
#[derive(Default)]
struct Writer {
    reading: Reading,
    cleaner: Cleaner,
    /// The number of characters written.
    position: usize,
    /// Where each place is.
    places: Vec<Option<usize>>,
    /// Where the hidden text begins that is being written, and how it is hidden.
    open: Option<(usize, Hiding)>,
    /// What is between the hidden text and what comes next, if that is not known yet.
    gap: Option<Gap>,
}

/// Signs and spaces behind a hidden text, which is open until a letter or a digit follows.
#[derive(Default)]
struct Gap {
    text: String,
    /// The number of characters of the text.
    length: usize,
    /// The places in it, with the number of characters before each.
    places: Vec<(usize, usize)>,
}

impl Writer {
    fn write(&mut self, c: char, next: Option<char>) {
        if !self.cleaner.keeps(c, next) {
            return;
        }
        if let Some(gap) = self.gap.as_mut().filter(|_| !c.is_alphanumeric()) {
            gap.text.push(c);
            gap.length += 1;
            return;
        }
        self.end_hidden();
        self.reading.text.push(if self.open.is_some() { without_brackets(c) } else { c });
        self.position += 1;
    }

    fn place(&mut self, place: usize) {
        match &mut self.gap {
            Some(gap) => gap.places.push((place, gap.length)),
            None => self.places[place] = Some(self.position),
        }
    }

    fn open(&mut self, how: Hiding) {
        if self.open.is_some_and(|(_, open)| open == how) {
            // The hidden text before goes on.
            let gap = self.gap.take().unwrap_or_default();
            self.push_gap(&gap, without_brackets);
            return;
        }
        self.end_hidden();
        self.open = Some((self.position, how));
        self.push(&Reading::opening(how));
    }

    fn close(&mut self) {
        self.gap = Some(Gap::default());
    }

    /// Ends the hidden text before a gap, if there is one.
    fn end_hidden(&mut self) {
        let Some(gap) = self.gap.take() else { return };
        self.push(Reading::CLOSE);
        self.reading.hidden.extend(self.open.take().map(|(start, how)| (start..self.position, how)));
        self.push_gap(&gap, |c| c);
    }

    fn push_gap(&mut self, gap: &Gap, written: impl Fn(char) -> char) {
        for &(place, before) in &gap.places {
            self.places[place] = Some(self.position + before);
        }
        self.reading.text.extend(gap.text.chars().map(written));
        self.position += gap.length;
    }

    fn push(&mut self, flag: &str) {
        self.reading.text.push_str(flag);
        self.position += flag.chars().count();
    }

    fn finish(mut self) -> (Reading, Vec<Option<usize>>) {
        self.end_hidden();
        (Reading { removed: self.cleaner.removed, ..self.reading }, self.places)
    }
}

/// Moves ranges of one text to another that has the same letters and digits, except for a different beginning: Markdown
/// may begin with a title that only one of them needs, and what is written for emphasis or to escape a character depends on
/// the characters beside it. A range before another difference is lost.
fn moved(own: &str, other: &str, ranges: Vec<Option<Range<usize>>>) -> Vec<Option<Range<usize>>> {
    if own == other {
        return ranges;
    }
    let letters = |text: &str| -> Vec<(usize, char)> {
        text.chars().enumerate().filter(|(_, c)| c.is_alphanumeric()).collect()
    };
    let (own, other) = (letters(own), letters(other));
    let same = own.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a.1 == b.1).count();
    let move_one = |range: Range<usize>| {
        let first = own.partition_point(|(at, _)| *at < range.start);
        let behind = own.partition_point(|(at, _)| *at < range.end);
        let in_other =
            |letter: usize| other.get((letter + other.len()).checked_sub(own.len())?).map(|(at, _)| *at);
        let is_known = first < behind && first + same >= own.len();
        if is_known { Some(in_other(first)?..in_other(behind - 1)? + 1) } else { None }
    };
    ranges.into_iter().map(|range| range.and_then(move_one)).collect()
}

/// A bracket as a parenthesis: hidden text cannot end its own flag.
fn without_brackets(c: char) -> char {
    match c {
        '[' => '(',
        ']' => ')',
        c => c,
    }
}

const DATA_NOTE: &str = "The page does not show this text: it is the article in the page's data (JSON-LD).";
const NOSCRIPT_NOTE: &str = "The page shows some of this text only in browsers without scripts.";
const DROPPED_NOTE: &str = "Text that the page hides was left out.";

/// A text for an agent.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// The text, with flags.
    pub(super) text: String,
    /// The hidden texts with their flags, in characters of the text, in order.
    pub(super) hidden: Vec<(Range<usize>, Hiding)>,
    /// The invisible characters that were removed.
    pub(super) removed: Removed,
    /// What to know about the text, each a sentence.
    pub(super) notes: Vec<String>,
}

impl Reading {
    /// The beginning of a flag; what follows says how the text is hidden.
    pub(super) const OPEN: &str = "[hidden on the page: ";
    /// The end of a hidden text.
    pub(super) const CLOSE: &str = " [end of hidden text]";

    /// Returns a hidden text with flags around it.
    pub(super) fn flagged(text: &str, how: Hiding) -> String {
        let text: String = text.chars().map(without_brackets).collect();
        format!("{}{text}{}", Reading::opening(how), Reading::CLOSE)
    }

    /// The flag before a hidden text.
    pub(super) fn opening(how: Hiding) -> String {
        let word = how.as_str().replace('_', " ");
        match how {
            Hiding::AriaHidden | Hiding::Inert => format!("[hidden from screen readers: {word}] "),
            _ => format!("{}{word}] ", Reading::OPEN),
        }
    }
}

#[cfg(test)]
mod tests;
