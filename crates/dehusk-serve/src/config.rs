//! The configuration of a server: its address, who may use it, what may be fetched, and its limits.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use dehusk_fetch::PageCache;

/// The default port of `dehusk serve`. Chosen by hand.
pub const DEFAULT_PORT: u16 = 3380;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub address: SocketAddr,
    /// The secret that clients have to send, if there is one.
    pub token: Option<String>,
    /// Whether everybody who can reach an address beyond this machine may use the server without a token.
    pub is_public: bool,
    /// The names that clients may call the server by in the header `Host`, besides numeric addresses and `localhost`. They are only
    /// checked if the server has neither a token nor [`Config::is_public`]: then a web page whose name resolves to this machine (DNS
    /// rebinding) must not use it.
    pub names: Vec<String>,
    /// Whether addresses are fetched.
    pub fetches: bool,
    /// Hosts that are fetched although they are not public: `name` or `name:port`.
    pub allowed_hosts: Vec<String>,
    /// Whether every host is fetched, also those that are not public. Only for clients that may reach whatever this machine reaches.
    pub allows_private: bool,
    /// Where fetched pages are kept, if they are.
    pub cache: Option<Arc<PageCache>>,
    /// Origins whose scripts may read answers (CORS), such as `https://reader.example`.
    pub origins: Vec<String>,
    /// Threads that extract pages.
    pub workers: NonZeroUsize,
    /// A request header, such as `x-forwarded-for`, whose last value is the address of the client. Only for a server that is reached
    /// through a proxy that sets it.
    pub client_header: Option<String>,
    /// Whether each request is logged, as a line of JSON on standard error.
    pub logs: bool,
    /// The limits.
    pub limits: Limits,
}

/// The limits of a server. All defaults are chosen by hand, for a machine with a gigabyte of memory.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum size of a page and of a request body in bytes, both as sent and decompressed.
    pub max_body_bytes: usize,
    /// Maximum sum of all request bodies in memory at the same time, in bytes.
    pub max_memory_bytes: usize,
    /// Maximum size of all answers of batches that their clients have not read yet, in bytes. They are kept in temporary files.
    pub max_unread_bytes: usize,
    /// Maximum number of requests that are processed at the same time, including those that wait for a worker or a fetch.
    pub max_requests: usize,
    /// Maximum number of requests of one client that are processed at the same time.
    pub max_client_requests: usize,
    /// Maximum number of pages that are fetched at the same time.
    pub max_fetches: usize,
    /// Maximum number of fetches that wait until another one has finished.
    pub max_waiting_fetches: usize,
    /// Maximum number of open connections.
    pub max_connections: usize,
    /// Maximum time until the head of a request has arrived, also of the next one on an open connection.
    pub header_timeout: Duration,
    /// Maximum time until the body of a request has arrived; for a batch, the time until its next line.
    pub body_timeout: Duration,
    /// Maximum time in which a client reads nothing of an answer.
    pub write_timeout: Duration,
    /// Maximum time of a fetch.
    pub fetch_timeout: Duration,
    /// Maximum time from the arrival of a request to its answer, not counting its body and its fetch.
    pub answer_timeout: Duration,
    /// Maximum CPU time for one page.
    pub extract_timeout: Duration,
    /// Maximum time for open requests after the server was told to stop.
    pub shutdown_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_body_bytes: 16 << 20,
            max_memory_bytes: 128 << 20,
            max_unread_bytes: 1 << 30,
            max_requests: 256,
            max_client_requests: 64,
            max_fetches: 32,
            max_waiting_fetches: 64,
            max_connections: 16_384,
            header_timeout: Duration::from_secs(15),
            body_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
            fetch_timeout: Duration::from_secs(20),
            answer_timeout: Duration::from_secs(30),
            extract_timeout: Duration::from_secs(5),
            shutdown_timeout: Duration::from_secs(10),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DEFAULT_PORT),
            token: None,
            is_public: false,
            names: Vec::new(),
            fetches: true,
            allowed_hosts: Vec::new(),
            allows_private: false,
            cache: None,
            origins: Vec::new(),
            workers: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            client_header: None,
            logs: true,
            limits: Limits::default(),
        }
    }
}

