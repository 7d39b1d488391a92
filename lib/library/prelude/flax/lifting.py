"""Transformations of modules. flax 0.12.8: linen/transforms.py, core/lift.py."""
from prelude.flax.boxes import add_axis, is_box, remove_axis
from prelude.flax.errors import TransformTargetError
from prelude.flax.modules import Module
from prelude.flax.core_scopes import PublicScope
from prelude.flax.scopes import DenyList, Scope, Within, in_filter, plain

MODULE = "flax.linen flax.linen.transforms flax.core.lift"


class In:
    def __init__(self, axis):
        self.axis = axis


class Out:
    def __init__(self, axis):
        self.axis = axis


class _Broadcast:
    pass


broadcast = _Broadcast()


def _scopes_in(value, run):
    """The scopes of the modules in a nested value that are bound in the run."""
    if isinstance(value, Module):
        scope = value.__dict__["scope"]
        found = [scope] if scope is not None and scope.run is run else []
        return found + _scopes_in([value.__dict__.get(f.name) for f in dataclass_fields(value)], run)
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (list, tuple)):
        return []
    found = []
    for part in value:
        found += _scopes_in(part, run)
    return found


def _nested(tree, path):
    """The dict at a path, or None."""
    for part in path:
        tree = tree[part] if tree is not None and part in tree else None
    return tree


class Lifting:
    """A module that a transformation is applied to: the variables and keys that it sees."""

    def __init__(self, name, module, method, args=(), target=None):
        self.name = name
        self.module = module
        self.method = method
        self.target = target  # the class that the transformation was given, or None
        module._adopt_fields()
        self.counts = dict(module.__dict__["_state"]["counts"])
        self.scope = module.__dict__["scope"]
        paths = []
        for scope in sorted(_scopes_in([module, list(args)], self.scope.run), key=lambda s: len(s.path)):
            if not any(scope.path[: len(path)] == path for path in paths):
                paths.append(scope.path)
        self.paths = paths

    @property
    def rngs(self):
        return dict(self.scope.keys)

    def variables(self):
        """What there is by collection, as a tree of which only these parts are filled."""
        run = self.scope.run
        groups = [{col: Scope(run, path).group(col) for col in run.variables} for path in self.paths]
        return self.whole([{col: group for col, group in part.items() if group} for part in groups])

    def put_back(self, variables):
        run = self.scope.run
        if run.initializing:
            variables = jax.tree.map(lambda x: x, variables)  # what JAX gives back has its keys in order
        for col, tree in variables.items():
            for path in self.paths if self.scope.is_mutable(col) else ():
                group = _nested(tree, path)
                if group:
                    Scope(run, path).group(col, True).update(group)

    def parts(self, variables):
        """The variables as the transformation shows them: of each module by itself."""
        found = [{col: _nested(tree, path) for col, tree in variables.items()} for path in self.paths]
        return [{col: group for col, group in part.items() if group is not None} for part in found]

    def whole(self, parts):
        """Parts as one tree."""
        found = {}
        for path, part in zip(self.paths, parts):
            for col, group in part.items():
                here = found.setdefault(col, {})
                for name in path:
                    here = here.setdefault(name, {})
                here.update(plain(group))
        return found

    def run(self, variables, rngs, mutable=None):
        return self.scope.run.part(self.scope.path, self.name, variables, rngs, mutable)

    def call(self, run, args, kwargs, method=None):
        """Calls the method in the run, for which the module goes on counting its parts."""
        method = self.method if method is None else method
        outer = self.module.__dict__["_state"]
        twin = self.module._twin(self.target, Scope(run, self.scope.path))
        inner = twin.__dict__["_state"]
        inner["compact"] = outer["compact"]
        inner["counts"] = dict(self.counts)
        args = [twin._adopt("", arg) if holds_object(arg, Module) else arg for arg in args]
        if hasattr(method, "lifted"):  # the transformation inside of this one sets the module up
            out = program_call(method, twin, *args, **kwargs)
        else:
            out = twin._run(getattr(method, "inner", method), args, kwargs)
        outer["counts"] = inner["counts"]
        return out

    def pure(self, mutable=None):
        """The method as a function of variables and keys that gives the variables too."""

        def inner(variables, rngs, *args, **kwargs):
            run = self.run(variables, rngs, mutable)
            out = self.call(run, args, kwargs)
            return out, run.variables

        return inner


