"""Recurrent cells of NNX. flax 0.12.8: nnx/nn/recurrent.py."""
from prelude.flax.nnx.layers import Linear, _kernel_init, _zeros
from prelude.flax.nnx.modules import Module
from prelude.flax.nnx.rngs import RngStream, Rngs
from prelude.flax.recurrent import _joined, _pair
from prelude.flax.sequences import _Unrolling

MODULE = "flax.nnx flax.nnx.nn.recurrent"


def _own_stream(rngs):
    """The stream of keys that a layer keeps for carries, or None."""
    if rngs is True:
        return RngStream(jax.random.key(0), tag="carry")
    if rngs is False or rngs is None:
        return None
    return rngs.carry.fork() if isinstance(rngs, Rngs) else rngs


def _stream_of(layer, rngs):
    """The stream for carries that a call is given, or else that of the layer."""
    return layer.rngs if rngs is None else rngs.carry if isinstance(rngs, Rngs) else rngs


class RNNCellBase(Module):
    @property
    def num_feature_axes(self):
        return 1

    def _set(self, in_features, hidden_features, dtype, param_dtype, carry_init, keep_rngs, rngs):
        self.in_features = in_features
        self.hidden_features = hidden_features
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.carry_init = carry_init
        self.rngs = rngs.carry.fork() if keep_rngs else None

    def _carries(self, count, input_shape, rngs, carry_init):
        stream = _stream_of(self, rngs)
        if stream is None:
            raise ValueError("RNGs must be provided to initialize the cell carry.")
        init = carry_init or self.carry_init or _zeros
        shape = tuple(input_shape[:-1]) + (self.hidden_features,)
        return tuple([program_call(init, stream(), shape, self.param_dtype) for _ in range(count)])


class LSTMCell(RNNCellBase):
    def __init__(
        self,
        in_features,
        hidden_features,
        *,
        gate_fn=jax.nn.sigmoid,
        activation_fn=jnp.tanh,
        kernel_init=_kernel_init,
        recurrent_kernel_init=jax.nn.initializers.orthogonal(),
        bias_init=_zeros,
        dtype=None,
        param_dtype=jnp.float32,
        carry_init=None,
        promote_dtype=None,
        keep_rngs=False,
        rngs,
        kernel_metadata={},
        recurrent_kernel_metadata={},
        bias_metadata={},
    ):
        self._set(in_features, hidden_features, dtype, param_dtype, carry_init, keep_rngs, rngs)
        self.gate_fn = gate_fn
        self.activation_fn = activation_fn
        shared = {"dtype": dtype, "param_dtype": param_dtype, "promote_dtype": promote_dtype, "rngs": rngs}
        entering = {"kernel_init": kernel_init, "kernel_metadata": kernel_metadata, **shared}
        recurrent = {
            "kernel_init": recurrent_kernel_init,
            "bias_init": bias_init,
            "kernel_metadata": recurrent_kernel_metadata,
            "bias_metadata": bias_metadata,
            **shared,
        }
        self._make(entering, recurrent)

    def _make(self, entering, recurrent):
        for name in ("ii", "if_", "ig", "io"):
            setattr(self, name, Linear(self.in_features, self.hidden_features, use_bias=False, **entering))
        for name in ("hi", "hf", "hg", "ho"):
            setattr(self, name, Linear(self.hidden_features, self.hidden_features, **recurrent))

    def _gates(self, h, inputs):
        return (
            self.ii(inputs) + self.hi(h),
            self.if_(inputs) + self.hf(h),
            self.ig(inputs) + self.hg(h),
            self.io(inputs) + self.ho(h),
        )

    def __call__(self, carry, inputs):
        c, h = _pair(carry)
        i, f, g, o = self._gates(h, inputs)
        new_c = self.gate_fn(f) * c + self.gate_fn(i) * self.activation_fn(g)
        new_h = self.gate_fn(o) * self.activation_fn(new_c)
        return (new_c, new_h), new_h

    def initialize_carry(self, input_shape, rngs=None, carry_init=None):
        return self._carries(2, input_shape, rngs, carry_init)


class OptimizedLSTMCell(LSTMCell):
    def _make(self, entering, recurrent):
        self.dense_i = Linear(self.in_features, 4 * self.hidden_features, use_bias=False, **entering)
        self.dense_h = Linear(self.hidden_features, 4 * self.hidden_features, **recurrent)

    def _gates(self, h, inputs):
        return jnp.split(self.dense_i(inputs) + self.dense_h(h), 4, axis=-1)


class SimpleCell(RNNCellBase):
    def __init__(
        self,
        in_features,
        hidden_features,
        *,
        dtype=jnp.float32,
        param_dtype=jnp.float32,
        carry_init=None,
        residual=False,
        activation_fn=jnp.tanh,
        kernel_init=_kernel_init,
        recurrent_kernel_init=jax.nn.initializers.orthogonal(),
        bias_init=_zeros,
        promote_dtype=None,
        keep_rngs=False,
        rngs,
        kernel_metadata={},
        recurrent_kernel_metadata={},
        bias_metadata={},
    ):
        self._set(in_features, hidden_features, dtype, param_dtype, carry_init, keep_rngs, rngs)
        self.residual = residual
        self.activation_fn = activation_fn
        shared = {"dtype": dtype, "param_dtype": param_dtype, "promote_dtype": promote_dtype, "rngs": rngs}
        self.dense_h = Linear(
            hidden_features, hidden_features, use_bias=False, kernel_init=recurrent_kernel_init,
            kernel_metadata=recurrent_kernel_metadata, **shared,
        )
        self.dense_i = Linear(
            in_features, hidden_features, kernel_init=kernel_init, bias_init=bias_init,
            kernel_metadata=kernel_metadata, bias_metadata=bias_metadata, **shared,
        )

    def __call__(self, carry, inputs):
        new_carry = self.dense_i(inputs) + self.dense_h(carry)
        if self.residual:
            new_carry += carry
        new_carry = self.activation_fn(new_carry)
        return new_carry, new_carry

    def initialize_carry(self, input_shape, rngs=None, carry_init=None):
        return self._carries(1, input_shape, rngs, carry_init)[0]


