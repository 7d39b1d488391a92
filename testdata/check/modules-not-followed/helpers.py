import jax.numpy as jnp

from pipeline import load

table = load()  # shardctl: table: f32[4]
globals()["absent"] = load


def present(x):
    return x + table
