#!/usr/bin/env python3
"""Records how an installed JAX writes shardings, and which texts its XLA and Shardy accept.

    python3 record_notation.py [--seed N] [--count N] > VERSION.jsonl

Three kinds of lines:

  named   a NamedSharding: `mesh` ([[name, size], ...], major first), `types` of the axes, `rank`,
          `spec` (null, "?" for UNCONSTRAINED, an axis, or a list of axes) and `unreduced` -> `hlo`
          and `shardy`, its texts, or `error`, the class that JAX raises
  hlo     a text given to HloSharding.from_string -> `printed` and `v2` (the named form turned into
          tiles), or `error`, the second line of XLA's message, or `aborts`
  shardy  the sharding of an argument of shape 8x8 on a mesh x=2, y=4 -> `printed`, or `error`

Each text is tried in a process of its own, because some kill the compiler. Runs on CPU with virtual
devices; nothing is executed.
"""
import argparse
import json
import math
import os
import random

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=32"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax._src.interpreters import mlir  # noqa: E402
from jax._src.lib import xla_client as xc  # noqa: E402
from jax._src.lib.mlir import ir  # noqa: E402
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec  # noqa: E402

TYPES = {"auto": AxisType.Auto, "explicit": AxisType.Explicit, "manual": AxisType.Manual}
HERE = os.path.dirname(os.path.abspath(__file__))


def random_case(rng):
    sizes = [rng.choice([1, 2, 2, 2, 3, 4]) for _ in range(rng.randint(1, 4))]
    while math.prod(sizes) > 32:
        sizes.pop()
    mesh = [[name, size] for name, size in zip("abcd", sizes)]
    kind = rng.choice(["auto", "auto", "explicit", "explicit", "mixed"])
    types = [rng.choice(list(TYPES)) if kind == "mixed" else kind for _ in sizes]
    free = [name for name, _ in mesh]
    rng.shuffle(free)
    rank = rng.randint(0, 4)
    spec = []
    for _ in range(rng.randint(0, rank)):
        axes = [free.pop() for _ in range(min(len(free), rng.choice([0, 0, 1, 1, 2, 3])))]
        spec.append(None if not axes else axes[0] if len(axes) == 1 else axes)
    if rng.random() < 0.1 and "auto" in types:
        spec = [s if s else "?" for s in spec]
    unreduced = [a for a in free if kind == "explicit" and rng.random() < 0.3]
    return {"kind": "named", "mesh": mesh, "types": types, "rank": rank, "spec": spec,
            "unreduced": sorted(unreduced)}


def record_named(case):
    sizes = [size for _, size in case["mesh"]]
    devices = np.array(jax.devices()[:math.prod(sizes)]).reshape(sizes)
    entries = [PartitionSpec.UNCONSTRAINED if e == "?" else tuple(e) if isinstance(e, list) else e
               for e in case["spec"]]
    options = {"unreduced": set(case["unreduced"])} if case["unreduced"] else {}
    try:
        mesh = Mesh(devices, tuple(name for name, _ in case["mesh"]),
                    axis_types=tuple(TYPES[t] for t in case["types"]))
        sharding = NamedSharding(mesh, PartitionSpec(*entries, **options))
        hlo = str(sharding._to_xla_hlo_sharding(case["rank"]))
        with mlir.make_ir_context():
            shardy = str(sharding._to_sdy_sharding(case["rank"]).build({}))
    except Exception as error:
        return dict(case, error=type(error).__name__)
    return dict(case, hlo=hlo[hlo.index("{"):], shardy=shardy)


def in_process(work):
    """What `work` returns in a forked process; None when the process dies."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.write(write, json.dumps(work()).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def read_hlo(text):
    try:
        sharding = xc.HloSharding.from_string(text)
        answer = {"printed": repr(sharding)}
        if "mesh[" in text:
            answer["v2"] = repr(xc.HloSharding.v3_to_v2_sharding(sharding))
        elif "{{" not in text and sharding.is_tiled():
            list(sharding.tile_assignment_devices())
        return answer
    except Exception as error:
        lines = str(error).split("\n")
        return {"error": lines[1] if len(lines) > 1 else lines[0]}


def read_shardy(text):
    module = ('sdy.mesh @mesh = <["x"=2, "y"=4]>\n'
              "func.func @main(%%a: tensor<8x8xf32> {sdy.sharding = %s}) -> tensor<8x8xf32> "
              "{ return %%a : tensor<8x8xf32> }" % text)
    with mlir.make_ir_context():
        try:
            printed = str(ir.Attribute.parse(text))
            ir.Module.parse(module).operation.verify()
            return {"printed": printed}
        except Exception as error:
            return {"error": str(error).split("\n")[1].split(": ", 2)[-1]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--count", type=int, default=150)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    for _ in range(arguments.count):
        print(json.dumps(record_named(random_case(rng))))
    for kind, read in (("hlo", read_hlo), ("shardy", read_shardy)):
        with open(os.path.join(HERE, kind + "_texts.txt"), encoding="utf-8") as lines:
            for text in (line.rstrip("\n") for line in lines):
                answer = in_process(lambda: read(text)) or {"aborts": True}
                print(json.dumps({"kind": kind, "text": text, **answer}))


main()
