//! Who is answered: tokens, names, origins, and how many at the same time.

use axum::http::{Request, StatusCode, Version, header};
use dehusk_serve::Config;

use crate::client::{ask_as_it_is, ask_with, config, get, post};
use crate::pages::MILL;

const TOKEN: &str = "0123456789abcdef";

fn with_token() -> Config {
    Config { token: Some(TOKEN.to_owned()), address: "0.0.0.0:3380".parse().unwrap(), ..config() }
}

#[tokio::test]
async fn a_token_is_needed_everywhere_but_for_health() {
    for path in ["/", "/v1/methods", "/metrics", "/openapi.json", "/parser?url=x", "/r/x"] {
        let answer = ask_with(with_token(), get(path)).await;
        assert_eq!(
            (answer.status, answer.problem().as_str()),
            (StatusCode::UNAUTHORIZED, "no-token"),
            "{path}"
        );
        assert_eq!(answer.headers.get_all(header::WWW_AUTHENTICATE).iter().count(), 2);
    }
    assert_eq!(ask_with(with_token(), get("/healthz")).await.status, StatusCode::OK);
    for (value, status) in [
        ("Bearer 0123456789abcdef", 200),
        ("bearer 0123456789abcdef", 200),
        // The password of a browser.
        ("Basic YW55OjAxMjM0NTY3ODlhYmNkZWY=", 200),
        ("Bearer 0123456789abcdee", 401),
        ("Bearer 0123456789abcdef0", 401),
        ("Bearer ", 401),
        ("Basic YW55", 401),
    ] {
        let mut request = post("/v1/extract", "text/html", MILL);
        request.headers_mut().insert("authorization", value.parse().unwrap());
        assert_eq!(ask_with(with_token(), request).await.status.as_u16(), status, "{value}");
    }
}

#[tokio::test]
async fn without_a_token_other_names_are_refused() {
    let ask = |config: Config, host: &'static str| async move {
        let request =
            Request::get("/v1/methods").header("host", host).body(axum::body::Body::empty()).unwrap();
        ask_with(config, request).await.status.as_u16()
    };
    for host in ["localhost:3380", "127.0.0.1:3380", "[::1]:3380"] {
        assert_eq!(ask(config(), host).await, 200, "{host}");
    }
    assert_eq!(ask(config(), "rebound.example").await, 421);
    assert_eq!(ask(Config { names: vec!["reader.home".into()], ..config() }, "reader.home").await, 200);
    assert_eq!(ask(Config { is_public: true, ..config() }, "rebound.example").await, 200);
}

#[tokio::test]
async fn only_scripts_of_named_origins_read_answers() {
    let ask = |origins: &'static [&'static str], origin: &'static str| async move {
        let origins = origins.iter().map(|origin| (*origin).to_owned()).collect();
        let mut request = post("/v1/extract", "text/html", MILL);
        request.headers_mut().insert("origin", origin.parse().unwrap());
        let answer = ask_with(Config { origins, ..config() }, request).await;
        answer.header("access-control-allow-origin").to_owned()
    };
    assert_eq!(ask(&[], "https://reader.example").await, "");
    assert_eq!(ask(&["https://reader.example"], "https://reader.example").await, "https://reader.example");
    assert_eq!(ask(&["https://reader.example"], "https://evil.example").await, "");
    assert_eq!(ask(&["https://reader.example"], "null").await, "");
}

#[tokio::test]
async fn scripts_of_named_origins_may_send_the_headers_of_the_tools() {
    let origin = "https://reader.example";
    let wanted = "mcp-protocol-version,mcp-session-id,last-event-id,content-encoding,x-respond-with";
    let request = Request::options("/mcp")
        .header("origin", origin)
        .header("access-control-request-method", "DELETE")
        .header("access-control-request-headers", wanted)
        .body(axum::body::Body::empty())
        .unwrap();
    let answer = ask_with(Config { origins: vec![origin.to_owned()], ..config() }, request).await;
    let allowed = answer.header("access-control-allow-headers");
    assert!(wanted.split(',').all(|name| allowed.split(',').any(|known| known == name)), "{allowed}");
    assert!(answer.header("access-control-allow-methods").contains("DELETE"));
}

#[tokio::test]
async fn a_request_has_one_host() {
    for path in ["/v1/methods", "/healthz", "/v1/nothing"] {
        for hosts in [&[][..], &["localhost", "rebound.example"], &["localhost", "localhost"]] {
            let mut request = get(path);
            for host in hosts {
                request.headers_mut().append("host", host.parse().unwrap());
            }
            let answer = ask_as_it_is(config(), request).await;
            let found = (answer.status.as_u16(), answer.problem());
            assert_eq!(found, (400, "bad-request".to_owned()), "{path} {hosts:?}");
        }
    }
    // HTTP/1.0 has no such header.
    let mut request = get("/healthz");
    *request.version_mut() = Version::HTTP_10;
    assert_eq!(ask_as_it_is(config(), request).await.status, StatusCode::OK);
    assert_eq!(ask_with(config(), get("http://rebound.example/v1/methods")).await.status.as_u16(), 421);
    assert_eq!(ask_with(config(), get("http://[::1]:3380/v1/methods")).await.status.as_u16(), 200);
}

#[tokio::test]
async fn too_many_requests_are_refused_with_the_time_to_wait() {
    let mut config = config();
    config.limits.max_requests = 0;
    let answer = ask_with(config, get("/v1/methods")).await;
    assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "1"));
    assert_eq!(answer.problem(), "busy");
}

#[tokio::test]
async fn every_answer_has_security_headers_and_an_id() {
    for (path, status) in [("/", 200), ("/v1/methods", 200), ("/nothing", 404), ("/v1/batch", 405)] {
        let answer = ask_with(config(), get(path)).await;
        assert_eq!(answer.status.as_u16(), status);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-frame-options"), "DENY");
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert!(!answer.header("x-request-id").is_empty());
    }
    let request =
        Request::get("/healthz").header("x-request-id", "mine-7").body(axum::body::Body::empty()).unwrap();
    assert_eq!(ask_with(config(), request).await.header("x-request-id"), "mine-7");
}
