"""Layers of NNX. flax 0.12.8: nnx/nn/."""
from prelude.flax.convolution import check_mask, convolve, convolve_transposed, sizes_of
from prelude.flax.nnx.modules import Module
from prelude.flax.nnx.rngs import RngStream, Rngs
from prelude.flax.nnx.variables import BatchStat, LoRAParam, Param
from prelude.flax.promotion import canonical, promote, promote_by

MODULE = "flax.nnx flax.nnx.nn.linear flax.nnx.nn.stochastic flax.nnx.nn.lora flax.nnx.nn.recurrent"

_kernel_init = jax.nn.initializers.lecun_normal()
_embed_init = jax.nn.initializers.variance_scaling(1.0, "fan_in", "normal", out_axis=0)
_zeros = jax.nn.initializers.zeros
_ones = jax.nn.initializers.ones


def made_param(wanted, init, rngs, shape, dtype, metadata):
    """What an initializer gives as a parameter, or None where there is none."""
    return Param(program_call(init, rngs.params(), shape, dtype), **metadata) if wanted else None


def value_or_none(variable):
    return None if variable is None else variable[...]


def _tuple(x):
    if is_array(x) and x.ndim == 1:
        return tuple([int(part) for part in x])
    return tuple(x) if isinstance(x, (list, tuple)) else (x,)


class Linear(Module):
    def __init__(
        self,
        in_features,
        out_features,
        *,
        use_bias=True,
        dtype=None,
        param_dtype=jnp.float32,
        precision=None,
        kernel_init=_kernel_init,
        bias_init=_zeros,
        dot_general=lax.dot_general,
        promote_dtype=None,
        preferred_element_type=None,
        rngs,
        kernel_metadata={},
        bias_metadata={},
    ):
        self.kernel = made_param(True, kernel_init, rngs, (in_features, out_features), param_dtype, kernel_metadata)
        self.bias = made_param(use_bias, bias_init, rngs, (out_features,), param_dtype, bias_metadata)
        self.in_features = in_features
        self.out_features = out_features
        self.use_bias = use_bias
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.precision = precision
        self.kernel_init = kernel_init
        self.bias_init = bias_init
        self.dot_general = dot_general

    def __call__(self, inputs, out_sharding=None):
        kernel = self.kernel[...]
        bias = value_or_none(self.bias)
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        if is_array(out_sharding) and not is_tracer(out_sharding):
            raise TypeError("unhashable type: 'jaxlib._jax.ArrayImpl'")
        dims = (((inputs.ndim - 1,), (0,)), ((), ()))
        if out_sharding is None:
            y = self.dot_general(inputs, kernel, dims, precision=self.precision)
        else:
            y = self.dot_general(inputs, kernel, dims, precision=self.precision, out_sharding=out_sharding)
        if bias is not None:
            y += jnp.reshape(bias, (1,) * (y.ndim - 1) + (-1,))
        return y


class LinearGeneral(Module):
    def __init__(
        self,
        in_features,
        out_features,
        *,
        axis=-1,
        batch_axis={},
        use_bias=True,
        dtype=None,
        param_dtype=jnp.float32,
        kernel_init=_kernel_init,
        bias_init=_zeros,
        precision=None,
        promote_dtype=None,
        dot_general=None,
        dot_general_cls=None,
        preferred_element_type=None,
        rngs,
        kernel_metadata={},
        bias_metadata={},
    ):
        self.in_features = _tuple(in_features)
        self.out_features = _tuple(out_features)
        self.axis = _tuple(axis)
        if batch_axis:
            unknown("LinearGeneral with batch_axis")
        if dot_general is not None or dot_general_cls is not None:
            unknown("LinearGeneral with a product of its own")
        self.preferred_element_type = preferred_element_type
        self.use_bias = use_bias
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.precision = precision
        if len(self.in_features) != len(self.axis):
            raise ValueError(f"in_features and axis must have the same length. Got {self.in_features} and {self.axis}.")
        flat = (math.prod(self.in_features), math.prod(self.out_features))
        made = program_call(kernel_init, rngs.params(), flat, param_dtype)
        self.kernel = Param(_reshaped(made, self.in_features + self.out_features), **kernel_metadata)
        if use_bias:
            made = program_call(bias_init, rngs.params(), (flat[1],), param_dtype)
            self.bias = Param(_reshaped(made, self.out_features), **bias_metadata)
        else:
            self.bias = None

    def __call__(self, inputs, out_sharding=None):
        ndim = inputs.ndim
        axis = tuple(sorted([a if a >= 0 else ndim + a for a in self.axis]))
        kernel = self.kernel[...]
        bias = value_or_none(self.bias)
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        out = lax.dot_general(
            inputs,
            kernel,
            ((axis, tuple(range(len(axis)))), ((), ())),
            precision=self.precision,
            preferred_element_type=self.preferred_element_type,
            out_sharding=out_sharding,
        )
        if bias is not None:
            out += jnp.expand_dims(bias, tuple(range(out.ndim - bias.ndim)))
        return out


