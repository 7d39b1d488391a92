"""Pools, channels first. equinox 0.13.8: nn/_pool.py."""
from prelude.equinox.modules import Module, field
from prelude.equinox.parameters import is_sequence, pairs

MODULE = "equinox.nn"


def _sizes(x, name, count):
    if isinstance(x, int):
        return (x,) * count
    if is_sequence(x):
        return tuple(x)
    raise ValueError(f"`{name}` must either be an int or tuple of length {count} containing ints.")


class Pool(Module):
    init: object
    operation: object
    num_spatial_dims: int = field(static=True)
    kernel_size: tuple = field(static=True)
    stride: tuple = field(static=True)
    padding: tuple = field(static=True)
    use_ceil: bool = field(static=True)

    def __init__(self, init, operation, num_spatial_dims, kernel_size, stride=1, padding=0, use_ceil=False):
        self.operation = operation
        self.init = init
        self.num_spatial_dims = num_spatial_dims
        self.use_ceil = use_ceil
        self.kernel_size = _sizes(kernel_size, "kernel_size", num_spatial_dims)
        self.stride = _sizes(stride, "stride", num_spatial_dims)
        self.padding = pairs(padding, num_spatial_dims)
        if self.padding is None:
            raise ValueError(
                f"`padding` must either be an int or tuple of length {num_spatial_dims} containing ints or tuples of "
                "length 2."
            )

    def _padding_for(self, shape):
        """The padding, with another stride behind a dimension whose last window would be cut off."""
        if not self.use_ceil:
            return self.padding
        padding = []
        for size, (left, right), kernel, stride in zip(shape[1:], self.padding, self.kernel_size, self.stride):
            fits = (size + left + right - kernel) % stride == 0
            padding.append((left, right if fits else right + stride))
        return tuple(padding)

    def __call__(self, x, *, key=None):
        if len(x.shape) != self.num_spatial_dims + 1:
            raise AssertionError(
                f"Input should have {self.num_spatial_dims} spatial dimensions, but input has shape {x.shape}"
            )
        padding = self._padding_for(x.shape)
        for (left, right), kernel in zip(padding, self.kernel_size):
            if max(left, right) > kernel:
                raise RuntimeError(
                    "Paddings should be less than the size of the kernel. "
                    f"Padding {(left, right)} received for kernel size {kernel}."
                )
        x = jnp.expand_dims(jnp.moveaxis(x, 0, -1), axis=0)
        window, strides = (1, *self.kernel_size, 1), (1, *self.stride, 1)
        x = lax.reduce_window(x, self.init, self.operation, window, strides, ((0, 0), *padding, (0, 0)))
        return jnp.moveaxis(jnp.squeeze(x, axis=0), -1, 0)


class _AvgPool(Pool):
    def __call__(self, x, *, key=None):
        return super().__call__(x) / math.prod(self.kernel_size)


class AvgPool1d(_AvgPool):
    def __init__(self, kernel_size, stride=1, padding=0, use_ceil=False):
        super().__init__(0, lax.add, 1, kernel_size, stride, padding, use_ceil)


class AvgPool2d(_AvgPool):
    def __init__(self, kernel_size, stride=1, padding=0, use_ceil=False):
        super().__init__(0, lax.add, 2, kernel_size, stride, padding, use_ceil)


class AvgPool3d(_AvgPool):
    def __init__(self, kernel_size, stride=1, padding=0, use_ceil=False):
        super().__init__(0, lax.add, 3, kernel_size, stride, padding, use_ceil)


class MaxPool1d(Pool):
    def __init__(self, kernel_size, stride=1, padding=0, use_ceil=False):
        super().__init__(-jnp.inf, lax.max, 1, kernel_size, stride, padding, use_ceil)


class MaxPool2d(Pool):
    def __init__(self, kernel_size, stride=1, padding=0, use_ceil=False):
        super().__init__(-jnp.inf, lax.max, 2, kernel_size, stride, padding, use_ceil)


class MaxPool3d(Pool):
    def __init__(self, kernel_size, stride=1, padding=0, use_ceil=False):
        super().__init__(-jnp.inf, lax.max, 3, kernel_size, stride, padding, use_ceil)


def _adapt(x, size, operation):
    """What the operation makes of each of `size` parts of a vector, the first ones longer by one."""
    longer, length = x.size % size, x.size // size
    if longer == 0:
        return jax.vmap(operation)(jax.vmap(operation)(x.reshape(-1, length)))
    cut = longer * (length + 1)
    first = jax.vmap(operation)(x[:cut].reshape(longer, -1))
    return jnp.concatenate([first, jax.vmap(operation)(x[cut:].reshape(-1, length))])


class AdaptivePool(Module):
    target_shape: object = field(static=True)
    operation: object

    def __init__(self, target_shape, num_spatial_dims, operation):
        self.operation = operation
        if isinstance(target_shape, int):
            target_shape = (target_shape,) * num_spatial_dims
        elif not is_sequence(target_shape) or len(target_shape) != num_spatial_dims:
            raise ValueError(
                f"`target_size` must either be an int or tuple of length {num_spatial_dims} containing ints."
            )
        self.target_shape = target_shape

    def __call__(self, x, *, key=None):
        if x.ndim - 1 != len(self.target_shape):
            raise ValueError(
                f"Expected input with {len(self.target_shape)} dimensions, received {x.ndim - 1} instead."
            )
        for i in range(1, x.ndim):
            adapt = jax.vmap(_adapt, (0, None, None), 0)
            for j in range(1, x.ndim):
                if i != j:
                    adapt = jax.vmap(adapt, (j, None, None), j)
            x = adapt(x, self.target_shape[i - 1], self.operation)
        return x


class AdaptiveAvgPool1d(AdaptivePool):
    def __init__(self, target_shape):
        super().__init__(target_shape, 1, jnp.mean)


class AdaptiveAvgPool2d(AdaptivePool):
    def __init__(self, target_shape):
        super().__init__(target_shape, 2, jnp.mean)


class AdaptiveAvgPool3d(AdaptivePool):
    def __init__(self, target_shape):
        super().__init__(target_shape, 3, jnp.mean)


class AdaptiveMaxPool1d(AdaptivePool):
    def __init__(self, target_shape):
        super().__init__(target_shape, 1, jnp.max)


class AdaptiveMaxPool2d(AdaptivePool):
    def __init__(self, target_shape):
        super().__init__(target_shape, 2, jnp.max)


class AdaptiveMaxPool3d(AdaptivePool):
    def __init__(self, target_shape):
        super().__init__(target_shape, 3, jnp.max)
