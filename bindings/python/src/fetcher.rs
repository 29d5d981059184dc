//! `Fetcher`: fetches pages with the crate `dehusk-fetch`, and lets Python handle its signals meanwhile.

use dehusk::source::Source;
use dehusk_fetch::{FetchError, FetchOptions, Fetched, Fetcher as Client};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The time between two looks at the signals of Python. Chosen by hand: a reader does not notice it.
const BETWEEN_CHECKS: Duration = Duration::from_millis(100);

/// The options of a fetch. Clones of the client share their connections.
#[pyclass(frozen, module = "dehusk._native")]
pub(crate) struct Fetcher {
    client: Client,
}

/// The arguments of `Fetcher`, passed as a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct FetchArguments {
    timeout: f64,
    max_redirects: u32,
    max_bytes: usize,
    public_only: bool,
    any_content_type: bool,
    user_agent: Option<String>,
    headers: Vec<(String, String)>,
}

/// A fetched page, or why there is none.
#[derive(IntoPyObject)]
pub(crate) struct FetchDict<'py> {
    url: String,
    content_type: Option<String>,
    body: Bound<'py, PyBytes>,
    error: Option<String>,
    /// The status code, if the server responded with one that is an error.
    status: Option<u16>,
}

#[pymethods]
impl Fetcher {
    #[new]
    fn new(arguments: FetchArguments) -> PyResult<Fetcher> {
        Ok(Fetcher { client: Client::new(arguments.options()?) })
    }

    /// Fetches one page without the interpreter lock. An interrupted fetch is left behind: it ends at its own
    /// time limit.
    fn fetch<'py>(&self, py: Python<'py>, url: String) -> PyResult<FetchDict<'py>> {
        let (sender, mut receiver) = mpsc::sync_channel(1);
        let (client, address) = (self.client.clone(), url.clone());
        thread::Builder::new().name("dehusk-fetch".to_owned()).spawn(move || {
            // The receiver is gone after an interrupt.
            let _ = sender.send(client.fetch(&address));
        })?;
        loop {
            // A receiver can be moved out of the lock, but not be shared across it.
            let received;
            (received, receiver) = py.detach(move || (receiver.recv_timeout(BETWEEN_CHECKS), receiver));
            match received {
                Ok(result) => return Ok(FetchDict::new(py, url, result)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(FetchDict::panicked(py, url)),
            }
        }
    }
}

impl FetchArguments {
    fn options(self) -> PyResult<FetchOptions> {
        let timeout = Duration::try_from_secs_f64(self.timeout).unwrap_or(Duration::MAX);
        let mut options = FetchOptions::new()
            .with_public_only(self.public_only)
            .with_timeout(timeout)
            .with_max_redirects(self.max_redirects)
            .with_max_bytes(self.max_bytes)
            .with_any_content_type(self.any_content_type);
        let invalid = |error: dehusk_fetch::InvalidHeader| PyValueError::new_err(error.to_string());
        if let Some(user_agent) = &self.user_agent {
            options = options.with_user_agent(user_agent).map_err(invalid)?;
        }
        for (name, value) in &self.headers {
            options = options.with_header(name, value).map_err(invalid)?;
        }
        Ok(options)
    }
}

impl<'py> FetchDict<'py> {
    fn new(py: Python<'py>, url: String, result: Result<Fetched, FetchError>) -> FetchDict<'py> {
        match result {
            Ok(page) => FetchDict {
                url: page.address,
                content_type: page.content_type,
                body: PyBytes::new(py, &page.body),
                error: None,
                status: None,
            },
            Err(error) => {
                let sentence = error.to_string();
                let (url, status) = match error {
                    FetchError::Status { code, address } => (address, Some(code)),
                    _ => (url, None),
                };
                FetchDict { status, ..FetchDict::failed(py, url, sentence) }
            }
        }
    }

    fn panicked(py: Python<'py>, url: String) -> FetchDict<'py> {
        FetchDict::failed(py, url, "the fetch failed unexpectedly; please report it".to_owned())
    }

    fn failed(py: Python<'py>, url: String, error: String) -> FetchDict<'py> {
        FetchDict { url, content_type: None, body: PyBytes::new(py, b""), error: Some(error), status: None }
    }
}

/// Decodes a page as an extraction would. `content_type` is the header of that name, if it is known.
#[pyfunction]
pub(crate) fn decode(py: Python<'_>, page: PyBackedBytes, content_type: Option<String>) -> String {
    py.detach(|| Source::decode(&page, content_type.as_deref()).text().to_owned())
}
