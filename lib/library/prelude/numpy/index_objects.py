"""Objects that make grids and indices of what stands in brackets. JAX: numpy/index_tricks.py."""

VALUES = "mgrid_item ogrid_item r_item c_item"


@function("jax.numpy", property=True)
@function("numpy", property=True)
def s_():
    return object_of("IndexExpression")


@function("jax.numpy", property=True)
@function("numpy", property=True)
def index_exp():
    return object_of("IndexTuple")


@function("IndexExpression", name="__getitem__")
def expression_item(self, key):
    return key


@function("IndexTuple", name="__getitem__")
def tuple_item(self, key):
    return key if isinstance(key, tuple) else (key,)


@function("jax.numpy", property=True)
def mgrid():
    return object_of("_Mgrid")


@function("jax.numpy", property=True)
def ogrid():
    return object_of("_Ogrid")


def _along(key):
    """The numbers of a slice."""
    if is_array(key.start) or is_array(key.stop) or is_array(key.step):
        unknown("a grid by arrays")
    start, step = key.start or 0, key.step or 1
    if isinstance(step, complex):
        unknown("how many numbers an imaginary step makes is not known")
    return jnp.arange(start, key.stop, step)


def _axes(key):
    if any([not isinstance(part, slice) for part in key]):
        unknown("a grid of what is not a slice")
    return promote_dtypes(*[_along(part) for part in key])


@function("_Mgrid", name="__getitem__")
def mgrid_item(self, key):
    if isinstance(key, slice):
        return _along(key)
    return jnp.stack(jnp.meshgrid(*_axes(key), indexing="ij", sparse=False), 0)


@function("_Ogrid", name="__getitem__")
def ogrid_item(self, key):
    if isinstance(key, slice):
        return _along(key)
    return jnp.meshgrid(*_axes(key), indexing="ij", sparse=True)


@function("jax.numpy", property=True)
def r_():
    return object_of("RClass")


@function("jax.numpy", property=True)
def c_():
    return object_of("CClass")


def _joined(key, columns):
    parts = []
    for part in key if isinstance(key, tuple) else (key,):
        if isinstance(part, str):
            unknown("jnp.r_ and jnp.c_ with directives")
        x = _along(part) if isinstance(part, slice) else jnp.array(part)
        rank = 0 if isinstance(part, slice) else x.ndim
        if columns:
            x = jnp.array(x, ndmin=2)
            x = x if rank > 1 else jnp.transpose(x, (1, 0))
        parts.append(jnp.array(x, ndmin=1))
    return jnp.concatenate(parts, axis=-1 if columns else 0)


@function("RClass", name="__getitem__")
def r_item(self, key):
    return _joined(key, False)


@function("CClass", name="__getitem__")
def c_item(self, key):
    return _joined(key, True)
