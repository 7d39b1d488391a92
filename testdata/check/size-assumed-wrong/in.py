# The mistake is there whatever the file has in it.
import jax.numpy as jnp
import numpy as np

data = np.memmap("train.bin", dtype=np.uint16, mode="r")
x = jnp.asarray(data[:64].astype(np.float32)) @ jnp.zeros((32, 8))
