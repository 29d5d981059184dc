//! The options of the subcommands that fetch addresses.

use std::time::Duration;

use clap::Args;
use dehusk_fetch::{DEFAULT_MAX_REDIRECTS, DEFAULT_TIMEOUT, FetchOptions};

/// The options for fetching, as typed.
#[derive(Args)]
#[command(next_help_heading = "Fetching addresses")]
pub(crate) struct FetchArgs {
    /// Fetch only public network addresses, on the ports 80, 443, 8080 and 8443: neither this machine nor its network, nor the
    /// metadata service of a cloud. This is checked for every redirect too. No proxy is used. For addresses that you do not trust
    /// [default: every address is fetched]
    #[arg(long, hide_short_help = true)]
    public_only: bool,

    /// Maximum time for fetching one page in milliseconds, with all its redirects; --timeout-ms starts after that
    #[arg(long, value_name = "N", default_value_t = default_timeout_ms(), value_parser = clap::value_parser!(u64).range(1..), hide_short_help = true)]
    fetch_timeout_ms: u64,

    /// Maximum number of redirects. A redirect from https to http is never followed
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_REDIRECTS, hide_short_help = true)]
    max_redirects: u32,

    /// The name that is sent to servers [default: dehusk with its version]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    user_agent: Option<String>,

    /// Send this header, for example 'Accept-Language: th'. May be given several times. Other hosts that the address redirects to do
    /// not get it [default: none]
    #[arg(long = "header", value_name = "NAME: VALUE", value_parser = name_and_value, hide_short_help = true)]
    headers: Vec<(String, String)>,
}

impl FetchArgs {
    /// The options of the client.
    ///
    /// # Errors
    /// If a header is invalid.
    pub(crate) fn options(&self) -> anyhow::Result<FetchOptions> {
        let options = FetchOptions::new()
            .with_public_only(self.public_only)
            .with_timeout(Duration::from_millis(self.fetch_timeout_ms))
            .with_max_redirects(self.max_redirects);
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

fn default_timeout_ms() -> u64 {
    u64::try_from(DEFAULT_TIMEOUT.as_millis()).unwrap_or(u64::MAX)
}

/// Splits `NAME: VALUE`.
fn name_and_value(typed: &str) -> Result<(String, String), String> {
    let (name, value) = typed.split_once(':').ok_or("write it as 'NAME: VALUE'")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
