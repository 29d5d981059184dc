//! The plan of a run of `dehusk cloud`, made before any page is read. The word lists, fonts and pictures are read here, so that
//! errors in them are reported at once.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use dehusk_draw::Fonts;
use dehusk_draw::cloud::{self, Picture, Shape, Theme};
use dehusk_words::{Lexicon, Segmenter, StopWords};

use super::args::{CloudArgs, ELLIPSE, Form, RECTANGLE};
use crate::commands::shared::{jobs_or_cores, method_options};
use crate::input::{self, Extensions, Input, STDIN};
use crate::output;
use crate::report::print_message;
use crate::site_noise::NoiseByHost;
use crate::worker::{Recipe, Request};

pub(super) struct Plan {
    pub(super) recipe: Recipe,
    pub(super) jobs: usize,
    /// The pages of one cloud, or of two clouds to compare.
    pub(super) clouds: Vec<Pages>,
    /// The pages that define which words are rare.
    pub(super) reference: Option<Vec<Input>>,
    pub(super) uses_rarity: bool,
    pub(super) words: dehusk_words::Settings,
    pub(super) max_words: usize,
    pub(super) language: Option<String>,
    pub(super) picture: cloud::Settings,
    pub(super) theme: Theme,
    pub(super) fonts: Fonts,
    pub(super) form: Form,
    /// The output file. None means standard output.
    pub(super) output: Option<PathBuf>,
}

/// The pages of one cloud.
pub(super) struct Pages {
    /// The title of the cloud if it is not of one page with a title of its own.
    pub(super) title: String,
    pub(super) inputs: Vec<Input>,
}

impl Plan {
    pub(super) fn new(args: CloudArgs, stdin_is_terminal: bool) -> anyhow::Result<Plan> {
        let form = form(&args)?;
        let theme = args.theme.into();
        ensure!(
            args.weight != "frequency" || args.reference.is_empty(),
            "--reference requires --weight tfidf; give both or neither"
        );
        let clouds =
            clouds(input::arguments_or_stdin(args.inputs.clone(), stdin_is_terminal)?, args.compare)?;
        let output = Some(args.output.clone()).filter(|path| path.as_os_str() != STDIN);
        if let Some(output) = &output {
            clouds.iter().try_for_each(|pages| output::refuse_input(output, &pages.inputs))?;
            output::refuse_input(output, &other_inputs(&args))?;
        }
        warn_of_language(&args);
        let options = method_options(&args.method, &args.params)?;
        let noise = args.site_noise.as_deref().map(|folder| NoiseByHost::learn(folder, &options));
        let request = Request { text: true, metadata: true, timing: false };
        let recipe =
            Recipe { request, noise: noise.transpose()?.unwrap_or_default(), ..Recipe::new(options) };
        let (fonts, family) = fonts(args.font.as_deref())?;
        Ok(Plan {
            recipe,
            jobs: jobs_or_cores(args.jobs).get(),
            reference: (!args.reference.is_empty())
                .then(|| input::list(&args.reference, &Extensions::default()).inputs),
            uses_rarity: args.weight != "frequency",
            words: words(&args)?,
            max_words: args.max_words as usize,
            picture: picture(&args, family)?,
            language: args.language,
            clouds,
            theme,
            fonts,
            form,
            output,
        })
    }
}

/// Warns if there are no stop words for the given language, because its tag may be mistyped.
fn warn_of_language(args: &CloudArgs) {
    let main = |tag: &str| tag.split(['-', '_']).next().unwrap_or(tag).to_ascii_lowercase();
    let unknown = args.language.as_ref().filter(|language| !StopWords::has_list(&main(language)));
    if let Some(language) = unknown.filter(|_| args.stop_words.is_empty()) {
        print_message(&format!(
            "--language {language}: no stop words are known for this language, so none are removed; see --stop-words"
        ));
    }
}

/// All files that are read besides the pages of the clouds. Whether they exist is checked later.
fn other_inputs(args: &CloudArgs) -> Vec<Input> {
    let files = [&args.words, &args.site_noise].into_iter().flatten().chain(&args.stop_words);
    let files = files.chain([&args.shape]).map(OsString::from);
    let typed: Vec<OsString> =
        files.chain(args.font.iter().map(OsString::from)).chain(args.reference.iter().cloned()).collect();
    input::list(&typed, &Extensions::default()).inputs
}

fn form(args: &CloudArgs) -> anyhow::Result<Form> {
    let extension = args.output.extension().map(OsStr::to_ascii_lowercase);
    let by_extension = match extension.as_deref().and_then(OsStr::to_str) {
        Some("svg") => Some(Form::Svg),
        Some("png") => Some(Form::Png),
        Some("html" | "htm") => Some(Form::Html),
        Some("json") => Some(Form::Json),
        _ => None,
    };
    let form = args.format.or(by_extension);
    form.with_context(|| {
        let output = args.output.display();
        format!("cannot tell the format of the cloud {output}; use the extension .svg, .png, .html or .json, or give --format")
    })
}

