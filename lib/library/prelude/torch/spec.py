"""What a program in a spec finds there: tensors, meshes and models of tensors."""
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Parameter, Storage, Tensor

MODULE = "torch._spec"


def tensor(array, device, is_part):
    made = Tensor(_made=(array, Storage(device, 0 if device == "xla" else None)))
    return Parameter(made, made.dtype.kind > 1) if is_part else made


def dtensor(array, mesh, placements, is_part):
    placement_of = member("torch.distributed.tensor.placement_types", "_placement_of")
    x = member("torch.distributed.tensor", "make_dtensor")(array, mesh, [placement_of(p) for p in placements])
    if x._part is None:
        return unknown("what a rank holds of uneven strided shards is not known")
    return Parameter(x, x.dtype.kind > 1) if is_part else x


def mesh(sizes, names, devices):
    if framework[0] == "torch_xla":
        ids = np.arange(math.prod(sizes)) if devices is None else np.array(devices)
        return member("torch_xla.distributed.spmd", "Mesh")(ids, sizes, names)
    make = member("torch.distributed.device_mesh", "init_device_mesh")
    return unknown("a mesh of DTensor in a program is not known") if make is None else make("cpu", sizes, mesh_dim_names=names)


class Model(Module):
    """A model of which the spec says the parameters alone."""

    def forward(self, *args, **kwargs):
        return unknown("what the model of a spec computes is not known")


def model(parts):
    made = Model()
    for path, x in parts.items():
        names = path.split(".")
        module = made
        for name in names[:-1]:
            if name not in module._modules:
                module.add_module(name, Model())
            module = module._modules[name]
        setattr(module, names[-1], x)
    return made


def model_class(parts):
    """What makes the model, whatever it is given."""
    return lambda *args, **kwargs: model(parts)
