"""Placements of DTensor on a mesh of XLA devices. torch_xla: distributed/spmd/api.py."""
from prelude.torch.xla.marks import mark_sharding
from prelude.torch.xla.meshes import Mesh
from prelude.torch.xla.state import _process

MODULE = "torch_xla.distributed.spmd torch_xla.distributed.spmd.api"


def convert_to_xla_mesh(dt_mesh):
    _process["spmd"] = True
    if dt_mesh.size() != member("torch_xla.runtime", "global_runtime_device_count")():
        raise AssertionError()
    return Mesh(list(dt_mesh._ranks), tuple(dt_mesh.shape), dt_mesh.mesh_dim_names)


def convert_to_xla_partition_spec(tensor, placements):
    """For each dimension of the tensor the last mesh axis that shards it."""
    _process["spmd"] = True
    spec = [None] * len(tensor.shape)
    for axis, placement in enumerate(placements):
        if placement.is_shard():
            spec[placement.dim] = axis
        elif not placement.is_replicate():
            raise ValueError(f"Unsupported placement type: {type(placement).__name__}")
    return tuple(spec)


def xla_distribute_module(module, device_mesh=None, partition_fn=None, input_fn=None, output_fn=None):
    _process["spmd"] = True
    if partition_fn is auto_policy:
        return unknown("the automatic sharding of torch_xla is not known")
    if partition_fn is not None:
        for name, child in module.named_modules():
            partition_fn(name, child, device_mesh)
    if input_fn is not None:
        module.register_forward_pre_hook(lambda m, inputs: input_fn(m, inputs, device_mesh))
    if output_fn is not None:
        module.register_forward_hook(lambda m, inputs, outputs: output_fn(m, outputs, device_mesh))
    return module


def auto_policy(mod_name, mod, mesh):
    return None


def xla_distribute_tensor(tensor, device_mesh, placements=None):
    if not is_known((tensor, device_mesh, placements)):
        return of_unknown((tensor, device_mesh, placements))
    if device_mesh.device_type != "xla":
        raise AssertionError()
    mesh = convert_to_xla_mesh(device_mesh)
    if tensor._storage.device != "meta":
        tensor = tensor.to("xla")
    if placements is None:
        placements = [member("torch.distributed.tensor", "Replicate")()] * len(mesh.mesh_shape)
    if len(placements) != len(mesh.mesh_shape):
        raise AssertionError("`placements` must have the same length as `device_mesh.ndim`! ")
    return mark_sharding(tensor, mesh, convert_to_xla_partition_spec(tensor, placements))
