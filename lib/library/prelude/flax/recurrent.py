"""Recurrent cells. flax 0.12.8: linen/recurrent.py."""
from prelude.flax.lifting import scan
from prelude.flax.linear import Conv, Dense, default_kernel_init
from prelude.flax.modules import Module, compact, nowrap
from prelude.flax.sequences import _Unrolling

MODULE = "flax.linen flax.linen.recurrent"


def _pair(carry):
    """The two parts of a carry, or the error that it is of other parts."""
    try:
        c, h = carry
    except (TypeError, ValueError) as error:
        raise error
    return c, h


def _whole(carry):
    """A carry of one part, or the error that it is of several."""
    if isinstance(carry, tuple):
        raise AttributeError("'tuple' object has no attribute 'shape'")
    return carry


class RNNCellBase(Module):
    @property
    def num_feature_axes(self):
        return 1


class LSTMCell(RNNCellBase):
    features: int
    gate_fn: object = jax.nn.sigmoid
    activation_fn: object = jnp.tanh
    kernel_init: object = default_kernel_init
    recurrent_kernel_init: object = jax.nn.initializers.orthogonal()
    bias_init: object = jax.nn.initializers.zeros
    dtype: object = None
    param_dtype: object = jnp.float32
    carry_init: object = jax.nn.initializers.zeros

    @compact
    def __call__(self, carry, inputs):
        c, h = _pair(carry)

        def recurrent(name):
            return Dense(
                features=h.shape[-1], use_bias=True, kernel_init=self.recurrent_kernel_init,
                bias_init=self.bias_init, dtype=self.dtype, param_dtype=self.param_dtype, name=name,
            )

        def entering(name):
            return Dense(
                features=h.shape[-1], use_bias=False, kernel_init=self.kernel_init, dtype=self.dtype,
                param_dtype=self.param_dtype, name=name,
            )

        i = self.gate_fn(entering("ii")(inputs) + recurrent("hi")(h))
        f = self.gate_fn(entering("if")(inputs) + recurrent("hf")(h))
        g = self.activation_fn(entering("ig")(inputs) + recurrent("hg")(h))
        o = self.gate_fn(entering("io")(inputs) + recurrent("ho")(h))
        new_c = f * c + i * g
        new_h = o * self.activation_fn(new_c)
        return (new_c, new_h), new_h

    @nowrap
    def initialize_carry(self, rng, input_shape):
        shape = tuple(input_shape[:-1]) + (self.features,)
        one, two = jax.random.split(rng)
        return self.carry_init(one, shape, self.param_dtype), self.carry_init(two, shape, self.param_dtype)


class OptimizedLSTMCell(LSTMCell):
    pass


class GRUCell(RNNCellBase):
    features: int
    gate_fn: object = jax.nn.sigmoid
    activation_fn: object = jnp.tanh
    kernel_init: object = default_kernel_init
    recurrent_kernel_init: object = jax.nn.initializers.orthogonal()
    bias_init: object = jax.nn.initializers.zeros
    dtype: object = None
    param_dtype: object = jnp.float32
    carry_init: object = jax.nn.initializers.zeros
    reset_gate: bool = True

    @compact
    def __call__(self, carry, inputs):
        h = _whole(carry)

        def recurrent(name, use_bias=False):
            return Dense(
                features=h.shape[-1], use_bias=use_bias, kernel_init=self.recurrent_kernel_init,
                bias_init=self.bias_init, dtype=self.dtype, param_dtype=self.param_dtype, name=name,
            )

        def entering(name):
            return Dense(
                features=h.shape[-1], use_bias=True, kernel_init=self.kernel_init, bias_init=self.bias_init,
                dtype=self.dtype, param_dtype=self.param_dtype, name=name,
            )

        r = self.gate_fn(entering("ir")(inputs) + recurrent("hr")(h))
        z = self.gate_fn(entering("iz")(inputs) + recurrent("hz")(h))
        n = self.activation_fn(entering("in")(inputs) + r * recurrent("hn", True)(h))
        new_h = (1.0 - z) * n + z * h
        return new_h, new_h

    @nowrap
    def initialize_carry(self, rng, input_shape):
        return self.carry_init(rng, tuple(input_shape[:-1]) + (self.features,), self.param_dtype)


class SimpleCell(RNNCellBase):
    features: int
    activation_fn: object = jnp.tanh
    kernel_init: object = default_kernel_init
    recurrent_kernel_init: object = jax.nn.initializers.orthogonal()
    bias_init: object = jax.nn.initializers.zeros
    dtype: object = None
    param_dtype: object = jnp.float32
    carry_init: object = jax.nn.initializers.zeros
    residual: bool = False

    @compact
    def __call__(self, carry, inputs):
        carry = _whole(carry)
        h = Dense(
            features=carry.shape[-1], use_bias=False, dtype=self.dtype, param_dtype=self.param_dtype,
            kernel_init=self.recurrent_kernel_init, name="h",
        )(carry)
        i = Dense(
            features=carry.shape[-1], use_bias=True, dtype=self.dtype, param_dtype=self.param_dtype,
            kernel_init=self.kernel_init, bias_init=self.bias_init, name="i",
        )(inputs)
        new = i + h + carry if self.residual else i + h
        new = self.activation_fn(new)
        return new, new

    @nowrap
    def initialize_carry(self, rng, input_shape):
        return self.carry_init(rng, tuple(input_shape[:-1]) + (self.features,), self.param_dtype)


