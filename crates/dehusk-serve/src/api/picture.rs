//! What the paths of pictures share: `/v1/plot.*` and `/v1/cloud.*`.

use axum::http::HeaderMap;
use axum::response::Response;

use super::reply::{self, Reply};
use crate::page::asked::{Asked, Page};
use crate::page::fields::Fields;
use crate::problem::Problem;
use crate::state::ServerState;
use crate::work::pool::Worker;

/// A picture that a request asks for.
pub(super) trait Drawing: Sized + Send + 'static {
    /// The formats that it can have.
    type Format;

    /// Takes its options.
    fn take(fields: &mut Fields, state: &ServerState, format: Self::Format) -> Result<Self, Problem>;

    fn media_type(&self) -> &'static str;

    fn draw(&self, worker: &mut Worker, page: &Page, state: &ServerState) -> Result<Reply, Problem>;
}

pub(super) async fn respond<D: Drawing>(
    state: &ServerState,
    headers: &HeaderMap,
    mut asked: Asked,
    format: D::Format,
) -> Result<Response, Problem> {
    let origin = asked.take_origin()?;
    let bytes = asked.fields.to_bytes();
    let wish = D::take(&mut asked.fields, state, format)?;
    let page = origin.load(state).await?;
    let tag = reply::tag(wish.media_type(), &bytes, &page);
    if let Some(unchanged) = reply::unchanged(headers, &tag) {
        return Ok(unchanged);
    }
    let fonts = state.clone();
    let reply = state.run(move |worker| wish.draw(worker, &page, &fonts)).await??;
    Ok(reply::finished(headers, reply, &tag))
}

/// Defines the handler of one format of a picture, described for `/openapi.json`: its name, its path, the description of its answer,
/// its request, the drawing with its format, and the media type and schema of its answer.
macro_rules! handler {
    (
        $(#[$($doc:tt)+])*
        $name:ident, $path:literal, $what:literal, $request:ident, $drawing:ident, $format:expr, $media_type:literal, $($body:tt)+
    ) => {
        $(#[$($doc)+])*
        #[utoipa::path(
            post, path = $path, tag = "pictures", request_body = $request,
            responses(
                (status = 200, description = $what, content_type = $media_type, body = $($body)+),
                (status = "4XX", description = "The request is wrong", content_type = "application/problem+json", body = ProblemRecord),
                (status = "5XX", description = "The page could not be fetched, or the server is busy", content_type = "application/problem+json", body = ProblemRecord),
            )
        )]
        pub(crate) async fn $name(
            state: axum::extract::State<ServerState>,
            headers: axum::http::HeaderMap,
            asked: Asked,
        ) -> Result<axum::response::Response, Problem> {
            $crate::api::picture::respond::<$drawing>(&state, &headers, asked, $format).await
        }
    };
}
pub(super) use handler;
