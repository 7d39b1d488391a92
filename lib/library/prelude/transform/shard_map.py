"""Functions of the parts of arrays. JAX: shard_map.py."""

_INFER = "jax.sharding.Infer"


def _check_mesh(mesh, any_context):
    """The mesh that is given, or the one in context, which it is to be like."""
    context = jax.sharding.get_abstract_mesh()
    if mesh is None:
        if context.empty:
            entered = "jax.set_mesh" if release >= (0, 7, 1) else "jax.sharding.use_mesh"
            refuse(ValueError, f"The context mesh cannot be empty. Use `{entered}(mesh)` to enter into a mesh context", rule="context-mesh", help=f"give shard_map mesh=, or call it within {entered}(mesh)")
        return context
    if not isinstance(mesh, (jax.sharding.Mesh, jax.sharding.AbstractMesh)):
        if not context.empty:
            raise AttributeError(f"'{type(mesh).__name__}' object has no attribute 'abstract_mesh'")
        raise TypeError("shard_map requires a `jax.sharding.Mesh` or a `jax.sharding.AbstractMesh` instance for its "
                        f"second argument, but got {mesh} of type <class '{type(mesh).__name__}'>.")
    if not any_context and not context.empty and mesh.abstract_mesh != context:
        refuse(ValueError, f"The context mesh {context} should match the mesh passed to shard_map {mesh}",
               rule="context-mesh")
    if mesh.empty:
        raise ValueError(f"shard_map requires a non-empty mesh. Got {mesh}")
    return mesh


def _check_axis_names(mesh, axis_names):
    """The axes that are to be manual; all of them when none is named."""
    mapped = mapped_axes() if release >= (0, 8, 1) else ()
    if not axis_names and not mapped and isinstance(axis_names, (set, frozenset)):
        return mesh.axis_names
    names = frozenset([name for name in mesh.axis_names if name not in mapped])
    if not isinstance(axis_names, (set, frozenset)):
        raise TypeError("`axis_names` argument of shard_map should be of type `frozenset` or `set`. Got type: "
                        f"<class '{type(axis_names).__name__}'>")
    axis_names = frozenset(axis_names) or names
    for name in axis_names:
        if name not in names:
            refuse(ValueError, f"jax.shard_map requires axis_names={_frozen(axis_names)} to be a subset of "
                   f"mesh.axis_names={mesh.axis_names if release < (0, 8, 1) else _frozen(names)}", rule="axis-unknown")
    return axis_names


def _frozen(names):
    """A frozenset as Python prints it."""
    return "frozenset({" + ", ".join([repr(name) for name in names]) + "})" if names else "frozenset()"


def _entry_names(entry):
    return () if entry is None else entry if isinstance(entry, tuple) else (entry,)


def _check_sets(which, mesh, spec, manual):
    """Unreduced and reduced axes of a spec. JAX: _check_unreduced."""
    if release < (0, 7) or release < (0, 8, 1) and not spec.unreduced:
        unknown("unreduced or reduced axes in a shard_map are not followed")
    if len(manual) < len(mesh.axis_names):
        if release >= (0, 11):
            unknown("unreduced or reduced axes in a partly manual shard_map")
        raise NotImplementedError(
            f"{'unreduced' if release < (0, 8, 1) else 'unreduced/reduced'} can only be passed to {which}_specs when shard_map is in full manual mode. Got mesh axis "
            f"names {mesh.axis_names}, manual_axes: {_frozen(manual)}, specs: {spec}. Please file a bug at "
            "https://github.com/jax-ml/jax/issues.")
    if release >= (0, 11):
        for kind, names in (("Unreduced", spec.unreduced), ("Reduced", spec.reduced)):
            if any([name not in mesh.explicit_axes and name not in mesh.manual_axes for name in names]):
                raise ValueError(f"{kind} axes can only refer to mesh axes that is of type `Explicit`. Got "
                                 f"{kind.lower()} axes: {_frozen(names)} and mesh: {mesh.abstract_mesh}")
        return
    for kind, names in (("unreduced", spec.unreduced), ("reduced", spec.reduced)):
        if any([name not in mesh.explicit_axes for name in names]):
            raise ValueError(f"{kind} in {which}_specs {spec} can only be used when the mesh passed to shard_map contains "
                             f"axis names all of type `Explicit`. Got mesh {mesh}")
    if release < (0, 10) and which == "in":
        unknown("unreduced or reduced axes in a shard_map are not followed")


