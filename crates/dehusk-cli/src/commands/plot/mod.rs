//! `dehusk plot`: draws what a method counts along a page and what it keeps. The crate `dehusk-draw` does the drawing.

mod args;
mod plan;

use std::fs;

use anyhow::{Context, anyhow, bail};
use dehusk::budget::{Deadline, Limits};
use dehusk::methods::{self, Density, Method};
use dehusk::page::Page;
use dehusk::source::Span;
use dehusk::{Extraction, Extractor, Options, Status};
use dehusk_draw::{Canvas, Fonts, Labels, Plot, gold};

pub(super) use self::args::PlotArgs;
use self::plan::{Format, Plan};
use crate::exit::Exit;
use crate::input::{Input, ReadError, Reader};
use crate::report::print_message;

/// The number of missing characters that a warning names: enough to recognize the script. Chosen by hand.
const MAX_NAMED_CHARACTERS: usize = 8;

pub(super) fn execute(args: PlotArgs) -> anyhow::Result<Exit> {
    let plan = Plan::new(args)?;
    let gold = plan.gold.as_deref().map(plan::read_gold).transpose()?;
    let picture = picture(&plan, gold.as_deref()).with_context(|| plan.page.id().to_owned())?;
    fs::write(&plan.output, picture).with_context(|| {
        format!(
            "cannot write the picture {}; check the folder and the free disk space",
            plan.output.display()
        )
    })?;
    Ok(Exit::Success)
}

/// The bytes of the picture file.
fn picture(plan: &Plan, gold: Option<&str>) -> anyhow::Result<Vec<u8>> {
    let mut reader = Reader::with_default_fetcher(Limits::default().max_bytes);
    let page = reader.read(&plan.page).map_err(read_error)?;
    let mut extractor = Extractor::new(Options::new());
    let mut open = extractor.open(page.bytes, page.content_type.as_deref());
    let extraction = open.extract(&*plan.method);
    check_status(&extraction)?;
    let empty = Page::parse(dehusk::source::Source::from_text(""));
    let canvas = draw(plan, open.page().unwrap_or(&empty), &extraction, gold)?;
    match plan.format {
        Format::Svg => Ok(canvas.to_svg().into_bytes()),
        Format::Png => {
            let fonts = fonts_for(&texts(&canvas));
            warn_of_missing(plan.page.id(), &fonts.missing(&texts(&canvas)));
            Ok(canvas.to_png(&fonts)?)
        }
    }
}

fn draw(plan: &Plan, page: &Page<'_>, extraction: &Extraction, gold: Option<&str>) -> anyhow::Result<Canvas> {
    let density = density(&*plan.method, page)?;
    let gold: Option<Vec<Span>> = gold.map(|text| gold::spans(page, text));
    if gold.as_ref().is_some_and(Vec::is_empty) {
        print_message(&format!(
            "none of the gold text is in {}; check that it belongs to this page",
            plan.page.id()
        ));
    }
    let labels = Labels::of((name_of(&plan.page), page), &*plan.method, extraction, gold.as_deref());
    let plot = Plot {
        density: &density,
        verdicts: extraction.selection().map_or(&[], |selection| &selection.verdicts),
        gold: gold.as_deref(),
        labels: &labels,
        figure: plan.figure,
        scale: plan.scale,
        width: plan.width,
        height: plan.height,
    };
    Ok(plot.draw(&fonts_for(&labels.title)))
}

fn density(method: &dyn Method, page: &Page<'_>) -> anyhow::Result<Density> {
    let mut deadline = Deadline::after(Limits::default().timeout);
    methods::density_of(method, page, &mut deadline)
        .map_err(|_| anyhow!("counting the characters of the page took too long"))
}

fn name_of(page: &Input) -> &str {
    if *page == Input::Stdin { "standard input" } else { page.id() }
}

fn texts(canvas: &Canvas) -> String {
    canvas.texts().collect()
}

/// The built-in fonts, and the installed fonts if the text has characters that the built-in fonts lack.
fn fonts_for(text: &str) -> Fonts {
    let fonts = Fonts::embedded();
    if fonts.missing(text).is_empty() { fonts } else { fonts.with_system() }
}

fn warn_of_missing(id: &str, missing: &[char]) {
    if missing.is_empty() {
        return;
    }
    let named: String = missing.iter().take(MAX_NAMED_CHARACTERS).collect();
    print_message(&format!(
        "{id}: warning: no installed font has {named}, so these characters are drawn as boxes; install a font such as Noto Sans CJK, or write an SVG"
    ));
}

fn check_status(extraction: &Extraction) -> anyhow::Result<()> {
    let reason = extraction.reason().unwrap_or("unknown reason");
    match extraction.status() {
        Status::NotHtml => bail!("the page does not look like HTML ({reason}); check the saved file"),
        Status::Timeout => bail!("the method took too long"),
        Status::TooLarge => bail!("the page is too large for a picture"),
        Status::Error => bail!("extraction failed ({reason}); please report this together with the page"),
        _ => Ok(()),
    }
}

fn read_error(error: ReadError) -> anyhow::Error {
    match error {
        ReadError::TooLarge { bytes, .. } => {
            anyhow!("the page has at least {bytes} bytes, too many for a picture")
        }
        ReadError::NotHtml { content_type } => {
            anyhow!("the server sent the content type {content_type}, which is not HTML")
        }
        ReadError::Failed(sentence) => anyhow!(sentence),
    }
}
