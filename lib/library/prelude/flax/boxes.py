"""Parameters in boxes that say how they are partitioned. flax 0.12.8: core/meta.py, linen/spmd.py."""
from prelude.flax.errors import PartitioningUnspecifiedError
from prelude.flax.logical import constrain, global_mesh, names_to_axes

MODULE = "flax.core.meta flax.linen.meta"

PARTITION_NAME = "partition_name"


def _insert(names, index, name):
    names = list(names)
    while len(names) < index:
        names.append(None)
    names.insert(index, name)
    return tuple(names)


class AxisMetadata:
    pass


class Partitioned(AxisMetadata):
    def __init__(self, value, names, mesh=None, rules=None):
        self.value = value
        self.names = names
        self.mesh = mesh
        self.rules = rules

    def __getattr__(self, name):
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def unbox(self, apply_constraint=True):
        if apply_constraint and (self.mesh is not None or global_mesh() is not None):
            spec = P(*self.names)
            if self.mesh is not None:
                return lax.with_sharding_constraint(self.value, NamedSharding(self.mesh, spec))
            return lax.with_sharding_constraint(self.value, spec)
        return self.value

    def replace_boxed(self, val):
        return type(self)(val, self.names, self.mesh, self.rules)

    def replace(self, **updates):
        fields = {"value": self.value, "names": self.names, "mesh": self.mesh, "rules": self.rules}
        fields.update(updates)
        return type(self)(**fields)

    def add_axis(self, index, params):
        return type(self)(self.value, _insert(self.names, index, _partition_name(params)), self.mesh, self.rules)

    def remove_axis(self, index, params):
        names = list(self.names)
        _partition_name(params)
        del names[index]
        return type(self)(self.value, tuple(names), self.mesh, self.rules)

    def get_partition_spec(self):
        return P(*self.names)

    def get_sharding(self, mesh):
        return NamedSharding(mesh, self.get_partition_spec())


class LogicallyPartitioned(Partitioned):
    def unbox(self, apply_constraint=True):
        if apply_constraint and (self.mesh is not None or global_mesh() is not None):
            return constrain(self.value, self.names, self.rules, self.mesh)
        return self.value


def _partition_name(params):
    if PARTITION_NAME not in params:
        raise PartitioningUnspecifiedError(params)
    return params[PARTITION_NAME]


_registered = [
    register_plain_fields(kind, ["value"], ["names", "mesh", "rules"]) for kind in (Partitioned, LogicallyPartitioned)
]


def is_box(x):
    return isinstance(x, AxisMetadata) if len(_registered) else False


is_axis_metadata = is_box


def unboxed(tree, apply_constraint=True):
    if is_box(tree):
        return tree.unbox(apply_constraint)
    if not isinstance(tree, (dict, list, tuple)):
        return tree
    return jax.tree.map(lambda x: x.unbox(apply_constraint) if is_box(x) else x, tree, is_leaf=is_box)


def unbox(tree):
    return jax.tree.map(lambda x: x.unbox() if is_box(x) else x, tree, is_leaf=is_box)


def replace_boxed(tree, updates):
    return jax.tree.map(lambda c, v: c.replace_boxed(v) if is_box(c) else v, tree, updates, is_leaf=is_box)


def add_axis(tree, index, params):
    return jax.tree.map(lambda x: x.add_axis(index, params) if is_box(x) else x, tree, is_leaf=is_box)


def remove_axis(tree, index, params):
    return jax.tree.map(lambda x: x.remove_axis(index, params) if is_box(x) else x, tree, is_leaf=is_box)


def with_partitioning(fn, names, mesh=None):
    def wrapper(*args, **kwargs):
        return Partitioned(program_call(fn, *args, **kwargs), names, mesh)

    return wrapper


def with_logical_partitioning(fn, names, mesh=None, rules=None):
    def wrapper(*args, **kwargs):
        return LogicallyPartitioned(program_call(fn, *args, **kwargs), names, mesh, rules)

    return wrapper


def get_partition_spec(tree):
    def spec(x):
        if is_box(x):
            return x.get_partition_spec()
        return P() if hasattr(x, "shape") else None

    return jax.tree.map(spec, tree, is_leaf=is_box)


def get_sharding(tree, mesh):
    def sharding(x):
        if is_box(x):
            return x.get_sharding(mesh)
        return NamedSharding(mesh, P()) if hasattr(x, "shape") else None

    return jax.tree.map(sharding, tree, is_leaf=is_box)


def _is_spec(x):
    return isinstance(x, P)


def logical_to_mesh(tree, rules=None):
    return jax.tree.map(lambda x: names_to_axes(x, rules), tree, is_leaf=_is_spec)


def logical_to_mesh_sharding(tree, mesh, rules=None):
    return jax.tree.map(lambda x: NamedSharding(mesh, x), logical_to_mesh(tree, rules), is_leaf=_is_spec)
