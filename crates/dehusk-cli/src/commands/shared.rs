//! Options that several subcommands share.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use dehusk::Options;

/// The given number of jobs, or the number of cores.
pub(super) fn jobs_or_cores(jobs: Option<NonZeroUsize>) -> NonZeroUsize {
    jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// Converts a limit to a type that excludes 0, because a limit of 0 would refuse everything.
pub(super) fn or_one(limit: usize) -> NonZeroUsize {
    NonZeroUsize::new(limit).unwrap_or(NonZeroUsize::MIN)
}

/// A time as an option has it.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The values of `--focus`, which sets the parameter `focus` of the default method.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Focus {
    /// Keep less other text, but lose some main content
    Precision,
    /// Weigh both equally
    Balanced,
    /// Keep more of the main content, but also some other text, such as readers' comments
    Recall,
}

/// The values of `--noise-step`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum NoiseStep {
    /// The method is given the page without the noise
    Before,
    /// The noise is removed from what the method selects
    After,
}

impl From<NoiseStep> for dehusk::site_noise::NoiseStep {
    fn from(step: NoiseStep) -> dehusk::site_noise::NoiseStep {
        match step {
            NoiseStep::Before => dehusk::site_noise::NoiseStep::Before,
            NoiseStep::After => dehusk::site_noise::NoiseStep::After,
        }
    }
}

/// The values of `--hidden`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum HiddenText {
    /// Remove it, except where a script shows it or the reader can open it (tabs, accordions, "read more"); mark what is kept
    Auto,
    /// Remove it
    Drop,
    /// Keep it where the method does, without looking for it
    Keep,
    /// Keep it where the method does, and mark it
    Flag,
}

impl From<HiddenText> for dehusk::visibility::HiddenText {
    fn from(choice: HiddenText) -> dehusk::visibility::HiddenText {
        match choice {
            HiddenText::Auto => dehusk::visibility::HiddenText::Auto,
            HiddenText::Drop => dehusk::visibility::HiddenText::Drop,
            HiddenText::Keep => dehusk::visibility::HiddenText::Keep,
            HiddenText::Flag => dehusk::visibility::HiddenText::Flag,
        }
    }
}

/// The values of `--invisible`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Invisible {
    /// Keep them
    Keep,
    /// Leave them out of every form of output, the lists and the metadata
    Strip,
}

impl From<Invisible> for dehusk::invisible::Invisible {
    fn from(choice: Invisible) -> dehusk::invisible::Invisible {
        match choice {
            Invisible::Keep => dehusk::invisible::Invisible::Keep,
            Invisible::Strip => dehusk::invisible::Invisible::Strip,
        }
    }
}

/// Sets the focus, if one is given.
pub(super) fn with_focus(options: Options, focus: Option<Focus>) -> anyhow::Result<Options> {
    let word = focus.and_then(|focus| focus.to_possible_value());
    Ok(word.iter().try_fold(options, |options, word| options.with_param("focus", word.get_name()))?)
}

/// Returns options for a method and its parameters as typed.
pub(super) fn method_options(method: &str, params: &[(String, String)]) -> anyhow::Result<Options> {
    let options = Options::new().with_method(method)?;
    Ok(params.iter().try_fold(options, |options, (name, value)| options.with_param(name, value))?)
}

/// Parses a size in bytes: a whole number, or a whole number with K, M or G for multiples of 1024, such as `10k` or `2 GiB`. A
/// size of 0 is refused, because it would refuse every page.
pub(super) fn size(typed: &str) -> Result<NonZeroUsize, String> {
    const UNITS: [(&[&str], u32); 4] =
        [(&["", "b"], 0), (&["k", "kb", "kib"], 10), (&["m", "mb", "mib"], 20), (&["g", "gb", "gib"], 30)];
    let invalid =
        || "write a number of bytes above 0, or a number with K, M or G, for example 500K or 20M".to_owned();
    let digits = typed.bytes().take_while(u8::is_ascii_digit).count();
    let unit = typed[digits..].trim().to_ascii_lowercase();
    let (_, shift) = UNITS.iter().find(|(names, _)| names.contains(&unit.as_str())).ok_or_else(invalid)?;
    let number: usize = typed[..digits].parse().map_err(|_| invalid())?;
    let bytes = number.checked_mul(1 << shift).ok_or_else(|| format!("{typed} is too large"))?;
    NonZeroUsize::new(bytes).ok_or_else(invalid)
}

/// A time as typed: a whole number of milliseconds.
pub(super) fn whole_milliseconds(typed: &str) -> Result<u64, String> {
    typed.parse().map_err(|_| "write a whole number of milliseconds, for example 5000".to_owned())
}

/// A language tag as typed, such as `de`, `pt-BR` or `zh-Hant-TW`. A code that no page has is refused.
pub(super) fn language(typed: &str) -> Result<String, String> {
    let tag = dehusk_language::wanted_tag(typed).map(str::to_owned);
    tag.map_err(|why| format!("{why} (dehusk metadata shows that of a page)"))
}

/// Splits `NAME=VALUE`.
pub(super) fn name_and_value(typed: &str) -> Result<(String, String), String> {
    let (name, value) = typed.split_once('=').ok_or("write it as NAME=VALUE, for example P=8")?;
    Ok((name.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_whole_numbers() {
        assert_eq!((whole_milliseconds("0"), whole_milliseconds("5000")), (Ok(0), Ok(5000)));
        for typed in ["", "abc", "5s", "-1", "1.5"] {
            assert!(whole_milliseconds(typed).unwrap_err().contains("milliseconds"), "{typed}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (typed, bytes) in [
            ("1", 1),
            ("500", 500),
            ("10k", 10_240),
            ("10K", 10_240),
            ("2 MiB", 2 << 20),
            ("1GB", 1 << 30),
            ("7B", 7),
        ] {
            assert_eq!(size(typed).map(NonZeroUsize::get), Ok(bytes), "{typed}");
        }
        for typed in
            ["", "0", "0k", "k", "-1", "1.5M", "1T", "10 kk", "99999999999999999999", "99999999999G", "１"]
        {
            assert!(size(typed).is_err(), "{typed}");
        }
    }
}
