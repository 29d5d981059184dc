//! `--site-noise`: reads the pages beneath a folder and keeps, host by host, what stands on several of them. What noise is
//! and how it is taken out is the library's business.

use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use anyhow::ensure;
use dehusk::site_noise::{MIN_PAGES, SiteNoise};
use dehusk::{Extractor, Options};

use crate::host;
use crate::input::{self, Reader};
use crate::report::say;

/// The noise of the pages of each host, and of those that name none.
#[derive(Debug, Default)]
pub(crate) struct NoiseByHost {
    noise: HashMap<String, SiteNoise>,
}

/// The group of pages that name no address.
const NO_HOST: &str = "";

impl NoiseByHost {
    /// Reads all pages beneath a folder, by the limits of the options. Pages that cannot be read are left out and said.
    pub(crate) fn learn(folder: &Path, options: &Options) -> anyhow::Result<NoiseByHost> {
        ensure!(folder.is_dir(), "--site-noise {}: this is no folder of pages", folder.display());
        let inputs = input::list(&[folder.as_os_str().to_owned()]).inputs;
        let mut reader = Reader::new(options.limits().max_bytes, input::agent());
        let mut extractor = Extractor::new(options.clone());
        let mut learned = NoiseByHost::default();
        for input in &inputs {
            let worked = panic::catch_unwind(AssertUnwindSafe(|| {
                let page = reader.read(input).ok()?;
                learned.add(&mut extractor.open(page.bytes, page.content_type.as_deref()))
            }));
            if !matches!(worked, Ok(Some(()))) {
                say(&format!(
                    "--site-noise: {} in {} is left out, it cannot be read as a page",
                    input.id(),
                    folder.display()
                ));
            }
        }
        learned.check(folder, inputs.len());
        Ok(learned)
    }

    fn add(&mut self, page: &mut dehusk::OpenPage<'_, '_>) -> Option<()> {
        let page = page.page()?;
        let host = host::in_page(page).as_deref().map_or(NO_HOST, host_alone).to_owned();
        self.noise.entry(host).or_default().add(page);
        Some(())
    }

    fn check(&self, folder: &Path, pages: usize) {
        if self.noise.values().all(|noise| noise.texts() == 0) {
            say(&format!(
                "--site-noise {}: no text stands on {MIN_PAGES} of its {pages} pages of one site, so nothing is taken out",
                folder.display()
            ));
        }
    }

    /// The noise for pages of a host: that of its pages, else that of pages that name no address.
    pub(crate) fn of(&self, host: Option<&str>) -> Option<&SiteNoise> {
        let of_host = host.and_then(|host| self.noise.get(host_alone(host)));
        of_host.or_else(|| self.noise.get(NO_HOST))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.noise.is_empty()
    }
}

/// The host of host and path, without `www.`.
fn host_alone(host: &str) -> &str {
    let host = host.split('/').next().unwrap_or(host);
    host.strip_prefix("www.").unwrap_or(host)
}
