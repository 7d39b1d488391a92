# Nobody says how many tokens the file has.
import os

import jax
import jax.numpy as jnp
import numpy as np

data = np.memmap(os.path.join("data", "train.bin"), dtype=np.uint16, mode="r")
bytes_read = np.fromfile("valid.bin", dtype=np.int32)
four = np.fromfile("head.bin", dtype=np.int32, count=4)
rows = np.memmap("rows.bin", dtype=np.float32, mode="r", shape=(6, 3))


def get_batch(batch, block):
    places = np.random.randint(0, len(data) - block, (batch,))
    x = np.stack([data[i:i + block].astype(np.int32) for i in places])
    y = np.stack([data[i + 1:i + 1 + block].astype(np.int32) for i in places])
    return jnp.asarray(x), jnp.asarray(y)


x, y = get_batch(8, 64)
first = jnp.asarray(bytes_read[:16])
head = jnp.asarray(four)
table = jnp.asarray(rows)
keys = jax.random.randint(jax.random.key(0), (4,), 0, 900)
numbers = jnp.arange(1000)
drawn = jnp.stack([numbers[i:i + 16] for i in keys])
