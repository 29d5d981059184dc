//! Counts requests and pages, and writes the counts in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dehusk_fetch::CacheCounts;

/// The upper limits of the time buckets in seconds. Chosen by hand: most pages take a few milliseconds, a fetch up to seconds.
const BUCKETS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 1.0, 5.0, 30.0];

/// The counts since the start of the server.
#[derive(Debug, Default)]
pub(crate) struct Metrics(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// By route and status code.
    requests: BTreeMap<(String, u16), u64>,
    times: BTreeMap<String, Times>,
    /// By the status of the record.
    pages: BTreeMap<&'static str, u64>,
    page_bytes: u64,
    refusals: BTreeMap<Refusal, u64>,
}

/// Why a connection was closed before there was a request on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Refusal {
    /// The head was too large or had too many headers; hyper answered with 431.
    HeadTooLarge,
    /// The head had begun and did not arrive in time.
    HeadTimeout,
    /// It was no HTTP/1.1.
    Malformed,
}

impl Refusal {
    const ALL: [Refusal; 3] = [Refusal::HeadTooLarge, Refusal::HeadTimeout, Refusal::Malformed];

    /// A stable word for programs.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Refusal::HeadTooLarge => "head-too-large",
            Refusal::HeadTimeout => "head-timeout",
            Refusal::Malformed => "malformed",
        }
    }
}

#[derive(Debug, Default)]
struct Times {
    buckets: [u64; BUCKETS.len()],
    count: u64,
    sum: f64,
}

/// A value that is measured when the metrics are read.
pub(crate) struct Gauge {
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    pub(crate) value: usize,
}

impl Metrics {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request.
    pub(crate) fn request(&self, route: &str, status: u16, took: Duration) {
        let mut counts = self.lock();
        *counts.requests.entry((route.to_owned(), status)).or_default() += 1;
        let times = counts.times.entry(route.to_owned()).or_default();
        let seconds = took.as_secs_f64();
        times.count += 1;
        times.sum += seconds;
        for (bucket, limit) in times.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(seconds <= limit);
        }
    }

    /// Counts what was refused before it was a request.
    pub(crate) fn refusal(&self, refusal: Refusal) {
        *self.lock().refusals.entry(refusal).or_default() += 1;
    }

    /// Counts a page by the status of its record.
    pub(crate) fn page(&self, status: &'static str, bytes: u64) {
        let mut counts = self.lock();
        *counts.pages.entry(status).or_default() += 1;
        counts.page_bytes += bytes;
    }

    /// The counts, these gauges and those of the cache of fetched pages in the text format of Prometheus.
    pub(crate) fn text(&self, gauges: &[Gauge], cache: Option<CacheCounts>) -> String {
        let counts = self.lock();
        let mut out = Text::default();
        out.head("dehusk_requests_total", "counter", "Requests by route and status code.");
        for ((route, status), count) in &counts.requests {
            out.line("dehusk_requests_total", &format!("route=\"{route}\",status=\"{status}\""), count);
        }
        out.head("dehusk_request_seconds", "histogram", "Time until the head of an answer.");
        for (route, times) in &counts.times {
            out.times(route, times);
        }
        out.head("dehusk_pages_total", "counter", "Extracted pages by the status of their records.");
        for (status, count) in &counts.pages {
            out.line("dehusk_pages_total", &format!("status=\"{status}\""), count);
        }
        out.head("dehusk_page_bytes_total", "counter", "Bytes of all extracted pages.");
        out.line("dehusk_page_bytes_total", "", &counts.page_bytes);
        out.head(
            "dehusk_refused_total",
            "counter",
            "Connections closed before there was a request, by reason.",
        );
        for refusal in Refusal::ALL {
            let count = counts.refusals.get(&refusal).copied().unwrap_or_default();
            out.line("dehusk_refused_total", &format!("reason=\"{}\"", refusal.word()), &count);
        }
        for gauge in gauges {
            out.head(gauge.name, "gauge", gauge.help);
            out.line(gauge.name, "", &gauge.value);
        }
        if let Some(counts) = cache {
            out.cache(&counts);
        }
        out.0
    }
}

#[derive(Default)]
struct Text(String);

impl Text {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &str, value: &dyn std::fmt::Display) {
        let _ = match labels {
            "" => writeln!(self.0, "{name} {value}"),
            labels => writeln!(self.0, "{name}{{{labels}}} {value}"),
        };
    }

    fn cache(&mut self, counts: &CacheCounts) {
        const NAME: &str = "dehusk_cache_requests_total";
        self.head(NAME, "counter", "Fetches by what the cache had: a page, one that was unchanged, nothing.");
        for (result, count) in
            [("hit", counts.hits), ("validated", counts.validated), ("miss", counts.misses)]
        {
            self.line(NAME, &format!("result=\"{result}\""), &count);
        }
        for (name, kind, help, value) in [
            ("dehusk_cache_evictions_total", "counter", "Pages removed for age or room.", counts.evictions),
            ("dehusk_cache_failures_total", "counter", "Failures of the cache on disk.", counts.failures),
            ("dehusk_cache_pages", "gauge", "Pages in the cache.", counts.pages),
            ("dehusk_cache_bytes", "gauge", "Bytes of all pages in the cache.", counts.bytes),
        ] {
            self.head(name, kind, help);
            self.line(name, "", &value);
        }
    }

    fn times(&mut self, route: &str, times: &Times) {
        for (count, limit) in times.buckets.iter().zip(BUCKETS) {
            self.line("dehusk_request_seconds_bucket", &format!("route=\"{route}\",le=\"{limit}\""), count);
        }
        let labels = format!("route=\"{route}\"");
        self.line("dehusk_request_seconds_bucket", &format!("{labels},le=\"+Inf\""), &times.count);
        self.line("dehusk_request_seconds_sum", &labels, &times.sum);
        self.line("dehusk_request_seconds_count", &labels, &times.count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cumulative() {
        let metrics = Metrics::default();
        metrics.request("/v1/extract", 200, Duration::from_micros(1500));
        metrics.request("/v1/extract", 400, Duration::from_secs(60));
        metrics.page("ok", 12);
        metrics.refusal(Refusal::HeadTimeout);
        let gauges = [Gauge { name: "g", help: "G.", value: 3 }];
        assert!(!metrics.text(&gauges, None).contains("dehusk_cache"));
        let text = metrics.text(&gauges, Some(CacheCounts::default()));
        for line in [
            "dehusk_requests_total{route=\"/v1/extract\",status=\"200\"} 1",
            "dehusk_request_seconds_bucket{route=\"/v1/extract\",le=\"0.001\"} 0",
            "dehusk_request_seconds_bucket{route=\"/v1/extract\",le=\"0.002\"} 1",
            "dehusk_request_seconds_bucket{route=\"/v1/extract\",le=\"30\"} 1",
            "dehusk_request_seconds_bucket{route=\"/v1/extract\",le=\"+Inf\"} 2",
            "dehusk_request_seconds_count{route=\"/v1/extract\"} 2",
            "dehusk_pages_total{status=\"ok\"} 1",
            "dehusk_page_bytes_total 12",
            "dehusk_refused_total{reason=\"head-timeout\"} 1",
            "dehusk_refused_total{reason=\"malformed\"} 0",
            "g 3",
            "dehusk_cache_requests_total{result=\"hit\"} 0",
            "dehusk_cache_bytes 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }
}
