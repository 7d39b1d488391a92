"""DTensor. torch: torch/distributed/tensor/_api.py."""
from prelude.torch.distributed.mesh import DeviceMesh, _mesh_in_context, init_device_mesh
from prelude.torch.distributed.placements import Partial, Placement, Replicate, Shard, _StridedShard, _local_shape
from prelude.torch.tensor import Parameter, Storage, Tensor

MODULE = "torch.distributed.tensor torch.distributed._tensor"


def _earlier():
    return framework[1] < (2, 15)


class DTensor(Tensor):
    _is_distributed = True

    def __init__(self, *args, _made=None):
        if _made is None:
            if _earlier():
                raise TypeError(f"DTensor.__new__() takes 3 positional arguments but {len(args) + 1} were given")
            return unknown("the constructor of DTensor is not known")
        self._array, self._storage, self._mesh, self._placements, self._part = _made

    @property
    def device_mesh(self):
        return self._mesh

    @property
    def placements(self):
        return self._placements

    @property
    def _local_tensor(self):
        return self.to_local()

    @staticmethod
    def from_local(local_tensor, device_mesh=None, placements=None, *, run_check=False, shape=None, stride=None):
        return _from_local(local_tensor, device_mesh, placements, shape)

    def to_local(self, *, grad_placements=None):
        return _local_of(self)

    def full_tensor(self, *, grad_placements=None):
        whole = self.redistribute(placements=[Replicate()] * self._mesh.ndim)
        return _kept(Tensor(_made=(self._array, Storage("cpu"))), whole)

    def redistribute(self, device_mesh=None, placements=None, *, async_op=False, forward_dtype=None, backward_dtype=None):
        return _redistribute(self, device_mesh, placements)

    def __create_write_items__(self, fqn, object):
        return unknown("writing of a DTensor is not known")


def _kept(made, x):
    """A tensor made of another one, with its history."""
    made.requires_grad = x.requires_grad
    if x.requires_grad:
        made.grad_fn = member("torch._tensor", "Node")("to_local", [x])
    return made


def make_dtensor(array, mesh, placements, part=None):
    """A DTensor of a whole array; `part`: the shape that rank 0 holds, where it is not its shard."""
    placements = tuple(placements)
    if part is None:
        part = _local_shape(array.shape, mesh, placements)
    return DTensor(_made=(array, Storage(mesh.device_type), mesh, placements, part))


def _local_of(x):
    if x._part is None:
        return unknown("what a rank holds of uneven strided shards is not known")
    array = x._array if tuple(x._part) == tuple(x._array.shape) else array_of(tuple(x._part), x._array.dtype)
    return _kept(Tensor(_made=(array, Storage(x._storage.device))), x)


def _normalized(placements, ndim):
    """Negative dimensions counted from the front, once."""
    made = []
    for placement in placements:
        if placement.is_shard() and placement.dim < 0:
            if isinstance(placement, _StridedShard) and not _earlier():
                placement = _StridedShard(placement.dim + ndim, split_factor=placement.split_factor)
            else:
                placement = Shard(placement.dim + ndim)
        made.append(placement)
    return made


def _check_cut(placement, ndim):
    d = placement.dim
    if d > ndim:
        raise AssertionError(f"Sharding dim {d} greater than tensor ndim {ndim}")
    if not ndim:
        if _earlier():
            raise RuntimeError("chunk expects at least a 1-dimensional tensor")
        raise AssertionError("Expected tensor.dim() > 0, got 0")
    if d == ndim or d < -ndim:
        raise IndexError(f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}], but got {d})")


def _check_normalized(placements):
    for placement in placements:
        if not _earlier() and placement.is_shard() and placement.dim < 0:
            raise AssertionError(f"Shard dim {placement.dim} in placements {tuple(placements)} must be normalized")


