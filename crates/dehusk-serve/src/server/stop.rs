//! Waits for the signals that end the process.

use std::io;

/// Returns a future that is ready when the process is told to stop.
#[cfg(unix)]
pub(super) fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Returns a future that is ready when the process is told to stop.
#[cfg(not(unix))]
pub(super) fn stopped() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the signal, the process is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
