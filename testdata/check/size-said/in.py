# What a comment says counts, and nothing is assumed.
import jax.numpy as jnp
import numpy as np

data = np.memmap("train.bin", dtype=np.uint16, mode="r")  # shardctl: data: u16[1000]
x = jnp.asarray(data)