class _ScopeLifting(Lifting):
    """A function of a scope of flax.core that a transformation is applied to."""

    def __init__(self, name, scope, method):
        self.name = name
        self.method = method
        self.scope = scope
        self.paths = [scope.path]

    def call(self, run, args, kwargs, method=None):
        return program_call(self.method if method is None else method, PublicScope(run, self.scope.path), *args, **kwargs)


def lifting_of(name, module, method, args=()):
    """What is lifted: a method of a module, or a function of a scope."""
    if isinstance(module, PublicScope):
        return _ScopeLifting(name, module, method)
    return Lifting(name, module, method, args)


def _target_class(target, name, call, methods=None):
    """A class of modules that call `call(lifting, args, kwargs)` for methods of the target."""
    if isinstance(methods, dict):
        unknown("a transformation that differs by method")

    class Lifted(target):
        pass

    def lifted_method(method):
        def lifted(self, *args, **kwargs):
            return call(Lifting(name, self, method, (args, kwargs), target), args, kwargs)

        lifted.lifted = True
        return lifted

    for method in ("__call__",) if methods is None else methods:
        set_own_member(Lifted, method, lifted_method(getattr(target, method)))
    rename_class(Lifted, ("Checkpoint" if name == "remat" else name.capitalize()) + target.__name__)
    return Lifted


def _lift(target, name, call, methods=None):
    """The target, a class or a function of a module, with `call(lifting, args, kwargs)` in its place."""
    parts = partial_of(target)
    if parts is not None and isinstance(parts[0], type):
        return functools.partial(_lift(parts[0], name, call, methods), *parts[1], **parts[2])
    if isinstance(target, type) and issubclass(target, Module):
        return _target_class(target, name, call, methods)
    if callable(target):
        def lifted(module, *args, **kwargs):
            return call(lifting_of(name, module, target, (args, kwargs)), args, kwargs)

        lifted.lifted = True
        return lifted
    raise TransformTargetError(target)


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
    numbers = tuple([i + 1 for i in static if i > 0])

    def call(lifting, args, kwargs):
        staged = jax.checkpoint(lifting.pure(), prevent_cse=prevent_cse, static_argnums=numbers, policy=policy)
        out, variables = staged(lifting.variables(), lifting.rngs, *args, **kwargs)
        lifting.put_back(variables)
        return out

    return _lift(target, "remat", call, methods)


checkpoint = remat


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
    static = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
    numbers = tuple([i + 1 for i in static if i > 0])

    def call(lifting, args, kwargs):
        staged = jax.jit(lifting.pure(), static_argnums=numbers, static_argnames=static_argnames)
        out, variables = staged(lifting.variables(), lifting.rngs, *args, **kwargs)
        lifting.put_back(variables)
        return out

    return _lift(target, "jit", call, methods)


_MISSING = object()


def _chosen(choices, name):
    """What a dict says whose keys are filters."""
    if name in choices:
        return choices[name]
    for wanted, choice in choices.items():
        if not isinstance(wanted, str) and in_filter(wanted, name):
            return choice
    return _MISSING


def split_keys(rngs, split_rngs, split):
    """The keys that are split, by `split(key)`, and those that are shared."""
    divided, shared = {}, {}
    for name, key in rngs.items():
        chosen = _chosen(split_rngs, name)
        if chosen is not _MISSING and chosen:
            divided[name] = split(key)
        elif chosen is not _MISSING:
            shared[name] = key
    return divided, shared


