"""torch: torch/nn/utils."""
from prelude.torch.tensor import Tensor, dispatch

MODULE = "torch.nn.utils"


def _listed(parameters):
    return [parameters] if isinstance(parameters, Tensor) else list(parameters)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    grads = [p.grad for p in _listed(parameters) if p.grad is not None]
    if not grads:
        return member("torch", "tensor")(0.0)
    norms = [dispatch("linalg_vector_norm", (g, norm_type)) for g in grads]
    return dispatch("linalg_vector_norm", (dispatch("stack", (norms,)), norm_type))


def clip_grad_value_(parameters, clip_value, foreach=None):
    return None


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    norms = [dispatch("linalg_vector_norm", (g, norm_type)) for g in _listed(tensors)]
    return dispatch("linalg_vector_norm", (dispatch("stack", (norms,)), norm_type))


def parameters_to_vector(parameters):
    return dispatch("cat", ([p.reshape(-1) for p in parameters],))


def vector_to_parameters(vec, parameters):
    at = 0
    for p in parameters:
        n = p.numel()
        p.data = vec[at:at + n].view_as(p).data
        at += n
