"""Arrays cut into several. JAX: numpy/lax_numpy.py _split."""
from prelude.numpy.slicing import slice_dim

VALUES = "split array_split vsplit hsplit dsplit unstack"

_MAX_PIECES = 10000


def _sizes_between(places, length):
    """Sizes of the pieces between given places, from 0 to the end."""
    places = list(static_ints(places))
    if release >= (0, 11, 1):
        places = [min(max(p + length if p < 0 else p, 0), length) for p in places]
    if any([p > 2147483647 or p < -2147483648 for p in places]):
        unknown("a place to split at that is far outside")
    return [end - start for start, end in zip([0] + places, places + [length])]


def _equal_sizes(number, length, uneven):
    """Sizes of so many pieces as equal as they can be; `uneven` allows them to differ by one."""
    number = static_int(number)
    if number == 0:
        raise ZeroDivisionError("integer division or modulo by zero")
    if number < 0 or number > _MAX_PIECES:
        unknown(f"an array split into {number} pieces")
    least, rest = divmod(length, number)
    if rest and not uneven:
        refuse(ValueError, f"array split does not result in an equal division: rest is {rest}",
               rule="shape-mismatch",
               say=f"{length} elements cannot be split into {number} equal pieces",
               help="jnp.array_split makes pieces that differ by one")
    return [least + 1] * rest + [least] * (number - rest)


def _held_sections(array):
    """The places to split at, or the number of pieces, that an array holds."""
    numbers = held(array)
    if numbers is None or array.ndim > 1 or not jnp.issubdtype(array.dtype, jnp.integer):
        unknown("the places to split at are in an array")
    return numbers if array.ndim else numbers[0]


def _split(x, sections, axis, uneven=False):
    if axis < -x.ndim or axis >= x.ndim:
        refuse(IndexError, "tuple index out of range", rule="shape-mismatch")
    axis = axis + x.ndim if axis < 0 else axis
    length = x.shape[axis]
    if is_array(sections):
        sections = _held_sections(sections)
    if isinstance(sections, (list, tuple)):
        sizes = _sizes_between(sections, length)
    else:
        sizes = _equal_sizes(sections, length, uneven)
    if release >= (0, 4, 38):
        return split_array(x, sizes, axis)
    ends = [sum(sizes[:i + 1]) for i in range(len(sizes))]
    return [slice_dim(x, axis, end - size, end) for size, end in zip(sizes, ends)]


@function("jax.numpy")
def split(ary, indices_or_sections, axis=0):
    return _split(require_arrays("split", ary), indices_or_sections, static_int(axis))


@function("jax.numpy")
def array_split(ary, indices_or_sections, axis=0):
    return _split(require_arrays("array_split", ary), indices_or_sections, static_int(axis), True)


@function("jax.numpy")
def vsplit(ary, indices_or_sections):
    return _split(require_arrays("vsplit", ary), indices_or_sections, 0)


@function("jax.numpy")
def hsplit(ary, indices_or_sections):
    x = require_arrays("hsplit", ary)
    return _split(x, indices_or_sections, 0 if x.ndim == 1 else 1)


@function("jax.numpy")
def dsplit(ary, indices_or_sections):
    return _split(require_arrays("dsplit", ary), indices_or_sections, 2)


@function("jax.numpy", jitted="itself", inlined=True)
def unstack(x, /, *, axis=0):
    x, axis = require_arrays("unstack", x), static_int(axis)
    if release >= (0, 10, 1):
        return lax.unstack(x, axis)
    if x.ndim == 0:
        refuse(ValueError, "Unstack requires arrays with rank > 0, however a scalar array was passed.",
               rule="shape-mismatch")
    if axis < -x.ndim or axis >= x.ndim:
        refuse(IndexError, "tuple index out of range", rule="shape-mismatch")
    axis = axis + x.ndim if axis < 0 else axis
    if x.shape[axis] > _MAX_PIECES:
        unknown(f"an array is cut into more than {_MAX_PIECES}")
    pieces = split_array(x, [1] * x.shape[axis], axis, numpy=False)
    return tuple([lax.squeeze(piece, (axis,)) for piece in pieces])
