"""Transformations of functions of modules. flax 0.12.8: nnx/transforms/."""
from prelude.flax.nnx.modes import is_tree, set_graph_updates
from prelude.flax.nnx.modules import List, Module, Pytree
from prelude.flax.nnx.filters import matches
from prelude.flax.nnx.states import Copies, State, is_shared, modules_of, paths_of, placed_variables, shared_alike, unique, variables_of
from prelude.flax.nnx.variables import Param, Variable, is_of_outside, refuse_outside, spec_of, take_in

MODULE = "flax.nnx flax.nnx.compat flax.nnx.transforms"


class _Carry:
    pass


Carry = _Carry


class StateAxes:
    def __init__(self, filter_axes):
        self.items = list(filter_axes.items()) if isinstance(filter_axes, dict) else list(filter_axes)


class StateSharding:
    def __init__(self, filter_sharding):
        self.items = list(filter_sharding.items()) if isinstance(filter_sharding, dict) else list(filter_sharding)


def _place(path, names):
    """How a program writes the way to a variable among nodes and keyword arguments: 0.layers[1].kernel."""
    first = names[path[1]] if path[0] else str(path[1])
    return first + "".join([f"[{p}]" if isinstance(p, int) else f".{p}" for p in path[2:]])


def _values(variables):
    return [v.__dict__["raw_value"] for v in variables]


def _fill(variables, values, tree=()):
    """Gives variables their values, where they belong to what is being followed, as the modules of a tree do."""
    take_in(variables)  # of values that are not known too
    take_in(modules_of(tree))
    for v, value in zip(variables, values):
        v.__dict__["raw_value"] = value


def _is_node(x):
    return isinstance(x, (Pytree, Variable))


def _refuse_bound(f, name):
    """A method whose module is fixed cannot be transformed since flax 0.12.1. flax: nnx/transforms/transforms.py."""
    while partial_of(f) is not None and not is_method(f):
        f = partial_of(f)[0]
    if library_release("flax") < (0, 12, 1) or not is_method(f) or not isinstance(partial_of(f)[1][0], Module):
        return
    refuse(
        ValueError,
        f"nnx.{name} does not support bound methods. Use the decorator form @nnx.{name} or call "
        f"nnx.{name}(MyClass.method)(instance, ...) with the unbound method.",
        say=f"nnx.{name} is given a method of a module that it does not see",
        help="give it the function of the class, and the module as its first argument",
    )


def _has_node(tree):
    return any(_is_node(x) for x in jax.tree.leaves(tree, is_leaf=_is_node))


def _forbid_captures(args):
    """What is kept in a module that is mapped or scanned over has another shape outside."""
    for leaf in jax.tree.leaves(args, is_leaf=_is_node):
        if isinstance(leaf, Pytree) and "_captures" in leaf.__dict__:
            unknown("nnx.capture around a transformation over modules")


def _divide(args):
    """The arguments that are modules, and the others with None in their places."""
    divided = [(arg, None) if _has_node(arg) else (None, arg) for arg in args]
    return [node for node, _ in divided], [rest for _, rest in divided]


def _together(nodes, rest):
    return [r if n is None else n for n, r in zip(nodes, rest)]


def _static_arguments(f, argnums, argnames):
    """Places and names of the static arguments, of which those that are given say the others. JAX: api_util.py
    infer_argnums_and_argnames."""
    static = () if argnums is None else (argnums,) if isinstance(argnums, int) else tuple(argnums)
    names = () if argnames is None else (argnames,) if isinstance(argnames, str) else tuple(argnames)
    kinds = parameter_kinds(f)
    if kinds is None:
        return static, names
    named = [name for name, kind in kinds if kind in (1, 3)]
    invalid = {name for name in names if name not in named}
    if invalid and not any([kind == 4 for _, kind in kinds]):
        raise ValueError(
            f"Jitted function has invalid argnames {invalid} in static_argnames. Function does not take these args."
        )
    placed = [name for name, kind in kinds if kind <= 1]
    if argnums is None:
        static = tuple([i for i, name in enumerate(placed) if name in names])
    elif argnames is None:
        names = tuple([placed[i] for i in static if -len(placed) <= i < len(placed)])
    return static, names


def _graph(tree):
    """What a tree with nodes is but for the values of variables. flax: nnx/graphlib.py GraphDef."""
    return graph_parts(tree, (Pytree, Variable, State), ("raw_value", "_level"))


