#!/usr/bin/env python3
"""Writes the placement questions that record_place.py asks of JAX: random, from a fixed seed.

    python3 make_cases.py > cases.jsonl

Specs are drawn so that every defect is common: axes used twice, axes the mesh lacks, specs longer than
the rank, indivisible and empty dimensions, UNCONSTRAINED, unreduced axes, mixed axis types, and the
rank-exact PositionalSharding of JAX up to 0.6.2.
"""
import json
import random

MESHES = [
    [["x", 2]], [["x", 4]], [["x", 2], ["y", 2]], [["x", 2], ["y", 4]], [["x", 4], ["y", 1]],
    [["data", 2], ["model", 4]], [["x", 1], ["y", 3]], [["a", 2], ["b", 2], ["c", 2]],
    [["data", 2], ["fsdp", 3], ["tensor", 2]], [["x", 1]],
]


def entry(rng, names, wild):
    roll = rng.random()
    if roll < 0.34:
        return None
    if roll < 0.72:
        return rng.choice(names)
    if roll < 0.72 + wild:
        return rng.choice(["q", "*", [], [rng.choice(names), None]])
    return rng.sample(names, rng.randint(1, min(2, len(names))))


def place(rng, number):
    mesh = rng.choice(MESHES)
    names = [n for n, _ in mesh]
    rank = rng.randint(0, 4)
    shape = [rng.choice([0, 1, 2, 3, 4, 6, 8, 12]) for _ in range(rank)]
    spec = [entry(rng, names, 0.06) for _ in range(max(0, rank + rng.choice([0, 0, 0, -1, -1, 1, 2])))]
    if rng.random() < 0.15:
        spec += [None] * rng.randint(1, 2)
    case = {"id": number, "kind": "place", "mesh": mesh, "shape": shape, "spec": spec}
    roll = rng.random()
    if roll < 0.45:
        case["axis_types"] = "".join(rng.choice("eee" "eaam") for _ in mesh) if roll < 0.25 else "e" * len(mesh)
    if rng.random() < 0.12:
        case["unreduced"] = rng.sample(names, 1)
    if rng.random() < 0.06:
        case["reduced"] = rng.sample(names, 1)
    return case


ODD_ENTRIES = [
    [["x", "y"]], [["x"], "y"], ["x", ["y", None]], ["x", "*"], [None], ["x", "x"], ["q", "q"], [[]], ["q", None],
    "*", None, "x", "y", "q", ["y", "x"], ["y", "q"],
]
ODD_SETS = [[], ["x"], ["y"], ["q"], ["x", "y"], [None]]


def odd(rng, number):
    """Entries and keyword arguments that few people write: nested tuples, None and UNCONSTRAINED in a tuple."""
    case = {"id": number, "kind": "place", "mesh": [["x", 2], ["y", 2]], "shape": rng.choice([[4, 4, 4], [4, 4], [3, 8, 1]]),
            "spec": [rng.choice(ODD_ENTRIES) for _ in range(rng.randint(1, 2))]}
    case["axis_types"] = rng.choice(["aa", "ee", "ae", "ea", "em", "me", "am", "mm"]) if rng.random() < 0.6 else "aa"
    for keyword in ("unreduced", "reduced"):
        if rng.random() < 0.25:
            case[keyword] = rng.choice(ODD_SETS)
    return case


def positional(rng, number):
    shape = rng.choice([[8, 1], [4, 2], [2, 2, 2], [8], [1, 8], [2, 1, 4]])
    calls = []
    roll = rng.random()
    if roll < 0.3:
        calls.append(["replicate", [], {}])
    elif roll < 0.5:
        calls.append(["replicate", [rng.randrange(len(shape))], {}])
    elif roll < 0.6:
        calls.append(["replicate", [0], {"keepdims": False}])
    elif roll < 0.75:
        calls.append(["reshape", rng.choice([[8], [2, 4], [4, 1, 2], [3, 3]]), {}])
    rank = rng.randint(0, 3)
    return {"id": number, "kind": "place", "positional": shape, "calls": calls,
            "shape": [rng.choice([1, 2, 3, 4, 8, 16]) for _ in range(rank)]}


def mesh(rng, number):
    names = rng.choice([["x"], ["x", "y"], ["x", "y", "z"], ["x", "x"], ["x", None]])
    sizes = [rng.choice([1, 2, 2, 3, 4, -1, 0]) if rng.random() < 0.9 else 8
             for _ in range(max(1, len(names) + rng.choice([0, 0, 0, 0, -1, 1])))]
    case = {"id": number, "kind": "mesh", "axis_names": names, "axis_sizes": sizes,
            "api": rng.choice(["make_mesh", "create_device_mesh"]),
            "n_devices": rng.choice([1, 2, 4, 6, 8, 12, 16])}
    if rng.random() < 0.15 and case["api"] == "make_mesh":
        case["axis_types"] = rng.choice(["a", "ae", "e", "aee"])
    return case


def main():
    rng = random.Random(20260)
    makers = [place] * 900 + [positional] * 160 + [mesh] * 160 + [odd] * 280
    for number, make in enumerate(makers):
        print(json.dumps(make(rng, number), sort_keys=True))


if __name__ == "__main__":
    main()
