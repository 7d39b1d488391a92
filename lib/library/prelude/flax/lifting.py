"""Transformations of modules. flax 0.12.8: linen/transforms.py, core/lift.py."""
from prelude.flax.boxes import add_axis, is_box, remove_axis
from prelude.flax.errors import TransformTargetError
from prelude.flax.modules import Module, compact
from prelude.flax.scopes import DenyList, Run, Scope, in_filter, plain

MODULE = "flax.linen"


class In:
    def __init__(self, axis):
        self.axis = axis


class Out:
    def __init__(self, axis):
        self.axis = axis


class _Broadcast:
    pass


broadcast = _Broadcast()


def _below(scope):
    """The variables at a scope and below, by collection."""
    found = {}
    for col in scope.run.variables:
        group = scope.group(col)
        if group is not None and len(group):
            found[col] = plain(group)
    return found


def _run_at(scope, variables, rngs, name):
    path = scope.run.around + scope.path
    around = path[:-1] + (f"{name}({path[-1] if path else None})",)
    run = Run({}, rngs, scope.run.mutable, scope.run.initializing, around)
    run.variables = variables
    return run


def _put_back(scope, variables):
    for col, value in variables.items():
        if scope.is_mutable(col):
            group = scope.group(col, True)
            for name, item in value.items():
                group[name] = item


def _target_class(target, prefix, call, methods=None):
    """A class of modules that call `call(module, method, args, kwargs)` for the methods of the target."""

    class Lifted(target):
        @compact
        def __call__(self, *args, **kwargs):
            return call(self, target.__call__, args, kwargs)

    rename_class(Lifted, prefix + target.__name__)
    return Lifted


def _lift(target, prefix, call, methods=None):
    if isinstance(target, type) and issubclass(target, Module):
        return _target_class(target, prefix, call, methods)
    if callable(target):
        def lifted(module, *args, **kwargs):
            return call(module, target, args, kwargs)

        lifted.compact = getattr(target, "compact", False)
        return lifted
    raise TransformTargetError(target)


def _call_inside(module, method, scope, args, kwargs):
    twin = module.clone(parent=scope, name=None)
    return twin._run(getattr(method, "inner", method), args, kwargs)


def remat(
    target,
    variables=True,
    rngs=True,
    concrete=False,
    prevent_cse=True,
    static_argnums=(),
    policy=None,
    methods=None,
):
    static = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
    static = tuple([i - 1 for i in static if i > 0])

    def call(module, method, args, kwargs):
        scope = module.__dict__["scope"]

        def inner(variables, rngs, *args, **kwargs):
            run = _run_at(scope, variables, rngs, "remat")
            out = _call_inside(module, method, Scope(run), args, kwargs)
            return out, run.variables

        numbers = tuple([i + 2 for i in static])
        staged = jax.checkpoint(inner, prevent_cse=prevent_cse, static_argnums=numbers, policy=policy)
        out, variables = staged(_below(scope), dict(scope.run.rngs), *args, **kwargs)
        _put_back(scope, variables)
        return out

    return _lift(target, "Checkpoint", call, methods)


def checkpoint(
    target,
    variables=True,
    rngs=True,
    concrete=False,
    prevent_cse=True,
    static_argnums=(),
    policy=None,
    methods=None,
):
    return remat(target, variables, rngs, concrete, prevent_cse, static_argnums, policy, methods)


def jit(
    target,
    variables=True,
    rngs=True,
    static_argnums=(),
    static_argnames=(),
    donate_argnums=(),
    device=None,
    backend=None,
    methods=None,
):
    def call(module, method, args, kwargs):
        scope = module.__dict__["scope"]

        def inner(variables, rngs, *args, **kwargs):
            run = _run_at(scope, variables, rngs, "jit")
            out = _call_inside(module, method, Scope(run), args, kwargs)
            return out, run.variables

        out, variables = jax.jit(inner)(_below(scope), dict(scope.run.rngs), *args, **kwargs)
        _put_back(scope, variables)
        return out

    return _lift(target, "Jit", call, methods)


def _split(rngs, split_rngs, count):
    divided, shared = {}, {}
    for name, key in rngs.items():
        if name in split_rngs and split_rngs[name]:
            divided[name] = jax.random.split(key, count)
        elif name in split_rngs:
            shared[name] = key
    return divided, shared


def _moved(tree, source, target):
    return jax.tree.map(lambda x: jnp.moveaxis(x, source, target), tree)


def _axis_of(axes, col):
    axis = axes[col]
    return axis.axis if isinstance(axis, (In, Out)) else axis


def _groups(variables, variable_axes, variable_broadcast, variable_carry):
    mapped, kept, carried = {}, {}, {}
    for col, value in variables.items():
        if col in variable_axes:
            mapped[col] = value
        elif in_filter(variable_carry, col):
            carried[col] = value
        elif in_filter(variable_broadcast, col):
            kept[col] = value
    return mapped, kept, carried


def _with_axis(variables, axes, metadata):
    return {col: add_axis(value, _axis_of(axes, col), metadata) for col, value in variables.items()}


def _without_axis(variables, axes, metadata):
    return {col: remove_axis(value, _axis_of(axes, col), metadata) for col, value in variables.items()}


def _length_of(args, in_axes, length):
    if length is not None:
        return length
    axes = in_axes if isinstance(in_axes, tuple) else (in_axes,) * len(args)
    for arg, axis in zip(args, axes):
        if isinstance(axis, int):
            for leaf in jax.tree.leaves(arg):
                return leaf.shape[axis]
    raise ValueError("length should be specified manually.")


