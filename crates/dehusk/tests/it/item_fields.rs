//! The fields of items that are easily mistaken or in attributes, and boxes that are no items.

use super::items::{assert_says, items};
use dehusk::parts::Item;

/// Boxes that look alike but are no records.
#[test]
fn boxes_that_are_no_items() {
    let prose =
        "<div><p>The mill has stood idle for two years, and it will reopen on Monday at last.</p></div>";
    let linked = "<div class=c><p>The mill, which <a href=/plan>will reopen</a> on Monday, has stood idle for two years.</p></div>";
    let records: String = ["Mill", "Dam", "Weir"]
        .map(|name| format!("<tr><td><a href=/{name}.pdf>The {name} v. the River Board of the Upper County</a><td>5 May 2011"))
        .concat();
    let table = format!("<table>{records}</table>");
    let cases = [
        ("prose in boxes", prose.replace("mill", "dam") + &prose.repeat(3), ""),
        ("prose with links", linked.replace("plan", "dam") + &linked.replace("plan", "weir") + linked, ""),
        ("labels of adverts", "<div><p>Advertisement. Scroll on.</p></div>".repeat(4), ""),
        (
            "dates",
            "<div><p>5 May 2011</p></div><div><p>6 May 2011</p></div><div><p>7 May 2011</p></div>".to_owned(),
            "",
        ),
        (
            "a list of sentences",
            "<ul><li>The mill will reopen on Monday at last, after two years of repair.<li>The dam, which \
         was old, has been built anew in these two years.</ul>"
                .to_owned(),
            "items 2",
        ),
        (
            "the parts of an empty cart",
            "<div id=layer_cart><div class=half><h5>Added to your cart</h5><p>Quantity <a href=/order>Order</a></div>\
             <div class=half><h5>There are 0 items in it.</h5><p>Total <a href=/search>Go on</a></div></div>"
                .to_owned(),
            "",
        ),
        (
            "filters beside records",
            format!("<ul><li><a href=/all>All (20)</a><li><a href=/rules>Rules (0)</a></ul>{table}"),
            "results 3",
        ),
        (
            "headlines beside records",
            format!(
                "<ul><li><a href=/a>The wheel of the old mill turns again since Monday</a><li><a href=/b>The dam of the river holds \
                 after two years of rain</a></ul>{table}"
            ),
            "results 5",
        ),
    ];
    for (name, page, expected) in cases {
        assert_says(name, &page, expected);
    }
}

/// A pasted value often begins with a byte order mark, which no reader sees.
#[test]
fn byte_order_marks_are_no_part_of_a_value() {
    let row = |name: &str, day: u8| {
        format!(
            "<tr><td><a href=/{name}.mp3>\u{FEFF}{name} v. The River Board\u{FEFF}</a><td>\u{FEFF}{day} May 2011"
        )
    };
    let rows: String = ["Mill", "Dam", "Weir"].iter().zip(1..).map(|(name, day)| row(name, day)).collect();
    let page = format!("<table>{rows}</table>");
    let fields: Vec<_> = items(&page).into_iter().map(|item| item.fields).collect();
    let value = |name: &str| fields[1].iter().find(|field| field.name == name).map(|field| &*field.value);
    assert_eq!((value("title"), value("date")), (Some("Dam v. The River Board"), Some("2011-05-02")));
}

#[test]
fn further_links_of_items() {
    let case = |number: u8| {
        format!(
            "<div class=case><h3><a href=/case/{number}>Mill v. Dam {number}</a></h3><a href=#top>Top</a> <a href=/doc/{number}.pdf>PDF</a> \
             <a href=/case/{number}>Details</a> <a href=/doc/{number}.pdf><img src=pdf.png></a> <a href='javascript:x()'>Save</a></div>"
        )
    };
    let page = [1, 2, 3].map(case).concat();
    let links = |item: &Item| {
        let fields = item.fields.iter().filter(|field| matches!(field.name, "url" | "link"));
        fields
            .map(|field| format!("{} {}", field.value, &page[field.source.range()]))
            .collect::<Vec<String>>()
    };
    let found = items(&page);
    assert_eq!(
        links(&found[1]),
        ["/case/2 <a href=/case/2>Mill v. Dam 2</a>", "/doc/2.pdf <a href=/doc/2.pdf>PDF</a>"],
        "{found:#?}"
    );
    let many: String = (0..20).map(|at| format!("<a href=/{at}>part {at}</a> ")).collect();
    let found = items(&format!("<ul><li>{many}<li>{}</ul>", many.replace("=/", "=/b")));
    assert_eq!(found[0].fields.iter().filter(|field| field.name == "link").count(), 8);
}