def _check_specs(which, specs, manual, mesh=None):
    """Whether all are specs over manual axes."""
    leaves = jax.tree.leaves(specs)
    for spec in leaves:
        if not isinstance(spec, P):
            refuse(TypeError, f"shard_map {which}_specs argument must be a pytree of `jax.sharding.PartitionSpec` "
                   "instances, but:", say=f"{which}_specs of shard_map has something that is not a PartitionSpec")
    for spec in leaves:
        if release >= (0, 6, 2) and (spec.unreduced or spec.reduced):
            _check_sets(which, mesh, spec, manual)
        for name in spec_names(spec):
            if name not in manual:
                refuse(ValueError, f"shard_map {which}_specs argument must refer to an axis marked as manual "
                       f"({_frozen(manual)}), but:", rule="axis-unknown",
                       say=f"{which}_specs of shard_map names {name!r}, along which it does not go")


def _axis_types(mesh, names):
    types = dict(zip(mesh.axis_names, mesh.axis_types))
    return [types[name] for name in mesh.axis_names if name in names]


def _all_explicit(mesh, names):
    explicit = mesh.explicit_axes
    return all([name in explicit for name in names])


def _padded(spec, ndim):
    return tuple(spec) + (None,) * (ndim - len(spec))


def _check_ranks(f, which, put, specs, arrays):
    for spec, x in zip(specs, arrays):
        if len(spec) > x.ndim:
            refuse(ValueError, f"shard_map applied to the function '{_name(f)}' was given an {which}_specs entry "
                   f"which is too long to be compatible with the corresponding {put} value from the function:",
                   rule="rank-mismatch",
                   say=f"{which}_specs of shard_map has {spec} for an array of rank {x.ndim}",
                   help="a spec has no more entries than the array has dimensions")


def _check_sizes(f, mesh, specs, arrays):
    for spec, x in zip(specs, arrays):
        found = indivisible(mesh, x, spec)
        if found is not None:
            refuse(ValueError, f"shard_map applied to the function '{_name(f)}' was given argument arrays with axis "
                   "sizes that are not evenly divisible by the corresponding mesh axis sizes:",
                   rule="dim-indivisible",
                   say=f"a dimension of size {found[0]} cannot be cut into {found[1]} equal parts, as {spec} says",
                   help=f"pad it to {(found[0] // found[1] + 1) * found[1]}, or leave the axis out of its spec")


def _with_sets(entries, spec):
    """A spec of these entries with the unreduced and reduced axes of another."""
    if release < (0, 10) or not spec.unreduced and not spec.reduced:
        return P(*entries)
    return P(*entries, unreduced=set(spec.unreduced), reduced=set(spec.reduced))


def _check_partial(specs, arrays):
    """The axes that in_specs calls unreduced or reduced are those of the arrays."""
    if release < (0, 10):
        return
    for spec, x in zip(specs, arrays):
        for kind, said, held in (("unreduced", spec.unreduced, unreduced_axes(x)),
                                 ("reduced", spec.reduced, reduced_axes(x))):
            if set(said) != set(held):
                refuse(ValueError, f"in_specs containing {kind} {spec} passed to shard_map should be equal to the {kind} "
                       f"present on the in_aval {phrase('{}', x)}", rule="unreduced-axis")


def _explicit_spec(x):
    sharding = sharding_of(x)
    return (None,) * x.ndim if sharding is None else tuple(sharding.spec)


def _manual_entry(entry, manual, spec):
    """An entry without the axes that are not manual."""
    names = list(_entry_names(entry))
    kept = [name for name in names if name in manual]
    if kept != names[:len(kept)]:
        raise ValueError(f"Invalid spec: {spec}")
    return tuple(kept) if len(kept) > 1 or isinstance(entry, tuple) and kept else kept[0] if kept else None


