"""Assertions over scalars, and what counts traces. chex 0.1.92: _src/asserts.py."""
from prelude.chex.failing import fail, set_asserting

MODULE = "chex"


def assert_scalar(x, **options):
    if not isinstance(x, (int, float)):
        fail("assert_scalar", f"The argument {x} must be a scalar, got {type(x)}.", options)


def assert_scalar_in(x, min_, max_, included=True, **options):
    assert_scalar(x)
    if included and not min_ <= x <= max_:
        fail("assert_scalar_in", f"The argument must be in [{min_}, {max_}], got {x}.", options)
    if not included and not min_ < x < max_:
        fail("assert_scalar_in", f"The argument must be in ({min_}, {max_}), got {x}.", options)


def assert_scalar_positive(x, **options):
    assert_scalar(x)
    if x <= 0:
        fail("assert_scalar_positive", f"The argument must be positive, got {x}.", options)


def assert_scalar_non_negative(x, **options):
    assert_scalar(x)
    if x < 0:
        fail("assert_scalar_non_negative", f"The argument must be non-negative, was {x}.", options)


def assert_scalar_negative(x, **options):
    assert_scalar(x)
    if x >= 0:
        fail("assert_scalar_negative", f"The argument must be negative, was {x}.", options)


def assert_not_both_none(first, second, **options):
    if first is None and second is None:
        fail("assert_not_both_none", "At least one of the arguments must be different from `None`.", options)


def assert_exactly_one_is_none(first, second, **options):
    if (first is None) == (second is None):
        fail("assert_exactly_one_is_none", f"One and exactly one of inputs should be `None`, got {first} and "
             f"{second}.", options)


def if_args_not_none(fn, *args, **kwargs):
    if not any([x is None for x in args]):
        fn(*args, **kwargs)


_counts = {}  # by the name of a function: how often it was called with tracers, with which of them, and without doubt


def _kind(x):
    return (x.shape, str(x.dtype), x.weak_type) if is_tracer(x) else None


def _count_trace(fn, n, leaves, structure):
    """Of a function that is called with other tracers than before it is certain that JAX traces it once more; with the
    same ones its trace may be one that JAX has kept."""
    calls, kinds = _counts.setdefault(fn.__qualname__, ([], []))
    calls.append(None)
    kind = (tuple([_kind(leaf) for leaf in leaves]), structure)
    if kind not in kinds:
        kinds.append(kind)
    if len(calls) > n and (len(kinds) <= n or "<lambda>" in fn.__qualname__):
        unknown("a function that may be traced too often")
    if len(calls) > n:
        raise AssertionError(f"[Chex] Function '{fn.__name__}' is traced > {n} times!")


def _is_transformed(fn):
    """Whether jax.jit is around the function, or around one that it wraps."""
    while not is_jitted(fn) and hasattr(fn, "__wrapped__"):
        fn = fn.__wrapped__
    return is_jitted(fn)


def _around(fn, n):
    assert_scalar_non_negative(n)
    if _is_transformed(fn):
        raise ValueError(
            "@assert_max_traces must not wrap JAX-transformed function "
            "(@jit, @vmap, @pmap etc.); change wrappers ordering."
        )

    @functools.wraps(fn)
    def counting(*args, **kwargs):
        leaves, structure = jax.tree.flatten((args, kwargs))
        if any([is_tracer(leaf) for leaf in leaves]):
            _count_trace(fn, n, leaves, structure)
        return program_call(fn, *args, **kwargs)

    return counting


def assert_max_traces(fn=None, n=None):
    if not callable(fn) and n is None:
        n, fn = fn, n
    if fn is None:
        return lambda f: _around(f, n)
    return _around(fn, n)


def clear_trace_counter():
    _counts.clear()


def block_until_chexify_assertions_complete():
    return None


def disable_asserts():
    set_asserting(False)


def enable_asserts():
    set_asserting(True)


def assert_equal(first, second, **options):
    equal = first == second
    if is_array(equal):
        truths = held(equal)
        if truths is None or len(truths) != 1:
            unknown("whether two arrays are equal")
        equal = bool(truths[0])
    if not equal:
        fail("assert_equal", f"{first!r} != {second!r}", options)


def set_n_cpu_devices(n=None):
    if n is None:
        unknown("the number of devices that the flag chex_n_cpu_devices says")
    set_device_count(n)
