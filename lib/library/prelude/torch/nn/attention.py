"""torch: torch/nn/modules/activation.py MultiheadAttention, transformer.py."""
from prelude.torch.creation import empty
from prelude.torch.nn.containers import ModuleList
from prelude.torch.nn.layers import LayerNorm
from prelude.torch.nn.linear import Linear
from prelude.torch.nn.activations import Dropout
from prelude.torch.nn.modules import Module
from prelude.torch.tensor import Parameter, dispatch

MODULE = "torch.nn"


class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None, dtype=None):
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and num_heads={num_heads} instead"
            )
        super().__init__()
        self.embed_dim, self.num_heads, self.batch_first = embed_dim, num_heads, batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        kdim, vdim = kdim or embed_dim, vdim or embed_dim
        self._same = kdim == embed_dim and vdim == embed_dim
        options = {"device": device, "dtype": dtype}
        if self._same:
            self.in_proj_weight = Parameter(empty((3 * embed_dim, embed_dim), **options))
        else:
            self.q_proj_weight = Parameter(empty((embed_dim, embed_dim), **options))
            self.k_proj_weight = Parameter(empty((embed_dim, kdim), **options))
            self.v_proj_weight = Parameter(empty((embed_dim, vdim), **options))
        self.register_parameter("in_proj_bias", Parameter(empty(3 * embed_dim, **options)) if bias else None)
        self.out_proj = Linear(embed_dim, embed_dim, bias, **options)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True, is_causal=False):
        if not self._same:
            return unknown("torch.nn.MultiheadAttention with kdim= is not known")
        batched = query.ndim == 3
        q, k, v = query, key, value
        if batched and self.batch_first:
            q, k, v = [x.transpose(0, 1) for x in (q, k, v)]
        if q.shape[-1] != self.embed_dim:
            raise AssertionError(f"was expecting embedding dimension of {self.embed_dim}, but got {q.shape[-1]}")
        if tuple(k.shape) != tuple(v.shape):
            raise AssertionError(f"key shape {k.shape} does not match value shape {v.shape}")
        weights = self.in_proj_weight.chunk(3)
        biases = (None,) * 3 if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        made = []
        for x, w, b in zip((q, k, v), weights, biases):
            made.append(dispatch("linear", (x, w) if b is None else (x, w, b)))
        q, k, v = made
        heads = [x.reshape(x.shape[0], -1, self.head_dim).transpose(0, 1) for x in made]
        scores = dispatch("bmm", (heads[0], heads[1].transpose(1, 2)))
        out = dispatch("bmm", (scores, heads[2])).transpose(0, 1).reshape(*q.shape)
        out = dispatch("linear", (out, self.out_proj.weight) if self.out_proj.bias is None else (out, self.out_proj.weight, self.out_proj.bias))
        if batched and self.batch_first:
            out = out.transpose(0, 1)
        if not need_weights:
            return out, None
        if not batched:
            return out, scores.mean(0) if average_attn_weights else scores
        shown = scores.reshape(-1, self.num_heads, scores.shape[1], scores.shape[2])
        return out, shown.mean(1) if average_attn_weights else shown


def _activation(activation):
    if not isinstance(activation, str):
        return activation
    if activation not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return member("torch.nn.functional", activation)


class TransformerEncoderLayer(Module):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation="relu", layer_norm_eps=1e-05, batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        options = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, **options)
        self.linear1 = Linear(d_model, dim_feedforward, bias, **options)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias, **options)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, layer_norm_eps, bias=bias, **options)
        self.norm2 = LayerNorm(d_model, layer_norm_eps, bias=bias, **options)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = _activation(activation)

    def _attended(self, x):
        return self.self_attn(x, x, x, need_weights=False)[0]

    def _fed(self, x):
        return self.linear2(self.activation(self.linear1(x)))

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = src
        if self.norm_first:
            x = x + self._attended(self.norm1(x))
            return x + self._fed(self.norm2(x))
        x = self.norm1(x + self._attended(x))
        return self.norm2(x + self._fed(x))


class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        copy = member("copy", "deepcopy")
        self.layers = ModuleList([copy(encoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        for layer in self.layers:
            src = layer(src)
        return src if self.norm is None else self.norm(src)
