//! `/openapi.json`: the description of the interface and of the forms of other services, made from the handlers.

use std::sync::OnceLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::page::fields::COMMA_LISTS;
use crate::page::tokens::TokenCount;
use crate::{api, forms};

#[derive(OpenApi)]
#[openapi(
    info(title = "dehusk", description = "Main content of web pages"),
    paths(
        api::extract::extract, api::explain::explain, api::metadata::metadata, api::compare::compare, api::batch::batch,
        api::plot::svg, api::plot::png, api::cloud::svg, api::cloud::png, api::cloud::html, api::cloud::json,
        api::methods::methods, api::about::healthz, api::about::metrics,
    ),
    components(schemas(TokenCount)),
    tags((name = "pages"), (name = "pictures"), (name = "services"), (name = "tools"), (name = "server")),
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
        let mut api = Api::openapi();
        api.merge(forms::Description::openapi());
        let mut document = serde_json::to_value(api).unwrap_or_default();
        complete(&mut document);
        document
    })
}

/// Adds what the handlers cannot say: the schema of the record, bodies that are not JSON, and the twin with `?url=` and all options of
/// each request for one page.
fn complete(document: &mut Value) {
    let record: Value = serde_json::from_str(dehusk_record::SCHEMA).unwrap_or_default();
    document["components"]["schemas"]["Record"] = record;
    let fields = &mut document["components"]["schemas"]["Record"]["properties"];
    fields["tokens"] = json!({"$ref": "#/components/schemas/TokenCount"});
    fields["source"] = json!({"type": "string", "description": "The decoded page, whose bytes the offsets count. With `with_source`."});
    for body in ["PageBody", "MetadataBody", "CompareBody", "PlotBody", "CloudBody"] {
        document["components"]["schemas"][body]["anyOf"] =
            json!([{"required": ["html"]}, {"required": ["url"]}]);
    }
    document["paths"]["/"]["get"] = json!({
        "tags": ["server"], "operationId": "workbench", "summary": "The workbench, a page for browsers",
        "responses": {
            "200": {"description": "The page", "content": {"text/html": {"schema": {"type": "string"}}}},
            "304": {"description": "The client has this page (`If-None-Match`)"},
        },
    });
    add_tools(document);
    let schemas = document["components"]["schemas"].clone();
    let Some(paths) = document["paths"].as_object_mut() else { return };
    for (path, item) in paths {
        let is_record = matches!(path.as_str(), "/v1/extract" | "/v1/explain");
        if is_record {
            let schema = &mut item["post"]["responses"]["200"]["content"]["application/json"]["schema"];
            *schema = json!({"$ref": "#/components/schemas/Record"});
        }
        let is_for_pages = !["services", "tools"].iter().any(|tag| item["post"]["tags"][0] == *tag);
        if is_for_pages && item["post"]["requestBody"]["content"]["application/json"].is_object() {
            item["get"] = twin(&item["post"], &schemas);
            for media_type in PAGE_BODIES {
                let content = &mut item["post"]["requestBody"]["content"];
                content[media_type] = body_schema(media_type);
            }
        }
    }
}

/// Adds the path of the Model Context Protocol, which describes its messages itself, and the second path of a form.
fn add_tools(document: &mut Value) {
    let message = json!({"application/json": {"schema": {"type": "object", "required": ["jsonrpc"]}}});
    let problem = json!({"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}});
    document["paths"]["/mcp"]["post"] = json!({
        "tags": ["tools"], "operationId": "mcp", "summary": "Tools for agents (Model Context Protocol)",
        "description": "Streamable HTTP without sessions: each message of JSON-RPC 2.0 stands for itself.",
        "requestBody": {"required": true, "content": message},
        "responses": {
            "200": {"description": "The answer to a request", "content": message},
            "202": {"description": "The message needs no answer"},
            "4XX": {"description": "The body is no message, or a web page elsewhere asks", "content": problem},
        },
    });
    let mut posted = document["paths"]["/r"]["post"].clone();
    posted["operationId"] = "read_posted_with_slash".into();
    document["paths"]["/r/"]["post"] = posted;
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

/// Options of JSON that a query has not, or in another form.
const NOT_IN_QUERY: [&str; 3] = ["html", "url", "params"];

/// The operation `GET` with an address and options in the query.
fn twin(post: &Value, schemas: &Value) -> Value {
    let mut get = post.clone();
    let body = &post["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    let name = body.as_str().and_then(|reference| reference.rsplit('/').next()).unwrap_or_default();
    if let Some(operation) = get.as_object_mut() {
        operation.remove("requestBody");
        let id = format!("{}_by_url", post["operationId"].as_str().unwrap_or_default());
        operation.insert("operationId".to_owned(), id.into());
        operation.insert("parameters".to_owned(), parameters(&schemas[name]["properties"]));
    }
    get
}

/// The address and the options of a body as parameters of a query.
fn parameters(properties: &Value) -> Value {
    let address = json!({"type": "string", "format": "uri"});
    let mut all = vec![
        json!({"name": "url", "in": "query", "required": true, "schema": address, "description": "The address of the page"}),
    ];
    let options = properties.as_object().into_iter().flatten();
    all.extend(options.filter(|(name, _)| !NOT_IN_QUERY.contains(&name.as_str())).map(parameter));
    if properties["params"].is_object() {
        let list = json!({"type": "array", "items": {"type": "string"}});
        let meaning = "A parameter of the method as NAME=VALUE";
        all.push(json!({"name": "param", "in": "query", "schema": list, "description": meaning}));
    }
    all.into()
}

/// An option as a parameter. A query has no null: the option is not there.
fn parameter((name, schema): (&String, &Value)) -> Value {
    let mut schema = schema.clone();
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    if let Some(types) = schema["type"].as_array() {
        schema["type"] = types.iter().find(|of| *of != "null").cloned().unwrap_or_default();
    }
    let is_split = !COMMA_LISTS.contains(&name.as_str());
    json!({"name": name, "in": "query", "schema": schema, "explode": is_split, "description": description})
}

/// Answers with the description.
pub(crate) async fn openapi() -> Response {
    let json = serde_json::to_vec(document()).unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], json).into_response()
}