def _manual_spec(x, manual):
    spec = _explicit_spec(x)
    entries = [_manual_entry(entry, manual, P(*spec)) for entry in spec]
    sharding = sharding_of(x)
    return P(*entries) if sharding is None else _with_sets(entries, sharding.spec)


def _check_held(mesh, manual, specs, arrays):
    """Arrays on explicit axes must be sharded as in_specs says."""
    if not mesh.explicit_axes:
        return
    mapped = mapped_axes()
    whole = all([name in manual or name in mapped for name in mesh.axis_names])
    if release < (0, 9) or not _all_explicit(mesh, manual) or not whole and release < (0, 12):
        return
    for spec, x in zip(specs, arrays):
        said, held = _with_sets(_padded(spec, x.ndim), spec), P(*_explicit_spec(x))
        if sharding_of(x) is not None:
            held = _with_sets(tuple(held), sharding_of(x).spec)
        if sharding_of(x) is None and release < (0, 10):
            continue
        if said != (held if whole else _manual_spec(x, manual)):
            refuse(ValueError, f"in_specs passed to shard_map: {said} does not match the specs of the input: {held} "
                   f"for arg: {jax.typeof(x)}. `in_specs` is an optional argument so you can omit specifying it and "
                   "shard_map will infer the in_specs from the arguments. If you want to reshard your inputs, you can "
                   "use `jax.reshard` on the arguments and then pass those args to shard_map.",
                   rule="sharding-conflict",
                   say=f"in_specs of shard_map has {said} for an array that is sharded {held}",
                   help=f"reshard the argument first: jax.reshard(…, {said})")


def _name(f):
    return function_name(f) or str(f)


def _check_replicated(f, mesh, manual, specs, arrays):
    for spec, x in zip(specs, arrays):
        named, held = spec_names(spec) + cut_axes(mesh, x), varying_axes(x)
        if release >= (0, 10):
            named += tuple(spec.unreduced) + tuple(spec.reduced)
            held += unreduced_axes(x) + reduced_axes(x)
        more = [name for name in held if name in manual and name not in named]
        if more:
            name = "_rem_singleton" if runs_at_once() and release >= (0, 9, 2) else _name(f)
            refuse(ValueError, f"shard_map applied to the function '{name}' was given out_specs which require "
                   "replication which can't be statically inferred given the mesh:", rule="sharding-conflict",
                   say=f"out_specs of shard_map has {spec} for a result that may differ along {', '.join(more)}",
                   help="name the axis in out_specs, or make the result the same along it, as psum does")


def _varied(x, spec):
    """A result that is one for all devices, where its spec names axes."""
    more = [name for name in spec_names(spec) if name not in varying_axes(x)]
    return collective("pvary", x, more, 1) if more else x


def _joinable(f, out_specs, check_vma):
    """The function with results that vary along the axes they are joined along: it is the function that casts them."""
    def body(*args):
        result = f(*args)
        leaves, tree = jax.tree.flatten(result)
        specs = broadcast_prefix("out_specs", out_specs, result, False)
        return jax.tree.unflatten(tree, [_varied(x, spec) if isinstance(x, jax.Array) else x
                                         for x, spec in zip(leaves, specs)])

    return body if check_vma else f


def _results(f, scope, out_specs, result):
    """What the function gave back, joined from the parts."""
    mesh, manual, check_vma = scope
    leaves, tree = jax.tree.flatten(result)
    specs = broadcast_prefix("out_specs", out_specs, result, False)
    arrays = [leaf_array(x) for x in leaves]
    if check_vma:
        arrays = [_varied_inside(scope, x, spec) for x, spec in zip(arrays, specs)]
    _check_ranks(f, "out", "output", specs, arrays)
    if (0, 6, 2) <= release < (0, 10) and any([spec.unreduced or spec.reduced for spec in specs]):
        unknown("unreduced or reduced axes in a shard_map are not followed")
    if runs_at_once() and len(manual) == len(mesh.axis_names):
        for spec in specs:
            NamedSharding(mesh, spec)
    if check_vma:
        _check_replicated(f, mesh, manual, specs, arrays)
        for x, spec in zip(arrays, specs):
            if release >= (0, 10):
                _check_result_sets(x, spec)
    return jax.tree.unflatten(tree, [unshard_array(mesh, manual, check_vma, x, spec)
                                     for x, spec in zip(arrays, specs)])


