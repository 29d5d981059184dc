//! The plan of a run of `dehusk plot`, made before anything is read.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use dehusk::methods::Method;
use dehusk::source::Source;
use dehusk_draw::{AxisScale, DEFAULT_METHOD, Figure};

use super::args::PlotArgs;
use crate::commands::shared::method_options;
use crate::input::{self, Extensions, Input};
use crate::output;

pub(super) struct Plan {
    pub(super) page: Input,
    pub(super) method: Box<dyn Method>,
    pub(super) gold: Option<PathBuf>,
    pub(super) output: PathBuf,
    pub(super) format: Format,
    pub(super) figure: Option<Figure>,
    pub(super) scale: AxisScale,
    pub(super) width: u32,
    pub(super) height: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
}

impl Plan {
    pub(super) fn new(args: PlotArgs) -> anyhow::Result<Plan> {
        let format = format(&args.output)?;
        let default = args.figure.map_or(DEFAULT_METHOD, |figure| figure.methods()[0]);
        let name = args.method.as_deref().unwrap_or(default);
        let method = method_options(name, &args.params)?.method_value().boxed();
        args.figure.map_or(Ok(()), |figure| check_figure(figure, method.name()))?;
        let page = page(&args.page)?;
        output::refuse_input(&args.output, std::slice::from_ref(&page))?;
        let default = if args.figure.is_some() { AxisScale::Linear } else { AxisScale::Auto };
        let scale = args.scale.map_or(default, AxisScale::from);
        let PlotArgs { gold, output, figure, width, height, .. } = args;
        Ok(Plan { page, method, gold, output, format, figure, scale, width, height })
    }
}

fn check_figure(figure: Figure, method: &str) -> anyhow::Result<()> {
    let methods = figure.methods();
    ensure!(
        methods.contains(&method),
        "{method} has no figure {}; methods that have it: {}",
        figure.number(),
        methods.join(", ")
    );
    Ok(())
}

fn format(output: &Path) -> anyhow::Result<Format> {
    let extension = output.extension().map(OsStr::to_ascii_lowercase);
    match extension.as_deref().and_then(OsStr::to_str) {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => {
            bail!(
                "cannot tell the format of the picture {}; use the extension .svg or .png",
                output.display()
            )
        }
    }
}

fn page(typed: &OsStr) -> anyhow::Result<Input> {
    if typed.is_empty() {
        bail!("the page has an empty name; name a file, an address, or - for standard input");
    }
    let listing = input::list(&[typed.to_owned()], &Extensions::default());
    let several = listing.several;
    match listing.inputs.into_iter().next() {
        Some(page) if !several => Ok(page),
        _ => bail!("{} is a folder; name a single page", Path::new(typed).display()),
    }
}

/// Reads the gold text. It must be UTF-8: in another encoding, no text would be marked, and no message would say why.
pub(super) fn read_gold(path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path)
        .with_context(|| format!("cannot read the gold text {}; check the path", path.display()))?;
    let text = String::from_utf8(bytes)
        .ok()
        .with_context(|| format!("the gold text {} is not UTF-8; convert it first", path.display()))?;
    Ok(Source::from_text(&text).text().to_owned()) // without a byte order mark
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::STDIN;

    #[test]
    fn the_format_follows_from_the_extension_in_any_case() {
        for (name, expected) in [("a.svg", Format::Svg), ("a.b/C.PNG", Format::Png)] {
            assert_eq!(format(Path::new(name)).unwrap(), expected);
        }
        for name in ["a", "a.jpg", STDIN, "svg", ".svg"] {
            assert!(format(Path::new(name)).is_err(), "{name}");
        }
    }

    #[test]
    fn a_folder_is_not_a_page() {
        assert!(page(OsStr::new("src")).is_err());
        assert!(page(OsStr::new("")).is_err());
        assert_eq!(page(OsStr::new(STDIN)).unwrap(), Input::Stdin);
    }
}
