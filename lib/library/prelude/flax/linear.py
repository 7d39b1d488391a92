"""Layers that contract. flax 0.12.8: linen/linear.py."""
from prelude.flax.modules import Module, compact
from prelude.flax.promotion import promote

MODULE = "flax.linen"

default_kernel_init = jax.nn.initializers.lecun_normal()
default_embed_init = jax.nn.initializers.variance_scaling(1.0, "fan_in", "normal", out_axis=0)


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
        kernel = self.param("kernel", self.kernel_init, (jnp.shape(inputs)[-1], self.features), self.param_dtype)
        bias = self.param("bias", self.bias_init, (self.features,), self.param_dtype) if self.use_bias else None
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        contract = lax.dot_general
        if self.dot_general_cls is not None:
            contract = self.dot_general_cls()
        elif self.dot_general is not None:
            contract = self.dot_general
        y = contract(inputs, kernel, (((inputs.ndim - 1,), (0,)), ((), ())), precision=self.precision)
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
        if batch_dims:
            unknown("DenseGeneral with batch_dims")
        ndim = inputs.ndim
        axis = tuple([a if a >= 0 else ndim + a for a in axis])
        shape = tuple([inputs.shape[a] for a in axis])
        flat = (math.prod(shape), math.prod(features))
        init = self.kernel_init

        def kernel_init(rng, shape, dtype=jnp.float32):
            kernel = init(rng, flat, dtype)
            if member("flax.core.meta", "is_box")(kernel):
                return kernel.replace_boxed(jnp.reshape(kernel.unbox(), shape))
            return jnp.reshape(kernel, shape)

        kernel = self.param("kernel", kernel_init, shape + features, self.param_dtype)
        bias = None
        if self.use_bias:
            first = self.bias_init

            def bias_init(rng, shape, dtype=jnp.float32):
                made = first(rng, (math.prod(features),), dtype)
                if member("flax.core.meta", "is_box")(made):
                    return made.replace_boxed(jnp.reshape(made.unbox(), shape))
                return jnp.reshape(made, shape)

            bias = self.param("bias", bias_init, features, self.param_dtype)
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        contract = lax.dot_general
        if self.dot_general_cls is not None:
            contract = self.dot_general_cls()
        elif self.dot_general is not None:
            contract = self.dot_general
        out = contract(
            inputs, kernel, ((axis, tuple(range(len(axis)))), ((), ())), precision=self.precision
        )
        if bias is not None:
            bias = jnp.expand_dims(bias, tuple(range(out.ndim - len(features))))
            out += bias
        return out


class Einsum(Module):
    shape: object
    einsum_str: object = None
    use_bias: bool = True
    dtype: object = None
    param_dtype: object = jnp.float32
    precision: object = None
    kernel_init: object = default_kernel_init
    bias_init: object = jax.nn.initializers.zeros

    @compact
    def __call__(self, inputs, einsum_str=None):
        text = (einsum_str or self.einsum_str).replace(" ", "")
        sides, result = text.split("->")
        _, kernel_axes = sides.split(",")
        kernel = self.param("kernel", self.kernel_init, self.shape, self.param_dtype)
        bias = None
        if self.use_bias:
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


def _padding(padding, rank):
    if isinstance(padding, str):
        return padding
    if isinstance(padding, int):
        return [(padding, padding)] * rank
    return [(p, p) if isinstance(p, int) else p for p in padding]


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
        size = _tuple(self.kernel_size)
        rank = len(size)

        def broadcast(x):
            return (1,) * rank if x is None else (x,) * rank if isinstance(x, int) else tuple(x)

        batch = inputs.shape[: inputs.ndim - rank - 1]
        given = inputs
        if len(batch) != 1:
            inputs = jnp.reshape(inputs, (-1,) + inputs.shape[inputs.ndim - rank - 1 :])
        padding = _padding(self.padding, rank)
        if padding == "CIRCULAR" or padding == "CAUSAL" or padding == "REFLECT":
            dilation = broadcast(self.kernel_dilation)
            extents = [(k - 1) * d + 1 for k, d in zip(size, dilation)]
            if padding == "CAUSAL":
                pads = [(0, 0), (dilation[0] * (size[0] - 1), 0), (0, 0)]
                inputs = jnp.pad(inputs, pads)
            else:
                pads = [(0, 0)] + [((k - 1) // 2, k // 2) for k in extents] + [(0, 0)]
                inputs = jnp.pad(inputs, pads, mode="wrap" if padding == "CIRCULAR" else "reflect")
            padding = "VALID"
        channels = inputs.shape[-1]
        assert channels % self.feature_group_count == 0
        shape = size + (channels // self.feature_group_count, self.features)
        kernel = self.param("kernel", self.kernel_init, shape, self.param_dtype)
        bias = self.param("bias", self.bias_init, (self.features,), self.param_dtype) if self.use_bias else None
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        spatial = tuple(range(1, rank + 1))
        y = lax.conv_general_dilated(
            inputs,
            kernel,
            broadcast(self.strides),
            padding,
            lhs_dilation=broadcast(self.input_dilation),
            rhs_dilation=broadcast(self.kernel_dilation),
            dimension_numbers=lax.ConvDimensionNumbers(
                (0, rank + 1) + spatial, (rank + 1, rank) + tuple(range(rank)), (0, rank + 1) + spatial
            ),
            feature_group_count=self.feature_group_count,
            precision=self.precision,
        )
        if bias is not None:
            y += bias.reshape((1,) * (y.ndim - bias.ndim) + bias.shape)
        if len(batch) != 1:
            y = jnp.reshape(y, batch + y.shape[1:])
        return y


class Conv(_Conv):
    pass


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
        size = _tuple(self.kernel_size)
        rank = len(size)
        batch = inputs.shape[: inputs.ndim - rank - 1]
        if len(batch) != 1:
            inputs = jnp.reshape(inputs, (-1,) + inputs.shape[inputs.ndim - rank - 1 :])
        strides = (1,) * rank if self.strides is None else (self.strides,) * rank if isinstance(self.strides, int) else tuple(self.strides)
        channels = inputs.shape[-1]
        shape = size + ((self.features, channels) if self.transpose_kernel else (channels, self.features))
        kernel = self.param("kernel", self.kernel_init, shape, self.param_dtype)
        bias = self.param("bias", self.bias_init, (self.features,), self.param_dtype) if self.use_bias else None
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        padding = _padding(self.padding, rank)
        if padding == "CIRCULAR":
            unknown("a transposed convolution with CIRCULAR padding")
        y = lax.conv_transpose(
            inputs,
            kernel,
            strides,
            padding,
            rhs_dilation=self.kernel_dilation,
            transpose_kernel=self.transpose_kernel,
            precision=self.precision,
        )
        if bias is not None:
            y += jnp.reshape(bias, (1,) * (y.ndim - 1) + (-1,))
        if len(batch) != 1:
            y = jnp.reshape(y, batch + y.shape[1:])
        return y
