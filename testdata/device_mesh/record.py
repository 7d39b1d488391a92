#!/usr/bin/env python3
"""Records how an installed JAX lays logical meshes on devices, one JSON object a line.

    python3 record.py [--seed N] [--count N] [--named] > RELEASE.jsonl

Cases are drawn at random from the seed; --named adds those that aim at one rule each. Devices are
stand-ins with the attributes that mesh_utils reads, so no accelerator is needed. A line repeats the
question and gives either `shape`, `path`, the ids (of more than 64 devices, the 64-bit FNV-1a hash
of the ids joined by commas) and on axes of a torus `physical` and `assignment`, or `error` and
`message`, the first line of its text.
"""
import argparse
import json
import math
import os
import random

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
from jax.experimental import mesh_utils as public  # noqa: E402

internal = public
if not hasattr(internal, "_create_device_mesh_for_nd_torus"):
    from jax._src import mesh_utils as internal  # noqa: E402


class Device:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)

    def __repr__(self):
        x, y, z = self.coords
        return (f"TpuDevice(id={self.id}, process_index={self.process_index}, "
                f"coords=({x},{y},{z}), core_on_chip={self.core_on_chip})")


class HostDevice(Device):
    def __str__(self):
        return str(jax.devices("cpu")[0])


def tpu_devices(case):
    x, y, z = case["extent"]
    cores = case["cores"]
    devices = []
    process = 0
    corners = [(s, c, b, a) for s in range(case["slices"]) for c in range(z)
               for b in range(0, y, 2) for a in range(0, x, 2)]
    for s, c, b0, a0 in corners:
        for b in range(b0, min(b0 + 2, y)):
            for a in range(a0, min(a0 + 2, x)):
                for core in range(cores):
                    number = core + cores * (a + x * (b + y * (c + z * s)))
                    devices.append(Device(
                        id=number, platform="tpu", device_kind=case["device_kind"],
                        process_index=process, coords=(a, b, c), core_on_chip=core,
                        slice_index=s))
        process += 1
    return devices


