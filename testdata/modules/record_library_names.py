#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_library_names.py WHEEL… > lib/library/library_names.def: the names that modules of optax, Equinox, Flax
and others have in any of these releases, read from their sources. A name that none has is missing.
`pip download --no-deps optax==0.2.8` gets a wheel."""
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


def main():
    together, untold = {}, set()
    for path in sys.argv[1:]:
        sources = Sources(path)
        for module in MODULES:
            if not sources.file_of(module):
                continue
            names = sources.names(module)
            if names is None:
                untold.add(module)
                continue
            inside = sources.submodules(module)
            together.setdefault(module, set()).update(names | inside)
            if inside:
                together.setdefault(module + ".*", set()).update(inside)
    print("/* SPDX-License-Identifier: Apache-2.0 */\n/* Written by testdata/modules/record_library_names.py. */")
    for module, names in sorted(together.items()):
        if module.removesuffix(".*") in untold:
            print(module, "is not told", file=sys.stderr)
            continue
        lines = textwrap.wrap(" ".join(sorted(n for n in names if not n.startswith("_"))), 88)
        for first in range(0, len(lines), LINES):
            text = "\n".join(f'      "{line} "' for line in lines[first : first + LINES])
            print(f'NAMES("{module}", "", "",\n{text})')


main()
