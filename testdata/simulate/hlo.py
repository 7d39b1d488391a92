"""Reads HLO text as XLA prints it before partitioning: computations of instructions with their shardings.

The grammar is that of HloModule::ToString; only what the simulation needs is kept.
"""
import math
import re

import numpy as np

BYTES = {"pred": 1, "s8": 1, "u8": 1, "s16": 2, "u16": 2, "s32": 4, "u32": 4, "s64": 8, "u64": 8, "f16": 2,
         "bf16": 2, "f32": 4, "f64": 8, "c64": 8, "c128": 16, "s4": 1, "u4": 1, "f8e4m3fn": 1, "f8e5m2": 1}


class Unsupported(Exception):
    """Something that the simulation does not do; the text says what."""


class Shape:
    """An array, or a tuple of shapes."""

    def __init__(self, kind, dims=(), elements=None):
        self.kind, self.dims, self.elements = kind, tuple(dims), elements

    def leaves(self):
        if self.elements is None:
            return [self]
        return [leaf for element in self.elements for leaf in element.leaves()]

    def bytes(self):
        return BYTES[self.kind]


class Layout:
    """Which devices hold which part of an array: tiles along each dimension, devices row-major over them, those with
    the same tile one after the other."""

    def __init__(self, tiles, devices):
        self.tiles, self.devices = tuple(tiles), list(devices)
        self.copies = len(self.devices) // max(1, math.prod(self.tiles))

    def position(self, device):
        """The tile of a device along each dimension."""
        return np.unravel_index(self.devices.index(device) // self.copies, self.tiles) if self.tiles else ()


class Instruction:
    """One line of a computation."""

    def __init__(self, name, shape, opcode, operands, attributes, line, root):
        self.name, self.shape, self.opcode, self.operands = name, shape, opcode, operands
        self.attributes, self.line, self.root = attributes, line, root

    def integers(self, key, default=()):
        """A list of numbers as an attribute, {0,1}."""
        text = self.attributes.get(key)
        return [int(n) for n in re.findall(r"-?\d+", text)] if text is not None else list(default)

    def called(self):
        """The computations that it calls, by name."""
        names = []
        for key in ("to_apply", "condition", "body", "true_computation", "false_computation", "branch_computations",
                    "calls"):
            names += re.findall(r"%?([\w.\-]+)", self.attributes.get(key, ""))
        return names


class Computation:
    """Instructions in program order."""

    def __init__(self, name):
        self.name, self.instructions, self.root = name, [], None


class Module:
    """Computations by name."""

    def __init__(self):
        self.computations, self.entry, self.devices = {}, None, 1


def split_top(text, separator=","):
    """The parts between separators that are in no brackets."""
    parts, depth, start = [], 0, 0
    quoted = False
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif c in "({[":
            depth += 1
        elif c in ")}]":
            depth -= 1
        elif c == separator and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def closing(text, at):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "({[") - (text[i] in ")}]")
        if depth == 0:
            return i
    raise Unsupported("a bracket is not closed")


def read_shape(text):
    text = text.strip()
    if text.startswith("("):
        text = re.sub(r"/\*.*?\*/", "", text)
        return Shape(None, (), [read_shape(part) for part in split_top(text[1:-1])])
    match = re.match(r"([a-z]\w*)\[([\d,]*)\]", text)
    if not match:
        raise Unsupported("shape " + text[:30])
    return Shape(match[1], [int(n) for n in match[2].split(",") if n])


def read_instruction(text, line):
    match = re.match(r"(ROOT )?%?([\w.\-]+) = ", text)
    rest = text[match.end():]
    end = closing(rest, 0) + 1 if rest.startswith("(") else rest.index(" ")
    shape, rest = read_shape(rest[:end]), rest[end:].strip()
    at = rest.index("(")
    stop = closing(rest, at)
    opcode, inside = rest[:at], rest[at + 1:stop]
    attributes = {}
    for part in split_top(rest[stop + 1:]):
        key, _, value = part.partition("=")
        attributes[key] = value
    if opcode in ("constant", "parameter", "iota"):
        attributes["literal"], operands = inside, []
    else:
        operands = [part.split()[-1].lstrip("%") for part in split_top(inside)]
    return Instruction(match[2], shape, opcode, operands, attributes, line, bool(match[1]))


def read(text):
    """A module of its text."""
    module, current = Module(), None
    match = re.search(r"num_partitions=(\d+)", text)
    module.devices = int(match[1]) if match else 1
    for number, line in enumerate(text.split("\n"), 1):
        line = re.sub(r"/\*.*?\*/", "", line.strip())
        head = re.match(r"(ENTRY )?%?([\w.\-]+) (\(.*\) -> .*)?\{$", line)
        if head and not line.startswith("HloModule"):
            current = Computation(head[2])
            module.computations[head[2]] = current
            if head[1]:
                module.entry = current
        elif line == "}":
            current = None
        elif current is not None and " = " in line:
            instruction = read_instruction(line, number)
            current.instructions.append(instruction)
            if instruction.root:
                current.root = instruction
    return module


def iota_devices(dims, order):
    """The devices of <=[2,4]T(1,0): numbered row-major over the sizes, then transposed."""
    devices = np.arange(math.prod(dims)).reshape(dims)
    return list(devices.transpose(order).ravel() if order else devices.ravel())


def read_sharding(text, rank, devices):
    """The layout of a sharding of an array, as HloSharding prints it."""
    if text is None or "replicated}" == text.strip("{ ") or "maximal" in text or text == "{replicated}":
        return Layout((1,) * rank, range(devices))
    if "manual" in text:
        raise Unsupported("manual sharding")
    match = re.match(r"\{?devices=\[([\d,]+)\]([\d,]+|<=\[([\d,]+)\](T\(([\d,]+)\))?)", text)
    if not match:
        raise Unsupported("sharding " + text)
    tiles = [int(n) for n in match[1].split(",")]
    if match[3]:
        order = [int(n) for n in match[5].split(",")] if match[5] else None
        ids = iota_devices([int(n) for n in match[3].split(",")], order)
    else:
        ids = [int(n) for n in match[2].split(",")]
    return Layout(tiles[:rank], ids)


def shardings(instruction, devices):
    """The layout of each array of the result."""
    leaves = instruction.shape.leaves()
    text = instruction.attributes.get("sharding")
    texts = [text] * len(leaves)
    if text and text.startswith("{{"):
        texts = split_top(text[1:-1])
    elif text and text.startswith("{maximal") and instruction.shape.elements is not None:
        texts = [None] * len(leaves)
    return [read_sharding(one, len(leaf.dims), devices) for one, leaf in zip(texts, leaves)]
