"""Tests that run once for each way of calling a function. chex 0.1.92: _src/variants.py."""
from prelude.standard.unittest_cases import variants_of_test

MODULE = "chex"

_TAKEN = (
    "fn static_argnums static_argnames device backend ignore_argnums broadcast_args_to_devices reduce_fn n_devices "
    "axis_name devices in_axes static_broadcasted_argnums"
).split()


def _with_jit(fn, options):
    names = ("static_argnums", "static_argnames", "device", "backend")
    return jax.jit(fn, **{name: options[name] for name in names if options.get(name) is not None})


def _without_jit(fn, options):
    return lambda *args, **kwargs: program_call(fn, *args, **kwargs)


def _numbers(given):
    return (given,) if isinstance(given, int) else tuple(given)


def _with_device(fn, options):
    static = _numbers(options.get("ignore_argnums", ())) + _numbers(options.get("static_argnums", ()))

    def put(x):
        return jax.device_put(x) if is_array(x) or isinstance(x, (bool, int, float, complex)) else x

    def wrapper(*args, **kwargs):
        args = [arg if i in static else jax.tree.map(put, arg) for i, arg in enumerate(args)]
        return program_call(fn, *args, **jax.tree.map(put, kwargs))

    return wrapper


def _without_device(fn, options):
    def get(x):
        return jax.device_get(x) if isinstance(x, jax.Array) else x

    return lambda *args, **kwargs: program_call(fn, *jax.tree.map(get, args), **jax.tree.map(get, kwargs))


def _with_pmap(fn, options):
    if any(name in options for name in _TAKEN[6:]):
        unknown("options of a variant with pmap")
    static = _numbers(options.get("static_argnums", ()))
    mapped = jax.pmap(fn, axis_name="i", static_broadcasted_argnums=static)

    def spread(x):
        x = jnp.asarray(x)
        return jnp.broadcast_to(x, (jax.device_count(),) + x.shape)

    def wrapper(*args, **kwargs):
        if kwargs and static:
            raise ValueError("Do not use kwargs with `in_axes` or `static_argnums` in pmapped function.")
        args = [arg if i in static else jax.tree.map(spread, arg) for i, arg in enumerate(args)]
        return jax.tree.map(lambda x: x[0], mapped(*args, **jax.tree.map(spread, kwargs)))

    return wrapper


_WAYS = {
    "with_jit": _with_jit,
    "without_jit": _without_jit,
    "with_device": _with_device,
    "without_device": _without_device,
    "with_pmap": _with_pmap,
}


class _Variant:
    """self.variant of a test: it takes the options at once or before the function."""

    def __init__(self, name):
        self.name = name
        self.calls = 0

    def __call__(self, *args, **options):
        strange = set(options) - set(_TAKEN)
        if strange:
            raise ValueError(f"Unknown arguments in `self.variant`: {strange}.")
        if not args and "fn" not in options:
            return lambda fn, **more: self(fn, **options, **more)
        self.calls += 1
        fn = args[0] if args else options["fn"]
        return _WAYS[self.name](fn, {name: value for name, value in options.items() if name != "fn"})


class TestCase(member("absl.testing.parameterized", "TestCase")):
    _of_library = True

    def variant(self, *args, **kwargs):
        raise RuntimeError("self.variant is not defined: forgot to wrap a test in @chex.variants?")


def _run_variant(case, test, name, args, kwargs):
    case.variant = _Variant(name)
    test(*args, **kwargs)
    if not case.variant.calls:
        raise RuntimeError(
            "Test is wrapped in @chex.variants, but never calls self.variant. Consider debugging the test or "
            f"removing @chex.variants wrapper. (variant: chex_{name})"
        )


def _chosen(test_method, options):
    if test_method is None:
        return lambda test_method: _chosen(test_method, options)
    before = variants_of_test(test_method) or []
    wanted = before + [name for name, is_chosen in options.items() if is_chosen and name not in before]
    setattr(test_method, "_prelude_variants", wanted)
    setattr(test_method, "_prelude_run_variant", _run_variant)
    return test_method


def variants(
    test_method=None, with_jit=False, without_jit=False, with_device=False, without_device=False, with_pmap=False
):
    given = (with_jit, without_jit, with_device, without_device, with_pmap)
    return _chosen(test_method, dict(zip(_WAYS, given)))


def all_variants(test_method=None, with_jit=True, without_jit=True, with_device=True, without_device=True, with_pmap=True):
    given = (with_jit, without_jit, with_device, without_device, with_pmap)
    return _chosen(test_method, dict(zip(_WAYS, given)))


def params_product(*params_lists, named=False):
    made = [()]
    for params in params_lists:
        made = [before + (param,) for before in made for param in params]
    if not named:
        return [sum(parts, ()) for parts in made]
    return [("_".join([part[0] for part in parts]),) + sum([part[1:] for part in parts], ()) for parts in made]
