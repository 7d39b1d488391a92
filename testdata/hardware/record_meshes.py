#!/usr/bin/env python3
"""Records how an installed JAX builds the meshes of specs with hardware, one JSON object a line.

    python3 record_meshes.py [--seed N] [--count N] > meshes.RELEASE.jsonl

Cases are drawn at random from the seed. Devices are stand-ins with the attributes that JAX reads, as
in ../device_mesh/record.py, so no accelerator is needed. A line holds the spec, and either `ids`
(of more than 64 devices `ids_hash`, the 64-bit FNV-1a hash of the ids joined by commas) or `error`
and `message`, the first 300 characters of its first line.
"""
import argparse
import importlib.util
import json
import os
import pathlib
import random

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
from jax._src import mesh as mesh_lib  # noqa: E402
from jax._src import sharding_impls  # noqa: E402
from jax.experimental import mesh_utils  # noqa: E402

path = pathlib.Path(__file__).parent.parent / "device_mesh" / "record.py"
loader = importlib.util.spec_from_file_location("record", path)
record = importlib.util.module_from_spec(loader)
loader.loader.exec_module(record)

# chip, topology, devices per chip, device kind, extent
HARDWARE = [
    ("v2", "2x2", 2, "TPU v2", (2, 2, 1)), ("v3", "4x4", 2, "TPU v3", (4, 4, 1)),
    ("v4", "2x2x1", 1, "TPU v4", (2, 2, 1)), ("v4", "4x4x4", 1, "TPU v4", (4, 4, 4)),
    ("v4", "2x4x4", 1, "TPU v4", (2, 4, 4)), ("v4", "4x8x8", 1, "TPU v4", (4, 8, 8)),
    ("v5e", "2x2", 1, "TPU v5 lite", (2, 2, 1)), ("v5e", "2x4", 1, "TPU v5 lite", (2, 4, 1)),
    ("v5e", "4x4", 1, "TPU v5 lite", (4, 4, 1)), ("v5e", "8x8", 1, "TPU v5 lite", (8, 8, 1)),
    ("v6e", "2x2", 1, "TPU v6 lite", (2, 2, 1)), ("v6e", "4x8", 1, "TPU v6 lite", (4, 8, 1)),
    ("v6e", "16x16", 1, "TPU v6 lite", (16, 16, 1)), ("v5p", "2x2x2", 1, "TPU v5", (2, 2, 2)),
    ("v5p", "4x4x8", 1, "TPU v5", (4, 4, 8)), ("v5p", "4x4x20", 1, "TPU v5", (4, 4, 20)),
    ("v7x", "2x2x1", 2, "TPU7x", (2, 2, 1)), ("v7x", "2x4x4", 2, "TPU7x", (2, 4, 4)),
    ("v7x", "4x4x4", 2, "TPU7x", (4, 4, 4)),
    ("h100", "8", 1, "NVIDIA H100 80GB HBM3", (8, 1, 1)),
    ("gb200", "72", 1, "NVIDIA GB200", (72, 1, 1)), ("cpu", "8", 1, "cpu", (8, 1, 1)),
]
GPUS = ("h100", "gb200")


def spread(draw, sizes, count):
    """Multiplies the primes of count into random sizes."""
    divisor = 2
    while count > 1:
        while count % divisor == 0:
            sizes[draw.randrange(len(sizes))] *= divisor
            count //= divisor
        divisor += 1
    return sizes


def random_shape(draw, count):
    return spread(draw, [1] * draw.choice([1, 2, 2, 3, 3, 4]), count)


def devices_of(chip, cores, kind, extent, slices):
    case = dict(platform="gpu" if chip in GPUS else "cpu" if chip == "cpu" else "tpu",
                device_kind=kind, extent=list(extent), cores=cores, slices=slices,
                process_devices=4 if chip == "gb200" else 8)
    return record.tpu_devices(case) if case["platform"] == "tpu" else record.plain_devices(case)


def make_mesh(sizes, devices):
    """jax.make_mesh up to the point where it wants real devices."""
    kept = {module: module.Mesh for module in (mesh_lib, sharding_impls) if hasattr(module, "Mesh")}
    for module in kept:
        module.Mesh = lambda laid, *unused, **unused_too: laid
    try:
        return jax.make_mesh(tuple(sizes), tuple("abcdefgh"[:len(sizes)]), devices=devices)
    finally:
        for module, mesh in kept.items():
            module.Mesh = mesh


def draw_mesh(draw, devices, slices):
    """The constructor, its options, and the sizes with their parts across slices."""
    count = len(devices)
    builder = draw.choice(["make_mesh", "create_device_mesh", "create_hybrid_device_mesh"])
    if builder == "make_mesh" and hasattr(jax, "make_mesh"):
        wanted = draw.choice([count, count, count // slices, max(1, count // 2), count + 1])
        return builder, {}, random_shape(draw, wanted), None
    split = draw.random() < 0.4
    if builder != "create_hybrid_device_mesh":
        options = dict(allow_split_physical_axes=split, contiguous_submeshes=draw.random() < 0.1)
        shape = random_shape(draw, draw.choice([count, count, count, count * 2]))
        return "create_device_mesh", options, shape, None
    options = dict(allow_split_physical_axes=split, process_is_granule=draw.random() < 0.15,
                   should_sort_granules_by_key=draw.random() < 0.8)
    granules = slices
    if options["process_is_granule"]:
        granules = len({device.process_index for device in devices})
    inner = random_shape(draw, draw.choice([count // granules] * 5 + [2 * count // granules]))
    outer = spread(draw, [1] * len(inner), draw.choice([granules] * 4 + [granules * 2]))
    return builder, options, inner, outer


def build(builder, options, shape, outer, devices):
    if builder == "make_mesh":
        return make_mesh(shape, devices)
    if builder == "create_device_mesh":
        return mesh_utils.create_device_mesh(tuple(shape), devices, **options)
    return mesh_utils.create_hybrid_device_mesh(tuple(shape), tuple(outer), devices, **options)


def spec_text(hardware, builder, options, shape, outer):
    def axes(sizes):
        return "{" + ", ".join(f"{a}: {s}" for a, s in zip("abcdefgh", sizes)) + "}"

    sizes = [i * o for i, o in zip(shape, outer or [1] * len(shape))]
    lines = [f"framework: jax=={jax.__version__}",
             "hardware: {chip: %s, topology: %s, slices: %d}" % hardware, "mesh:",
             f"  axes: {axes(sizes)}", f"  built_by: {builder}"]
    lines += [f"  {name}: {str(value).lower()}" for name, value in options.items()]
    if outer:
        lines.append(f"  dcn: {axes(outer)}")
    return "\n".join(lines) + "\n"


def record_case(draw):
    chip, topology, cores, kind, extent = draw.choice(HARDWARE)
    slices = 1 if chip == "cpu" else draw.choice([1, 1, 1, 2, 2, 4])
    devices = devices_of(chip, cores, kind, extent, slices)
    builder, options, shape, outer = draw_mesh(draw, devices, slices)
    answer = {"spec": spec_text((chip, topology, slices), builder, options, shape, outer)}
    try:
        ids = [d.id for d in build(builder, options, shape, outer, devices).reshape(-1)]
    except Exception as error:
        lines = str(error).splitlines()
        return dict(answer, error=type(error).__name__, message=lines[0][:300] if lines else "")
    if len(ids) <= 64:
        return dict(answer, ids=ids)
    return dict(answer, ids_hash="%016x" % record.fnv1a(",".join(map(str, ids))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    for _ in range(options.count):
        print(json.dumps(record_case(draw), separators=(",", ":")))


if __name__ == "__main__":
    main()
