#!/usr/bin/env python3
"""Records what an installed JAX says of programs.

    PYTHON record.py operations.jsonl functions.jsonl

writes operations.VERSION.jsonl and functions.VERSION.jsonl, VERSION being the release that PYTHON has.
Recorded are operations and functions with 0.10.2 and 0.12.0.1, and releases.jsonl with 0.4.30, 0.6.0, 0.6.2,
0.7.0, 0.7.2, 0.8.2, 0.9.0, 0.10.2, 0.11.2 and 0.12.0.1. README.md says where the programs come from.

Each case has `id` and `yaml`, a spec with a program; `@VERSION@` in it stands for the release. The answer to it, in
a line of its own, is the id and `verdict`:

    ok     `values`: the type of each array that the program assigns at its top level (a spec is null where the
           release does not tell), `nested` those inside lists, tuples and dicts, `scalars` its numbers
    error  `error`: its class as `type`, the first line of its text as `message`, `stage` ("tensors" when the types
           of the tensors are at fault, else "program"), `line` of the innermost frame in the program, and
           `top_line` of the outermost
    n/a    `why`: this release cannot be asked

The program is the body of a function traced by jax.jit within the mesh; the tensors are its arguments, as
ShapeDtypeStructs. Needs JAX and PyYAML, no accelerator: the mesh is of 16 virtual devices of the CPU.
"""
import ast
import functools
import json
import math
import os
import re
import sys
import types
import warnings

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=16"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_TRACEBACK_FILTERING"] = "off"

import jax  # noqa: E402
import numpy as np  # noqa: E402
import yaml  # noqa: E402
from jax.experimental import mesh_utils  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

PROGRAM = "<program>"


class CannotBeAsked(Exception):
    """This release lacks something that the case takes for granted."""


def build_mesh(spec):
    names, sizes = tuple(spec["axes"]), tuple(spec["axes"].values())
    kinds = spec.get("types")
    if kinds is None and hasattr(jax, "make_mesh"):
        return jax.make_mesh(sizes, names)
    kinds = kinds or "auto"
    kinds = [kinds[n] for n in names] if isinstance(kinds, dict) else [kinds] * len(names)
    grid = np.array(jax.devices()[: math.prod(sizes)]).reshape(sizes)
    if hasattr(jax.sharding, "AxisType"):
        return Mesh(grid, names, axis_types=tuple(getattr(jax.sharding.AxisType, k.capitalize()) for k in kinds))
    if set(kinds) != {"auto"}:
        raise CannotBeAsked("no axis types in this release")
    return Mesh(grid, names)


def context(mesh):
    for owner, name in ((jax, "set_mesh"), (jax.sharding, "use_mesh")):
        if hasattr(owner, name):
            return getattr(owner, name)(mesh)
    return mesh


def filter_shard(tree, sharding):
    """What equinox.filter_shard does under jit, so that equinox need not be installed."""
    return jax.lax.with_sharding_constraint(tree, sharding)


def scope(mesh):
    def create_device_mesh(mesh_shape, devices=None, **options):
        # The devices that there are by default are those of the mesh, not all 16.
        return mesh_utils.create_device_mesh(mesh_shape, mesh.devices.flatten() if devices is None else devices, **options)

    names = {
        "jax": jax, "jnp": jax.numpy, "lax": jax.lax, "np": np, "P": PartitionSpec, "PartitionSpec": PartitionSpec,
        "Mesh": Mesh, "NamedSharding": NamedSharding, "mesh": mesh, "partial": functools.partial,
        "eqx": types.SimpleNamespace(filter_shard=filter_shard),
        "mesh_utils": types.SimpleNamespace(create_device_mesh=create_device_mesh),
    }
    if hasattr(jax.sharding, "PositionalSharding"):
        names["PositionalSharding"] = jax.sharding.PositionalSharding
    return names


def entry(e):
    return list(e) if isinstance(e, tuple) else None if e is PartitionSpec.UNCONSTRAINED else e


def is_array(value):
    """Keys of random numbers are left out: their type is JAX's own."""
    return isinstance(value, jax.Array) and not value.dtype.name.startswith("key<")


