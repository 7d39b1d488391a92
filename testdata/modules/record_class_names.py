#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_class_names.py WHEEL… > lib/library/class_names.def: the attributes that objects of classes of Equinox, Flax,
optax and chex may have in any of these releases, read from their sources, for the classes that the prelude has. What
makes attributes by names that are not written there has no row, and nothing is told of it.
`pip download --no-deps optax==0.2.8` gets a wheel. Of test cases it says what those of the Python and the Abseil that
run it have, and of what defines a flag."""
import ast
import builtins
import collections.abc
import pathlib
import sys
import typing
import unittest
import zipfile

from absl import flags
from absl.testing import parameterized

from record_library_names import bound, top_level, version, write

PRELUDE = pathlib.Path(__file__).parents[2] / "lib/library/prelude"
# Folders of the prelude, and the sources whose classes they have.
FOLDERS = {
    "chex": ["chex/"],
    "equinox": ["equinox/"],
    "flax/nnx": ["flax/nnx/"],
    "flax": ["flax/linen/", "flax/core/", "flax/training/", "flax/"],
    "optax": ["optax/"],
    "optax/contrib": ["optax/contrib/", "optax/"],
}
# What decorators of classes add.
ADDED = {"dataclass": "replace from_tuple to_tuple items keys values get", "mappable_dataclass": "items keys values get"}
# Bases that add nothing, and classes whose attributes are those that the program names.
EMPTY = {"object", "Generic", "Protocol", "ABC"}
OF_PROGRAMS = {"Module", "MultiMetric", "Object", "Pytree", "PytreeMeta", "ModuleMeta"}


# The classes of tests, all of which are bases of the last of them.
CASES = ("chex:TestCase", "standard:PlainTestCase", "standard:TestCase")


class Library:
    """The classes in the sources of a wheel, and the names that code gives to objects of others."""

    def __init__(self, path, folders):
        self.classes, self.given = {}, set()
        wheel = zipfile.ZipFile(path)
        for file in wheel.namelist():
            if not file.endswith(".py") or not file.startswith(tuple(folders)):
                continue
            if {"tests", "examples", "benchmarks"} & set(file.split("/")) or "_test" in file:
                continue
            if folders[0] == "flax/linen/" and file.startswith("flax/nnx/"):
                continue
            tree = ast.parse(wheel.read(file))
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self.classes.setdefault(node.name, []).append(node)
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and name_of(node.value) != "self":
                    self.given.add(node.attr)

    def names(self, name, seen=()):
        """What objects of the class may have, or None where it is not written there."""
        if name in seen or name in EMPTY:
            return set()
        if name not in self.classes:
            return of_python(name)
        found = set()
        for node in self.classes[name]:
            own = own_names(node, name in OF_PROGRAMS)
            bases = [self.names(name_of(base), seen + (name,)) for base in node.bases]
            if own is None or None in bases:
                return None
            found = found.union(own, *bases)
        return found


def name_of(node):
    """The last part of a dotted name."""
    if isinstance(node, (ast.Subscript, ast.Call)):
        return name_of(node.value if isinstance(node, ast.Subscript) else node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def of_python(name):
    for home in (builtins, collections.abc, typing):
        if isinstance(getattr(home, name, None), type):
            return set(dir(getattr(home, name)))
    return {"count", "index"} if name == "NamedTuple" else None


def own_names(node, of_programs):
    """What the body of a class binds, and what its methods give to `self`; None where they do that by other names."""
    found = set()
    for mark in {name_of(d) for d in node.decorator_list} & set(ADDED):
        found |= set(ADDED[mark].split())
    for part in top_level(node):
        found |= bound(part)
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            found.add(part.attr)
        elif not of_programs and is_given_any(part):
            return None
        elif isinstance(part, ast.Call) and name_of(part.func) in ("setattr", "__setattr__"):
            found |= {a.value for a in part.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return None if found & {"__getattr__", "__getattribute__"} and not of_programs else found


def is_given_any(part):
    """Whether `self` gets an attribute here whose name is not written."""
    if not isinstance(part, ast.Call) or name_of(part.func) not in ("setattr", "__setattr__", "update", "vars"):
        return isinstance(part, ast.Attribute) and part.attr == "__dict__" and name_of(part.value) == "self"
    own = part.args and name_of(part.args[0]) == "self"
    return own and (name_of(part.func) == "vars" or not isinstance(part.args[1], ast.Constant))


def prelude_classes(folder):
    for path in sorted((PRELUDE / folder).glob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                yield node.name


def main():
    print("/* SPDX-License-Identifier: Apache-2.0 */\n/* Written by testdata/modules/record_class_names.py. */")
    for folder, sources in FOLDERS.items():
        library = sources[0].split("/")[0]
        wheels = [path for path in sys.argv[1:] if version(path)[0] == library]
        read = [Library(path, sources) for path in wheels]
        for name in sorted(set(prelude_classes(folder))):
            told = [(one, one.names(name)) for one in read if name in one.classes]
            if not told or None in [names for _, names in told]:
                print(f"{folder}:{name} is not told" if told else f"{folder}:{name} is of no release", file=sys.stderr)
                continue
            names = set().union(*[names | one.given for one, names in told])
            write(f"{folder}:{name}", {("", ""): {n for n in names if not n.startswith("_")}})
    cases = set(dir(unittest.TestCase)) | set(dir(parameterized.TestCase)) | {"variant"}
    for name in CASES:
        write(name, {("", ""): {n for n in cases if not n.startswith("_")}})
    write("standard:FlagHolder", {("", ""): {n for n in dir(flags.FlagHolder) if not n.startswith("_")}})


main()
