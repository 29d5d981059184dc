//! Drop-in replacements: the requests and answers of other services, one module for each. A client of such a service only changes its
//! address. Which fields are filled and which are not is in the book (`docs/src/guide/server.md`).

use axum::Router;

use crate::state::ServerState;

/// The routes of all forms.
pub(crate) fn routes() -> Router<ServerState> {
    Router::new()
}
