"""Meshes. torch_xla: distributed/spmd/xla_sharding.py."""
from prelude.torch.xla.state import _process, raise_first

MODULE = "torch_xla.distributed.spmd torch_xla.distributed.spmd.xla_sharding"


class ShardingType(member("enum", "IntEnum")):
    REPLICATED = 0
    MAXIMAL = 1
    TUPLE = 2
    TILED = 3
    MANUAL = 4
    PARTIAL = 5
    UNKNOWN = 6


class Mesh:
    def __init__(self, device_ids, mesh_shape, axis_names=None):
        _mean_devices(device_ids, mesh_shape)
        ids = _listed(device_ids)
        if not isinstance(device_ids, np.ndarray):
            device_ids = np.array(device_ids)
        count = member("torch_xla.runtime", "global_runtime_device_count")()
        ids, shape = _ids_of(device_ids) if ids is None else ids, tuple(mesh_shape)
        if not is_known((count, ids, shape, axis_names)):
            _forget_mesh(self)
            return
        self._plain = (shape, axis_names, repr(axis_names), ids, count)
        raise_first(xla_check_mesh(self._plain))
        self.device_ids = device_ids
        self.mesh_shape = mesh_shape
        self.axis_names = axis_names

    def size(self):
        return np.prod(self.mesh_shape)

    def shape(self):
        names = range(len(self.mesh_shape)) if self.axis_names is None else self.axis_names
        return _ordered(zip(names, self.mesh_shape))

    def get_logical_mesh(self):
        return self.device_ids.reshape(self.mesh_shape)

    def get_axis_name_idx(self, name):
        if name not in self.axis_names:
            return None
        return tuple(self.axis_names).index(name)

    def get_op_sharding(self, partition_spec):
        return unknown("Mesh.get_op_sharding is not known")

    def get_jax_mesh(self):
        return unknown("Mesh.get_jax_mesh is not known")

    def __str__(self):
        return f"{{'device_ids': {self.device_ids.tolist()}, 'mesh_shape': {self.mesh_shape}, 'axis_names': {self.axis_names}}}"


def _mean_devices(device_ids, shape):
    """A mesh takes all devices that there are: there must be as many as it has."""
    if is_known(device_ids):
        if isinstance(device_ids, (list, tuple, range)) or (isinstance(device_ids, np.ndarray) and device_ids.ndim == 1):
            means_devices(len(device_ids))
    elif is_known(shape) and isinstance(shape, (tuple, list)) and all([isinstance(n, int) and n > 0 for n in shape]):
        count = 1
        for n in shape:
            count *= n
        means_devices(count)


def _ordered(pairs):
    return member("collections", "OrderedDict")(pairs)


def _listed(device_ids):
    """The numbers of a plain list, or None."""
    if not isinstance(device_ids, (list, tuple, range)):
        return None
    for i in device_ids:
        if not isinstance(i, int):
            return None
    return tuple(device_ids)


def _ids_of(device_ids):
    """The numbers in a list of devices; of an array of more dimensions as many as its rows."""
    if device_ids.ndim != 1:
        return tuple(range(device_ids.shape[0] if device_ids.ndim else 0))
    return tuple(device_ids.tolist())


def _forget_mesh(mesh):
    mesh._plain = unknown("the devices of the mesh are not known")
    mesh.device_ids = mesh.mesh_shape = mesh.axis_names = mesh._plain


class HybridMesh(Mesh):
    def __init__(self, *more, ici_mesh_shape=None, dcn_mesh_shape=None, axis_names=None):
        if more:
            raise TypeError(f"HybridMesh.__init__() takes 1 positional argument but {len(more) + 1} were given")
        count = member("torch_xla.runtime", "global_runtime_device_count")()
        if not is_known((count, ici_mesh_shape, dcn_mesh_shape)) or jax.default_backend() != "cpu":
            _forget_mesh(self)
            return
        dcn = None if dcn_mesh_shape is None else tuple(dcn_mesh_shape)
        raise_first(xla_check_hybrid_mesh(tuple(ici_mesh_shape), dcn, count))


def set_global_mesh(mesh):
    _process["global_mesh"] = mesh


def get_global_mesh():
    return _process["global_mesh"]


def get_1d_mesh(axis_name=None):
    count = member("torch_xla.runtime", "global_runtime_device_count")()
    names = None if axis_name == None else (axis_name,)
    return Mesh(np.array(range(count)), (count,), names)
