"""jax.pmap, which is shard_map over as many devices as there are examples. JAX: pmap.py."""
from prelude.transform.shard_map import _axis_spec, _results, _shard_map

_UNNAMED = "_internal_pmap_axis_name"


def _check_axes(which, axes):
    if not all([type(axis) is int for axis in jax.tree.leaves(axes)]):
        raise TypeError(f"pmap {which} must be an int, None, or (nested) container with those types as leaves, but got "
                        f"{axes}.")


def _mapped_size(leaves, axes):
    for x, axis in zip(leaves, axes):
        if axis is not None and is_array(x):
            return x.shape[axis]
    raise ValueError("pmap requires at least one argument with a mapped axis.")


def _per_device(fun, tree, in_axes, out_axes):
    def _fun(*parts):
        own = [x if axis is None else jax.lax.squeeze(x, (axis,)) for x, axis in zip(parts, in_axes)]
        args, kwargs = jax.tree.unflatten(tree, own)
        out = fun(*args, **kwargs)
        leaves, out_tree = jax.tree.flatten(out)
        axes = broadcast_prefix("out_axes", out_axes, out, True)
        return jax.tree.unflatten(out_tree, [x if axis is None else jax.lax.expand_dims(x, (axis,))
                                             for x, axis in zip(leaves, axes)])

    return _fun


def _positions(argnums):
    return (argnums,) if isinstance(argnums, int) else tuple(argnums)


def _with_static(fun, static, in_axes, mapped):
    """The function with these arguments taken out, which `mapped` makes one of all devices."""
    def wrapped(*args, **kwargs):
        if max(static) >= len(args):
            raise ValueError(f"pmapped function has static_broadcasted_argnums={static} but was called with only "
                             f"{len(args)} positional argument{'s' if len(args) > 1 else ''}. All static broadcasted "
                             "arguments must be passed positionally.")
        kept = [i for i in range(len(args)) if i not in static]

        def dynamic(*parts, **keywords):
            given = dict(zip(kept, parts))
            return fun(*[given[i] if i in kept else args[i] for i in range(len(args))], **keywords)

        axes = tuple([in_axes[i] for i in kept]) if isinstance(in_axes, tuple) else in_axes
        return mapped(dynamic, axes)(*[args[i] for i in kept], **kwargs)

    wrapped.lower = lambda *args, **kwargs: jax.jit(wrapped, static_argnums=static).lower(*args, **kwargs)
    return wrapped


def _check_sizes(leaves, axes):
    """The size of the mapped dimensions, which is one for all. JAX: api.py _mapped_axis_size."""
    if not leaves:
        raise ValueError("pmap wrapped function must be passed at least one argument containing an array, got empty "
                         "*args=() and **kwargs={}")
    sizes = []
    for x, axis in zip(leaves, axes):
        if axis is not None:
            shape = jnp.shape(x)
            if not -len(shape) <= axis < len(shape):
                raise ValueError(f"pmap was requested to map its argument along axis {axis}, which implies that its rank "
                                 f"should be at least {axis + 1 if axis >= 0 else -axis}, but is only {len(shape)} (its "
                                 f"shape is {shape})")
            sizes.append(shape[axis])
    if not sizes:
        raise ValueError("pmap must have at least one non-None value in in_axes")
    if len(set(sizes)) > 1:
        refuse(ValueError, "pmap got inconsistent sizes for array axes to be mapped:", rule="shape-mismatch",
               say=f"pmap maps dimensions of sizes {', '.join([str(size) for size in sizes])}",
               help="give every mapped dimension the size of the number of devices")
    return sizes[0]


def _told(path):
    """What the program calls a leaf of its arguments: 0['w'] of the first, or the name of one given by name."""
    place, first = path[0].idx, path[1]
    return (first.key if place else str(first.idx)) + jax.tree_util.keystr(path[2:])


def _under_names(flat, fun, args, kwargs):
    """The function of the leaves as that of the program, for plans."""
    flat.__program__ = fun
    flat.__arguments__ = tuple([_told(path) for path, _ in jax.tree_util.tree_flatten_with_path((args, kwargs))[0]])
    return flat


