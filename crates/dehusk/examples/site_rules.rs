//! Uses rules for a known site: selectors for the main content and for a metadata field. Prints the metadata,
//! each field with its origin, and the text: `cargo run -p dehusk --example site_rules`.

#![allow(clippy::print_stdout)]

use dehusk::css::Selectors;
use dehusk::metadata::{Context, FieldRules};
use dehusk::methods::Grain;
use dehusk::{Error, Extractor, Options};

const PAGE: &str = "<html lang=en><title>Mill News</title><aside>Buy flour</aside><article><p class=headline>The mill reopens</p>\
    <p>It grinds again. <time datetime=2011-05-05>Thursday</time></p><p class=share>Share this</p></article>";

fn main() -> Result<(), Error> {
    let options = Options::new().with_select("article")?.with_exclude(".share, .headline")?;
    let mut fields = FieldRules::default();
    fields.title.push(Selectors::parse("article .headline")?);
    let context =
        Context { address: Some("https://mill.example/news"), rules: Some(&fields), ..Context::default() };

    let mut extractor = Extractor::new(options);
    let mut page = extractor.open(PAGE.as_bytes(), None);
    let metadata = page.metadata(&context).unwrap_or_default();
    println!("{}", metadata.title.as_ref().map_or("no title", |title| &title.value));
    for (field, origin) in metadata.origins() {
        println!("  {field}: {}", origin.as_str());
    }
    println!("{}", page.extract(&Grain::default()).text());
    Ok(())
}
