//! The key facts that a page declares of the one product or recipe that it is about: the price, the brand, the times, the yield.

use super::json::{self, Value};
use super::json_ld;
use crate::budget::{Deadline, TimedOut};
use crate::declared_type::is_declared;
use crate::markup::Tag;
use crate::page::Page;

/// Types of schema.org whose key facts are read.
const TYPES: [&str; 3] = ["Product", "ProductGroup", "Recipe"];
/// Names of `<meta>` with the price of the product of a page: Open Graph.
const PRICE_NAMES: [&str; 2] = ["product:price:amount", "og:price:amount"];
/// Properties of schema.org with a duration of a recipe.
const TIMES: [&str; 3] = ["prepTime", "cookTime", "totalTime"];
/// Maximum number of offers, brands or yields that are read. Chosen by hand.
const MAX_VALUES: usize = 8;
/// The number of minutes in an hour and in a day.
const MINUTES: [u32; 2] = [60, 60 * 24];

/// The key facts of a product or a recipe, as declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyFacts {
    /// Amounts, without their currency.
    pub(crate) prices: Vec<String>,
    /// The brand, and what a recipe yields.
    pub(crate) texts: Vec<String>,
    /// Durations in minutes.
    pub(crate) minutes: Vec<u32>,
}

impl KeyFacts {
    pub(crate) fn is_empty(&self) -> bool {
        self.prices.is_empty() && self.texts.is_empty() && self.minutes.is_empty()
    }

    fn read(&mut self, object: &Value<'_>) {
        for offer in values(object, "offers") {
            for key in ["price", "lowPrice"] {
                self.prices.extend(offer.get(key).and_then(Value::text).map(str::to_owned));
            }
            let more = values(offer, "offers").filter_map(|offer| offer.get("price")?.text());
            self.prices.extend(more.map(str::to_owned));
        }
        let brands =
            values(object, "brand").filter_map(|brand| brand.text().or_else(|| brand.get("name")?.text()));
        let yields = values(object, "recipeYield").filter_map(Value::text);
        self.texts.extend(brands.chain(yields).map(str::to_owned));
        let times = TIMES.iter().filter_map(|key| object.get(key)?.text());
        self.minutes.extend(times.filter_map(minutes).filter(|minutes| *minutes > 0));
    }
}

fn values<'v, 'a>(object: &'v Value<'a>, key: &str) -> impl Iterator<Item = &'v Value<'a>> {
    object.get(key).into_iter().flat_map(|value| value.items()).take(MAX_VALUES)
}

/// Returns the key facts of the only product or recipe that a page declares in JSON-LD, and the price in its `<meta>`. Nothing if it
/// declares several. Takes linear time.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn key_facts(page: &Page<'_>, deadline: &mut Deadline) -> Result<KeyFacts, TimedOut> {
    let mut facts = KeyFacts { prices: prices_in_head(page), ..KeyFacts::default() };
    if !TYPES.iter().any(|name| is_declared(page.source().text(), name)) {
        return Ok(facts);
    }
    let mut name: Option<String> = None;
    for (script, _) in json_ld::scripts(page) {
        deadline.check()?;
        for object in json_ld::of_types(&json::read(&script), &TYPES) {
            let own = object.get("name").and_then(Value::text).unwrap_or_default();
            if name.as_ref().is_some_and(|name| name != own) {
                return Ok(KeyFacts::default());
            }
            name = Some(own.to_owned());
            facts.read(object);
        }
    }
    Ok(facts)
}

fn prices_in_head(page: &Page<'_>) -> Vec<String> {
    let metas = page.head().into_iter().flat_map(|head| head.children()).filter(|it| it.tag() == Tag::Meta);
    let prices = metas.filter(|meta| {
        let name = meta.attribute("property").or_else(|| meta.attribute("name"));
        name.is_some_and(|name| PRICE_NAMES.contains(&name.as_ref()))
    });
    prices.filter_map(|meta| Some(meta.attribute("content")?.into_owned())).take(MAX_VALUES).collect()
}

/// The minutes of a duration of ISO 8601, such as 90 for `PT1H30M`. `None` if it has other units than days, hours, minutes and
/// seconds.
fn minutes(duration: &str) -> Option<u32> {
    let (mut minutes, mut number) = (0u32, 0u32);
    for c in duration.trim().strip_prefix('P')?.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = number.checked_mul(10)?.checked_add(digit)?;
            continue;
        }
        let unit = match c {
            'M' => 1,
            'H' => MINUTES[0],
            'D' => MINUTES[1],
            'T' | 'S' => 0,
            _ => return None,
        };
        minutes = minutes.checked_add(number.checked_mul(unit)?)?;
        number = 0;
    }
    Some(minutes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn facts(page: &str) -> KeyFacts {
        let page = Page::parse(Source::from_text(page));
        key_facts(&page, &mut Deadline::after(None)).unwrap()
    }

    fn data(json: &str) -> String {
        format!("<script type=application/ld+json>{json}</script>")
    }

    #[test]
    fn the_facts_of_the_only_product_or_recipe_are_read() {
        let product = r#"{"@type":"Product","name":"Rye","brand":{"name":"Mill"},"offers":{"price":"9.50"}}"#;
        let recipe =
            r#"{"@type":"Recipe","name":"Rye bread","totalTime":"PT1H30M","recipeYield":["2","2 loaves"]}"#;
        let found = facts(&data(product));
        assert_eq!((found.prices, found.texts), (vec!["9.50".to_owned()], vec!["Mill".to_owned()]));
        let found = facts(&data(recipe));
        assert_eq!((found.minutes, found.texts), (vec![90], vec!["2".to_owned(), "2 loaves".to_owned()]));
        assert!(facts(&format!("{}{}", data(product), data(recipe))).is_empty(), "two things");
        let meta = "<head><meta property=og:price:amount content=9.50></head>";
        assert_eq!(facts(meta).prices, ["9.50"]);
        assert!(facts(&data(r#"{"@type":"Article","name":"Rye"}"#)).is_empty());
    }

    #[test]
    fn durations_are_minutes() {
        for (duration, expected) in [
            ("PT15M", Some(15)),
            ("PT1H30M", Some(90)),
            ("P0DT2H", Some(120)),
            ("PT30S", Some(0)),
            ("P1Y", None),
            ("15", None),
        ] {
            assert_eq!(minutes(duration), expected, "{duration}");
        }
    }
}