fn clouds(typed: Vec<OsString>, compare: bool) -> anyhow::Result<Vec<Pages>> {
    if !compare {
        let inputs = input::list(&typed, &Extensions::default()).inputs;
        let title = match &inputs[..] {
            [page] => title_of(page),
            pages => format!("{} pages", pages.len()),
        };
        return Ok(vec![Pages { title, inputs }]);
    }
    ensure!(
        typed.len() == 2,
        "--compare needs exactly two inputs, such as two pages or two folders; {} were given",
        typed.len()
    );
    let pages = |word: OsString| {
        let inputs = input::list(std::slice::from_ref(&word), &Extensions::default()).inputs;
        let title =
            if let [page] = &inputs[..] { title_of(page) } else { word.to_string_lossy().into_owned() };
        Pages { title, inputs }
    };
    Ok(typed.into_iter().map(pages).collect())
}

/// The title of the cloud of a page that has no title itself. For a file it is the file name without folders.
fn title_of(page: &Input) -> String {
    match page {
        Input::Stdin => "standard input".to_owned(),
        Input::File { id, path } => {
            path.file_name().map_or(id.clone(), |name| name.to_string_lossy().into_owned())
        }
        Input::Url { id, .. } | Input::InMemory { id, .. } | Input::Refused { id, .. } => id.clone(),
    }
}

fn words(args: &CloudArgs) -> anyhow::Result<dehusk_words::Settings> {
    let lexicon = match &args.words {
        Some(path) => Lexicon::parse(&read_list(path)?).with_context(|| path.display().to_string())?,
        None => Lexicon::default(),
    };
    Ok(dehusk_words::Settings {
        segmenter: Segmenter::new(args.segmenter, lexicon)?,
        folding: args.fold,
        stop_words: stop_words(&args.stop_words)?,
        min_length: args.min_length,
        numbers: args.numbers,
        phrases: args.phrases as usize,
        ..dehusk_words::Settings::default()
    })
}

fn stop_words(files: &[PathBuf]) -> anyhow::Result<StopWords> {
    let is_none = |file: &&PathBuf| file.as_os_str() == "none";
    let built_in =
        if files.iter().any(|file| is_none(&file)) { StopWords::none() } else { StopWords::default() };
    files.iter().filter(|file| !is_none(file)).try_fold(built_in, |words, file| {
        words.with_list(&read_list(file)?).with_context(|| file.display().to_string())
    })
}

/// Reads a file other than a page.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    /// The maximum size of a file. A font that covers Chinese, Japanese and Korean has 20 MB. Chosen by hand.
    const MAX_FILE_BYTES: u64 = 64 << 20;
    let metadata = fs::metadata(path).context("check the path")?;
    ensure!(metadata.is_file(), "it is not a regular file");
    ensure!(
        metadata.len() <= MAX_FILE_BYTES,
        "it has {} bytes, more than the maximum of {MAX_FILE_BYTES}",
        metadata.len()
    );
    fs::read(path).context("check its permissions")
}

/// Reads a word list, which must be UTF-8.
fn read_list(path: &Path) -> anyhow::Result<String> {
    let bytes = read(path).with_context(|| format!("cannot read the word list {}", path.display()))?;
    String::from_utf8(bytes)
        .ok()
        .with_context(|| format!("the word list {} is not UTF-8; convert it first", path.display()))
}

/// Returns the built-in fonts together with the requested font, and the family of the requested font.
fn fonts(requested: Option<&str>) -> anyhow::Result<(Fonts, Option<String>)> {
    let Some(font) = requested else { return Ok((Fonts::embedded(), None)) };
    if !Path::new(font).is_file() {
        return Ok((Fonts::embedded().with_system(), Some(font.to_owned())));
    }
    let bytes = read(Path::new(font)).with_context(|| format!("cannot read the font {font}"))?;
    let (fonts, family) = Fonts::embedded().with_font(bytes).with_context(|| format!("--font {font}"))?;
    Ok((fonts, Some(family)))
}

fn picture(args: &CloudArgs, font: Option<String>) -> anyhow::Result<cloud::Settings> {
    Ok(cloud::Settings {
        width: args.width,
        height: args.height,
        seed: args.seed,
        scale: args.scale,
        min_size: args.min_size,
        max_size: args.max_size,
        turn: args.rotate.into(),
        shape: shape(&args.shape)?,
        padding: args.padding,
        font,
        palette: args.palette,
    })
}

fn shape(typed: &Path) -> anyhow::Result<Shape> {
    match typed.to_str() {
        Some(RECTANGLE) => return Ok(Shape::Rectangle),
        Some(ELLIPSE) => return Ok(Shape::Ellipse),
        _ => {}
    }
    let bytes = read(typed).with_context(|| {
        format!("--shape {}: neither {RECTANGLE} nor {ELLIPSE} nor a readable picture", typed.display())
    })?;
    Ok(Shape::Picture(Picture::read(&bytes).with_context(|| format!("--shape {}", typed.display()))?))
}