/// Dates of items that are in attributes only, or beside the date of a change.
#[test]
fn dates_in_attributes() {
    let post = |time: &str| {
        format!(
            "<div class=post><a rel=author href=/u/ann>Ann</a> {time}<p>The wheel turns again since Monday, after two years.</p></div>"
        )
    };
    let cases = [
        ("<time datetime=2011-05-05></time>", "2011-05-05", "<time datetime=2011-05-05></time>"),
        (
            "<meta itemprop=datePublished content=2011-05-05><time itemprop=dateModified datetime=2019-01-05>5 January 2019</time>",
            "2011-05-05",
            "<meta itemprop=datePublished content=2011-05-05>",
        ),
        (
            "<meta itemprop=datePublished content=2011-05-05><time datetime=2011-05-05>5 May</time>",
            "2011-05-05",
            "5 May",
        ),
        (
            "<time itemprop=dateModified datetime=2019-01-05>5 January 2019</time>",
            "2019-01-05",
            "5 January 2019",
        ),
    ];
    for (time, date, piece) in cases {
        let page = post(time).repeat(2) + &post(time).replace("wheel", "mill");
        let found = items(&page);
        let dates: Vec<_> =
            found.iter().flat_map(|it| &it.fields).filter(|field| field.name == "date").collect();
        assert_eq!(
            (dates.len(), dates[0].value.as_str(), &page[dates[0].source.range()]),
            (3, date, piece),
            "{found:#?}"
        );
    }
}

/// Names of authors and titles that are easily mistaken.
#[test]
fn authors_and_titles() {
    let rows = |row: &dyn Fn(&str, u8) -> String| {
        [("Ann", 4), ("Bo", 6), ("Cy", 9)].map(|(name, day)| row(name, day)).concat()
    };
    let profile = rows(&|name, day| {
        let offline = if day == 6 { "" } else { " offline" };
        format!(
            "<li><h3><a href=/t/{day}>The mill {day}</a></h3><a class='username{offline}' href=/members/{name}>{name}</a>\
             <p><a href=/members/{name}>View profile</a></p><p>{day} May 2011</p>"
        )
    });
    let features = rows(&|name, day| {
        format!(
            "<li><h3><a href=/t/{day}>The mill {day}</a></h3><div class=user_features_box><p>Built by {name}'s own hand</p></div>"
        )
    });
    let dockets = rows(&|name, day| {
        format!(
            "<tr><td>{day} May 2011<td><a href=/{day}.mp4>AG No. {day} (2013 T.)</a><td>Commission v. {name}"
        )
    });
    let pages =
        rows(&|_, day| format!("<li><h3><a href=/page/{day}>Page {day} of 2193</a></h3><img src={day}.png>"));
    // The name of one author is in another element than those of the others.
    let posts = rows(&|name, day| {
        let (inner, rank) = if day == 6 { ("b", "Elder") } else { ("", "Member") };
        format!(
            "<div class=post><section class=post-user><h4><a href=/u/{name}><{inner}>{name}</{inner}></a></h4><h5>{rank}</h5></section>\
             <p>{day} May 2011</p><p>#{day}</p><p>· The wheel turns again since Monday, after two years.</p></div>"
        )
        .replace("<>", "")
        .replace("</>", "")
    });
    // (page, a field of its second item, its value)
    let cases = [
        (posts, "author", Some("Bo")),
        (format!("<ul>{pages}</ul>"), "title", None),
        (format!("<ul>{profile}</ul>"), "author", Some("Bo")),
        (format!("<ul>{features}</ul>"), "author", None),
        (format!("<table>{dockets}</table>"), "title", Some("Commission v. Bo")),
        (format!("<table>{dockets}</table>"), "number", Some("6")),
    ];
    for (page, name, value) in cases {
        let found = items(&page);
        assert_eq!(found[1].get(name), value, "{found:#?}");
    }
}

