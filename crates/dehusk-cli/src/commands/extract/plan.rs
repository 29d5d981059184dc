//! What a run of `dehusk extract` is going to do, worked out from the command line before any page is touched.
//! Everything that can be wrong with the command line alone is found here.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use dehusk::{Limits, Options};
use dehusk_eval::tune::Sites;

use super::ExtractArgs;
use crate::commands::or_cores;
use crate::input::{self, Listing, STDIN};
use crate::output::Format;
use crate::site_noise::NoiseByHost;
use crate::worker::Recipe;

pub(super) struct Plan {
    pub(super) recipe: Recipe,
    pub(super) listing: Listing,
    pub(super) format: Format,
    /// None for standard output.
    pub(super) output: Option<PathBuf>,
    pub(super) jobs: usize,
}

impl Plan {
    pub(super) fn new(args: ExtractArgs, stdin_is_terminal: bool) -> anyhow::Result<Plan> {
        let options = options(&args)?;
        let sites = args.sites.as_deref().map(Sites::read).transpose()?.unwrap_or_default();
        let noise = args.site_noise.as_deref().map(|folder| NoiseByHost::learn(folder, &options));
        let recipe = Recipe { options, sites, noise: noise.transpose()?.unwrap_or_default() };
        let listing = input::list(&typed_inputs(args.inputs, stdin_is_terminal)?);
        let jobs = or_cores(args.jobs).get();
        let output = args.output.filter(|path| path.as_os_str() != STDIN);
        Ok(Plan { recipe, listing, format: args.format, output, jobs })
    }
}

fn options(args: &ExtractArgs) -> anyhow::Result<Options> {
    let mut options = Options::new().with_method(&args.method)?.with_limits(limits(args));
    for (name, value) in &args.params {
        options = options.with_param(name, value)?;
    }
    Ok(options)
}

fn limits(args: &ExtractArgs) -> Limits {
    Limits {
        timeout: (args.timeout_ms > 0).then(|| Duration::from_millis(args.timeout_ms)),
        max_bytes: args.max_bytes.get(),
        max_depth: args.max_depth.get(),
        max_elements: args.max_elements.get(),
        max_output: args.max_output.get(),
    }
}

fn typed_inputs(inputs: Vec<OsString>, stdin_is_terminal: bool) -> anyhow::Result<Vec<OsString>> {
    if inputs.is_empty() && stdin_is_terminal {
        bail!(
            "no page given; name a file, a folder, an address or - for standard input (see dehusk extract --help)"
        );
    }
    if inputs.iter().any(|input| input.is_empty()) {
        bail!("a page has an empty name; name a file, a folder, an address or - for standard input");
    }
    if inputs.iter().filter(|input| *input == STDIN).count() > 1 {
        bail!("standard input can be read only once; give - once");
    }
    if inputs.is_empty() { Ok(vec![STDIN.into()]) } else { Ok(inputs) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_typed_means_standard_input_unless_it_is_a_terminal() {
        assert_eq!(typed_inputs(Vec::new(), false).unwrap(), ["-"]);
        assert!(typed_inputs(Vec::new(), true).is_err());
    }

    #[test]
    fn standard_input_typed_on_a_terminal_is_meant() {
        assert_eq!(typed_inputs(vec!["-".into()], true).unwrap(), ["-"]);
    }

    #[test]
    fn an_empty_name_is_refused() {
        assert!(typed_inputs(vec!["a.html".into(), "".into()], false).is_err());
    }

    #[test]
    fn standard_input_twice_is_refused() {
        assert!(typed_inputs(vec!["-".into(), "-".into()], false).is_err());
    }
}
