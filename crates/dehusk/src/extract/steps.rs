//! Runs the steps from a page to an answer in this order: select main content (site noise is removed before or after, as the method
//! wants it), remove or mark hidden text, apply overrides, separate comments, look for the article in the page's data, render
//! the text, make the lists of parts. Each step is in its own module; this module only defines their order.

use crate::budget::{Deadline, Limits, TimedOut};
use crate::comments::Threads;
use crate::controls;
use crate::data_article::{self, DataArticle};
use crate::explain::{Evidence, Explanation};
use crate::facts::{Found, PageFacts};
use crate::figures;
use crate::line_numbers;
use crate::method::Method;
use crate::options::Options;
use crate::overrides::{self, Overrides, TitleLine};
use crate::page::Page;
use crate::page_cost::{Bounds, Cost};
use crate::parts::{self, Lists, Parts};
use crate::render::{self, Addresses, Landing, Markup, Records, Rendered, TextForm, Title};
use crate::scope::Scope;
use crate::selection::{Emission, HiddenSpan, Reason, Selection, merged};
use crate::site_noise::{self, NoiseStep, SiteNoise};
use crate::source::{Source, Span};
use crate::visibility::{self, Beside, HiddenText};
use std::borrow::Cow;

/// The requested output and the settings that do not depend on the method.
#[derive(Debug)]
pub(super) struct Wanted<'w> {
    limits: &'w Limits,
    pub(super) site_noise: Option<&'w SiteNoise>,
    noise_step: Option<NoiseStep>,
    pub(super) scope: Cow<'w, Scope>,
    overrides: Overrides,
    markup: Markup,
    parts: Parts,
    drops_comments: bool,
    pub(super) languages: &'w [String],
    hidden: Option<HiddenText>,
    pub(super) address: Option<Cow<'w, str>>,
}

impl<'w> Wanted<'w> {
    pub(super) fn of(options: &'w Options) -> Wanted<'w> {
        Wanted {
            limits: options.limits(),
            site_noise: options.site_noise(),
            noise_step: options.noise_step(),
            scope: Cow::Borrowed(options.scope()),
            overrides: options.overrides(),
            markup: options.markup(),
            parts: options.parts(),
            drops_comments: options.drops_comments(),
            languages: options.languages(),
            hidden: options.hidden(),
            address: options.address().map(Cow::Borrowed),
        }
    }

    /// Whether none of these settings needs a tree: main content is searched for in the whole page, nothing changes what the
    /// method keeps, no markup begins with the title, and no lists of parts are requested.
    pub(super) fn needs_no_tree(&self) -> bool {
        self.site_noise.is_none()
            && !self.may_begin_with_title()
            && self.scope.is_everything()
            && self.overrides.is_none()
            && self.parts == Parts::NONE
            && !self.drops_comments
            && self.hidden.is_none()
    }

    /// What bounds the parsing of a page.
    pub(super) fn bounds(&self) -> Bounds<'w> {
        Bounds { limits: self.limits, cost: self.cost() }
    }

    /// What a page costs in memory.
    fn cost(&self) -> Cost {
        let cost = if self.markup == Markup::NONE { Cost::TEXT } else { Cost::TEXT.with(Cost::MARKUP) };
        let cost = if self.parts == Parts::NONE { cost } else { cost.with(Cost::LISTS) };
        let is_seen_in_part = self.site_noise.is_some() || !self.scope.is_everything();
        if is_seen_in_part { cost.with_second_tree() } else { cost }
    }

    /// What is done about hidden text.
    fn about_hidden(&self, method: &dyn Method) -> visibility::Request {
        visibility::Request {
            hidden: self.hidden.unwrap_or_else(|| method.hidden_text()),
            drops_disclosures: method.drops_disclosures(),
        }
    }

    /// Whether any output has images or embedded pages.
    fn needs_media(&self) -> bool {
        self.markup.markdown || self.markup.html || self.parts.images || self.parts.links || self.parts.items
    }

    /// Whether the method is given the page without site noise.
    fn removes_noise_before(&self, method: &dyn Method) -> bool {
        self.site_noise.is_some() && self.noise_step.unwrap_or(method.noise_step()) == NoiseStep::Before
    }
}

