#!/usr/bin/env python3
"""Records the collectives that the SPMD partitioner of an installed jaxlib inserts for reshards.

    python3 record_reshard.py CASES.jsonl > recorded.jsonl

A case says `mesh` ([[name, size], ...], major first), `shape`, `dtype`, and `from` and `to`: per
dimension null, an axis, or a list of axes, major first. The answer repeats the case and adds
`jaxlib`, `collectives` (in program order, as they stand right after the pass spmd-partitioning) and
`involuntary_remat` (the partitioner warned), or `signal` when the compiler process died. Shardings
go in as classic mhlo.sharding attributes, which allow uneven shards (--named: as Shardy
shardings through jit, which do not). Runs on CPU with virtual devices; nothing is executed.
"""
import argparse
import glob
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

BYTES = {"pred": 1, "s8": 1, "u8": 1, "s16": 2, "u16": 2, "bf16": 2, "f16": 2, "s32": 4, "u32": 4,
         "f32": 4, "s64": 8, "u64": 8, "f64": 8, "c64": 8, "c128": 16}
MLIR_TYPES = {"s8": "i8", "u8": "ui8", "s32": "i32", "u32": "ui32", "s64": "i64", "pred": "i1"}
KINDS = "all-gather|all-to-all|all-reduce|collective-permute|reduce-scatter"
INSTRUCTION = re.compile(r"= (\(?[^=]*?) (" + KINDS + r")\((.*?)\)(.*)$")


def axes_of(entry):
    return [] if entry is None else [entry] if isinstance(entry, str) else list(entry)


def hlo_sharding(mesh, spec):
    """The HloSharding text of a PartitionSpec on a mesh."""
    sizes = {name: size for name, size in mesh if size > 1}
    names = list(sizes)
    dims = [[a for a in axes_of(e) if a in sizes] for e in spec]
    used = [a for d in dims for a in d]
    if not used:
        return "{replicated}"
    tiles = [math.prod(sizes[a] for a in d) for d in dims]
    rest = [a for a in names if a not in used]
    order = [names.index(a) for a in used + rest]
    suffix = ""
    if rest:
        tiles.append(math.prod(sizes[a] for a in rest))
        suffix = " last_tile_dim_replicate"
    turned = "T(%s)" % ",".join(map(str, order)) if len(order) > 1 else ""
    return "{devices=[%s]<=[%s]%s%s}" % (
        ",".join(map(str, tiles)), ",".join(str(sizes[n]) for n in names), turned, suffix)


def module_text(case, name):
    kind = "tensor<%s%s>" % ("".join("%dx" % s for s in case["shape"]),
                             MLIR_TYPES.get(case["dtype"], case["dtype"]))
    count = math.prod(size for _, size in case["mesh"])
    shardings = [hlo_sharding(case["mesh"], case[end]) for end in ("from", "to")]
    return """module @%s attributes {mhlo.num_partitions = %d : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%%arg0: %s {mhlo.sharding = "%s"}) -> (%s {mhlo.sharding = "%s"}) {
    return %%arg0 : %s
  }
}
""" % (name, count, kind, shardings[0], kind, shardings[1], kind)


def ids_of_v2(text):
    """The groups of "[2,4]<=[4,2]T(1,0)"."""
    import numpy as np
    tiles, dims, order = re.match(r"\[([\d,]+)\]<=\[([\d,]+)\](?:T\(([\d,]+)\))?", text).groups()
    numbers = [[int(x) for x in part.split(",")] if part else None for part in (tiles, dims, order)]
    ids = np.arange(math.prod(numbers[1])).reshape(numbers[1])
    if numbers[2]:
        ids = ids.transpose(numbers[2])
    return ids.reshape(numbers[0]).tolist()


