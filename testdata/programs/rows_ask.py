"""Answers for rows.py: reads cases from standard input as JSON and prints what this JAX says of each, in lines.

The program is the body of a function traced by jax.jit within the mesh; the tensors are its arguments, as
ShapeDtypeStructs. Told are the types of the arrays that the program assigns at its top level, those inside lists, tuples
and dicts with the way to them; of an error the class, the first line of its text, and the line of the innermost frame
in the program, none when the types of the tensors are at fault. Needs JAX, no accelerator: the mesh is of 16
virtual devices of the CPU. A case of the mesh "eager" is run as a script, of which nothing is traced but what it asks for.
"""
import ast
import contextlib
import dataclasses
import functools
import io
import json
import math
import os
import re
import sys
import types
import unittest
import warnings

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=16"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_TRACEBACK_FILTERING"] = "off"

import jax  # noqa: E402
import numpy as np  # noqa: E402
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
    if getattr(getattr(array.aval, "memory_space", None), "name", "") == "Host":
        answer["memory"] = "<host>"
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


def has_parts(value):
    """Whether the arrays in it are listed: containers, dataclasses, and objects of libraries."""
    if isinstance(value, PartitionSpec):
        return False
    libraries = [base.__module__.split(".")[0] in ("flax", "equinox") for base in type(value).__mro__]
    return isinstance(value, (list, tuple, dict)) or dataclasses.is_dataclass(value) or any(libraries)


def types_of(names, known):
    answer = {"values": {}, "nested": {}, "scalars": {}}
    for name in names:
        value = known[name]
        if is_array(value):
            answer["values"][name] = type_of(value)
        elif isinstance(value, (int, float)):
            answer["scalars"][name] = value
        elif has_parts(value):
            for path, leaf in jax.tree_util.tree_flatten_with_path(value)[0]:
                text = jax.tree_util.keystr(path)
                if path and is_array(leaf) and "<flat index" not in text:
                    answer["nested"][name + text] = type_of(leaf)
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


def sorted_dtypes(match):
    """Weak ones last, as shardctl names arrays and numbers in most programs."""
    return "(" + ", ".join(sorted(match[1].split(", "), key=lambda name: ("class" in name, name))) + ")"


def first_line(error):
    """Without what differs from run to run: the order of a set, where the source is, and addresses."""
    text = re.sub(r"\{('[^{}:]*')\}", sorted_set, str(error).split("\n")[0])
    text = re.sub(r"(?<=^Input dtypes )\(([^()]*)\)", sorted_dtypes, text)
    text = re.sub(r" at 0x[0-9a-f]+", " at 0x", text)
    text = re.sub(r" \(/[^()]*\.py\)$", "", text)
    text = re.sub(r"(on platform CPU) at( <program>:[\d:]+ \([^()]*\))?", r"\1", text)
    return re.sub(r"(This error occurs at source:).*", r"\1 <src>", text)


def outcome(error, **more):
    at = frames(error)
    return {"verdict": "error", "error": {
        "type": type(error).__name__, "message": first_line(error), "line": at[-1] if at else None,
        "top_line": at[0] if at else None, **more}}


def statements(block):
    """The statements of a script that are in no function or class."""
    for node in ast.iter_child_nodes(block):
        if isinstance(node, ast.stmt) and not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node
            yield from statements(node)


def is_an_end(error):
    """Whether the script, or a test that it runs, ends by this, which is no error: pytest's are no Exceptions."""
    return isinstance(error, unittest.SkipTest) or not isinstance(error, (Exception, KeyboardInterrupt))


