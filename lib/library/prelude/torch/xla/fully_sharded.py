"""FSDP by marks. torch_xla: experimental/spmd_fully_sharded_data_parallel.py."""
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Tensor
from prelude.torch.xla.marks import mark_sharding
from prelude.torch.xla.meshes import get_global_mesh
from prelude.torch.xla.state import annotation_of

MODULE = "torch_xla.experimental.spmd_fully_sharded_data_parallel"


def _prepare_spmd_partition_spec(param, extra_data_axis=None, shard_maximal=False):
    sizes = list(param.shape)
    spec = [None] * len(sizes)
    if not sizes:
        return ()
    index = sizes.index(max(sizes)) if shard_maximal else 0
    spec[index] = (extra_data_axis, "fsdp") if extra_data_axis else "fsdp"
    return tuple(spec)


class SpmdFullyShardedDataParallel(Module):
    def __init__(self, module, *more, mesh=None, shard_output=None, auto_wrap_policy=None, auto_wrapper_callable=None, extra_data_axis=None):
        if more:
            raise TypeError(
                f"SpmdFullyShardedDataParallel.__init__() takes 2 positional arguments but {len(more) + 2} were given"
            )
        if isinstance(module, SpmdFullyShardedDataParallel):
            raise RuntimeError(
                "Cannot wrap a module that is already wrapped with FSDP. For nested FSDP, first wrap the inner child modules before wrapping the outer parent module."
            )
        if mesh is None:
            mesh = get_global_mesh()
            if mesh is None:
                raise ValueError("No mesh is provided and no global mesh is set. Please provide a mesh.")
        if "fsdp" not in mesh.axis_names:
            raise ValueError("The mesh must have an axis named 'fsdp'.")
        if extra_data_axis and extra_data_axis not in mesh.axis_names:
            raise ValueError(f"The provided {extra_data_axis} axis is not in the mesh.")
        super().__init__()
        if auto_wrap_policy is not None:
            for name, child in module.named_modules():
                if isinstance(child, SpmdFullyShardedDataParallel):
                    raise ValueError(
                        f"Expected {name} to NOT be SpmdFullyShardedDataParallel if using an `auto_wrap_policy`"
                    )
            wrapper = auto_wrapper_callable or SpmdFullyShardedDataParallel
            member("torch_xla._wrapping", "wrap_children")(
                module, auto_wrap_policy, lambda m: wrapper(m, mesh=mesh, shard_output=shard_output)
            )
        self._orig_module = module.to("xla")
        self._mesh = mesh
        for param in module.parameters():
            if annotation_of(param._storage) is None:
                mark_sharding(param, mesh, _prepare_spmd_partition_spec(param, shard_maximal=True))
        self._extra_data_axis = extra_data_axis
        self._shard_output = shard_output

    @property
    def module(self):
        return self._orig_module

    def forward(self, *args, **kwargs):
        output = self._orig_module(*args, **kwargs)
        if self._shard_output is not None:
            self._shard_output(output, self._mesh)
        else:
            self._mark_output(output)
        return output

    def _mark_output(self, output):
        real = output
        if isinstance(output, tuple):
            real = output[0] if isinstance(output[0], Tensor) else None
        if not isinstance(real, Tensor):
            raise RuntimeError(
                f"The output type is not supported: {type(output)}. Please provide your own shard_output callable."
            )
        mark_sharding(real, self._mesh, _prepare_spmd_partition_spec(real, self._extra_data_axis))

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self._orig_module, name)

    def __getitem__(self, key):
        return self._orig_module[key]
