//! The bodies of requests as `/openapi.json` describes them. `Asked` and `Fields` read them, and a test compares the names.

use utoipa::ToSchema;

/// The options of an extraction, as in `dehusk extract --help`. Send `html`, or `url`, or both: then `url` is only the address that
/// relative links start from.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
pub(crate) struct PageBody {
    /// The page.
    html: Option<String>,
    /// The address of the page. It is fetched unless there is `html`.
    #[schema(example = "https://example.org/")]
    url: Option<String>,
    /// The name of the page in its record; its address if absent.
    id: Option<String>,
    /// `json`, `txt`, `md` or `html`; by the header `Accept` if absent.
    format: Option<String>,
    /// The extraction method; see `/v1/methods`.
    #[schema(example = "grain")]
    method: Option<String>,
    /// The parameters of the method.
    params: Option<std::collections::BTreeMap<String, String>>,
    /// `precision`, `balanced` or `recall`.
    focus: Option<String>,
    /// Further fields of the record: `metadata`, `markdown`, `html`, `blocks`, `links`, `images`, `tables`, `items`, `comments`,
    /// `jsonld`, `all` or `timing`.
    with: Option<Vec<String>>,
    /// Languages of the wanted pages, as tags such as `de` or `pt-BR`; a page in another one is `empty`.
    languages: Option<Vec<String>>,
    /// CSS selectors of elements to search in.
    select: Option<Vec<String>>,
    /// CSS selectors of elements to remove first.
    exclude: Option<Vec<String>>,
    /// What to do with hidden text: `auto`, `drop`, `keep` or `flag`.
    hidden: Option<String>,
    /// What to do with characters that readers do not see: `keep` or `strip`.
    invisible: Option<String>,
    /// Whether the output includes the title: `auto`, `as-found`, `in` or `out`.
    title: Option<String>,
    /// Leave out the addresses of links.
    no_links: Option<bool>,
    /// Leave out images.
    no_images: Option<bool>,
    /// Keep images that are embedded in the page.
    data_images: Option<bool>,
    /// Leave out readers' comments.
    no_comments: Option<bool>,
    /// Leave out tables of data.
    no_tables: Option<bool>,
    /// Mark list items in text.
    list_marks: Option<bool>,
    /// Write each table row in text as one line.
    table_rows: Option<bool>,
    /// Add the reason for each block to the record.
    explain: Option<bool>,
    /// Add the decoded page to the record.
    with_source: Option<bool>,
    /// Cut the Markdown or text to this number of tokens, at the border of a block. The count is an estimate.
    max_tokens: Option<u64>,
    /// The first character of the Markdown or text.
    start: Option<u64>,
    /// Maximum CPU time in milliseconds.
    timeout_ms: Option<u64>,
    /// Maximum time of the fetch in milliseconds.
    fetch_timeout_ms: Option<u64>,
    /// Fetch the page although the server has kept it.
    reload: Option<bool>,
    /// Maximum size of the page in bytes.
    max_bytes: Option<u64>,
    /// Maximum nesting depth of elements.
    max_depth: Option<u64>,
    /// Maximum number of elements.
    max_elements: Option<u64>,
    /// Maximum size of the text in bytes.
    max_output: Option<u64>,
    /// Maximum memory for the page in bytes.
    max_memory: Option<u64>,
}

/// A page whose metadata is wanted. Options of `/v1/extract` may be added, as far as they do not choose a form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
pub(crate) struct MetadataBody {
    /// The page.
    html: Option<String>,
    /// The address of the page. It is fetched unless there is `html`.
    url: Option<String>,
    /// The name of the page in its record; its address if absent.
    id: Option<String>,
    /// Maximum CPU time in milliseconds.
    timeout_ms: Option<u64>,
    /// Maximum time of the fetch in milliseconds.
    fetch_timeout_ms: Option<u64>,
    /// Fetch the page although the server has kept it.
    reload: Option<bool>,
    /// Maximum size of the page in bytes.
    max_bytes: Option<u64>,
}

/// A page and the methods to compare. Options of `/v1/extract` may be added.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
pub(crate) struct CompareBody {
    /// The page.
    html: Option<String>,
    /// The address of the page.
    url: Option<String>,
    /// The names of the methods; all methods if absent.
    methods: Option<Vec<String>>,
    /// The true main content.
    gold: Option<String>,
}

/// A page and what to draw. Options of `/v1/extract` may be added.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
pub(crate) struct PlotBody {
    /// The page.
    html: Option<String>,
    /// The address of the page.
    url: Option<String>,
    /// The method; `addanag` if absent.
    method: Option<String>,
    /// The parameters of the method.
    params: Option<std::collections::BTreeMap<String, String>>,
    /// The figure of a paper: 2, 3, 5 or 6.
    figure: Option<u32>,
    /// The vertical axis: `auto`, `linear` or `root`.
    scale: Option<String>,
    /// The true main content, which is marked.
    gold: Option<String>,
    /// Width in pixels, at most 4000.
    width: Option<u32>,
    /// Height in pixels, at most 4000.
    height: Option<u32>,
}

/// A page and how its cloud looks. Options of `/v1/extract` may be added.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes JSON")]
pub(crate) struct CloudBody {
    /// The page.
    html: Option<String>,
    /// The address of the page.
    url: Option<String>,
    /// The language of the page, such as `th`; detected if absent.
    language: Option<String>,
    /// How words are found in scripts without spaces: `dictionary`, `lstm` or `longest`.
    segmenter: Option<String>,
    /// Words and phrases to keep whole, one on a line.
    words: Option<String>,
    /// Words to leave out besides the built-in ones, one on a line; or `none`, to leave out none.
    stop_words: Option<String>,
    /// Spellings that count as one word, as `dehusk cloud --fold`.
    fold: Option<String>,
    /// Count repeated phrases of up to this number of words.
    phrases: Option<u32>,
    /// Minimum number of characters of a word.
    min_length: Option<u32>,
    /// Count numbers as words.
    numbers: Option<bool>,
    /// `frequency` or `tfidf`.
    weight: Option<String>,
    /// Maximum number of words, at most 2000.
    max_words: Option<u32>,
    /// Width in pixels, at most 4000.
    width: Option<u32>,
    /// Height in pixels, at most 4000.
    height: Option<u32>,
    /// The seed of the arrangement.
    seed: Option<u64>,
    /// The scale from weights to sizes, as `dehusk cloud --scale`.
    scale: Option<String>,
    /// Minimum font size in pixels.
    min_size: Option<f64>,
    /// Font size of the heaviest word in pixels.
    max_size: Option<f64>,
    /// `none`, `some` or `free`.
    rotate: Option<String>,
    /// `rectangle` or `ellipse`.
    shape: Option<String>,
    /// Minimum distance between words in pixels.
    padding: Option<u32>,
    /// The colors, as `dehusk cloud --palette`.
    palette: Option<String>,
    /// `light`, `dark` or `auto`.
    theme: Option<String>,
}

/// The bytes of a picture.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "it only describes an answer")]
pub(crate) struct Picture(Vec<u8>);
