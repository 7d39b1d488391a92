"""Fully sharded data parallelism. torch: torch/distributed/fsdp/_fully_shard."""
from prelude.torch.distributed.api import distributed_parameter, make_dtensor
from prelude.torch.distributed.group import _start
from prelude.torch.distributed.mesh import init_device_mesh
from prelude.torch.distributed.placements import Replicate, Shard, _StridedShard
from prelude.torch.distributed.words import refuse_unnamed
from prelude.torch.moving import tree_moved
from prelude.torch.tensor import Parameter, Storage, Tensor

MODULE = "torch.distributed.fsdp torch.distributed._composable.fsdp"

_active = {"depth": 0, "whole": []}


class MixedPrecisionPolicy:
    def __init__(self, param_dtype=None, reduce_dtype=None, output_dtype=None, cast_forward_inputs=True):
        self.param_dtype, self.reduce_dtype = param_dtype, reduce_dtype
        self.output_dtype, self.cast_forward_inputs = output_dtype, cast_forward_inputs


class OffloadPolicy:
    pass


class CPUOffloadPolicy(OffloadPolicy):
    def __init__(self, pin_memory=True):
        self.pin_memory = pin_memory


def _managed(module, found):
    """(module, name, parameter) of the parameters that no wrapped module inside of it has."""
    for name, x in module._parameters.items():
        if x is not None:
            found.append((module, name, x))
    for child in module.children():
        if "_fsdp" not in child.__dict__:
            _managed(child, found)
    return found


def _shard_of(x, mesh, choose):
    placement = (choose(x) if choose else None) or Shard(0)
    d = placement.dim + x.ndim if placement.dim < 0 else placement.dim
    ways = mesh.size(mesh.ndim - 1)
    if d and x._array.shape[d] % ways:
        raise NotImplementedError(
            f"FSDP does not support uneven sharding on dim {d}: torch.Size({list(x._array.shape)}) (world size: {ways})"
        )
    return d


def _overlap(mesh, inner):
    """Whether two parts of one mesh have a dimension of several ranks in common."""
    root = mesh._root or mesh
    if (inner._root or inner) is not root:
        return False
    first, second = [set(range(root.ndim)) if m is root else set(m._dims) for m in (mesh, inner)]
    return any(root.size(d) > 1 for d in first & second)


def _check_beside(mesh, inner):
    """Whether a mesh can shard what another one has sharded."""
    if mesh.mesh_dim_names is None or inner.mesh_dim_names is None:
        if framework[1] < (2, 15):
            return refuse_unnamed(AssertionError, "FSDP requires named DeviceMesh dims for ND parallelism")
        return refuse_unnamed(TypeError, "Invariant encountered: value was None when it should not be")
    if framework[1] < (2, 15):
        (mesh._root or mesh)[mesh.mesh_dim_names + inner.mesh_dim_names]
    elif mesh == inner or _overlap(mesh, inner):
        raise RuntimeError(f"Cannot concatenate overlapping meshes: [{mesh}, {inner}]")


def _sharded(x, mesh, choose):
    """The parameter as FSDP keeps it between steps."""
    if not x.ndim:
        raise ValueError("fully_shard doesn't support scalar parameters. Change the parameter to a 1D tensor with numel equal to 1.")
    d = _shard_of(x, mesh, choose)
    first = [Replicate()] if mesh.ndim == 2 else []
    if not x._is_distributed:
        made = make_dtensor(x._array, mesh, [*first, Shard(d)], None, x)
        return distributed_parameter(made, x.requires_grad)
    inner = x._mesh
    _check_beside(mesh, inner)
    root = mesh._root
    if root is None or inner._root is not root or mesh.ndim != 1 or inner.ndim != 1:
        return unknown("fully_shard of DTensors on other meshes is not known")
    if len(mesh._dims) > 1 or len(inner._dims) > 1:
        return unknown("fully_shard of DTensors along a flattened mesh is not known")
    if mesh._dims[0] > inner._dims[0]:
        return unknown("fully_shard along an inner dimension of the mesh is not known")
    old = x._placements[0]
    outer = _StridedShard(d, split_factor=inner.size()) if old.is_shard(d) else Shard(d)
    both = root._part([mesh._dims[0], inner._dims[0]], mesh.mesh_dim_names + inner.mesh_dim_names)
    return distributed_parameter(make_dtensor(x._array, both, [outer, old]), x.requires_grad)


