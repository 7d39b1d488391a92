#!/usr/bin/env python3
"""Records which slice of an array each device holds, as an installed JAX says it.

    python3 record_indices.py CASES.jsonl > indices.jsonl

A case says `mesh` ([[name, size], ...], major first), `device_ids` in the order of the mesh, `shape`
and `spec` (per dimension null, an axis, a list of axes, or "*" for PartitionSpec.UNCONSTRAINED). The
answer repeats the case and adds `jax`, `shard_shape` and `indices`: [start, stop] of each dimension
for each device, by id; null where JAX raises. indices.jsonl itself can be given as CASES.jsonl.
Runs on CPU with 16 virtual devices.
"""
import json
import os
import sys

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=16")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402


def entry(value):
    if value == "*":
        return PartitionSpec.UNCONSTRAINED
    return tuple(value) if isinstance(value, list) else value


def sharding_of(case):
    devices = jax.devices()
    sizes = [size for _, size in case["mesh"]]
    grid = np.array([devices[i] for i in case["device_ids"]], dtype=object).reshape(sizes)
    mesh = Mesh(grid, [name for name, _ in case["mesh"]])
    return NamedSharding(mesh, PartitionSpec(*map(entry, case["spec"])))


def answer(run):
    try:
        return run()
    except Exception:  # that it raises is the record
        return None


def indices_of(sharding, shape):
    return {
        str(device.id): [list(part.indices(size)[:2]) for part, size in zip(index, shape)]
        for device, index in sharding.devices_indices_map(shape).items()
    }


def main():
    for line in open(sys.argv[1], encoding="utf-8"):
        case = json.loads(line)
        case = {key: case[key] for key in ("mesh", "device_ids", "shape", "spec")}
        sharding, shape = sharding_of(case), tuple(case["shape"])
        case["jax"] = jax.__version__
        case["shard_shape"] = answer(lambda: list(sharding.shard_shape(shape)))
        case["indices"] = answer(lambda: indices_of(sharding, shape))
        print(json.dumps(case))


if __name__ == "__main__":
    main()