/// The results for a page.
pub(super) struct Answer {
    pub(super) selection: Selection,
    pub(super) rendered: Rendered,
    pub(super) lists: Lists,
}

/// Returns the answer of a line method if its text can be made without a tree; otherwise `None`.
pub(super) fn text_of_lines(
    source: &Source<'_>,
    selection: Selection,
    wanted: &Wanted<'_>,
    deadline: &mut Deadline,
) -> Result<Option<Answer>, TimedOut> {
    if selection.emission.is_parsed() && selection.kept().next().is_some() {
        return Ok(None);
    }
    let (max_bytes, _) = wanted.limits.output_for(source.text().len());
    let rendered = render::lines(source, &selection, wanted.markup, max_bytes, deadline)?;
    Ok(Some(Answer { selection, rendered, lists: Lists::default() }))
}

/// Runs all steps and returns the answer.
pub(super) fn answer(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    deadline: &mut Deadline,
) -> Result<Answer, TimedOut> {
    let selection = select(method, wanted, facts, deadline)?;
    let (selection, comments) = separate_comments(method, wanted, facts, selection, deadline)?;
    let article = article_in_data(method, wanted, facts, &selection, deadline)?;
    let selection = article.iter().fold(selection, |selection, article| article.replace(selection));
    let selection = if wanted.needs_media() {
        figures::with_media(facts, selection, wanted.about_hidden(method), deadline)?
    } else {
        selection
    };
    let selection = without_hidden_formulas(method, wanted, facts, selection, deadline)?;
    let addresses = wanted.addresses(facts);
    let (mut rendered, landings) = render(wanted, facts, &selection, article.as_ref(), &addresses, deadline)?;
    let mut lists = Lists::default();
    if wanted.parts != Parts::NONE {
        let hidden = hidden_in_comments(method, wanted, facts, (&selection, comments), deadline)?;
        let (text, landings) = (rendered.text.as_str(), landings.as_slice());
        let made = Made { selection: &selection, text, landings, comments, hidden: &hidden };
        let collected = list(wanted, facts, &made, &addresses, deadline)?;
        rendered.cut |= collected.cut;
        lists = collected.lists;
    }
    Ok(Answer { selection, rendered, lists })
}

/// Explains the decision about each block. The steps that change the selection run first.
pub(super) fn explain(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    deadline: &mut Deadline,
) -> Result<Explanation, TimedOut> {
    let page = facts.page();
    let selection = select(method, wanted, facts, deadline)?;
    let (selection, _) = separate_comments(method, wanted, facts, selection, deadline)?;
    // The method may have seen only a part of the page, but the evidence would describe the whole page.
    let is_whole = wanted.scope.is_everything() && !wanted.removes_noise_before(method);
    let evidence = if is_whole { evidence(method, page, deadline)? } else { Evidence::default() };
    let groups = facts.groups(deadline)?;
    let kinds = parts::kinds_of_groups(facts, &selection, wanted.max_form_bytes(facts), deadline)?;
    let max_bytes = wanted.limits.form_memory_for(page.source().text().len());
    Ok(match article_in_data(method, wanted, facts, &selection, deadline)? {
        None => {
            let selection = figures::with_media(facts, selection, wanted.about_hidden(method), deadline)?;
            Explanation::of(facts, &selection, groups, &kinds, evidence, max_bytes)
        }
        Some(article) => {
            Explanation::of(facts, &article.replace(selection), groups, &kinds, evidence, max_bytes)
                .with_data(article.text(), article.verdict())
        }
    })
}

fn evidence(method: &dyn Method, page: &Page<'_>, deadline: &mut Deadline) -> Result<Evidence, TimedOut> {
    Ok(Evidence {
        signals: method.signals(page, deadline)?,
        counts: method.counts(page, deadline)?,
        density: method.density(page, deadline)?,
    })
}

/// Returns the selection of the method within the scope, without site noise and with the caller's overrides applied.
fn select(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    deadline.check()?;
    let selection = match wanted.site_noise {
        None => select_without(&[], method, wanted, facts, deadline)?,
        Some(noise) => select_without_noise(noise, method, wanted, facts, deadline)?,
    };
    let selection = without_hidden(method, wanted, facts, selection, deadline)?;
    let selection = without_controls(facts, selection, deadline)?;
    wanted.overrides.apply(facts, selection, wanted.address.as_deref(), deadline)
}

