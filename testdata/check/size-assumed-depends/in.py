# Whether so many rows can be made of the file is up to how much it has.
import jax.numpy as jnp
import numpy as np

data = np.fromfile("train.bin", dtype=np.float32)
x = jnp.asarray(data).reshape(11, 13, -1)
