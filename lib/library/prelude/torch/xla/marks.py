"""Marks. torch_xla: distributed/spmd/xla_sharding.py, csrc/xla_sharding_util.cpp XlaMarkSharding."""
from prelude.torch.tensor import Tensor, of_operation
from prelude.torch.xla.meshes import Mesh, get_global_mesh
from prelude.torch.xla.state import _process, _State, annotation_of, is_racing, kind_of, raise_first, result_of, spmd
from prelude.torch.xla.wrapper import XLAShardedTensor

MODULE = "torch_xla.distributed.spmd torch_xla.distributed.spmd.xla_sharding"


def _length(partition_spec):
    if not isinstance(partition_spec, (tuple, list, str, dict)):
        return refuse(
            "TypeError", f"object of type '{type(partition_spec).__name__}' has no len()", "mark-entry",
            "the partition spec is no tuple", "xs.mark_sharding(tensor, mesh, partition_spec)",
        )
    return len(partition_spec)


def _check_rank(t, partition_spec):
    """The first check, which comes before the mesh is looked at."""
    if len(t.shape) != _length(partition_spec):
        raise AssertionError(
            f"Partition spec length ({len(partition_spec)}) should be equal to the input rank ({len(t.shape)})."
        )


def _needs_mesh(t, mesh, partition_spec):
    """The error of what is no mesh, where the rank is right."""
    _check_rank(t, partition_spec)
    raise AttributeError(f"'{type(mesh).__name__}' object has no attribute 'get_op_sharding'")


def _of_tensor(t):
    storage = t._storage
    return (t._array, storage.device, kind_of(storage), annotation_of(storage))


def _check(t, mesh, partition_spec, call):
    """The sharding that a call gives a tensor, or torch_xla's error."""
    t.shape
    if not isinstance(mesh, Mesh):
        return _needs_mesh(t, mesh, partition_spec)
    if t._broken:
        raise_first(xla_check_mark(mesh._plain, partition_spec, (t._array, "xla", "ir", None), call, True)[0])
        raise AttributeError("'XLAShardedTensor' object has no attribute 'global_tensor'")
    if annotation_of(t._storage) == "?" and kind_of(t._storage) == "data":
        raise_first(xla_check_mark(mesh._plain, partition_spec, (t._array, "xla", "ir", None), call, spmd())[0])
        return unknown("how the compiler lays out a result that is marked later is not known")
    found, sharding, ways = xla_check_mark(mesh._plain, partition_spec, _of_tensor(t), call, spmd())
    if found and found[0][2] == "tensor-device":
        _process["early"].append(t._storage)
    raise_first(found)
    _warn(t, partition_spec, sharding, ways)
    t._storage.mesh = mesh
    return sharding


