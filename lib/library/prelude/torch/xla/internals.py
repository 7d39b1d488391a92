"""The binding of torch_xla. torch_xla: torch_xla/csrc/init_python_bindings.cpp."""
from prelude.torch.xla.state import annotation_of, has_run


@function("torch_xla._XLAC", name="_get_xla_sharding_spec")
def get_xla_sharding_spec(input):
    found = annotation_of(input._storage)
    if found == "?":
        return unknown("how the compiler lays out a result is not known")
    if found is None and has_run(input._storage):
        return unknown("whether a tensor without a mark is '{replicated}' by now is not known")
    return "" if found is None else found


@function("torch_xla._XLAC", name="_get_xla_sharding_specs")
def get_xla_sharding_specs(tensors):
    return [get_xla_sharding_spec(x) for x in tensors]