def _by_argument(shardings, count, static):
    """What in_shardings says of each argument; None of those that are static."""
    if not isinstance(shardings, (tuple, list)):
        return [None if i in static else shardings for i in range(count)]
    rest = list(shardings)
    if len(rest) != len([i for i in range(count) if i not in static]):
        unknown("in_shardings of another number of arguments")
    return [None if i in static else rest.pop(0) for i in range(count)]


def _in_shardings(shardings, moving, placed, static, kwargs):
    """in_shardings of the values of variables, of other arguments, and of keyword arguments. flax:
    nnx/transforms/compilation.py JitWrapped."""
    if shardings is None:
        return None
    ways = _by_argument(shardings, len(moving), static)
    if kwargs:
        raise ValueError("pjit does not support kwargs when in_shardings is specified.")
    values = [_axis_of(ways[path[1]], path[2:], v) for path, v in placed]
    return values, [None if x is None else way for x, way in zip(moving, ways)], None


class _Staged:
    """A function that was staged for a graph, and the nodes of the call that it is run for."""

    def __init__(self, graph):
        self.graph = graph
        self.given = None  # nodes, static arguments, keyword arguments, variables
        self.copies = None  # of the nodes and keyword arguments, where it is traced
        self.after = None  # the variables, with those that it adds, where it is traced
        self.out = None  # what it gives, as it was traced


def _shared_results(one, out, tree):
    """The results, in which nodes are one that were one where the function was traced."""
    if not _has_node(one.out):
        return out
    given = one.copies.for_call(tree)
    if not is_shared(one.out, given):
        return out
    made = dict(given)
    return jax.tree.map(lambda x, traced: shared_alike(x, traced, made) if _is_node(traced) else x, out, one.out, is_leaf=_is_node)


def jit(
    fun=None,
    *,
    in_shardings=None,
    out_shardings=None,
    static_argnums=None,
    static_argnames=None,
    donate_argnums=None,
    donate_argnames=None,
    keep_unused=False,
    device=None,
    backend=None,
    inline=False,
    graph=None,
    graph_updates=None,
):
    def make(f):
        _refuse_bound(f, "jit")
        static, names = _static_arguments(f, static_argnums, static_argnames)
        made = []  # what was staged last

        def stage(one, names, count, more, ins):
            def pure(values, args, more):
                nodes, fixed, kept, variables = one.given
                one.copies = Copies((nodes, kept))
                _fill([one.copies.of(v) for v in variables], values)
                nodes, kept = one.copies.tree
                given = [s if i in static else m for i, (s, m) in enumerate(zip(fixed, args))]
                out = program_call(f, *_together(nodes, given), **kept, **more)
                one.after, one.out = variables_of((nodes, kept)), out
                if ins is not None and len(one.after) != len(variables):
                    unknown("variables that a function adds to a module which in_shardings place")
                return out, _values(one.after)

            pure.__name__ = function_name(f) or "<lambda>"
            pure.__program__ = f
            if is_recorded():
                given = [str(i) for i in range(count)]
                pure.__arguments__ = (names, given, {k: k for k in more})
            outs = (_plain(out_shardings), None if ins is None else ins[0])
            ways = {} if ins is None else {"in_shardings": ins}
            if out_shardings is not None or ins is not None:
                ways["out_shardings"] = outs
            one.call = jax.jit(pure, **ways)

        def staged_for(nodes, fixed, kept, placed, named, more, ins):
            graph = _graph((nodes, fixed, kept))
            for one in made:
                if same_key(one.graph, graph):
                    return one
            one = _Staged(graph)
            stage(one, [_place(path, named) for path, _ in placed], len(nodes), more, ins)
            if is_known(graph):
                made.append(one)
                if len(made) > 4:
                    made.pop(0)
            return one

        def jitted(*args, **kwargs):
            nodes, rest = _divide(args)
            named = [k for k, v in kwargs.items() if _has_node(v)]
            placed = placed_variables((nodes, [kwargs[k] for k in named]))
            variables = [v for _, v in placed]
            kept = {k: v for k, v in kwargs.items() if k in names or k in named}
            more = {k: v for k, v in kwargs.items() if k not in kept}
            fixed = [arg if i in static else None for i, arg in enumerate(args)]
            moving = [None if i in static else r for i, r in enumerate(rest)]
            ins = _in_shardings(in_shardings, moving, placed, static, kwargs)
            one = staged_for(nodes, fixed, kept, placed, named, more, ins)
            one.given, one.after = (nodes, fixed, kept, variables), None
            outside = those_of_outside(variables, graph, graph_updates)
            out, values = one.call(_values(variables), moving, more)
            refuse_outside(outside)
            if one.after is not None:
                one.copies.give_back()
                variables = [one.copies.original(v) for v in one.after]
            if one.after is not None and not same_key(one.graph, _graph((nodes, fixed, kept))):
                made[:] = [other for other in made if other is not one]  # it changes nodes each time
            _fill(variables, values, (nodes, kept))
            return out if is_tree(graph, graph_updates) else _shared_results(one, out, (nodes, kept))

        jitted.__wrapped__ = f
        return jitted

    return make if fun is None else make(fun)


