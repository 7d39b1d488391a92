#!/usr/bin/env python3
"""Records which names the modules and classes of JAX have, in each release.

    PYTHON record_names.py > VERSION.json              once with each release
    python3 record_names.py --merge *.json > ../../lib/library/module_names.def

The second form writes, for each module, the names that all releases have and those of some, and what a release says
of a name that it has no more. The modules of packages, and the names of other modules, are recorded by
record_library_names.py.
"""
import importlib
import json
import re
import sys
import warnings

MODULES = """jax jax.numpy jax.numpy.linalg jax.numpy.fft jax.lax jax.lax.linalg jax.lib jax.nn jax.nn.initializers jax.random
jax.sharding jax.tree jax.tree_util jax.scipy jax.scipy.special jax.scipy.linalg jax.debug jax.dtypes jax.ad_checkpoint
jax.experimental jax.experimental.mesh_utils jax.experimental.shard_map jax.experimental.pjit math functools operator builtins
""".split()


def public(names):
    return sorted(n for n in names if not n.startswith("_"))


def objects():
    """Names of classes, by the name of their table in the library."""
    import jax
    import numpy as np

    seen = {}

    def look(x):
        seen["ndarray"] = public(dir(x)) + public(dir(x.aval))
        seen["numpy.ndarray"] = public(dir(np.zeros(1)))
        seen["at"] = public(dir(x.at[0]))
        seen["type"] = public(dir(x.aval))
        return x

    seen["ArrayImpl"] = public(dir(jax.numpy.zeros(1)))
    jax.jit(look)(np.zeros((2, 2), np.float32))
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("x",))
    seen["Mesh"] = public(dir(mesh))
    seen["NamedSharding"] = public(dir(jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec())))
    seen["jax.checkpoint_policies"] = public(vars(jax.checkpoint_policies))
    seen["PartitionSpec"] = public(dir(jax.sharding.PartitionSpec("x")))
    for name, value in (("tuple", ()), ("list", []), ("dict", {}), ("str", ""), ("int", 1), ("float", 1.0), ("set", set())):
        seen[name] = public(dir(value))
    return {name: sorted(set(names)) for name, names in seen.items()}


def record(asked):
    import jax

    answer = {"version": jax.__version__, "names": objects(), "gone": {}}
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        # A submodule is there once something has imported it, which here the script has.
        answer["names"][name] = [n for n in public(dir(module)) if n not in MODULES]
        answer["gone"][name] = {}
        for attribute in asked.get(name, []):
            try:
                getattr(module, attribute)
                if attribute not in answer["names"][name]:
                    answer["names"][name].append(attribute)
            except AttributeError as error:
                text = str(error).split("\n")[0]
                if text != f"module '{name}' has no attribute '{attribute}'":
                    answer["gone"][name][attribute] = text
    json.dump(answer, sys.stdout)


def key(version):
    return [int(part) for part in version.split(".")]


def spans(present, versions):
    """The runs of releases that have something, as (since, until)."""
    found, start = [], None
    for i, version in enumerate(versions):
        if version in present and start is None:
            start = version if i else ""
        if version not in present and start is not None:
            found.append((start, version))
            start = None
    return found + ([(start, "")] if start is not None else [])


def c_string(text):
    return json.dumps(text, ensure_ascii=False)


def merge(files):
    records = sorted((json.load(open(f)) for f in files), key=lambda r: key(r["version"]))
    versions = [r["version"] for r in records]
    print("/* SPDX-License-Identifier: Apache-2.0 */")
    print("/* Written by testdata/modules/record_names.py. */")
    tables = sorted({t for r in records for t in r["names"]})
    for table in tables:
        groups = {}
        for name in sorted({n for r in records for n in r["names"].get(table, [])}):
            having = {r["version"] for r in records if name in r["names"].get(table, [])}
            for span in spans(having, versions):
                groups.setdefault(span, []).append(name)
        for (since, until), names in sorted(groups.items(), key=lambda g: (g[0][0] != "" or g[0][1] != "", key(g[0][0] or "0"), key(g[0][1] or "9"))):
            print(f"NAMES({c_string(table)}, {c_string(since)}, {c_string(until)},")
            line = '      "'
            for name in names:
                if len(line) + len(name) > 96:
                    print(line + '"')
                    line = '      "'
                line += name + " "
            print(line.rstrip() + ' ")')
    for table in tables:
        gone = {}
        for r in records:
            for name, text in r["gone"].get(table, {}).items():
                gone.setdefault((name, text), set()).add(r["version"])
        for (name, text), having in sorted(gone.items()):
            for since, until in spans(having, versions):
                print(f"GONE({c_string(table)}, {c_string(since)}, {c_string(until)}, {c_string(name)},\n     {c_string(text)})")


def main():
    warnings.simplefilter("ignore")
    if sys.argv[1:2] == ["--merge"]:
        return merge(sys.argv[2:])
    asked = {}
    for path in sys.argv[1:]:  # records made before: names to ask about
        for name, names in json.load(open(path))["names"].items():
            asked.setdefault(name, set()).update(names)
    return record(asked)


if __name__ == "__main__":
    main()
