"""Tests of check_links.py: `python3 -m unittest discover -s tools`."""

import pathlib
import tempfile
import unittest

import check_links


class Links(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def wrong(self, path, links):
        return [(line, target) for line, target in links if check_links.dead(path, target, self.folder)]

    def test_anchors_are_those_of_github(self):
        for heading, anchor in [
            ("Two words", "two-words"),
            ("`code` and *stress*, (brackets)", "code-and-stress-brackets"),
            ("A [link](x.md) — dash", "a-link--dash"),
            ("snake_case stays; Ünïcode too", "snake_case-stays-ünïcode-too"),
        ]:
            self.assertEqual(check_links.slug(heading), anchor)

    def test_the_second_heading_of_a_name_is_numbered(self):
        path = self.write("a.md", "# A\n\n## A\n\n## B {#own}\n\nC\n-\n\n```\n# no heading\n```\n<a id=\"d\"></a>\n")
        self.assertEqual(check_links.markdown_anchors(path), {"a", "a-1", "own", "c", "d"})

    def test_anchors_of_included_text_count(self):
        self.write("b.md", "# Out\n<!-- ANCHOR: part -->\n## In\n<!-- ANCHOR_END: part -->\n## After\n")
        part = self.write("part.md", "# Own\n\n{{#include b.md:part}}\n")
        whole = self.write("whole.md", "{{#include b.md}}\n{{#include gone.md}}\n")
        self.assertEqual(check_links.markdown_anchors(part), {"own", "in"})
        self.assertEqual(check_links.markdown_anchors(whole), {"out", "in", "after"})

    def test_dead_links_are_named_with_their_line(self):
        self.write("b.md", "# Here\n")
        path = self.write("a.md", "\n".join([
            "[good](b.md#here) [away](https://example.org/) [self](#top)",
            "[gone](c.md) [no anchor](b.md#there) [brackets](b(1).md)",
            "`[code](d.md)` <img src=\"e.png\"> [title](b.md 'B')",
            "```",
            "[block](f.md)",
            "```",
            "[name]: g.md",
            "# Top",
        ]))
        found = self.wrong(path, check_links.markdown_links(path))
        self.assertEqual(sorted(found), [(2, "b(1).md"), (2, "b.md#there"), (2, "c.md"), (3, "e.png"), (7, "g.md")])

    def test_links_of_the_book_stay_within_it(self):
        (self.folder / "sub").mkdir()
        self.write("sub/index.html", '<h1 id="in">In</h1>')
        path = self.write("a.html", '<a href="sub/#in">1</a><a href="sub/#out">2</a>\n<a href="../a.html">3</a><link href="/no.css">')
        found = self.wrong(path, check_links.read_html(path).links)
        self.assertEqual(found, [(1, "sub/#out"), (2, "../a.html"), (2, "/no.css")])


if __name__ == "__main__":
    unittest.main()
