"""jax.pmap, which is shard_map over as many devices as there are examples. JAX: pmap.py."""
from prelude.transform.shard_map import _axis_spec, _shard_map

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


@function("jax", since="0.10.2")
def pmap(fun, axis_name=None, *, in_axes=0, out_axes=0, static_broadcasted_argnums=(), devices=None, backend=None,
         axis_size=None, donate_argnums=()):
    if devices is not None and not devices:
        raise ValueError("'devices' argument to pmap must be non-empty, or None.")
    if not callable(fun):
        raise TypeError(f"Expected a callable value, got {fun}")
    _check_axes("in_axes", in_axes)
    _check_axes("out_axes", out_axes)
    if static_broadcasted_argnums != () or backend is not None:
        unknown("pmap with static arguments or another backend")
    name = _UNNAMED if axis_name is None else axis_name

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
        return jax.jit(lambda *flat_args: mapped(*flat_args), in_shardings=shardings)(*leaves)

    wrapped.lower = lambda *args, **kwargs: jax.jit(wrapped).lower(*args, **kwargs)
    return wrapped
