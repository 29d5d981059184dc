//! Errors as `application/problem+json` (RFC 9457): what is wrong with a request, and what to do about it.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dehusk_fetch::FetchError;
use serde::Serialize;

/// An error of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The HTTP status code.
    pub status: StatusCode,
    /// A stable word for programs, such as `body-too-large`.
    pub kind: &'static str,
    /// A sentence for people: what is wrong and what to do.
    pub detail: String,
    /// After how many seconds the same request may succeed.
    pub retry_after: Option<u32>,
}

/// The JSON of a problem, with the names of RFC 9457.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Problem)]
pub(crate) struct ProblemRecord {
    /// `urn:dehusk:` and a stable word, such as `urn:dehusk:body-too-large`.
    #[serde(rename = "type")]
    kind: String,
    /// The meaning of the status code.
    title: &'static str,
    /// The status code.
    status: u16,
    /// What is wrong and what to do.
    detail: String,
}

/// The media type of problems.
pub(crate) const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

impl Problem {
    /// A problem without a time to wait.
    #[must_use]
    pub fn new(status: StatusCode, kind: &'static str, detail: impl Into<String>) -> Problem {
        Problem { status, kind, detail: detail.into(), retry_after: None }
    }

    /// A request that cannot be understood.
    #[must_use]
    pub fn bad_request(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "bad-request", detail)
    }

    /// A page larger than allowed.
    #[must_use]
    pub fn too_large(max_bytes: usize) -> Problem {
        let detail = format!(
            "the page has more than {max_bytes} bytes; send a smaller one, or start the server with a larger --max-bytes"
        );
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", detail)
    }

    /// The server has too much to do.
    #[must_use]
    pub fn busy(detail: impl Into<String>) -> Problem {
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail);
        Problem { retry_after: Some(RETRY_AFTER_SECONDS), ..problem }
    }

    /// A defect of dehusk.
    #[must_use]
    pub fn internal(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal-error", detail)
    }

    pub(crate) fn record(&self) -> ProblemRecord {
        ProblemRecord {
            kind: format!("urn:dehusk:{}", self.kind),
            title: self.status.canonical_reason().unwrap_or_default(),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
        }
    }
}

/// The value of `Retry-After`: a queue of pages that take milliseconds is empty after a second. Chosen by hand.
pub(crate) const RETRY_AFTER_SECONDS: u32 = 1;

impl From<FetchError> for Problem {
    fn from(error: FetchError) -> Problem {
        let (status, kind) = match &error {
            FetchError::InvalidAddress(_) | FetchError::Scheme(_) => {
                (StatusCode::BAD_REQUEST, "invalid-address")
            }
            FetchError::NotPublic { .. } | FetchError::Port(_) => (StatusCode::FORBIDDEN, "address-refused"),
            FetchError::Timeout(_) => (StatusCode::GATEWAY_TIMEOUT, "fetch-timeout"),
            FetchError::NotHtml(_) => (StatusCode::UNPROCESSABLE_ENTITY, "not-html"),
            FetchError::TooLarge { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "page-too-large"),
            _ => (StatusCode::BAD_GATEWAY, "fetch-failed"),
        };
        let advice = match &error {
            FetchError::NotPublic { .. } | FetchError::Port(_) => {
                "; the server allows others with --allow-host"
            }
            FetchError::TooLarge { .. } => {
                ", more than this server reads; start it with a larger --max-bytes"
            }
            _ => "",
        };
        Problem::new(status, kind, format!("{error}{advice}"))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.record()).unwrap_or_default();
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, PROBLEM_JSON);
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::NOT_ACCEPTABLE {
            headers.append(header::VARY, HeaderValue::from_static("accept"));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.append(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"dehusk\""));
            let basic = "Basic realm=\"dehusk: the password is the token\", charset=\"UTF-8\"";
            headers.append(header::WWW_AUTHENTICATE, HeaderValue::from_static(basic));
        }
        response
    }
}
