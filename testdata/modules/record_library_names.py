#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_library_names.py WHEEL… > lib/library/library_names.def: the names that modules of optax, Equinox, Flax
and others have in these releases, from the one in which a name is new to the one that has it no more, and the modules
of each package ("flax.linen.*"), read from their sources. A name that none has is missing. `pip download --no-deps
optax==0.2.8` gets a wheel. Of wheels of JAX, > lib/library/jax_names.def, those that record_names.py does not ask."""
import ast
import json
import sys
import textwrap
import zipfile

import record_names

LINES = 40  # of a row, whose text compilers take
MODULES = """
chex einops equinox equinox.debug equinox.nn flax flax.core flax.linen flax.linen.initializers flax.nnx
flax.serialization flax.struct flax.training flax.training.common_utils flax.training.train_state flax.traverse_util
jaxtyping ml_collections optax optax.contrib optax.losses optax.projections optax.schedules optax.transforms optax.tree
optax.tree_utils
""".split()
JAX_DEPTH = 3  # of the modules of JAX whose names are recorded: jax.experimental.sparse


class Sources:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        self.files = set(self.zip.namelist())

    def file_of(self, module):
        path = module.replace(".", "/")
        return next((p for p in (path + "/__init__.py", path + ".py") if p in self.files), None)

    def packages(self, library):
        """The public packages of a library, each with the modules in it; a folder without an __init__.py is one."""
        found = {}
        for path in self.files:
            parts = path.split("/")
            if parts[0] != library or not path.endswith((".py", ".so", ".pyd")):
                continue
            parts[-1] = parts[-1].split(".")[0]
            for depth in range(1, len(parts)):
                inside = found.setdefault(".".join(parts[:depth]), set())
                if parts[depth] != "__init__":
                    inside.add(parts[depth])
        return {package: inside for package, inside in found.items() if is_public(package)}

    def deprecations(self, module):
        """What jax._src.deprecations makes of names of the module: their texts, and whether they are gone."""
        path = self.file_of(module)
        return deprecated(ast.parse(self.zip.read(path))) if path else {}

    def names(self, module, seen=()):
        """The names at the top level, or None where they are not all written there."""
        path = self.file_of(module)
        if not path or module in seen:
            return set() if path else None
        package = module if path.endswith("__init__.py") else module.rpartition(".")[0]
        found, tree = set(), ast.parse(self.zip.read(path))
        for node in top_level(tree):
            if isinstance(node, ast.ImportFrom) and any(a.name == "*" for a in node.names):
                more = self.names(absolute(package, node), seen + (module,))
                if more is None:
                    return None
                found |= more
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
                found.discard(node.id)
            elif isinstance(node, ast.Name) and node.id == "globals":
                return None
            else:
                found |= bound(node)
        names = deprecated(tree)
        if "__getattr__" in found:
            found |= texts(tree) if names is None else {name for name, (_, gone) in names.items() if not gone}
        return found


def is_public(module):
    return not any(part.startswith("_") for part in module.split("."))


def absolute(package, node):
    for _ in range(node.level - 1):
        package = package.rpartition(".")[0]
    inside = node.module or ""
    return (package + "." + inside if inside else package) if node.level else inside


def top_level(tree):
    """The nodes outside of functions, classes, what is for type checkers alone and what a script runs."""
    children = ast.iter_child_nodes(tree)
    if isinstance(tree, ast.If) and ast.unparse(tree.test).endswith(("TYPE_CHECKING", "== '__main__'")):
        children = tree.orelse
    for node in children:
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            yield from top_level(node)


def bound(node):
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {a.asname or a.name.split(".")[0] for a in node.names}
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return {node.id}
    return set()


def text_of(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def deprecated(tree):
    """The names of the dict _deprecations with text and whether they are gone; None where it is not written out."""
    uses = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == "_deprecations"]
    dicts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        and any(isinstance(t, ast.Name) and t.id == "_deprecations" for t in getattr(node, "targets", [getattr(node, "target", None)]))
    ]
    if len(uses) != 2 or len(dicts) != 1 or not isinstance(dicts[0], ast.Dict):
        return None
    found = {}
    for key, value in zip(dicts[0].keys, dicts[0].values):
        if text_of(key) is None or not isinstance(value, ast.Tuple) or len(value.elts) != 2:
            return None
        gone = isinstance(value.elts[1], ast.Constant) and value.elts[1].value is None
        found[text_of(key)] = (text_of(value.elts[0]), gone)
    return found


def texts(tree):
    """Of a module that makes names when they are asked for: all texts that could be one."""
    strings = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return {text for text in strings if text.isidentifier()}


def version(wheel):
    """The library of a wheel and its release, as numbers too."""
    library, release = wheel.rpartition("/")[2].split("-")[:2]
    return library, tuple(int(part) for part in release.split(".") if part.isdigit()), release


def spans(releases, having):
    """The spans of releases that have a name: from one on, and before another; both "" at the ends."""
    found, since = [], None
    for i, release in enumerate(releases):
        if release in having and since is None:
            since = "" if i == 0 else release
        if release not in having and since is not None:
            found.append((since, release))
            since = None
    return found + ([(since, "")] if since is not None else [])


def asked_of(library, packages):
    """The modules whose names are recorded."""
    if library != "jax":
        return [m for m in MODULES if m.split(".")[0] == library]
    modules = {f"{package}.{name}" for package, inside in packages.items() for name in inside}
    return sorted(m for m in modules if is_public(m) and m not in record_names.MODULES and m.count(".") < JAX_DEPTH)


def recorded(library, wheels):
    """Of each module the releases of each name, the modules that are not all written out, and what is gone."""
    names, untold, gone = {}, set(), {}
    for path, release in wheels:
        sources = Sources(path)
        packages = sources.packages(library)
        for package, inside in packages.items():
            for name in inside:
                names.setdefault(package + ".*", {}).setdefault(name, set()).add(release)
        for module in asked_of(library, packages):
            if not sources.file_of(module):
                continue
            own = sources.names(module)
            if own is None:
                untold.add(module)
                continue
            for name in own | (packages.get(module, set()) if library != "jax" else set()):
                names.setdefault(module, {}).setdefault(name, set()).add(release)
            for name, (text, is_gone) in (sources.deprecations(module) or {}).items():
                if is_gone and text and library == "jax":
                    gone.setdefault((module, name, text), set()).add(release)
    return names, untold, gone


def write(module, names):
    for (since, until), group in sorted(names.items()):
        lines = textwrap.wrap(" ".join(sorted(group)), 88)
        for first in range(0, len(lines), LINES):
            text = "\n".join(f'      "{line} "' for line in lines[first : first + LINES])
            print(f'NAMES("{module}", "{since}", "{until}",\n{text})')


def main():
    libraries = {}
    for library, _, release, path in sorted(version(wheel) + (wheel,) for wheel in sys.argv[1:]):
        libraries.setdefault(library, []).append((path, release))
    rows, lost = {}, []
    for library, wheels in libraries.items():
        names, untold, gone = recorded(library, wheels)
        releases = [release for _, release in wheels]
        for module in sorted(untold):
            print(module, "is not told", file=sys.stderr)
        for module, having in names.items():
            if module in untold:
                continue
            for name in having:
                if not name.startswith("_"):
                    for span in spans(releases, having[name]):
                        rows.setdefault(module, {}).setdefault(span, set()).add(name)
        lost += [key + span for key, having in gone.items() if key[0] not in untold for span in spans(releases, having)]
    print("/* SPDX-License-Identifier: Apache-2.0 */\n/* Written by testdata/modules/record_library_names.py. */")
    for module in sorted(rows):
        write(module, rows[module])
    for module, name, text, since, until in sorted(lost):
        print(f'GONE("{module}", "{since}", "{until}", "{name}",\n     {json.dumps(text, ensure_ascii=False)})')


if __name__ == "__main__":
    main()
