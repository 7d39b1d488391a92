"""Ranks of data. JAX: scipy/stats/_core.py rankdata."""


def _as_float(ranks):
    return ranks if release < (0, 10) else ranks.astype(float)


def _ranks(a, method):
    ordered, places = lax.sort_key_val(a, jnp.arange(a.size))
    inverse = jnp.zeros_like(places).at[places].set(jnp.arange(a.size, dtype=places.dtype))
    if method == "ordinal":
        return _as_float(inverse + 1)
    first = jnp.concatenate([jnp.array([True]), ordered[1:] != ordered[:-1]])
    dense = first.cumsum()[inverse]
    if method == "dense":
        return _as_float(dense)
    count = _as_float(jnp.nonzero(first, size=a.size + 1, fill_value=first.size)[0])
    if method == "max":
        return count[dense]
    if method == "min":
        return count[dense - 1] + 1
    return 0.5 * (count[dense] + count[dense - 1] + 1).astype(float)


@function("jax.scipy.stats", jitted="within")
def rankdata(a, method="average", *, axis=None, nan_policy="propagate"):
    require_arrays("rankdata", a)
    if nan_policy not in ("propagate", "omit", "raise"):
        raise ValueError(f"Illegal nan_policy value {nan_policy!r}; expected one of {{'propagate', 'omit', 'raise'}}")
    if nan_policy == "omit":
        raise NotImplementedError(f"Logic for `nan_policy` of {nan_policy} is not implemented")
    if nan_policy == "raise":
        raise NotImplementedError(
            "In order to best JIT compile `rankdata`, we cannot know whether `x` contains nans. "
            "Please check if nans exist in `x` outside of the `rankdata` function."
        )
    if method not in ("average", "min", "max", "dense", "ordinal"):
        raise ValueError(f"unknown method '{method}'")
    if axis is not None:
        return jnp.apply_along_axis(rankdata, axis, a, method)
    a = jnp.ravel(a)
    if release < (0, 10):
        return _ranks(a, method)
    return lax.cond(
        jnp.any(jnp.isnan(a)), lambda a: jnp.full_like(a, jnp.nan, float), lambda a: _ranks(a, method), a
    )