def _varied_inside(scope, x, spec):
    names = varying_axes(x)
    if not all([name in names for name in spec_names(spec)]):
        x = manual_call(*scope, _varied, (x, spec))
    if release >= (0, 10):
        left = tuple([name for name in spec.unreduced if name not in unreduced_axes(x)])
        if left and release < (0, 11):
            x = manual_call(*scope, _unfinished, (x, left))
    return x


def _unfinished(x, names):
    """What varies along the axes, as the parts of a sum. JAX: vary_unreduced_cast."""
    if not varying_axes(x):
        raise ValueError(f"vary_unreduced_cast only accepts inputs that are varying. Got {phrase('{}', x)}")
    if not any([name in varying_axes(x) for name in names]):
        raise ValueError("vary_unreduced_cast is a Varying->Unreduced collective. This means that the axis names "
                         "mentioned in `axes` passed to `vary_unreduced_cast` must be present in "
                         f"`jax.typeof(x).mat.varying`. Got axes={names} and "
                         f"jax.typeof(x).mat.varying={_frozen(varying_axes(x))}")
    return collective("vary_unreduced_cast", x, names, -1, unreduced=1)


def _check_result_sets(x, spec):
    for kind, said, held in (("unreduced", spec.unreduced, unreduced_axes(x)),
                             ("reduced", spec.reduced, reduced_axes(x))):
        if set(said) != set(held):
            present = "unreduced" if kind == "unreduced" else "reduced"
            refuse(ValueError, f"out_specs passed to shard_map should be equal to the {present} present on the out_aval. "
                   f"Got out_specs={spec} and out_aval={phrase('{}', x)}", rule="unreduced-axis")


def _arguments(f, mesh, in_specs, manual, args):
    """The arguments, and the specs of those that are arrays: None of others."""
    leaves, tree = jax.tree.flatten(args)
    if in_specs == _INFER:
        specs = [_manual_spec(leaf_array(x), manual) for x in leaves]
    else:
        specs = broadcast_prefix("in_specs", in_specs, args, True)
    leaves = [x if spec is None else leaf_array(x) for x, spec in zip(leaves, specs)]
    arrays = [x for x, spec in zip(leaves, specs) if spec is not None]
    given = [spec for spec in specs if spec is not None]
    _check_ranks(f, "in", "input", given, arrays)
    _check_sizes(f, mesh, given, arrays)
    _check_spmd(mesh, given, arrays)
    _check_held(mesh, manual, given, arrays)
    if runs_at_once() and len(manual) == len(mesh.axis_names) and release >= (0, 7):
        for spec in given:
            NamedSharding(mesh, spec)
    _check_partial(given, arrays)
    if (0, 8, 2) <= release < (0, 9) and len(manual) == len(mesh.axis_names) and _all_explicit(mesh, manual):
        leaves = [x if spec is None else jax.reshard(x, NamedSharding(mesh, spec)) for x, spec in zip(leaves, specs)]
    return leaves, specs, tree


def _check_spmd(mesh, specs, arrays):
    """vmap's spmd_axis_name has cut the examples already; of all operands, mapped or not."""
    named = [name for spec in specs for name in spec_names(spec)]
    if [name for x in arrays for name in spmd_axes(mesh, x) if name in named]:
        refuse(ValueError, "vmap spmd_axis_name cannot appear in shard_map in_specs", rule="vmap-axes",
               say="vmap and shard_map go over the same mesh axis")


def _check_old(mesh):
    """What the first releases do otherwise."""
    context = jax.sharding.get_abstract_mesh()
    if runs_at_once() and context.empty and mesh.explicit_axes or any_spmd(mesh):
        unknown("shard_map with Explicit axes that are not in context, or spmd_axis_name, in this release")


