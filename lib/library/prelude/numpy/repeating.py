"""Arrays repeated, rolled and turned. JAX: numpy/lax_numpy.py."""
from prelude.numpy.slicing import slice_dim, with_size

VALUES = "repeat tile roll flip flipud fliplr rot90"


def _repeated_elements(x, axis, counts, total):
    """What each element repeated so often makes, when that is known and fills the result exactly."""
    numbers, size = held(x), x.shape[axis]
    if numbers is None or counts is None:
        return None
    counts = counts * size if len(counts) == 1 else counts
    if sum(counts) != total or any([n < 0 for n in counts]):
        return None
    behind = math.prod(x.shape[axis + 1:])
    return [numbers[(outer * size + i) * behind + inner] for outer in range(math.prod(x.shape[:axis]))
            for i in range(size) for _ in range(counts[i]) for inner in range(behind)]


def _repeat_plain(x, axis, repeats, total, counts):
    """The result without regard to shardings."""
    size = x.shape[axis]
    if total is None:
        wide = lax.broadcast_in_dim(x, x.shape[:axis + 1] + (repeats,) + x.shape[axis + 1:],
                                    [i + (i > axis) for i in range(x.ndim)])
        return lax.reshape(wide, with_size(x.shape, axis, size * repeats))
    every = jnp.broadcast_to(jnp.full((1,), repeats) if counts is None else counts, (size,))
    if size == 0:
        return x
    if total == 0:
        return jnp.broadcast_to(slice_dim(x, axis, 0, 1), with_size(x.shape, axis, 0))
    starts = jnp.cumsum(jnp.roll(unheld(every), 1).at[0].set(0))
    places = jnp.cumsum(jnp.zeros((total,), int).at[starts].add(1)) - 1
    return holding(unheld(jnp.take(x, places, axis=axis)), _repeated_elements(x, axis, held(counts), total))


def _refuse_sharded(x, axis):
    """Without an axis the array is flattened."""
    if axis is None:
        words = (f"jnp.repeat without an axis flattens {phrase('{array|the array}', x)}: it does not "
                 "tell by itself how the result is laid out")
    else:
        words = f"{phrase('{dimension|the array}', x, axis)}, and is to be repeated"
    refuse(ValueError, "Please pass sharding to `jnp.repeat` via `out_sharding` parameter.",
           rule="dim-sharded", say=words,
           help="jnp.repeat(…, out_sharding=P(…)) says how the result is laid out")


def repeat_along(x, axis, repeats, total=None, counts=None, sharding=None, flattened=False):
    """The result lies as is asked for, or as the operand does along its other dimensions."""
    if sharding is None and release >= (0, 6, 1) and has_explicit_axes():
        if flattened and release < (0, 10):
            _refuse_sharded(x, None)
        if axis in sharded_dims(x, "pspec[...]"):
            _refuse_sharded(x, None if flattened else axis)
        sharding = P() if sharding_of(x) is None else sharding_of(x)
    if counts is None:
        return with_auto_axes(lambda x: _repeat_plain(x, axis, repeats, total, None), sharding, x)
    return with_auto_axes(lambda x, n: _repeat_plain(x, axis, repeats, total, n), sharding, x, counts)


@function("jax.numpy", until="0.6.1", without="out_sharding")
@function("jax.numpy", since="0.6.1")
@function("ndarray", until="0.6.1", without="out_sharding", errors_say="_repeat")
@function("ndarray", since="0.6.1")
def repeat(a, repeats, axis=None, *, total_repeat_length=None, out_sharding=None):
    x, counts, flattened = require_arrays("repeat", a), None, axis is None
    total = None if total_repeat_length is None else static_int(total_repeat_length)
    if isinstance(repeats, (int, bool)):
        repeats = static_int(repeats)
    else:
        numbers = held(repeats) if is_array(repeats) else None
        counts = require_arrays("repeat", 0, repeats)[1]
        numbers = held(counts) if numbers is None else numbers
        if total is None and numbers is None:
            unknown("how often elements are repeated is in an array")
        if total is None:
            size = x.size if flattened else x.shape[canonical_axis(axis, x.ndim)]
            total = sum(numbers) if counts.size != 1 else numbers[0] * size
        counts = jnp.ravel(counts)
    out_sharding = canonical_sharding(out_sharding, "repeat")
    sharding = sharding_of(x)
    x = as_array(x) if release < (0, 10) else x
    if counts is not None and release < (0, 6, 1) and sharding is not None and has_explicit_axes():
        unknown("jnp.repeat by numbers in an array")
    if not flattened:
        if x.ndim == 0:
            unknown("jnp.repeat of a scalar along an axis")
        axis = canonical_axis(axis, x.ndim)
    elif (0, 6, 1) <= release < (0, 10) and has_explicit_axes() and out_sharding is None:
        _refuse_sharded(x, None)
    else:
        x, axis = jnp.ravel(x), 0
    if counts is None and repeats < 0:
        unknown("a negative number of repeats")
    return repeat_along(x, axis, repeats, total, counts, out_sharding, flattened)


