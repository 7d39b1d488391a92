"""torch: torch/optim/lr_scheduler.py."""
from prelude.torch.optim.optimizers import Optimizer

MODULE = "torch.optim.lr_scheduler"


class LRScheduler:
    def __init__(self, optimizer, *options, **named):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        self.base_lrs = [g["lr"] for g in optimizer.param_groups]
        self.last_epoch = 0

    def step(self, *metrics):
        self.last_epoch += 1
        for group in self.optimizer.param_groups:
            group["lr"] = unknowable("a learning rate", 1.0)

    def get_last_lr(self):
        return [g["lr"] for g in self.optimizer.param_groups]

    get_lr = get_last_lr

    def state_dict(self):
        return {"last_epoch": self.last_epoch, "base_lrs": self.base_lrs}

    def load_state_dict(self, state_dict):
        return None


class LambdaLR(LRScheduler):
    pass


class MultiplicativeLR(LRScheduler):
    pass


class StepLR(LRScheduler):
    pass


class MultiStepLR(LRScheduler):
    pass


class ConstantLR(LRScheduler):
    pass


class LinearLR(LRScheduler):
    pass


class ExponentialLR(LRScheduler):
    pass


class CosineAnnealingLR(LRScheduler):
    pass


class CosineAnnealingWarmRestarts(LRScheduler):
    pass


class SequentialLR(LRScheduler):
    pass


class OneCycleLR(LRScheduler):
    pass


class ReduceLROnPlateau(LRScheduler):
    pass