def _plain(shardings):
    if isinstance(shardings, StateSharding):
        unknown("a StateSharding")
    return shardings


def remat(f=None, *, prevent_cse=True, static_argnums=(), policy=None, graph=None, graph_updates=None):
    def make(f):
        def rematerialized(*args, **kwargs):
            variables = variables_of((args, kwargs))
            nodes, rest = _divide(args)

            after = []

            def pure(values, rest):
                _fill(variables, values, (args, kwargs))
                out = program_call(f, *_together(nodes, rest), **kwargs)
                after[:] = variables_of((args, kwargs))
                return out, _values(after)

            outside = those_of_outside(variables, graph, graph_updates)
            out, values = jax.checkpoint(pure, prevent_cse=prevent_cse, policy=policy)(_values(variables), rest)
            refuse_outside(outside)
            _fill(after, values, (args, kwargs))
            return out

        return rematerialized

    return make if f is None else make(f)


def checkpoint(f=None, *, prevent_cse=True, static_argnums=(), policy=None):
    return remat(f, prevent_cse=prevent_cse, static_argnums=static_argnums, policy=policy)


def _bytes_text(count):
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if count > size:
            return f"{count / size:,.1f} {unit}"
    return f"{count:,} B"


def _title(v):
    """The first line of a variable as flax prints it: Param( # 5 (20 B)."""
    leaves = [x for x in jax.tree.leaves(v.get_value()) if hasattr(x, "shape") and hasattr(x, "dtype")]
    size = sum([x.size for x in leaves])
    held = _bytes_text(sum([x.size * x.dtype.itemsize for x in leaves]))
    return f"{type(v).__name__}(" + (f" # {size:,} ({held})" if size else "")


def require_inner(variables):
    """A transformation takes none of the variables that the function which it stands in has from outside of what traces
    that. flax: nnx/extract.py check_consistent_aliasing."""
    for v in variables:
        if is_of_outside(v) and not is_tree(None):
            raise ValueError(f"Cannot extract graph node from different trace level, got {_title(v)}")


def those_of_outside(variables, graph, graph_updates):
    """The variables of outside: what a transformation leaves in them is written to them behind it, whether or not it has
    changed them."""
    return [] if is_tree(graph, graph_updates) else [v for v in variables if is_of_outside(v)]


def _axis_of(axes, path, v):
    if isinstance(axes, (StateAxes, StateSharding)):
        for wanted, axis in axes.items:
            if matches(wanted, path, v):
                return axis
        raise ValueError(f"No axis found for path={tuple(path)!r}, variable={_title(v)}")
    while isinstance(axes, (Pytree, State, dict, list)) and path:
        axes = axes[path[0]] if isinstance(axes, (List, State, dict, list)) else getattr(axes, path[0])
        path = path[1:]
    return axes


def _require_axes(args, in_axes):
    """A tuple of axes is as long as that of the arguments, and no list stands for it."""
    if isinstance(in_axes, list) and not is_tree(None):
        raise ValueError("pytree structure error: different types at key path")
    if isinstance(in_axes, tuple) and len(in_axes) != len(args) and not is_tree(None):
        refuse(
            ValueError,
            "pytree structure error: different lengths of tuple at key path",
            say=f"there are {len(in_axes)} axes for {len(args)} arguments",
            help="give one axis for each argument",
        )


