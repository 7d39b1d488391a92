"""Collectives along the axes of shard_map. JAX: lax/parallel.py."""


def _names(axis_name):
    return tuple(axis_name) if isinstance(axis_name, (tuple, list)) else (axis_name,)


def _refuse_unbound(name, primitive, say, help=None):
    """Nothing binds the name: of a primitive, which is what JAX calls it by then, or None where it looks for sizes."""
    mesh = context_mesh()
    varies = (primitive not in (None, "axis_index") and mesh is not None and checks_varying() and release >= (0, 6))
    if varies and name not in mesh.axis_names:
        bound = release >= (0, 8, 2)
        refuse(AssertionError if bound else KeyError, "" if bound else repr(name), say=say, help=help, rule="name-unknown")
    if varies and release < (0, 8, 2):
        refuse(ValueError, "Axes mentioned in `vma` field of ShapedArray should be of type `Manual`. Got axis: "
               f"{name} of type AxisType.{mesh.axis_types[mesh.axis_names.index(name)].name}", rule="name-unknown",
               say=f"no shard_map around this binds an axis {name!r}")
    if primitive is None or release < (0, 7):
        refuse(NameError, f"unbound axis name: {name}", say=say, help=help, rule="name-unknown")
    refuse(NameError, f"Found an unbound axis name: {name}. To fix this, please call "
           f"{'pvary' if varies else primitive} under `jax.shard_map`.", rule="name-unknown", say=say, help=help)


def _axis_size(names, primitive=None):
    """The size of all these axes together."""
    size = 1
    for name in names:
        along = named_size(name)
        if along is None:
            _refuse_unbound(
                name, primitive, f"no shard_map or vmap around this binds an axis {name!r}",
                None if is_manual() else
                f"call it under jax.shard_map on a mesh with that axis, or under jax.vmap with axis_name={name!r}")
        size *= along
    return size


def _bound(axis_name, axis_index_groups=None):
    """The names, and the size of all together, or of each of the groups that their devices make."""
    names = _names(axis_name)
    size = _axis_size(names)
    if axis_index_groups is None:
        return names, size
    if checks_varying() or any([is_mapped_name(name) for name in names]):
        unknown("collectives within groups under vmap, or where shard_map checks what varies")
    sizes = [len(group) for group in axis_index_groups]
    if sorted([i for group in axis_index_groups for i in group]) != list(range(size)) or min(sizes) != max(sizes):
        unknown("groups that do not cut the axis into equal parts")
    return names, sizes[0]


def _check_groups(axis_name, axis_index_groups):
    """The groups of a reduction. JAX: _validate_reduce_axis_index_groups."""
    axes = sorted([i for group in axis_index_groups for i in group])
    if axes != list(range(len(axes))):
        raise ValueError("axis_index_groups must cover all indices exactly once")
    _bound(axis_name, axis_index_groups)


def _check_reduced(kind, x, names, manual, mapped):
    """The array varies along all the axes or along none, where shard_map follows that; along axes of vmap nothing does."""
    if not checks_varying():
        return
    sums = kind in ("sum", "mean")
    check_partial(x, manual, sums)
    varying = [name for name in manual if name in varying_axes(x)]
    if varying and (len(varying) < len(manual) or mapped) and release >= ((0, 8, 2) if sums else (0, 12)):
        refuse(ValueError, f"jax.lax.p{'sum' if sums else kind} can only accept axis_name which corresponds to one of "
               "varying, unreduced, reduced or invarying state of the input. Got input type: "
               f"{phrase('{long}', x)}, axes: {names} and input state: {{'varying', 'invarying'}}",
               rule="sharding-conflict", say=phrase("{array|the array} varies along some of the axes alone", x),
               help="name those axes alone, or vary it along the others first with pcast")
    if mapped and release < (0, 8, 2):
        unknown("a collective along an axis of vmap inside of shard_map")
    if mapped:
        refuse(AssertionError, "", say="a shard_map with check_vma takes no collective along an axis of vmap")


def _is_number(leaf):
    """A number of Python, which is the same for every example."""
    return type(leaf).__name__ in ("int", "float")


