"""Tests of import_graph.py: `python3 -m unittest discover -s tools`."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import import_graph


class Folder(unittest.TestCase):
    """A crate or package written for one test."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "src"

    def files(self, files):
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def graph(self, within=None, depth=None):
        read = import_graph.python_imports if (self.folder / "__init__.py").is_file() else import_graph.rust_imports
        files, imports = read(self.folder)
        folders = {str(parent) for file in files for parent in pathlib.PurePosixPath(file).parents}
        if within:
            return import_graph.Graph(files, imports, lambda file: import_graph.file_node(file, within, folders))
        return import_graph.Graph(files, imports, lambda file: import_graph.folder_node(file, folders, depth))

    def run_tool(self, *arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            code = import_graph.main([str(self.folder), *arguments])
        return code, output.getvalue()


class Rust(Folder):
    def test_imports_and_paths_are_arrows_between_folders(self):
        self.files({
            "lib.rs": "mod a; mod b; mod error;",
            "a/mod.rs": "use crate::{b::{self, One, Two as Three}, error::Error};\nfn f() { crate::b::deep::run() }",
            "b/mod.rs": "mod deep; pub struct One; pub struct Two;",
            "b/deep.rs": "pub fn run() {}",
            "error.rs": "pub struct Error;",
        })
        self.assertEqual(self.graph().arrows, {("a", "b"): 4, ("a", "error.rs"): 1})

    def test_a_name_that_is_re_exported_counts_for_the_file_that_defines_it(self):
        self.files({
            "lib.rs": "mod a; mod b; mod c; pub use c::*;",
            "a/mod.rs": "use crate::Answer; use crate::b::Thing;",
            "b/mod.rs": "mod thing; pub(crate) use thing::Thing;",
            "b/thing.rs": "use crate::Answer; pub struct Thing;",
            "c/mod.rs": "pub enum Answer { Yes }",
        })
        self.assertEqual(self.graph().arrows, {("a", "b"): 1, ("a", "c"): 1, ("b", "c"): 1})
        self.assertEqual([i.target for i in self.graph().behind["a", "b"]], ["b/thing.rs"])

    def test_tests_comments_and_strings_are_not_read(self):
        self.files({
            "lib.rs": "mod a; mod b;",
            "a/mod.rs": '''
                // use crate::b::One;
                /* crate::b::One */
                const TEXT: &str = "crate::b::One"; const RAW: &str = r#"" crate::b::One"#;
                fn f<'a>(x: &'a str) -> char { '"' }
                #[cfg(test)]
                use crate::b::One;
                #[cfg(test)]
                mod tests { use crate::b::One; fn f() { if true { } } }
                #[cfg(test)] #[allow(unused)]
                mod more;
            ''',
            "a/more.rs": "use crate::b::One;",
            "b/mod.rs": "pub struct One;",
        })
        self.assertEqual(self.graph().arrows, {})

    def test_a_cycle_of_three_folders_is_found(self):
        self.files({
            "lib.rs": "mod a; mod b; mod c; mod d;",
            "a/mod.rs": "use crate::b::B; pub struct A;",
            "b/mod.rs": "use crate::c::C; pub struct B;",
            "c/mod.rs": "use crate::a::A; pub struct C;",
            "d/mod.rs": "use crate::a::A;",
        })
        graph = self.graph()
        self.assertEqual(import_graph.cycles(graph.nodes, graph.arrows), [["a", "b", "c"]])

    def test_parent_and_child_are_apart(self):
        self.files({
            "lib.rs": "mod a;",
            "a/mod.rs": "mod x; mod y; mod z; pub use x::X; pub struct Shared; fn f() { y::go() }",
            "a/x.rs": "use super::Shared; use super::z::Z; pub struct X;",
            "a/y.rs": "use super::*; use super::X; pub fn go() {}",
            "a/z/mod.rs": "use super::super::a::Shared; pub struct Z;",
        })
        graph = self.graph(within="a")
        self.assertEqual(graph.arrows, {("x.rs", "z/"): 1, ("y.rs", "x.rs"): 1})
        self.assertEqual(graph.to_parent, {("x.rs", "."): 1, ("y.rs", "."): 1, ("z/", "."): 1})
        self.assertEqual(graph.into_child, {(".", "y.rs"): 1})
        self.assertEqual(graph.mutual(), [(".", "y.rs", 1, 1)])
        self.assertEqual(self.graph().to_parent, {("a/z", "a"): 1})

    def test_subfolders_count_as_their_folder_at_depth_one(self):
        self.files({
            "lib.rs": "mod a; mod b;",
            "a/mod.rs": "mod low; mod high;",
            "a/low/mod.rs": "pub struct Low;",
            "a/high/mod.rs": "use crate::b::B;",
            "b/mod.rs": "use crate::a::low::Low; pub struct B;",
        })
        flat, top = self.graph(), self.graph(depth=1)
        self.assertEqual(import_graph.cycles(flat.nodes, flat.arrows), [])
        self.assertEqual(import_graph.cycles(top.nodes, top.arrows), [["a", "b"]])

    def test_a_module_may_be_a_file_beside_its_folder(self):
        self.files({
            "main.rs": "mod a; mod b;",
            "a.rs": "mod x; pub use x::X;",
            "a/x.rs": "pub struct X;",
            "b.rs": "fn f(_: crate::a::X) {}",
        })
        self.assertEqual(self.graph().arrows, {("b.rs", "a"): 1})

    def test_macros_and_modules_within_a_file(self):
        self.files({
            "lib.rs": "#[macro_use] mod a; mod b;",
            "a/mod.rs": "macro_rules! twice { () => { $crate::b::inner::One } }",
            "b/mod.rs": "pub mod inner { pub struct One; use super::Two; } struct Two; fn f() { twice!(); }",
        })
        self.assertEqual(self.graph().arrows, {("a", "b"): 1, ("b", "a"): 1})

    def test_check_knows_layers_and_reasons(self):
        self.files({
            "lib.rs": "mod a; mod b;",
            "a/mod.rs": "use crate::b::B; pub struct A;",
            "b/mod.rs": "use crate::a::A; pub struct B;",
        })
        layers = self.folder / "layers.txt"
        layers.write_text("layer a # top\nlayer b\n")
        code, output = self.run_tool("--layers", str(layers), "--check")
        self.assertEqual(code, 1)
        self.assertIn("upward: b -> a (1)", output)
        self.assertIn("cycle: a b", output)
        layers.write_text("layer a\nlayer b\nallow b -> a: the reason\n")
        self.assertEqual(self.run_tool("--layers", str(layers), "--check"), (0, ""))
        layers.write_text("layer a\nlayer gone\nallow b -> a: the reason\nallow a -> gone: no more\n")
        code, output = self.run_tool("--layers", str(layers), "--check")
        for line in ("in no layer: b", "a layer names what is not there: gone", "no such arrow: a -> gone"):
            self.assertIn(line, output)

    def test_why_names_the_lines(self):
        self.files({"lib.rs": "mod a; mod b;", "a/mod.rs": "\nuse crate::b::B;", "b/mod.rs": "pub struct B;"})
        self.assertEqual(self.run_tool("--why", "a", "b"), (0, "a/mod.rs:2: b/mod.rs B\n"))


class Python(Folder):
    def test_relative_and_absolute_imports(self):
        self.files({
            "__init__.py": "from ._a import A",
            "_a.py": "from . import _b\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ._c import C\n",
            "_b.py": "def f():\n    from src._a import A\n",
            "_c.py": "import json\n",
        })
        graph = self.graph(within=".")
        self.assertEqual(graph.arrows, {("_a.py", "_b.py"): 1, ("_b.py", "_a.py"): 1})
        self.assertEqual(import_graph.cycles(graph.nodes, graph.arrows), [["_a.py", "_b.py"]])


if __name__ == "__main__":
    unittest.main()
