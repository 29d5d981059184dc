//! The addresses of films, sounds and embedded pages. A player's address becomes that of the page which people
//! would open.

use crate::markup::{Tag, escaped_twice};
use crate::page::{Element, Event};

/// Parts of the addresses of frames that show content of other sites. A frame of another address needs a title.
const HOSTS: [&str; 22] = [
    "youtube.com/",
    "youtube-nocookie.com/",
    "youtu.be/",
    "player.vimeo.com/",
    "dailymotion.com/embed",
    "geo.dailymotion.com/",
    "open.spotify.com/embed",
    "w.soundcloud.com/player",
    "embed.podcasts.apple.com/",
    "bandcamp.com/EmbeddedPlayer",
    "ted.com/talks",
    "twitter.com/",
    "platform.x.com/",
    "instagram.com/p/",
    "tiktok.com/",
    "facebook.com/plugins/video",
    "facebook.com/plugins/post",
    "players.brightcove.net/",
    "datawrapper.dwcdn.net/",
    "flo.uri.sh/",
    "google.com/maps/",
    "archive.org/embed",
];
/// Parts of the addresses of frames that are no content.
const NO_CONTENT: [&str; 24] = [
    "doubleclick.",
    "googlesyndication",
    "googletagmanager",
    "google.com/recaptcha",
    "/plugins/like",
    "/plugins/page",
    "/plugins/follow",
    "/plugins/share",
    "widgets/follow",
    "widgets/tweet_button",
    "addthis",
    "disqus.com",
    "amazon-adsystem",
    "taboola",
    "outbrain",
    "adserver",
    "/ads/",
    "/ads.",
    "consent",
    "facebook.com/tr",
    "googleads",
    "accounts.google",
    "newsletter",
    "smartadserver",
];
/// Words in the title of a frame that is no content.
const NO_TITLE: [&str; 7] =
    ["advert", "3rd party ad", "recaptcha", "cookie", "consent", "newsletter", "comment"];
/// Maximum number of nodes that are read in an element for the address inside it. Chosen by hand.
const MAX_NODES: usize = 200;

/// Returns the address of a frame or a plug-in that shows content of another site.
pub(super) fn of_frame(element: &Element<'_>) -> Option<String> {
    let sources = ["src", "data-src", "data-lazy-src", "data-litespeed-src", "data"];
    let own = sources.iter().find_map(|name| {
        let value = element.attribute(name)?;
        let is_address = value.contains('/') && !value.starts_with("about:") && !value.starts_with("data:");
        is_address.then(|| value.trim().to_owned())
    });
    let address = own?;
    let is_known = HOSTS.iter().any(|host| address.contains(host));
    let has_title = || {
        let title = title(element).to_ascii_lowercase();
        !title.is_empty() && !NO_TITLE.iter().any(|word| title.contains(word))
    };
    let is_no_content = || NO_CONTENT.iter().any(|part| address.contains(part));
    ((is_known || (element.tag() == Tag::Iframe && has_title())) && !is_no_content())
        .then(|| page_of(&address))
}

/// Returns the address of the page that shows the film of a player.
fn page_of(address: &str) -> String {
    let id_after = |part: &str| {
        let rest = &address[address.find(part)? + part.len()..];
        let end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')).unwrap_or(rest.len());
        Some(&rest[..end]).filter(|id| !id.is_empty())
    };
    let youtube = ["youtube.com/embed/", "youtube-nocookie.com/embed/", "youtube.com/v/"];
    if let Some(id) = youtube.iter().find_map(|part| id_after(part)).filter(|id| *id != "videoseries") {
        return format!("https://www.youtube.com/watch?v={id}");
    }
    if let Some(id) = id_after("player.vimeo.com/video/") {
        return format!("https://vimeo.com/{id}");
    }
    let is_post = address.contains("platform.twitter.com/embed") || address.contains("platform.x.com/embed");
    if let Some(id) = id_after("?id=").or_else(|| id_after("&id=")).filter(|_| is_post) {
        return format!("https://x.com/i/status/{id}");
    }
    address.to_owned()
}

