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
    return getattr(np, jnp.dtype(dtype).name)(self)


@function("numpy.generic", name="copy")
@function("numpy.generic", name="sum")
@function("numpy.generic", name="mean")
@function("numpy.generic", name="max")
@function("numpy.generic", name="min")
@function("numpy.generic", name="prod")
@function("numpy.generic", name="squeeze")
@function("numpy.generic", name="conj")
def itself(self, *args, **options):
    return self


@function("numpy.generic")
def ravel(self, order="C"):
    return np.asarray(self).reshape((1,))


@function("numpy.generic")
def reshape(self, *shape, order="C", copy=None):
    return np.asarray(self).reshape(*shape)
