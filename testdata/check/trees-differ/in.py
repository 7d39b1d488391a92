import jax
import jax.numpy as jnp
import optax

params = {"layer": {"w": jnp.zeros((784, 10)), "b": jnp.zeros((10,))}}
state = optax.adam(1e-3).init(params)
w, b = params["layer"]["w"], params["layer"]["b"]

optax.apply_updates(params, state)
jax.tree.map(jnp.add, params, {"layer": {"w": w}})
jax.tree.map(jnp.add, params, {"layer": {"w": w, "bias": b}})
jax.tree.map(jnp.add, params, {"layer": [w, b]})
jax.tree.map(jnp.add, params, {"layer": w})