def _warn(t, partition_spec, sharding, ways):
    """What is accepted, and costs something."""
    if t.ndim > 5 and kind_of(t._storage) == "ir" and sharding != "{replicated}":
        lint(
            "mark-lost",
            f"the mark of a tensor of rank {t.ndim} that has not run is lost: torch_xla keeps five dimensions of it",
            "join dimensions, or call torch_xla.sync() before",
        )
    if is_racing(t._storage):
        lint(
            "mark-race",
            "torch_xla.sync() does not wait for the tensor: this mark fails in some runs, with 'Cannot shard tensor. Data does not present on any device.'",
            "torch_xla.sync(wait=True), or mark the tensor before torch_xla.sync()",
        )
    for i, n in enumerate(t.shape):
        k = -(-n // ways[i])
        if n % ways[i] and n:
            lint(
                "dim-uneven",
                f"dimension {i} of size {n} is padded to {k * ways[i]}: each device holds {k}, of which some are zeros",
                f"a multiple of {ways[i]} needs no padding, which takes {_padding(t, i, k * ways[i] - n)} bytes here",
            )
            break


def _padding(t, dim, more):
    elements = more
    for i, n in enumerate(t.shape):
        elements *= 1 if i == dim else n
    return elements * t._array.dtype.itemsize


def _mark(t, mesh, partition_spec):
    """Marks the tensor itself."""
    storage = t._storage
    before = storage.annotation
    sharding = _check(t, mesh, partition_spec, "mark")
    place = xla_place()
    if before is not None and before == sharding and kind_of(storage) != "ir" and storage.place != place:
        lint("mark-repeated", f"the tensor is marked {before} already", "mark it once")
    storage.annotation = sharding
    storage.place = place
    if kind_of(storage) != "ir":
        storage.state = _State("data")


def _mark_unsized(t, mesh, partition_spec):
    """Of a tensor whose sizes are not known: what is refused whatever they are."""
    if not is_known((mesh, partition_spec)):
        return of_unknown((mesh, partition_spec))
    rank, dtype = t._rank
    one = array_of((1,) * rank, dtype)
    raise_first(xla_check_mark(mesh._plain, partition_spec, (one, t._storage.device, "ir", None), "mark", spmd())[0])
    return unknown("the sizes of a tensor that is marked are not known")


def mark_sharding(t, mesh, partition_spec):
    if isinstance(t, Tensor) and t._rank is not None and isinstance(mesh, Mesh):
        return _mark_unsized(t, mesh, partition_spec)
    if not is_known((t, mesh, partition_spec)):
        return of_unknown((t, mesh, partition_spec))
    _mark(t, mesh, partition_spec)
    if xla_drops(t._storage.made):
        lint(
            "mark-temporary",
            "the tensor that is marked is made here and kept nowhere: the one that it is made of stays as it is",
            "mark the tensor itself, or give the new one a name first and go on with that",
        )
    return _wrapped(t, mesh, partition_spec)


def _wrapped(t, mesh, partition_spec):
    if isinstance(t, XLAShardedTensor):
        t.mesh_shape, t.partition_spec = mesh.mesh_shape, partition_spec
        return t
    return XLAShardedTensor(t, mesh.mesh_shape, partition_spec)


def wrap_as_sharded_tensor(t, mesh_shape=None, partition_spec=None):
    return t if isinstance(t, XLAShardedTensor) else XLAShardedTensor(t, mesh_shape, partition_spec)


def unwrap_sharded_tensor(t):
    return t.global_tensor if isinstance(t, XLAShardedTensor) else t


def wrap_if_sharded(x):
    if isinstance(x, Tensor) and not isinstance(x, XLAShardedTensor) and x._storage.annotation is not None:
        return XLAShardedTensor(x)
    return x


def clear_sharding(t):
    if not is_known(t):
        return of_unknown(t)
    plain = unwrap_sharded_tensor(t)
    storage = plain._storage
    if not spmd():
        return unknown("xs.clear_sharding without SPMD is not known")
    if storage.device != "xla":
        return refuse(
            "RuntimeError", xla_device_error(plain._array, storage.device, False), "tensor-device",
            "the tensor is not on the XLA device", "move it there first: tensor.to('xla')",
        )
    storage.annotation = None
    if kind_of(storage) == "data":
        storage.state = _State("data")
    return plain


def annotate_custom_sharding(t, mesh, partition_spec):
    if not is_known((t, mesh, partition_spec)):
        return of_unknown((t, mesh, partition_spec))
    t._storage.annotation = _check(t, mesh, partition_spec, "annotate")
    t._storage.state = _State("ir", t._storage.annotation)
    return _wrapped(t, mesh, partition_spec)


def mark_sharding_with_gradients(t, mesh, partition_spec):
    if not is_known((t, mesh, partition_spec)):
        return of_unknown((t, mesh, partition_spec))
    sharding = t._grad_mark = _check(t, mesh, partition_spec, "annotate")
    made = copied_object(unwrap_sharded_tensor(t))
    made._storage = result_of(t._storage, sharding, sharding)
    return of_operation(made, (t,))


def enable_manual_sharding(t, partition_spec, *, mesh=None):
    mesh = get_global_mesh() if mesh is None else mesh
    t = unwrap_sharded_tensor(t)
    if not is_known((t, mesh, partition_spec)):
        return of_unknown((t, mesh, partition_spec))
    found, sharding, ways = (None, None, None)
    if isinstance(mesh, Mesh):
        found, sharding, ways = xla_check_mark(mesh._plain, partition_spec, _of_tensor(t), "mark", spmd())
    _mark(t, mesh, partition_spec)
    sizes = [-(-n // w) for n, w in zip(t.shape, ways)]
    part = Tensor(_made=(array_of(tuple(sizes), t._array.dtype), result_of(t._storage, None, "{manual}")))
    return _wrapped(part, mesh, partition_spec)


def disable_manual_sharding(t, partition_spec, full_shape, *, mesh=None):
    mesh = get_global_mesh() if mesh is None else mesh
    t = unwrap_sharded_tensor(t)
    if not is_known((t, mesh, partition_spec, full_shape)):
        return of_unknown((t, mesh, partition_spec, full_shape))
    if not isinstance(mesh, Mesh):
        raise AttributeError(f"'{type(mesh).__name__}' object has no attribute 'get_op_sharding'")
    whole = Tensor(_made=(array_of(tuple(full_shape), t._array.dtype), result_of(t._storage, None)))
    found, sharding, ways = xla_check_mark(mesh._plain, partition_spec, _of_tensor(whole), "annotate", True)
    raise_first(found)
    whole._storage.annotation, whole._storage.mesh = sharding, mesh
    return _wrapped(whole, mesh, partition_spec)


class ShardingSpec:
    def __init__(self, mesh, partition_spec, minibatch=False):
        self.mesh, self.partition_spec, self.minibatch = mesh, partition_spec, minibatch
        if not is_known((mesh, partition_spec)):
            return
        if not isinstance(mesh, Mesh):
            raise AttributeError(f"'{type(mesh).__name__}' object has no attribute 'get_logical_mesh'")
        raise_first(xla_check_mark(mesh._plain, partition_spec, None, "spec", True)[0])

    def can_apply(self, t):
        return len(t.shape) == len(self.partition_spec)

    def xla_spec(self, t):
        return unknown("ShardingSpec.xla_spec is not known") if self.can_apply(t) else None

    def apply(self, t):
        if t._storage.device != "xla":
            raise AssertionError()
        mark_sharding(t, self.mesh, self.partition_spec)


def _send_one(t, spec):
    """A tensor of the host as a loader sends it to the device."""
    if spec is not None and spec.minibatch:
        _check_minibatch(t, spec)
    made = t.to("xla")
    if spec is not None and not spec.can_apply(t):
        lint(
            "sharding-not-applied",
            f"the spec {spec.partition_spec} is for rank {len(spec.partition_spec)}: a tensor of rank {t.ndim} of the batch is replicated on every device",
            "give a spec for each part of the batch: input_sharding={'x': …, 'y': …} for batches that are dicts",
        )
    if spec is None or not spec.can_apply(t):
        made._storage.state = _sent()
        return made
    found, sharding, ways = xla_check_mark(spec.mesh._plain, spec.partition_spec, _of_tensor(made), "send", True)
    raise_first(found)
    made._storage.annotation, made._storage.mesh = sharding, spec.mesh
    made._storage.state = _State("data")
    return made


def _sent():
    """The state of what a loader has sent to every device."""
    state = _State("data")
    state.epoch -= 1
    return state


def _check_minibatch(t, spec):
    sizes, count = spec.mesh._plain[0], spec.mesh._plain[4]
    used = [axis for axis in spec.partition_spec if axis is not None]
    if len(used) != 1 or spec.partition_spec[0] is None or isinstance(used[0], tuple):
        return unknown("a ShardingSpec with minibatch=True that shards more than the batch is not known")
    index = used[0] if isinstance(used[0], int) else spec.mesh.get_axis_name_idx(used[0])
    if sizes[index] != count:
        place, colon = ("", ": ") if framework[1] >= (2, 9) else ("torch_xla/csrc/init_python_bindings.cpp:1487 : ", "\n")
        return refuse(
            "RuntimeError",
            f"{place}Check failed: tile_assignment.size() == num_global_devices{colon}Minibatch sharding only supports sharding along the batch dimension",
            "minibatch-sharding",
            f"minibatch=True shards the batch over axis {index} alone, which has {sizes[index]} of the {count} devices",
            "use a mesh of which that axis has all devices, or leave minibatch=True out",
        )
    if t.ndim and t.shape[0] % count:
        raise RuntimeError(
            f"When minibatch is configured, the per-host batch size must be divisible by local runtime device count. Per host input data shape = {t.size()}, local_runtime_device_count = {count}"
        )


def xla_patched_nn_linear_forward(m, input):
    return member("torch.nn.functional", "linear")(input, m.weight, m.bias)


def apply_backward_optimization_barrier(m):
    pass