class MGUCell(RNNCellBase):
    features: int
    gate_fn: object = jax.nn.sigmoid
    activation_fn: object = jnp.tanh
    kernel_init: object = default_kernel_init
    recurrent_kernel_init: object = jax.nn.initializers.orthogonal()
    forget_bias_init: object = jax.nn.initializers.ones
    activation_bias_init: object = jax.nn.initializers.zeros
    dtype: object = None
    param_dtype: object = jnp.float32
    carry_init: object = jax.nn.initializers.zeros
    reset_gate: bool = True

    @compact
    def __call__(self, carry, inputs):
        h = _whole(carry)

        def recurrent(name, use_bias=False):
            return Dense(
                features=h.shape[-1], use_bias=use_bias, kernel_init=self.recurrent_kernel_init,
                bias_init=self.activation_bias_init, dtype=self.dtype, param_dtype=self.param_dtype, name=name,
            )

        def entering(name, bias_init):
            return Dense(
                features=h.shape[-1], use_bias=True, kernel_init=self.kernel_init, bias_init=bias_init,
                dtype=self.dtype, param_dtype=self.param_dtype, name=name,
            )

        f = self.gate_fn(entering("if", self.forget_bias_init)(inputs) + recurrent("hf")(h))
        x = recurrent("hn", self.reset_gate)(h)
        if self.reset_gate:
            x *= f
        n = self.activation_fn(entering("in", self.activation_bias_init)(inputs) + x)
        new_h = (1.0 - f) * n + f * h
        return new_h, new_h

    @nowrap
    def initialize_carry(self, rng, input_shape):
        return self.carry_init(rng, tuple(input_shape[:-1]) + (self.features,), self.param_dtype)


class ConvLSTMCell(RNNCellBase):
    features: int
    kernel_size: object
    strides: object = None
    padding: object = "SAME"
    use_bias: bool = True
    dtype: object = None
    param_dtype: object = jnp.float32
    carry_init: object = jax.nn.initializers.zeros

    @property
    def num_feature_axes(self):
        return len(self.kernel_size) + 1

    @compact
    def __call__(self, carry, inputs):
        c, h = _pair(carry)

        def gates(name):
            return Conv(
                features=4 * self.features, kernel_size=self.kernel_size, strides=self.strides, padding=self.padding,
                use_bias=self.use_bias, dtype=self.dtype, param_dtype=self.param_dtype, name=name,
            )

        i, g, f, o = jnp.split(gates("ih")(inputs) + gates("hh")(h), 4, axis=-1)
        new_c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        new_h = jax.nn.sigmoid(o) * jnp.tanh(new_c)
        return (new_c, new_h), new_h

    @nowrap
    def initialize_carry(self, rng, input_shape):
        shape = tuple(input_shape[:-1]) + (self.features,)
        one, two = jax.random.split(rng)
        return self.carry_init(one, shape, self.param_dtype), self.carry_init(two, shape, self.param_dtype)


class RNN(Module):
    cell: object
    time_major: bool = False
    return_carry: bool = False
    reverse: bool = False
    keep_order: bool = False
    unroll: int = 1
    variable_axes: object = None
    variable_broadcast: object = "params"
    variable_carry: object = False
    split_rngs: object = None

    def __call__(
        self,
        inputs,
        *,
        initial_carry=None,
        init_key=None,
        seq_lengths=None,
        return_carry=None,
        time_major=None,
        reverse=None,
        keep_order=None,
    ):
        unrolling = _Unrolling(self, seq_lengths, return_carry, time_major, reverse, keep_order)
        carry = initial_carry
        if carry is None:
            key = jax.random.key(0) if init_key is None else init_key
            carry = self.cell.initialize_carry(key, unrolling.carry_shape(inputs))

        def run(carry, inputs, axis, keeps):
            def body(cell, carry, x):
                carry, y = cell(carry, x)
                return carry, ((carry, y) if keeps else y)

            loop = scan(
                body,
                variable_axes=self.variable_axes or {},
                variable_broadcast=self.variable_broadcast,
                variable_carry=self.variable_carry,
                split_rngs=self.split_rngs or {"params": False},
                in_axes=axis,
                out_axes=(0, axis) if keeps else axis,
                unroll=self.unroll,
            )
            return loop(self.cell, carry, inputs)

        return unrolling.outputs(inputs, carry, run)


def _joined(a, b):
    return jnp.concatenate([a, b], axis=-1)


class Bidirectional(Module):
    forward_rnn: object
    backward_rnn: object
    merge_fn: object = _joined
    time_major: bool = False
    return_carry: bool = False

    def __call__(
        self,
        inputs,
        *,
        initial_carry=None,
        init_key=None,
        seq_lengths=None,
        return_carry=None,
        time_major=None,
        reverse=None,
        keep_order=None,
    ):
        return_carry = self.return_carry if return_carry is None else return_carry
        time_major = self.time_major if time_major is None else time_major
        first, second = (None, None) if initial_carry is None else initial_carry
        key, other = (None, None) if init_key is None else jax.random.split(init_key)
        shared = {"seq_lengths": seq_lengths, "return_carry": True, "time_major": time_major}
        first, ahead = self.forward_rnn(inputs, initial_carry=first, init_key=key, reverse=False, **shared)
        second, behind = self.backward_rnn(
            inputs, initial_carry=second, init_key=other, reverse=True, keep_order=True, **shared
        )
        outputs = jax.tree.map(self.merge_fn, ahead, behind)
        return ((first, second), outputs) if return_carry else outputs
