"""Convolutions, channels first. equinox 0.13.8: nn/_conv.py."""
from prelude.equinox.layers import _dtype, _uniform
from prelude.equinox.modules import Module, field

MODULE = "equinox.nn"


def _tuple_of(x, n):
    return (x,) * n if isinstance(x, int) else tuple(x)


def _paddings(padding, n):
    if isinstance(padding, str):
        return padding.upper()
    if isinstance(padding, int):
        return ((padding, padding),) * n
    return tuple([(p, p) if isinstance(p, int) else tuple(p) for p in padding])


class Conv(Module):
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
        wkey, bkey = jax.random.split(key, 2)
        sizes = _tuple_of(kernel_size, num_spatial_dims)
        if in_channels % groups != 0:
            raise ValueError(
                f"`in_channels` (={in_channels}) must be divisible by `groups` (={groups})."
            )
        grouped = in_channels // groups
        limit = 1 / math.sqrt(grouped * math.prod(sizes))
        dtype = _dtype(dtype)
        self.weight = _uniform(wkey, (out_channels, grouped) + sizes, dtype, limit)
        self.bias = _uniform(bkey, (out_channels,) + (1,) * num_spatial_dims, dtype, limit) if use_bias else None
        self.num_spatial_dims = num_spatial_dims
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = sizes
        self.stride = _tuple_of(stride, num_spatial_dims)
        self.padding = _paddings(padding, num_spatial_dims)
        self.dilation = _tuple_of(dilation, num_spatial_dims)
        self.groups = groups
        self.use_bias = use_bias
        if padding_mode.upper() != "ZEROS":
            unknown("a convolution with this padding_mode")
        self.padding_mode = padding_mode.upper()

    def __call__(self, x, *, key=None):
        wanted = self.num_spatial_dims + 1
        if x.ndim != wanted:
            raise ValueError(
                f"Input to `Conv` needs to have rank {wanted},", f" but input has shape {x.shape}."
            )
        x = lax.conv_general_dilated(
            lhs=jnp.expand_dims(x, axis=0),
            rhs=self.weight,
            window_strides=self.stride,
            padding=self.padding,
            rhs_dilation=self.dilation,
            feature_group_count=self.groups,
        )
        x = jnp.squeeze(x, axis=0)
        if self.use_bias:
            x = x + self.bias
        return x


class Conv1d(Conv):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(1, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, use_bias, padding_mode, dtype, key=key)


class Conv2d(Conv):
    def __init__(self, in_channels, out_channels, kernel_size, stride=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(2, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, use_bias, padding_mode, dtype, key=key)


class Conv3d(Conv):
    def __init__(self, in_channels, out_channels, kernel_size, stride=(1, 1, 1), padding=(0, 0, 0), dilation=(1, 1, 1), groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(3, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, use_bias, padding_mode, dtype, key=key)


class ConvTranspose(Module):
    num_spatial_dims: int = field(static=True)
    weight: object
    bias: object
    in_channels: int = field(static=True)
    out_channels: int = field(static=True)
    kernel_size: tuple = field(static=True)
    stride: tuple = field(static=True)
    padding: object = field(static=True)
    output_padding: tuple = field(static=True)
    dilation: tuple = field(static=True)
    groups: int = field(static=True)
    use_bias: bool = field(static=True)

    def __init__(self, num_spatial_dims, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, dilation=1, groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        wkey, bkey = jax.random.split(key, 2)
        sizes = _tuple_of(kernel_size, num_spatial_dims)
        grouped = in_channels // groups
        limit = 1 / math.sqrt(grouped * math.prod(sizes))
        dtype = _dtype(dtype)
        self.weight = _uniform(wkey, (out_channels, grouped) + sizes, dtype, limit)
        self.bias = _uniform(bkey, (out_channels,) + (1,) * num_spatial_dims, dtype, limit) if use_bias else None
        self.num_spatial_dims = num_spatial_dims
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = sizes
        self.stride = _tuple_of(stride, num_spatial_dims)
        self.padding = _paddings(padding, num_spatial_dims)
        self.output_padding = _tuple_of(output_padding, num_spatial_dims)
        self.dilation = _tuple_of(dilation, num_spatial_dims)
        self.groups = groups
        self.use_bias = use_bias
        if isinstance(self.padding, str) or padding_mode.upper() != "ZEROS":
            unknown("a transposed convolution with this padding")

    def __call__(self, x, *, key=None):
        wanted = self.num_spatial_dims + 1
        if x.ndim != wanted:
            raise ValueError(
                f"Input to `ConvTranspose` needs to have rank {wanted},", f" but input has shape {x.shape}."
            )
        padding = tuple(
            [
                (d * (k - 1) - p0, d * (k - 1) - p1 + o)
                for k, (p0, p1), o, d in zip(self.kernel_size, self.padding, self.output_padding, self.dilation)
            ]
        )
        x = lax.conv_general_dilated(
            lhs=jnp.expand_dims(x, axis=0),
            rhs=self.weight,
            window_strides=(1,) * self.num_spatial_dims,
            padding=padding,
            lhs_dilation=self.stride,
            rhs_dilation=self.dilation,
            feature_group_count=self.groups,
        )
        x = jnp.squeeze(x, axis=0)
        if self.use_bias:
            x = x + self.bias
        return x


class ConvTranspose1d(ConvTranspose):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, output_padding=0, padding=0, dilation=1, groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(1, in_channels, out_channels, kernel_size, stride, padding, output_padding, dilation, groups, use_bias, padding_mode, dtype, key=key)


class ConvTranspose2d(ConvTranspose):
    def __init__(self, in_channels, out_channels, kernel_size, stride=(1, 1), output_padding=(0, 0), padding=(0, 0), dilation=(1, 1), groups=1, use_bias=True, padding_mode="ZEROS", dtype=None, *, key):
        super().__init__(2, in_channels, out_channels, kernel_size, stride, padding, output_padding, dilation, groups, use_bias, padding_mode, dtype, key=key)
