//! Looks up the network addresses of a host and drops those that may not be fetched, before a connection is made to one of them.

use std::net::IpAddr;
use std::sync::Arc;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::error::FetchError;
use crate::options::FetchOptions;

/// The port of http (RFC 9110, 4.2.1).
const HTTP_PORT: u16 = 80;
/// The port of https (RFC 9110, 4.2.2).
const HTTPS_PORT: u16 = 443;

/// Says what an address is that may not be fetched.
pub(crate) type Refusal = fn(IpAddr) -> Option<&'static str>;

/// A resolver whose addresses were checked. The client connects to one of them, and never looks up the name a second time.
#[derive(Debug)]
pub(crate) struct CheckedResolver<R> {
    pub(crate) names: R,
    /// None if every address may be fetched.
    pub(crate) refusal: Option<Refusal>,
    /// Options whose allowed hosts are not checked.
    pub(crate) options: FetchOptions,
}

impl<R> CheckedResolver<R> {
    /// Whether the host was allowed by name.
    fn is_allowed(&self, uri: &Uri) -> bool {
        let default = if uri.scheme_str() == Some("https") { HTTPS_PORT } else { HTTP_PORT };
        self.options.allows(uri.host().unwrap_or_default(), uri.port_u16().unwrap_or(default))
    }
}

impl<R: Resolver> Resolver for CheckedResolver<R> {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.names.resolve(uri, config, timeout).map_err(|error| match error {
            // Whatever the system says: no such name, or no server for names.
            ureq::Error::Io(_) | ureq::Error::HostNotFound => {
                let host = uri.host().unwrap_or_default().to_owned();
                ureq::Error::Other(Box::new(FetchError::HostNotFound(host)))
            }
            error => error,
        })?;
        let Some(refusal) = self.refusal.filter(|_| !self.is_allowed(uri)) else { return Ok(found) };
        let mut allowed = self.empty();
        let mut refused = None;
        for address in found.iter() {
            match refusal(address.ip()) {
                None => allowed.push(*address),
                Some(what) => drop(refused.get_or_insert((address.ip(), what))),
            }
        }
        match refused {
            Some((address, what)) if allowed.is_empty() => {
                let host = uri.host().unwrap_or_default().to_owned();
                Err(ureq::Error::Other(Box::new(FetchError::NotPublic { host, address, what })))
            }
            _ => Ok(allowed),
        }
    }
}

/// A resolver that the agent and the cache share.
#[derive(Clone, Debug)]
pub(crate) struct SharedResolver(pub(crate) Arc<dyn Resolver>);

impl Resolver for SharedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        self.0.resolve(uri, config, timeout)
    }
}