def _check_eager(check_vma):
    """Whether a partly manual shard_map can run outside of jit."""
    if release < (0, 7):
        refuse(NotImplementedError, "", say="a partly manual shard_map runs inside of jit alone, in this release",
               help="put jax.jit around it")
    if release < (0, 7, 2) or not check_vma and release < (0, 12):
        unknown("a partly manual shard_map outside of jit that does not check")


def _shard_map(f, mesh, in_specs, out_specs, axis_names, check_vma, by_axes=False, any_context=False):
    if not callable(f):
        raise TypeError(f"shard_map requires a callable for its first argument, but got {f} of type "
                        f"<class '{type(f).__name__}'>.")

    def wrapped(*args):
        own_mesh = _check_mesh(mesh, any_context)
        manual = _check_axis_names(own_mesh, axis_names)
        outer = own_mesh.manual_axes
        if outer and release >= (0, 12):
            manual = frozenset([name for name in manual if name not in outer])
        if in_specs == _INFER and not _all_explicit(own_mesh, manual):
            types = ", ".join([f"AxisType.{t.name}" for t in _axis_types(own_mesh, manual)])
            if by_axes:
                raise TypeError(f"in_axes was not specified when axis_name={_frozen(manual)} was of type {types}")
            refuse(TypeError, "shard_map in_specs argument must be a pytree of `jax.sharding.PartitionSpec` instances, "
                   f"but it was `None` when axis_names={_frozen(manual)} are of type {types}",
                   help="give in_specs: it is inferred for Explicit axes alone")
        if in_specs is not None and in_specs != _INFER:
            _check_specs("in", in_specs, manual, own_mesh)
        _check_specs("out", out_specs, manual, own_mesh)
        if release < (0, 10):
            _check_old(own_mesh)
        leaves, specs, tree = _arguments(f, own_mesh, in_specs, manual, args)
        names = own_mesh.axis_names
        if outer or len(manual) < len(names):
            names = [name for name in names if name in manual and name not in outer]
        scope = (own_mesh, tuple(names), check_vma)
        if runs_at_once() and len(names) < len(own_mesh.axis_names):
            _check_eager(check_vma)
        meet_devices(own_mesh, leaves)
        parts = [x if spec is None else shard_array(*scope, x, spec) for x, spec in zip(leaves, specs)]
        result = manual_call(*scope, _joinable(f, out_specs, scope[2]), tuple(jax.tree.unflatten(tree, parts)))
        return _results(f, scope, out_specs, result)

    wrapped.__wrapped__ = f
    return wrapped


@function("jax", since="0.7.1")
def shard_map(f=None, /, *, out_specs, in_specs="jax.sharding.Infer", mesh=None, axis_names="frozenset()",
              check_vma=True):
    axis_names = set() if axis_names == "frozenset()" else axis_names
    if f is None:
        return lambda g: _shard_map(g, mesh, in_specs, out_specs, axis_names, check_vma)
    return _shard_map(f, mesh, in_specs, out_specs, axis_names, check_vma)


@function("jax", name="shard_map", since="0.6.1", until="0.7.1")
def shard_map_inferring(f=None, /, *, out_specs, axis_names="set()", in_specs=None, mesh=None, check_vma=True):
    return shard_map(f, out_specs=out_specs, in_specs=_INFER if in_specs is None else in_specs, mesh=mesh,
                     axis_names=set() if axis_names == "set()" else axis_names, check_vma=check_vma)


@function("jax.experimental.shard_map", name="shard_map", since="0.8.0")
def shard_map_by_position(f, mesh, in_specs, out_specs, check_rep=True):
    return _shard_map(f, mesh, in_specs, out_specs, set(), check_rep)


@function("jax.experimental.shard_map", name="shard_map", since="0.6.1", until="0.8.0")
def shard_map_with_auto(f, mesh, in_specs, out_specs, check_rep=True, auto=()):
    names = frozenset(mesh.axis_names) - frozenset(auto)
    specs = _INFER if in_specs is None and release < (0, 7, 1) else in_specs
    return _shard_map(f, mesh, specs, out_specs, names, check_rep, any_context=True)


