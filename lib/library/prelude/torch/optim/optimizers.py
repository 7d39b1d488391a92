"""torch: torch/optim."""
from prelude.torch.tensor import Tensor, inplace_dispatch

MODULE = "torch.optim"


class Optimizer:
    def __init__(self, params, defaults):
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but got " + params.type()
            )
        self.defaults = defaults
        self.state = {}
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        params = param_group["params"]
        params = [params] if isinstance(params, Tensor) else list(params)
        if params and isinstance(params[0], tuple):
            params = [p for _, p in params]
        seen = set()
        for group in self.param_groups:
            for p in group["params"]:
                seen.add(identity(p))
        for p in params:
            if not is_known(p):
                return of_unknown(p)
            if not isinstance(p, Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + type(p).__name__)
            if not p.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
            if identity(p) in seen:
                raise ValueError("some parameters appear in more than one parameter group")
        for p in params:
            p._optimized = True
        made = dict(self.defaults)
        made.update(param_group)
        made["params"] = params
        self.param_groups.append(made)

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p.grad = None

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with member("torch", "enable_grad")():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    self._update(group, p)
        return loss

    def _update(self, group, p):
        judged("step")
        p._array = unheld(p._array)
        p._storage.version += 1
        if p._storage.device == "xla":
            inplace_dispatch("step", p)
        if p not in self.state:
            self.state[p] = self._new_state(group, p)

    def _new_state(self, group, p):
        with member("torch", "no_grad")():
            like = member("torch", "zeros_like")
            return {name: like(p) for name in self._kept(group)}

    def _kept(self, group):
        return ()

    def state_dict(self):
        numbers, groups, at = {}, [], 0
        for group in self.param_groups:
            packed = {k: v for k, v in group.items() if k != "params"}
            packed["params"] = []
            for p in group["params"]:
                numbers[identity(p)] = at
                packed["params"].append(at)
                at += 1
            groups.append(packed)
        state = {numbers[identity(p)]: s for p, s in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        if len(state_dict["param_groups"]) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for new, old in zip(state_dict["param_groups"], self.param_groups):
            if len(new["params"]) != len(old["params"]):
                raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")

    def register_step_pre_hook(self, hook):
        return unknowable("a handle")

    def register_step_post_hook(self, hook):
        return unknowable("a handle")


def _check(name, value):
    if is_known(value) and not isinstance(value, Tensor) and value < 0.0:
        raise ValueError(f"Invalid {name}: {value}")


class SGD(Optimizer):
    def __init__(self, params, lr=0.001, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None, differentiable=False, fused=None):
        _check("learning rate", lr)
        _check("momentum value", momentum)
        _check("weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov})

    def _kept(self, group):
        return ("momentum_buffer",) if group["momentum"] else ()


class Adam(Optimizer):
    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0, amsgrad=False, *, foreach=None, maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False):
        _check("learning rate", lr)
        _check("epsilon value", eps)
        for i, beta in enumerate(betas):
            if is_known(beta) and not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {i}: {beta}")
        _check("weight_decay value", weight_decay)
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad})

    def _kept(self, group):
        return ("exp_avg", "exp_avg_sq", "max_exp_avg_sq") if group["amsgrad"] else ("exp_avg", "exp_avg_sq")

    def _new_state(self, group, p):
        made = {"step": member("torch", "zeros")(())}
        made.update(super()._new_state(group, p))
        return made


class AdamW(Adam):
    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01, amsgrad=False, *, maximize=False, foreach=None, capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad)


class Adagrad(Optimizer):
    def __init__(self, params, lr=0.01, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *, maximize=False, differentiable=False, fused=None):
        _check("learning rate", lr)
        super().__init__(params, {"lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay})

    def _kept(self, group):
        return ("sum",)


class RMSprop(Optimizer):
    def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-08, weight_decay=0, momentum=0, centered=False, capturable=False, foreach=None, maximize=False, differentiable=False):
        _check("learning rate", lr)
        super().__init__(params, {"lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered, "weight_decay": weight_decay})

    def _kept(self, group):
        return ("square_avg",)


class Adadelta(RMSprop):
    pass


class NAdam(Adam):
    pass


class RAdam(Adam):
    pass


class Adamax(Adam):
    pass
