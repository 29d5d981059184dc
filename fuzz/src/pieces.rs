//! The pieces that invented pages are made of: tags, attributes, texts, styles and data.

/// Elements whose start and end tags are used: those that the parser, a method, a renderer or the metadata treats specially, and one
/// unknown element.
pub const ELEMENTS: &[&str] = &[
    "a", "abbr", "address", "annotation", "annotation-xml", "area", "article", "aside", "b", "base", "big", "blockquote", "body",
    "br", "button", "caption", "center", "code", "col", "colgroup", "dd", "del", "desc", "details", "dialog", "dir", "div", "dl",
    "dt", "em", "embed", "fieldset", "figcaption", "figure", "font", "footer", "foreignObject", "form", "frame", "frameset", "h1",
    "h2", "h6", "head", "header", "hr", "html", "i", "iframe", "image", "img", "input", "ins", "kbd", "label", "legend", "li", "link",
    "listing", "main", "map", "mark", "math", "menu", "meta", "mi", "mo", "mtext", "nav", "nobr", "noembed", "noframes",
    "noscript", "object", "ol", "optgroup", "option", "p", "param", "picture", "plaintext", "pre", "q", "rp", "rt", "ruby", "s",
    "samp", "script", "section", "select", "small", "source", "span", "strike", "strong", "style", "sub", "summary", "sup", "svg",
    "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track", "tt", "u", "ul", "var",
    "video", "wbr", "x-y", "xmp",
];

/// Attributes.
pub const ATTRIBUTES: &[&str] = &[
    "a", "a{n}", "a{n}=x", "class=a", "class=a{n}", "class='a b c'", "class=comment", "class=byline", "class='post content'", "id=a{n}",
    "id=comments", "id=content", "href=y", "href=/y{n}", "href=#a{n}", "href='//x.example/'", "href='javascript:x'", "href=''",
    "href='http://x.example/?a=b&c'", "href='mailto:a@x.example'", "src=y.png", "src=y{n}", "src='data:image/png;base64,AAAA'",
    "data-src=z.jpg", "srcset='a 1x, b 2x'", "alt=x", "alt='x y'", "title=x", "hidden", "hidden=until-found", "aria-hidden=true", "inert",
    "open", "role=presentation", "role=heading", "role=navigation", "role=table", "role=list", "aria-level=2", "colspan=2",
    "colspan=1000", "rowspan=9", "rowspan=65534", "start=7", "value=3", "type=checkbox", "type=hidden", "checked", "dir=rtl", "dir=auto",
    "lang=th", "lang=ar", "style='display:none'", "style='display:block'", "style='visibility:hidden'", "style='color:#fff;background:#fff'",
    "style='position:absolute;left:-9999px'", "style='font-size:0'", "style='opacity:0'", "style='{n}:x'", "itemprop=author",
    "itemprop=datePublished", "itemprop=articleBody", "itemscope", "itemtype='http://schema.org/Article'",
    "itemtype='http://schema.org/Comment'", "rel=author", "rel=nofollow", "rel=canonical", "rel=bookmark", "datetime=2011-05-05",
    "name=author", "name=description", "property='og:title'", "property='article:published_time'", "content=b", "content='b c {n}'",
    "content=2011-05-05", "encoding='application/x-tex'", "type='application/ld+json'", "type='math/tex'", "charset=utf-8", "media=screen",
];

/// Texts and broken markup.
pub const TEXTS: &[&str] = &[
    "x", "x ", " ", "\n", "\t", "x y z ", "Some words of a story, told here. ", "The old mill reopens on Monday, after ten years. ",
    "سلام دنیا این خبر اصلی است ", "ภาษาไทยไม่มีช่องว่าง", "水车在星期一重新开放。", "é", "\u{A0}", "\u{200B}", "\u{200F}", "\u{202E}",
    "\u{FEFF}", "\u{E0041}", "\0", "&lt;", "&amp;", "&nbsp;", "&#0;", "&#x1F600;", "&notit;", "&", "&#", "<", "</", "<!", "<!--", "-->",
    "<!---->", "<![CDATA[", "]]>", "<?", "<a ", "=\"", "'", "\"", ">", "/>", "*", "**x**", "_", "`", "```\n", "~~", "[", "](", "![", "#", "# ",
    "1. ", "- ", "> ", "|", "| - |", "\\", "$", "\\(", "\\[", "=", "---", "www.a.de", "http://x.example/{n} ", "a@b.c", "12 May 2011", "2011-05-05",
    "May 5, 2011 at 10:00 am", "5 พฤษภาคม 2554", "By Ann Smith", "Ann Smith says:", "3 comments", "Comments", "Reply", "Read more", "Share",
    "Copyright 2011", "12", "{n}", "¶", "1", "Q: ", "A: ", "you", "...", "• ", "‘x’ ", "“x” ",
];

