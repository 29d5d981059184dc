//! One connection: HTTP/1.1 with limits on the time and size of request heads.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;

use super::write_timeout::WriteTimeout;
use crate::config::Limits;
use crate::http::admission::Peer;

/// Maximum number of headers of a request. Browsers send about 20; chosen by hand.
const MAX_HEADERS: usize = 64;
/// Maximum size of the head of a request in bytes. Chosen by hand: an address of 8,000 characters and a token fit.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// Returns the future that runs a connection to its end.
pub(super) fn handle(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: &Limits,
    open: &GracefulShutdown,
) -> impl Future<Output = ()> + use<> {
    // Answers are written at once. Without this they only arrive later.
    let _ = stream.set_nodelay(true);
    let io = TokioIo::new(WriteTimeout::new(stream, limits.write_timeout));
    let service = TowerToHyperService::new(WithPeer { router, peer });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(io, service);
    let connection = open.watch(connection);
    async move {
        // The client broke off, or was too slow: nobody is left to tell.
        let _ = connection.await;
    }
}

/// Tells requests where they came from.
#[derive(Clone)]
struct WithPeer {
    router: Router,
    peer: SocketAddr,
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
        request.extensions_mut().insert(Peer(self.peer));
        self.router.call(request)
    }
}