/// Removes line numbers beside code, buttons in it, and controls within text, if the text is made for readers.
fn without_controls(
    facts: PageFacts<'_>,
    selection: Selection,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    if !matches!(selection.emission, Emission::Formatted | Emission::Unscripted) {
        return Ok(selection);
    }
    let numbers = line_numbers::beside_code(facts.page(), deadline)?;
    let selection = selection.without(facts.page(), &numbers, Reason::BesideCode);
    let Some(first) = selection.kept().next() else { return Ok(selection) };
    let text = Span::new(first.start(), selection.kept().map(Span::end).max().unwrap_or_default());
    let controls = controls::in_text(facts.page(), text, deadline)?;
    Ok(selection.without(facts.page(), &controls, Reason::Control))
}

/// Removes or marks the text that the page hides, as the caller or else the method says.
fn without_hidden(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    selection: Selection,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    let request = wanted.about_hidden(method);
    if request.is_idle() || selection.kept().next().is_none() {
        return Ok(selection);
    }
    facts.with_visibility(|found| visibility::apply(request, facts.page(), found, selection, deadline))
}

/// Notes the formulas without text of the page that are hidden, if the output has formulas.
fn without_hidden_formulas(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    mut selection: Selection,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    let request = wanted.about_hidden(method);
    let has_formulas = wanted.markup.markdown || wanted.markup.html;
    if !has_formulas || request.is_idle() || selection.is_from_data() {
        return Ok(selection);
    }
    let formulas = render::formulas_without_text(facts.page());
    if !formulas.is_empty() {
        let beside = Beside { request, page: facts.page(), selection: &selection };
        let hidden = facts.with_visibility(|found| beside.elements(&formulas, found, deadline))?;
        selection.add_hidden(hidden);
    }
    Ok(selection)
}

/// Returns the hidden texts of the main content and of the comments, if comments are listed.
fn hidden_in_comments(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    (selection, comments): (&Selection, Option<&Threads>),
    deadline: &mut Deadline,
) -> Result<Vec<HiddenSpan>, TimedOut> {
    let request = wanted.about_hidden(method);
    let Some(threads) = comments.filter(|_| wanted.parts.comments && !request.is_idle()) else {
        return Ok(Vec::new());
    };
    let beside = Beside { request, page: facts.page(), selection };
    let found = facts.with_visibility(|found| beside.texts(threads.texts(), found, deadline))?;
    Ok(merged(selection.hidden.clone(), found))
}

/// Returns the selection of the method within the scope, as if the masked parts were not in the page.
fn select_without(
    masked: &[Span],
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    wanted.scope.select(method, facts, masked, wanted.limits, deadline)
}

/// Returns the selection of the method without site noise. If that keeps nothing, the noise is not removed, and the reason of
/// everything that is kept says so.
fn select_without_noise(
    noise: &SiteNoise,
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    let page = facts.page();
    let texts = noise.texts_on(page, deadline)?;
    if texts.is_empty() {
        return select_without(&[], method, wanted, facts, deadline);
    }
    let whole = |deadline: &mut Deadline| select_without(&[], method, wanted, facts, deadline);
    let (selection, whole) = if wanted.removes_noise_before(method) {
        let masked = site_noise::noisy_parts(page, &texts, deadline)?;
        let selection = select_without(&masked, method, wanted, facts, deadline)?;
        if selection.keeps_text(page) {
            return Ok(selection);
        }
        (selection, whole(deadline)?)
    } else {
        let whole = whole(deadline)?;
        (whole.clone().without(page, &texts, Reason::RepeatedOnSite), whole)
    };
    let is_emptied = whole.keeps_text(page) && !selection.keeps_text(page);
    Ok(if is_emptied { whole.kept_because(Reason::NoiseIgnored) } else { selection })
}

