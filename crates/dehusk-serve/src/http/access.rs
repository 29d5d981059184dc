//! Who may use the server: those who know its token, and without a token only those who call it by its own name.

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use url::{Host, Url};

use crate::config::Config;
use crate::problem::Problem;
use crate::state::ServerState;

/// The name of the own machine (RFC 6761, 6.3).
const LOCALHOST: &str = "localhost";

/// Lets a request through if it says once how it calls the server. A server has to refuse every other request (RFC 9112, 3.2).
pub(crate) async fn check_host(request: Request, next: Next) -> Result<Response, Problem> {
    called_host(&request)?;
    Ok(next.run(request).await)
}

/// Lets a request through if it has the token, and calls the server by a known name.
pub(crate) async fn check(
    State(state): State<ServerState>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let config = state.config();
    check_name(config, called_host(&request)?)?;
    if let Some(token) = &config.token {
        check_token(token, request.headers())?;
    }
    Ok(next.run(request).await)
}

fn check_token(token: &str, headers: &HeaderMap) -> Result<(), Problem> {
    let sent = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(secret);
    match sent {
        Some(sent) if are_equal(&sent, token) => Ok(()),
        _ => Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "no-token",
            "send the token of the server: Authorization: Bearer TOKEN",
        )),
    }
}

/// The secret in a header `Authorization`: the token of `Bearer`, or the password of `Basic`, which browsers ask for.
fn secret(value: &str) -> Option<String> {
    let (scheme, rest) = value.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("Bearer") {
        return Some(rest.trim().to_owned());
    }
    if !scheme.eq_ignore_ascii_case("Basic") {
        return None;
    }
    let pair = String::from_utf8(BASE64_STANDARD.decode(rest.trim()).ok()?).ok()?;
    pair.split_once(':').map(|(_, password)| password.to_owned())
}

/// Compares two secrets in a time that depends on neither: their digests have the same length.
fn are_equal(a: &str, b: &str) -> bool {
    Sha256::digest(a).as_slice().ct_eq(Sha256::digest(b).as_slice()).into()
}

/// The host by which a request calls the server: that of an address as its target, or else that of the header `Host`.
///
/// # Errors
/// If there is not exactly one header (RFC 9112, 3.2): somebody else might read another one.
fn called_host(request: &Request) -> Result<Option<&str>, Problem> {
    let hosts: Vec<_> = request.headers().get_all(header::HOST).iter().map(HeaderValue::to_str).collect();
    let header = match hosts[..] {
        [Ok(host)] => Some(host),
        [] if request.version() != Version::HTTP_11 => None,
        _ => return Err(Problem::bad_request("send exactly one header Host, with the name of the server")),
    };
    Ok(request.uri().authority().map(Authority::as_str).or(header))
}

fn check_name(config: &Config, host: Option<&str>) -> Result<(), Problem> {
    if !config.checks_names() {
        return Ok(());
    }
    let Some(host) = host.map(without_port) else { return Ok(()) };
    let is_known = config.names.iter().any(|name| name.eq_ignore_ascii_case(host));
    if is_known || is_own_name(host) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::MISDIRECTED_REQUEST,
        "unknown-name",
        "this server is not known by that name; start it with --server-name NAME, or ask for localhost",
    ))
}

/// Refuses requests that scripts of web pages elsewhere send (`Origin`), unless their origin is named. The Model Context Protocol
/// demands it of servers (2025-06-18, Transports, Security Warning). Other clients have no origin.
pub(crate) fn check_origin(config: &Config, headers: &HeaderMap) -> Result<(), Problem> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let is_known = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default();
        config.origins.iter().any(|named| named == origin) || is_own_origin(config, origin, host)
    };
    if headers.get_all(header::ORIGIN).iter().all(is_known) {
        return Ok(());
    }
    let detail = "web pages of this origin may not ask; start the server with --cors ORIGIN";
    Err(Problem::new(StatusCode::FORBIDDEN, "unknown-origin", detail))
}

