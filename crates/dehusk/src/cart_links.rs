//! Recognizes the buttons of a shop: links that change a cart or a list of wishes, which lead to no page.

use crate::budget::MAX_ADDRESS_BYTES;
use crate::markup::Tag;
use crate::page::Element;

/// Parts of the addresses of such links, in lower case and without hyphens and underscores: WooCommerce (`?add-to-cart=7`), Zen Cart
/// and osCommerce (`action=buy_now`), Shopify and BigCommerce (`/cart/add`, `/cart.php?action=add`), PrestaShop (`/panier?add=1`), and
/// scripts of OpenCart (`addToCart('7')`). Chosen by hand from the buttons in the corpora.
const CHANGES: [&str; 13] = [
    "addtocart",
    "addtobasket",
    "addtobag",
    "addtowishlist",
    "addtocompare",
    "action=addwishlist",
    "action=buynow",
    "action=addproduct",
    "wishlist/add",
    "cart/add",
    "cart.php?action=add",
    "basket/add",
    "panier?add",
];
/// Names of pages of carts in the path of an address, in lower case, without a file extension. Chosen by hand.
const PAGES: [&str; 7] = ["cart", "basket", "checkout", "warenkorb", "panier", "carrito", "carrello"];
/// Parts of the classes of such buttons, in lower case and without hyphens and underscores. Chosen by hand from the corpora.
const CLASSES: [&str; 8] =
    ["addtocart", "addcart", "cartbutton", "btncart", "buynow", "addtowishlist", "addtocompare", "tocompare"];

/// Whether the address of a link changes a cart, or is the page of one.
pub(crate) fn has_cart_address(link: &Element<'_>) -> bool {
    let address = link.attribute_within("href", MAX_ADDRESS_BYTES);
    address.is_some_and(|address| is_cart_address(&address))
}

/// Whether a link is a button that puts something into a cart or on a list, or leads to a cart: its address, its class or the script
/// that it runs says so.
pub(crate) fn is_cart_button(link: &Element<'_>) -> bool {
    has_cart_address(link) || changes_cart(link)
}

/// Whether a link is a button that puts something into a cart or on a list.
pub(crate) fn changes_cart(link: &Element<'_>) -> bool {
    let says = |name: &str, parts: &[&str]| {
        let value = link.attribute_within(name, MAX_ADDRESS_BYTES);
        value.is_some_and(|value| has_any(value.split('#').next().unwrap_or(""), parts))
    };
    link.tag() == Tag::A && (says("class", &CLASSES) || says("href", &CHANGES) || says("onclick", &CHANGES))
}

fn is_cart_address(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or("");
    let mut segments = path.split('/').map(|segment| segment.split('.').next().unwrap_or(""));
    let is_page = segments.any(|segment| PAGES.iter().any(|page| segment.eq_ignore_ascii_case(page)));
    is_page || has_any(address.split('#').next().unwrap_or(""), &CHANGES)
}

/// Whether a text without its hyphens and underscores has one of these parts.
fn has_any(text: &str, parts: &[&str]) -> bool {
    let plain: String =
        text.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect();
    parts.iter().any(|part| plain.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_carts() {
        for (address, expected) in [
            ("?add-to-cart=7", true),
            ("/index.php?main_page=index&action=buy_now&products_id=7", true),
            ("/cart.php?action=add&product_id=7", true),
            ("https://shop.example/cart/add/7/1", true),
            ("/fr/panier?add=1&id_product=7", true),
            ("/shop/checkout/", true),
            ("//shop.example/Warenkorb.html", true),
            ("/wishlist.php?action=add_wishlist&id=7", true),
            ("/buy-now-pay-later", false),
            ("/product-category/buy-now-used/", false),
            ("/cartoons/7", false),
            ("/products/shopping-cart", false),
            ("/product/7#add-to-cart", false),
            ("/panierte-schnitzel", false),
            ("", false),
        ] {
            assert_eq!(is_cart_address(address), expected, "{address}");
        }
    }
}
