"""The bits of an array as another dtype. JAX: numpy/array_methods.py _view."""


def _viewed(x, dtype):
    """Along the last dimension there are as many elements as its bits make."""
    bits, wanted = 8 * x.dtype.itemsize, 8 * dtype.itemsize
    if x.ndim == 0:
        if bits != wanted:
            raise ValueError("view() of a 0d array is only supported if the itemsize is unchanged.")
        return jnp.squeeze(_viewed(lax.expand_dims(x, (0,)), dtype))
    if x.shape[-1] * bits % wanted != 0:
        raise ValueError("When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.")
    if x.dtype == dtype:
        return x
    if x.dtype == jnp.bool_:
        return _viewed(x.astype(jnp.uint8), dtype)
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        sharding = sharding_of(x) if release >= (0, 8, 2) else None
        pairs = jnp.zeros(x.shape[:-1] + (2 * x.shape[-1],), real_dtype(x.dtype), out_sharding=sharding)
        return _viewed(pairs.at[..., 0::2].set(x.real).at[..., 1::2].set(x.imag), dtype)
    if dtype == jnp.bool_:
        return _viewed(x, jnp.dtype(jnp.uint8)).astype(jnp.bool_)
    if jnp.issubdtype(dtype, jnp.complexfloating):
        pairs = _viewed(x, real_dtype(dtype)).astype(dtype)
        return pairs[..., 0::2] + 1j * pairs[..., 1::2]
    if bits < wanted:
        factor = wanted // bits
        return lax.bitcast_convert_type(x.reshape(x.shape[:-1] + (x.shape[-1] // factor, factor)), dtype)
    x = lax.bitcast_convert_type(x, dtype)
    return x.reshape(x.shape[:-2] + (x.shape[-2] * x.shape[-1],)) if bits > wanted else x


@function("ndarray", errors_say="_view")
def view(self, dtype=None, type=None):
    if type is not None:
        raise NotImplementedError("`type` argument of array.view() is not supported.")
    return self if dtype is None else _viewed(self, jnp.dtype(as_dtype(dtype)))