/// Finds the readers' comments if the caller requests them, unless they are the subject of the page, and removes them from the
/// selection if the caller wants that. The subject is a property of the whole page: a scope that selects only the comments does
/// not make them the subject.
fn separate_comments<'p>(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'p>,
    selection: Selection,
    deadline: &mut Deadline,
) -> Result<(Selection, Option<&'p Threads>), TimedOut> {
    let Wanted { scope, parts, drops_comments, .. } = wanted;
    if !(*drops_comments || parts.blocks || parts.items || parts.comments) {
        return Ok((selection, None));
    }
    let threads = facts.threads(deadline)?;
    // The model assesses the whole page, so the selection used here must also be that of the whole page.
    let whole;
    let of_page = if scope.is_everything() {
        &selection
    } else {
        whole = method.select_with(facts, deadline)?;
        &whole
    };
    let opinion = of_page.assessment.map(|assessment| assessment.discussion());
    let kept = threads.kept_bytes(facts.page(), of_page);
    if threads.are_subject(facts.page(), opinion, kept) {
        return Ok((selection, None));
    }
    let selection = if *drops_comments {
        selection.without(facts.page(), threads.texts(), Reason::Comments)
    } else {
        selection
    };
    Ok((selection, Some(threads)))
}

/// Returns the article from the data of a page that does not show it. Returns `None` unless the method uses such data and the
/// caller wants the whole page.
fn article_in_data(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    selection: &Selection,
    deadline: &mut Deadline,
) -> Result<Option<DataArticle>, TimedOut> {
    if !method.reads_data() || !wanted.scope.is_everything() {
        return Ok(None);
    }
    data_article::beyond(facts.page(), selection, deadline)
}

impl Wanted<'_> {
    /// Maximum number of bytes of one form of output, or of all lists of parts together.
    fn max_form_bytes(&self, facts: PageFacts<'_>) -> usize {
        self.limits.output_for(facts.page().source().text().len()).0
    }

    /// What is done about the title in Markdown and HTML.
    fn title(
        &self,
        facts: PageFacts<'_>,
        selection: &Selection,
        deadline: &mut Deadline,
    ) -> Result<Title, TimedOut> {
        if !self.may_begin_with_title() || self.scope.selects_parts() {
            return Ok(Title::AsFound);
        }
        overrides::title(facts, selection, self.address.as_deref(), deadline)
    }

    /// The items that Markdown and HTML show in a form of their own.
    fn records(
        &self,
        facts: PageFacts<'_>,
        selection: &Selection,
        deadline: &mut Deadline,
    ) -> Result<Records, TimedOut> {
        if !(self.markup.markdown || self.markup.html) {
            return Ok(Records::default());
        }
        // What the caller leaves out stays out.
        let restores_heads = self.overrides.title != TitleLine::AsFound
            && self.scope.is_everything()
            && self.site_noise.is_none();
        parts::shown(facts, selection, restores_heads, self.max_form_bytes(facts), deadline)
    }

    fn may_begin_with_title(&self) -> bool {
        (self.markup.markdown || self.markup.html) && self.overrides.title == TitleLine::Auto
    }

    /// The base address for resolving URLs, if the output includes URLs.
    fn addresses(&self, facts: PageFacts<'_>) -> Addresses {
        if self.markup == Markup::NONE && self.parts == Parts::NONE {
            return Addresses::default();
        }
        render::addresses(facts.page(), self.address.as_deref())
    }
}

/// Renders the requested formats from the kept text of the page or from the article in its data. Also returns where each kept
/// stretch of the page is in the text.
fn render(
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    selection: &Selection,
    article: Option<&DataArticle>,
    addresses: &Addresses,
    deadline: &mut Deadline,
) -> Result<(Rendered, Vec<Landing>), TimedOut> {
    let title = wanted.title(facts, selection, deadline)?;
    let records =
        if article.is_none() { wanted.records(facts, selection, deadline)? } else { Records::default() };
    let output = render::Output {
        markup: wanted.markup,
        addresses,
        max_bytes: wanted.max_form_bytes(facts),
        landings: wanted.parts != Parts::NONE,
        title: &title,
        records: &records,
    };
    let Some(article) = article else {
        return render::render_with_landings(facts, selection, &output, deadline);
    };
    let (page, selection) = article.parse(wanted.bounds(), deadline)?;
    let found = Found::default();
    let (rendered, _) =
        render::render_with_landings(PageFacts::new(&page, &found), &selection, &output, deadline)?;
    Ok((rendered, Vec::new()))
}