def _split(rngs, split_rngs, count):
    return split_keys(rngs, split_rngs, lambda key: jax.random.split(key, count))


def _moved(tree, source, target):
    return jax.tree.map(lambda x: jnp.moveaxis(x, source, target), tree)


def _axis_of(axes, col):
    axis = _chosen(axes, col)
    return axis.axis if isinstance(axis, (In, Out)) else axis


def grouped(variables, variable_axes, variable_broadcast, variable_carry):
    mapped, kept, carried = {}, {}, {}
    for col, value in variables.items():
        if _chosen(variable_axes, col) is not _MISSING:
            mapped[col] = value
        elif in_filter(variable_carry, col):
            carried[col] = value
        elif in_filter(variable_broadcast, col):
            kept[col] = value
    return mapped, kept, carried


def _writable(lifting, variable_axes, *filters):
    """What may be written inside: the collections that the transformation gives back."""
    outer = lifting.scope.run.mutable
    given_back = [col for col, axis in variable_axes.items() if not isinstance(axis, In)]
    return False if outer is False else Within(outer, given_back + list(filters))


def _with_axis(variables, axes, metadata):
    return {col: add_axis(value, _axis_of(axes, col), metadata) for col, value in variables.items()}


def _without_axis(variables, axes, metadata):
    return {col: remove_axis(value, _axis_of(axes, col), metadata) for col, value in variables.items()}


def _length_of(args, in_axes, length):
    def find(axis, x):
        leaves = [] if axis is broadcast else jax.tree.leaves(x)
        try:
            return leaves[0].shape[axis] if leaves else ()
        except IndexError as error:
            raise error

    try:
        lengths = set(jax.tree.leaves(jax.tree.map(find, in_axes, args)))
    except ValueError as error:  # of axes that are not those of the arguments
        raise error
    if len(lengths) > 1:
        raise ValueError(f"Inconsistent scan lengths: {lengths}")
    if length is None and not lengths:
        raise ValueError("length should be specified manually.")
    return list(lengths)[0] if length is None else length


