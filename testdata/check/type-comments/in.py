"""Values from outside, which comments describe."""
# shardctl: devices=8
import jax
import jax.numpy as jnp

from pipeline import config, load, train_batches

mesh = jax.make_mesh((4, 2), ("data", "model"))
w = load(jnp.zeros(3))  # shardctl: w: f32[128, 32@model]
depth, rate = config()
# shardctl: depth: 3, rate: 0.5
params = load("params")  # shardctl: params: {"layers": [f32[32, 32], f32[32, 32]], bias: (f32[32@model], None)}


class State:
    def __init__(self):
        self.step = load("step")  # shardctl: self.step: i32[]


@jax.jit
def loss(w, batch):
    h = batch["x"] @ w
    return jnp.mean((h + params["bias"][0]) ** 2) * rate


state = State()
for epoch in range(depth):
    for batch in train_batches():  # shardctl: batch: {x: f32[64@data, 128]}
        value = loss(w, batch)
        wrong = batch["x"] @ jnp.ones((64, 128))
print(state.step + 1)