/// Returns the address of a post that a script would embed: a `blockquote` with a link to it, or a custom
/// element with its number.
pub(super) fn of_post(element: &Element<'_>) -> Option<String> {
    let name = element.name();
    let attribute = |name: &str| {
        element.attribute(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
    };
    match name.as_ref() {
        "lite-youtube" => attribute("videoid").map(|id| page_of(&format!("youtube.com/embed/{id}"))),
        "amp-youtube" => attribute("data-videoid").map(|id| page_of(&format!("youtube.com/embed/{id}"))),
        "lite-vimeo" => attribute("videoid").map(|id| format!("https://vimeo.com/{id}")),
        "amp-vimeo" => attribute("data-videoid").map(|id| format!("https://vimeo.com/{id}")),
        "amp-twitter" => attribute("data-tweetid").map(|id| format!("https://x.com/i/status/{id}")),
        "amp-iframe" => of_frame(element),
        "blockquote" => {
            let class = element.attribute("class")?;
            let is_post = ["twitter-tweet", "twitter-video", "instagram-media", "tiktok-embed"]
                .iter()
                .any(|post| class.split_ascii_whitespace().any(|name| name == *post));
            let named = || attribute("data-instgrm-permalink").or_else(|| attribute("cite"));
            is_post.then(|| named().or_else(|| last_link(element))).flatten()
        }
        _ => None,
    }
}

/// Returns the address of the last link in an element.
fn last_link(element: &Element<'_>) -> Option<String> {
    let links = element.walk().take(MAX_NODES).filter_map(|event| match event {
        Event::Enter(inner) if inner.tag() == Tag::A => inner.attribute("href"),
        _ => None,
    });
    links.last().map(std::borrow::Cow::into_owned)
}

/// Returns the address of a film or a sound: its own or that of its first source.
pub(super) fn of_player(element: &Element<'_>) -> Option<String> {
    let own = |element: &Element<'_>| {
        let written = element.attribute("src").or_else(|| element.attribute("data-src"))?;
        let is_address =
            !written.trim().is_empty() && !written.starts_with("blob:") && !written.starts_with("data:");
        is_address.then(|| written.into_owned())
    };
    let inside = || {
        let sources = element.children().take(MAX_NODES).filter(|child| child.tag() == Tag::Source);
        sources.filter_map(|source| own(&source)).next()
    };
    own(element).or_else(inside)
}

/// Returns the title of an element for readers.
pub(super) fn title(element: &Element<'_>) -> String {
    let names = ["title", "aria-label", "data-title", "playlabel", "alt"];
    let written =
        names.iter().find_map(|name| element.attribute(name).filter(|value| !value.trim().is_empty()));
    escaped_twice::decoded(written.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn frames_lead_to_the_pages_of_their_films() {
        for (markup, expected) in [
            (
                "<iframe src='//www.youtube.com/embed/a-B_3?rel=0'>",
                Some("https://www.youtube.com/watch?v=a-B_3"),
            ),
            (
                "<iframe data-src='https://player.vimeo.com/video/12?h=3' src=about:blank>",
                Some("https://vimeo.com/12"),
            ),
            (
                "<iframe src='https://maps.example/x' title='The way to the mill'>",
                Some("https://maps.example/x"),
            ),
            ("<iframe src='https://maps.example/x'>", None),
            ("<iframe src='https://x.example/x' title='Advertisement'>", None),
            ("<iframe src='https://td.doubleclick.net/x' title='Mill'>", None),
            ("<iframe src='https://www.facebook.com/plugins/like.php' title='Mill'>", None),
            ("<embed src='http://www.youtube.com/v/ab&fs=1'>", Some("https://www.youtube.com/watch?v=ab")),
            ("<object data='mill.swf' title=Mill>", None),
            ("<iframe title=Mill>", None),
        ] {
            let page = Page::parse(Source::from_text(markup));
            let is_frame =
                |element: &Element<'_>| matches!(element.tag(), Tag::Iframe | Tag::Embed | Tag::Object);
            let frame = page.elements().find(is_frame).unwrap();
            assert_eq!(of_frame(&frame).as_deref(), expected, "{markup}");
        }
    }

    #[test]
    fn posts_and_players_have_addresses() {
        let post = "<blockquote class='twitter-tweet x'><p>Hi <a href=/t>t</a></p>&mdash; <a href=https://x.com/a/status/1>May 2</a>";
        for (markup, expected) in [
            (post, Some("https://x.com/a/status/1")),
            ("<blockquote class=twitter>x<a href=y>z</a>", None),
            (
                "<blockquote class=instagram-media data-instgrm-permalink=https://i.example/p/1>",
                Some("https://i.example/p/1"),
            ),
            ("<lite-youtube videoid=ab>", Some("https://www.youtube.com/watch?v=ab")),
            ("<video src=blob:x><source src=a.mp4></video>", Some("a.mp4")),
            ("<audio><source src=''></audio>", None),
        ] {
            let page = Page::parse(Source::from_text(markup));
            let element = page.body().unwrap().children().next().unwrap();
            let found = of_post(&element).or_else(|| of_player(&element));
            assert_eq!(found.as_deref(), expected, "{markup}");
        }
    }
}