def _check_mixed(placements):
    ops = {p.reduce_op for p in placements if p.is_partial()}
    if not _earlier() and len(ops) > 1 and ops - {"sum", "avg"}:
        raise ValueError(
            f"Mixed Partial reduce types are not supported in the same placement list. Found reduce ops: {ops}. Please ensure all Partial placements use the same reduce operation."
        )


def _warn_nested(shape, mesh, placements):
    """Shards nested on one dimension are cut otherwise than a tuple of a PartitionSpec."""
    for d in range(len(shape)):
        sizes = [mesh.size(i) for i, p in enumerate(placements) if p.is_shard(d) and mesh.size(i) > 1]
        if len(sizes) < 2 or shape[d] % math.prod(sizes) == 0:
            continue
        lint(
            "shards-nested",
            f"dimension {d} of size {shape[d]} is cut for one mesh dimension after the other, into {sizes} parts: a PartitionSpec tuple over the same axes would cut it at once, into other slices",
            f"make the size a multiple of {math.prod(sizes)}",
        )


def distribute_tensor(tensor, device_mesh=None, placements=None, *, src_data_rank=0):
    mesh = device_mesh or _mesh_in_context()
    if mesh.device_type == "xla":
        return member("torch_xla.distributed.spmd", "xla_distribute_tensor")(tensor, mesh, placements)
    if not tensor.is_leaf:
        raise RuntimeError("`distribute_tensor` should be used to distribute leaf tensors! but found non-leaf tensor!")
    if placements is None:
        placements = [Replicate() for _ in range(mesh.ndim)]
    if isinstance(placements, (Shard, Replicate, Partial)):
        raise TypeError(f"object of type '{type(placements).__name__}' has no len()")
    if len(placements) != mesh.ndim:
        raise ValueError(
            f"`placements` must have the same length as `device_mesh.ndim`! Found placements length: {len(placements)}, and device_mesh.ndim: {mesh.ndim}."
        )
    if isinstance(tensor, DTensor):
        return _distributed_again(tensor, mesh, placements)
    placements = _checked(tensor, mesh, list(placements))
    judged("distribute_tensor")
    made = make_dtensor(tensor._array, mesh, placements)
    if made._part is None and not _earlier():
        return unknown("uneven strided shards are not known in this release")
    _warn_nested(tensor._array.shape, mesh, placements)
    made.requires_grad = tensor.requires_grad
    return made


def _distributed_again(tensor, mesh, placements):
    if tensor._mesh != mesh:
        raise ValueError(f"Cannot distribute a DTensor with device mesh {tensor._mesh} to a different device mesh {mesh}.")
    if tensor._placements != tuple(placements):
        raise ValueError(
            f"Cannot distribute a DTensor with placements {tensor._placements} to a different placements {placements}. do you want to call `redistribute` instead?"
        )
    return tensor


def _checked(tensor, mesh, placements):
    for i, placement in enumerate(placements):
        if not isinstance(placement, Placement):
            if _earlier():
                raise AttributeError(f"'{type(placement).__name__}' object has no attribute 'is_shard'")
            raise RuntimeError(
                f"Trying to distribute tensor with unsupported placements {placement} on device mesh dimension {i}!"
            )
        if placement.is_shard():
            placements[i] = _normalized([placement], tensor.ndim)[0]
            _check_cut(placements[i], tensor.ndim)
        elif placement.is_partial() and _earlier():
            raise RuntimeError(f"Trying to distribute tensor with unsupported placements P on device mesh dimension {i}!")
        elif placement.is_partial() and placement.reduce_op not in ("sum", "avg", "max", "min"):
            raise ValueError(f"Replicate to Partial({placement.reduce_op}) conversion is not supported.")
    _check_mixed(placements)
    _check_normalized(placements)
    return placements


