//! The options of the cache of fetched pages, and where it is unless its folder is given. The cache itself is in `dehusk-fetch`.

use std::env;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use dehusk_serve::{CacheError, CacheOptions, PageCache};

use super::shared::size;

const CACHE: &str = "Keeping fetched pages";
/// The folder of the cache in the folder for caches of the user.
const FOLDER: [&str; 2] = ["dehusk", "pages"];

#[derive(Args)]
pub(super) struct CacheArgs {
    /// Folder to keep fetched pages in
    ///
    /// A page is used again, or its server asked whether it is unchanged, as HTTP allows. Only one server can use a folder
    /// [default: dehusk/pages in the user's folder for caches, such as ~/.cache]
    #[arg(long = "cache", value_name = "DIR", conflicts_with = "no_cache", help_heading = CACHE)]
    folder: Option<PathBuf>,

    /// Maximum size of all kept pages, such as 500M or 2G; the oldest are removed
    #[arg(long = "cache-size", value_name = "SIZE", value_parser = size, default_value = "256M", help_heading = CACHE, hide_short_help = true)]
    size: NonZeroUsize,

    /// Maximum time that a page is kept, such as 90s, 30m, 12h or 7d, also if its server allows more
    #[arg(long = "cache-age", value_name = "TIME", value_parser = age, default_value = "24h", help_heading = CACHE, hide_short_help = true)]
    age: Duration,

    /// Keep no pages: fetch each one anew [default: pages are kept]
    #[arg(long, help_heading = CACHE)]
    no_cache: bool,
}

impl CacheArgs {
    /// Opens the cache. Without a folder that can be used, and none asked for, there is no cache but a note.
    ///
    /// # Errors
    /// If the folder that the user chose cannot be used.
    pub(super) fn open(&self) -> anyhow::Result<(Option<Arc<PageCache>>, Option<String>)> {
        if self.no_cache {
            return Ok((None, None));
        }
        let options = self.options();
        if let Some(folder) = &self.folder {
            let note = format!("fetched pages are kept in {}", folder.display());
            return Ok((Some(Arc::new(PageCache::open(folder, options)?)), Some(note)));
        }
        let Some(folder) = default_folder() else {
            return Ok((None, Some(note("there is no folder for caches"))));
        };
        Ok(match PageCache::open(&folder, options) {
            Ok(cache) => {
                let note = format!("fetched pages are kept in {} (--no-cache keeps none)", folder.display());
                (Some(Arc::new(cache)), Some(note))
            }
            Err(error) => (None, Some(note(&sentence(&error)))),
        })
    }

    fn options(&self) -> CacheOptions {
        CacheOptions { max_bytes: self.size.get() as u64, max_age: self.age }
    }
}

fn note(reason: &str) -> String {
    format!("each page is fetched anew: {reason}; --cache chooses a folder")
}

/// An error with its cause.
fn sentence(error: &CacheError) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// The folder for caches as the system has it: by the XDG Base Directory Specification, `Library/Caches` on macOS, the local
/// application data on Windows. None if the user has no home.
fn default_folder() -> Option<PathBuf> {
    let in_home = |path: &str| Some(env::home_dir().filter(|home| home.is_absolute())?.join(path));
    let base = if cfg!(target_os = "macos") {
        in_home("Library/Caches")
    } else if cfg!(windows) {
        env::var_os("LOCALAPPDATA").map(PathBuf::from)
    } else {
        // The specification says that a relative path is ignored.
        let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        named.or_else(|| in_home(".cache"))
    };
    Some(FOLDER.iter().fold(base?, |path, name| path.join(name)))
}

/// A time as typed, such as `90s`, `30m`, `12h` or `7d`.
fn age(typed: &str) -> Result<Duration, String> {
    const UNITS: [(&str, u64); 4] = [("s", 1), ("m", 60), ("h", 60 * 60), ("d", 24 * 60 * 60)];
    let invalid = || "write a time above 0 with its unit, for example 90s, 30m, 12h or 7d".to_owned();
    let digits = typed.bytes().take_while(u8::is_ascii_digit).count();
    let unit = typed[digits..].trim().to_ascii_lowercase();
    let (_, seconds) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(invalid)?;
    let number: u64 = typed[..digits].parse().map_err(|_| invalid())?;
    let age = number.checked_mul(*seconds).ok_or_else(|| format!("{typed} is too long"))?;
    if age == 0 { Err(invalid()) } else { Ok(Duration::from_secs(age)) }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        cache: CacheArgs,
    }

    #[test]
    fn the_defaults_are_those_of_the_cache_and_can_be_changed() {
        let options =
            |arguments: &[&str]| Alone::parse_from([&["dehusk"], arguments].concat()).cache.options();
        assert_eq!(options(&[]), CacheOptions::default());
        let changed = CacheOptions { max_bytes: 7 << 20, max_age: Duration::from_secs(90) };
        assert_eq!(options(&["--cache-size=7M", "--cache-age=90s"]), changed);
    }

    #[test]
    fn times_have_units() {
        for (typed, seconds) in [("90s", 90), ("30m", 1800), ("12 H", 43_200), ("7d", 604_800)] {
            assert_eq!(age(typed), Ok(Duration::from_secs(seconds)), "{typed}");
        }
        for typed in
            ["", "7", "0d", "d", "-1h", "1.5h", "1w", "99999999999999999999d", "9999999999999999999d", "１d"]
        {
            assert!(age(typed).is_err(), "{typed}");
        }
    }
}
