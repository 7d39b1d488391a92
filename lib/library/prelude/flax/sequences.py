"""Sequences of which not all are as long as the arrays that hold them. flax 0.12.8: linen/recurrent.py."""

MODULE = "flax.linen.recurrent"


def flip_sequences(inputs, seq_lengths, num_batch_dims, time_major):
    axis = 0 if time_major else num_batch_dims
    steps = inputs.shape[axis]
    if seq_lengths is None:
        return jnp.flip(inputs, axis=axis)
    lengths = jnp.expand_dims(seq_lengths, axis=axis)
    order = jnp.arange(steps - 1, -1, -1)
    sizes = [steps] + [1] * num_batch_dims if time_major else [1] * num_batch_dims + [steps]
    order = (jnp.reshape(order, sizes) + lengths) % steps
    order = order.reshape(order.shape + (1,) * (inputs.ndim - order.ndim))
    return jnp.take_along_axis(inputs, order, axis=axis)


class _Unrolling:
    """A call of an RNN: what the call says, and otherwise the layer; around `run(carry, inputs, axis, keeps)`."""

    def __init__(self, layer, seq_lengths, return_carry, time_major, reverse, keep_order):
        def chosen(given, own):
            return own if given is None else given

        self.features = layer.cell.num_feature_axes
        self.seq_lengths = seq_lengths
        self.return_carry = chosen(return_carry, layer.return_carry)
        self.time_major = chosen(time_major, layer.time_major)
        self.reverse = chosen(reverse, layer.reverse)
        self.keep_order = chosen(keep_order, layer.keep_order)

    def axis(self, inputs):
        return 0 if self.time_major else inputs.ndim - (self.features + 1)

    def carry_shape(self, inputs):
        axis = self.axis(inputs)
        return inputs.shape[:axis] + inputs.shape[axis + 1 :]

    def flipped(self, tree, inputs):
        batch = inputs.shape[1 : -self.features] if self.time_major else inputs.shape[: self.axis(inputs)]
        return jax.tree.map(lambda x: flip_sequences(x, self.seq_lengths, len(batch), self.time_major), tree)

    def outputs(self, inputs, carry, run):
        """`run(carry, inputs, axis, keeps)` gives the last carry and the outputs, with all carries if it keeps them."""
        given = inputs
        if self.reverse:
            inputs = self.flipped(inputs, given)
        keeps = self.seq_lengths is not None and self.return_carry
        carry, outputs = run(carry, inputs, self.axis(inputs), keeps)
        if keeps:
            carries, outputs = outputs
            last = self.seq_lengths - 1
            carry = jax.tree.map(lambda x: x[last, jnp.arange(x.shape[1])], carries)
        if self.reverse and self.keep_order:
            outputs = self.flipped(outputs, given)
        return (carry, outputs) if self.return_carry else outputs