def _size_of_axis(args, in_axes, axis_size, variables):
    """How many examples a vmap goes over."""
    axes = in_axes if isinstance(in_axes, tuple) else (in_axes,) * len(args)
    sizes = set()
    for arg, axis in list(variables) + list(zip(args, axes)):
        leaves = jax.tree.leaves(arg) if isinstance(axis, int) else []
        if leaves and isinstance(leaves[0], (bool, int, float)):
            raise AttributeError(f"'{type(leaves[0]).__name__}' object has no attribute 'shape'")
        if leaves:
            sizes.add(leaves[0].shape[axis])
    if len(sizes) > 1:
        raise ValueError(f"Inconsistent batch axis sizes: {sizes}")
    if axis_size is None and not sizes:
        raise ValueError("axis_size should be specified manually.")
    return list(sizes)[0] if axis_size is None else axis_size


def scan(
    target,
    variable_axes={},
    variable_broadcast=False,
    variable_carry=False,
    split_rngs={},
    in_axes=0,
    out_axes=0,
    length=None,
    reverse=False,
    unroll=1,
    data_transform=None,
    metadata_params={},
    methods=None,
    _split_transpose=False,
    check_constancy_invariants=True,
):
    def call(module, method, args, kwargs):
        scope = module.__dict__["scope"]
        carry, xs = args[0], args[1:]
        count = _length_of(xs, in_axes, length)
        axes = in_axes if isinstance(in_axes, tuple) else (in_axes,) * len(xs)
        divided, shared = _split(scope.run.rngs, split_rngs, count)
        mapped, kept, carried = _groups(_below(scope), variable_axes, variable_broadcast, variable_carry)
        slices = _without_axis(mapped, variable_axes, metadata_params)
        slices = {col: _moved(v, _axis_of(variable_axes, col), 0) for col, v in slices.items()}
        moving = [_moved(x, axis, 0) for x, axis in zip(xs, axes) if isinstance(axis, int)]
        made = {}

        def arguments(moved):
            rest = list(moved)
            return [rest.pop(0) if isinstance(axis, int) else x for x, axis in zip(xs, axes)]

        def body(state, sliced):
            carry, carried = state
            variables, keys, moved = sliced
            variables = {**plain(variables), **plain(kept), **plain(carried), **plain(made)}
            run = _run_at(scope, variables, {**shared, **keys}, "scan")
            carry, y = _call_inside(module, method, Scope(run), [carry] + arguments(moved), kwargs)
            new, same, more = _groups(run.variables, variable_axes, variable_broadcast, variable_carry)
            for col, value in same.items():
                if col not in kept and in_filter(run.mutable, col):
                    made[col] = value
            out = {col: value for col, value in new.items() if in_filter(run.mutable, col)}
            carried = more if not scope.run.initializing or carried else carried
            return (carry, carried), (out, y)

        if scope.run.initializing and in_filter(variable_broadcast, "params") and "params" not in kept:
            first = jax.tree.map(lambda x: x[0], moving)
            keys = jax.tree.map(lambda k: k[0], divided)
            run = _run_at(scope, {}, {**shared, **keys}, "scan")
            _call_inside(module, method, Scope(run), [carry] + arguments(first), kwargs)
            kept.update(_groups(run.variables, variable_axes, variable_broadcast, variable_carry)[1])
            _put_back(scope, kept)
        (carry, carried), (out, ys) = lax.scan(
            body, (carry, carried), (slices, divided, moving), length=count, reverse=reverse, unroll=unroll
        )
        out = {col: _moved(v, 0, _axis_of(variable_axes, col)) for col, v in out.items()}
        _put_back(scope, _with_axis(out, variable_axes, metadata_params))
        _put_back(scope, carried)
        if isinstance(out_axes, tuple):
            ys = tuple([_moved(y, 0, axis) if axis else y for y, axis in zip(ys, out_axes)])
        elif out_axes:
            ys = _moved(ys, 0, out_axes)
        return carry, ys

    return _lift(target, "Scan", call, methods)


def vmap(
    target,
    variable_axes={},
    split_rngs={},
    in_axes=0,
    out_axes=0,
    axis_size=None,
    axis_name=None,
    spmd_axis_name=None,
    metadata_params={},
    methods=None,
):
    def call(module, method, args, kwargs):
        scope = module.__dict__["scope"]
        broadcasts = [col for col, axis in variable_axes.items() if axis is None]
        axes = {col: axis for col, axis in variable_axes.items() if axis is not None}
        mapped, kept, _ = _groups(_below(scope), axes, broadcasts, False)
        variables = [(value, _axis_of(axes, col)) for col, value in mapped.items()]
        count = _size_of_axis(args, in_axes, axis_size, variables)
        divided, shared = _split(scope.run.rngs, split_rngs, count)
        mapped = _without_axis(mapped, axes, metadata_params)
        given = in_axes if isinstance(in_axes, tuple) else (in_axes,) * len(args)

        def inner(variables, keys, args):
            run = _run_at(scope, {**plain(variables), **plain(kept)}, {**shared, **keys}, "vmap")
            y = _call_inside(module, method, Scope(run), args, kwargs)
            new = _groups(run.variables, axes, broadcasts, False)[0]
            return {col: v for col, v in new.items() if in_filter(run.mutable, col)}, y

        col_axes = {col: _axis_of(axes, col) for col in mapped}
        new_axes = 0 if len(set(axes.values())) != 1 else _axis_of(axes, list(axes.keys())[0])
        new, y = jax.vmap(
            inner,
            in_axes=(col_axes, 0, list(given)),
            out_axes=(new_axes, out_axes),
            axis_size=count,
            axis_name=axis_name,
            spmd_axis_name=spmd_axis_name,
        )(mapped, divided, list(args))
        _put_back(scope, _with_axis(new, axes, metadata_params))
        return y

    return _lift(target, "Vmap", call, methods)


def map_variables(*args, **kwargs):
    unknown("nn.map_variables")
