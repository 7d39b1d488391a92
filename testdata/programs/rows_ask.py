"""Answers for rows.py: reads rows from standard input as JSON and prints what this JAX says of each."""
import json
import re
import sys

import record
import jax

SHORT = {"float": "f", "bfloat": "bf", "int": "i", "uint": "u", "complex": "c"}


def short(dtype):
    return re.sub(r"^(float|bfloat|int|uint|complex)(\d+)", lambda m: SHORT[m[1]] + m[2], dtype)


def entry(size, axes):
    if axes is None:
        return str(size)
    return f"{size}@{axes}" if isinstance(axes, str) else f"{size}@({','.join(axes)})"


def type_text(array):
    spec = array["spec"] or [None] * len(array["shape"])
    sets = [f"{letter}:{','.join(array[key])}" for letter, key in (("U", "unreduced"), ("R", "reduced"))
            if array.get(key)]
    return f"{short(array['dtype'])}[{','.join(map(entry, array['shape'], spec))}]" + \
        (f"{{{', '.join(sets)}}}" if sets else "")


def tensor(text):
    """"f32[8@x,4@(x,y)]" as the spec of record.py."""
    brief, inside = re.fullmatch(r"(\w+)\[(.*)\]", text).groups()
    long = {short(d): d for d in ("float16", "float32", "float64", "bfloat16", "int4", "int8", "int16", "int32", "int64",
                                  "uint4", "uint8", "uint16", "uint32", "uint64", "complex64", "complex128")}
    shape, spec = [], []
    for size, axes in re.findall(r"(\d+)(?:@(\w+|\([^)]*\)))?", inside):
        shape.append(int(size))
        names = re.findall(r"\w+", axes)
        spec.append(None if not names else names[0] if len(names) == 1 else tuple(names))
    return {"shape": shape, "dtype": long.get(brief, brief), "spec": f"P(*{spec!r})"}


def yaml_of(row):
    _, mesh, tensors, program, _ = row
    kind, axes, types = "explicit", {}, {}
    for word in mesh.split():
        if "=" in word:
            name, size = word.split("=")
            axes[name], types[name] = int(size), kind
        else:
            kind = word
    named = dict(part.strip().split(" ", 1) for part in tensors.split(";") if part.strip())
    return json.dumps({"mesh": {"axes": axes, "types": types}, "program": program,
                       "tensors": {name: tensor(text.replace(" ", "")) for name, text in named.items()}})


def says(row):
    answer = record.run({"yaml": yaml_of(row)})
    if answer["verdict"] == "error":
        message = answer["error"]["message"].removesuffix("<src>")  # the source line, which differs
        return f"{answer['error']['type']}: {message}"
    arrays = {**answer["values"], **answer.get("nested", {})}
    return "; ".join(sorted(f"{name} {type_text(array)}" for name, array in arrays.items()))


if sys.argv[1] != jax.__version__:
    sys.exit(f"this is JAX {jax.__version__}, not {sys.argv[1]}")
print(json.dumps([says(row) for row in json.load(sys.stdin)]))