def _reshaped(x, shape):
    if is_array(x):
        return jnp.reshape(x, shape)
    x.value = jnp.reshape(x.value, shape)
    return x


class Einsum(Module):
    def __init__(
        self,
        einsum_str,
        kernel_shape,
        bias_shape=None,
        *,
        dtype=None,
        param_dtype=jnp.float32,
        precision=None,
        kernel_init=_kernel_init,
        bias_init=_zeros,
        promote_dtype=None,
        einsum_op=None,
        preferred_element_type=None,
        rngs,
        kernel_metadata={},
        bias_metadata={},
    ):
        self.einsum_str = einsum_str.replace(" ", "")
        self.kernel = made_param(True, kernel_init, rngs, kernel_shape, param_dtype, kernel_metadata)
        self.bias = made_param(bias_shape is not None, bias_init, rngs, bias_shape, param_dtype, bias_metadata)
        self.kernel_shape = kernel_shape
        self.bias_shape = bias_shape
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.precision = precision
        self.einsum_op = einsum_op

    def __call__(self, inputs, einsum_str=None, out_sharding=None):
        text = (einsum_str or self.einsum_str).replace(" ", "")
        kernel = self.kernel[...]
        bias = value_or_none(self.bias)
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=self.dtype)
        contract = jnp.einsum if self.einsum_op is None else self.einsum_op
        y = contract(text, inputs, kernel, precision=self.precision, out_sharding=out_sharding)
        if bias is not None:
            sides, result = text.split("->")
            axes = sides.split(",")[1]
            shape = [self.kernel_shape[axes.index(a)] if a in axes else 1 for a in result]
            y += jnp.reshape(bias, shape)
        return y


class Embed(Module):
    def __init__(
        self,
        num_embeddings,
        features,
        *,
        dtype=None,
        param_dtype=jnp.float32,
        promote_dtype=None,
        embedding_init=_embed_init,
        rngs,
        embedding_metadata={},
    ):
        self.embedding = Param(
            program_call(embedding_init, rngs.params(), (num_embeddings, features), param_dtype), **embedding_metadata
        )
        self.num_embeddings = num_embeddings
        self.features = features
        self.dtype = self.embedding.dtype if dtype is None else dtype
        self.param_dtype = param_dtype
        self.embedding_init = embedding_init

    def __call__(self, inputs, out_sharding=None):
        if not jnp.issubdtype(inputs.dtype, jnp.integer):
            raise ValueError("Input type must be an integer or unsigned integer.")
        (embedding,) = promote(self.embedding[...], dtype=self.dtype, inexact=False)
        if self.num_embeddings == 1:
            return jnp.broadcast_to(embedding, inputs.shape + (self.features,))
        if out_sharding is not None:
            return with_auto_axes(lambda e, i: jnp.take(e, i, axis=0), out_sharding, embedding, inputs)
        return jnp.take(embedding, inputs, axis=0)

    def attend(self, query, out_sharding=None):
        query, embedding = promote(query, self.embedding[...], dtype=self.dtype)
        return jnp.dot(query, embedding.T, out_sharding=out_sharding)


