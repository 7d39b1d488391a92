"""torch: torch/nn/modules/rnn.py."""
from prelude.torch.creation import empty
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Parameter, dispatch

MODULE = "torch.nn"


class RNNBase(Module):
    _gates = 1

    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None, nonlinearity="tanh"):
        super().__init__()
        self.input_size, self.hidden_size, self.num_layers = input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, dropout
        self.bidirectional = bidirectional
        self._ways = 2 if bidirectional else 1
        if proj_size:
            return unknown("torch.nn.LSTM with proj_size= is not known")
        rows = self._gates * hidden_size
        for layer in range(num_layers):
            for way in range(self._ways):
                end = f"_l{layer}" + ("_reverse" if way else "")
                width = input_size if layer == 0 else hidden_size * self._ways
                shapes = {"weight_ih": (rows, width), "weight_hh": (rows, hidden_size)}
                if bias:
                    shapes["bias_ih"] = (rows,)
                    shapes["bias_hh"] = (rows,)
                for name, shape in shapes.items():
                    setattr(self, name + end, Parameter(empty(shape, device=device, dtype=dtype)))

    def flatten_parameters(self):
        return None

    def _run(self, input, hidden):
        if input.ndim not in (2, 3):
            raise ValueError(f"{type(self).__name__}: Expected input to be 2D or 3D, got {input.ndim}D instead")
        if input.shape[-1] != self.input_size:
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.shape[-1]}"
            )
        return dispatch("rnn", (input, self.weight_ih_l0, self.hidden_size, self.num_layers, self._ways, self.batch_first))

    def forward(self, input, hx=None):
        output, hidden = self._run(input, hx)
        return output, hidden


class RNN(RNNBase):
    pass


class GRU(RNNBase):
    _gates = 3
    _orig = unknowable("torch.nn.GRU._orig")  # torch_xla puts a class of its own around it


class LSTM(RNNBase):
    _gates = 4

    def forward(self, input, hx=None):
        output, hidden = self._run(input, hx)
        return output, (hidden, hidden.clone())