def _from_local(local, mesh, placements, shape):
    mesh = mesh or _mesh_in_context()
    if isinstance(local, DTensor):
        if not _earlier():
            raise RuntimeError(
                "the local_tensor argument only accepts torch.Tensor but got <class 'torch.distributed.tensor.DTensor'> value."
            )
        local = Tensor(_made=(local._array, local._storage))
    placements = [Replicate() for _ in range(mesh.ndim)] if placements is None else list(placements)
    for placement in placements:
        if not isinstance(placement, Placement):
            if _earlier():
                raise AttributeError(f"'{type(placement).__name__}' object has no attribute 'is_shard'")
            return unknown("a placement that is none is not known")
    _check_mixed(placements)
    placements = _normalized(placements, local.ndim)
    whole = _whole_shape(local, mesh, placements) if shape is None else tuple(shape)
    judged("from_local")
    array = local._array if whole == tuple(local.shape) else array_of(whole, local._array.dtype)
    return _kept(make_dtensor(array, mesh, placements, tuple(local.shape)), local)


def _whole_shape(local, mesh, placements):
    """As if all ranks held shards of one size."""
    sizes = list(local.shape)
    error = AssertionError if _earlier() else RuntimeError
    for i, placement in enumerate(placements):
        if i >= mesh.ndim and (_earlier() or placement.is_shard()):
            if _earlier():
                raise IndexError(
                    f"Dimension out of range (expected to be in range of [-{mesh.ndim}, {mesh.ndim - 1}], but got {i})"
                )
            raise IndexError("tuple index out of range")
        if not placement.is_shard():
            continue
        if placement.dim < 0:
            raise error(f"Shard placements should have negative dims normalized in the user-facing APIs: {placement}")
        if placement.dim >= local.ndim:
            raise error(
                f"Sharding dim {placement.dim} greater than tensor ndim {local.ndim} for placement number {i}"
                + ("." if _earlier() else "")
            )
        sizes[placement.dim] *= mesh.size(i)
    return tuple(sizes)


def _redistribute(x, mesh, placements):
    mesh = mesh or x._mesh
    if placements is None:
        raise RuntimeError("placements is needed for redistribute!")
    placements = list(placements)
    for i, placement in enumerate(placements):
        if placement.is_partial() and _earlier():
            raise RuntimeError(
                "Can not redistribute to Partial, redistributing to Partial is for internal use only!"
            )
        if placement.is_partial() and i < len(x._placements):
            old = x._placements[i]
            if old != placement and not (old.is_shard() and placement.reduce_op == "sum"):
                raise RuntimeError(
                    f"Can not redistribute from {old} to {placement}, only Shard to Partial(sum) redistribution is supported!"
                )
    placements = _normalized(placements, x.ndim)
    _check_mixed(placements)
    if mesh != x._mesh:
        raise NotImplementedError("Cross device mesh comm not supported yet!")
    _check_steps(x, mesh, placements)
    _check_normalized(placements)
    judged("redistribute")
    part = x._part if tuple(placements[: mesh.ndim]) == x._placements[: len(placements)] else None
    return redistributed(x, _kept(make_dtensor(x._array, mesh, placements, part), x))


def _check_steps(x, mesh, placements):
    cut = any(p.is_shard() and mesh.size(i) > 1 for i, p in enumerate(x._placements))
    if len(placements) < mesh.ndim and (mesh.ndim == 1 or cut):
        raise IndexError("list index out of range")
    for old, placement in zip(x._placements, placements):
        if not placement.is_shard() or old == placement or -x.ndim <= placement.dim < x.ndim:
            continue
        if old.is_shard():
            raise IndexError("list index out of range")
        if old.is_partial():
            raise IndexError(
                f"Dimension out of range (expected to be in range of [-{x.ndim}, {x.ndim - 1}], but got {placement.dim})"
            )
        _check_cut(placement, x.ndim)


def _size_of(size):
    return tuple(size[0]) if len(size) == 1 and isinstance(size[0], (list, tuple)) else tuple(size)