def _reduced(kind, leaf, names, size):
    if _is_number(leaf):
        if kind == "mean":
            return float(leaf)
        return leaf * size if kind == "sum" else leaf
    x = leaf_array(leaf)
    sums = kind in ("sum", "mean")
    if sums and x.dtype.name == "bool":
        x = x.astype(int)
    manual = [name for name in names if is_manual_axis(name)]
    _check_reduced(kind, x, names, manual, [name for name in names if name not in manual])
    x = {"max": max_examples, "min": min_examples}.get(kind, sum_examples)(x, names)
    if manual:
        finishes = checks_varying() and any([name in unreduced_axes(x) for name in manual])
        x = collective("psum" if sums else "p" + kind, x, manual, 0 if finishes else -1, unreduced=-int(finishes))
    return x / size if kind == "mean" else x


def _reduce(kind, x, axis_name, axis_index_groups):
    names = _names(axis_name)
    if axis_index_groups is not None:
        _check_groups(axis_name, axis_index_groups)
    leaves, tree = jax.tree.flatten(x)
    numbers = all([_is_number(leaf) for leaf in leaves])
    size = _axis_size(names, None if numbers and kind in ("sum", "mean") else "psum")
    if kind == "mean" and axis_index_groups is not None:
        size = len(axis_index_groups[0])
    return jax.tree.unflatten(tree, [_reduced(kind, leaf, names, size) for leaf in leaves])


@function("jax.lax")
def psum(x, axis_name, *, axis_index_groups=None):
    return _reduce("sum", x, axis_name, axis_index_groups)


@function("jax.lax")
def pmean(x, axis_name, *, axis_index_groups=None):
    return _reduce("mean", x, axis_name, axis_index_groups)


@function("jax.lax")
def pmax(x, axis_name, *, axis_index_groups=None):
    return _reduce("max", x, axis_name, axis_index_groups)


@function("jax.lax")
def pmin(x, axis_name, *, axis_index_groups=None):
    return _reduce("min", x, axis_name, axis_index_groups)


@function("jax.lax")
def axis_index(axis_name):
    names = _names(axis_name)
    _axis_size(names, "axis_index")
    index, step = index_along(names[-1]), 1
    for before, name in zip(reversed(names[1:]), reversed(names[:-1])):
        step *= named_size(before)
        index += index_along(name) * step
    return index


@function("jax.lax", since="0.6.1")
def axis_size(axis_name):
    return _axis_size(_names(axis_name))


def _mapped(names):
    """Whether the names are one axis of vmap."""
    if not any([is_mapped_name(name) for name in names]):
        return False
    if len(names) > 1 or checks_varying():
        unknown("this collective along an axis of vmap is not followed")
    return True


def _folded(x, dim):
    """Two dimensions as one."""
    return jnp.reshape(x, x.shape[:dim] + (x.shape[dim] * x.shape[dim + 1],) + x.shape[dim + 2:])


