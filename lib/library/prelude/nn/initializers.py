"""Functions that make weights of a key, a shape and a dtype. JAX: nn/initializers.py."""


def _options(name, out_sharding):
    """The arguments by which what draws or fills is told the sharding."""
    if out_sharding is None:
        return {}
    if release < (0, 6, 2):
        raise TypeError(f"{name}() got an unexpected keyword argument 'out_sharding'")
    return {"out_sharding": out_sharding}


@function("jax.nn.initializers", until="0.6.2", without="out_sharding")
@function("jax.nn.initializers", since="0.6.2")
def zeros(key, shape, dtype=None, out_sharding=None):
    return jnp.zeros(shape, dtype, **_options("zeros", out_sharding))


@function("jax.nn.initializers", until="0.6.2", without="out_sharding")
@function("jax.nn.initializers", since="0.6.2")
def ones(key, shape, dtype=None, out_sharding=None):
    return jnp.ones(shape, dtype, **_options("ones", out_sharding))


@function("jax.nn.initializers")
def constant(value, dtype=None):
    def init(key, shape, dtype=dtype, out_sharding=None):
        _options("constant.<locals>.init", out_sharding)
        dtype = canonical_dtype(dtype, float)
        canonical_sharding(out_sharding, "nn.initializers.constant")
        if out_sharding is None:
            return jnp.full(shape, value, dtype)
        if is_array(value):
            unknown("a constant array with a sharding is not known")
        return jnp.zeros(shape, dtype, out_sharding=out_sharding)
    return init


@function("jax.nn.initializers")
def uniform(scale=1e-2, dtype=None):
    def init(key, shape, dtype=dtype, out_sharding=None):
        options = _options("uniform.<locals>.init", out_sharding)
        dtype = canonical_dtype(dtype, float)
        return random.uniform(key, shape, dtype, **options) * jnp.array(scale, dtype)
    return init


@function("jax.nn.initializers")
def normal(stddev=1e-2, dtype=None):
    def init(key, shape, dtype=dtype, out_sharding=None):
        options = _options("normal.<locals>.init", out_sharding)
        dtype = canonical_dtype(dtype, float)
        return random.normal(key, shape, dtype, **options) * jnp.array(stddev, dtype)
    return init


@function("jax.nn.initializers")
def truncated_normal(stddev=1e-2, dtype=None, lower=-2.0, upper=2.0):
    def init(key, shape, dtype=dtype, out_sharding=None):
        options = _options("truncated_normal.<locals>.init", out_sharding)
        dtype = canonical_dtype(dtype, float)
        drawn = random.truncated_normal(key, lower, upper, shape, dtype, **options)
        return drawn * jnp.array(stddev, dtype)
    return init


def _size(shape, axes):
    """The size of one axis, or of several together."""
    return shape[axes] if isinstance(axes, int) else math.prod([shape[i] for i in axes])


def _fans(shape, in_axis, out_axis, batch_axis):
    """How many inputs each output has, and how many outputs each input."""
    if len(shape) <= 1 and (in_axis == -2 or release < (0, 8, 1)):
        advice = (". Must be at least 2D." if release < (0, 8, 1) else
                  " with default in_axis. Must be at least 2D or specify in_axis explicitly.")
        refuse(ValueError, f"Can't compute input and output sizes of a {len(shape)}-dimensional weights "
               f"tensor{advice}", rule="shape-mismatch")
    inputs, outputs = _size(shape, in_axis), _size(shape, out_axis)
    others = inputs * outputs * _size(shape, batch_axis)
    if others == 0 and release >= (0, 12):
        return 0, 0
    field = math.prod(shape) / others
    return inputs * field, outputs * field


def _complex_numbers(key, shape, dtype):
    """Complex numbers of two draws, with a phase that is evenly spread."""
    radius = random.uniform(key, shape, float).astype(dtype)
    phase = random.uniform(key, shape, float).astype(dtype)
    return jnp.sqrt(radius) * jnp.exp(phase)


def _scaled(key, shape, dtype, distribution, variance, options):
    """Numbers of the distribution, of this variance."""
    real = jnp.issubdtype(dtype, jnp.floating)
    if distribution == "truncated_normal":
        drawn = random.truncated_normal(key, -2, 2, shape, dtype, **options) if real else \
            _complex_numbers(key, shape, dtype)
        return drawn * (jnp.sqrt(variance) / jnp.array(0.88, dtype))
    if distribution == "normal":
        return random.normal(key, shape, dtype, **options) * jnp.sqrt(variance)
    if distribution != "uniform":
        raise ValueError(f"invalid distribution for variance scaling initializer: {distribution}")
    if not real:
        return _complex_numbers(key, shape, dtype) * jnp.sqrt(variance)
    return random.uniform(key, shape, dtype, -1, **options) * jnp.sqrt(3 * variance)


