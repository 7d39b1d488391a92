#!/usr/bin/env python3
"""Writes large specs for the benchmark, the same on every run.

    python3 generate.py map|line|small COUNT PATH

`map` is a model of COUNT parameters written as maps, `line` the same as one-line types; `small` makes a folder
PATH with COUNT files of a few tensors each.
"""
import os
import sys

MESH = "framework: jax==0.12.0.1\nmesh: {data: 8, fsdp: 16, model: 8}\ndims: {embed: 8192, mlp: 28672, heads: 64}\ntensors:\n"

WEIGHTS = [
    ("attention.wq.kernel", ["embed", "heads*128"], ["fsdp", "model"]),
    ("attention.wk.kernel", ["embed", "1024"], ["fsdp", "model"]),
    ("attention.wo.kernel", ["heads*128", "embed"], ["model", "fsdp"]),
    ("mlp.gate_proj.kernel", ["embed", "mlp"], ["fsdp", "model"]),
    ("mlp.down_proj.kernel", ["mlp", "embed"], ["model", "fsdp"]),
    ("mlp.experts.kernel", ["64", "embed", "mlp"], [["data", "model"], "fsdp", None]),
    ("input_norm.scale", ["embed"], [None]),
    ("post_norm.scale", ["embed"], [None]),
]


def axes(entry):
    return "null" if entry is None else entry if isinstance(entry, str) else "[" + ", ".join(entry) + "]"


def as_map(name, shape, spec):
    return "  %s: {shape: [%s], dtype: bfloat16, spec: [%s], kind: param}\n" % (
        name, ", ".join(shape), ", ".join(axes(entry) for entry in spec))


def as_line(name, shape, spec):
    sizes = [size if entry is None else size + "@" + (entry if isinstance(entry, str) else "(" + ",".join(entry) + ")")
             for size, entry in zip(shape, spec)]
    return "  %s: bf16[%s]\n" % (name, ", ".join(sizes))


def tensors(count, write):
    for number in range(count):
        name, shape, spec = WEIGHTS[number % len(WEIGHTS)]
        yield write("model.layers.%d.%s" % (number // len(WEIGHTS), name), shape, spec)


def main():
    form, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    if form == "small":
        os.makedirs(path, exist_ok=True)
        for number in range(count):
            with open(os.path.join(path, "%05d.yaml" % number), "w", encoding="utf-8") as file:
                file.write(MESH + "".join(tensors(8, as_map)))
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(MESH)
        file.writelines(tensors(count, as_map if form == "map" else as_line))


if __name__ == "__main__":
    main()
