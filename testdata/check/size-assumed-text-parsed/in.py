# What is made of a text that is not there may fail for what it holds.
import jax
import jax.numpy as jnp

with open("input.txt", "r", encoding="utf-8") as file:
    text = file.read()
chars = sorted(list(set(text)))
numbers = {c: i for i, c in enumerate(chars)}
data = jnp.array([numbers[c] for c in text], dtype=jnp.int32)
train, valid = data[:int(0.9 * len(data))], data[int(0.9 * len(data)):]
places = jax.random.randint(jax.random.key(0), (4,), 0, len(train) - 8)
x = jnp.stack([train[i:i + 8] for i in places])
line = text.split("\n")[7].split("\t")[3]
