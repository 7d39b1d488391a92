"""Recurrent cells. flax 0.12.8: linen/recurrent.py."""
from prelude.flax.lifting import scan
from prelude.flax.linear import Dense, default_kernel_init
from prelude.flax.modules import Module, compact, nowrap

MODULE = "flax.linen"


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
        c, h = carry

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
        h = carry

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
        return_carry = self.return_carry if return_carry is None else return_carry
        time_major = self.time_major if time_major is None else time_major
        reverse = self.reverse if reverse is None else reverse
        if seq_lengths is not None:
            unknown("an RNN over cut sequences")
        time_axis = 0 if time_major else inputs.ndim - (self.cell.num_feature_axes + 1)
        if initial_carry is not None:
            carry = initial_carry
        else:
            shape = inputs.shape[:time_axis] + inputs.shape[time_axis + 1 :]
            key = jax.random.key(0) if init_key is None else init_key
            carry = self.cell.initialize_carry(key, shape)

        def body(cell, carry, x):
            return cell(carry, x)

        run = scan(
            body,
            variable_axes=self.variable_axes or {},
            variable_broadcast=self.variable_broadcast,
            split_rngs=self.split_rngs or {"params": False},
            in_axes=time_axis,
            out_axes=time_axis,
            unroll=self.unroll,
        )
        if reverse:
            inputs = jax.tree.map(lambda x: jnp.flip(x, axis=time_axis), inputs)
        carry, outputs = run(self.cell, carry, inputs)
        if reverse and (self.keep_order if keep_order is None else keep_order):
            outputs = jax.tree.map(lambda x: jnp.flip(x, axis=time_axis), outputs)
        return (carry, outputs) if return_carry else outputs


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
