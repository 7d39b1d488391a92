"""Layers as pairs of functions, which make parameters and apply them. JAX: example_libraries/stax.py."""

MODULE = "jax.example_libraries.stax"


def _shape_of(f, input_shape, batch=None):
    """The shape that f gives of an array; a batch of -1 stays one, or becomes another."""
    sizes = tuple(1 if size < 0 else size for size in input_shape)
    result = jax.eval_shape(f, jax.ShapeDtypeStruct(sizes, jnp.float32)).shape
    if not input_shape or input_shape[0] >= 0:
        return tuple(result)
    return (input_shape[0] if batch is None else batch,) + tuple(result[1:])


def Dense(out_dim, W_init=nn.initializers.glorot_normal(), b_init=nn.initializers.normal()):
    def init_fun(rng, input_shape):
        weight_key, bias_key = random.split(rng)
        weight = W_init(weight_key, (input_shape[-1], out_dim))
        return input_shape[:-1] + (out_dim,), (weight, b_init(bias_key, (out_dim,)))

    def apply_fun(params, inputs, **kwargs):
        weight, bias = params
        return jnp.dot(inputs, weight) + bias
    return init_fun, apply_fun


def _convolution(convolve, dimension_numbers, out_chan, filter_shape, W_init, b_init):
    """A layer of a convolution, or of a transposed one."""
    inputs_as, kernel_as, outputs_as = dimension_numbers
    W_init = W_init or nn.initializers.glorot_normal(kernel_as.index("I"), kernel_as.index("O"))

    def init_fun(rng, input_shape):
        sizes = {"O": out_chan, "I": input_shape[inputs_as.index("C")]}
        spatial = iter(filter_shape)
        kernel_shape = [sizes[name] if name in sizes else next(spatial) for name in kernel_as]
        weight_key, bias_key = random.split(rng)
        weight = W_init(weight_key, kernel_shape)
        bias = b_init(bias_key, [out_chan if name == "C" else 1 for name in outputs_as])
        return _shape_of(lambda x: convolve(x, weight), input_shape), (weight, bias)

    def apply_fun(params, inputs, **kwargs):
        weight, bias = params
        return convolve(inputs, weight) + bias
    return init_fun, apply_fun


def GeneralConv(dimension_numbers, out_chan, filter_shape, strides=None, padding="VALID", W_init=None,
                b_init=nn.initializers.normal(1e-6)):
    once = (1,) * len(filter_shape)

    def convolve(x, kernel):
        return lax.conv_general_dilated(x, kernel, strides or once, padding, once, once,
                                        dimension_numbers=dimension_numbers)
    return _convolution(convolve, dimension_numbers, out_chan, filter_shape, W_init, b_init)


def GeneralConvTranspose(dimension_numbers, out_chan, filter_shape, strides=None, padding="VALID", W_init=None,
                         b_init=nn.initializers.normal(1e-6)):
    once = (1,) * len(filter_shape)

    def convolve(x, kernel):
        return lax.conv_transpose(x, kernel, strides or once, padding, dimension_numbers=dimension_numbers)
    return _convolution(convolve, dimension_numbers, out_chan, filter_shape, W_init, b_init)


Conv = functools.partial(GeneralConv, ("NHWC", "HWIO", "NHWC"))
Conv1DTranspose = functools.partial(GeneralConvTranspose, ("NHC", "HIO", "NHC"))
ConvTranspose = functools.partial(GeneralConvTranspose, ("NHWC", "HWIO", "NHWC"))


def BatchNorm(axis=(0, 1, 2), epsilon=1e-5, center=True, scale=True, beta_init=nn.initializers.zeros, gamma_init=nn.initializers.ones):
    axis = (axis,) if jnp.isscalar(axis) else axis

    def init_fun(rng, input_shape):
        shape = tuple(size for i, size in enumerate(input_shape) if i not in axis)
        beta_key, gamma_key = random.split(rng)
        beta = beta_init(beta_key, shape) if center else ()
        gamma = gamma_init(gamma_key, shape) if scale else ()
        return input_shape, (beta, gamma)

    def apply_fun(params, x, **kwargs):
        beta, gamma = params
        kept = tuple(None if i in axis else slice(None) for i in range(jnp.ndim(x)))
        z = nn.standardize(x, axis, epsilon=epsilon)
        z = gamma[kept] * z if scale else z
        return z + beta[kept] if center else z
    return init_fun, apply_fun


def elementwise(fun, **fun_kwargs):
    def init_fun(rng, input_shape):
        return input_shape, ()

    def apply_fun(params, inputs, **kwargs):
        return fun(inputs, **fun_kwargs)
    return init_fun, apply_fun


Tanh = elementwise(jnp.tanh)
Relu = elementwise(nn.relu)
Exp = elementwise(jnp.exp)
LogSoftmax = elementwise(nn.log_softmax, axis=-1)
Softmax = elementwise(nn.softmax, axis=-1)
Softplus = elementwise(nn.softplus)
Sigmoid = elementwise(nn.sigmoid)
Elu = elementwise(nn.elu)
LeakyRelu = elementwise(nn.leaky_relu)
Selu = elementwise(nn.selu)
Gelu = elementwise(nn.gelu)


