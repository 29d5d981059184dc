//! `--site-noise`: reads the pages in a folder and finds, for each host, the text that several of them share. The library
//! defines what noise is and how it is removed.

use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use anyhow::ensure;
use dehusk::site_noise::{MIN_PAGES, SiteNoise};
use dehusk::{Extractor, Options};

use crate::host;
use crate::input::{self, Extensions, Reader};
use crate::report::print_message;

/// The noise of the pages of each host, and of the pages that declare no address.
#[derive(Debug, Default)]
pub(crate) struct NoiseByHost {
    noise: HashMap<String, SiteNoise>,
}

/// The key of the group of pages that declare no address.
const NO_HOST: &str = "";

impl NoiseByHost {
    /// Reads all pages in a folder, within the limits of the options. Pages that cannot be read are skipped with a message.
    pub(crate) fn learn(folder: &Path, options: &Options) -> anyhow::Result<NoiseByHost> {
        ensure!(
            folder.is_dir(),
            "--site-noise {}: not a folder; give a folder with pages of the site",
            folder.display()
        );
        let inputs = input::list(&[folder.as_os_str().to_owned()], &Extensions::default()).inputs;
        let mut reader = Reader::with_default_fetcher(options.limits().max_bytes);
        let mut extractor = Extractor::new(options.clone());
        let mut learned = NoiseByHost::default();
        for input in &inputs {
            let added = panic::catch_unwind(AssertUnwindSafe(|| {
                let page = reader.read(input).ok()?;
                learned.add(&mut extractor.open(page.bytes, page.content_type.as_deref()))
            }));
            if !matches!(added, Ok(Some(()))) {
                print_message(&format!(
                    "--site-noise: {} in {} is skipped because it cannot be read as a page",
                    input.id(),
                    folder.display()
                ));
            }
        }
        learned.warn_if_empty(folder, inputs.len());
        Ok(learned)
    }

    fn add(&mut self, page: &mut dehusk::OpenPage<'_, '_>) -> Option<()> {
        let page = page.page()?;
        let host = host::in_page(page).as_deref().map_or(NO_HOST, host_only).to_owned();
        self.noise.entry(host).or_default().add(page);
        Some(())
    }

    fn warn_if_empty(&self, folder: &Path, pages: usize) {
        if self.noise.values().all(|noise| noise.texts() == 0) {
            print_message(&format!(
                "--site-noise {}: none of its {pages} pages shares a text with {} other pages of the same site, so nothing is removed; give more pages",
                folder.display(),
                MIN_PAGES - 1
            ));
        }
    }

    /// The noise of the pages of a host or, if there is none, of the pages that declare no address.
    pub(crate) fn for_host(&self, host: Option<&str>) -> Option<&SiteNoise> {
        let of_host = host.and_then(|host| self.noise.get(host_only(host)));
        of_host.or_else(|| self.noise.get(NO_HOST))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.noise.is_empty()
    }
}

/// Removes the path and a leading `www.` from a host with a path.
fn host_only(host: &str) -> &str {
    let host = host.split('/').next().unwrap_or(host);
    host.strip_prefix("www.").unwrap_or(host)
}
