#!/usr/bin/env python3
"""Records which names with an underscore in front Python's own values have, in each release of CPython.

    PYTHON record_special_names.py > VERSION.json      once with each release
    python3 record_special_names.py --merge *.json > ../../lib/library/special_names.def

The second form writes two rows for a kind of value: "int.__*__" has the names of every value of the kind in every
release, "int.__?__" those of some values or some releases. NumPy and JAX are asked where they are installed.
"""
import abc
import functools
import json
import sys


class Plain:
    def method(self):
        pass

    @property
    def own(self):
        pass

    static = staticmethod(method)
    shared = classmethod(method)


class Bare:
    pass


class Slots:
    __slots__ = ("x",)


class Abstract(abc.ABC):
    pass


def generator():
    yield


def samples():
    """Values of each kind, by its name in the table of the rows."""
    kinds = {
        "None": [None],
        "int": [1, True],
        "float": [1.0],
        "complex": [1j],
        "str": ["", b""],
        "tuple": [()],
        "list": [[]],
        "set": [set(), frozenset()],
        "dict": [{}],
        "range": [range(1)],
        "slice": [slice(1)],
        "function": [generator, lambda: 0],
        "partial": [functools.partial(generator), Plain().method],
        "descriptor": [Plain.own, Plain.__dict__["static"], Plain.__dict__["shared"]],
        "iterator": [iter([]), iter({}), generator(), zip(), map(len, []), enumerate([])],
        "class": [Plain, Abstract, Slots],
        "object": [Bare(), Slots()],
    }
    try:
        import jax
        import numpy

        kinds["numpy.ndarray"] = [numpy.zeros(1)]
        kinds["numpy.generic"] = [numpy.float32(1), numpy.int32(1), numpy.bool_(True)]
        kinds["ArrayImpl"] = [jax.numpy.zeros(1)]
        jax.jit(lambda x: kinds.__setitem__("tracer", [x]) or kinds.__setitem__("tracer names", special([x])))(1.0)
    except ImportError:
        pass
    return kinds


def share(value, name):
    """1: the value has it, 0: it has not, else asking for it is an error of another kind."""
    try:
        return hasattr(value, name)
    except Exception:
        return 0.5


def special(values):
    """How many of the values have each name: dir() leaves out what a metaclass gives, and what a method has of its
    function. What has one underscore is private to NumPy and JAX and changes with each release."""
    asked = [name for value in values for name in dir(value) + dir(type(value)) + dir(generator)]
    listed = {name for name in asked if name.startswith("_")}
    own = {name for name in listed if type(values[0]).__module__ == "builtins" or name.endswith("__")}
    return {name: sum(share(value, name) for value in values) / len(values) for name in sorted(own)}


def record():
    kinds = samples()
    names = {}
    traced = kinds.pop("tracer names", None)
    for kind, values in kinds.items():
        names[kind] = traced if kind == "tracer" else special(values)
    json.dump(names, sys.stdout)


def row(table, names):
    print(f'NAMES("{table}", "", "",')
    line = '      "'
    for name in names:
        if len(line) + len(name) > 96:
            print(line + '"')
            line = '      "'
        line += name + " "
    print(line + '")')


def merge(files):
    records = [json.load(open(file)) for file in files]
    print("/* SPDX-License-Identifier: Apache-2.0 */")
    print("/* Written by testdata/modules/record_special_names.py. */")
    for kind in dict.fromkeys(kind for record in records for kind in record):
        asked = [record[kind] for record in records if kind in record]
        names = sorted({name for shares in asked for name, share in shares.items() if share})
        everywhere = [name for name in names if all(shares.get(name) == 1 for shares in asked)]
        row(kind + ".__*__", everywhere)
        row(kind + ".__?__", [name for name in names if name not in everywhere])


if __name__ == "__main__":
    merge(sys.argv[2:]) if sys.argv[1:2] == ["--merge"] else record()
