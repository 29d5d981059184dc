//! Machine: when, where and with which versions a report was made.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The lock file with which this program was built.
const LOCK_FILE: &str = include_str!("../Cargo.lock");
/// Crates whose versions the report states.
const MEASURED_CRATES: [&str; 11] = [
    "dehusk",
    "html5ever",
    "html5gum",
    "lol_html",
    "pagesift-html",
    "tl",
    "dom_smoothie",
    "rs-trafilatura",
    "bytecount",
    "memchr",
    "simdutf8",
];
const SECONDS_PER_DAY: u64 = 86_400;

/// The header of a report: the name and the value of each fact.
pub(crate) fn facts(core: usize) -> Vec<(&'static str, String)> {
    vec![
        ("date", date()),
        ("cpu", format!("{}, core {core}, load {}", cpu_model(), load())),
        ("compiler", compiler()),
        ("commit", commit()),
        ("crates", crate_versions(LOCK_FILE)),
        ("command", command_line()),
    ]
}

fn compiler() -> String {
    let flags = env!("BENCH_FLAGS").replace('\u{1f}', " ");
    let profile = if cfg!(debug_assertions) { ", DEBUG BUILD" } else { "" };
    format!("{} {flags}", env!("BENCH_RUSTC")).trim_end().to_string() + profile
}

fn command_line() -> String {
    std::env::args().skip(1).fold("dehusk-bench".to_string(), |line, argument| line + " " + &argument)
}

fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let all_cores = info.lines().filter(|line| line.starts_with("processor")).count().max(cores);
    format!("{} ({all_cores} cores)", model.map_or("unknown", |(_, name)| name))
}

/// The load average over the last minute, because other work on the machine disturbs the figures.
fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("?").to_string()
}

/// The commit of the checkout in which this program was built, and the number of files with uncommitted
/// changes.
fn commit() -> String {
    let hash = git(&["rev-parse", "--short=12", "HEAD"]);
    let changed = git(&["status", "--porcelain"]).lines().count();
    match (hash.is_empty(), changed) {
        (true, _) => "unknown".to_string(),
        (false, 0) => hash,
        (false, count) => format!("{hash} + {count} changed files"),
    }
}

fn git(arguments: &[&str]) -> String {
    let output = Command::new("git").args(["-C", env!("CARGO_MANIFEST_DIR")]).args(arguments).output();
    let output = output.ok().filter(|output| output.status.success());
    output.map_or_else(String::new, |output| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The names and versions of the measured crates, read from a lock file.
fn crate_versions(lock_file: &str) -> String {
    let mut found = Vec::new();
    for package in lock_file.split("[[package]]") {
        let field = |name: &str| {
            let value = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))?;
            Some(value.trim_matches('"'))
        };
        if let (Some(name), Some(version)) = (field("name"), field("version"))
            && MEASURED_CRATES.contains(&name)
        {
            found.push(format!("{name} {version}"));
        }
    }
    found.join(", ")
}

/// The current date and time in UTC.
fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil(seconds / SECONDS_PER_DAY);
    let minutes = seconds % SECONDS_PER_DAY / 60;
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// The year, month and day, given the number of days since 1970-01-01. This is Howard Hinnant's
/// `civil_from_days` (<https://howardhinnant.github.io/date_algorithms.html>), restricted to dates since
/// 1970.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_453), (2025, 12, 31));
    }

    #[test]
    fn versions_are_read_from_the_lock_file() {
        let lock =
            "[[package]]\nname = \"tl\"\nversion = \"0.7.8\"\n\n[[package]]\nname = \"x\"\nversion = \"1\"\n";
        assert_eq!(crate_versions(lock), "tl 0.7.8");
    }
}