def plain_devices(case):
    count = math.prod(case["extent"]) * case["slices"]
    per_slice = math.prod(case["extent"])
    made = []
    for i in range(count):
        attributes = dict(id=i, platform=case["platform"], device_kind=case["device_kind"],
                          process_index=i // case["process_devices"])
        if case["platform"] == "gpu":
            made.append(Device(slice_index=i // per_slice, **attributes))
        else:
            made.append(HostDevice(**attributes))
    return made


def reorder(devices, order):
    words = order.split()
    if not words:
        return devices
    if words[0] == "reversed":
        return devices[::-1]
    if words[0] == "first":
        return devices[:int(words[1])]
    if words[0] == "last":
        return devices[-int(words[1]):]
    if words[0] == "duplicate":
        return [devices[0]] + devices[:-1]
    start = [int(w) for w in words[1:4]]
    extent = [int(w) for w in words[4:7]]
    return [d for d in devices
            if all(s <= c < s + e for c, s, e in zip(d.coords, start, extent))]


def fnv1a(text):
    value = 14695981039346656037
    for byte in text.encode():
        value = (value ^ byte) * 1099511628211 % 2**64
    return value


def build(case, devices):
    shape = tuple(case["mesh_shape"])
    if "dcn_mesh_shape" in case:
        return public.create_hybrid_device_mesh(
            shape, tuple(case["dcn_mesh_shape"]), devices,
            process_is_granule=case["process_is_granule"],
            should_sort_granules_by_key=not case["granules_as_listed"],
            allow_split_physical_axes=case["allow_split"])
    return public.create_device_mesh(
        shape, devices, contiguous_submeshes=case["contiguous"],
        allow_split_physical_axes=case["allow_split"])


class Watch:
    """Keeps the assignment that the framework makes, for the first granule of a hybrid mesh."""

    def __enter__(self):
        self.found = None
        self.create = internal.create_device_mesh
        self.torus = internal._create_device_mesh_for_nd_torus
        self.splitting = internal._create_device_mesh_for_nd_torus_splitting_axes
        split = []
        created = []

        def create(*args, **keywords):
            mesh = self.create(*args, **keywords)
            created.append(True)
            return mesh

        def splitting(*args, **keywords):
            split.append(True)
            return self.splitting(*args, **keywords)

        def torus(physical, *args, **keywords):
            mesh, assignment = self.torus(physical, *args, **keywords)
            if not created:
                self.found = (list(physical.shape), assignment.tolist(), bool(split))
            return mesh, assignment

        internal.create_device_mesh = create
        internal._create_device_mesh_for_nd_torus = torus
        internal._create_device_mesh_for_nd_torus_splitting_axes = splitting
        return self

    def __exit__(self, *unused):
        internal.create_device_mesh = self.create
        internal._create_device_mesh_for_nd_torus = self.torus
        internal._create_device_mesh_for_nd_torus_splitting_axes = self.splitting


def record(case):
    devices = tpu_devices(case) if case["platform"] == "tpu" else plain_devices(case)
    devices = reorder(devices, case["order"])
    answer = dict(release=jax.__version__, **case)
    try:
        with Watch() as watch:
            mesh = build(case, devices)
        ids = [d.id for d in mesh.reshape(-1)]
    except Exception as error:
        lines = str(error).splitlines()
        return dict(answer, error=type(error).__name__, message=lines[0] if lines else "")
    answer["shape"] = list(mesh.shape)
    if watch.found:
        physical, assignment, split = watch.found
        answer.update(path="split" if split else "whole", physical=physical,
                      assignment=assignment)
    else:
        answer["path"] = "ring" if case["platform"] == "tpu" else "listed"
    if len(ids) <= 64:
        answer["ids"] = ids
    else:
        answer["ids_hash"] = "%016x" % fnv1a(",".join(map(str, ids)))
    return answer


SLICES = {
    "TPU v2": [(2, 2, 1), (4, 4, 1), (8, 8, 1)],
    "TPU v3": [(2, 2, 1), (4, 4, 1), (8, 8, 1), (4, 8, 1)],
    "TPU v4": [(1, 1, 1), (2, 2, 1), (2, 2, 2), (2, 2, 4), (2, 4, 4), (4, 4, 4), (4, 4, 8),
               (4, 8, 8), (8, 8, 8), (4, 4, 12), (4, 4, 20), (4, 12, 28), (8, 8, 12), (8, 8, 20)],
    "TPU v4 lite": [(1, 1, 1), (2, 2, 1)],
    "TPU v5 lite": [(1, 1, 1), (2, 2, 1), (2, 4, 1), (4, 2, 1), (2, 2, 2), (4, 4, 1), (4, 8, 1),
                    (8, 8, 1), (8, 16, 1), (16, 16, 1)],
    "TPU8i": [(2, 2, 1), (2, 2, 2), (4, 4, 1)],
    "TPU7x": [(1, 1, 1), (2, 2, 1), (2, 2, 2), (2, 2, 4), (2, 4, 4), (4, 4, 4), (4, 4, 8),
              (4, 4, 1), (2, 4, 1), (8, 8, 4)],
}
SLICES["TPU v5e"] = SLICES["TPU v6 lite"] = SLICES["TPU v6e"] = SLICES["TPU v5 lite"]
SLICES["TPU v5"] = SLICES["TPU v5p"] = SLICES["TPU v4"]
SLICES["TPU7"] = SLICES["TPU7x"]
TWO_CORES = ("TPU v2", "TPU v3", "TPU7x", "TPU7", "TPU8i")


def random_shape(draw, count):
    """Sizes that multiply to count, in random order, with some sizes of 1."""
    sizes = [1] * draw.choice([1, 2, 2, 3, 3, 3, 4, 5])
    divisor = 2
    while count > 1:
        while count % divisor == 0:
            sizes[draw.randrange(len(sizes))] *= divisor
            count //= divisor
        divisor += 1
    return sizes


def random_order(draw, case):
    if case["platform"] != "tpu" or draw.random() < 0.85:
        return ""
    x, y, z = case["extent"]
    count = x * y * z * case["cores"]
    kind = draw.choice(["reversed", "first", "last", "duplicate", "part", "part"])
    if kind in ("first", "last"):
        return f"{kind} {draw.choice([n for n in (1, 2, 4, 8, 16, 32) if n <= count])}"
    if kind != "part":
        return kind
    start = [draw.randrange(n) for n in (x, y, z)]
    extent = [draw.randint(1, n - s) for n, s in zip((x, y, z), start)]
    return "part " + " ".join(map(str, start + extent))


def random_case(draw):
    platform = draw.choice(["tpu"] * 18 + ["gpu", "cpu"])
    case = {"platform": platform}
    if platform == "tpu":
        kind = draw.choice(sorted(SLICES))
        cores = 2 if kind in TWO_CORES else 1
        if kind == "TPU v5p" and draw.random() < 0.3:
            cores = 2
        elif draw.random() < 0.03:
            cores = 3 - cores
        case.update(device_kind=kind, extent=list(draw.choice(SLICES[kind])), cores=cores)
    else:
        kind = "NVIDIA H100" if platform == "gpu" else "cpu"
        case.update(device_kind=kind, extent=[draw.choice([4, 8, 16, 24, 32]), 1, 1], cores=1)
    case.update(slices=1, process_devices=8, order=random_order(draw, case), contiguous=False,
                allow_split=draw.random() < 0.5)
    hybrid = draw.random() < 0.15
    if hybrid:
        case.update(slices=draw.choice([1, 2, 3, 4, 6]), order="",
                    process_is_granule=draw.random() < 0.25,
                    granules_as_listed=draw.random() < 0.1)
    else:
        case["contiguous"] = draw.random() < 0.06
    devices = tpu_devices(case) if platform == "tpu" else plain_devices(case)
    devices = reorder(devices, case["order"])
    count = len(devices)
    if hybrid:
        key = "process_index" if case["process_is_granule"] else "slice_index"
        granules = len({getattr(d, key, 0) for d in devices})
        case["dcn_mesh_shape"] = random_shape(draw, granules + (draw.random() < 0.05))
        count = count // granules
    case["mesh_shape"] = random_shape(draw, count + (draw.random() < 0.03))
    return case


def named_cases():
    def case(kind, extent, shape, cores=1, **more):
        return dict(dict(platform="tpu", device_kind=kind, extent=extent, cores=cores, slices=1,
                         process_devices=8, order="", contiguous=False, allow_split=False,
                         mesh_shape=shape), **more)

    yield case("TPU v4", [2, 2, 1], [])
    yield case("TPU v4", [1, 1, 1], [])
    yield case("TPU v3", [1, 1, 1], [])
    yield case("TPU v4", [2, 2, 1], [-2, -2])
    yield case("TPU v4", [2, 2, 1], [-1, -1, 4])
    yield case("TPU v3", [2, 2, 1], [-2, -4], cores=2)
    yield case("TPU v4", [4, 4, 4], [-1, -8, 8], allow_split=True)
    yield case("TPU v4", [2, 2, 1], [0, 4])
    yield case("TPU v4", [4, 4, 4], [1] * 18 + [2, 16, 2], allow_split=True)
    yield case("TPU v4", [4, 4, 4], [1] * 19 + [2, 16, 2], allow_split=True)
    yield case("TPU v4", [2, 2, 1], [2, 2], cores=2, order="first 4")
    yield case("TPU v4", [2, 2, 1], [4], order="duplicate")
    yield case("TPU v4", [2, 2, 1], [3], order="first 3")
    yield case("TPU v4", [2, 2, 1], [2, 1], order="last 2")
    for shape in ([14, 8], [2, 56], [8, 14], [28, 4], [4, 28]):
        yield case("TPU v4", [4, 28, 1], shape, allow_split=True)
    for order, shape in (("", [16]), ("last 8", [8]), ("last 4", [4]), ("last 2", [2])):
        yield case("TPU v5p", [2, 2, 2], shape, cores=2, order=order)
    for order, shape in (("", [8]), ("last 4", [4]), ("last 2", [2])):
        yield case("TPU v5p", [2, 2, 2], shape, order=order)
    for extent, shape in (([2, 2, 1], [2, 4]), ([2, 2, 2], [4, 4]), ([2, 2, 4], [32]),
                          ([4, 4, 1], [32]), ([2, 4, 4], [8, 8]), ([4, 4, 8], [8, 1, 2, 16])):
        yield case("TPU7x", extent, shape, cores=2)
    for topology, shape in (([2, 2, 1], [2, 2]), ([2, 2, 4], [4, 4]), ([4, 4, 4], [1, 16, 4, 1]),
                            ([4, 8, 8], [64, 4]), ([4, 8, 8], [4, 64]), ([8, 8, 8], [64, 8]),
                            ([8, 16, 16], [256, 8]), ([8, 16, 16], [8, 256]),
                            ([4, 4, 8], [16, 8]), ([4, 8, 8], [1, 128, 2])):
        yield case("TPU v4", topology, shape, contiguous=True)
    hybrid = dict(process_is_granule=False, granules_as_listed=False)
    yield case("TPU v4", [2, 2, 1], [2, 2], slices=4, dcn_mesh_shape=[2, 2], **hybrid)
    yield case("TPU v4", [2, 2, 1], [4], slices=2, dcn_mesh_shape=[2, 1], **hybrid)
    yield case("TPU v4", [2, 2, 1], [1, 2, 2], slices=4, dcn_mesh_shape=[4, 1], **hybrid)
    yield case("TPU v4", [2, 2, 1], [2, 2], slices=1, dcn_mesh_shape=[], **hybrid)
    yield case("TPU v4", [2, 2, 1], [2, 2], slices=2, dcn_mesh_shape=[3, 1], **hybrid)
    yield case("TPU v4", [2, 2, 1], [2, 3], slices=2, dcn_mesh_shape=[2, 1], **hybrid)
    yield case("TPU v4", [2, 2, 1], [2, 2], slices=2, dcn_mesh_shape=[-1, -2], **hybrid)
    yield case("TPU v4", [2, 2, 2], [2, 2], dcn_mesh_shape=[2, 1], process_is_granule=True,
               granules_as_listed=True)
    yield dict(case("cpu", [8, 1, 1], [4]), platform="cpu", dcn_mesh_shape=[2], **hybrid)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--named", action="store_true")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    cases = list(named_cases()) if options.named else []
    cases += [random_case(draw) for _ in range(options.count)]
    for case in cases:
        print(json.dumps(record(case), separators=(",", ":")))


if __name__ == "__main__":
    main()
