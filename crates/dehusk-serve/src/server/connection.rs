//! One connection: HTTP/1.1 with limits on the time and size of request heads. What is refused before it is a request is counted and
//! logged here.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;

use super::write_timeout::WriteTimeout;
use crate::http::admission::Peer;
use crate::http::log;
use crate::shared::metrics::Refusal;
use crate::shared::progress::Progress;
use crate::state::ServerState;

/// Maximum number of headers of a request. Browsers send about 20; chosen by hand.
const MAX_HEADERS: usize = 64;
/// Maximum size of the head of a request in bytes. Chosen by hand: an address of 8,000 characters and a token fit.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// Returns the future that runs a connection to its end.
pub(super) fn handle(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    state: &ServerState,
    open: &GracefulShutdown,
) -> impl Future<Output = ()> + use<> {
    let (state, limits) = (state.clone(), &state.config().limits);
    // Answers are written at once. Without this they only arrive later.
    let _ = stream.set_nodelay(true);
    let progress = Arc::new(Progress::default());
    let io = TokioIo::new(WriteTimeout::new(stream, limits.write_timeout, Arc::clone(&progress)));
    let service = TowerToHyperService::new(WithPeer { router, peer, progress: Arc::clone(&progress) });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // A client may end its side of the connection when its request is sent, and still reads the answer.
        .half_close(true)
        .header_read_timeout(limits.header_timeout)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(io, service);
    let connection = open.watch(connection);
    async move {
        // Other errors are those of clients that broke off or read nothing: nobody is left to tell.
        let Err(error) = connection.await else { return };
        if let Some(refusal) = refusal(&error, progress.is_in_head()) {
            state.metrics().refusal(refusal);
            log::refusal(state.config(), peer, refusal);
        }
    }
}

/// Why a connection was closed before there was a request. None if there was one, or nothing of one.
fn refusal(error: &hyper::Error, is_in_head: bool) -> Option<Refusal> {
    if error.is_parse_too_large() {
        Some(Refusal::HeadTooLarge)
    } else if error.is_parse() {
        Some(Refusal::Malformed)
    } else {
        // A connection on which nothing arrives is idle.
        (error.is_timeout() && is_in_head).then_some(Refusal::HeadTimeout)
    }
}

/// Tells requests where they came from.
#[derive(Clone)]
struct WithPeer {
    router: Router,
    peer: SocketAddr,
    progress: Arc<Progress>,
}

impl tower_service::Service<Request<hyper::body::Incoming>> for WithPeer {
    type Response = axum::response::Response;
    type Error = std::convert::Infallible;
    type Future = <Router as tower_service::Service<Request<hyper::body::Incoming>>>::Future;

    fn poll_ready(
        &mut self,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Result<(), Self::Error>> {
        tower_service::Service::<Request<hyper::body::Incoming>>::poll_ready(&mut self.router, context)
    }

    fn call(&mut self, mut request: Request<hyper::body::Incoming>) -> Self::Future {
        self.progress.head_is_over();
        request.extensions_mut().insert(Peer(self.peer));
        request.extensions_mut().insert(Arc::clone(&self.progress));
        self.router.call(request)
    }
}
