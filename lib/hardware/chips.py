#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""chips.py FILE.yaml OUT.c: makes the table of chips, which lib/hardware/chip.h declares, of specs/hardware.yaml.

The YAML is read line by line in the one form that the file has: chips, their keys, and a figure a line.
"""
import pathlib
import re
import sys

NUMBERS = {"cores_per_chip": "cores", "devices_per_chip": "devices", "chips_per_host": "chips_per_host",
           "largest_slice": "largest_slice", "torus_axes": "torus_axes", "node_chips": "node_chips"}
CUBES = "and all multiples of 4, ascending"


def texts(items):
    return "{" + ", ".join(f'"{item}"' for item in items) + "}"


def slices(items):
    shapes = [item.split("x") + ["1"] for item in items if item != CUBES]
    return "{" + ", ".join("{" + ", ".join(shape[:3]) + "}" for shape in shapes) + "}"


def members(key, value):
    """The members of struct chip that a key gives."""
    items = value.strip("[]").split(", ", value.count(",") - 1 if CUBES in value else -1)
    length = re.match(r"axes of length (\d+)$", value)
    if key in NUMBERS:
        return [f".{NUMBERS[key]} = {int(value)}"]
    if key in ("names", "device_kinds"):
        return [f".{key} = {texts(items)}"]
    if key == "slices":
        return [f".slices = {slices(items)}"]
    if key == "wraps" and length:
        return [".wrap = WRAP_FULL_AXIS", f".full_axis = {length[1]}"]
    known = {"platform: tpu": [], "platform: gpu": [".platform = PLATFORM_GPU"],
             "platform: other": [".platform = PLATFORM_OTHER"],
             "type_counts: chips": [], "type_counts: cores": [".type_counts_cores = true"],
             "twists: false": [], "twists: true": [".twists = true"], "figures: {}": [], "figures: ": [],
             "wraps: all axes, when each is a multiple of 4": [".wrap = WRAP_CUBES"]}
    return [f".remark = {value}"] if key == "remark" else known[f"{key}: {value}"]


def main():
    source, out = map(pathlib.Path, sys.argv[1:])
    chips, units = [], {}
    for line in source.read_text().splitlines():
        figure = re.match(r'    (\w+): \{value: ([^,]+), unit: ("[^"]*"), source: ("[^"]*")\}$', line)
        key = re.match(r"  (\w+):(?: (.*))?$", line)
        if figure:
            name, value, unit, told = figure.groups()
            if units.setdefault(name, unit) != unit:
                sys.exit(f"{source}: {name} has two units")
            chips[-1].append(f".figures[FIGURE_{name.upper()}] = {{{value}, {told}}}")
        elif key:
            chips[-1] += members(key[1], key[2] or "")
        elif re.match(r"\w+:$", line):
            chips.append([])
        elif not line.startswith("#"):
            sys.exit(f"{source}: not in the form of the file: {line}")
    rows = "".join("    {" + ",\n     ".join(chip) + "},\n" for chip in chips)
    fields = "".join(f'    [FIGURE_{name.upper()}] = {{"{name}", {unit}}},\n' for name, unit in units.items())
    out.write_text("/* SPDX-License-Identifier: Apache-2.0 */\n"
                   f"/* Made by lib/hardware/chips.py of specs/{source.name}. */\n"
                   '#include "hardware/chip.h"\n\n'
                   f"const struct figure_field chip_figure_fields[FIGURES] = {{\n{fields}}};\n\n"
                   f"const struct chip chip_table[] = {{\n{rows}}};\n\n"
                   "const uint32_t chip_count = sizeof chip_table / sizeof *chip_table;\n")


main()