def _check_first_specs(which, specs, mesh):
    """What the first releases say of specs, as soon as they see them."""
    if specs is None and which == "in":
        raise TypeError("shard_map in_specs argument must be a pytree of `jax.sharding.PartitionSpec` instances, but it "
                        "was None.")
    _check_specs(which, specs, mesh.axis_names + tuple([name for spec in jax.tree.leaves(specs) if isinstance(spec, P)
                                                        for name in spec_names(spec)]))


def _require_names(spec, mesh, out=False):
    for name in spec_names(spec):
        if name not in mesh.axis_names and out:
            unknown("an out_specs with an axis that the mesh does not have, in this release")
        if name not in mesh.axis_names:
            refuse(KeyError, repr(name), rule="axis-unknown", say=f"the mesh of shard_map has no axis {name!r}")


@function("jax.experimental.shard_map", name="shard_map", until="0.6.1")
def first_shard_map(f, mesh, in_specs, out_specs, check_rep=True, auto=()):
    if not callable(f):
        raise TypeError(f"shard_map requires a callable for its first argument, but got {f} of type "
                        f"<class '{type(f).__name__}'>.")
    if not isinstance(mesh, jax.sharding.Mesh):
        unknown("shard_map on what is not a Mesh, in this release")
    if auto or is_explicit(mesh):
        unknown("shard_map that leaves axes to the compiler, in this release")
    _check_first_specs("in", in_specs, mesh)
    _check_first_specs("out", out_specs, mesh)
    scope = (mesh, mesh.axis_names, check_rep)

    def wrapped(*args):
        if is_manual() or any_spmd(mesh):
            unknown("shard_map within another, in this release")
        leaves, tree = jax.tree.flatten(args)
        specs = broadcast_prefix("in_specs", in_specs, args, False)
        leaves = [leaf_array(x) for x in leaves]
        _check_ranks(f, "in", "input", specs, leaves)
        for spec in specs:
            _require_names(spec, mesh)
        _check_sizes(f, mesh, specs, leaves)
        for spec in jax.tree.leaves(out_specs):
            _require_names(spec, mesh, True)
        meet_devices(mesh, leaves)
        parts = [shard_array(*scope, x, spec) for x, spec in zip(leaves, specs)]
        result = manual_call(*scope, _joinable(f, out_specs, scope[2]), tuple(jax.tree.unflatten(tree, parts)))
        return _results(f, scope, out_specs, result)

    wrapped.__wrapped__ = f
    return wrapped


def _axis_spec(axis_name, axis):
    return P() if axis is None else P(*[None] * axis + [axis_name])


def _check_axes(which, axes, what, given):
    if not all([isinstance(axis, int) for axis in jax.tree.leaves(axes)]):
        raise TypeError(f"smap {which} must be {what}, but got {given}.")


def _smap(f, in_axes, out_axes, axis_name):
    if isinstance(axis_name, (list, tuple)):
        raise TypeError(f"smap axis_name should be a `str` or a `Hashable`, but got {axis_name}")
    inferred = in_axes == _INFER
    if in_axes is not None and not inferred and not isinstance(in_axes, (int, tuple)):
        raise TypeError("smap in_axes must be an int, None, jax.sharding.Infer, or a tuple of entries corresponding to "
                        f"the positional arguments passed to the function, but got {in_axes}.")
    if not inferred:
        _check_axes("in_axes", in_axes, "an int, None, jax.sharding.Infer, or (nested) container with those types as "
                    "leaves", in_axes)
    _check_axes("out_axes", out_axes, "an int, None, or (nested) container with those types as leaves", out_axes)
    specs = [axes if axes == _INFER else jax.tree.map(lambda axis: _axis_spec(axis_name, axis), axes,
                                                      is_leaf=lambda x: x is None) for axes in (in_axes, out_axes)]
    return _shard_map(f, None, specs[0], specs[1], {axis_name}, True, True)


@function("jax", since="0.7.0")
def smap(f=None, /, *, in_axes="jax.sharding.Infer", out_axes, axis_name):
    if f is None:
        return lambda g: _smap(g, in_axes, out_axes, axis_name)
    return _smap(f, in_axes, out_axes, axis_name)
