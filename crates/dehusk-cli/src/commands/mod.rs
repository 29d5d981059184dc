//! The subcommands. The module of each has a type for its arguments as typed, and a function `execute`.

mod batch;
#[cfg(feature = "serve")]
mod cache_args;
mod cloud;
mod completions;
mod eval;
mod extract;
mod fetch_args;
mod input_args;
mod lists;
mod man;
#[cfg(feature = "serve")]
mod mcp;
mod metadata;
mod methods;
mod page_args;
mod pages;
mod plot;
#[cfg(feature = "serve")]
mod serve;
mod shared;
mod sites;
mod tune;

use clap::Subcommand;

use crate::exit::Exit;

#[derive(Subcommand)]
pub(crate) enum Command {
    Extract(Box<extract::ExtractArgs>),
    Metadata(metadata::MetadataArgs),
    Batch(Box<batch::BatchArgs>),
    Feeds(lists::FeedsArgs),
    Sitemap(lists::SitemapArgs),
    Sites(sites::SitesArgs),
    Eval(eval::EvalArgs),
    Tune(tune::TuneArgs),
    Methods(methods::MethodsArgs),
    Plot(plot::PlotArgs),
    Cloud(Box<cloud::CloudArgs>),
    #[cfg(feature = "serve")]
    Serve(Box<serve::ServeArgs>),
    #[cfg(feature = "serve")]
    Mcp(mcp::McpArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Command {
    pub(crate) fn execute(self) -> anyhow::Result<Exit> {
        match self {
            Command::Extract(args) => extract::execute(*args),
            Command::Metadata(args) => metadata::execute(args),
            Command::Batch(args) => batch::execute(&args),
            Command::Feeds(args) => lists::execute_feeds(args),
            Command::Sitemap(args) => lists::execute_sitemap(args),
            Command::Sites(args) => sites::execute(&args),
            Command::Eval(args) => eval::execute(&args),
            Command::Tune(args) => tune::execute(&args),
            Command::Methods(args) => methods::execute(&args),
            Command::Plot(args) => plot::execute(args),
            Command::Cloud(args) => cloud::execute(*args),
            #[cfg(feature = "serve")]
            Command::Serve(args) => serve::execute(*args),
            #[cfg(feature = "serve")]
            Command::Mcp(args) => mcp::execute(args),
            Command::Completions(args) => completions::execute(&args),
            Command::Man(args) => man::execute(&args),
        }
    }
}
