# shardctl: early: f32[8]
import jax

from pipeline import load

# shardctl: devices=8
mesh = jax.make_mesh((4, 2), ("data", "model"))
y = load()  # shardctl: z: f32[8]
v = load()  # shardctl: v: f32[8@rows]
u = load()  # shardctl: u: f32[6@data]