@function("jax.numpy")
def tile(A, reps):
    x, reps = require_arrays("tile", A), static_ints(reps)
    reps = (1,) * (x.ndim - len(reps)) + reps
    if any([n < 0 for n in reps]):
        unknown("a negative number of tiles")
    x_shape = (1,) * (len(reps) - x.ndim) + x.shape
    if release >= (0, 9):
        return lax.tile(lax.expand_dims(x, range(len(reps) - x.ndim)), reps)
    # Every dimension gets one of repetitions before it.
    apart = [size for n in x_shape for size in (1, n)]
    spread = [size for pair in zip(reps, x_shape) for size in pair]
    x = jnp.broadcast_to(lax.reshape(x, apart), spread)
    return lax.reshape(x, [n * size for n, size in zip(reps, x_shape)])


def _roll_dim(x, axis, shift):
    """The two parts of a dimension in exchanged order."""
    length = x.shape[axis]
    if length == 0:
        return x
    at = -shift % length
    return lax.concatenate([slice_dim(x, axis, at, length), slice_dim(x, axis, 0, at)], axis)


def _roll_traced(x, axis, shift):
    """By a shift that is traced: a part of the array laid out twice."""
    shift = lax.convert_element_type(shift, jnp.int32)
    starts = [shift if i == axis else constant(jnp.int32) for i in range(x.ndim)]
    return lax.dynamic_slice(lax.concatenate([x, x], axis), starts, x.shape)


def _check_rolled(x, axes):
    sharded = sharded_dims(x, "pspec[...]") if axes and release >= (0, 11) else ()
    for axis in axes:
        if axis in sharded:
            refuse("ShardingTypeError", "`a` cannot be sharded on the axis being rolled over. Got arr "
                   f"type={phrase('{}', x)} and axis={tuple(axes)}", rule="dim-sharded",
                   say=f"{phrase('{dimension|the array}', x, axis)}, and is to be rolled over",
                   help="reshard the array so that it is not")


def _roll(x, shifts, axes):
    _check_rolled(x, axes)
    if is_array(shifts):
        count = shifts.shape[0] if shifts.ndim else 1
    else:
        count = len(shifts)
        if len(axes) != count and len(axes) != 1 and count != 1:
            refuse(ValueError, "shape mismatch: objects cannot be broadcast to a single shape.  "
                   f"Mismatch is between arg 0 with shape ({len(axes)},) and arg 1 with shape "
                   f"({count},).", rule="shape-mismatch")
    for i in range(max(len(axes), count) if axes and count else 0):
        axis, at = axes[0 if len(axes) == 1 else i], 0 if count == 1 else i
        if not is_array(shifts):
            x = _roll_dim(x, axis, shifts[at])
        elif shifts.ndim:
            x = _roll_traced(x, axis, lax.squeeze(slice_dim(shifts, 0, at, at + 1), (0,)))
        else:
            x = _roll_traced(x, axis, shifts)
    return x


@function("jax.numpy", jitted="within", called=True)
def roll(a, shift, axis=None):
    x = require_arrays("roll", a)
    if not is_array(shift):
        shift = static_ints(shift)
    elif held(shift) is not None and shift.ndim < 2:
        shift = tuple(held(shift))
    elif shift.ndim > 1:
        refuse(ValueError, "'shift' and 'axis' arguments to roll must be scalars or 1D arrays",
               rule="shape-mismatch")
    if axis is None:
        return jnp.reshape(_roll(jnp.ravel(x), shift, [0]), x.shape)
    return _roll(x, shift, [canonical_axis(i, x.ndim) for i in static_ints(axis)])


@function("jax.numpy")
def flip(m, axis=None):
    x = require_arrays("flip", m)
    axes = range(x.ndim) if axis is None else static_ints(axis)
    return lax.rev(x, [canonical_axis(i, x.ndim) for i in axes])


@function("jax.numpy")
def flipud(m):
    x = require_arrays("flipud", m)
    return lax.rev(x, (canonical_axis(0, x.ndim),))


@function("jax.numpy")
def fliplr(m):
    x = require_arrays("fliplr", m)
    return lax.rev(x, (canonical_axis(1, x.ndim),))


@function("jax.numpy", jitted="itself", called=True)
def rot90(m, k=1, axes=(0, 1)):
    x, turns = require_arrays("rot90", m), static_int(k) % 4
    if x.ndim < 2:
        refuse(ValueError, "rot90 requires its first argument to have ndim at least two, but got first "
               f"argument of shape {x.shape}, which has ndim {x.ndim}", rule="shape-mismatch")
    axes = static_ints(axes)
    if len(axes) != 2:
        unknown("jnp.rot90 over axes that are not two")
    first, second = [canonical_axis(i, x.ndim) for i in axes]
    if first == second:
        raise ValueError("Axes must be different")
    order = list(range(x.ndim))
    order[first], order[second] = second, first
    x = lax.rev(x, (first,)) if turns == 2 else lax.transpose(x, order) if turns == 3 else x
    x = lax.rev(x, (second,)) if turns else x
    return lax.transpose(x, order) if turns == 1 else x
