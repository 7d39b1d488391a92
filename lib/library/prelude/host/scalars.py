"""Numbers of NumPy, which have the attributes and methods of its arrays. NumPy: numpy.generic."""


@function("numpy.generic", property=True)
def dtype(self):
    return np.asarray(self).dtype


@function("numpy.generic", property=True)
def shape(self):
    return ()


@function("numpy.generic", property=True)
def ndim(self):
    return 0


@function("numpy.generic", property=True)
def size(self):
    return 1


@function("numpy.generic", property=True)
@function("numpy.generic", name="nbytes", property=True)
def itemsize(self):
    return np.asarray(self).dtype.itemsize


@function("numpy.generic", name="T", property=True)
@function("numpy.generic", name="real", property=True)
def as_it_is(self):
    return self


@function("numpy.generic")
@function("numpy.generic", name="tolist")
def item(self, *args):
    if np.asarray(self).dtype == bool:
        return bool(self)
    return int(self) if jnp.issubdtype(np.asarray(self).dtype, jnp.integer) else float(self)


@function("numpy.generic")
def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
    dtype = jnp.dtype(dtype)
    if dtype.name == "bfloat16" or dtype.name.startswith("float8"):
        return scalar_of(dtype, float(self))
    return getattr(np, dtype.name)(self)


def _reduced(self, name, keeps, args, options):
    """Its own value where the dtype stays, and else what the method of arrays gives, which knows its arguments."""
    if keeps and not args and not options:
        return self
    return getattr(np.asarray(self), name)(*args, **options)


def _is_inexact(x):
    return jnp.issubdtype(np.asarray(x).dtype, jnp.inexact)


@function("numpy.generic", name="sum")
def summed(self, *args, **options):
    return _reduced(self, "sum", _is_inexact(self), args, options)


@function("numpy.generic", name="prod")
def multiplied(self, *args, **options):
    return _reduced(self, "prod", _is_inexact(self), args, options)


@function("numpy.generic")
def mean(self, *args, **options):
    return _reduced(self, "mean", _is_inexact(self), args, options)


@function("numpy.generic", name="max")
def greatest(self, *args, **options):
    return _reduced(self, "max", True, args, options)


@function("numpy.generic", name="min")
def least(self, *args, **options):
    return _reduced(self, "min", True, args, options)


@function("numpy.generic")
def squeeze(self, *args, **options):
    return _reduced(self, "squeeze", True, args, options)


@function("numpy.generic")
def copy(self, order="C"):
    return self


@function("numpy.generic")
def conj(self):
    return self


@function("numpy.generic")
def ravel(self, order="C"):
    return np.asarray(self).reshape((1,))


@function("numpy.generic")
def reshape(self, *shape, order="C", copy=None):
    return np.asarray(self).reshape(*shape)