/// Products in the cells of a table have their titles in any column.
#[test]
fn products_in_the_cells_of_a_table() {
    let cell = |at: u8| format!("<td><h3><a href=/{at}>Rye flour {at}</a></h3><b>$4{at}.00</b></td>");
    let row = |row: u8| format!("<tr>{}", (0..5).map(|column| cell(row * 5 + column)).collect::<String>());
    let found = items(&format!("<table>{}</table>", [0, 1, 2].map(row).concat()));
    let titles: Vec<_> = found.iter().filter_map(|item| item.get("title")).collect();
    assert_eq!((found.len(), titles.len(), titles.last()), (15, 15, Some(&"Rye flour 14")), "{found:#?}");
}

/// A number tells items apart: counts, ratings, measures, days and telephone numbers do not.
#[test]
fn numbers_that_tell_items_apart() {
    // (what the rows of a list have after their links, the number of the first one)
    let cases: [(&[&str], Option<&str>); 16] = [
        (&["7", "6", "7", "8", "8"], None),
        (&["3", "4", "5", "6", "7"], Some("3")),
        (&["9", "8", "7", "6", "5"], Some("9")),
        (&["4", "3", "2"], None),
        (&["1 889", "1 884", "1 876"], None),
        (&["149.99", "799.99", "279.99"], None),
        (&["04-25", "04-22", "04-19"], None),
        (&["22-10", "22-535", "22-601"], Some("22-10")),
        (&["84/37", "12/9", "7/3"], None),
        (&["84/2014", "12/2013", "7/2012"], Some("84/2014")),
        (&["650197", "651198", "410197"], Some("650197")),
        (&["424587", "42690", "21023"], None),
        (&["22400", "13800", "30500"], None),
        (&["815 24 711", "815 24 712", "815 24 713"], None),
        (&["0443920111", "", ""], None),
        (&["<a href=/u/j>jc179</a>", "<a href=/u/k>kp221</a>", "<a href=/u/m>mm834</a>"], None),
    ];
    for (values, expected) in cases {
        let row = |(at, value): (usize, &&str)| {
            format!("<li><a href=/{at}>The wheel of mill {at}</a><p>{value}</p>")
        };
        let found = items(&format!("<ul>{}</ul>", values.iter().enumerate().map(row).collect::<String>()));
        assert_eq!(found.first().and_then(|it| it.get("number")), expected, "{values:?}: {found:#?}");
    }
}

/// The price of a product is the one to be paid now, whether its words are beside it or in a label.
#[test]
fn prices_to_be_paid() {
    // (the prices of a product, the one to be paid)
    let cases = [
        ("<p>Was £40.00 Now £20.00 Save £20.00</p>", "£20.00"),
        ("<p>Was <b>£40.00</b> now <b>£20.00</b></p>", "£20.00"),
        ("<div>Regular price:</div><div>$3.68</div><div>Sale price:</div><div>$1.00</div>", "$1.00"),
        ("<p>3 years of service £45.00</p><p>was £599.00</p><p>now £379.00</p>", "£379.00"),
        ("<p>Was £40.00</p>", "£40.00"),
    ];
    for (prices, expected) in cases {
        let card =
            |name: &str| format!("<div class=card><h3><a href=/{name}>{name} wheel</a></h3>{prices}</div>");
        let found = items(&["Mill", "Dam", "Weir"].map(card).concat());
        assert_eq!((found.len(), found[1].get("price")), (3, Some(expected)), "{prices}: {found:#?}");
    }
}

/// A title goes on after a line break within its heading or its link; a price or a paragraph in the same link is no part of it.
#[test]
fn titles_on_several_lines() {
    // (an item, its title)
    let cases = [
        (
            "<h3><a href=/N>Board N approves<br>the plan of mills</a></h3><p>It is open.</p>",
            "Board 1 approves the plan of mills",
        ),
        ("<h3>The board of NN<br>approves</h3><p><a href=/N>Read</a></p>", "The board of 11 approves"),
        ("<a href=/N>Alpha the N<br>wins the prize</a>", "Alpha the 1 wins the prize"),
        ("<a href=/N>Wheel N.<br>It turns by itself.</a>", "Wheel 1."),
        ("<a href=/N>Wheel of oak N<br>$5N.00</a>", "Wheel of oak 1"),
        ("<a href=/N><h3>Wheel of oak N</h3><p>Turns by itself.</p></a>", "Wheel of oak 1"),
    ];
    for (item, expected) in cases {
        let page = |name: &str| format!("<li>{}", item.replace('N', name));
        let found = items(&format!("<ul>{}</ul>", ["1", "2", "3"].map(page).concat()));
        assert_eq!(found[0].get("title"), Some(expected), "{item}: {found:#?}");
    }
}