/// Whether an origin is this machine, a name of the server, or what the client calls it.
fn is_own_origin(config: &Config, origin: &str, called: &str) -> bool {
    let Some(host) = Url::parse(origin).ok().and_then(|url| url.host().map(|host| host.to_owned())) else {
        return false;
    };
    let is_called = origin.split_once("://").is_some_and(|(_, host)| host.eq_ignore_ascii_case(called));
    is_called
        || match host {
            Host::Domain(name) => {
                name == LOCALHOST || config.names.iter().any(|own| own.eq_ignore_ascii_case(&name))
            }
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        }
}

/// The host of a header `Host`, without the port and without the brackets of an IPv6 address.
fn without_port(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// Whether a name server cannot have made this name up: it is a number, or `localhost`, which never leaves the machine.
fn is_own_name(host: &str) -> bool {
    host.eq_ignore_ascii_case(LOCALHOST) || host.parse::<std::net::IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_read_from_both_schemes() {
        let basic = format!("Basic {}", BASE64_STANDARD.encode("any:a:b"));
        for (value, expected) in [
            ("Bearer a", Some("a")),
            ("bearer  a ", Some("a")),
            (&basic, Some("a:b")),
            ("Basic !!", None),
            ("Digest a", None),
            ("Bearer", None),
            ("", None),
        ] {
            assert_eq!(secret(value).as_deref(), expected, "{value}");
        }
        assert!(are_equal("a", "a") && !are_equal("a", "b") && !are_equal("a", "aa"));
    }

    #[test]
    fn without_a_token_the_server_answers_to_its_own_names_only() {
        let config = Config { names: vec!["reader.home".into()], ..Config::default() };
        let check = |config: &Config, host: &str| check_name(config, Some(host)).is_ok();
        for host in
            ["localhost", "LOCALHOST:3380", "127.0.0.1:3380", "[::1]:3380", "10.1.2.3", "reader.home:80"]
        {
            assert!(check(&config, host), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[::1", "[evil]:3"] {
            assert_eq!(check(&config, host), host == "[::1", "{host}");
            assert!(check(&Config { is_public: true, ..config.clone() }, host));
        }
    }

    fn called(target: &str, hosts: &[&str], version: Version) -> Result<Option<String>, u16> {
        let mut request = Request::builder().uri(target).version(version);
        for host in hosts {
            request = request.header(header::HOST, *host);
        }
        let request = request.body(axum::body::Body::empty()).unwrap();
        let host = called_host(&request).map_err(|problem| problem.status.as_u16());
        host.map(|host| host.map(str::to_owned))
    }

    #[test]
    fn there_is_one_host_and_that_of_the_target_wins() {
        let found = |host: &str| Ok(Some(host.to_owned()));
        assert_eq!(called("/", &["a:1"], Version::HTTP_11), found("a:1"));
        assert_eq!(called("http://b:2/", &["a:1"], Version::HTTP_11), found("b:2"));
        assert_eq!(called("/", &["a", "a"], Version::HTTP_11), Err(400));
        assert_eq!(called("/", &[], Version::HTTP_11), Err(400));
        assert_eq!(called("http://b/", &[], Version::HTTP_11), Err(400));
        assert_eq!(called("/", &["m\u{fc}hle"], Version::HTTP_11), Err(400));
        assert_eq!(called("/", &[], Version::HTTP_10), Ok(None));
    }

    #[test]
    fn only_scripts_of_known_origins_may_ask() {
        let config = Config {
            names: vec!["reader.home".into()],
            origins: vec!["https://agent.example".into()],
            ..Config::default()
        };
        let check = |origin: &str| {
            let headers = [(header::HOST, "10.1.2.3:3380"), (header::ORIGIN, origin)];
            let headers = headers.map(|(name, value)| (name, value.parse().unwrap()));
            check_origin(&config, &HeaderMap::from_iter(headers)).is_ok()
        };
        for origin in [
            "http://localhost:6274",
            "http://127.0.0.1",
            "http://[::1]:3380",
            "https://reader.home",
            "http://10.1.2.3:3380",
            "https://agent.example",
        ] {
            assert!(check(origin), "{origin}");
        }
        for origin in [
            "null",
            "",
            "https://evil.example",
            "http://203.0.113.5",
            "http://10.1.2.3",
            "https://agent.example:8443",
        ] {
            assert!(!check(origin), "{origin}");
        }
        assert!(check_origin(&config, &HeaderMap::new()).is_ok());
    }
}
