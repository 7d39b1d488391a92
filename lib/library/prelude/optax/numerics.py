"""Counts that stop at the largest number, and norms that are never zero. optax 0.2.8: _src/numerics.py."""
from prelude.optax.squares import abs_sq

MODULE = "optax"


def safe_norm(x, min_norm, ord=None, axis=None, keepdims=False):
    norm = jnp.linalg.norm(x, ord=ord, axis=axis, keepdims=True)
    x = jnp.where(norm <= min_norm, jnp.ones_like(x), x)
    norm = norm if keepdims else jnp.squeeze(norm, axis=axis)
    return jnp.where(norm <= min_norm, min_norm, jnp.linalg.norm(x, ord=ord, axis=axis, keepdims=keepdims))


def safe_root_mean_squares(x, min_rms):
    rms = jnp.sqrt(jnp.mean(abs_sq(x)))
    x = jnp.where(rms <= min_rms, jnp.ones_like(x), x)
    return jnp.where(rms <= min_rms, min_rms, jnp.sqrt(jnp.mean(abs_sq(x))))


def safe_increment(count):
    dtype = jnp.asarray(count).dtype
    if jnp.issubdtype(dtype, jnp.integer):
        most = jnp.iinfo(dtype).max
    elif jnp.issubdtype(dtype, jnp.floating):
        most = jnp.finfo(dtype).max
    else:
        raise ValueError(
            f"Cannot safely increment count with dtype {dtype}, valid dtypes are subdtypes of "
            '"jnp.integer" or "jnp.floating".'
        )
    most = jnp.array(most, dtype)
    return jnp.where(count < most, count + jnp.array(1, dtype), most)


def safe_int32_increment(count):
    return safe_increment(count)
