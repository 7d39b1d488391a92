"""Transformations over the arrays of trees. equinox 0.13.8: _jit.py, _ad.py, _vmap_pmap.py,
_eval_shape.py."""
from prelude.equinox.kinds import is_dynamic
from prelude.equinox.trees import combine, is_inexact_array, partition

MODULE = "equinox"


def _staged(fun, donate, args, kwargs):
    """The jitted function of the arrays, these, and where it leaves what are none."""
    first, rest = (args[:1], args[1:]) if donate.endswith("except-first") else ((), args)
    kept, kept_static = partition(first, is_dynamic)
    dynamic, static = partition((rest, kwargs), is_dynamic)
    beside = []

    def inner(dynamic, kept):
        more, options = combine(dynamic, static)
        out = program_call(fun, *combine(kept, kept_static), *more, **options)
        arrays, others = partition(out, is_dynamic)
        beside.append(others)
        return arrays

    donated = () if donate == "none" else (0,)
    return jax.jit(inner, donate_argnums=donated), dynamic, kept, beside


def filter_jit(fun=None, *, donate="none", inline=False, **jitkwargs):
    def make(f):
        def jitted(*args, **kwargs):
            staged, dynamic, kept, beside = _staged(f, donate, args, kwargs)
            return combine(staged(dynamic, kept), beside[-1])

        return transformed("equinox", "filter_jit", f, jitted)

    return make if fun is None else make(fun)


def filter_eval_shape(fun, *args, **kwargs):
    dynamic, static = partition((args, kwargs), lambda x: is_dynamic(x) or isinstance(x, jax.ShapeDtypeStruct))
    beside = []

    def inner(dynamic):
        given, options = combine(dynamic, static)
        arrays, others = partition(program_call(fun, *given, **options), is_dynamic)
        beside.append(others)
        return arrays

    shapes = jax.eval_shape(inner, dynamic)
    return combine(shapes, beside[-1])


def filter_value_and_grad(fun=None, *, has_aux=False, **gradkwargs):
    def make(f):
        def value_and_grad(x, /, *args, **kwargs):
            diff, nondiff = partition(x, is_inexact_array)

            def inner(diff):
                return program_call(f, combine(diff, nondiff), *args, **kwargs)

            return jax.value_and_grad(inner, has_aux=has_aux)(diff)

        return transformed("equinox", "filter_value_and_grad", f, value_and_grad)

    return make if fun is None else make(fun)


def filter_grad(fun=None, *, has_aux=False, **gradkwargs):
    def make(f):
        both = filter_value_and_grad(f, has_aux=has_aux)

        def grad(*args, **kwargs):
            value, gradient = both(*args, **kwargs)
            return (gradient, value[1]) if has_aux else gradient

        return transformed("equinox", "filter_grad", f, grad)

    return make if fun is None else make(fun)


def filter_checkpoint(fun=None, *, prevent_cse=True, policy=None):
    def make(f):
        def checkpointed(*args, **kwargs):
            dynamic, static = partition((args, kwargs), is_dynamic)
            beside = []

            def inner(dynamic):
                given, options = combine(dynamic, static)
                arrays, others = partition(program_call(f, *given, **options), is_dynamic)
                beside.append(others)
                return arrays

            arrays = jax.checkpoint(inner, prevent_cse=prevent_cse, policy=policy)(dynamic)
            return combine(arrays, beside[-1])

        return checkpointed

    return make if fun is None else make(fun)


def if_array(axis):
    return lambda x: axis if is_dynamic(x) else None


def _is_axis(x):
    return x is None or isinstance(x, int) or callable(x)


def _axes_of(spec, tree):
    """The axis of each leaf; of those that are no arrays None."""

    def of_leaf(axis, x):
        if not is_dynamic(x):
            return None
        return axis(x) if callable(axis) else axis

    def expand(axis, part):
        return jax.tree.map(lambda x: of_leaf(axis, x), part)

    if _is_axis(spec):
        return expand(spec, tree)
    return jax.tree.map(expand, spec, tree, is_leaf=_is_axis)


def filter_vmap(fun=None, *, in_axes=if_array(0), out_axes=if_array(0), axis_name=None, axis_size=None, **vmapkwargs):
    def make(f):
        def vmapped(*args, **kwargs):
            axes = in_axes
            if isinstance(axes, list):
                axes = tuple(axes)
            axes_of = (_axes_of(axes, args), _axes_of(if_array(0), kwargs))
            dynamic, static = partition((args, kwargs), is_dynamic)
            leaves, treedef = jax.tree.flatten(dynamic)
            flat_axes = _flat_axes(dynamic, axes_of)
            beside = []

            def inner(leaves):
                given, options = combine(treedef.unflatten(leaves), static)
                out = program_call(f, *given, **options)
                arrays, others = partition(out, is_dynamic)
                beside.append((others, arrays))
                return arrays

            mapped = jax.vmap(
                inner,
                in_axes=(flat_axes,),
                out_axes=0 if callable(out_axes) else out_axes,
                axis_name=axis_name,
                axis_size=axis_size,
            )(leaves)
            return combine(mapped, beside[-1][0])

        return transformed("equinox", "filter_vmap", f, vmapped)

    return make if fun is None else make(fun)


def _flat_axes(dynamic, axes):
    """The axes of the leaves, in their order."""
    result = []

    def add(x, axis):
        if x is not None:
            result.append(axis)

    jax.tree.map(add, dynamic, axes, is_leaf=lambda x: x is None)
    return result


def filter_make_jaxpr(fun):
    unknown("filter_make_jaxpr")


def error_if(x, pred, msg):
    truths = held(jnp.asarray(pred)) if runs_at_once() else None
    if truths is not None and any(truths):
        raise RuntimeError("Above is the stack outside of JIT. Below is the stack inside of JIT:\n" + msg)
    return x


def branched_error_if(x, pred, index, msgs):
    return x
