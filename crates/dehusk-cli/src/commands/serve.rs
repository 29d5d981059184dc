//! `dehusk serve`: starts the server of the crate `dehusk-serve`.

use std::env;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use dehusk_serve::{Config, DEFAULT_PORT, Limits};

use super::cache_args::CacheArgs;
use super::shared::{jobs_or_cores, milliseconds, or_one, size};
use crate::exit::Exit;
use crate::report::print_message;
use crate::worker;

/// The environment variable with the token.
const TOKEN_VARIABLE: &str = "DEHUSK_TOKEN";

const WHO: &str = "Who may use it";
const FETCHING: &str = "Fetching addresses";
const LIMITS: &str = "Limits";

const EXAMPLES: &str = "\
Examples:
  dehusk serve
      Listen on http://127.0.0.1:3380/, for this machine only. The page there is the workbench.
  curl --data-binary @page.html 'http://127.0.0.1:3380/v1/extract?format=md'
      Extract a page as Markdown.
  curl 'http://127.0.0.1:3380/v1/extract?url=https://example.org/&with=metadata,links'
      Fetch a page and write a record, as `dehusk extract --format json` does.
  DEHUSK_TOKEN=$(openssl rand -hex 16) dehusk serve --address 0.0.0.0
      Listen for other machines too, which have to send the token.

The server also answers the requests of Mercury, readability-js-server, FiveFilters, Open WebUI, Firecrawl, Jina Reader and Crawl4AI.
http://127.0.0.1:3380/openapi.json describes its own. It stops at Ctrl-C or SIGTERM, after open requests.
Exit codes: 0 if it was stopped, 2 if it could not start.";

/// Serve extraction over HTTP, with a workbench in the browser
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ServeArgs {
    /// Address to listen on
    ///
    /// Any address but loopback needs --token, --token-file or --public
    #[arg(long, alias = "host", value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// Port to listen on; 0 means any free port
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PORT)]
    port: u16,

    /// Secret that clients have to send
    ///
    /// Clients send it as `Authorization: Bearer TOKEN`, or as the password that a browser asks for. Other users of this
    /// machine can see it in the list of processes; DEHUSK_TOKEN or --token-file keep it from them [default: none]
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file", help_heading = WHO)]
    token: Option<String>,

    /// File with the token, such as a credential of systemd [default: none]
    #[arg(long, value_name = "FILE", help_heading = WHO)]
    token_file: Option<PathBuf>,

    /// Let everybody who can reach the server use it
    ///
    /// No token is needed then [default: no]
    #[arg(long, help_heading = WHO)]
    public: bool,

    /// Name by which clients may call the server
    ///
    /// Numeric addresses and localhost always work. Without a token, other names are refused, so that no web page can use the
    /// server through a name of its own. May be given several times [default: none]
    #[arg(long = "server-name", value_name = "NAME", help_heading = WHO, hide_short_help = true)]
    names: Vec<String>,

    /// Let scripts of this origin read answers (CORS)
    ///
    /// An origin is, for example, https://reader.example. May be given several times [default: none]
    #[arg(long = "cors", value_name = "ORIGIN", help_heading = WHO)]
    origins: Vec<String>,

    /// Header, such as X-Forwarded-For, whose last value is the address of the client. Only behind a proxy that sets it [default: none]
    #[arg(long, value_name = "NAME", help_heading = WHO, hide_short_help = true)]
    client_header: Option<String>,

    /// Fetch no addresses: clients have to send pages [default: public addresses are fetched]
    #[arg(long, help_heading = FETCHING)]
    no_fetch: bool,

    /// Fetch this host too, although its address is not public
    ///
    /// Write NAME, or NAME:PORT for a port other than 80, 443, 8080 and 8443. May be given several times [default: none]
    #[arg(long = "allow-host", value_name = "NAME[:PORT]", conflicts_with = "no_fetch", help_heading = FETCHING)]
    allowed_hosts: Vec<String>,

    /// Fetch every address that this machine reaches
    ///
    /// This includes addresses of its own network [default: public addresses and those of --allow-host]
    #[arg(long, conflicts_with = "no_fetch", help_heading = FETCHING)]
    allow_private: bool,

    /// Maximum time in milliseconds for fetching one page
    #[arg(long, value_name = "N", default_value_t = milliseconds(Limits::default().fetch_timeout), value_parser = clap::value_parser!(u64).range(1..), help_heading = FETCHING)]
    fetch_timeout_ms: u64,

    /// Maximum number of pages that are fetched at the same time
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_fetches), help_heading = FETCHING, hide_short_help = true)]
    max_fetches: NonZeroUsize,

    #[command(flatten)]
    cache: CacheArgs,

    /// Maximum size of a page, such as 500K or 20M
    ///
    /// The limit holds for the page as sent and as decompressed
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::default().max_body_bytes), help_heading = LIMITS)]
    max_bytes: NonZeroUsize,

    /// Maximum size of all pages that are sent at the same time; more are answered with 503
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::default().max_memory_bytes), help_heading = LIMITS, hide_short_help = true)]
    max_memory: NonZeroUsize,

    /// Maximum total size of batch answers that clients have not read yet, kept in temporary files. When it is reached, a batch
    /// waits for its client, and ends with an error if the client reads nothing
    #[arg(long, value_name = "SIZE", value_parser = size, default_value_t = or_one(Limits::default().max_unread_bytes), help_heading = LIMITS, hide_short_help = true)]
    max_unread: NonZeroUsize,

    /// Maximum CPU time in milliseconds for one page
    ///
    /// Clients can ask for less.
    #[arg(long, value_name = "N", default_value_t = milliseconds(Limits::default().extract_timeout), value_parser = clap::value_parser!(u64).range(1..), help_heading = LIMITS)]
    timeout_ms: u64,

    /// Maximum number of requests at the same time; more are answered with 503
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_requests), help_heading = LIMITS, hide_short_help = true)]
    max_requests: NonZeroUsize,

    /// Maximum number of requests of one client at the same time; more are answered with 429
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_client_requests), help_heading = LIMITS, hide_short_help = true)]
    max_client_requests: NonZeroUsize,

    /// Maximum number of open connections; more wait
    #[arg(long, value_name = "N", default_value_t = or_one(Limits::default().max_connections), help_heading = LIMITS, hide_short_help = true)]
    max_connections: NonZeroUsize,

    /// Maximum time in milliseconds until the head of a request has arrived, also of the next one on an open connection
    #[arg(long, value_name = "N", default_value_t = milliseconds(Limits::default().header_timeout), value_parser = clap::value_parser!(u64).range(1..), help_heading = LIMITS, hide_short_help = true)]
    header_timeout_ms: u64,

    /// Number of pages extracted at the same time [default: number of cores]
    #[arg(long, alias = "threads", short_alias = 'j', value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Log no requests
    ///
    /// The log has one line of JSON for each request, on standard error, without page text and addresses of pages [default:
    /// requests are logged]
    #[arg(long)]
    no_log: bool,
}

