"""Methods of the functions of jax.numpy that join two elements. JAX: numpy/ufunc_api.py, numpy/ufuncs.py."""


def _require_joining(self):
    """The functions that are ufuncs; others have no methods."""
    if self not in (jnp.add, jnp.subtract, jnp.multiply, jnp.maximum, jnp.minimum, jnp.logaddexp,
                    jnp.logaddexp2, jnp.logical_and, jnp.logical_or, jnp.logical_xor, jnp.bitwise_and,
                    jnp.bitwise_or, jnp.bitwise_xor):
        unknown(f"methods of {self.__name__}, which is no function that joins")


def _reduction_of(self):
    """The function that reduces as this one does, or None."""
    pairs = [(jnp.add, jnp.sum), (jnp.multiply, jnp.prod), (jnp.maximum, jnp.max), (jnp.minimum, jnp.min),
             (jnp.logical_and, jnp.all), (jnp.logical_or, jnp.any), (jnp.logaddexp, jax.nn.logsumexp)]
    found = [reduction for function, reduction in pairs if self is function]
    return found[0] if found else None


def _reduce_by_turns(self, x, axis, keepdims):
    """One part after the other (_reduce_via_scan)."""
    if self is not jnp.subtract:
        unknown(f"reduce of {self.__name__}")
    if not isinstance(axis, int):
        unknown("a reduction by turns over all axes, or several")
    axis = canonical_axis(axis, x.ndim)
    parts = jnp.moveaxis(x, axis, 0)
    if parts.shape[0] == 0:
        unknown("a reduction of nothing")
    result = lax.fori_loop(1, parts.shape[0], lambda i, joined: self(joined, parts[i]), parts[0])
    return jnp.expand_dims(result, axis) if keepdims else result


@function("jax.numpy.ufunc", since="0.5", jitted="within")
def reduce(self, a, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=None):
    _require_joining(self)
    a = require_arrays(f"{self.__name__}.reduce", a)
    if out is not None:
        raise NotImplementedError(f"out argument of {self.__name__}.reduce()")
    if where is not None and initial is None and self in (jnp.subtract, jnp.maximum, jnp.minimum):
        raise ValueError(f"reduction operation {self.__name__!r} does not have an identity, "
                         "so to use a where mask one has to specify 'initial'.")
    if dtype is not None and self not in (jnp.add, jnp.multiply):
        unknown("dtype= of such a reduction")
    function = _reduction_of(self)
    if function is None or (function is jax.nn.logsumexp and initial is not None):
        if initial is not None or where is not None:
            unknown("initial= and where= of such a reduction")
        return _reduce_by_turns(self, a, axis, keepdims)
    options = {"axis": axis, "keepdims": keepdims}
    if dtype is not None:
        options["dtype"] = dtype
    if initial is not None:
        options["initial"] = initial
    if where is not None:
        options["where"] = where
    return function(a, **options)


def _accumulate_by_turns(self, x, axis):
    """All that is joined so far, part by part (_accumulate_via_scan)."""
    axis = canonical_axis(axis, x.ndim)
    parts = jnp.moveaxis(x, axis, 0)

    def turn(state, _):
        i, joined = state
        joined = jnp.where(i == 0, parts[0], self(joined, parts[i]))
        return (i + 1, joined), joined

    joined = lax.scan(turn, (0, parts[0]), None, length=parts.shape[0])[1]
    return jnp.moveaxis(joined, 0, axis)


@function("jax.numpy.ufunc", since="0.5", jitted="within")
def accumulate(self, a, axis=0, dtype=None, out=None):
    _require_joining(self)
    if self is jnp.add or self is jnp.multiply:
        return (jnp.cumsum if self is jnp.add else jnp.cumprod)(a, axis=axis, dtype=dtype)
    if axis is None or isinstance(axis, tuple):
        raise ValueError("accumulate does not allow multiple axes")
    a = require_arrays(f"{self.__name__}.accumulate", a)
    if dtype is not None or a.size == 0 or jax.eval_shape(self, a, a).dtype != a.dtype:
        unknown("an accumulation in another dtype, or of nothing")
    return _accumulate_by_turns(self, a, axis)


@function("jax.numpy.ufunc", since="0.5", jitted="within", inlined=True)
def outer(self, A, B):
    _require_joining(self)
    A, B = require_arrays(f"{self.__name__}.outer", A, B)
    rows, columns = lax.reshape(A, (A.size,)), lax.reshape(B, (B.size,))
    pairs = jax.vmap(jax.vmap(self, (None, 0)), (0, None))(rows, columns)
    return pairs.reshape(A.shape + B.shape)
