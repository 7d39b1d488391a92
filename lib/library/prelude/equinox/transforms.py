"""Transformations over the arrays of trees. equinox 0.13.8: _jit.py, _vmap_pmap.py,
_eval_shape.py, _callback.py, _errors.py."""
from prelude.equinox.inference import inference_mode
from prelude.equinox.kinds import is_dynamic, is_none
from prelude.equinox.trees import combine, partition

MODULE = "equinox"


def _staged(fun, donate, args, kwargs, made):
    """The jitted function of the arrays, these, and where it leaves what are none. `made` has those that
    were made before: of equal parts that are no arrays there is one."""
    first, rest = (args[:1], args[1:]) if donate.endswith("except-first") else ((), args)
    kept, kept_static = partition(first, is_dynamic)
    dynamic, static = partition((rest, kwargs), is_dynamic)
    for fixed, staged, beside in made:
        # What its traces left beside must be one, as it is not known of which one it is.
        if same_key(fixed, (static, kept_static)) and all([same_key(beside[0], one) for one in beside[1:]]):
            return staged, dynamic, kept, beside
    beside = []

    def inner(dynamic, kept):
        more, options = combine(dynamic, static)
        # Beside a number by which equinox waits for errors.
        out = jnp.array(0), program_call(fun, *combine(kept, kept_static), *more, **options)
        arrays, others = partition(out, is_dynamic)
        if len(beside) != 1 or not same_key(beside[0], others):  # so that turns of a loop leave it as it is
            beside.append(others)
        return arrays

    inner.__name__ = function_name(fun) or "<lambda>"
    first, numbers = len(args) - len(rest), [str(i) for i in range(len(args))]
    inner.__program__ = fun
    inner.__arguments__ = ((tuple(numbers[first:]), {k: k for k in kwargs}), tuple(numbers[:first]))
    donated = () if donate == "none" else (0,)
    staged = jax.jit(inner, donate_argnums=donated)
    if is_known((static, kept_static)):  # else it is like no other, and a loop would never come to rest
        made.append(((static, kept_static), staged, beside))
        if len(made) > 4:
            made.pop(0)
    return staged, dynamic, kept, beside


_decided = ("static_argnums", "static_argnames", "donate_argnums", "in_shardings", "out_shardings")


def _require_arguments(f, args, kwargs):
    """What inspect says where the arguments of a function do not fit its parameters."""
    kinds, parameters = parameter_kinds(f), parameters_of(f)
    if function_name(f) is None or partial_of(f) is not None or kinds is None or parameters is None:
        return
    own = [name for name, kind in kinds if kind <= 1]
    given = list(kwargs) + [parameter[0] for parameter in parameters if len(parameter) > 1]
    lacking = [name for name in own[len(args) :] if name not in given]
    if lacking:
        raise TypeError(f"missing a required argument: '{lacking[0]}'")
    if len(args) > len(own) and not any([kind == 2 for _, kind in kinds]):
        raise TypeError("too many positional arguments")


_seen = []


def _made_for(key, make):
    """What was made before of equal functions and options: transformed functions are modules of equinox, which are
    equal where their parts are, and what was traced of one serves the others."""
    for before, made in _seen:
        if same_key(before, key):
            return made
    made = make()
    if is_known(key):
        _seen.append((key, made))
        if len(_seen) > 16:
            _seen.pop(0)
    return made


def filter_jit(fun=None, *, donate="none", inline=False, **jitkwargs):
    def make(f):
        made = _made_for(("filter_jit", f, donate, inline, jitkwargs), list)
        if any([name in jitkwargs for name in _decided]):
            raise ValueError("`jitkwargs` cannot contain 'static_argnums', 'static_argnames', 'donate_argnums', 'in_shardings', or 'out_shardings'.")
        if donate not in ("all", "all-except-first", "warn", "warn-except-first", "none"):
            raise ValueError("`filter_jit(..., donate=...)` must be one of 'all', 'all-except-first', 'warn', 'warn-except-first', or 'none'.")

        def jitted(*args, **kwargs):
            _require_arguments(f, args, kwargs)
            staged, dynamic, kept, beside = _staged(f, donate, args, kwargs, made)
            return combine(staged(dynamic, kept), beside[-1])[1]

        return transformed("equinox", "filter_jit", f, jitted)

    return make if fun is None else make(fun)


def _shapes(fun, args, kwargs):
    """What the function gives of the types of arrays, and what are none of it."""
    dynamic, static = partition((args, kwargs), lambda x: is_dynamic(x) or isinstance(x, jax.ShapeDtypeStruct))
    beside = []

    def inner(dynamic):
        given, options = combine(dynamic, static)
        arrays, others = partition(program_call(fun, *given, **options), is_dynamic)
        beside.append(others)
        return arrays

    return jax.eval_shape(inner, dynamic), beside[-1]


def filter_eval_shape(fun, *args, **kwargs):
    return combine(*_shapes(fun, args, kwargs))


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


def _axes_of(spec, tree):
    """The axis of each leaf of the tree, for which the spec has it or says it for a whole part."""

    def expand(axis, part):
        if axis is None or isinstance(axis, int):
            return jax.tree.map(lambda _: axis, part)
        if callable(axis):
            return jax.tree.map(axis, part)
        raise ValueError("`in_axes` and `out_axes` must consist of None, ints, and callables only.")

    return jax.tree.map(expand, spec, tree, is_leaf=is_none)


