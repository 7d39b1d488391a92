"""torch: torch/nn/modules/loss.py."""
from prelude.torch.nn.modules import Module

MODULE = "torch.nn"


class _Loss(Module):
    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0, *, delta=1.0, beta=1.0, log_target=False, pos_weight=None):
        super().__init__()
        self.reduction, self.ignore_index = reduction, ignore_index
        self.label_smoothing = label_smoothing
        self.register_buffer("weight", weight)


class MSELoss(_Loss):
    def forward(self, input, target):
        return member("torch.nn.functional", "mse_loss")(input, target, reduction=self.reduction)


class L1Loss(_Loss):
    def forward(self, input, target):
        return member("torch.nn.functional", "l1_loss")(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    def forward(self, input, target):
        return member("torch.nn.functional", "smooth_l1_loss")(input, target, reduction=self.reduction)


class HuberLoss(_Loss):
    def forward(self, input, target):
        return member("torch.nn.functional", "huber_loss")(input, target, reduction=self.reduction)


class KLDivLoss(_Loss):
    def forward(self, input, target):
        return member("torch.nn.functional", "kl_div")(input, target, reduction=self.reduction)


class BCELoss(_Loss):
    def forward(self, input, target):
        return member("torch.nn.functional", "binary_cross_entropy")(input, target, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    def forward(self, input, target):
        return member("torch.nn.functional", "binary_cross_entropy_with_logits")(input, target, reduction=self.reduction)


class NLLLoss(_Loss):
    def forward(self, input, target):
        return member("torch.nn.functional", "nll_loss")(input, target, weight=self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


class CrossEntropyLoss(_Loss):
    def forward(self, input, target):
        return member("torch.nn.functional", "cross_entropy")(input, target, weight=self.weight, ignore_index=self.ignore_index, reduction=self.reduction)