def _cut(x, dim, ways):
    """A dimension as two."""
    return jnp.reshape(x, x.shape[:dim] + (ways, x.shape[dim] // ways) + x.shape[dim + 1:])


def _check_names(names, primitive):
    """Whether shard_map binds the names."""
    for name in names:
        if release >= (0, 6) and not is_manual_axis(name):
            _refuse_unbound(name, primitive, f"no shard_map around this binds an axis {name!r}")


def _varied(x, names):
    """The leaf, varying along the axes; it stays as it is where shard_map does not follow that."""
    x = leaf_array(x)
    more = [name for name in names if name not in varying_axes(x)]
    if set(more) != set(reduced_axes(x)) or not checks_varying():
        _refuse_partial(x, more, "pvary")
    elif more:
        return collective("reduced_vary_cast", x, more, 1, reduced=-1)
    return collective("pvary", x, more, 1) if more and checks_varying() else x


def _state(x, names, function):
    """How the array stands to the axes. JAX: _get_from."""
    states = [_axis_state(x, name) for name in names]
    if len(set(states)) > 1:
        refuse(ValueError, f"{function} can only accept axis_name which corresponds to one of varying, unreduced, "
               f"reduced or invarying state of the input. Got input type: {jax.typeof(x)}, axes: {names} and input "
               f"state: {set(states)}", rule="sharding-conflict")
    return states[0]


def _axis_state(x, name):
    if name in varying_axes(x):
        return "varying"
    if not checks_varying():
        return "invarying"
    return "unreduced" if name in unreduced_axes(x) else "reduced" if name in reduced_axes(x) else "invarying"


def _refuse_partial(x, names, function):
    """Collectives that take no array that is unreduced or reduced over the axes. JAX: check_unreduced_args."""
    if not checks_varying():
        return
    for held, state in ((unreduced_axes(x), "unreduced"), (reduced_axes(x), "reduced")):
        if any([name in held for name in names]):
            refuse(ValueError, f"{function} cannot accept args which are {state}. Got {phrase('{}', x)} and "
                   f"axes={set(names)}", rule="unreduced-axis")


@function("jax.lax", until="0.8.2")
def all_gather(x, axis_name, *, axis_index_groups=None, axis=0, tiled=False):
    return _all_gather(x, axis_name, axis_index_groups, axis, tiled, "varying")


@function("jax.lax", name="all_gather", since="0.8.2")
def all_gather_to(x, axis_name, *, axis_index_groups=None, axis=0, tiled=False, to="varying"):
    if to not in ("varying", "reduced", "invarying"):
        raise ValueError("Got unexpected `to` value for `jax.lax.all_gather`. Allowed `to` values are: "
                         "{'varying', 'reduced', 'invarying'}")
    if to == "reduced":
        return _gather_reduced(x, axis_name, axis_index_groups, axis, tiled)
    return _all_gather(x, axis_name, axis_index_groups, axis, tiled, to)


def _gather_reduced(x, axis_name, axis_index_groups, axis, tiled):
    if axis_name == ():
        return x
    if axis_index_groups is not None or not checks_varying() or release < (0, 10):
        unknown("all_gather to a reduced array in groups, or where shard_map does not check what varies")
    names, size = _bound(axis_name)

    def gather(leaf):
        leaf = leaf_array(leaf)
        varying = varying_axes(leaf)
        if not varying:
            raise ValueError(f"all_gather_reduced only accepts inputs that are varying. Got {phrase('{}', leaf)}")
        if not any([name in varying for name in names]):
            raise ValueError("all_gather_reduced is a Varying -> Reduced collective. This means that the "
                             f"axis_name={names} passed to `all_gather_reduced` must be present in "
                             f"jax.typeof(x).mat.varying={frozenset(varying)}")
        if any([name in reduced_axes(leaf) for name in names]):
            raise ValueError("all_gather_reduced's input cannot be reduced across the axis_name provided. Got "
                             f"x={phrase('{}', leaf)} and axis_name={names}")
        dim = canonical_axis(axis, leaf.ndim if tiled else leaf.ndim + 1)
        leaf = leaf if tiled else jax.lax.expand_dims(leaf, (dim,))
        return collective("all_gather_reduced", leaf, names, -1, gathered=dim, ways=size, reduced=1)

    return jax.tree.map(gather, x)


def _all_gather(x, axis_name, axis_index_groups, axis, tiled, to):
    if axis_name == ():
        return x
    names, size = _bound(axis_name, axis_index_groups)

    mapped = _mapped(names)

    def gather(leaf):
        leaf = _varied(leaf, names)
        _refuse_partial(leaf, names, "all_gather_invariant" if to == "invarying" else "all_gather")
        if not tiled and not is_replicated(leaf):
            unknown("all_gather of an array that is sharded over other axes")
        dim = canonical_axis(axis, leaf.ndim if tiled else leaf.ndim + 1)
        if mapped:
            whole = jnp.moveaxis(examples(names[0], leaf), 0, dim)
            return _folded(whole, dim) if tiled else whole
        leaf = leaf if tiled else jax.lax.expand_dims(leaf, (dim,))
        return collective("all_gather", leaf, names, -1 if to == "invarying" else 0, gathered=dim, ways=size)

    return jax.tree.map(gather, x)


@function("jax.lax")
def psum_scatter(x, axis_name, *, scatter_dimension=0, axis_index_groups=None, tiled=False):
    if axis_name == ():
        return x
    if checks_varying():
        for leaf in jax.tree.leaves(x):
            _state(leaf_array(leaf), _names(axis_name), "jax.lax.psum_scatter")
    names, size = _bound(axis_name, axis_index_groups)

    mapped = _mapped(names)

    def scatter(leaf):
        leaf = leaf_array(leaf)
        unfinished = checks_varying() and _state(leaf, names, "jax.lax.psum_scatter") == "unreduced"
        leaf = leaf if unfinished else _varied(leaf, names)
        if not unfinished:
            _refuse_partial(leaf, names, "reduce_scatter")
        dim = scatter_dimension
        if release >= (0, 11, 2):
            dim = canonical_axis(dim, leaf.ndim)
        elif dim < 0:
            unknown("psum_scatter along a negative dimension")
        if has_explicit_axes() and (not tiled or release >= (0, 11)):
            unknown("psum_scatter beside Explicit axes")
        if dim >= leaf.ndim:
            raise IndexError("tuple index out of range")
        length = leaf.shape[dim]
        if mapped and (length % size or not tiled and length != size):
            unknown("psum_scatter of another size along an axis of vmap")
        if tiled and length % size:
            refuse(ValueError, f"tiled reduce_scatter operand scatter dimension size {length} must be divisible by "
                   f"shard_count {size}", rule="dim-indivisible")
        if not tiled and length != size:
            refuse(ValueError, f"reduce_scatter operand scatter dimension size {length} must match shard count "
                   f"{size}", rule="shape-mismatch")
        if mapped:
            total = jnp.sum(examples(names[0], leaf), 0)
            return as_examples(names[0], _cut(total, dim, size) if tiled else total, dim)
        part = collective("reduce_scatter", leaf, names, int(unfinished), scattered=dim, ways=size,
                          unreduced=-int(unfinished))
        return part if tiled else jax.lax.squeeze(part, (dim,))

    return jax.tree.map(scatter, x)


@function("jax.lax")
def all_to_all(x, axis_name, split_axis, concat_axis, *, axis_index_groups=None, tiled=False):
    names, size = _bound(axis_name, axis_index_groups)

    mapped = _mapped(names)

    def exchange(leaf):
        leaf, split, concat = leaf_array(leaf), split_axis, concat_axis
        if release >= (0, 12):
            split, concat = canonical_axis(split, leaf.ndim), canonical_axis(concat, leaf.ndim)
        elif split < 0 or concat < 0 or (concat >= leaf.ndim and not tiled):
            unknown("all_to_all along negative dimensions, or those that the array does not have")
        if split >= leaf.ndim:
            raise IndexError("tuple index out of range")
        length = leaf.shape[split]
        if tiled and length % size:
            refuse(ValueError, f"The size of all_to_all split_axis ({length}) has to be divisible by the size of the "
                   f"named axis {axis_name} ({size})", rule="dim-indivisible")
        if not tiled and length != size:
            refuse(ValueError, "all_to_all requires the size of the mapped axis axis_name to equal "
                   f"x.shape[split_axis], but they are {size} and {length} respectively.", rule="shape-mismatch")
        if not tiled and split != concat:
            concat += split < concat
            leaf = jax.lax.expand_dims(leaf, (concat,))
            split += concat < split
        if mapped and concat >= leaf.ndim:
            unknown("all_to_all along a dimension that the array does not have")
        if mapped:
            whole = _cut(examples(names[0], leaf), split + 1, size)
            whole = jnp.moveaxis(whole, (0, split + 1), (concat + 1, 0))
            leaf = as_examples(names[0], _folded(whole, concat + 1), 0)
            return leaf if tiled or split == concat else jax.lax.squeeze(leaf, (split,))
        leaf = _varied(leaf, names)
        _refuse_partial(leaf, names, "all_to_all")
        if concat >= leaf.ndim:
            raise IndexError("list index out of range")
        leaf = collective("all_to_all", leaf, names, 0, gathered=concat, scattered=split, ways=size)
        return leaf if tiled or split == concat else jax.lax.squeeze(leaf, (split,))

    return jax.tree.map(exchange, x)


@function("jax.lax")
def pswapaxes(x, axis_name, axis, *, axis_index_groups=None):
    return all_to_all(x, axis_name, axis, axis, axis_index_groups=axis_index_groups)


@function("jax.lax")
def ppermute(x, axis_name, perm):
    names = _names(axis_name)
    if release >= (0, 12) and not isinstance(perm, (list, tuple)):
        raise TypeError("`perm` passed to `jax.lax.ppermute` must be a list or a tuple. Got perm of type "
                        f"<class '{type(perm).__name__}'>")
    perm = tuple([tuple(pair) for pair in perm])
    if _mapped(names):
        if len(perm) != _axis_size(names):
            raise AssertionError("Permutation doesn't match the axis size!")
        return jax.tree.map(lambda leaf: leaf_array(leaf), x)
    _check_names(names, "ppermute")
    size = _axis_size(names)

    def permute(leaf):
        return collective("ppermute", _varied(leaf, names), names, pairs=[end % size for pair in perm for end in pair])

    result = jax.tree.map(permute, x)
    if is_compiled():
        _check_pairs(perm, names)
    return result


def _check_pairs(perm, names):
    """What fails when it is compiled."""
    size = _axis_size(names)
    if release >= (0, 12) and list(names) != [name for name in jax.sharding.get_abstract_mesh().axis_names if name in names]:
        raise RuntimeError("Make sure that the axis_name passed to jax.lax.ppermute is in the same order as the axis_names "
                           "declared on the mesh. If you want to allow different order, you can disable the check via "
                           "`with jax.raise_on_ppermute_sort_diff(False):` context manager.")
    for side in zip(*perm):
        if len(set([i % size for i in side])) != len(side):
            raise ValueError(f"ppermute sources and destinations must be unique, got {perm}.")
    for side in zip(*perm):
        if any([i >= size or i < -size for i in side]):
            raise IndexError(f"{'tuple' if release >= (0, 12) else 'list'} index out of range")


@function("jax.lax")
def pshuffle(x, axis_name, perm):
    if set(perm) != set(range(len(perm))):
        raise ValueError(f"`perm` does not represent a permutation: {perm}")
    return ppermute(x, axis_name, list(zip(perm, range(len(perm)))))


@function("jax.lax", since="0.9.0")
def pcast(x, axis_name, *, to):
    if isinstance(axis_name, (set, frozenset)):
        raise TypeError(f"axis_name={axis_name} must be a tuple or a str. Got {axis_name}")
    if not axis_name:
        return x
    if to not in ("unreduced", "reduced", "varying"):
        raise ValueError("Got unexpected `to` value. Allowed `to` values are: {'unreduced', 'reduced', 'varying'}")
    names = axis_name if isinstance(axis_name, tuple) else (axis_name,)

    def cast(leaf):
        leaf = leaf_array(leaf)
        state = _state(leaf, names, "jax.lax.pcast")
        if to != "varying" and release < (0, 10):
            unknown("unreduced or reduced axes in a shard_map are not followed")
        if (state, to) not in (("invarying", "varying"), ("invarying", "reduced"), ("varying", "unreduced"),
                               ("reduced", "varying")):
            refuse(ValueError, f"Unsupported pcast from={state}, to='{to}'", rule="sharding-conflict",
                   say=f"the array is {state} along {', '.join(names)}, of which this cannot be made")
        if not checks_varying():
            return _unchecked(leaf, names)
        if to == "unreduced":
            return collective("vary_unreduced_cast", leaf, names, -1, unreduced=1)
        if state == "reduced":
            return collective("reduced_vary_cast", leaf, names, 1, reduced=-1)
        _check_names(names, "pvary" if to == "varying" else "preduced")
        return _varied(leaf, names) if to == "varying" else collective("preduced", leaf, names, 0, reduced=1)

    return jax.tree.map(cast, x)


def _unchecked(x, names):
    context = jax.sharding.get_abstract_mesh()
    if all([name in context.manual_axes for name in names]):
        return x
    unknown("pcast outside of a shard_map")


def _refuse_varying(x, names):
    """What pvary says of an array that varies along the axes already."""
    held = f"frozenset({set(varying_axes(x))})"
    told = jax.typeof(x) if release >= (0, 8, 2) else held
    member = "jax.typeof(inp)" if release >= (0, 8, 2) else "jax.typeof(inp).vma"
    text = ("pvary is a invariant->variant collective. This means that the axis names mentioned in `axes` passed to "
            f"`pvary` must not be present in `jax.typeof(inp).vma`. Got axes={names} and {member}={told}")
    if release < (0, 8, 1):
        text = (f"Collective pvary must be applied to a non-device-varying type, but got [{held}] for collective acting "
                f"over axis name {names}. Please open an issue at https://github.com/jax-ml/jax/issues, and as a "
                "temporary workaround pass the check_vma=False argument to `jax.shard_map`")
    refuse(ValueError, text, rule="sharding-conflict",
           say=f"the array varies along {', '.join(varying_axes(x))} already", help="leave pvary out")


@function("jax.lax", until="0.10.0")
def pvary(x, axis_name):
    names = axis_name if isinstance(axis_name, tuple) else (axis_name,)

    def cast(leaf):
        leaf = leaf_array(leaf)
        if not checks_varying():
            return leaf if is_manual() else _unchecked(leaf, names)
        _check_names(names, "pvary")
        if any([name in varying_axes(leaf) for name in names]):
            _refuse_varying(leaf, names)
        return _varied(leaf, names)

    return jax.tree.map(cast, x) if axis_name else x