def type_of(array):
    sharding = getattr(array.aval, "sharding", None)
    answer = {"shape": list(array.shape), "dtype": array.dtype.name, "spec": None}
    if sharding is not None:
        spec = sharding.spec
        answer["spec"] = [entry(e) for e in getattr(spec, "partitions", spec)]
        sets = {k: sorted(getattr(spec, k, None) or ()) for k in ("unreduced", "reduced")}
        answer.update(sets if any(sets.values()) else {})
    return answer


def assigned(tree):
    """Names that the program assigns at its top level, in order."""
    targets = [node for statement in tree.body if isinstance(statement, (ast.Assign, ast.AugAssign))
               for target in getattr(statement, "targets", None) or [statement.target] for node in ast.walk(target)]
    names = [node.id for node in targets if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def types_of(names, known):
    answer = {"values": {}, "nested": {}, "scalars": {}}
    for name in names:
        value = known[name]
        if is_array(value):
            answer["values"][name] = type_of(value)
        elif isinstance(value, (int, float)):
            answer["scalars"][name] = value
        elif isinstance(value, (list, tuple, dict)) and not isinstance(value, PartitionSpec):
            for path, leaf in jax.tree_util.tree_flatten_with_path(value)[0]:
                if is_array(leaf):
                    answer["nested"][name + jax.tree_util.keystr(path)] = type_of(leaf)
    return {key: found for key, found in answer.items() if found or key == "values"}


def frames(error):
    trace, found = error.__traceback__, []
    while trace:
        if trace.tb_frame.f_code.co_filename == PROGRAM:
            found.append(trace.tb_lineno)
        trace = trace.tb_next
    return found


def sorted_set(match):
    return "{" + ", ".join(sorted(match[1].split(", "))) + "}"


def first_line(error):
    """Without what differs from run to run: the order of a set, where the source is, and addresses."""
    text = re.sub(r"\{('[^{}:]*')\}", sorted_set, str(error).split("\n")[0])
    text = re.sub(r" at 0x[0-9a-f]+", " at 0x", text)
    return re.sub(r"(This error occurs at source:).*", r"\1 <src>", text)


def run(case):
    spec = yaml.safe_load(case["yaml"])
    text, tensors = spec["program"], spec.get("tensors") or {}
    mesh = build_mesh(spec["mesh"])
    known = scope(mesh)
    tree = ast.parse(text)
    if "jax.make_mesh" in text and not hasattr(jax, "make_mesh"):
        raise CannotBeAsked("no jax.make_mesh in this release")
    if "PositionalSharding" not in known and re.search(r"(?<!\.)\bPositionalSharding", text):
        raise CannotBeAsked("no PositionalSharding in this release")
    code, answer, stage = compile(text, PROGRAM, "exec"), {}, ["tensors"]

    def traced(values):
        stage.append("program")
        here = {**known, **values}
        exec(code, here)
        answer.update(types_of(assigned(tree), here))
        return 0

    try:
        with context(mesh):
            given = {name: jax.ShapeDtypeStruct(tuple(t["shape"]), t["dtype"], sharding=NamedSharding(mesh, eval(t["spec"], dict(known))))
                     for name, t in tensors.items()}
            jax.eval_shape(jax.jit(traced), given)
    except Exception as error:  # the class is the record
        at = frames(error)
        return {"verdict": "error", "error": {
            "type": type(error).__name__, "message": first_line(error), "stage": stage[-1],
            "line": at[-1] if at else None, "top_line": at[0] if at else None}}
    return {"verdict": "ok", **answer}


def record(path):
    with open(path, encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    with open(f"{path.removesuffix('.jsonl')}.{jax.__version__}.jsonl", "w", encoding="utf-8") as out:
        for case in cases:
            case["yaml"] = case["yaml"].replace("@VERSION@", jax.__version__)
            try:
                answer = run(case)
            except CannotBeAsked as why:
                answer = {"verdict": "n/a", "why": str(why)}
            print(json.dumps({"id": case["id"], **answer}), file=out)


def main():
    warnings.simplefilter("ignore")
    for path in sys.argv[1:]:
        record(path)


if __name__ == "__main__":
    main()