/// A configuration that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The address can be reached from other machines, and nothing says who may use it.
    #[error(
        "{0} can be reached from other machines; set a token (--token, or DEHUSK_TOKEN), or say --public if everybody may use it"
    )]
    Exposed(SocketAddr),
    /// The token is shorter than [`MIN_TOKEN_BYTES`].
    #[error("the token has fewer than {MIN_TOKEN_BYTES} bytes; make one with: openssl rand -hex 16")]
    ShortToken,
    /// An origin is not `http://…` or `https://…` without a path.
    #[error("{0:?} is not an origin; write it like https://reader.example")]
    Origin(String),
    /// The name of a header is invalid.
    #[error("{0:?} is not the name of a header")]
    Header(String),
}

/// Minimum length of a token in bytes. 16 hexadecimal digits have 64 bits, which nobody can guess over a network. Chosen by hand.
pub const MIN_TOKEN_BYTES: usize = 16;

impl Config {
    /// Checks that the server is not open to others by accident, and that all values are valid.
    ///
    /// # Errors
    /// [`ConfigError`] says what to change.
    ///
    /// ```
    /// use dehusk_serve::Config;
    /// let exposed = Config { address: "0.0.0.0:80".parse()?, ..Config::default() };
    /// assert!(exposed.check().is_err());
    /// assert!(Config { token: Some("5f1c86e0b6c44f0a".into()), ..exposed }.check().is_ok());
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    pub fn check(&self) -> Result<(), ConfigError> {
        if !self.address.ip().is_loopback() && self.token.is_none() && !self.is_public {
            return Err(ConfigError::Exposed(self.address));
        }
        if self.token.as_ref().is_some_and(|token| token.len() < MIN_TOKEN_BYTES) {
            return Err(ConfigError::ShortToken);
        }
        if let Some(origin) = self.origins.iter().find(|origin| !is_origin(origin)) {
            return Err(ConfigError::Origin(origin.clone()));
        }
        match &self.client_header {
            Some(name) if axum::http::HeaderName::try_from(name).is_err() => {
                Err(ConfigError::Header(name.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Whether only clients that call the server by a known name are answered.
    pub(crate) fn checks_names(&self) -> bool {
        self.token.is_none() && !self.is_public
    }
}

/// Whether this is the text of an origin as browsers send it.
fn is_origin(text: &str) -> bool {
    let origin = url::Url::parse(text).map(|url| url.origin());
    origin.is_ok_and(|origin| origin.is_tuple() && origin.ascii_serialization() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_needs_no_token() {
        let check = |address: &str, token: Option<&str>, is_public| {
            let address = address.parse().unwrap();
            Config { address, token: token.map(str::to_owned), is_public, ..Config::default() }.check()
        };
        for address in ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1"] {
            assert_eq!(check(address, None, false), Ok(()), "{address}");
        }
        for address in ["0.0.0.0:1", "[::]:1", "10.0.0.1:1", "[::ffff:8.8.8.8]:1", "192.168.1.2:80"] {
            assert!(matches!(check(address, None, false), Err(ConfigError::Exposed(_))), "{address}");
            assert_eq!(check(address, None, true), Ok(()));
            assert_eq!(check(address, Some("0123456789abcdef"), false), Ok(()));
            assert_eq!(check(address, Some("short"), true), Err(ConfigError::ShortToken));
        }
    }

    #[test]
    fn origins_have_a_scheme_and_no_path() {
        for (text, is_valid) in [
            ("https://reader.example", true),
            ("http://localhost:8080", true),
            ("https://reader.example/", false),
            ("reader.example", false),
            ("*", false),
            ("null", false),
            ("data:text/html,x", false),
            ("https://a.example\r\nx: y", false),
        ] {
            assert_eq!(is_origin(text), is_valid, "{text}");
        }
    }
}