def _axes_of(args, in_axes):
    """The axis of each variable of the arguments, and of what are no modules."""
    _require_axes(args, in_axes)
    per_argument = in_axes if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
    variables, axes = [], []
    for arg, axis in zip(args, per_argument):
        if not _has_node(arg):
            continue
        for path, v in paths_of(arg):
            if isinstance(v, Variable) and not any(v is other for other in variables):
                variables.append(v)
                axes.append(_axis_of(axis, path, v))
    require_inner(variables)
    return variables, axes, list(per_argument)


def _renamed(variables, axes, metadata, insert):
    for v, axis in zip(variables, axes):
        if not isinstance(axis, int) or "partition_name" not in metadata:
            continue
        for key in ("out_sharding", "sharding", "sharding_names"):
            names = v.get_metadata(key)
            if names is None:
                continue
            names = list(names)
            if insert:
                while len(names) < axis:
                    names.append(None)
                names.insert(axis, metadata["partition_name"])
            elif axis < len(names):
                del names[axis]
            v.set_metadata(key, tuple(names))


def _positional(f, args, kwargs):
    """The arguments in their order, those that are given by name and defaults too (resolve_kwargs)."""
    if partial_of(f) is not None and not is_method(f):
        if kwargs:
            raise TypeError("keyword arguments could not be resolved to positions")
        return args
    kinds, parameters = parameter_kinds(f), parameters_of(f)
    if kinds is None or parameters is None:
        return args if not kwargs else unknown("the parameters of this function")
    own = [name for name, kind in kinds if kind <= 1]
    if len(args) > len(own) and not any([kind == 2 for _, kind in kinds]):
        raise TypeError("too many positional arguments")
    defaults = {parameter[0]: parameter[1] for parameter in parameters if len(parameter) > 1}
    if any([kind == 3 for _, kind in kinds]) or any([name not in own for name in kwargs]):
        if all([name in kwargs or name in defaults for name, kind in kinds if kind == 3]):
            raise TypeError("keyword arguments could not be resolved to positions")
        unknown("arguments that do not fit the parameters of a function")
    rest = own[len(args) :]
    lacking = [name for name in rest if name not in kwargs and name not in defaults]
    if lacking:
        raise TypeError(f"missing a required argument: '{lacking[0]}'")
    if not all([name in kwargs or name in defaults for name in rest]) or not all([name in rest for name in kwargs]):
        return args if not kwargs else unknown("arguments that do not fit the parameters of a function")
    return args + tuple([kwargs.get(name, defaults.get(name)) for name in rest])


def _said_axes(axes):
    """The different axes that one argument's or several arguments' axes say, in their order."""
    found = []
    for one in axes:
        for axis in [axis for _, axis in one.items] if isinstance(one, StateAxes) else [one]:
            if (axis is None or isinstance(axis, int)) and axis not in found:
                found.append(axis)
    return found


def _by_axis(variables, axes, said):
    return [[v for v, axis in zip(variables, axes) if axis == wanted] for wanted in said]


class _Parted:
    """A result whose variables go out along axes of their own."""

    def __init__(self, node, axes):
        self.node = node
        self.said = _said_axes([axes])
        pairs = placed_variables(node)
        self.variables = [v for _, v in pairs]
        self.axes = [_axis_of(axes, path, v) for path, v in pairs]
        self.groups = _by_axis(self.variables, self.axes, self.said)


def _parted(out, axes, parted):
    """A result, or a tuple of them, as its values by axis where StateAxes say these."""
    if isinstance(axes, StateAxes):
        parted.append(_Parted(out, axes))
        return [_values(group) for group in parted[-1].groups]
    if isinstance(axes, (tuple, list)) and isinstance(out, (tuple, list)) and len(axes) == len(out):
        return tuple([_parted(x, axis, parted) for x, axis in zip(out, axes)])
    return out


def _parted_axes(axes):
    if isinstance(axes, StateAxes):
        return _said_axes([axes])
    return tuple([_parted_axes(axis) for axis in axes]) if isinstance(axes, (tuple, list)) else axes


def _rejoined(out, axes, parted, metadata):
    """The results of which `_parted` made values, with what the transformation made of these."""
    if isinstance(axes, StateAxes):
        one = parted.pop(0)
        for group, values in zip(one.groups, out):
            _fill(group, values)
        _renamed(one.variables, one.axes, metadata, True)
        return one.node
    if isinstance(axes, (tuple, list)) and isinstance(out, (tuple, list)) and len(axes) == len(out):
        return type(out)([_rejoined(x, axis, parted, metadata) for x, axis in zip(out, axes)])
    if isinstance(axes, int):
        new = variables_of(out)
        take_in(new)
        _renamed(new, [axes] * len(new), metadata, True)
    return out