def run_script(text):
    known = {**scope(None), "__name__": "__main__", "__file__": "train.py", "mesh_utils": mesh_utils}
    del known["mesh"]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                exec(compile(text, PROGRAM, "exec"), known)
            except BaseException as error:
                if not is_an_end(error):
                    raise
        names = assigned(ast.Module(list(statements(ast.parse(text))), []))
        return {"verdict": "ok", **types_of([n for n in names if n in known], known)}
    except Exception as error:  # the class is the record
        return outcome(error)
    finally:
        if "set_mesh" in text:
            leave_mesh()
        jax.config.update("jax_enable_x64", False)
        jax.config.update("jax_numpy_dtype_promotion", "standard")


def leave_mesh():
    """What jax.set_mesh has set stays for the next case, were it not taken back."""
    if hasattr(jax, "set_mesh"):
        jax.set_mesh(jax.sharding.Mesh(np.empty((), dtype=object), ()))


def run(spec):
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
        return outcome(error, stage=stage[-1])
    return {"verdict": "ok", **answer}


SHORT = {"float": "f", "bfloat": "bf", "int": "i", "uint": "u", "complex": "c"}


def short(dtype):
    return re.sub(r"^(float|bfloat|int|uint|complex)(\d+)", lambda m: SHORT[m[1]] + m[2], dtype)


def entry_text(size, axes):
    if axes is None:
        return str(size)
    return f"{size}@{axes}" if isinstance(axes, str) else f"{size}@({','.join(axes)})"


def type_text(array):
    spec = array["spec"] or [None] * len(array["shape"])
    sets = [f"{letter}:{','.join(array[key])}" for letter, key in (("U", "unreduced"), ("R", "reduced"))
            if array.get(key)]
    return f"{short(array['dtype'])}{array.get('memory', '')}[{','.join(map(entry_text, array['shape'], spec))}]" + \
        (f"{{{', '.join(sets)}}}" if sets else "")


def tensor(text):
    """"f32[8@x,4@(x,y)]" as a tensor of a spec."""
    brief, inside = re.fullmatch(r"(\w+)\[(.*)\]", text).groups()
    long = {short(d): d for d in ("float16", "float32", "float64", "bfloat16", "int4", "int8", "int16", "int32", "int64",
                                  "uint4", "uint8", "uint16", "uint32", "uint64", "complex64", "complex128")}
    shape, spec = [], []
    for size, axes in re.findall(r"(\d+)(?:@(\w+|\([^)]*\)))?", inside):
        shape.append(int(size))
        names = re.findall(r"\w+", axes)
        spec.append(None if not names else names[0] if len(names) == 1 else tuple(names))
    return {"shape": shape, "dtype": long.get(brief, brief), "spec": f"P(*{spec!r})"}


def spec_of(case):
    if case["mesh"] == "none":
        try:
            import yaml  # for these alone
        except ImportError:
            raise CannotBeAsked("no package yaml beside this JAX") from None
        return yaml.safe_load(case["program"])
    kind, axes, types = "explicit", {}, {}
    for word in case["mesh"].split():
        if "=" in word:
            name, size = word.split("=")
            axes[name], types[name] = int(size), kind
        else:
            kind = word
    mesh = {"axes": axes} if kind == "untyped" else {"axes": axes, "types": types}
    return {"mesh": mesh, "program": case["program"],
            "tensors": {name: tensor(text) for name, text in case["tensors"].items()}}


def says(case):
    try:
        answer = run_script(case["program"]) if case["mesh"] == "eager" else run(spec_of(case))
    except CannotBeAsked as why:
        return [f"unknown: {why}"]
    if answer["verdict"] == "error":
        error = answer["error"]
        line = f"line {error['line']}: " if error["line"] else ""
        return [f"{line}{error['type']}: {error['message'].removesuffix('<src>')}".rstrip()]
    arrays = {**answer["values"], **answer.get("nested", {})}
    return [f"{name}: {type_text(arrays[name])}" for name in sorted(arrays)] or ["accepted"]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if sys.argv[1] != jax.__version__:
        sys.exit(f"this is JAX {jax.__version__}, not {sys.argv[1]}")
    print(json.dumps([says(case) for case in json.load(sys.stdin)]))
