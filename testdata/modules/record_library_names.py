#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_library_names.py WHEEL… > lib/library/library_names.def: the names that modules of optax, Equinox, Flax
and others have in these releases, from the one in which a name is new to the one that has it no more, read from their
sources. A name that none has is missing. `pip download --no-deps optax==0.2.8` gets a wheel."""
import ast
import sys
import textwrap
import zipfile

LINES = 40  # of a row, whose text compilers take
MODULES = """
chex einops equinox equinox.debug equinox.nn flax flax.core flax.linen flax.linen.initializers flax.nnx
flax.serialization flax.struct flax.training flax.training.common_utils flax.training.train_state flax.traverse_util
jaxtyping ml_collections optax optax.contrib optax.losses optax.projections optax.schedules optax.transforms optax.tree
optax.tree_utils
""".split()


class Sources:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        self.files = set(self.zip.namelist())

    def file_of(self, module):
        path = module.replace(".", "/")
        return next((p for p in (path + "/__init__.py", path + ".py") if p in self.files), None)

    def submodules(self, module):
        folder = module.replace(".", "/") + "/"
        inside = [p[len(folder) :] for p in self.files if p.startswith(folder) and p != folder + "__init__.py"]
        return {p.split("/")[0].removesuffix(".py") for p in inside if p.endswith(".py")}

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
            else:
                found |= bound(node)
        return found | texts(tree) if "__getattr__" in found else found


def absolute(package, node):
    above = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join(above + ([node.module] if node.module else [])) if node.level else node.module


def top_level(tree):
    """Statements that run at import, also those of branches."""
    for node in ast.iter_child_nodes(tree):
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


def recorded(wheels):
    """Of each module the releases of each name, and the modules that are not all written out."""
    names, untold = {}, set()
    for path, release in wheels:
        sources = Sources(path)
        for module in MODULES:
            if not sources.file_of(module):
                continue
            own = sources.names(module)
            if own is None:
                untold.add(module)
                continue
            inside = sources.submodules(module)
            for kind, found in ((module, own | inside), (module + ".*", inside)):
                for name in found:
                    names.setdefault(kind, {}).setdefault(name, set()).add(release)
    return names, untold


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
    rows = {}
    for wheels in libraries.values():
        names, untold = recorded(wheels)
        for module in untold:
            print(module, "is not told", file=sys.stderr)
        for module, having in names.items():
            if module.removesuffix(".*") in untold:
                continue
            for name in having:
                if not name.startswith("_"):
                    for span in spans([release for _, release in wheels], having[name]):
                        rows.setdefault(module, {}).setdefault(span, set()).add(name)
    print("/* SPDX-License-Identifier: Apache-2.0 */\n/* Written by testdata/modules/record_library_names.py. */")
    for module in sorted(rows):
        write(module, rows[module])


if __name__ == "__main__":
    main()