def _mapped(transform, f, in_axes, out_axes, metadata, options):
    """A function around f that `transform`, jax.vmap or another, maps, over the variables of modules too."""

    def mapped(*args, **kwargs):
        args = _positional(f, args, kwargs)
        _forbid_captures(args)
        variables, axes, per_argument = _axes_of(args, in_axes)
        nodes, rest = _divide(args)
        rest_axes = [None if n is not None else a for n, a in zip(nodes, per_argument)]
        said = _said_axes(axes + [a for n, a in zip(nodes, per_argument) if n is not None])
        beside = {}

        def pure(values, rest):
            _fill(variables, values, args)
            _renamed(variables, axes, metadata, False)
            out = program_call(f, *_together(nodes, rest))
            after, after_axes, _ = _axes_of(args, in_axes)  # with those that the function adds
            _renamed(after, after_axes, metadata, True)
            beside["groups"] = _by_axis(after, after_axes, said)
            beside["parted"] = []
            return _parted(out, out_axes, beside["parted"]), [_values(group) for group in beside["groups"]]

        staged = transform(pure, in_axes=(axes, rest_axes), out_axes=(_parted_axes(out_axes), said), **options)
        out, values = staged(_values(variables), rest)
        for group, new in zip(beside["groups"], values):
            _fill(group, new)
        take_in(modules_of(args))
        return _rejoined(out, out_axes, beside["parted"], metadata)

    mapped.__wrapped__ = f
    return mapped


def vmap(
    f=None,
    *,
    in_axes=0,
    out_axes=0,
    axis_name=None,
    axis_size=None,
    spmd_axis_name=None,
    transform_metadata={},
    graph=None,
    graph_updates=None,
):
    options = {"axis_name": axis_name, "axis_size": axis_size, "spmd_axis_name": spmd_axis_name}

    def make(f):
        _refuse_bound(f, "vmap")
        return _mapped(jax.vmap, f, in_axes, out_axes, transform_metadata, options)

    return make if f is None else make(f)


def pmap(
    f=None,
    *,
    axis_name=None,
    in_axes=0,
    out_axes=0,
    static_broadcasted_argnums=(),
    devices=None,
    backend=None,
    axis_size=None,
    donate_argnums=(),
    global_arg_shapes=None,
    transform_metadata={},
    graph=None,
    graph_updates=None,
):
    if static_broadcasted_argnums or donate_argnums:
        unknown("nnx.pmap with static or donated arguments")
    options = {"axis_name": axis_name, "devices": devices, "backend": backend, "axis_size": axis_size}

    def make(f):
        _refuse_bound(f, "pmap")
        return _mapped(jax.pmap, f, in_axes, out_axes, transform_metadata, options)

    return make if f is None else make(f)


def _check_out_axes(out_axes):
    for path, axis in jax.tree_util.tree_leaves_with_path(out_axes, is_leaf=lambda x: x is None):
        place = f"out_axes{jax.tree_util.keystr(path)}"
        if axis is None:
            raise ValueError(f"Cannot broadcast output state. Got out_axes=None at: {place}")
        for wanted, own in axis.items if isinstance(axis, StateAxes) else ():
            if own is None:
                raise ValueError(f"Cannot broadcast output state. Got StateAxes({{{wanted}: None}}) at: {place}")
            if own is _Carry:
                raise ValueError(f"Cannot carry output state. Got StateAxes({{{wanted}: Carry}}) at: {place}")


def _has_carry(axes):
    """Whether axes of a scan say that something is carried, or None where a state says it of its parts."""
    axes = axes if isinstance(axes, tuple) else (axes,)
    return None if any(isinstance(axis, StateAxes) for axis in axes) else any(axis is _Carry for axis in axes)


def _check_carries(in_axes, out_axes):
    given, made = _has_carry(in_axes), _has_carry(out_axes)
    if given is not None and made is not None and given != made:
        named = "<class 'flax.nnx.transforms.iteration.Carry'>"
        said = [repr(axes).replace(repr(_Carry), named) for axes in (in_axes, out_axes)]
        raise ValueError(
            "If one of in_axes or out_axes has Carry, the other must also have Carry. "
            f"Got in_axes={said[0]} and out_axes={said[1]}"
        )


