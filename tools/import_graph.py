#!/usr/bin/env python3
"""Prints the imports between the folders and files of a Rust crate (or Python package), and finds cycles.

    tools/import_graph.py crates/dehusk/src                      folders: arrows, cycles, parents and children
    tools/import_graph.py crates/dehusk/src --depth 1            the same, but subfolders count as part of their top folder
    tools/import_graph.py crates/dehusk/src --files grain        the files of one folder; `.` is the crate's root
    tools/import_graph.py crates/dehusk/src --why grain methods  the imports behind one arrow
    tools/import_graph.py crates/dehusk/src --layers FILE --check   for CI: exits 1 on a cycle or an upward arrow

Reads the files that the crate's root declares with `mod`, directly or through other modules. Imports are `use` declarations
and paths in code (`crate::…`, `super::…`, `self::…`, names of child modules, and names imported by `use`). If a module only
re-exports a name, an import of the name counts as an import of the file that defines it. Test code (`#[cfg(test)]`) and
documentation are ignored. Nothing is compiled, so paths that macros build are missed.

Each folder is a node, and so is each file in the same folder as `lib.rs`. The number on an arrow is the number of distinct
pairs of an importing file and an imported item. Arrows between a parent and its child (a folder and its subfolder, or `mod.rs`
and the files in its folder) never count as part of a cycle. They are listed separately. A parent and a child that import each
other, not counting re-exports, are also listed as a pair.

A text file defines the layers, from the highest to the lowest. An arrow from a lower layer to a higher layer is called upward:

    layer extract.rs
    layer methods grain                    # a folder includes its subfolders, except those that are listed themselves
    layer page
    allow grain -> methods: the reason why this arrow is allowed

An allowed arrow counts neither as upward nor as part of a cycle. It is an error if a node has no layer, or if a line names a
node or an arrow that does not exist.
"""

import argparse
import ast
import collections
import pathlib
import re
import sys

PARENT_FILES = {"lib.rs", "main.rs", "mod.rs", "__init__.py"}

Import = collections.namedtuple("Import", "source target item line reexport")