@function("jax", name="pmap", until="0.10.2")
def first_pmap(fun, axis_name=None, *, in_axes=0, out_axes=0, static_broadcasted_argnums=(), devices=None, backend=None,
               axis_size=None, donate_argnums=(), global_arg_shapes=None):
    """Of releases that compile one program for all devices: its results are on them, and committed to none."""
    if backend is not None or global_arg_shapes is not None:
        unknown("pmap on another backend, or of shapes of all processes")
    if not callable(fun):
        raise TypeError(f"Expected a callable value, got {fun}")
    _check_axes("in_axes", in_axes)
    name = _UNNAMED if axis_name is None else axis_name
    static = _positions(static_broadcasted_argnums)
    if static:
        return _with_static(fun, static, in_axes, lambda f, axes: first_pmap(
            f, axis_name, in_axes=axes, out_axes=out_axes, devices=devices, axis_size=axis_size))

    def wrapped(*args, **kwargs):
        hash(fun)  # by which JAX keeps what it is traced to
        leaves, tree = jax.tree.flatten((args, kwargs))
        axes = broadcast_prefix("in_axes", (in_axes, 0), (args, kwargs), True)
        size = _check_sizes(leaves, axes)
        if axis_size is not None and axis_size != size:
            raise ValueError(f"Specified axis_size {axis_size} doesn't match received axis_size {size}.")
        used = devices or jax.devices()
        if size > len(used) and release >= (0, 8):
            unknown("pmap over more devices than there are, in this release")
        if size > len(used):
            raise ValueError(f"compiling computation that requires {size} logical devices, but only {len(used)} XLA "
                             f"devices are available (num_replicas={size})")
        mesh = jax.sharding.Mesh(np.array(used[:size]), (name,))
        specs = [_axis_spec(name, axis) for axis in axes]
        out_specs = jax.tree.map(lambda axis: _axis_spec(name, axis), out_axes, is_leaf=lambda x: x is None)
        if is_manual():
            unknown("pmap within another, in this release")
        scope = (mesh, (name,), False)

        def traced(*arrays):
            parts = [shard_array(*scope, x, spec) for x, spec in zip(arrays, specs)]
            result = manual_call(*scope, _per_device(fun, tree, axes, out_axes), tuple(parts))
            return _results(fun, scope, out_specs, result)

        result = jax.jit(_under_names(traced, fun, args, kwargs))(*leaves)
        return jax.tree.map(lambda x: jnp.zeros(x.shape, x.dtype), result) if runs_at_once() else result

    wrapped.lower = lambda *args, **kwargs: jax.jit(wrapped).lower(*args, **kwargs)
    return wrapped


@function("jax", since="0.10.2")
def pmap(fun, axis_name=None, *, in_axes=0, out_axes=0, static_broadcasted_argnums=(), devices=None, backend=None,
         axis_size=None, donate_argnums=()):
    if devices is not None and not devices:
        raise ValueError("'devices' argument to pmap must be non-empty, or None.")
    if not callable(fun):
        raise TypeError(f"Expected a callable value, got {fun}")
    _check_axes("in_axes", in_axes)
    _check_axes("out_axes", out_axes)
    if backend is not None:
        unknown("pmap on another backend")
    name = _UNNAMED if axis_name is None else axis_name
    static = _positions(static_broadcasted_argnums)
    if static:
        return _with_static(fun, static, in_axes, lambda f, axes: pmap(
            f, axis_name, in_axes=axes, out_axes=out_axes, devices=devices, axis_size=axis_size))

    def wrapped(*args, **kwargs):
        leaves, tree = jax.tree.flatten((args, kwargs))
        axes = broadcast_prefix("in_axes", (in_axes, 0), (args, kwargs), True)
        size = _mapped_size(leaves, axes)
        if axis_size is not None and axis_size != size:
            raise ValueError(f"Specified axis_size {axis_size} doesn't match received axis_size {size}.")
        mesh = jax.sharding.Mesh(np.array((devices or jax.devices())[:size]), (name,))
        specs = tuple([_axis_spec(name, axis) for axis in axes])
        out_specs = jax.tree.map(lambda axis: _axis_spec(name, axis), out_axes, is_leaf=lambda x: x is None)
        mapped = _shard_map(_per_device(fun, tree, axes, out_axes), mesh, specs, out_specs, {name}, False)
        if not runs_at_once():
            return jax.jit(mapped)(*leaves)
        shardings = tuple([NamedSharding(mesh, spec) for spec in specs])
        results = jax.tree.map(lambda spec: NamedSharding(mesh, spec), out_specs)
        flat = _under_names(lambda *flat_args: mapped(*flat_args), fun, args, kwargs)
        return jax.jit(flat, in_shardings=shardings, out_shardings=results)(*leaves)

    wrapped.lower = lambda *args, **kwargs: jax.jit(wrapped).lower(*args, **kwargs)
    return wrapped