def _check_same_carry(given, made, alone):
    """A module that is carried is changed, and not replaced by another one; an array stays an array."""

    def check(arg, out):
        if arg is out or isinstance(arg, jax.Array) and isinstance(out, jax.Array) or not is_known((arg, out)):
            return
        modules = isinstance(arg, Pytree)
        refuse(
            ValueError,
            "Carry references must be the same between iterations.",
            say=f"the body of the loop gives {'another module' if modules else 'no array'} as carry than it got",
            help="change the module in place and return it" if modules else "give an array for each array",
        )

    if not alone:
        jax.tree.map(check, given, made, is_leaf=lambda x: isinstance(x, Pytree))


def scan(
    f=None,
    *,
    length=None,
    reverse=False,
    unroll=1,
    _split_transpose=False,
    in_axes=(_Carry, 0),
    out_axes=(_Carry, 0),
    transform_metadata={},
    graph=None, graph_updates=None,
):
    _check_out_axes(out_axes)

    def make(f):
        _refuse_bound(f, "scan")
        _check_carries(in_axes, out_axes)

        def scanned(*args, **kwargs):
            args = _positional(f, args, kwargs)
            _forbid_captures(args)
            _require_axes(args, in_axes)
            require_inner(variables_of(args))
            per_argument = list(in_axes) if isinstance(in_axes, (tuple, list)) else [in_axes] * len(args)
            carried = [i for i, a in enumerate(per_argument) if a is _Carry]
            moving, moving_axes, kept, carry_variables = [], [], [], []
            for i, (arg, axis) in enumerate(zip(args, per_argument)):
                if not _has_node(arg):
                    continue
                for path, v in paths_of(arg):
                    if not isinstance(v, Variable) or any(v is other for other in moving + kept + carry_variables):
                        continue
                    own = axis if axis is _Carry else _axis_of(axis, path, v)
                    if own is _Carry or (own is None and graph is False):
                        carry_variables.append(v)
                    elif isinstance(own, int):
                        moving.append(v)
                        moving_axes.append(own)
                    else:
                        kept.append(v)
            nodes, rest = _divide(args)
            xs = [
                jax.tree.map(lambda x: jnp.moveaxis(x, per_argument[i], 0), r)
                if isinstance(per_argument[i], int) and r is not None
                else None
                for i, r in enumerate(rest)
            ]
            sliced = [jax.tree.map(lambda x: jnp.moveaxis(x, a, 0), v.get_value()) for v, a in zip(moving, moving_axes)]
            first = rest[carried[0]] if carried and nodes[carried[0]] is None else None

            def body(carry, x):
                values, plain_carry = carry
                parts, xs = x
                _fill(carry_variables, values, args)
                _fill(moving, parts)
                take_in(kept)
                _renamed(moving, moving_axes, transform_metadata, False)
                given = []
                for i, (n, r, piece) in enumerate(zip(nodes, rest, xs)):
                    if n is not None:
                        given.append(n)
                    elif i in carried:
                        given.append(plain_carry)
                    elif isinstance(per_argument[i], int):
                        given.append(piece)
                    else:
                        given.append(r)
                out = program_call(f, *given)
                _renamed(moving, moving_axes, transform_metadata, True)
                new_carry, y = _split_out(out, out_axes)
                if carried:
                    _check_same_carry(given[carried[0]], new_carry, is_tree(graph, graph_updates))
                if carried and nodes[carried[0]] is not None:
                    new_carry = None
                return (_values(carry_variables), new_carry), (_values(moving), y)

            before = _values(kept)
            (values, last), (parts, ys) = lax.scan(
                body, (_values(carry_variables), first), (sliced, xs), length=length, reverse=reverse, unroll=unroll
            )
            _fill(carry_variables, values, args)
            _fill(kept, before)
            _fill(moving, [jax.tree.map(lambda x: jnp.moveaxis(x, 0, a), p) for p, a in zip(parts, moving_axes)])
            if carried and nodes[carried[0]] is not None:
                last = nodes[carried[0]]
            return _joined_out(last, ys, out_axes, transform_metadata)

        scanned.__wrapped__ = f
        return scanned

    return make if f is None else make(f)