/// Pieces of style sheets, JSON and scripts.
pub const DATA: &[&str] = &[
    "<style>", "</style>", ".a{display:none}", ".a{n}{display:none}", ".a .b{visibility:hidden}", "#a{n}{left:-999px;position:absolute}",
    "p>a{color:red}", "span{display:block}", "}", "{", "a,", ".a,", ":not(", ":is(", ")", "@media screen{", "@supports (a:b){", "@layer a{",
    "@import 'x';", "/*", "*/", "\\61 ", "::before", "[a=b]", "*", "a ", "a>", "a~", "a+", "a{", "b:c;", "--a{n}:x;", "!important", "&{",
    "display:none;", "var(--a)", "calc(", "<script>", "</script>", "<script type=application/ld+json>", "{\"@type\":\"NewsArticle\",",
    "\"articleBody\":\"", "\"headline\":\"x\",", "\"author\":", "[", "]", "{\"a\":", "\"@graph\":[", "\"", "\":", ",", "\\u0061", "\\", "1e9", "null",
    "\"datePublished\":\"2011-05-05\",", "{\"@type\":\"Comment\",\"text\":\"x\"},", "{\"@id\":\"a{n}\",\"name\":\"x\"},", "// x\n", "var a;",
    "\"@type\":[\"Recipe\"],", "\"recipeInstructions\":[", "\"name\":\"x\"", "<script type=math/tex>", "function(){",
];

/// Larger pieces of real structures.
pub const STRUCTURES: &[&str] = &[
    "<ul><li>x</ul>", "<li><a href=/a{n}>Some link</a>", "<table><tr><td>x</table>", "<tr><td>x<td>y", "<tr><th>a<td>1",
    "<td colspan={n}>x", "<td rowspan={n}>x", "<dl><dt>x<dd>y</dl>", "<p><a href=y>z</a>", "<b><p>x", "<a href=x><b><i>y<p>",
    "<sup><a href=#a{n}>1</a></sup>", "<li id=a{n}>x <a href=#b{n}>^</a>", "<a id=b{n} href=#a{n}>[1]</a>", "<h2>x</h2><p>y",
    "<div class=comment id=a{n}><b class=author>Ann</b><time datetime=2011-05-05></time><p>Nice words.</p>", "</div>",
    "<ol class=commentlist><li class=comment>x", "<article><h2><a href=/a{n}>A title</a></h2><p>Some words.</article>",
    "<figure><img src=a{n}><figcaption>x</figcaption></figure>", "<details><summary>x</summary>y</details>", "<select><option>x",
    "<math><mi>x</mi></math>", "<math><annotation encoding='application/x-tex'>x^{n}</annotation></math>", "<svg><text>x</text></svg>",
    "<svg><foreignObject><p>x", "<pre><code>x\n</code></pre>", "<pre>\n", "<noscript><p>x</noscript>", "<template><p>x</template>",
    "<ruby>x<rt>y</ruby>", "<q>x</q>", "<br>", "<br><br>", "<hr>", "<p>", "</p>", "<p>x", "<div>x", "<td><table>", "<frameset><frame>",
    "<button>x</button>", "<label><input type=checkbox>x</label>", "<meta name=a{n} content=b>", "<meta property=og:image content=/a{n}.png>",
    "<link rel=canonical href=/x>", "<title>x</title>", "<h1>The mill reopens</h1>", "<base href='http://x.example/a/'>", "<body a{n}>",
    "<html a{n}>", "<!doctype html>", "<form><p>x</form>", "<nav><a href=/>Home</a></nav>", "<main>", "<iframe>x</iframe>",
];
