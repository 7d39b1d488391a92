"""Layers that contract. flax 0.12.8: linen/linear.py."""
from prelude.flax.convolution import check_mask, convolve, convolve_transposed, sizes_of
from prelude.flax.modules import Module, compact
from prelude.flax.promotion import promote

MODULE = "flax.linen flax.linen.linear"

default_kernel_init = jax.nn.initializers.lecun_normal()
default_embed_init = jax.nn.initializers.variance_scaling(1.0, "fan_in", "normal", out_axis=0)


def last_size(x):
    """The size of the last dimension, or the error that asking for it is."""
    try:
        return jnp.shape(x)[-1]
    except IndexError as error:
        raise error


class Dense(Module):
    features: int
    use_bias: bool = True
    dtype: object = None
    param_dtype: object = jnp.float32
    precision: object = None
    kernel_init: object = default_kernel_init
    bias_init: object = jax.nn.initializers.zeros
    promote_dtype: object = None
    dot_general: object = None
    dot_general_cls: object = None

    @compact
    def __call__(self, inputs):
        kernel = self.param("kernel", self.kernel_init, (last_size(inputs), self.features), self.param_dtype)
        bias = self.param("bias", self.bias_init, (self.features,), self.param_dtype) if self.use_bias else None
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        y = _contraction(self)(inputs, kernel, (((inputs.ndim - 1,), (0,)), ((), ())), precision=self.precision)
        if bias is not None:
            y += jnp.reshape(bias, (1,) * (y.ndim - 1) + (-1,))
        return y


def _tuple(x):
    return tuple(x) if isinstance(x, (list, tuple)) else (x,)


class DenseGeneral(Module):
    features: object
    axis: object = -1
    batch_dims: object = ()
    use_bias: bool = True
    dtype: object = None
    param_dtype: object = jnp.float32
    kernel_init: object = default_kernel_init
    bias_init: object = jax.nn.initializers.zeros
    precision: object = None
    promote_dtype: object = None
    dot_general: object = None
    dot_general_cls: object = None

    @compact
    def __call__(self, inputs):
        features, axis, batch_dims = _tuple(self.features), _tuple(self.axis), _tuple(self.batch_dims)
        if batch_dims and set(batch_dims) != set(range(max(batch_dims) + 1)):
            raise ValueError(
                f"batch_dims {batch_dims} must be consecutive leading dimensions starting from 0."
            )
        ndim, count = inputs.ndim, len(batch_dims)
        axis = tuple(sorted([a if a >= 0 else ndim + a for a in axis]))
        batch_dims = tuple(sorted([a if a >= 0 else ndim + a for a in batch_dims]))
        batch = tuple([inputs.shape[a] for a in batch_dims])
        contracted = tuple([inputs.shape[a] for a in axis])
        outputs = math.prod(features)
        kernel = self.param(
            "kernel",
            _flat_init(self.kernel_init, (math.prod(batch) * math.prod(contracted), outputs)),
            batch + contracted + features,
            self.param_dtype,
        )
        bias = None
        if self.use_bias:
            init = _flat_init(self.bias_init, (math.prod(batch) * outputs,))
            bias = self.param("bias", init, batch + features, self.param_dtype)
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        dims = (axis, tuple(range(count, count + len(axis)))), (batch_dims, tuple(range(count)))
        out = _contraction(self)(inputs, kernel, dims, precision=self.precision)
        if bias is not None:
            kept = [inputs.shape[a] if a in batch_dims else 1 for a in range(ndim) if a not in axis]
            out += jnp.reshape(bias, tuple(kept) + features)
        return out


def _flat_init(init, flat):
    """An initializer that is asked for two dimensions, or one, and reshaped to those of the parameter."""

    def made(rng, shape, dtype=jnp.float32):
        value = init(rng, flat, dtype)
        if member("flax.core.meta", "is_box")(value):
            return value.replace_boxed(jnp.reshape(value.unbox(), shape))
        return jnp.reshape(value, shape)

    return made


def _contraction(layer):
    if layer.dot_general_cls is not None:
        return layer.dot_general_cls()
    return lax.dot_general if layer.dot_general is None else layer.dot_general


class Einsum(Module):
    shape: object
    einsum_str: object = None
    use_bias: bool = True
    dtype: object = None
    param_dtype: object = jnp.float32
    precision: object = None
    kernel_init: object = default_kernel_init
    bias_init: object = jax.nn.initializers.zeros
    promote_dtype: object = None
    preferred_element_type: object = None

    @compact
    def __call__(self, inputs, einsum_str=None):
        text = (einsum_str or self.einsum_str).replace(" ", "")
        if "->" not in text:
            raise ValueError('`einsum_str` equation must be explicit and include "->".')
        if text.count(",") != 1:
            raise ValueError(
                "`einsum_str` equation must have exactly two operands and therefore, exactly one comma character, "
                f"instead of {text.count(',')}"
            )
        sides, result = text.split("->")
        kernel_axes = sides.split(",")[1]
        kernel = self.param("kernel", self.kernel_init, self.shape, self.param_dtype)
        bias = None
        if self.use_bias:
            assert "..." in kernel_axes or len(set(kernel_axes)) == len(self.shape)
            kept = [i for i, axis in enumerate(kernel_axes) if axis in result]
            order = sorted(kept, key=lambda i: result.index(kernel_axes[i]))
            sizes = tuple([self.shape[i] for i in order])
            bias = self.param("bias", self.bias_init, sizes, self.param_dtype)
            broadcast = [self.shape[kernel_axes.index(a)] if a in kernel_axes else 1 for a in result.replace("...", "")]
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        y = jnp.einsum(text, inputs, kernel, precision=self.precision)
        if bias is not None:
            y += jnp.reshape(bias, tuple(broadcast))
        return y