def _axes_by_name(fun, axes, count):
    """in_axes= as a tuple, where it is a dict by the names of parameters."""
    if not isinstance(axes, dict):
        return axes
    names = [parameter[0] for parameter in parameters_of(fun) or unknown("in_axes of this function")]
    others = [name for name in axes if name not in names[:count]]
    if others:
        raise ValueError(f"The following `in_axes` did not correspond to any argument: {tuple(others)}")
    return tuple([axes.get(name, if_array(0)) for name in names[:count]])


def _split_by_axes(tree, axes):
    """The leaves that are mapped, their structure and axes, and the tree of the others."""
    leaves, structure = jax.tree.flatten(tree)
    flat_axes = structure.flatten_up_to(axes)
    mapped = [x if axis is not None else None for x, axis in zip(leaves, flat_axes)]
    others = [x if axis is None else None for x, axis in zip(leaves, flat_axes)]
    return mapped, flat_axes, structure, structure.unflatten(others)


def _map_wrapped(transform, f, in_axes, out_axes, options, args):
    axes = _axes_of(_axes_by_name(f, in_axes, len(args)), args)
    leaves, flat_axes, structure, others = _split_by_axes(args, axes)
    beside = []

    def inner(leaves):
        out = program_call(f, *combine(structure.unflatten(leaves), others))
        mapped, out_flat_axes, out_structure, rest = _split_by_axes(out, _axes_of(out_axes, out))
        arrays, static = partition(rest, is_dynamic)
        beside.append((out_flat_axes, out_structure, static))
        return mapped, arrays

    if all([axis is None for axis in flat_axes]) and options["axis_size"] is None:
        mapped, arrays = inner(leaves)
        if any([x is not None for x in mapped]):
            raise ValueError(
                "Cannot resolve batch dimension. Non-`None` `out_axes` requires either `in_axes` or `axis_size` to be "
                "not `None`."
            )
    else:
        mapped, arrays = transform(inner, in_axes=(flat_axes,), out_axes=(0, None), **options)(leaves)
    out_flat_axes, out_structure, static = beside[-1]
    placed = [x if x is None or axis == 0 else jnp.moveaxis(x, 0, axis) for x, axis in zip(mapped, out_flat_axes)]
    return combine(out_structure.unflatten(placed), arrays, static)


def _mapping(name, transform, f, in_axes, out_axes, options):
    def mapped(*args, **kwargs):
        if kwargs:
            raise RuntimeError(f"keyword arguments cannot be used with functions wrapped with `{name}`")
        return _map_wrapped(transform, f, in_axes, out_axes, options, args)

    return _made_for((name, f, in_axes, out_axes, options), lambda: transformed("equinox", name, f, mapped))


def filter_vmap(fun=None, *, in_axes=if_array(0), out_axes=if_array(0), axis_name=None, axis_size=None, **vmapkwargs):
    options = {"axis_name": axis_name, "axis_size": axis_size, **vmapkwargs}

    def make(f):
        return _mapping("filter_vmap", jax.vmap, f, in_axes, out_axes, options)

    return make if fun is None else make(fun)


def filter_pmap(
    fun=None, *, in_axes=if_array(0), out_axes=if_array(0), axis_name=None, axis_size=None, donate="none", **pmapkwargs
):
    options = {"axis_name": axis_name, "axis_size": axis_size, **pmapkwargs}
    if donate != "none":
        unknown("filter_pmap that donates its arguments")

    def make(f):
        return _mapping("filter_pmap", jax.pmap, f, in_axes, out_axes, options)

    return make if fun is None else make(fun)


def filter_make_jaxpr(fun):
    return lambda *args, **kwargs: (unknowable("a jaxpr"), *_shapes(fun, args, kwargs))


def filter_pure_callback(
    callback, *args, result_shape_dtypes, sharding=None, vmap_method=None, vectorized=None, **kwargs
):
    dynamic, static = partition((args, kwargs), is_dynamic)
    structs, others = partition(result_shape_dtypes, lambda x: hasattr(x, "shape") and hasattr(x, "dtype"))

    def inner(dynamic):
        given, options = combine(dynamic, static)
        return partition(callback(*given, **options), is_dynamic)[0]

    options = {"sharding": sharding, "vmap_method": vmap_method, "vectorized": vectorized}
    told = {name: value for name, value in options.items() if value is not None}
    return combine(jax.pure_callback(inner, structs, dynamic, **told), others)


def tree_inference(pytree, value=True):
    return inference_mode(pytree, value)


class EquinoxTracetimeError(RuntimeError):
    pass


class EquinoxRuntimeError(RuntimeError):
    pass


def error_if(x, pred, msg, *, on_error="default"):
    return branched_error_if(x, pred, 0, [msg], on_error=on_error)


def branched_error_if(x, pred, index, msgs, *, on_error="default"):
    if on_error not in ("default", "raise", "breakpoint", "off", "nan"):
        raise RuntimeError("Unrecognised value for `on_error`.")
    if on_error not in ("default", "raise"):
        return x
    if isinstance(pred, bool):
        if pred:
            raise EquinoxTracetimeError(msgs[index])
        return x
    truths = held(jnp.asarray(pred)) if runs_at_once() else None
    if truths is not None and any(truths):
        raise EquinoxRuntimeError("Above is the stack outside of JIT. Below is the stack inside of JIT:")
    if not any([is_dynamic(leaf) for leaf in jax.tree.leaves(x)]):
        raise ValueError("No arrays to thread error on to.")
    return x
