"""What JAX raises when it lowers operations whose rules are made of others. JAX: lax/lgamma.py, lax/special.py,
lax/lax.py _compute_argminmax, lax/linalg.py _qr_lowering. It is raised at once outside of jit alone: inside of it, only
for what the results depend on."""


def _is_lowered(*operands):
    return lowers_at_once() and not is_numpy() and all([is_array(x) for x in operands])


def _select_unsharded(x):
    """Chooses of a sharded array by a mask that is not."""
    lax.select(jnp.zeros(x.shape, bool), x, x)


@function("<prelude>")
def lowered_lgamma(x):
    if release < (0, 12) or not _is_lowered(x) or x.dtype == jnp.float64 or is_replicated(x):
        return
    dimensions = GatherDimensionNumbers((), (0,), (0,))
    lax.gather(jnp.zeros(16, jnp.float32), lax.convert_element_type(x, jnp.int32)[..., None], dimensions, (1,))


@function("<prelude>")
def lowered_igamma(a, x):
    if _is_lowered(a, x) and a.shape == x.shape and sharded_dims(a) == sharded_dims(x):
        lowered_lgamma(a)


@function("<prelude>")
def lowered_betainc(a, b, x):
    if release >= (0, 10, 2) and _is_lowered(a, b, x) and not is_replicated(a):
        _select_unsharded(a)


def lower_argument(compare, x):
    if release >= (0, 10, 2) and _is_lowered(x) and jnp.issubdtype(x.dtype, jnp.complexfloating):
        compare(jnp.zeros((), x.dtype), jnp.zeros((), x.dtype))


def lower_qr(x):
    if release >= (0, 10, 2) and _is_lowered(x) and any([dim < x.ndim - 2 for dim in sharded_dims(x)]):
        _select_unsharded(x)