def fully_shard(module, *, mesh=None, reshard_after_forward=None, shard_placement_fn=None, mp_policy=None, offload_policy=None, ignored_params=None):
    if isinstance(module, (list, tuple)) or ignored_params:
        return unknown("fully_shard of several modules is not known")
    if isinstance(module, (member("torch.nn", "ModuleList"), member("torch.nn", "ModuleDict"))):
        raise ValueError(f"fully_shard does not support containers that do not implement forward: {type(module).__name__}(")
    group = _managed(module, [])
    if mesh is None:
        _start()
        on_gpu = any(x.device.type == "cuda" for _, _, x in group)
        mesh = init_device_mesh("cuda" if on_gpu else "cpu", (jax.device_count(),))
    if mesh.ndim not in (1, 2):
        raise ValueError(f"fully_shard expects a 1D or 2D DeviceMesh but got {mesh}")
    if mesh.ndim == 2 and mesh.mesh_dim_names is None:
        return refuse_unnamed(AssertionError, "Please init the 2D mesh for HSDP with mesh_dim_names specified", mesh)
    if "_fsdp" in module.__dict__:
        raise AssertionError(
            "Each distinct composable distributed API can only be applied to a module once. fully_shard has already been applied to the following module:"
        )
    judged("fully_shard")
    if mesh.ndim == 2:
        lint(
            "mesh-read-as-hybrid",
            f"fully_shard reads a mesh of two dimensions as replicas times shards: parameters are replicated {mesh.size(0)} times along the first one",
            "give it a mesh of one dimension, such as mesh[\"dp\"], unless that is meant",
        )
    sharded = []
    for owner, name, x in group:
        made = _sharded(x, mesh, shard_placement_fn)
        _check_stale(x)
        owner._parameters[name] = made
        sharded.append((owner, name, x, made))
    _move_buffers(module, mesh.device_type)
    state = {"group": sharded, "policy": mp_policy or MixedPrecisionPolicy(), "whole": False, "keeps": reshard_after_forward is False, "device": mesh.device_type}
    fields = module.__dict__
    fields["_fsdp"] = state
    fields["unshard"] = lambda async_op=False: _gather(state)
    fields["reshard"] = lambda: _scatter(state)
    fields["__deepcopy__"] = _refuse_copy
    for name in _settings:
        fields[name] = lambda *args, **kwargs: None
    module.register_forward_pre_hook(lambda m, args, kwargs: _before(m, state, args, kwargs), with_kwargs=True)
    module.register_forward_hook(lambda m, args, result: _behind(state, result))
    return module


def _move_buffers(module, device):
    for name, x in list(module._buffers.items()):
        if x is not None and device != "cpu" and not x._is_distributed:
            module._buffers[name] = x.to(device)
    for child in module.children():
        if "_fsdp" not in child.__dict__:
            _move_buffers(child, device)


def _refuse_copy(memo):
    raise AssertionError("FSDP does not support deepcopy. Please use state dict for serialization.")


_settings = (
    "set_requires_gradient_sync", "set_is_last_backward", "set_requires_all_reduce", "set_reshard_after_backward",
    "set_modules_to_forward_prefetch", "set_modules_to_backward_prefetch", "set_gradient_divide_factor",
    "set_reduce_scatter_divide_factor", "set_unshard_in_backward", "set_reshard_after_forward",
)


def _check_stale(x):
    if x._optimized:
        lint(
            "optimizer-stale",
            "fully_shard makes new parameters, but an optimizer that was built before holds the old ones: it trains nothing",
            "build the optimizer after fully_shard",
        )


def _whole_parameter(x, policy, device):
    """The parameter as the layers see it while they run."""
    array = x._array if policy.param_dtype is None else x.detach().to(policy.param_dtype)._array
    if x._is_distributed:
        return distributed_parameter(make_dtensor(array, x._mesh, x._placements), x.requires_grad)
    return Parameter(Tensor(_made=(array, Storage(device, 0) if device == "cuda" else Storage(device))), x.requires_grad)


def _gather(state):
    if state["whole"]:
        return None
    state["whole"] = True
    _active["whole"].append(state)
    for owner, name, x, sharded in state["group"]:
        owner._parameters[name] = _whole_parameter(x, state["policy"], state["device"])


def _scatter(state):
    if not state["whole"]:
        return None
    state["whole"] = False
    for owner, name, _, sharded in state["group"]:
        if owner._parameters[name].grad is not None:
            sharded.grad = make_dtensor(unheld(sharded._array), sharded._mesh, sharded._placements)
        owner._parameters[name] = sharded


def _cast(x, dtype):
    if isinstance(x, Tensor) and dtype is not None and x.dtype.kind > 1:
        return x.to(dtype)
    return x


def _check_materialized(module):
    """torch: _fsdp_param_group.py FSDPParamGroup._validate_no_meta_params."""
    names = {identity(part): name + "." if name else "" for name, part in module.named_modules()}
    for part in module.modules():
        group = part.__dict__["_fsdp"]["group"] if "_fsdp" in part.__dict__ else []
        bare = [names[identity(owner)] + name for owner, name, _, _ in group if owner._parameters[name].device.type == "meta"]
        if bare:
            raise RuntimeError(
                f"FSDP parameters should be materialized from meta device before training, but the following were still on meta device: {bare}"
            )


def _before(module, state, args, kwargs):
    if not _active["depth"]:
        _check_materialized(module)
    if not _active["depth"] and state["device"] != "cpu":
        args, kwargs = tree_moved(args, state["device"]), tree_moved(kwargs, state["device"])
    if not _active["depth"] and state["group"]:
        communicates("fully_shard", "how it gathers parameters and scatters their gradients is not known", state["group"][0][3])
    _active["depth"] += 1
    _gather(state)
    dtype = state["policy"].param_dtype
    if not state["policy"].cast_forward_inputs:
        dtype = None
    return tuple([_cast(x, dtype) for x in args]), {k: _cast(x, dtype) for k, x in kwargs.items()}


def _behind(state, result):
    _active["depth"] -= 1
    if _active["depth"] and not state["keeps"]:
        _scatter(state)
    return _cast(result, state["policy"].output_dtype)


def reshard_all():
    """After backward the parameters are sharded again, with gradients that are sharded alike."""
    for state in _active["whole"]:
        for owner, name, x, sharded in state["group"]:
            if sharded.requires_grad:
                sharded.grad = make_dtensor(unheld(sharded._array), sharded._mesh, sharded._placements)
            owner._parameters[name] = sharded
        state["whole"] = False
    _active["whole"].clear()