@function("jax.nn.initializers")
def variance_scaling(scale, mode, distribution, in_axis=-2, out_axis=-1, batch_axis=(), dtype=None):
    def init(key, shape, dtype=dtype, out_sharding=None):
        options = _options("variance_scaling.<locals>.init", out_sharding)
        shape = sample_shape(shape)
        dtype = canonical_dtype(dtype, float)
        inputs, outputs = _fans(shape, in_axis, out_axis, batch_axis)
        means = {"fan_in": inputs, "fan_out": outputs, "fan_avg": (inputs + outputs) / 2}
        if release >= (0, 5, 1):
            means["fan_geo_avg"] = (inputs * outputs) ** 0.5
        if mode not in means:
            raise ValueError(f"invalid mode for variance scaling initializer: {mode}")
        fan = 1 if means[mode] == 0 and release >= (0, 12) else means[mode]
        variance = jnp.array(scale / fan, dtype=dtype)
        return _scaled(key, shape, dtype, distribution, variance, options)
    return init


@function("jax.nn.initializers")
@function("jax.nn.initializers", name="xavier_uniform", errors_say="glorot_uniform")
def glorot_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=None):
    return variance_scaling(1.0, "fan_avg", "uniform", in_axis, out_axis, batch_axis, dtype)


@function("jax.nn.initializers")
@function("jax.nn.initializers", name="xavier_normal", errors_say="glorot_normal")
def glorot_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=None):
    return variance_scaling(1.0, "fan_avg", "truncated_normal", in_axis, out_axis, batch_axis, dtype)


@function("jax.nn.initializers")
def lecun_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=None):
    return variance_scaling(1.0, "fan_in", "uniform", in_axis, out_axis, batch_axis, dtype)


@function("jax.nn.initializers")
def lecun_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=None):
    return variance_scaling(1.0, "fan_in", "truncated_normal", in_axis, out_axis, batch_axis, dtype)


@function("jax.nn.initializers")
@function("jax.nn.initializers", name="kaiming_uniform", errors_say="he_uniform")
def he_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=None):
    return variance_scaling(2.0, "fan_in", "uniform", in_axis, out_axis, batch_axis, dtype)


@function("jax.nn.initializers")
@function("jax.nn.initializers", name="kaiming_normal", errors_say="he_normal")
def he_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=None):
    return variance_scaling(2.0, "fan_in", "truncated_normal", in_axis, out_axis, batch_axis, dtype)


def _refuse_sharding(name, out_sharding):
    _options(name, out_sharding)
    if out_sharding is not None:
        raise NotImplementedError("")


@function("jax.nn.initializers")
def orthogonal(scale=1.0, column_axis=-1, dtype=None):
    def init(key, shape, dtype=dtype, out_sharding=None):
        _refuse_sharding("orthogonal.<locals>.init", out_sharding)
        dtype = canonical_dtype(dtype, float)
        if len(shape) < 2:
            refuse(ValueError, "orthogonal initializer requires at least a 2D shape",
                   rule="shape-mismatch")
        shape = tuple(shape)
        if 0 in shape:
            return jnp.zeros(shape, dtype)
        axis = column_axis % len(shape)
        columns = shape[axis]
        rows = math.prod(shape) // columns
        if release < (0, 5, 3):
            drawn = random.orthogonal(key, max(rows, columns), (), dtype)[:rows, :columns]
        else:
            drawn = random.orthogonal(key, rows, (), dtype, columns)
        matrix = jnp.reshape(drawn, shape[:axis] + shape[axis + 1:] + (columns,))
        return jnp.array(scale, dtype) * jnp.moveaxis(matrix, -1, axis)
    return init


@function("jax.nn.initializers")
def delta_orthogonal(scale=1.0, column_axis=-1, dtype=None):
    def init(key, shape, dtype=dtype, out_sharding=None):
        _refuse_sharding("delta_orthogonal.<locals>.init", out_sharding)
        dtype = canonical_dtype(dtype, float)
        if len(shape) not in (3, 4, 5):
            refuse(ValueError, "Delta orthogonal initializer requires a 3D, 4D or 5D shape.",
                   rule="shape-mismatch")
        if shape[-1] < shape[-2]:
            refuse(ValueError, "`fan_in` must be less or equal than `fan_out`. ", rule="shape-mismatch")
        matrix = orthogonal(scale, column_axis, dtype)(key, shape[-2:])
        return jnp.zeros(shape, dtype).at[tuple([(size - 1) // 2 for size in shape[:-2]])].set(matrix)
    return init
