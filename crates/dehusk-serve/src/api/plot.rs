//! `/v1/plot.svg` and `/v1/plot.png`: what a method counts along a page, and what it keeps.

use axum::http::header;
use dehusk::budget::Deadline;
use dehusk::methods::{self, Density, Method};
use dehusk::page::Page as ParsedPage;
use dehusk::source::{Source, Span};
use dehusk::{Extraction, Options};
use dehusk_draw::{
    AxisScale, Canvas, DEFAULT_HEIGHT, DEFAULT_METHOD, DEFAULT_WIDTH, Figure, Fonts, Labels, MIN_HEIGHT,
    MIN_WIDTH, Plot, gold,
};

use super::bodies::{Picture, PlotBody};
use super::picture::{Drawing, handler};
use super::reply::Reply;
use crate::http::headers::STYLED;
use crate::page::asked::{Asked, Page};
use crate::page::fields::Fields;
use crate::problem::{Problem, ProblemRecord};
use crate::state::ServerState;
use crate::work::pool::Worker;

/// Maximum width and height in pixels: a PNG takes 64 MB of memory then. Chosen by hand.
pub(super) const MAX_SIDE: u32 = 4000;

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

impl Format {
    fn media_type(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
        }
    }
}

handler! {
    /// A plot of a page as SVG
    ///
    /// What a method counts along a page, and what it keeps, as `dehusk plot` draws it.
    svg, "/v1/plot.svg", "The plot", PlotBody, Wish, Format::Svg, "image/svg+xml", String
}
handler! {
    /// A plot of a page as PNG
    png, "/v1/plot.png", "The plot", PlotBody, Wish, Format::Png, "image/png", Picture
}

/// What is to be drawn.
struct Wish {
    options: Options,
    format: Format,
    figure: Option<Figure>,
    scale: AxisScale,
    gold: Option<String>,
    width: u32,
    height: u32,
}

impl Drawing for Wish {
    type Format = Format;

    fn take(fields: &mut Fields, state: &ServerState, format: Format) -> Result<Wish, Problem> {
        let figure = fields.parsed("figure", |text| {
            let figure = text.parse().ok().and_then(Figure::from_number);
            figure.ok_or_else(|| "the figures that can be drawn are 2, 3, 5 and 6".to_owned())
        })?;
        let scales = [("auto", AxisScale::Auto), ("linear", AxisScale::Linear), ("root", AxisScale::Root)];
        let scale = fields.word("scale", &scales)?;
        let default_scale = if figure.is_some() { AxisScale::Linear } else { AxisScale::Auto };
        let gold = fields.text("gold")?;
        let width = fields.number("width", MIN_WIDTH..=MAX_SIDE)?.unwrap_or(DEFAULT_WIDTH);
        let height = fields.number("height", MIN_HEIGHT..=MAX_SIDE)?.unwrap_or(DEFAULT_HEIGHT);
        let mut settings = fields.settings(&state.config().limits)?;
        let default = figure.map_or(DEFAULT_METHOD, |figure| figure.methods()[0]);
        settings.method.get_or_insert_with(|| default.to_owned());
        let options = settings.options().map_err(|error| Problem::bad_request(error.to_string()))?;
        if let Some(figure) = figure.filter(|figure| !figure.methods().contains(&options.method())) {
            let known = figure.methods().join(", ");
            let detail = format!(
                "{} has no figure {}; methods that have it: {known}",
                options.method(),
                figure.number()
            );
            return Err(Problem::bad_request(detail));
        }
        Ok(Wish { options, format, figure, scale: scale.unwrap_or(default_scale), gold, width, height })
    }

    fn media_type(&self) -> &'static str {
        self.format.media_type()
    }

    fn draw(&self, worker: &mut Worker, page: &Page, state: &ServerState) -> Result<Reply, Problem> {
        let mut opened = worker.extractor(&self.options).open_page(&page.input());
        let extraction = opened.extract(self.options.method_value());
        check(&extraction)?;
        opened.parse().map_err(|_| super::extract::timed_out())?;
        let mut deadline = opened.deadline();
        let empty = ParsedPage::parse(Source::from_text(""));
        let parsed = opened.page().unwrap_or(&empty);
        let density = density(self.options.method_value(), parsed, &mut deadline)?;
        let canvas = self.canvas((page.id.as_str(), parsed), &extraction, &density, state);
        let body = match self.format {
            Format::Svg => canvas.to_svg().into_bytes(),
            Format::Png => {
                let texts: String = canvas.texts().collect();
                canvas
                    .to_png(&fonts_for(&texts, state))
                    .map_err(|error| Problem::internal(error.to_string()))?
            }
        };
        Ok(Reply::new(self.media_type(), body).with(header::CONTENT_SECURITY_POLICY, STYLED))
    }
}

impl Wish {
    fn canvas(
        &self,
        (id, page): (&str, &ParsedPage<'_>),
        extraction: &Extraction,
        density: &Density,
        state: &ServerState,
    ) -> Canvas {
        let method = self.options.method_value();
        let gold: Option<Vec<Span>> = self.gold.as_deref().map(|text| gold::spans(page, text));
        let labels = Labels::of((id, page), method, extraction, gold.as_deref());
        let plot = Plot {
            density,
            verdicts: extraction.selection().map_or(&[], |selection| &selection.verdicts),
            gold: gold.as_deref(),
            labels: &labels,
            figure: self.figure,
            scale: self.scale,
            width: self.width,
            height: self.height,
        };
        plot.draw(&fonts_for(&labels.title, state))
    }
}

fn density(method: &dyn Method, page: &ParsedPage<'_>, deadline: &mut Deadline) -> Result<Density, Problem> {
    methods::density_of(method, page, deadline).map_err(|_| super::extract::timed_out())
}

/// The built-in fonts, and the installed fonts if the text has characters that the built-in fonts lack.
pub(super) fn fonts_for(text: &str, state: &ServerState) -> Fonts {
    let fonts = Fonts::embedded();
    if fonts.missing(text).is_empty() { fonts } else { state.system_fonts().clone() }
}

/// Refuses a page of which there is nothing to draw.
fn check(extraction: &Extraction) -> Result<(), Problem> {
    let outcome = dehusk_record::PageOutcome::extracted("", extraction.clone());
    super::extract::check(&outcome)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn counting_ends_with_the_deadline_of_the_page() {
        let page = ParsedPage::parse(Source::from_text("<p>The mill reopens.</p>"));
        for name in [DEFAULT_METHOD, "r2l", "grain"] {
            let options = Options::new().with_method(name).unwrap();
            let counted = |timeout| density(options.method_value(), &page, &mut Deadline::after(timeout));
            assert!(counted(None).is_ok(), "{name}");
            assert_eq!(counted(Some(Duration::ZERO)), Err(super::super::extract::timed_out()), "{name}");
        }
    }
}
