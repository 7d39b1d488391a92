#!/usr/bin/env python3
"""Records which dtype two types have in common.

    python testdata/dtypes/record.py > testdata/dtypes/promotion.tsv

Needs jax. Each line: dtype, dtype, common dtype or "none"; a dtype with * is weak, as Python numbers are.
Recorded with jax 0.10.2; 0.6.0 and 0.12.0.1 give the same.
"""
import itertools

import jax
import jax.numpy as jnp

STRONG = ["bool", "uint8", "uint16", "uint32", "int8", "int16", "int32", "bfloat16", "float16", "float32", "complex64",
          "int4", "uint4", "float8_e4m3fn", "float8_e5m2"]
WEAK = ["int32", "float32", "complex64"]


def struct(name):
    return jax.ShapeDtypeStruct((), jnp.dtype(name.rstrip("*")), weak_type=name.endswith("*"))


def common(a, b):
    try:
        result = jax.eval_shape(lambda x, y: jnp.where(True, x, y), struct(a), struct(b))
    except (ValueError, TypeError):
        return "none"
    return f"{result.dtype}{'*' if result.weak_type else ''}"


for a, b in itertools.combinations_with_replacement(STRONG + [f"{name}*" for name in WEAK], 2):
    print(a, b, common(a, b), sep="\t")
