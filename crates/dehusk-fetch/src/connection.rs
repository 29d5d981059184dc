//! Says in words why a request got no response.

use std::io;
use std::time::Duration;

use ureq::Proxy;
use ureq::http::Uri;
use url::Url;

use crate::error::FetchError;
use crate::hop;

/// How the error of the TLS library begins if a server answers with something else. The client tells it in no other way.
const NO_TLS: &str = "received corrupt message";

/// The failure of a request, which `proxy` forwards unless the host is exempt from it.
pub(crate) fn failure(url: &Url, error: ureq::Error, proxy: Option<&Proxy>, timeout: Duration) -> FetchError {
    let proxy = proxy.filter(|proxy| url.as_str().parse::<Uri>().is_ok_and(|uri| !proxy.is_no_proxy(&uri)));
    match error {
        ureq::Error::Timeout(_) => FetchError::Timeout(timeout),
        ureq::Error::BadUri(reason) => FetchError::InvalidAddress(reason),
        ureq::Error::HostNotFound => not_found(url.host_str().unwrap_or_default().to_owned(), proxy),
        ureq::Error::ConnectProxyFailed(reason) => FetchError::Proxy(reason),
        ureq::Error::Io(error) => of_io(url, &error, proxy),
        ureq::Error::Other(other) => match other.downcast::<FetchError>() {
            Ok(refused) => match *refused {
                FetchError::HostNotFound(host) => not_found(host, proxy),
                refused => refused,
            },
            Err(other) => FetchError::Connection(other.to_string()),
        },
        error => FetchError::Connection(error.to_string()),
    }
}

fn not_found(host: String, proxy: Option<&Proxy>) -> FetchError {
    match proxy {
        Some(proxy) if proxy.host() == host => FetchError::Proxy(format!("the host {host} cannot be found")),
        _ => FetchError::HostNotFound(host),
    }
}

fn of_io(url: &Url, error: &io::Error, proxy: Option<&Proxy>) -> FetchError {
    let reason = match error.kind() {
        io::ErrorKind::ConnectionRefused => "the connection was refused".to_owned(),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => error.to_string(),
        _ if error.to_string().starts_with(NO_TLS) => {
            return FetchError::NoTls(hop::host_and_port(url).to_owned());
        }
        _ => return FetchError::Connection(error.to_string()),
    };
    match proxy {
        Some(proxy) => FetchError::Proxy(format!("{}:{}: {reason}", proxy.host(), proxy.port())),
        None => FetchError::Connection(format!("{}: {reason}", hop::host_and_port(url))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(error: ureq::Error, proxy: Option<&str>) -> String {
        let url = Url::parse("https://mill.example:8443/a").unwrap();
        let proxy = proxy.map(|address| Proxy::new(address).unwrap());
        failure(&url, error, proxy.as_ref(), Duration::ZERO).to_string()
    }

    #[test]
    fn failures_name_what_failed() {
        let proxy = Some("http://me:secret@proxy.example:3128");
        let refused = || ureq::Error::Io(io::ErrorKind::ConnectionRefused.into());
        let not_found = |host: &str| ureq::Error::Other(Box::new(FetchError::HostNotFound(host.to_owned())));
        let no_tls = io::Error::other("received corrupt message of type InvalidContentType");
        for (error, proxy, expected) in [
            (refused(), None, "cannot fetch the address: mill.example:8443: the connection was refused"),
            (
                refused(),
                proxy,
                "cannot connect through the proxy: proxy.example:3128: the connection was refused",
            ),
            (not_found("mill.example"), proxy, "the host mill.example cannot be found"),
            (
                not_found("proxy.example"),
                proxy,
                "cannot connect through the proxy: the host proxy.example cannot be found",
            ),
            (ureq::Error::Io(no_tls), None, "the server mill.example:8443 does not answer with TLS"),
        ] {
            assert_eq!(failed(error, proxy), expected);
        }
    }
}
