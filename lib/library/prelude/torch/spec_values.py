"""The tensors and meshes of a spec, as a program of torch sees them."""
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Parameter, Storage, Tensor


@function("<prelude>")
def torch_spec_tensor(array, device, param):
    made = Tensor(_made=(array, Storage(device, 0 if device == "xla" else None)))
    return Parameter(made) if param else made


@function("<prelude>")
def torch_spec_mesh(sizes, names, ids):
    if framework[0] == "torch_xla":
        found = member("torch_xla.distributed.spmd", "Mesh")
        return found(list(ids), sizes, names)
    found = member("torch.distributed.device_mesh", "init_device_mesh")
    if found is None:
        return unknown("a mesh of the spec is not known")
    return found("cpu", sizes, mesh_dim_names=names)


@function("<prelude>")
def torch_spec_mark(tensor, mesh, spec):
    """Marks a tensor as its spec says."""
    try:
        member("torch_xla.distributed.spmd", "mark_sharding")(tensor, mesh, spec)
    except Exception:
        pass
    return tensor


@function("<prelude>")
def torch_spec_model(names, tensors):
    """The model whose parameters have these names: fc1.weight, layers.0.weight."""
    model = Module()
    for name, tensor in zip(names, tensors):
        place = model
        parts = name.split(".")
        for i, part in enumerate(parts[:-1]):
            if part not in place._modules:
                numbered = parts[i + 1].isdigit()
                child = Module() if not numbered else member("torch.nn", "ModuleList")()
                place._modules[part] = child
            place = place._modules[part]
        place._parameters[parts[-1]] = tensor
    return model
