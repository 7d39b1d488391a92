"""jnp.arange, and NumPy's. JAX: numpy/lax_numpy.py _arange, numpy/array_creation.py."""

VALUES = "arange plain_arange"


def _is_number(x):
    """Whether it is a real number of Python or NumPy."""
    return type(x).__name__[:3] in ("int", "uin", "flo", "boo")


def _bound(x, name):
    """A bound, which must be known."""
    if _is_number(x):
        return x if type(x).__name__ == "int" else float(x)
    if not is_array(x):
        require_arrays("arange", x)
        unknown("jnp.arange of such a value is not known")
    if runs_at_once() or sharding_of(x) is None:
        unknown("the value of an array is not known")
    refuse("ConcretizationTypeError", phrase("Abstract tracer value encountered where concrete value is expected: "
                                             "traced array with shape {long}", x),
           say=f"{name} of jnp.arange is only known when the program runs")


def _count(start, stop, step):
    if step == 0:
        raise ZeroDivisionError("division by zero")
    numbers = (stop - start) / step
    if not numbers < 9e15:
        unknown("the number of elements is not known")
    return math.ceil(numbers) if numbers > 0 else 0


@function("jax.numpy", until="0.4.35", without=("device", "out_sharding"))
@function("jax.numpy", since="0.4.35", until="0.7.0", without="out_sharding")
@function("jax.numpy", since="0.7.0")
def arange(start, stop=None, step=None, dtype=None, *, device=None, out_sharding=None):
    first = _bound(start, "stop" if stop is None else "start")
    last = first if stop is None else _bound(stop, "stop")
    by = 1 if step is None else _bound(step, "step")
    first = 0 if stop is None else first
    if dtype is None:
        dtype = jnp.result_type(*[x for x in (start, stop, step) if x is not None])
    else:
        dtype = as_dtype(dtype)
    put = device is not None and not runs_at_once()
    if put and (out_sharding is not None or release < (0, 10)):
        unknown("jnp.arange on a device")
    count = _count(first, last, by)
    constant = release < (0, 10) if step is not None else first != 0 and release < (0, 8, 2)
    if put:
        return jax.device_put(range_array(count, dtype, constant, None, None, first, by), device)
    if constant or (step is None and first == 0):
        return range_array(count, dtype, constant, device, out_sharding, first, by)
    narrow = step is not None and jnp.issubdtype(dtype, jnp.floating) and jnp.finfo(dtype).bits < 32
    computed = as_dtype("float32") if narrow else dtype
    steps = range_array(count, computed, False, device, out_sharding, 0, 1)
    if step is not None:
        steps = lax.mul(lax.convert_element_type(by, computed), steps)
    return lax.convert_element_type(lax.add(lax.convert_element_type(first, computed), steps), dtype)


def _plain_bound(x):
    if is_array(x):
        np.array(x)  # refuses one that is traced
    if not _is_number(x):
        unknown("numpy.arange of these is not known")
    return float(x)


@function("numpy", name="arange", also="device, like")
def plain_arange(start, stop=None, step=None, dtype=None):
    first, last = _plain_bound(start), None if stop is None else _plain_bound(stop)
    by = 1.0 if step is None else _plain_bound(step)
    count = _count(0.0, first, by) if last is None else _count(first, last, by)
    if dtype is None:
        given = [start, 0 if stop is None else stop, 0 if step is None else step]
        dtype = "float64" if any([type(x).__name__ == "float" for x in given]) else "int64"
    return plain_range(np.empty((count,), dtype), 0.0 if last is None else first, by)