def _split_out(out, out_axes):
    """What the body gives as carry, and the rest."""
    if out_axes is _Carry:
        return out, None
    if isinstance(out_axes, (tuple, list)):
        if _Carry not in out_axes:
            return None, out
        assert isinstance(out, tuple)
        at = list(out_axes).index(_Carry)
        return out[at], tuple([o for i, o in enumerate(out) if i != at])
    return None, out


def _joined_out(carry, ys, out_axes, metadata):
    def moved(y, axis):
        if isinstance(axis, StateAxes):
            for path, v in unique(paths_of(y)):
                own = _axis_of(axis, path, v)
                _fill([v], [jax.tree.map(lambda x: jnp.moveaxis(x, 0, own), v.get_value())])
                _renamed([v], [own], metadata, True)
            return y
        new = variables_of(y)
        _renamed(new, [axis] * len(new), metadata, True)
        return jax.tree.map(lambda x: jnp.moveaxis(x, 0, axis), y) if axis else y

    if out_axes is _Carry:
        return carry
    if isinstance(out_axes, (tuple, list)):
        if _Carry not in out_axes:
            return tuple([moved(y, axis) for y, axis in zip(ys, out_axes)])
        rest, result = list(ys), []
        for axis in out_axes:
            result.append(carry if axis is _Carry else moved(rest.pop(0), axis))
        return tuple(result)
    return moved(ys, out_axes)


def eval_shape(f, *args, graph=None, graph_updates=None, **kwargs):
    leaves, treedef = jax.tree.flatten((args, kwargs))

    def called(leaves):
        args, kwargs = treedef.unflatten(leaves)
        return program_call(f, *args, **kwargs)

    out = jax.eval_shape(called, leaves)
    if library_release("flax") >= (0, 12, 6) and not is_tree(graph, graph_updates):
        for variable in variables_of(out):
            _annotate(variable)
    return out


def _annotate(variable):
    """The type that a variable holds gets the sharding that its metadata says, where it has none."""
    metadata, value = variable.get_metadata(), variable.__dict__["raw_value"]
    mesh = metadata.get("mesh") or jax.sharding.get_abstract_mesh()
    if mesh.axis_names and isinstance(value, jax.ShapeDtypeStruct) and value.sharding is None:
        sharding = NamedSharding(mesh, spec_of(metadata) or P())
        variable.__dict__["raw_value"] = jax.ShapeDtypeStruct(value.shape, value.dtype, sharding=sharding)


def shard_map(
    f=None, *, mesh=None, in_specs, out_specs, axis_names=frozenset(), check_vma=True, graph=None, graph_updates=None
):
    def make(f):
        _refuse_bound(f, "shard_map")

        def sharded(*args):
            variables, specs, per_argument = _axes_of(args, in_specs)
            nodes, rest = _divide(args)
            rest_specs = [P() if n is not None else spec for n, spec in zip(nodes, per_argument)]

            def pure(values, rest):
                _fill(variables, values, args)
                out = program_call(f, *_together(nodes, rest))
                return out, _values(variables)

            options = {"axis_names": axis_names} if axis_names else {}
            before = _values(variables)
            staged = jax.shard_map(
                pure,
                mesh=mesh,
                in_specs=(specs, rest_specs),
                out_specs=(_plain(out_specs), specs),
                check_vma=check_vma,
                **options,
            )
            out, values = staged(before, rest)
            _fill(variables, values, args)
            return out

        sharded.__wrapped__ = f
        return sharded

    return make if f is None else make(f)


def make_jaxpr(f=None, *, graph=None, graph_updates=None, static_argnums=()):
    if f is None:
        return functools.partial(
            make_jaxpr, graph=graph, graph_updates=graph_updates, static_argnums=static_argnums
        )
    if set_graph_updates.current_value() if graph_updates is None else graph_updates:
        raise ValueError("nnx.make_jaxpr does not support graph_updates=True.")
    _refuse_bound(f, "make_jaxpr")
    return jax.make_jaxpr(f, static_argnums=static_argnums)


def jit_partial(fun, *partial_args, **options):
    return functools.partial(jit(fun, **options), *partial_args)


def cached_partial(f, *cached_args, graph=None, graph_updates=None):
    return functools.partial(f, *cached_args)