def ids_of_mesh(text):
    """The groups of "mesh['a'=4,'b'=2], device_ids=([2,4]T(1,0)) {'a':(2)2}"; ids may be listed."""
    import numpy as np
    axes = [(n, int(s)) for n, s in re.findall(r"'([^']+)'=(\d+)", text)]
    sizes = [s for _, s in axes]
    ids = np.arange(math.prod(sizes))
    ordered = re.search(r"device_ids=\(\[([\d,]+)\](?:T\(([\d,]+)\))?\)", text)
    if ordered:
        ids = ids.reshape([int(x) for x in ordered.group(1).split(",")])
        if ordered.group(2):
            ids = ids.transpose([int(x) for x in ordered.group(2).split(",")])
    listed = re.search(r"device_ids=\(([\d,]+)\)", text)
    if listed:
        ids = np.array([int(x) for x in listed.group(1).split(",")])
    view, grouped = [], []
    runs = re.findall(r"'([^']+)'(?::\((\d+)\)(\d+))?", text[text.rindex("{"):])
    places = {}
    for name, size in axes:
        cuts = sorted((int(p), int(s)) for n, p, s in runs if n == name and p)
        parts, at = [], 1
        for pre, part in cuts:
            parts += [(pre // at, None), (part, pre)]
            at = pre * part
        parts.append((size // at, 1 if not cuts else None))
        for part, key in parts:
            places[name, key] = len(view)
            view.append(part)
    for name, pre, _ in runs:
        grouped.append(places[name, int(pre) if pre else 1])
    rest = [i for i in range(len(view)) if i not in grouped]
    count = math.prod(view[i] for i in grouped)
    return ids.reshape(view).transpose(rest + grouped).reshape(-1, count).tolist()


def groups_of(text):
    found = re.search(r"replica_groups=(\{\{.*?\}\}|\[[\d,]+\]<=\S+?(?=, |$)|mesh\[.*?\}(?=, |$))",
                      text)
    groups = found.group(1)
    if groups.startswith("{{"):
        return [[int(x) for x in g.split(",")] for g in re.findall(r"\{([\d,]+)\}", groups)]
    return ids_of_v2(groups) if groups.startswith("[") else ids_of_mesh(groups)


def bytes_of(shapes):
    total = 0
    for kind, dims in re.findall(r"\b([a-z]+\d*)\[([\d,]*)\]", shapes):
        total += BYTES[kind] * math.prod(int(d) for d in dims.split(",") if d)
    return total


def collectives_of(hlo):
    shapes, found = {}, []
    for line in hlo.splitlines():
        defined = re.match(r"\s*(?:ROOT )?%?(\S+) = (\(.*?\)|\S+) ", line)
        if defined:
            shapes[defined.group(1)] = defined.group(2)
        match = INSTRUCTION.search(line)
        if not match:
            continue
        result, kind, operands, rest = match.groups()
        typed = re.findall(r"%?([\w.\-]+)(?:,|$)", operands)
        operand = " ".join(shapes.get(name, "") for name in typed)
        step = {"kind": kind, "operand_bytes_per_device": bytes_of(operand),
                "result_bytes_per_device": bytes_of(result)}
        dims = re.search(r"dimensions=\{([\d,]*)\}", rest)
        step["dims"] = [int(d) for d in dims.group(1).split(",")] if dims else []
        if kind == "collective-permute":
            pairs = re.search(r"source_target_pairs=\{(\{.*?\})\}", rest).group(1)
            step["pairs"] = [[int(a), int(b)] for a, b in re.findall(r"\{(\d+),(\d+)", pairs)]
        else:
            step["groups"] = groups_of(rest)
        found.append(step)
    return found


def compile_classic(case, name):
    import jax
    from jaxlib import xla_client
    count = math.prod(size for _, size in case["mesh"])
    options = xla_client.CompileOptions()
    options.num_partitions = count
    options.num_replicas = 1
    build = options.executable_build_options
    build.num_partitions = count
    build.num_replicas = 1
    build.use_spmd_partitioning = True
    build.use_shardy_partitioner = False
    import numpy as np
    build.device_assignment = xla_client.DeviceAssignment.create(
        np.arange(count).reshape(1, count))
    client = jax.devices()[0].client
    devices = xla_client.DeviceList(tuple(jax.devices()[:count]))
    client.compile_and_load(module_text(case, name), devices, options)


def compile_named(case, name):
    import jax
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec
    sizes = [size for _, size in case["mesh"]]
    devices = np.array(jax.devices()[:math.prod(sizes)]).reshape(sizes)
    mesh = Mesh(devices, [n for n, _ in case["mesh"]])
    ends = [NamedSharding(mesh, PartitionSpec(*[tuple(e) if isinstance(e, list) else e
                                                for e in case[end]])) for end in ("from", "to")]

    def same(x):
        return x

    same.__name__ = name
    dtype = {"f32": "float32", "bf16": "bfloat16", "s32": "int32"}[case["dtype"]]
    argument = jax.ShapeDtypeStruct(case["shape"], dtype, sharding=ends[0])
    jax.jit(same, in_shardings=ends[0], out_shardings=ends[1]).lower(argument).compile()


def worker(cases, start, named):
    """Answers cases from `start` on, one line each, with C++ warnings read from standard error."""
    folder = tempfile.mkdtemp(prefix="reshard")
    os.environ["XLA_FLAGS"] = ("--xla_force_host_platform_device_count=64 --xla_dump_to=%s "
                               "--xla_dump_hlo_pass_re=^spmd-partitioning$" % folder)
    os.environ["JAX_PLATFORMS"] = "cpu"
    log = os.open(os.path.join(folder, "log"), os.O_RDWR | os.O_CREAT | os.O_APPEND)
    out = os.fdopen(os.dup(1), "w")
    os.dup2(log, 2)
    import jaxlib.version
    for number, case in enumerate(cases[start:], start):
        begin = os.fstat(log).st_size
        name = "case_%d" % number
        (compile_named if named else compile_classic)(case, name)
        dumps = glob.glob(os.path.join(folder, "*%s.*after_spmd-partitioning*" % name))
        hlo = open(dumps[0]).read() if dumps else ""
        warnings = os.pread(log, os.fstat(log).st_size - begin, begin).decode()
        answer = dict(case, jaxlib=jaxlib.version.__version__, collectives=collectives_of(hlo),
                      involuntary_remat="full rematerialization" in warnings)
        out.write(json.dumps(answer) + "\n")
        out.flush()
        for path in glob.glob(os.path.join(folder, "module*")):
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases")
    parser.add_argument("--named", action="store_true")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    cases = [json.loads(line) for line in open(options.cases) if line.strip()]
    if options.worker is not None:
        worker(cases, options.worker, options.named)
        return
    done = 0
    while done < len(cases):
        command = [sys.executable, __file__, options.cases, "--worker", str(done)]
        run = subprocess.Popen(command + ["--named"] * options.named, stdout=subprocess.PIPE,
                               text=True)
        for line in run.stdout:
            sys.stdout.write(line)
            done += 1
        if run.wait() == 0:
            break
        if run.returncode > 0:
            sys.exit("case %d could not be compiled: %s" % (done, json.dumps(cases[done])))
        print(json.dumps(dict(cases[done], signal=signal.Signals(-run.returncode).name)))
        done += 1


if __name__ == "__main__":
    main()