def _pool(reducer, start, averaged, window_shape, strides, padding, spec):
    strides = strides or (1,) * len(window_shape)
    spatial, steps = window_shape, strides
    others = (0, len(window_shape) + 1) if spec is None else (spec.index("N"), spec.index("C"))
    for i in sorted(others):
        window_shape = window_shape[:i] + (1,) + window_shape[i:]
        strides = strides[:i] + (1,) + strides[i:]

    def pooled(inputs):
        result = lax.reduce_window(inputs, start, reducer, window_shape, strides, padding)
        if not averaged:
            return result
        sizes = tuple(size for i, size in enumerate(inputs.shape) if i not in others)
        counts = lax.reduce_window(jnp.ones(sizes, dtype=inputs.dtype), 0., lax.add, spatial, steps, padding)
        for i in sorted(others):
            counts = jnp.expand_dims(counts, i)
        return result / counts

    def init_fun(rng, input_shape):
        return _shape_of(pooled, input_shape, batch=0), ()

    def apply_fun(params, inputs, **kwargs):
        return pooled(inputs)
    return init_fun, apply_fun


def MaxPool(window_shape, strides=None, padding="VALID", spec=None):
    return _pool(lax.max, -jnp.inf, False, window_shape, strides, padding, spec)


def SumPool(window_shape, strides=None, padding="VALID", spec=None):
    return _pool(lax.add, 0., False, window_shape, strides, padding, spec)


def AvgPool(window_shape, strides=None, padding="VALID", spec=None):
    return _pool(lax.add, 0., True, window_shape, strides, padding, spec)


def _flatten():
    def init_fun(rng, input_shape):
        return (input_shape[0], math.prod(input_shape[1:])), ()

    def apply_fun(params, inputs, **kwargs):
        return jnp.reshape(inputs, (inputs.shape[0], -1))
    return init_fun, apply_fun


def _joined(shape, join):
    """A layer of several inputs, of whose shapes and values it makes one."""
    def init_fun(rng, input_shape):
        return shape(input_shape), ()

    def apply_fun(params, inputs, **kwargs):
        return join(inputs)
    return init_fun, apply_fun


Flatten = _flatten()
Identity = elementwise(lambda x: x)
FanInSum = _joined(lambda shapes: shapes[0], sum)


def FanOut(num):
    return _joined(lambda shape: [shape] * num, lambda inputs: [inputs] * num)


def FanInConcat(axis=-1):
    def shape(shapes):
        at = axis % len(shapes[0])
        return shapes[0][:at] + (sum(one[at] for one in shapes),) + shapes[0][at + 1:]
    return _joined(shape, lambda inputs: jnp.concatenate(inputs, axis))


def Dropout(rate, mode="train"):
    def init_fun(rng, input_shape):
        return input_shape, ()

    def apply_fun(params, inputs, **kwargs):
        rng = kwargs.get("rng", None)
        if rng is None:
            raise ValueError("Dropout layer requires apply_fun to be called with a PRNG key argument. That is, "
                             "instead of `apply_fun(params, inputs)`, call it like `apply_fun(params, inputs, rng)` "
                             "where `rng` is a PRNG key (e.g. from `jax.random.key`).")
        if mode != "train":
            return inputs
        return jnp.where(random.bernoulli(rng, rate, inputs.shape), inputs / rate, 0)
    return init_fun, apply_fun


def _keys(kwargs, count):
    """The keys of so many layers, and the keywords that they get."""
    others = {name: value for name, value in kwargs.items() if name != "rng"}
    rng = kwargs.get("rng", None)
    return (random.split(rng, count) if rng is not None else (None,) * count), others


def serial(*layers):
    init_funs, apply_funs = zip(*layers)

    def init_fun(rng, input_shape):
        params = []
        for init in init_funs:
            rng, layer_rng = random.split(rng)
            input_shape, param = init(layer_rng, input_shape)
            params.append(param)
        return input_shape, params

    def apply_fun(params, inputs, **kwargs):
        rngs, others = _keys(kwargs, len(layers))
        for apply, param, rng in zip(apply_funs, params, rngs):
            inputs = apply(param, inputs, rng=rng, **others)
        return inputs
    return init_fun, apply_fun


def parallel(*layers):
    init_funs, apply_funs = zip(*layers)

    def init_fun(rng, input_shape):
        rngs = random.split(rng, len(layers))
        made = [init(key, shape) for init, key, shape in zip(init_funs, rngs, input_shape)]
        shapes, params = zip(*made)
        return shapes, params

    def apply_fun(params, inputs, **kwargs):
        rngs, others = _keys(kwargs, len(layers))
        return [apply(param, x, rng=rng, **others)
                for apply, param, x, rng in zip(apply_funs, params, inputs, rngs)]
    return init_fun, apply_fun


def shape_dependent(make_layer):
    def init_fun(rng, input_shape):
        return make_layer(input_shape)[0](rng, input_shape)

    def apply_fun(params, inputs, **kwargs):
        return make_layer(inputs.shape)[1](params, inputs, **kwargs)
    return init_fun, apply_fun