class GRUCell(RNNCellBase):
    def __init__(
        self,
        in_features,
        hidden_features,
        *,
        gate_fn=jax.nn.sigmoid,
        activation_fn=jnp.tanh,
        kernel_init=_kernel_init,
        recurrent_kernel_init=jax.nn.initializers.orthogonal(),
        bias_init=_zeros,
        dtype=None,
        param_dtype=jnp.float32,
        carry_init=None,
        promote_dtype=None,
        keep_rngs=False,
        rngs,
        kernel_metadata={},
        recurrent_kernel_metadata={},
        bias_metadata={},
    ):
        self._set(in_features, hidden_features, dtype, param_dtype, carry_init, keep_rngs, rngs)
        self.gate_fn = gate_fn
        self.activation_fn = activation_fn
        shared = {"dtype": dtype, "param_dtype": param_dtype, "promote_dtype": promote_dtype, "rngs": rngs}
        self.dense_i = Linear(
            in_features, 3 * hidden_features, kernel_init=kernel_init, bias_init=bias_init,
            kernel_metadata=kernel_metadata, bias_metadata=bias_metadata, **shared,
        )
        self.dense_h = Linear(
            hidden_features, 3 * hidden_features, use_bias=False, kernel_init=recurrent_kernel_init,
            kernel_metadata=recurrent_kernel_metadata, **shared,
        )

    def __call__(self, carry, inputs):
        h = carry
        xi_r, xi_z, xi_n = jnp.split(self.dense_i(inputs), 3, axis=-1)
        hh_r, hh_z, hh_n = jnp.split(self.dense_h(h), 3, axis=-1)
        r = self.gate_fn(xi_r + hh_r)
        z = self.gate_fn(xi_z + hh_z)
        n = self.activation_fn(xi_n + r * hh_n)
        new_h = (1.0 - z) * n + z * h
        return new_h, new_h

    def initialize_carry(self, input_shape, rngs=None, carry_init=None):
        return self._carries(1, input_shape, rngs, carry_init)[0]


class RNN(Module):
    def __init__(
        self,
        cell,
        *,
        time_major=False,
        return_carry=False,
        reverse=False,
        keep_order=False,
        unroll=1,
        state_axes=None,
        broadcast_rngs=None,
        rngs=True,
    ):
        self.cell = cell
        self.time_major = time_major
        self.return_carry = return_carry
        self.reverse = reverse
        self.keep_order = keep_order
        self.unroll = unroll
        self.rngs = _own_stream(rngs)

    def __call__(
        self,
        inputs,
        *,
        initial_carry=None,
        seq_lengths=None,
        return_carry=None,
        time_major=None,
        reverse=None,
        keep_order=None,
        rngs=None,
    ):
        unrolling = _Unrolling(self, seq_lengths, return_carry, time_major, reverse, keep_order)
        carry = initial_carry
        if carry is None:
            given = self.rngs if rngs is None else rngs
            carry = self.cell.initialize_carry(unrolling.carry_shape(inputs), given)

        def run(carry, inputs, axis, keeps):
            def body(carry, x):
                carry, y = self.cell(carry, x)
                return carry, ((carry, y) if keeps else y)

            carry, outputs = lax.scan(body, carry, jnp.moveaxis(inputs, axis, 0), unroll=self.unroll)
            if keeps:
                return carry, (outputs[0], jnp.moveaxis(outputs[1], 0, axis))
            return carry, jnp.moveaxis(outputs, 0, axis)

        return unrolling.outputs(inputs, carry, run)


class Bidirectional(Module):
    def __init__(
        self, forward_rnn, backward_rnn, *, merge_fn=_joined, time_major=False, return_carry=False, rngs=True
    ):
        self.forward_rnn = forward_rnn
        self.backward_rnn = backward_rnn
        self.merge_fn = merge_fn
        self.time_major = time_major
        self.return_carry = return_carry
        self.rngs = _own_stream(rngs)

    def __call__(
        self,
        inputs,
        *,
        initial_carry=None,
        rngs=None,
        seq_lengths=None,
        return_carry=None,
        time_major=None,
        reverse=None,
        keep_order=None,
    ):
        first, second = (None, None) if initial_carry is None else initial_carry
        shared = {
            "rngs": _stream_of(self, rngs),
            "seq_lengths": seq_lengths,
            "return_carry": True,
            "time_major": self.time_major if time_major is None else time_major,
        }
        first, ahead = self.forward_rnn(inputs, initial_carry=first, reverse=False, **shared)
        second, behind = self.backward_rnn(inputs, initial_carry=second, reverse=True, keep_order=True, **shared)
        outputs = jax.tree.map(self.merge_fn, ahead, behind)
        keeps = self.return_carry if return_carry is None else return_carry
        return ((first, second), outputs) if keeps else outputs