def _check_scanned(xs):
    """What Linen makes of the types of all that is scanned. flax: core/axes_scan.py build_shaped_array."""
    for x in jax.tree.leaves(xs):
        sharding = sharding_of(x) if hasattr(x, "aval") and x.ndim else None
        if sharding is not None and sharding.spec[0] is not None:
            raise ValueError("Batch dimension in scan `xs` cannot be sharded.")


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
    def call(lifting, args, kwargs):
        scope = lifting.scope
        if not args:
            raise TypeError("scan.<locals>.inner() missing 1 required positional argument: 'init'")
        carry, xs = args[0], args[1:]
        count = _length_of(xs, in_axes, length)
        divided, shared = _split(lifting.rngs, split_rngs, count)
        mapped, kept, carried = grouped(lifting.variables(), variable_axes, variable_broadcast, variable_carry)
        slices = _without_axis(mapped, variable_axes, metadata_params)
        slices = {col: _moved(v, _axis_of(variable_axes, col), 0) for col, v in slices.items()}
        moving = jax.tree.map(lambda axis, x: () if axis is broadcast else _moved(x, axis, 0), in_axes, xs)
        if check_constancy_invariants:
            _check_scanned((slices, divided, moving))
        made = {}
        writable = _writable(lifting, variable_axes, variable_broadcast, variable_carry)

        def arguments(moved):
            return list(jax.tree.map(lambda axis, x, part: x if axis is broadcast else part, in_axes, xs, moved))

        def body(state, sliced):
            carry, carried = state
            variables, keys, moved = sliced
            variables = {**plain(variables), **plain(kept), **plain(carried), **plain(made)}
            run = lifting.run(variables, {**shared, **keys}, writable)
            both = lifting.call(run, [carry] + arguments(moved), kwargs)
            try:
                carry, y = both
            except (TypeError, ValueError) as error:
                raise error
            new, same, more = grouped(run.variables, variable_axes, variable_broadcast, variable_carry)
            for col, value in same.items():
                if col not in kept and in_filter(run.mutable, col):
                    made[col] = value
            out = {col: value for col, value in new.items() if in_filter(run.mutable, col)}
            carried = more if not scope.run.initializing or carried else carried
            return (carry, carried), (out, y)

        if scope.run.initializing and in_filter(variable_broadcast, "params") and "params" not in kept:
            first = jax.tree.map(lambda x: x[0], moving)

            shared_alike = "params" not in divided

            def begin(keys):
                run = lifting.run({}, {**shared, **keys}, writable)
                lifting.call(run, [carry] + arguments(first), kwargs)
                same = grouped(run.variables, variable_axes, variable_broadcast, variable_carry)[1]
                # Where all turns have one key, what is mapped is so by a vmap around.
                if not shared_alike and any([is_mapped(x) for x in jax.tree.leaves(same)]):
                    raise ValueError("broadcasted variable has a data dependency on the scan body.")
                return same

            kept.update(begin(jax.tree.map(lambda k: k[0], divided)) if shared_alike else jax.vmap(begin, out_axes=None)(divided))
            lifting.put_back(kept)
        (carry, carried), (out, ys) = lax.scan(
            body, (carry, carried), (slices, divided, moving), length=count, reverse=reverse, unroll=unroll
        )
        out = {col: _moved(v, 0, _axis_of(variable_axes, col)) for col, v in out.items()}
        lifting.put_back(_with_axis(out, variable_axes, metadata_params))
        lifting.put_back({col: value for col, value in made.items() if not jax.tree.leaves(value)})
        lifting.put_back(carried)
        if isinstance(out_axes, tuple):
            ys = tuple([_moved(y, 0, axis) if axis else y for y, axis in zip(ys, out_axes)])
        elif out_axes:
            ys = _moved(ys, 0, out_axes)
        return carry, ys

    return _lift(target, "scan", call, methods)


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
    def call(lifting, args, kwargs):
        broadcasts = [col for col, axis in variable_axes.items() if axis is None]
        axes = {col: axis for col, axis in variable_axes.items() if axis is not None}
        mapped, kept, _ = grouped(lifting.variables(), axes, broadcasts, False)
        variables = [(value, _axis_of(axes, col)) for col, value in mapped.items()]
        if isinstance(in_axes, tuple) and len(in_axes) != len(args):
            differ = "types" if None in variable_axes.values() else "lengths of tuple"  # the axes of variables come first
            raise ValueError(f"pytree structure error: different {differ} at key path")
        count = _size_of_axis(args, in_axes, axis_size, variables)
        divided, shared = _split(lifting.rngs, split_rngs, count)
        mapped = _without_axis(mapped, axes, metadata_params)
        given = in_axes if isinstance(in_axes, tuple) else (in_axes,) * len(args)
        writable = _writable(lifting, variable_axes)

        def inner(variables, keys, args):
            run = lifting.run({**plain(variables), **plain(kept)}, {**shared, **keys}, writable)
            y = lifting.call(run, args, kwargs)
            new, same, _ = grouped(run.variables, axes, broadcasts, False)
            made = [{col: v for col, v in part.items() if in_filter(run.mutable, col)} for part in (new, same)]
            return made[0], made[1], y

        col_axes = {col: _axis_of(axes, col) for col in mapped}
        new_axes = 0 if len(set(axes.values())) != 1 else _axis_of(axes, list(axes.keys())[0])
        new, same, y = jax.vmap(
            inner,
            in_axes=(col_axes, 0, list(given)),
            out_axes=(new_axes, None, out_axes),
            axis_size=count,
            axis_name=axis_name,
            spmd_axis_name=spmd_axis_name,
        )(mapped, divided, list(args))
        lifting.put_back(_with_axis(new, axes, metadata_params))
        lifting.put_back(same)
        return y

    return _lift(target, "vmap", call, methods)