# ---- Rust: tokens, modules, names -------------------------------------------------------------------------------

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|'[A-Za-z_]\w*(?!'))
    |(?P<text>[bc]?r(?P<hashes>\#*)".*?"(?P=hashes)|[bc]?"(?:\\.|[^"\\])*"|b?'(?:\\u\{[^}]*\}|\\x..|\\.|[^\\'])')
    |(?P<word>\$crate|(?:r\#)?[^\W\d]\w*)
    |(?P<sign>::|\d\w*|\S)""",
    re.VERBOSE | re.DOTALL,
)
ITEM_WORDS = {"fn", "struct", "enum", "trait", "type", "const", "static", "union"}
BRACKETS = {"(": ")", "[": "]", "{": "}"}


class Module:
    def __init__(self, file, parent=None):
        self.file, self.parent = file, parent
        self.children, self.imports, self.globs, self.items, self.references = {}, {}, [], set(), []


class Crate:
    """The modules of a crate: its root file and all modules declared from there."""

    def __init__(self, folder, root_file):
        self.folder, self.macros, self.modules = folder, {}, []
        self.root = self.read(root_file, None)

    def read(self, file, parent):
        module = Module(file, parent)
        self.modules.append(module)
        Reader(self, module, (self.folder / file).read_text(encoding="utf-8")).run()
        return module

    def child_file(self, module, name, inline):
        """Returns the file that `mod name;` in a module refers to, or None if it does not exist."""
        path = pathlib.PurePosixPath(module.file)
        folder = path.parent if path.name in PARENT_FILES else path.with_suffix("")
        folder = folder.joinpath(*inline)
        for candidate in (folder / f"{name}.rs", folder / name / "mod.rs"):
            if (self.folder / candidate).is_file():
                return str(candidate)
        return None

    def resolve(self, module, path, seen=frozenset()):
        """Resolves a path in a module to (module, item), where item is None for a module. Returns None for other crates."""
        at, i = module, 0
        if path[0] in ("crate", "$crate"):
            at, i = self.root, 1
        elif path[0] in ("self", "super"):
            while i < len(path) and path[i] in ("self", "super"):
                at = at.parent or at if path[i] == "super" else at
                i += 1
        anchored = i > 0
        while i < len(path):
            found = self.lookup(at, path[i], seen)
            if found is None:
                return (at, path[i]) if anchored else None
            if found == "outside":
                return None
            at, item = found
            if item is not None:
                return found
            anchored = True
            i += 1
        return at, None

    def lookup(self, module, name, seen):
        if name in module.children:
            return module.children[name], None
        if (module, name) in seen:
            return None
        seen = seen | {(module, name)}
        if name in module.imports:
            return self.resolve(module, module.imports[name], seen) or "outside"
        if name in module.items:
            return module, name
        if module is self.root and name in self.macros:
            return self.macros[name], name
        for path in module.globs:
            target = self.resolve(module, path, seen)
            if target and target[1] is None and target[0] is not module:
                found = self.lookup(target[0], name, seen)
                if found and found != "outside":
                    return found
        return None

    def imported(self):
        """Yields every import between two files of the crate."""
        for module in self.modules:
            for path, line, reexport in module.references:
                found = (self.macros[path[0]], path[0]) if path[0] in self.macros else self.resolve(module, path)
                if found and found[0].file != module.file:
                    yield Import(module.file, found[0].file, found[1] or "self", line, reexport)


class Reader:
    """Reads the imports and items of one file into its module, and does the same for the files of its child modules."""

    def __init__(self, crate, module, source):
        self.crate, self.module, self.inline = crate, module, []
        self.tokens, self.lines = [], []
        line = 1
        for match in TOKEN.finditer(source):
            if not match.group("skip"):
                self.tokens.append('""' if match.group("text") else match.group().replace("r#", "", 1))
                self.lines.append(line)
            line += match.group().count("\n")
        self.at = 0

    def peek(self, ahead=0):
        i = self.at + ahead
        return self.tokens[i] if 0 <= i < len(self.tokens) else ""

    def run(self):
        depth, exported = 0, False
        while self.at < len(self.tokens):
            token = self.peek()
            if token == "#" and (self.peek(1) == "[" or self.peek(1) == "!" and self.peek(2) == "["):
                inner = self.peek(1) == "!"
                text = self.attribute()
                exported = exported or text == "macro_export"
                if is_test(text):
                    if inner:
                        return
                    self.skip_item()
                continue
            if token in ("{", "}"):
                depth += 1 if token == "{" else -1
                if self.inline and self.inline[-1][1] == depth and token == "}":
                    self.inline.pop()
                    self.module = self.module.parent
            elif token == "mod" and is_word(self.peek(1)):
                depth += self.child(depth)
                continue
            elif token == "use" and self.peek(1) != "<":
                self.use()
                continue
            elif token == "macro_rules" and self.peek(1) == "!":
                self.crate.macros[self.peek(2)] = self.module
                self.at += 3
                continue
            elif token in ITEM_WORDS and is_word(self.peek(1)):
                self.module.items.add(self.peek(1))
                self.at += 2
                continue
            elif is_word(token) and self.peek(-1) != "::":
                self.path()
                continue
            self.at += 1

    def attribute(self):
        """Skips an attribute `#[…]` and returns its text without spaces."""
        start = self.at = self.at + (2 if self.peek(1) == "!" else 1)
        self.skip_brackets()
        return "".join(self.tokens[start + 1 : self.at - 1])

    def skip_brackets(self):
        stack = [BRACKETS[self.peek()]]
        while stack and self.at + 1 < len(self.tokens):
            self.at += 1
            if self.peek() in BRACKETS:
                stack.append(BRACKETS[self.peek()])
            elif self.peek() == stack[-1]:
                stack.pop()
        self.at += 1

    def skip_item(self):
        while self.peek() == "#":
            self.attribute()
        is_item = self.peek() in ITEM_WORDS | {"pub", "mod", "use", "impl", "unsafe", "async", "macro_rules", "extern"}
        while self.at < len(self.tokens):
            token = self.peek()
            if token == "}":
                return
            if token in BRACKETS:
                self.skip_brackets()
                if token == "{":
                    return
                continue
            self.at += 1
            if token == ";" or token == "," and not is_item:
                return

    def child(self, depth):
        """Reads the file of `mod name;`, or enters `mod name {`. Returns the change of the brace depth: 0 or 1."""
        name, after = self.peek(1), self.peek(2)
        self.at += 3
        if after == "{":
            inner = Module(self.module.file, self.module)
            self.module.children[name] = inner
            self.crate.modules.append(inner)
            self.module = inner
            self.inline.append((name, depth))
            return 1
        file = self.crate.child_file(self.module, name, [n for n, _ in self.inline])
        if file:
            self.module.children[name] = self.crate.read(file, self.module)
        return 0

    def is_public(self):
        if self.peek(-1) == ")":
            back = -2
            while self.peek(back) not in ("(", ""):
                back -= 1
            return self.peek(back - 1) == "pub"
        return self.peek(-1) == "pub"

    def use(self):
        public, line = self.is_public(), self.lines[self.at]
        self.at += 1
        outside = self.peek() == "::"
        for path, name in self.tree([]):
            if outside or not path:
                continue
            self.module.references.append((path, line, public))
            if name == "*":
                self.module.globs.append(path)
            elif name != "_":
                self.module.imports[name] = path

    def tree(self, prefix):
        """Yields a (path, name) pair for each name that a `use` tree imports; the name of a glob is `*`."""
        path = list(prefix)
        while True:
            token = self.peek()
            self.at += 1
            if token == "{":
                while self.peek() not in ("}", ""):
                    yield from self.tree(path)
                    if self.peek() == ",":
                        self.at += 1
                self.at += 1
                return
            if token == "*":
                yield path, "*"
                return
            if token == "self" and path:
                pass
            elif token != "::":
                path.append(token)
            if self.peek() == "as":
                yield path, self.peek(1)
                self.at += 2
                return
            if self.peek() in (",", "}", ";", ""):
                yield path, path[-1]
                return

    def path(self):
        path, line = [self.peek()], self.lines[self.at]
        is_visibility = self.peek(-1) == "in" and self.peek(-2) == "("  # pub(in crate::a)
        self.at += 1
        while self.peek() == "::" and is_word(self.peek(1)):
            path.append(self.peek(1))
            self.at += 2
        is_macro = len(path) == 1 and self.peek() == "!" and path[0] not in self.module.imports
        if (len(path) > 1 or is_macro) and not is_visibility:
            self.module.references.append((path, line, False))


def is_word(token):
    return token == "$crate" or token[:1] == "_" or token[:1].isalpha()


def is_test(attribute):
    return attribute == "cfg(test)" or attribute.startswith("cfg(all(test,")


def rust_imports(folder):
    roots = [name for name in ("lib.rs", "main.rs") if (folder / name).is_file()]
    if not roots:
        sys.exit(f"{folder}: neither lib.rs nor main.rs")
    crates = [Crate(folder, root) for root in roots]
    return {m.file for c in crates for m in c.modules}, [i for c in crates for i in c.imported()]


# ---- Python -----------------------------------------------------------------------------------------------------


def python_imports(folder):
    files = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*.py"))}
    found = []
    for file, path in files.items():
        here = list(pathlib.PurePosixPath(file).parent.parts)
        for node in runtime_nodes(ast.parse(path.read_text(encoding="utf-8"))):
            for parts, item in relative_names(node, here, folder.name):
                target = python_file(files, parts + [item]) or python_file(files, parts)
                if target and target != file:
                    found.append(Import(file, target, item, node.lineno, False))
    return set(files), found


def runtime_nodes(node):
    """Yields all descendants of a node except those under `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)):
            yield child
            yield from runtime_nodes(child)


def relative_names(node, here, package):
    """Yields (module path within the package, imported name) for each name that an import statement imports."""
    if isinstance(node, ast.ImportFrom):
        module = (node.module or "").split(".") if node.module else []
        if node.level:
            base = here[: len(here) - node.level + 1] + module
        elif module[:1] == [package]:
            base = module[1:]
        else:
            return
        for name in node.names:
            yield base, name.name
    elif isinstance(node, ast.Import):
        for name in node.names:
            parts = name.name.split(".")
            if parts[0] == package and len(parts) > 1:
                yield parts[1:-1], parts[-1]


def python_file(files, parts):
    for name in ("/".join(parts) + ".py", "/".join(parts + ["__init__.py"])):
        if name in files:
            return name
    return None


# ---- graph ------------------------------------------------------------------------------------------------------


def folder_node(file, folders, depth):
    """The node of a file in the graph of folders: its folder or, in the folder of the root file, the file itself."""
    path = pathlib.PurePosixPath(file)
    if len(path.parts) == 1:
        if path.name in PARENT_FILES:
            return "."
        return path.stem if path.stem in folders else path.name
    parts = path.parent.parts
    own_folder = "/".join(parts + (path.stem,))
    if path.name not in PARENT_FILES and own_folder in folders:
        parts += (path.stem,)
    return "/".join(parts[:depth])


def file_node(file, folder, folders):
    """The node of a file in the graph of one folder: the file, its subfolder, or `.` for `mod.rs`. None for files outside."""
    path = pathlib.PurePosixPath(file)
    inside = () if folder == "." else tuple(folder.split("/"))
    if path.with_suffix("").parts == inside:
        return "."
    if path.parts[: len(inside)] != inside:
        return None
    rest = path.parts[len(inside) :]
    if len(rest) > 1:
        return rest[0] + "/"
    if rest[0] in PARENT_FILES:
        return "."
    own_folder = "/".join(inside + (path.stem,))
    return path.stem + "/" if own_folder in folders else rest[0]


def is_within(node, ancestor):
    return node != ancestor and (ancestor == "." or node.startswith(ancestor.rstrip("/") + "/"))


class Graph:
    """The arrows between nodes. Arrows between parent and child are stored separately."""

    def __init__(self, files, imports, node_of):
        self.nodes = sorted({node for node in map(node_of, files) if node})
        self.behind = collections.defaultdict(list)
        for an_import in imports:
            source, target = node_of(an_import.source), node_of(an_import.target)
            if source and target and source != target:
                self.behind[source, target].append(an_import)
        self.arrows, self.to_parent, self.into_child = {}, {}, {}
        for (source, target), found in sorted(self.behind.items()):
            own = [i for i in found if not i.reexport]
            if is_within(source, target):
                self.to_parent[source, target] = weight(found)
            elif not is_within(target, source):
                self.arrows[source, target] = weight(found)
            elif own:
                self.into_child[source, target] = weight(own)

    def mutual(self):
        return [(p, c, n, self.to_parent[c, p]) for (p, c), n in self.into_child.items() if (c, p) in self.to_parent]


def weight(imports):
    return len({(i.source, i.target, i.item) for i in imports})


def cycles(nodes, arrows):
    """The strongly connected components with more than one node (Tarjan 1972, without recursion)."""
    follow = collections.defaultdict(list)
    for source, target in arrows:
        follow[source].append(target)
    index, low, stack, on_stack, found = {}, {}, [], set(), []
    for start in nodes:
        work = [] if start in index else [(start, iter(follow[start]))]
        if work:
            index[start] = low[start] = len(index)
            stack.append(start)
            on_stack.add(start)
        while work:
            node, rest = work[-1]
            for target in rest:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(follow[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = stack[stack.index(node) :]
                    del stack[stack.index(node) :]
                    on_stack.difference_update(component)
                    if len(component) > 1:
                        found.append(sorted(component))
    return sorted(found)


# ---- layers -----------------------------------------------------------------------------------------------------


class Layers:
    """The order of the layers, and the arrows that are allowed to violate it."""

    def __init__(self, text, name="layers"):
        self.rank, self.allowed = {}, {}
        rank = 0
        for number, line in enumerate(text.splitlines(), 1):
            line = line.split("#")[0].strip()
            allow = re.fullmatch(r"allow\s+(\S+)\s*->\s*([^\s:]+)\s*:\s*(\S.*)", line)
            if allow:
                self.allowed[allow[1], allow[2]] = allow[3]
            elif line.startswith("layer "):
                rank += 1
                self.rank.update((node, rank) for node in line.split()[1:])
            elif line:
                sys.exit(f"{name}:{number}: neither `layer NODE…` nor `allow A -> B: reason`: {line}")

    def of(self, node):
        """The rank of the layer that lists the node or else its nearest folder. 1 is the highest layer; None means no layer."""
        while node not in self.rank and "/" in node:
            node = node.rsplit("/", 1)[0]
        return self.rank.get(node)

    def allows(self, source, target):
        """The `allow` entry (source, target) that covers an arrow, or None."""
        return next((a for a in self.allowed if under(source, a[0]) and under(target, a[1])), None)


def under(node, folder):
    return node == folder or is_within(node, folder)


def check(graph, layers):
    """Returns all violations, one line for each."""
    used, wrong, kept = set(), [], []
    for arrow, number in graph.arrows.items():
        allowed = layers.allows(*arrow) if layers else None
        if allowed:
            used.add(allowed)
            continue
        kept.append(arrow)
        if layers and (layers.of(arrow[0]) or 0) > (layers.of(arrow[1]) or 0) > 0:
            wrong.append(f"upward: {arrow[0]} -> {arrow[1]} ({number})")
    wrong += ["cycle: " + " ".join(nodes) for nodes in cycles(graph.nodes, kept)]
    if layers:
        wrong += [f"in no layer: {node}" for node in graph.nodes if node != "." and not layers.of(node)]
        known = [n for n in layers.rank if n != "." and not any(under(node, n) for node in graph.nodes)]
        wrong += [f"a layer names what is not there: {node}" for node in known]
        wrong += [f"allowed, but there is no such arrow: {a} -> {b}" for a, b in layers.allowed if (a, b) not in used]
    return wrong


# ---- program ----------------------------------------------------------------------------------------------------


def report(graph, layers):
    print(f"{len(graph.nodes)} nodes, {len(graph.arrows)} arrows, {sum(graph.arrows.values())} imports")
    section("arrows", [f"{a} -> {b}  {n}" for (a, b), n in graph.arrows.items()])
    found = cycles(graph.nodes, graph.arrows)
    lines = []
    for nodes in found:
        lines.append(" ".join(nodes))
        lines += [f"    {a} -> {b}  {n}" for (a, b), n in graph.arrows.items() if a in nodes and b in nodes]
    section(f"cycles: {len(found)}", lines)
    section("to parent", [f"{a} -> {b}  {n}" for (a, b), n in graph.to_parent.items()])
    section("parent into child, beyond re-exports", [f"{a} -> {b}  {n}" for (a, b), n in graph.into_child.items()])
    both = [f"{p} -> {c}  {n}, back {m}" for p, c, n, m in graph.mutual()]
    section(f"parent and child use each other: {len(both)}", both)
    if layers:
        wrong = check(graph, layers)
        section(f"against the layers: {len(wrong)}", wrong)
        section("allowed", [f"{a} -> {b}: {reason}" for (a, b), reason in layers.allowed.items()])


def section(title, lines):
    print(f"\n{title}" + ("" if lines else " (none)"))
    for line in lines:
        print("  " + line)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="the folder of lib.rs or main.rs, or a Python package")
    parser.add_argument("--depth", type=int, help="count folders deeper than this as their ancestor at this depth")
    parser.add_argument("--files", metavar="FOLDER", help="the files of one folder, its subfolders as one node each")
    parser.add_argument("--why", nargs=2, metavar=("A", "B"), help="the imports behind the arrow from A to B")
    parser.add_argument("--layers", type=pathlib.Path, metavar="FILE", help="the order of layers and allowed arrows")
    parser.add_argument("--check", action="store_true", help="print only what is wrong; exit 1 if there is anything")
    options = parser.parse_args(arguments)
    read = python_imports if (options.folder / "__init__.py").is_file() else rust_imports
    files, imports = read(options.folder)
    folders = {str(parent) for file in files for parent in pathlib.PurePosixPath(file).parents}
    if options.files:
        graph = Graph(files, imports, lambda file: file_node(file, options.files.rstrip("/"), folders))
    else:
        graph = Graph(files, imports, lambda file: folder_node(file, folders, options.depth))
    layers = Layers(options.layers.read_text(encoding="utf-8"), options.layers) if options.layers else None
    if options.why:
        for found in sorted(set(graph.behind.get(tuple(options.why), []))):
            print(f"{found.source}:{found.line}: {found.target} {found.item}{' (re-export)' * found.reexport}")
    elif options.check:
        wrong = check(graph, layers)
        for line in wrong:
            print(f"{options.folder}: {line}")
        return 1 if wrong else 0
    else:
        report(graph, layers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