def _factory(size, dtype, requires_grad, mesh, placements):
    mesh = mesh or _mesh_in_context()
    placements = list(placements or [Replicate() for _ in range(mesh.ndim)])
    if len(placements) != mesh.ndim:
        raise AssertionError("mesh dimension does not match the length of placements")
    for placement in placements:
        if not isinstance(placement, Placement):
            return unknown("a placement that is none is not known")
        strided = isinstance(placement, _StridedShard)
        if not placement.is_shard() or (strided and _earlier()):
            continue
        if placement.dim >= len(size) and _earlier():
            raise AssertionError(f"Sharding dim {placement.dim} greater than tensor ndim {len(size)}")
        if not -len(size) <= placement.dim < len(size):
            raise IndexError("list index out of range" if _earlier() else "tuple index out of range")
    _check_normalized(placements)
    judged("factory")
    array = member("torch", "empty")(size, dtype=dtype)._array
    made = make_dtensor(array, mesh, placements)
    made.requires_grad = requires_grad
    return made


def zeros(*size, requires_grad=False, dtype=None, layout=None, device_mesh=None, placements=None):
    return _factory(_size_of(size), dtype, requires_grad, device_mesh, placements)


def ones(*size, dtype=None, layout=None, requires_grad=False, device_mesh=None, placements=None):
    return _factory(_size_of(size), dtype, requires_grad, device_mesh, placements)


def empty(*size, dtype=None, layout=None, requires_grad=False, device_mesh=None, placements=None):
    return _factory(_size_of(size), dtype, requires_grad, device_mesh, placements)


def full(size, fill_value, *, dtype=None, layout=None, requires_grad=False, device_mesh=None, placements=None):
    return _factory(tuple(size), dtype, requires_grad, device_mesh, placements)


def rand(*size, requires_grad=False, dtype=None, layout=None, device_mesh=None, placements=None):
    return _factory(_size_of(size), dtype, requires_grad, device_mesh, placements)


def randn(*size, requires_grad=False, dtype=None, layout=None, device_mesh=None, placements=None):
    return _factory(_size_of(size), dtype, requires_grad, device_mesh, placements)


class DistributedParameter(DTensor, Parameter):
    """What nn.Parameter makes of a DTensor."""

    def __init__(self, data=None, requires_grad=True, _made=None):
        if _made is not None:
            self._array, self._storage, self._mesh, self._placements, self._part = _made


def plain_dtensor(x):
    """The same DTensor without its history, and no parameter."""
    return DTensor(_made=(x._array, x._storage, x._mesh, x._placements, x._part))


def distributed_parameter(data, requires_grad=True):
    made = DistributedParameter(_made=(data._array, data._storage, data._mesh, data._placements, data._part))
    made.requires_grad = requires_grad
    return made


def _replicate_module(module, mesh):
    for name, x in list(module._parameters.items()):
        if x is not None and not x._is_distributed:
            module._parameters[name] = distributed(x, mesh, [Replicate()] * mesh.ndim)
    for name, x in list(module._buffers.items()):
        if x is not None and not x._is_distributed:
            module._buffers[name] = distribute_tensor(x, mesh, [Replicate()] * mesh.ndim)


def distributed(x, mesh, placements):
    """A parameter in the place of another one, distributed."""
    return distributed_parameter(distribute_tensor(x.detach(), mesh, placements), x.requires_grad)


def distribute_module(module, device_mesh=None, partition_fn=None, input_fn=None, output_fn=None):
    if module.__dict__.get("_distribute_module_applied", False):
        raise RuntimeError(
            "distribute_module should only be called once on a module, but it has already been called on this module!"
        )
    mesh = device_mesh or _mesh_in_context()
    for name, child in module.named_modules():
        if partition_fn is not None:
            partition_fn(name, child, mesh)
        _replicate_module(child, mesh)
    if input_fn is not None:
        module.register_forward_pre_hook(lambda m, inputs: input_fn(m, inputs, mesh))
    if output_fn is not None:
        module.register_forward_hook(lambda m, inputs, outputs: output_fn(m, outputs, mesh))
    module.__dict__["_distribute_module_applied"] = True
    return module
