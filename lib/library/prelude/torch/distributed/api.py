"""DTensor. torch: torch/distributed/tensor/_api.py."""
from prelude.torch.distributed.mesh import _mesh_in_context
from prelude.torch.distributed.placements import Partial, Placement, Replicate, Shard, _StridedShard, _is_uneven, _local_shape, _plain_of, _settled
from prelude.torch.tensor import Parameter, Storage, Tensor

MODULE = "torch.distributed.tensor torch.distributed._tensor torch.distributed.tensor._api torch.distributed._tensor.api"


def _earlier():
    return framework[1] < (2, 15)


class DTensor(Tensor):
    _is_distributed = True
    _turned = False  # its elements do not lie in order
    _supposed = False  # how it lies is not told by what made it
    _mistyped = False  # torch takes it for what was selected of it

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
        return _from_local(local_tensor, device_mesh, placements, shape, stride)

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


def make_dtensor(array, mesh, placements, part=None, like=None):
    """A DTensor of a whole array; `part`: the shape that rank 0 holds, where it is not its shard; `like`: what is
    distributed, which may have no data."""
    placements = tuple(placements)
    if part is None and not _is_uneven(array.shape, mesh, placements):
        part = _local_shape(array.shape, mesh, placements)
    bare = like is not None and like._storage.device == "meta"
    return DTensor(_made=(array, Storage("meta" if bare else mesh.device_type), mesh, placements, part))


def _local_of(x):
    if x._part is None:
        return unknown("what a rank holds of uneven strided shards is not known")
    array = x._array if tuple(x._part) == tuple(x._array.shape) else array_of(tuple(x._part), x._array.dtype)
    return _kept(Tensor(_made=(array, Storage(x._storage.device))), x)


def _warn_nested(shape, mesh, placements):
    for say, help in dtensor_nested(shape, mesh.shape, _plain_of(placements)):
        lint("shards-nested", say, help)


def _settle(entrance, shape, mesh, placements):
    """The placements once torch has taken them."""
    return _settled(placements, dtensor_check_placements(entrance, shape, mesh.shape, _plain_of(placements)))


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
    if isinstance(tensor, DTensor):
        return _distributed_again(tensor, mesh, placements)
    placements = _checked(tensor, mesh, list(placements))
    judged("distribute_tensor")
    shape = tensor._array.shape
    if _is_uneven(shape, mesh, placements) and not _earlier():
        return unknown("uneven strided shards are not known in this release")
    made = make_dtensor(tensor._array, mesh, placements, _local_shape(shape, mesh, placements), tensor)
    _warn_nested(shape, mesh, placements)
    made.requires_grad = tensor.requires_grad
    return made


def _distributed_again(tensor, mesh, placements):
    if len(placements) != mesh.ndim:
        _settle("distribute", tensor._array.shape, mesh, [Replicate() for _ in placements])
    if tensor._mesh != mesh:
        raise ValueError(f"Cannot distribute a DTensor with device mesh {tensor._mesh} to a different device mesh {mesh}.")
    if tensor._placements != tuple(placements):
        raise ValueError(
            f"Cannot distribute a DTensor with placements {tensor._placements} to a different placements {placements}. do you want to call `redistribute` instead?"
        )
    return tensor


def _checked(tensor, mesh, placements):
    if len(placements) == mesh.ndim:
        _check_kinds(placements)
    return _settle("distribute", tensor._array.shape, mesh, placements)


def _check_kinds(placements):
    for i, placement in enumerate(placements):
        if isinstance(placement, Placement):
            continue
        if _earlier():
            raise AttributeError(f"'{type(placement).__name__}' object has no attribute 'is_shard'")
        raise RuntimeError(
            f"Trying to distribute tensor with unsupported placements {placement} on device mesh dimension {i}!"
        )


def _from_local(local, mesh, placements, shape, stride):
    if (shape is None) != (stride is None):
        given = None if shape is None else f"torch.Size({list(shape)})"
        raise RuntimeError(
            f"Found shape:{given}, stride:{stride}.", "Please pass both shape and stride at the same time."
        )
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
    if shape is None:
        placements = _settle("from_local", local._array.shape, mesh, placements)
        whole = _whole_shape(local, mesh, placements)
    else:
        placements = _settle("from_shaped", local._array.shape, mesh, placements)
        whole = tuple(shape)
    judged("from_local")
    array = local._array if whole == tuple(local.shape) else array_of(whole, local._array.dtype)
    return _kept(make_dtensor(array, mesh, placements, tuple(local.shape)), local)


