"""Convolutions, channels first. equinox 0.13.8: nn/_conv.py."""
from prelude.equinox.modules import Module, field
from prelude.equinox.parameters import floating, pairs, per_dimension, uniform
from prelude.lax.padding import named_padding

MODULE = "equinox.nn"

_FILLING = {"REFLECT": "reflect", "REPLICATE": "edge", "CIRCULAR": "wrap"}


def _paddings(padding, count):
    if not isinstance(padding, str):
        padding = pairs(padding, count)
        if padding is None:
            raise ValueError(
                f"`padding` must either be a string, an int, or tuple of length {count} containing ints or tuples of "
                "length 2."
            )
        return padding
    if padding.upper() not in ("SAME", "SAME_LOWER", "VALID"):
        raise ValueError("`padding` string must be `'SAME'`, `'SAME_LOWER'`, or `'VALID'`.")
    return padding.upper()


def _padding_mode(mode):
    if mode.upper() not in ("ZEROS", "REFLECT", "REPLICATE", "CIRCULAR"):
        raise ValueError("`padding_mode` must be `'ZEROS'`, `'REFLECT'`, `'REPLICATE'`, or `'CIRCULAR'`.")
    return mode.upper()


class _AnyConv(Module):
    """What both kinds of convolutions have."""

    num_spatial_dims: int = field(static=True)
    weight: object
    bias: object
    in_channels: int = field(static=True)
    out_channels: int = field(static=True)
    kernel_size: tuple = field(static=True)
    stride: tuple = field(static=True)
    padding: object = field(static=True)
    dilation: tuple = field(static=True)
    groups: int = field(static=True)
    use_bias: bool = field(static=True)
    padding_mode: str = field(static=True)

    def _set(self, count, ins, outs, kernel_size, stride, padding, dilation, groups, use_bias, padding_mode):
        self.num_spatial_dims = count
        self.in_channels = ins
        self.out_channels = outs
        self.kernel_size = per_dimension(kernel_size, count)
        self.stride = per_dimension(stride, count)
        self.dilation = per_dimension(dilation, count)
        self.padding = _paddings(padding, count)
        self.groups = groups
        self.use_bias = use_bias
        self.padding_mode = _padding_mode(padding_mode)

    def _draw(self, dtype, key):
        weight_key, bias_key = jax.random.split(key, 2)
        grouped, dtype = self.in_channels // self.groups, floating(dtype)
        limit = 1 / math.sqrt(grouped * math.prod(self.kernel_size))
        shape = (self.out_channels, grouped) + self.kernel_size
        self.weight = uniform(weight_key, shape, dtype, limit)
        shape = (self.out_channels,) + (1,) * self.num_spatial_dims
        self.bias = uniform(bias_key, shape, dtype, limit) if self.use_bias else None

    def _convolve(self, x, window_strides, padding, lhs_dilation=None):
        x = lax.conv_general_dilated(
            lhs=jnp.expand_dims(x, axis=0),
            rhs=self.weight,
            window_strides=window_strides,
            padding=padding,
            lhs_dilation=lhs_dilation,
            rhs_dilation=self.dilation,
            feature_group_count=self.groups,
        )
        x = jnp.squeeze(x, axis=0)
        return x + self.bias if self.use_bias else x

    def _check_rank(self, x, name):
        wanted = self.num_spatial_dims + 1
        if x.ndim != wanted:
            raise ValueError(f"Input to `{name}` needs to have rank {wanted},", f" but input has shape {x.shape}.")


class Conv(_AnyConv):
    def __init__(
        self,
        num_spatial_dims,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        use_bias=True,
        padding_mode="ZEROS",
        dtype=None,
        *,
        key,
    ):
        if in_channels % groups != 0:
            raise ValueError(f"`in_channels` (={in_channels}) must be divisible by `groups` (={groups}).")
        self._set(
            num_spatial_dims, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, use_bias,
            padding_mode
        )
        self._draw(dtype, key)

    def _filled(self, x):
        padding = self.padding
        if isinstance(padding, str):
            window = tuple([d * (k - 1) + 1 for k, d in zip(self.kernel_size, self.dilation)])
            padding = named_padding(padding, x.shape[1:], window, self.stride)
        return jnp.pad(x, [(0, 0)] + list(padding), _FILLING[self.padding_mode])

    def __call__(self, x, *, key=None):
        self._check_rank(x, "Conv")
        if self.padding_mode == "ZEROS":
            return self._convolve(x, self.stride, self.padding)
        return self._convolve(self._filled(x), self.stride, "VALID")


