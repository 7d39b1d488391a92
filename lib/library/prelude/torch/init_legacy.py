"""torch.Tensor(…). torch: torch/csrc/utils/tensor_new.cpp."""
from prelude.torch.creation import _place, _sizes, tensor
from prelude.torch.dtypes import _defaults

MODULE = "torch._creation"


def legacy_data(data, device):
    if len(data) == 1 and isinstance(data[0], (list, tuple)):
        made = tensor(data[0], dtype=_defaults["dtype"], device=device)
        return made._array, made._storage
    return array_of(_sizes(data), _defaults["dtype"]._array), _place(device)
