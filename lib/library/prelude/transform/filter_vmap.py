"""equinox.filter_vmap: jax.vmap of the arrays among the arguments. Equinox: _vmap_pmap.py."""


def _axes_of(argument):
    """0 where the argument is made of arrays, None where it holds none."""
    arrays = [is_array(leaf) for leaf in jax.tree.leaves(argument)]
    if all(arrays):
        return 0 if arrays else None
    if any(arrays):
        unknown("filter_vmap over an argument of which not all leaves are arrays")
    return None


def _is_static(argument):
    return not all([is_array(leaf) or isinstance(leaf, (int, float, complex))
                    for leaf in jax.tree.leaves(argument)])


def _mapped(fun, in_axes, out_axes, options, args):
    if in_axes == "if arrays":
        in_axes = tuple([_axes_of(argument) for argument in args])
    if isinstance(in_axes, list):
        in_axes = tuple(in_axes)
    if not (in_axes is None or isinstance(in_axes, (int, tuple))) or not isinstance(out_axes, int):
        unknown("filter_vmap with such axes")
    if isinstance(in_axes, tuple) and len(in_axes) != len(args):
        unknown("filter_vmap with axes for other arguments than these")
    axes = in_axes if isinstance(in_axes, tuple) else (in_axes,) * len(args)
    static = [_is_static(argument) for argument in args]
    arrays = [argument for argument, held in zip(args, static) if not held]

    def of_arrays(*examples):
        rest = list(examples)
        return fun(*[argument if held else rest.pop(0) for argument, held in zip(args, static)])

    if not any(static):
        return jax.vmap(fun, axes, out_axes, **options)(*args)
    return jax.vmap(of_arrays, tuple([axis for axis, held in zip(axes, static) if not held]), out_axes,
                    **options)(*arrays)


@function("equinox")
def filter_vmap(fun=None, *, in_axes="if arrays", out_axes=0, axis_name=None, axis_size=None):
    if fun is None:
        return lambda f: filter_vmap(f, in_axes=in_axes, out_axes=out_axes, axis_name=axis_name,
                                     axis_size=axis_size)
    options = {"axis_name": axis_name, "axis_size": axis_size}
    return lambda *args: _mapped(fun, in_axes, out_axes, options, args)