/// Day and month of dates that can be read both ways have the order in which the dates rise or fall.
#[test]
fn order_of_dates_in_a_series() {
    let page = |dates: &[&str]| {
        let rows: String = dates
            .iter()
            .map(|date| format!("<tr><td>{date}<td><a href=/{date}>Mill v. {date}x</a>"))
            .collect();
        format!("<table>{rows}</table>")
    };
    let cases: [(&[&str], &str); 4] = [
        (&["10-07-2014", "10-06-2014", "10-03-2014", "09-05-2014", "09-04-2014"], "2014-10-07"),
        (&["07-10-2014", "06-10-2014", "03-10-2014", "05-09-2014", "04-09-2014"], "2014-10-07"),
        (&["10-07-2014", "10-06-2014"], "2014-07-10"),
        (&["10-07-2014", "01-06-2014", "10-03-2014", "02-05-2014"], "2014-07-10"),
    ];
    for (dates, expected) in cases {
        assert_eq!(items(&page(dates))[0].get("date"), Some(expected), "{dates:?}");
    }
}

/// A button that fills a cart is no address of a product.
#[test]
fn buttons_of_a_cart() {
    let cards = |card: &str| {
        let card = |name: &str| format!("<div class=card>{}</div>", card.replace('N', name));
        ["Rye", "Oats", "Peas"].map(card).concat()
    };
    let (cover, name) = ("<a class=cover href=/p/N></a><img src=N.png>", "<p class=name>N of the mill</p>");
    let price = "<p><i class=original_price>$7.99</i><i class=new_price>$6.39</i></p>";
    let button = "<p><a class=btn href='/index.php?action=buy_now&id=N'>Add to Cart +</a></p>";
    let script =
        "<p><a href=/p/N>N of the mill</a></p><b>$6.39</b><p><a onclick=addToCart(7) href=#>Buy</a></p>";
    for (card, fields) in [
        (
            [cover, button, name, price].concat(),
            vec!["title Oats of the mill", "url /p/Oats", "image Oats.png", "price $6.39"],
        ),
        (
            [name, price, "<p><a class=add_to_cart_button href=/p/N>Choose</a></p>"].concat(),
            vec!["title Oats of the mill", "url /p/Oats", "price $6.39"],
        ),
        (
            ["<img src=N.png>", name, price, button].concat(),
            vec!["title Oats of the mill", "image Oats.png", "price $6.39"],
        ),
        (script.to_owned(), vec!["title Oats of the mill", "url /p/Oats", "price $6.39"]),
    ] {
        let found = items(&cards(&card));
        let of = |item: &Item| {
            let fields = item.fields.iter().map(|field| format!("{} {}", field.name, field.value));
            fields.collect::<Vec<String>>()
        };
        assert_eq!(of(&found[1]), fields, "{card}\n{found:#?}");
    }
}

/// A heading says more about a list than a class, and a class that names two kinds says nothing.
#[test]
fn ingredients_and_steps() {
    let recipe = |class: &str, heads: [&str; 2]| {
        format!(
            "<div class='{class}'><div class=w>{}<ul><li>3 spoons of butter<li>1 onion<li>1 cup of broth</ul></div>\
             <div class=w>{}<ol><li>Heat the oven<li>Melt the butter<li>Boil it in the broth</ol></div></div>",
            heads[0], heads[1]
        )
    };
    let headings = ["<h2>Ingredients</h2>", "<h2>Directions</h2>"];
    let list = |class: &str| {
        format!("<div class=recipe-instructions><ul class={class}><li>1 onion<li>1 cup of broth</ul></div>")
    };
    for (page, expected) in [
        (recipe("ingredients-and-directions", headings), "ingredients 3, steps 3"),
        (recipe("recipe-ingredients", headings), "ingredients 3, steps 3"),
        (recipe("recipe", headings), "ingredients 3, steps 3"),
        (recipe("ingredients-and-directions", ["", ""]), "items 6"),
        (recipe("recipe-ingredients", ["<h2>Ingredients</h2>", "<p>Preparation</p>"]), "ingredients 6"),
        (list("ingredients"), "ingredients 2"),
    ] {
        assert_says("a recipe", &page, expected);
    }
}
