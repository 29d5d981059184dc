//! Listens, and runs each connection within its limits ([`connection`]) until the process is told to stop ([`stop`]).

mod connection;
mod stop;
mod write_timeout;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time;

use crate::config::{Config, ConfigError};
use crate::routes::router;
use crate::state::ServerState;

/// The pause after a connection could not be accepted, for example because all file descriptors are in use. Chosen by hand.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Threads for the files of batches, besides those that fetch. Most of these files never leave the memory of the system; chosen by hand.
const DISK_THREADS: usize = 2;

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The configuration is refused.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}; {advice}", advice = listen_advice(.1))]
    Listen(SocketAddr, io::Error),
    /// A thread or the runtime cannot be started.
    #[error("cannot start the server")]
    Start(#[source] io::Error),
}

/// What to do if an address cannot be listened on.
fn listen_advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::AddrInUse => "another program uses this port; choose another one with --port",
        io::ErrorKind::AddrNotAvailable => {
            "this machine does not have this address; choose one with --address"
        }
        io::ErrorKind::PermissionDenied => "choose a port above 1023 with --port",
        _ => "choose others with --address and --port",
    }
}

/// Listens until the process gets SIGINT or SIGTERM (Ctrl-C on Windows), and then until open requests have ended or their time is
/// over. `ready` is called with the address once the server listens.
///
/// # Errors
/// [`ServeError`] if the server cannot start.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    config.check()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(config.workers.get())
        .max_blocking_threads(config.limits.max_fetches + DISK_THREADS)
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    let done = runtime.block_on(async move {
        let address = config.address;
        let listener =
            TcpListener::bind(address).await.map_err(|error| ServeError::Listen(address, error))?;
        let stopped = stop::stopped().map_err(ServeError::Start)?;
        ready(listener.local_addr().unwrap_or(address));
        run(listener, config, stopped).await.map_err(ServeError::Start)
    });
    // A fetch that still runs is not waited for.
    runtime.shutdown_background();
    done
}

/// Accepts connections until `stopped` is ready.
pub(crate) async fn run(
    listener: TcpListener,
    config: Config,
    stopped: impl Future<Output = ()>,
) -> io::Result<()> {
    let state = ServerState::new(config)?;
    let limits = state.config().limits.clone();
    let router = router(state.clone());
    let places = Arc::new(Semaphore::new(limits.max_connections));
    let open = GracefulShutdown::new();
    tokio::pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut stopped => break,
        };
        let (stream, peer, place) = accepted;
        let connection = connection::handle(stream, peer, router.clone(), &state, &open);
        tokio::spawn(async move {
            connection.await;
            drop(place);
        });
    }
    drop(listener);
    // What is not finished in time is cut off.
    let _ = time::timeout(limits.shutdown_timeout, open.shutdown()).await;
    Ok(())
}

/// Accepts a connection when there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, Option<tokio::sync::OwnedSemaphorePermit>) {
    // The semaphore is never closed.
    let place = Arc::clone(places).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
            Err(_) => time::sleep(ACCEPT_PAUSE).await,
        }
    }
}

#[cfg(test)]
mod tests;