/// The results of the earlier steps that the lists of parts are made from.
struct Made<'m> {
    selection: &'m Selection,
    text: &'m str,
    landings: &'m [Landing],
    comments: Option<&'m Threads>,
    hidden: &'m [HiddenSpan],
}

fn list(
    wanted: &Wanted<'_>,
    facts: PageFacts<'_>,
    made: &Made<'_>,
    addresses: &Addresses,
    deadline: &mut Deadline,
) -> Result<parts::Collected, TimedOut> {
    let Made { selection, text, landings, comments, hidden } = *made;
    let mut job = parts::Job {
        parts: wanted.parts,
        selection,
        text,
        landings,
        is_printed: true,
        comments,
        hidden,
        groups: if wanted.parts.items { Some(facts.groups(deadline)?) } else { None },
        tables: facts.data_tables(deadline)?,
        addresses,
        max_bytes: wanted.max_form_bytes(facts),
    };
    // Offsets in raw text and in text with list markers differ from those in plain text. The lists then refer to the plain text
    // that the renderer would print for the parsed page.
    let is_raw = selection.emission.is_raw();
    let parsed;
    if is_raw || wanted.markup.text != TextForm::LINES {
        parsed = render::parser_text_with_landings(facts, selection, wanted.max_form_bytes(facts), deadline)?;
        (job.text, job.landings, job.is_printed) = (&parsed.0, &parsed.1, false);
    }
    parts::collect(facts, &job, deadline)
}

#[cfg(test)]
mod tests {
    use crate::metadata::Context;
    use crate::page::counts::{PARSES, WALKS};
    use crate::parts::Parts;
    use crate::render::Markup;
    use crate::{Extractor, Options};

    const PAGE: &str = r#"<title>The mill</title><nav><a href=/>Home</a></nav><article><h1>The mill</h1>
        <p>The old mill on the river reopens on Monday, after two winters of repairs<sup><a href='#n'>1</a></sup>.</p>
        <table><tr><th>Day<th>Hours<tr><td>Monday<td>9 to 5</table><p id=n>1 If the river allows it.</p></article>
        <div id=comments><div class=comment>Well done!</div><div class=comment>At last.</div></div>"#;

    /// Returns how often the page is parsed and how often it is walked.
    fn cost(options: Options, with_metadata: bool) -> (usize, usize) {
        let before = (PARSES.get(), WALKS.get());
        let mut extractor = Extractor::new(options.clone());
        let mut page = extractor.open(PAGE.as_bytes(), None);
        assert!(page.extract(options.method_value()).text().contains("reopens on Monday"));
        if with_metadata {
            assert!(page.metadata(&Context::default()).is_some());
        }
        (PARSES.get() - before.0, WALKS.get() - before.1)
    }

    #[test]
    fn a_page_is_parsed_once_and_walked_once_for_each_purpose() {
        // Two walks: one for the outline of grain, one for comment threads.
        assert_eq!(cost(Options::new(), false), (1, 2));
        // Ten more walks: one each for data tables, images, rows and columns that are written, notes, markup, lists, groups, links
        // of items, metadata, and the records of a list that metadata looks into.
        let all = Options::new().with_markup(Markup::ALL).with_parts(Parts::ALL);
        assert_eq!(cost(all, true), (1, 12));
    }

    #[cfg(feature = "languages")]
    #[test]
    fn one_walk_finds_the_language_for_all_methods() {
        let options = Options::new().with_languages(["en"]).unwrap();
        let before = WALKS.get();
        let mut extractor = Extractor::new(options.clone());
        let mut page = extractor.open(PAGE.as_bytes(), None);
        for walks in [3, 4] {
            // In addition to the outline of grain: one walk for the language and one for comment threads.
            assert!(page.extract(options.method_value()).text().contains("reopens on Monday"));
            assert_eq!(WALKS.get() - before, walks);
        }
    }

    #[test]
    fn methods_that_read_lines_need_no_tree() {
        let lines = Options::new().with_method("r2l").unwrap();
        let before = PARSES.get();
        let text = Extractor::new(lines).extract("<p>سلام دنیا".as_bytes(), None).into_text();
        assert_eq!((text.as_str(), PARSES.get() - before), ("سلام دنیا", 0));
    }
}
