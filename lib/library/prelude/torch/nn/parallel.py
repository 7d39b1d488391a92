"""Data parallelism: every process has the whole module. torch: torch/nn/parallel/distributed.py."""
from prelude.torch.distributed.group import _require
from prelude.torch.moving import tree_moved
from prelude.torch.nn.modules import Module

MODULE = "torch.nn.parallel torch.nn.parallel.distributed"


class _Quiet:
    def __enter__(self):
        return None

    def __exit__(self, *details):
        return None


def _check(parameters, device_ids, output_device):
    if not any(p.requires_grad for p in parameters):
        raise RuntimeError(
            "DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient."
        )
    if any(p._is_distributed for p in parameters):
        return unknown("DistributedDataParallel of a module that has DTensors is not known")
    devices = {p.device for p in parameters}
    types = {d.type for d in devices}
    if len(types) > 1:
        raise ValueError(
            f"DistributedDataParallel's input module must be on the same type of devices, but input module parameters locate in {types}."
        )
    if (device_ids or output_device) and ("cpu" in types or len(devices) > 1):
        raise ValueError(
            f"DistributedDataParallel device_ids and output_device arguments only work with single-device/multiple-device GPU modules or CPU modules, but got device_ids {device_ids}, output_device {output_device}, and module parameters {devices}."
        )


class DistributedDataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, init_sync=True, process_group=None, bucket_cap_mb=None, find_unused_parameters=False, check_reduction=False, gradient_as_bucket_view=False, static_graph=False, delay_all_reduce_named_params=None, param_to_hook_all_reduce=None, mixed_precision=None, device_mesh=None, skip_all_reduce_unused_params=False):
        super().__init__()
        _require()
        if delay_all_reduce_named_params or mixed_precision is not None or device_mesh is not None:
            return unknown("DistributedDataParallel with these options is not known")
        parameters = list(module.parameters())
        _check(parameters, device_ids, output_device)
        judged("DistributedDataParallel")
        self.module = module
        self.device_ids, self.output_device, self.dim = device_ids, output_device, dim
        self.broadcast_buffers, self.find_unused_parameters = broadcast_buffers, find_unused_parameters
        self.gradient_as_bucket_view, self.static_graph = gradient_as_bucket_view, static_graph
        communicates("DistributedDataParallel", "how it adds up gradients is not known", parameters[0])

    def forward(self, *inputs, **kwargs):
        if self.device_ids:
            device = list(self.module.parameters())[0].device.type
            inputs, kwargs = tree_moved(inputs, device), tree_moved(kwargs, device)
        return self.module(*inputs, **kwargs)

    def no_sync(self):
        return _Quiet()

    def join(self, divide_by_initial_world_size=True, enable=True, throw_on_early_termination=False):
        return _Quiet()

    def register_comm_hook(self, state, hook):
        return None

    def _set_static_graph(self):
        self.static_graph = True
