//! The options of the subcommands that fetch addresses.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use dehusk_fetch::{DEFAULT_MAX_REDIRECTS, DEFAULT_TIMEOUT, FetchOptions, Pace};

use super::shared::{milliseconds, or_one};
use crate::fetching::{Archive, DEFAULT_CONNECTIONS, DEFAULT_HOST_DELAY, Fetching};

/// The default of `--retries`. Chosen by hand: with the waits before them, two retries take a second and a
/// half.
const DEFAULT_RETRIES: u32 = 2;

/// The options for fetching, as typed.
#[derive(Args)]
#[command(next_help_heading = "Fetching addresses")]
pub(crate) struct FetchArgs {
    /// Fetch only public network addresses, on the ports 80, 443, 8080 and 8443: neither this machine nor its
    /// network, nor the metadata service of a cloud. This is checked for every redirect too. No proxy is used.
    /// For addresses that you do not trust [default: every address is fetched, through the proxy that the
    /// environment names in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, except for the hosts in NO_PROXY]
    #[arg(long, hide_short_help = true)]
    public_only: bool,

    /// Maximum time in milliseconds for fetching one page with its redirects and retries. Extracting it may take
    /// as long as --timeout-ms says after that [default: that of --timeout-ms if it is given, or else 30000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), hide_short_help = true)]
    fetch_timeout_ms: Option<u64>,

    /// Maximum number of redirects. A redirect from https to http is never followed
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_REDIRECTS, hide_short_help = true)]
    max_redirects: u32,

    /// Number of further attempts if the connection breaks or the server is busy (429, 502, 503, 504), after
    /// the time that the server asks for, or else half a second, then a second and so on
    #[arg(long, value_name = "N", default_value_t = DEFAULT_RETRIES, hide_short_help = true)]
    retries: u32,

    /// Number of pages that are fetched at the same time, each from another host; does not affect the output
    #[arg(long, value_name = "N", default_value_t = or_one(DEFAULT_CONNECTIONS), hide_short_help = true)]
    connections: NonZeroUsize,

    /// Pause in milliseconds between two pages of the same host
    #[arg(long, value_name = "N", default_value_t = milliseconds(DEFAULT_HOST_DELAY), hide_short_help = true)]
    host_delay_ms: u64,

    /// What to do with the robots.txt of each host [default: obey for `dehusk sitemap`, ignore for addresses
    /// that you name]
    #[arg(long, value_enum, value_name = "WHAT", hide_short_help = true)]
    robots: Option<RobotsChoice>,

    /// The name that is sent to servers [default: dehusk with its version]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    user_agent: Option<String>,

    /// Send this header, for example 'Accept-Language: th'. May be given several times. Other hosts that the
    /// address redirects to do not get it [default: none]
    #[arg(long = "header", value_name = "NAME: VALUE", value_parser = name_and_value, hide_short_help = true)]
    headers: Vec<(String, String)>,

    /// Write every request and response to this new WARC archive, which has to be named .warc.gz. `dehusk
    /// batch` reads it [default: nothing is archived]
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    archive: Option<PathBuf>,

    /// Continue an interrupted run: take the pages that the --archive has from it, fetch only the others, and add them to it. Pages that
    /// failed or were redirected are fetched again [default: the archive has to be new]
    #[arg(long, requires = "archive", hide_short_help = true)]
    resume: bool,
}

/// The values of `--robots`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RobotsChoice {
    /// Do not fetch what it asks not to fetch, and wait between two pages as long as it asks for
    Obey,
    /// Do not read it
    Ignore,
}

impl FetchArgs {
    /// How the addresses of the run are fetched. Pages may have at most `max_bytes` bytes. A page that may take
    /// `timeout_ms` by the option --timeout-ms may take as long to fetch, unless --fetch-timeout-ms says how long.
    ///
    /// # Errors
    /// If a header is invalid, or the archive cannot be begun.
    pub(crate) fn fetching(&self, max_bytes: usize, timeout_ms: Option<u64>) -> anyhow::Result<Fetching> {
        let timeout = self.fetch_timeout(timeout_ms);
        let options = self.options()?.with_max_bytes(max_bytes).with_timeout(timeout);
        self.fetching_with(options, max_bytes, RobotsChoice::Ignore)
    }

    fn fetch_timeout(&self, timeout_ms: Option<u64>) -> Duration {
        // No limit for the CPU time is none for a server that hangs.
        let typed = self.fetch_timeout_ms.or(timeout_ms.filter(|ms| *ms > 0));
        typed.map_or(DEFAULT_TIMEOUT, Duration::from_millis)
    }

    /// Like [`FetchArgs::fetching`], for files of any content type. `robots` is the default of `--robots`.
    ///
    /// # Errors
    /// If a header is invalid, or the archive cannot be begun.
    pub(crate) fn fetching_lists(&self, max_bytes: usize, robots: RobotsChoice) -> anyhow::Result<Fetching> {
        let options = self.options()?.with_max_bytes(max_bytes).with_any_content_type(true);
        self.fetching_with(options, max_bytes, robots)
    }

    fn fetching_with(
        &self,
        options: FetchOptions,
        max_bytes: usize,
        robots: RobotsChoice,
    ) -> anyhow::Result<Fetching> {
        let obeys = self.robots.unwrap_or(robots) == RobotsChoice::Obey;
        Ok(Fetching {
            pace: Pace::new(Duration::from_millis(self.host_delay_ms)),
            connections: self.connections.get(),
            obeys_robots: obeys,
            archive: self.archive.as_deref().map(|path| self.open_archive(path, max_bytes)).transpose()?,
            ..Fetching::new(options)
        })
    }

    fn open_archive(&self, path: &Path, max_bytes: usize) -> anyhow::Result<Archive> {
        if self.resume { Archive::resume(path, max_bytes) } else { Archive::create(path) }
    }

    /// The options of the client.
    fn options(&self) -> anyhow::Result<FetchOptions> {
        let options = FetchOptions::new()
            .with_public_only(self.public_only)
            .with_timeout(self.fetch_timeout(None))
            .with_max_redirects(self.max_redirects)
            .with_retries(self.retries);
        let options = match &self.user_agent {
            Some(name) => options.with_user_agent(name)?,
            None => options,
        };
        let headers = self.headers.iter();
        Ok(headers
            .into_iter()
            .try_fold(options, |options, (name, value)| options.with_header(name, value))?)
    }
}

/// Splits `NAME: VALUE`.
fn name_and_value(typed: &str) -> Result<(String, String), String> {
    let (name, value) = typed.split_once(':').ok_or("write it as 'NAME: VALUE'")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        fetch: FetchArgs,
    }

    #[test]
    fn connections_can_be_chosen() {
        for (arguments, expected) in
            [(&["dehusk"][..], DEFAULT_CONNECTIONS), (&["dehusk", "--connections=3"], 3)]
        {
            let args = Alone::parse_from(arguments).fetch;
            let lists = args.fetching_lists(1, RobotsChoice::Ignore).unwrap();
            assert_eq!(
                (args.fetching(1, None).unwrap().connections, lists.connections),
                (expected, expected)
            );
        }
    }
}