class Conv1d(Conv):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(1, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, use_bias, padding_mode, dtype, key=key)


class Conv2d(Conv):
    def __init__(self, in_channels, out_channels, kernel_size, stride=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(2, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, use_bias, padding_mode, dtype, key=key)


class Conv3d(Conv):
    def __init__(self, in_channels, out_channels, kernel_size, stride=(1, 1, 1), padding=(0, 0, 0), dilation=(1, 1, 1), groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(3, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, use_bias, padding_mode, dtype, key=key)


class ConvTranspose(_AnyConv):
    output_padding: tuple = field(static=True)

    def __init__(self, num_spatial_dims, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, dilation=1, groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        self.output_padding = per_dimension(output_padding, num_spatial_dims)
        self._set(
            num_spatial_dims, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, use_bias,
            padding_mode
        )
        if any([o >= s for s, o in zip(self.stride, self.output_padding)]):
            raise ValueError("Must have `output_padding < stride` (elementwise).")
        if self.padding_mode in ("REFLECT", "REPLICATE"):
            raise NotImplementedError("'REFLECT' or 'REPLICATE' padding mode is not implemented")
        if self.padding_mode == "CIRCULAR" and any([o != 0 for o in self.output_padding]):
            raise NotImplementedError(
                "`padding_mode == 'CIRCULAR'` with non-zero `output_padding` is notimplemented."
            )
        if self.padding_mode == "CIRCULAR" and self.padding not in ("SAME", "SAME_LOWER"):
            raise NotImplementedError(
                "`padding_mode == 'CIRCULAR'` is only implemented for 'SAME' or'SAME_LOWER' padding."
            )
        self._draw(dtype, key)

    def _transposed_padding(self):
        """What is added in front and behind of each dimension of what is spread by the stride."""
        result = []
        for i, (k, s, o, d) in enumerate(zip(self.kernel_size, self.stride, self.output_padding, self.dilation)):
            p0, p1 = (0, 0) if isinstance(self.padding, str) else self.padding[i]
            if self.padding in ("SAME", "SAME_LOWER"):
                total = d * (k - 1) - s + o + 1
                o, total = max(-total, 0), max(total, 0)
                p0 = (total + (1 if self.padding == "SAME_LOWER" else 0)) // 2
                p1 = total - p0
            result.append((d * (k - 1) - p0, d * (k - 1) - p1 + o))
        return result

    def __call__(self, x, *, key=None):
        self._check_rank(x, "ConvTranspose")
        padding = self._transposed_padding()
        if self.padding_mode == "CIRCULAR":
            around = [(p0 // s, p1 // s) for (p0, p1), s in zip(padding, self.stride)]
            x = jnp.pad(x, [(0, 0)] + around, mode="wrap")
            padding = [(p0 % s, p1 % s) for (p0, p1), s in zip(padding, self.stride)]
        return self._convolve(x, (1,) * self.num_spatial_dims, tuple(padding), self.stride)


class ConvTranspose1d(ConvTranspose):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, output_padding=0, padding=0, dilation=1, groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(1, in_channels, out_channels, kernel_size, stride, padding, output_padding, dilation, groups, use_bias, padding_mode, dtype, key=key)


class ConvTranspose2d(ConvTranspose):
    def __init__(self, in_channels, out_channels, kernel_size, stride=(1, 1), output_padding=(0, 0), padding=(0, 0), dilation=(1, 1), groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(2, in_channels, out_channels, kernel_size, stride, padding, output_padding, dilation, groups, use_bias, padding_mode, dtype, key=key)


class ConvTranspose3d(ConvTranspose):
    def __init__(self, in_channels, out_channels, kernel_size, stride=(1, 1, 1), output_padding=(0, 0, 0), padding=(0, 0, 0), dilation=(1, 1, 1), groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(3, in_channels, out_channels, kernel_size, stride, padding, output_padding, dilation, groups, use_bias, padding_mode, dtype, key=key)