def _whole_shape(local, mesh, placements):
    """As if all ranks held shards of one size."""
    sizes = list(local.shape)
    for i, placement in enumerate(placements):
        if placement.is_shard():
            sizes[placement.dim] *= mesh.size(i)
    return tuple(sizes)


def check_typed(x):
    few = len(x._placements) < x._mesh.ndim
    if few and not _earlier() or len(x._placements) > x._mesh.ndim:
        unknown("what a DTensor is used for that has another number of placements than its mesh dimensions is not known")
    if x._mistyped:
        unknown("what a replicated DTensor is used for, after an element of it was selected, is not known: torch takes it for that element in this release")


def _redistribute(x, mesh, placements):
    mesh = mesh or x._mesh
    if placements is None:
        raise RuntimeError("placements is needed for redistribute!")
    placements = list(placements)
    for placement in placements:
        if not isinstance(placement, Placement):
            raise AttributeError(f"'{type(placement).__name__}' object has no attribute 'is_partial'")
    check_typed(x)
    if len(x._placements) != x._mesh.ndim:
        return unknown("how a DTensor is redistributed that has another number of placements than its mesh dimensions is not known")
    found = dtensor_check_move(x._array.shape, mesh.shape, _plain_of(placements), _plain_of(x._placements), mesh != x._mesh)
    placements = _settled(placements, found)
    judged("redistribute")
    kept = tuple(placements[: x._mesh.ndim]) == x._placements[: len(placements)]
    if len(placements) == x._mesh.ndim:
        member("torch.distributed._planning", "bring")(x, placements)
    made = make_dtensor(x._array, x._mesh if kept else mesh, placements, x._part if kept else None)
    return redistributed(x, _kept(made, x))


def _size_of(size):
    return tuple(size[0]) if len(size) == 1 and isinstance(size[0], (list, tuple)) else tuple(size)


def _drop(strided, placement, dim, mesh, ordered):
    """Strided shards as plain ones behind the shard that they leave room for."""
    ways = mesh.size(dim)
    for i, p in reversed(strided):
        if p.split_factor != ways:
            raise RuntimeError(
                f"Can only convert _StridedShard to ordered Shard if split_factor({p.split_factor}) == aggregate mesh size ({ways})"
            )
        ways *= mesh.size(i)
        ordered.append((i, placement))


def _part_of_factory(size, mesh, placements):
    """What rank 0 is given by a factory of torch 2.9, which orders shards. torch: _utils.py _explicit_order_placements."""
    ordered, waiting, ended = [], {}, set()
    for i, p in enumerate(placements):
        if isinstance(p, _StridedShard):
            waiting[p.dim] = waiting.get(p.dim, []) + [(i, p)]
            continue
        ordered.append((i, p))
        if not isinstance(p, Shard):
            continue
        if p.dim in ended:
            raise NotImplementedError(
                f"Strided sharding does not allow Shard() to appear after the strided part has ended. {p} at mesh dim {i} in {placements} violates this assumption."
            )
        if p.dim in waiting:
            ended.add(p.dim)
            _drop(waiting.pop(p.dim), p, i, mesh, ordered)
    coordinate = mesh.get_coordinate()
    if coordinate is None:
        return (0,)
    sizes = [mesh.size(i) for i, _ in ordered]
    return dtensor_local_shape(size, sizes, _plain_of([p for _, p in ordered]), [coordinate[i] for i, _ in ordered])


def _random_factory(size, dtype, requires_grad, mesh, placements):
    made = _factory(size, dtype, requires_grad, mesh, placements)
    if made._mesh.device_type == "cpu":
        raise AssertionError("")
    return made


def _factory(size, dtype, requires_grad, mesh, placements):
    mesh = mesh or _mesh_in_context()
    placements = list(placements or [Replicate() for _ in range(mesh.ndim)])
    if not _earlier() and not all(isinstance(p, Placement) for p in placements):
        return unknown("a placement that is none is not known")
    placements = _settle("factory", size, mesh, placements)
    judged("factory")
    part = _part_of_factory(size, mesh, tuple(placements)) if _earlier() else None
    array = member("torch", "empty")(size, dtype=dtype)._array
    made = make_dtensor(array, mesh, placements, part)
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
    return _random_factory(_size_of(size), dtype, requires_grad, device_mesh, placements)


def randn(*size, requires_grad=False, dtype=None, layout=None, device_mesh=None, placements=None):
    return _random_factory(_size_of(size), dtype, requires_grad, device_mesh, placements)


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
    if mesh.device_type == "xla":
        return member("torch_xla.distributed.spmd", "xla_distribute_module")(module, mesh, partition_fn, input_fn, output_fn)
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
