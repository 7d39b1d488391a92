"""torch: torch/nn/utils."""
from prelude.torch.tensor import Tensor, dispatch

MODULE = "torch.nn.utils"


def _listed(parameters):
    return [parameters] if isinstance(parameters, Tensor) else list(parameters)


def _gradients(parameters):
    return [p.grad for p in _listed(parameters) if p.grad is not None]


def _check_together(name, tensors, foreach):
    """Those of a dtype go to one operation, which takes no tensors beside DTensors."""
    if foreach is not None and not foreach:
        return
    kinds = {}
    for x in tensors:
        kinds[x.dtype.name] = kinds.get(x.dtype.name, set()) | {x._is_distributed}
    if any(len(found) > 1 for found in kinds.values()):
        member("torch.distributed._dispatch", "refuse_mixed")(name)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    return get_total_norm(_gradients(parameters), norm_type, error_if_nonfinite, foreach)


def clip_grad_value_(parameters, clip_value, foreach=None):
    _check_together("_foreach_clamp_min_", _gradients(parameters), foreach)


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    tensors = _listed(tensors)
    if not tensors:
        return member("torch", "tensor")(0.0)
    _check_together("_foreach_norm", tensors, foreach)
    norms = [dispatch("linalg_vector_norm", (x, norm_type)) for x in tensors]
    return dispatch("linalg_vector_norm", (dispatch("stack", (norms,)), norm_type))


def parameters_to_vector(parameters):
    return dispatch("cat", ([p.reshape(-1) for p in parameters],))


def vector_to_parameters(vec, parameters):
    at = 0
    for p in parameters:
        n = p.numel()
        p.data = vec[at:at + n].view_as(p).data
        at += n
