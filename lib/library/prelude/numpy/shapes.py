"""Other shapes of the same elements, and other orders of dimensions. JAX: numpy/lax_numpy.py, numpy/array_methods.py."""

VALUES = "reshape reshape_method ravel transpose permute_dims transpose_method T"


def _backwards(x):
    return tuple(range(x.ndim))[::-1]


def _refuse_size(x, shape, why):
    refuse(TypeError, f"cannot reshape array of shape {x.shape} (size {x.size}) into shape {shape!r}{why}",
           rule="shape-mismatch",
           say=f"the {x.size} elements of {phrase('{array|the array}', x)} do not fill the shape {shape!r}",
           help="this fails without any sharding too: the number of elements changes")


def _new_sizes(x, shape):
    """The sizes with the -1 among them filled in (_compute_newshape)."""
    sizes = shape_sizes(shape)
    others = math.prod([size for size in sizes if size != -1])
    open = sizes.count(-1)
    if open > 1:
        raise TypeError(f"can only specify one unknown axis size with a `-1` value, got {shape!r}")
    if not open:
        if others != x.size:
            _refuse_size(x, shape, f" (size {others})")
        return sizes
    if others == 0:
        refuse("ZeroDivisionError", "integer modulo by zero", rule="shape-mismatch")
    if x.size % others:
        _refuse_size(x, shape, f" because the product of specified axis sizes ({others}) does not evenly divide {x.size}")
    return tuple([x.size // others if size == -1 else size for size in sizes])


def _turned(sharding):
    """The sharding with its entries from the last to the first."""
    if sharding is None or release < (0, 8, 1):
        return sharding
    if isinstance(sharding, NamedSharding):
        return NamedSharding(sharding.mesh, P(*tuple(sharding.spec)[::-1]))
    return P(*tuple(sharding)[::-1])


def _reshaped(x, sizes, dims=None, sharding=None):
    return lax.reshape(x, sizes, dims) if sharding is None else lax.reshape(x, sizes, dims, out_sharding=sharding)


def _reshape(x, shape, order, out_sharding=None):
    sizes = _new_sizes(x, shape)
    if not isinstance(order, str):
        raise ValueError(f"Unexpected value for 'order' argument: {order!r}.")
    if order == "C":
        if release < (0, 7, 1) and sizes and sizes == x.shape:
            return x
        return _reshaped(x, sizes, None, canonical_sharding(out_sharding, "reshape"))
    if order == "F":
        canonical_sharding(out_sharding, "reshape" if release < (0, 8, 1) else "jnp.reshape")
        x = _reshaped(x, sizes[::-1], _backwards(x), _turned(out_sharding))
        return lax.transpose(x, _backwards(x))
    if order == "A":
        raise NotImplementedError("np.reshape order=A is not implemented.")
    raise ValueError(f"Unexpected value for 'order' argument: {order}.")


@function("jax.numpy", until="0.6.1", without="out_sharding", also="newshape")
@function("jax.numpy", since="0.6.1")
def reshape(a, shape, order="C", *, copy=None, out_sharding=None):
    return _reshape(require_arrays("reshape", a), shape, order, out_sharding)


@function("ndarray", name="reshape", errors_say="_reshape", until="0.6.1", without="out_sharding")
@function("ndarray", name="reshape", errors_say="_reshape", since="0.6.1")
def reshape_method(a, *args, order="C", out_sharding=None):
    return _reshape(a, args[0] if len(args) == 1 else args, order, out_sharding)


@function("jax.numpy", until="0.6.1", without="out_sharding")
@function("jax.numpy", since="0.6.1")
@function("ndarray", errors_say="_flatten", until="0.6.1", without="out_sharding")
@function("ndarray", errors_say="_flatten", since="0.6.1")
@function("ndarray", name="flatten", errors_say="_flatten", until="0.6.1", without="out_sharding")
@function("ndarray", name="flatten", errors_say="_flatten", since="0.6.1")
def ravel(a, order="C", *, out_sharding=None):
    a = require_arrays("ravel", a)
    if isinstance(order, str) and order == "K":
        raise NotImplementedError("Ravel not implemented for order='K'.")
    return _reshape(a, a.size, order, out_sharding)


def _permuted(x, axes):
    if axes is None:
        return lax.transpose(x, _backwards(x))
    dims = tuple([canonical_axis(axis, x.ndim) for axis in static_ints(axes)])
    if sorted(dims) != list(range(x.ndim)):
        refuse(TypeError, "transpose permutation isn't a permutation of operand dimensions, got permutation "
               f"{dims} for operand shape {x.shape}.",
               say=f"a transpose names each of the {x.ndim} dimensions of {phrase('{array|the array}', x)} once")
    return lax.transpose(x, dims)


@function("jax.numpy")
def transpose(a, axes=None):
    if isinstance(axes, int):
        raise TypeError("'int' object is not iterable")
    return _permuted(require_arrays("transpose", a), axes)


@function("jax.numpy")
def permute_dims(a, /, axes):
    return transpose(a, axes)


@function("ndarray", name="transpose", errors_say="_transpose")
def transpose_method(a, *args):
    return _permuted(a, None if not args else args[0] if len(args) == 1 else args)


@function("ndarray", property=True)
def T(a):
    return lax.transpose(a, _backwards(a))