class Conv(Module):
    def __init__(
        self,
        in_features,
        out_features,
        kernel_size,
        strides=1,
        *,
        padding="SAME",
        input_dilation=1,
        kernel_dilation=1,
        feature_group_count=1,
        use_bias=True,
        mask=None,
        dtype=None,
        param_dtype=jnp.float32,
        precision=None,
        kernel_init=_kernel_init,
        bias_init=_zeros,
        conv_general_dilated=lax.conv_general_dilated,
        promote_dtype=None,
        preferred_element_type=None,
        rngs,
        kernel_metadata={},
        bias_metadata={},
    ):
        size = sizes_of(kernel_size)
        shape = size + (in_features // feature_group_count, out_features)
        self.kernel_shape = shape
        self.kernel = made_param(True, kernel_init, rngs, shape, param_dtype, kernel_metadata)
        self.bias = made_param(use_bias, bias_init, rngs, (out_features,), param_dtype, bias_metadata)
        self.in_features = in_features
        self.out_features = out_features
        self.kernel_size = size
        self.strides = strides
        self.padding = padding
        self.input_dilation = input_dilation
        self.kernel_dilation = kernel_dilation
        self.feature_group_count = feature_group_count
        self.use_bias = use_bias
        self.dtype = dtype
        self.mask = mask
        self.param_dtype = param_dtype
        self.precision = precision
        self.conv_general_dilated = conv_general_dilated
        self.preferred_element_type = preferred_element_type

    def __call__(self, inputs, out_sharding=None):
        def parameters(inputs, window):
            assert self.in_features % self.feature_group_count == 0
            return _masked(self)

        kind = self.preferred_element_type
        more = {} if kind is None else {"preferred_element_type": kind}
        return convolve(self, inputs, parameters, self.conv_general_dilated, out_sharding=out_sharding, **more)


def _masked(layer):
    """The kernel, of which the mask is part, and the bias or None."""
    check_mask(layer.mask, layer.kernel_shape)
    kernel = layer.kernel[...]
    if layer.mask is not None:
        kernel *= layer.mask
    return kernel, value_or_none(layer.bias)


class ConvTranspose(Module):
    def __init__(
        self,
        in_features,
        out_features,
        kernel_size,
        strides=None,
        *,
        padding="SAME",
        kernel_dilation=None,
        use_bias=True,
        mask=None,
        dtype=None,
        param_dtype=jnp.float32,
        precision=None,
        kernel_init=_kernel_init,
        bias_init=_zeros,
        transpose_kernel=False,
        promote_dtype=None,
        preferred_element_type=None,
        rngs,
        kernel_metadata={},
        bias_metadata={},
    ):
        size = sizes_of(kernel_size)
        shape = size + ((out_features, in_features) if transpose_kernel else (in_features, out_features))
        self.kernel_shape = shape
        self.kernel = made_param(True, kernel_init, rngs, shape, param_dtype, kernel_metadata)
        self.bias = made_param(use_bias, bias_init, rngs, (out_features,), param_dtype, bias_metadata)
        self.kernel_size = size
        self.strides = strides
        self.padding = padding
        self.kernel_dilation = kernel_dilation
        self.in_features = in_features
        self.out_features = out_features
        self.use_bias = use_bias
        self.mask = mask
        self.transpose_kernel = transpose_kernel
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.precision = precision
        self.preferred_element_type = preferred_element_type

    def __call__(self, inputs):
        return convolve_transposed(self, inputs, lambda _, padding: _masked(self) + (padding(),))


class PReLU(Module):
    def __init__(
        self,
        negative_slope_init=0.01,
        param_dtype=jnp.float32,
        *,
        dtype=None,
        promote_dtype=None,
        negative_slope_metadata={},
    ):
        self.negative_slope = Param(jnp.asarray(negative_slope_init, dtype=param_dtype), **negative_slope_metadata)
        self.param_dtype = param_dtype

    def __call__(self, inputs):
        return jnp.where(inputs >= 0, inputs, jnp.asarray(self.negative_slope[...], inputs.dtype) * inputs)


def _refuse_undetermined():
    text = "No `deterministic` argument was provided to Dropout"
    if library_release("flax") < (0, 12, 7):
        raise ValueError(text + "\n          as either a __call__ argument or class attribute")
    raise ValueError(text + ". Consider one of the following options:")


class Dropout(Module):
    def __init__(self, rate, *, broadcast_dims=(), deterministic=False, rng_collection="dropout", rngs=None):
        self.rate = rate
        self.broadcast_dims = broadcast_dims
        self.deterministic = deterministic
        self.rng_collection = rng_collection
        if isinstance(rngs, Rngs):
            self.rngs = rngs[rng_collection].fork()
        elif isinstance(rngs, RngStream):
            self.rngs = rngs.fork()
        elif rngs is None:
            self.rngs = None
        else:
            raise TypeError(f"rngs must be a Rngs, RngStream or None, but got {type(rngs)}.")

    def set_view(self, deterministic=None, rngs=None):
        if deterministic is not None:
            self.deterministic = deterministic
        if rngs is not None:
            self.rngs = rngs

    def __call__(self, inputs, *, deterministic=None, rngs=None):
        still = self.deterministic if deterministic is None else deterministic
        if still is None:
            _refuse_undetermined()
        if (isinstance(self.rate, (int, float)) and self.rate == 0.0) or still:
            return inputs
        if isinstance(self.rate, (int, float)) and self.rate == 1.0:
            return jnp.zeros_like(inputs)
        keep = 1.0 - self.rate
        given = self.rngs if rngs is None else rngs
        if given is None:
            raise ValueError("`deterministic` is False, but no `rngs` argument was provided to Dropout\n          as either a __call__ argument or class attribute.")
        if isinstance(given, Rngs):
            key = given[self.rng_collection]()
        elif isinstance(given, RngStream):
            key = given()
        else:
            key = given
        shape = list(inputs.shape)
        for dim in self.broadcast_dims:
            shape[dim] = 1
        mask = _bernoulli(key, keep, tuple(shape), inputs)
        mask = jnp.broadcast_to(mask, inputs.shape)
        return lax.select(mask, inputs / keep, jnp.zeros_like(inputs))


def _bernoulli(key, keep, shape, like):
    if sharding_of(like) is None:
        return jax.random.bernoulli(key, p=keep, shape=shape)
    return jax.random.bernoulli(key, p=keep, shape=shape, out_sharding=sharding_of(like))


class LoRA(Module):
    def __init__(
        self,
        in_features,
        lora_rank,
        out_features,
        *,
        base_module=None,
        dtype=None,
        param_dtype=jnp.float32,
        a_initializer=jax.nn.initializers.he_uniform(),
        b_initializer=_zeros,
        lora_param_type=LoRAParam,
        promote_dtype=None,
        rngs,
        a_metadata={},
        b_metadata={},
    ):
        self.in_features = in_features
        self.out_features = out_features
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.promote_dtype = promote_dtype
        self.lora_a = lora_param_type(program_call(a_initializer, rngs.params(), (in_features, lora_rank), param_dtype), **a_metadata)
        self.lora_b = lora_param_type(program_call(b_initializer, rngs.params(), (lora_rank, out_features), param_dtype), **b_metadata)
        self.base_module = base_module

    def __call__(self, x, **kwargs):
        x, a, b = promote_by(self.promote_dtype, (x, self.lora_a[...], self.lora_b[...]), self.dtype)
        out = x @ a @ b
        if self.base_module is None:
            return out
        if not callable(self.base_module):
            raise ValueError("`self.base_module` must be callable.")
        out += self.base_module(x, **kwargs)
        return out


class LoRALinear(Linear):
    def __init__(
        self,
        in_features,
        out_features,
        *,
        lora_rank,
        lora_dtype=None,
        lora_param_dtype=jnp.float32,
        a_initializer=jax.nn.initializers.he_uniform(),
        b_initializer=_zeros,
        lora_param_type=LoRAParam,
        lora_promote_dtype=None,
        rngs,
        a_metadata={},
        b_metadata={},
        **kwargs,
    ):
        super().__init__(in_features, out_features, rngs=rngs, **kwargs)
        self.lora = LoRA(
            in_features,
            lora_rank,
            out_features,
            dtype=lora_dtype,
            param_dtype=lora_param_dtype,
            a_initializer=a_initializer,
            b_initializer=b_initializer,
            lora_param_type=lora_param_type,
            promote_dtype=lora_promote_dtype,
            rngs=rngs,
            a_metadata=a_metadata,
            b_metadata=b_metadata,
        )

    def __call__(self, x, out_sharding=None):
        return super().__call__(x, out_sharding=out_sharding) + self.lora(x)