pub(super) fn execute(args: ServeArgs) -> anyhow::Result<Exit> {
    let (cache, note) = if args.no_fetch { (None, None) } else { args.cache.open()? };
    let config = Config { cache, ..config(args)? };
    worker::quiet_panics_of(&[dehusk_serve::WORKER_NAME]);
    let is_public = config.is_public && config.token.is_none();
    dehusk_serve::serve(config, |address| {
        print_message(&format!("listening on http://{address}/"));
        if is_public && !address.ip().is_loopback() {
            print_message("everybody who can reach this address may use the server (--public)");
        }
        if let Some(note) = note {
            print_message(&note);
        }
    })?;
    Ok(Exit::Success)
}

fn config(args: ServeArgs) -> anyhow::Result<Config> {
    let token = token(args.token, args.token_file.as_deref())?;
    let limits = Limits {
        max_body_bytes: args.max_bytes.get(),
        max_memory_bytes: args.max_memory.get(),
        max_unread_bytes: args.max_unread.get(),
        max_requests: args.max_requests.get(),
        max_client_requests: args.max_client_requests.get(),
        max_fetches: args.max_fetches.get(),
        max_connections: args.max_connections.get(),
        header_timeout: Duration::from_millis(args.header_timeout_ms),
        fetch_timeout: Duration::from_millis(args.fetch_timeout_ms),
        extract_timeout: Duration::from_millis(args.timeout_ms),
        ..Limits::default()
    };
    ensure!(
        limits.max_memory_bytes >= limits.max_body_bytes,
        "--max-memory is smaller than --max-bytes, so no page of that size could be sent; make it larger"
    );
    Ok(Config {
        address: SocketAddr::new(args.address, args.port),
        token,
        is_public: args.public,
        names: args.names,
        fetches: !args.no_fetch,
        allowed_hosts: args.allowed_hosts,
        allows_private: args.allow_private,
        cache: None,
        origins: args.origins,
        workers: jobs_or_cores(args.jobs),
        client_header: args.client_header,
        logs: !args.no_log,
        limits,
    })
}