class Embed(Module):
    num_embeddings: int
    features: int
    dtype: object = None
    param_dtype: object = jnp.float32
    embedding_init: object = default_embed_init
    promote_dtype: object = None

    def setup(self):
        self.embedding = self.param(
            "embedding", self.embedding_init, (self.num_embeddings, self.features), self.param_dtype
        )

    def __call__(self, inputs):
        if not jnp.issubdtype(inputs.dtype, jnp.integer):
            raise ValueError("Input type must be an integer or unsigned integer.")
        (embedding,) = promote(self.embedding, dtype=self.dtype, inexact=False)
        if self.num_embeddings == 1:
            return jnp.broadcast_to(embedding, inputs.shape + (self.features,))
        return jnp.take(embedding, inputs, axis=0)

    def attend(self, query):
        query, embedding = promote(query, self.embedding, dtype=self.dtype)
        return jnp.dot(query, embedding.T)


class _Conv(Module):
    features: int
    kernel_size: object
    strides: object = 1
    padding: object = "SAME"
    input_dilation: object = 1
    kernel_dilation: object = 1
    feature_group_count: int = 1
    use_bias: bool = True
    mask: object = None
    dtype: object = None
    param_dtype: object = jnp.float32
    precision: object = None
    kernel_init: object = default_kernel_init
    bias_init: object = jax.nn.initializers.zeros
    promote_dtype: object = None
    conv_general_dilated: object = None
    conv_general_dilated_cls: object = None

    @compact
    def __call__(self, inputs):
        contract = self.conv_general_dilated
        if self.conv_general_dilated_cls is not None:
            contract = self.conv_general_dilated_cls()
        return convolve(self, inputs, self._parameters, contract)

    def _parameters(self, inputs, window):
        channels = inputs.shape[-1]
        assert channels % self.feature_group_count == 0
        shape = sizes_of(self.kernel_size) + (channels // self.feature_group_count, self.features)
        return self._made(shape, (self.features,))

    def _made(self, shape, bias_shape):
        check_mask(self.mask, shape)
        kernel = self.param("kernel", self.kernel_init, shape, self.param_dtype)
        if self.mask is not None:
            kernel *= self.mask
        return kernel, self.param("bias", self.bias_init, bias_shape, self.param_dtype) if self.use_bias else None


class Conv(_Conv):
    pass


class ConvLocal(_Conv):
    @compact
    def __call__(self, inputs):
        size = sizes_of(self.kernel_size)

        def locally(inputs, kernel, *args, feature_group_count=1, precision=None, **kwargs):
            """Of the type that a convolution has whose weights are shared."""
            shared = jnp.zeros(size + (inputs.shape[-1], self.features), kernel.dtype)
            return lax.conv_general_dilated(inputs, shared, *args, **kwargs)

        return convolve(self, inputs, self._parameters, locally)

    def _parameters(self, inputs, window):
        if self.feature_group_count != 1:
            raise NotImplementedError(
                "`lax.conv_general_dilated_local` does not support `feature_group_count != 1`, got "
                f"`{self.feature_group_count}`."
            )
        made = jax.eval_shape(lambda x: window(x, x), inputs).shape
        channels = math.prod(sizes_of(self.kernel_size)) * inputs.shape[-1]
        return self._made(made[1:-1] + (channels, self.features), made[1:])


class ConvTranspose(Module):
    features: int
    kernel_size: object
    strides: object = None
    padding: object = "SAME"
    kernel_dilation: object = None
    use_bias: bool = True
    mask: object = None
    dtype: object = None
    param_dtype: object = jnp.float32
    precision: object = None
    kernel_init: object = default_kernel_init
    bias_init: object = jax.nn.initializers.zeros
    transpose_kernel: bool = False
    promote_dtype: object = None
    preferred_element_type: object = None

    @compact
    def __call__(self, inputs):
        return convolve_transposed(self, inputs, self._parameters)

    def _parameters(self, inputs, padding):
        channels = inputs.shape[-1]
        ends = (self.features, channels) if self.transpose_kernel else (channels, self.features)
        shape = sizes_of(self.kernel_size) + ends
        check_mask(self.mask, shape)
        kernel = self.param("kernel", self.kernel_init, shape, self.param_dtype)
        if self.mask is not None:
            kernel *= self.mask
        padding = padding()
        bias = self.param("bias", self.bias_init, (self.features,), self.param_dtype) if self.use_bias else None
        return kernel, bias, padding
