//! `/openapi.json`: the description of the interface, made from the handlers. The types here describe bodies; `Asked` and `Fields` read
//! them, and a test compares their names.

use std::sync::OnceLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi, ToSchema};

use super::{about, batch, cloud, compare, explain, extract, metadata, methods, plot};
use crate::page::tokens::TokenCount;

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
    /// With `/v1/explain`: add the decoded page to the record.
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

#[derive(OpenApi)]
#[openapi(
    info(title = "dehusk", description = "Main content of web pages"),
    paths(
        extract::extract, explain::explain, metadata::metadata, compare::compare, batch::batch,
        plot::svg, plot::png, cloud::svg, cloud::png, cloud::html, cloud::json,
        methods::methods, about::healthz, about::metrics,
    ),
    components(schemas(TokenCount)),
    tags((name = "pages"), (name = "pictures"), (name = "server")),
    modifiers(&Secured),
    security((), ("token" = []))
)]
struct Api;

/// Adds how the token is sent.
struct Secured;

impl Modify for Secured {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        api.components.get_or_insert_default().add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// Other media types of a body that JSON describes.
const PAGE_BODIES: [&str; 2] = ["text/html", "multipart/form-data"];

/// The description of the interface.
pub(crate) fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let mut document = serde_json::to_value(Api::openapi()).unwrap_or_default();
        complete(&mut document);
        document
    })
}

/// Adds what the handlers cannot say: the schema of the record, bodies that are not JSON, and the twin with `?url=` of each request
/// for one page.
fn complete(document: &mut Value) {
    let record: Value = serde_json::from_str(dehusk_record::SCHEMA).unwrap_or_default();
    document["components"]["schemas"]["Record"] = record;
    let fields = &mut document["components"]["schemas"]["Record"]["properties"];
    fields["tokens"] = json!({"$ref": "#/components/schemas/TokenCount"});
    fields["source"] = json!({"type": "string", "description": "The decoded page, whose bytes the offsets count. With `with_source`."});
    for body in ["PageBody", "CompareBody", "PlotBody", "CloudBody"] {
        document["components"]["schemas"][body]["anyOf"] =
            json!([{"required": ["html"]}, {"required": ["url"]}]);
    }
    let Some(paths) = document["paths"].as_object_mut() else { return };
    for (path, item) in paths {
        let is_record = matches!(path.as_str(), "/v1/extract" | "/v1/explain");
        if is_record {
            let schema = &mut item["post"]["responses"]["200"]["content"]["application/json"]["schema"];
            *schema = json!({"$ref": "#/components/schemas/Record"});
        }
        if item["post"]["requestBody"]["content"]["application/json"].is_object() {
            for media_type in PAGE_BODIES {
                let content = &mut item["post"]["requestBody"]["content"];
                content[media_type] = body_schema(media_type);
            }
            item["get"] = twin(&item["post"]);
        }
    }
}

fn body_schema(media_type: &str) -> Value {
    match media_type {
        "multipart/form-data" => json!({"schema": {
            "type": "object", "required": ["file"],
            "properties": {"file": {"type": "string", "format": "binary"}},
        }}),
        _ => json!({"schema": {"type": "string"}}),
    }
}

/// The operation `GET` with an address in the query.
fn twin(post: &Value) -> Value {
    let mut get = post.clone();
    if let Some(operation) = get.as_object_mut() {
        operation.remove("requestBody");
        let id = format!("{}_by_url", post["operationId"].as_str().unwrap_or_default());
        operation.insert("operationId".to_owned(), id.into());
        let schema = json!({"type": "string", "format": "uri"});
        let url = json!({"name": "url", "in": "query", "required": true, "schema": schema, "description": "The address of the page"});
        operation.insert("parameters".to_owned(), json!([url]));
    }
    get
}

/// Answers with the description.
pub(crate) async fn openapi() -> Response {
    let json = serde_json::to_vec(document()).unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], json).into_response()
}