/// The token from the command line, from a file or from the environment.
fn token(typed: Option<String>, file: Option<&Path>) -> anyhow::Result<Option<String>> {
    if typed.is_some() {
        return Ok(typed);
    }
    let Some(path) = file else { return Ok(env::var(TOKEN_VARIABLE).ok().filter(|token| !token.is_empty())) };
    let token = fs::read_to_string(path)
        .with_context(|| format!("cannot read the token file {}; check the path", path.display()))?;
    Ok(Some(token.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        serve: ServeArgs,
    }

    fn parse(arguments: &str) -> ServeArgs {
        Alone::try_parse_from(["serve"].into_iter().chain(arguments.split_whitespace())).unwrap().serve
    }

    /// What an option changes in the configuration.
    type Change = fn(&mut Config);

    const OPTIONS: [(&str, Change); 21] = [
        ("--address=192.0.2.7", |it| it.address.set_ip(Ipv4Addr::new(192, 0, 2, 7).into())),
        ("--port=71", |it| it.address.set_port(71)),
        ("--token=of-the-mill", |it| it.token = Some("of-the-mill".into())),
        ("--public", |it| it.is_public = true),
        ("--server-name=mill.example", |it| it.names = vec!["mill.example".into()]),
        ("--cors=https://reader.example", |it| it.origins = vec!["https://reader.example".into()]),
        ("--client-header=x-client", |it| it.client_header = Some("x-client".into())),
        ("--no-fetch", |it| it.fetches = false),
        ("--allow-host=a --allow-host=b:81", |it| it.allowed_hosts = vec!["a".into(), "b:81".into()]),
        ("--allow-private", |it| it.allows_private = true),
        ("--fetch-timeout-ms=72", |it| it.limits.fetch_timeout = Duration::from_millis(72)),
        ("--max-fetches=73", |it| it.limits.max_fetches = 73),
        ("--max-bytes=74", |it| it.limits.max_body_bytes = 74),
        ("--max-memory=75M", |it| it.limits.max_memory_bytes = 75 << 20),
        ("--max-unread=76", |it| it.limits.max_unread_bytes = 76),
        ("--timeout-ms=77", |it| it.limits.extract_timeout = Duration::from_millis(77)),
        ("--max-requests=78", |it| it.limits.max_requests = 78),
        ("--max-client-requests=79", |it| it.limits.max_client_requests = 79),
        ("--max-connections=80", |it| it.limits.max_connections = 80),
        ("--header-timeout-ms=81", |it| it.limits.header_timeout = Duration::from_millis(81)),
        ("--jobs=82 --no-log", |it| {
            it.workers = NonZeroUsize::new(82).unwrap();
            it.logs = false;
        }),
    ];

    #[test]
    fn each_option_changes_its_own_setting() {
        for (arguments, change) in OPTIONS {
            let mut expected = config(parse("")).unwrap();
            let unchanged = format!("{expected:?}");
            change(&mut expected);
            let expected = format!("{expected:?}");
            assert_ne!(expected, unchanged, "{arguments}");
            assert_eq!(format!("{:?}", config(parse(arguments)).unwrap()), expected, "{arguments}");
        }
        let typed = OPTIONS.map(|(arguments, _)| arguments).join(" ");
        for option in Alone::command().get_arguments().filter_map(|argument| argument.get_long()) {
            let is_elsewhere = option.contains("cache") || option == "token-file";
            assert!(is_elsewhere || typed.contains(&format!("--{option}")), "--{option} has no row");
        }
    }

    #[test]
    fn the_token_can_be_in_a_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "of-the-mill\n").unwrap();
        let found = |path: &Path| token(None, Some(path)).map_err(|error| error.to_string());
        assert_eq!(found(file.path()), Ok(Some("of-the-mill".to_owned())));
        assert!(found(Path::new("no such file")).unwrap_err().contains("no such file"));
    }

    #[test]
    fn memory_for_one_page_is_the_least() {
        assert!(config(parse("--max-bytes=2M --max-memory=2M")).is_ok());
        assert!(config(parse("--max-bytes=2M --max-memory=1M")).is_err());
    }
}
