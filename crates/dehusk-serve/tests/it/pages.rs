//! Pages of our own writing.

/// An article with a menu around it.
pub(crate) const MILL: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<title>The old mill reopens | The Daily Mill</title>
<meta name="description" content="After ten years of repair, the mill by the river grinds again.">
<meta property="og:site_name" content="The Daily Mill">
<meta name="author" content="Ann Smith">
<meta property="article:published_time" content="2026-05-04T08:00:00Z">
</head>
<body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li></ul></nav>
<article>
<h1>The old mill reopens</h1>
<p>The old mill by the river reopens on Monday, after ten years of careful repair by the village and its friends.</p>
<p>Its two stones, which were cut in 1823, grind rye and wheat again, and <a href="/bakery">the bakery next door</a> has
already ordered the first sacks of flour for its bread.</p>
<p>Visitors can see the wheel turn every Sunday from ten to four, if the river has enough water.</p>
</article>
<footer>Copyright, imprint, privacy</footer>
</body>
</html>
"#;
