#!/usr/bin/env python3
"""Records the verdicts of an installed JAX on placements, one JSON object a line.

    python3 record_place.py CASES.jsonl > place.VERSION.jsonl

CASES.jsonl holds the questions (see make_cases.py); the answers repeat each question and add
`version` and `verdict`: for every moment "ok" or {"type": class, "message": first line of text}.
Runs on CPU with 16 virtual devices; nothing is executed on an accelerator.
"""
import json
import os
import sys

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=16")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax.experimental import mesh_utils  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

AXIS_TYPES = {"a": "Auto", "e": "Explicit", "m": "Manual"}


def axis_types(letters):
    kind = jax.sharding.AxisType
    return tuple(getattr(kind, AXIS_TYPES[c]) for c in letters)


def build_mesh(case):
    names = [n for n, _ in case["mesh"]]
    sizes = [s for _, s in case["mesh"]]
    ids = case.get("device_ids") or range(int(np.prod(sizes)))
    devices = jax.devices()
    grid = np.array([devices[i] for i in ids], dtype=object).reshape(sizes)
    letters = case.get("axis_types", "a" * len(names))
    if set(letters) == {"a"}:
        return Mesh(grid, names)
    return Mesh(grid, names, axis_types=axis_types(letters))


def build_spec(case):
    def entry(e):
        if e == "*":
            return PartitionSpec.UNCONSTRAINED
        return tuple(entry(x) for x in e) if isinstance(e, list) else e

    more = {k: set(case[k]) for k in ("unreduced", "reduced") if k in case}
    return PartitionSpec(*[entry(e) for e in case["spec"]], **more)


def positional(case):
    shape = case["positional"]
    grid = mesh_utils.create_device_mesh(shape, jax.devices()[: int(np.prod(shape))])
    sharding = jax.sharding.PositionalSharding(grid)
    for name, args, keywords in case.get("calls", []):
        sharding = getattr(sharding, name)(*args, **keywords)
    return sharding


def build_sharding(case):
    if "positional" in case:
        return None, positional(case)
    mesh = build_mesh(case)
    return mesh, NamedSharding(mesh, build_spec(case))


def context(mesh):
    for owner, name in ((jax, "set_mesh"), (jax.sharding, "use_mesh")):
        if hasattr(owner, name):
            return getattr(owner, name)(mesh)
    return mesh


def trace(function, *args, **options):
    jitted = jax.jit(function, **options)
    # 0.4.30 has no trace that stops before lowering; lowering is the nearest moment there.
    (jitted.trace if hasattr(jitted, "trace") else jitted.lower)(*args)


def under(mesh, run):
    if mesh is None:
        return run()
    with context(mesh):
        return run()


MOMENTS = {
    "construct": lambda m, s, shape: None,
    "device_put": lambda m, s, shape: jax.device_put(np.zeros(shape, np.float32), s),
    "jit_in": lambda m, s, shape: trace(
        lambda x: x, jax.ShapeDtypeStruct(shape, np.float32), in_shardings=s),
    "jit_out": lambda m, s, shape: trace(
        lambda x: x, jax.ShapeDtypeStruct(shape, np.float32), out_shardings=s),
    "constraint": lambda m, s, shape: under(m, lambda: trace(
        lambda x: jax.lax.with_sharding_constraint(x, s),
        jax.ShapeDtypeStruct(shape, np.float32))),
    "sds": lambda m, s, shape: jax.ShapeDtypeStruct(shape, np.float32, sharding=s),
}


def verdict_of(run):
    try:
        run()
        return "ok"
    except Exception as error:  # the class is the record
        text = str(error)
        return {"type": type(error).__name__, "message": text.split("\n")[0]}


def place(case):
    made = []
    verdicts = {"construct": verdict_of(lambda: made.append(build_sharding(case)))}
    if verdicts["construct"] == "ok":
        mesh, sharding = made[0]
        shape = tuple(case["shape"])
        for name, moment in MOMENTS.items():
            # device_put of an unreduced spec can abort the compiler and with it the recording.
            if name != "construct" and not (name == "device_put" and "unreduced" in case):
                verdicts[name] = verdict_of(lambda: moment(mesh, sharding, shape))
    return verdicts


def missing_names(case):
    """Names the case needs and this release lacks: no verdict can be had."""
    types = case.get("axis_types", "a")
    wants = {
        "AxisType": case["kind"] == "mesh" and "axis_types" in case or set(types) != {"a"},
        "PositionalSharding": "positional" in case,
    }
    lacking = [n for n, wanted in wants.items() if wanted and not hasattr(jax.sharding, n)]
    if case.get("api") == "make_mesh" and not hasattr(jax, "make_mesh"):
        lacking.append("make_mesh")
    return lacking


def construct_mesh(case):
    names, sizes = tuple(case["axis_names"]), tuple(case["axis_sizes"])
    devices = jax.devices()[: case["n_devices"]]
    more = {"axis_types": axis_types(case["axis_types"])} if case.get("axis_types") else {}

    def run():
        if case["api"] == "make_mesh":
            return jax.make_mesh(sizes, names, devices=devices, **more)
        if case["api"] == "create_device_mesh":
            return mesh_utils.create_device_mesh(sizes, devices)
        return Mesh(np.array(devices, dtype=object).reshape(sizes), names, **more)

    return {"mesh": verdict_of(run)}


def main():
    for line in open(sys.argv[1], encoding="utf-8"):
        case = json.loads(line)
        case["version"] = jax.__version__
        lacking = missing_names(case)
        if lacking:
            case["missing"] = lacking
        else:
            case["verdict"] = construct_mesh(case) if case["kind"] == "mesh" else place(case)
        print(json.dumps(case, sort_keys=True))


if __name__ == "__main__":
    main()
