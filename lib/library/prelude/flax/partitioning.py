"""Parameters with logical axes in a collection beside them. flax 0.12.8: linen/partitioning.py."""
from prelude.flax.dictionaries import freeze, unfreeze
from prelude.flax.lifted import map_variables
from prelude.flax.lifting import scan, vmap
from prelude.flax.logical import RulesFallback, with_logical_constraint
from prelude.flax.modules import running_module
from prelude.flax.scopes import Variable
from prelude.flax.structures import PyTreeNode, field
from prelude.flax.traversals import flatten_dict, unflatten_dict

MODULE = "flax.linen.partitioning"

with_sharding_constraint = with_logical_constraint


class AxisMetadata(PyTreeNode):
    names: object = field(pytree_node=False)


def _same_names(x, y):
    if isinstance(x, AxisMetadata) and x != y:
        raise ValueError(f"If axis names are sown twice, expected them to match. Got {x} and {y}.")
    return y


def param_with_axes(name, init_fn, *init_args, axes=None, module=None, **init_kwargs):
    module = running_module() if module is None else module
    value = module.param(name, init_fn, *init_args, **init_kwargs)
    if axes is not None:
        value = with_sharding_constraint(value, P(*axes))
        module.sow("params_axes", f"{name}_axes", AxisMetadata(axes), reduce_fn=_same_names)
    return value


class PartitionedVariable(Variable):
    def __init__(self, variable, axes, fallback):
        self.variable = variable
        self.axes = axes
        self.fallback = fallback

    def _constrained(self, value):
        return value if self.axes is None else with_sharding_constraint(value, self.axes, fallback=self.fallback)

    @property
    def value(self):
        return self._constrained(self.variable.value)

    @value.setter
    def value(self, value):
        self.variable.value = self._constrained(value)

    def is_mutable(self):
        return self.variable.is_mutable()


def variable_with_axes(
    collection,
    name,
    init_fn,
    *init_args,
    axes=None,
    module=None,
    fallback=RulesFallback.AXIS_IS_UNSHARDED,
    **init_kwargs,
):
    module = running_module() if module is None else module
    variable = module.variable(collection, name, init_fn, *init_args, **init_kwargs)
    if axes is not None:
        module.sow(f"{collection}_axes", f"{name}_axes", AxisMetadata(axes), reduce_fn=_same_names)
    return PartitionedVariable(variable, axes, fallback)


def _without_suffix(name):
    return name[: -len("_axes")] if name.endswith("_axes") else name


def get_axis_names(axes_metadata):
    found = {}
    for path, metadata in flatten_dict(unfreeze(axes_metadata)).items():
        names = None if metadata.names is None else P(*metadata.names)
        found[path[:-1] + (_without_suffix(path[-1]),)] = names
    return freeze(unflatten_dict(found))


def _with_named_axis(target, position, axis_name, collection):
    """The target, whose axes in the collection have one more name than inside."""
    position = position.axis if hasattr(position, "axis") else position

    def changed(tree, change):
        is_metadata = lambda x: isinstance(x, AxisMetadata)
        return jax.tree.map(
            lambda x: AxisMetadata(change(tuple(x.names))) if is_metadata(x) and x.names is not None else x,
            tree,
            is_leaf=is_metadata,
        )

    def insert(tree):
        return changed(tree, lambda names: names[:position] + (axis_name,) + names[position:])

    def remove(tree):
        return changed(tree, lambda names: names[:position] + names[position + 1 :])

    return map_variables(target, collection, trans_in_fn=remove, trans_out_fn=insert, mutable=True)


def scan_with_axes(
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
    axis_name="layers",
    axes_collections=("params",),
    data_transform=None,
    methods=None,
):
    beside = [f"{col}_axes" for col in axes_collections]
    if variable_broadcast is not True:
        given = [] if variable_broadcast is False else variable_broadcast
        variable_broadcast = ([given] if isinstance(given, str) else list(given)) + beside
    scanned = scan(
        target, variable_axes, variable_broadcast, variable_carry, split_rngs, in_axes, out_axes, length, reverse,
        unroll, data_transform, methods=methods,
    )
    for col in axes_collections:
        if col in variable_axes:
            scanned = _with_named_axis(scanned, variable_axes[col], axis_name, f"{col}_axes")
    return scanned


def vmap_with_axes(
    target,
    variable_axes,
    split_rngs={},
    in_axes=0,
    out_axes=0,
    axis_size=None,
    axis_name=None,
    partitioning_axis_names={},
    spmd_axis_name=None,
    methods=None,
):
    beside = {f"{name}_axes": None for name in partitioning_axis_names}
    mapped = vmap(
        target, {**variable_axes, **beside}, split_rngs, in_axes, out_axes, axis_size, axis_name, spmd_axis_name,
        methods=methods,
    )
    for col, axis in variable_axes.items():
        if col in partitioning_axis_names:
            mapped = _with_named_axis(mapped, axis, partitioning_axis_names[col], f"{col}_axes")
    return mapped
