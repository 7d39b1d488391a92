"""Convolutions of Linen and NNX. flax 0.12.8: linen/linear.py, nnx/nn/linear.py."""
from prelude.flax.promotion import promote


def in_each(x, rank):
    """A number for each dimension."""
    if x is None:
        x = 1
    return (x,) * rank if isinstance(x, int) else tuple(x)


def sizes_of(kernel_size):
    return (kernel_size,) if isinstance(kernel_size, int) else tuple(kernel_size)


def canonical_padding(padding, rank):
    if isinstance(padding, str):
        return padding
    if isinstance(padding, int):
        return [(padding, padding)] * rank
    if isinstance(padding, (list, tuple)) and len(padding) == rank:
        pairs = [(p, p) if isinstance(p, int) else p for p in padding]
        if all(isinstance(p, tuple) and len(p) == 2 for p in pairs):
            return pairs
    raise ValueError(
        f"Invalid padding format: {padding}, should be str, int, or a sequence of len {rank} where each element is an int or pair of ints."
    )


def _padded(inputs, padding, size, dilation):
    """The inputs with what lax does not pad in front and behind, and the padding that is left to it."""
    if padding in ("CIRCULAR", "REFLECT"):
        extents = [(k - 1) * d + 1 for k, d in zip(size, dilation)]
        pads = [(0, 0)] + [((k - 1) // 2, k // 2) for k in extents] + [(0, 0)]
        return jnp.pad(inputs, pads, mode="wrap" if padding == "CIRCULAR" else "reflect"), "VALID"
    if padding == "CAUSAL":
        if len(size) != 1:
            raise ValueError("Causal padding is only implemented for 1D convolutions.")
        return jnp.pad(inputs, [(0, 0), (dilation[0] * (size[0] - 1), 0), (0, 0)]), "VALID"
    return inputs, padding


def _one_batch(inputs, rank, f):
    """f(inputs) with all dimensions before those of an image as one."""
    batch = inputs.shape[: inputs.ndim - rank - 1]
    if len(batch) == 1:
        return f(inputs)
    y = f(jnp.reshape(inputs, (-1,) + inputs.shape[inputs.ndim - rank - 1 :]))
    return jnp.reshape(y, batch + y.shape[1:])


def check_mask(mask, shape):
    if mask is not None and mask.shape != shape:
        raise ValueError(f"Mask needs to have the same shape as weights. Shapes are: {mask.shape}, {shape}")


def convolve(layer, inputs, parameters, contract=None, **options):
    """What a layer gives; `parameters(inputs, window)` gives its kernel and bias, or None."""
    size = sizes_of(layer.kernel_size)
    rank = len(size)
    dilation = in_each(layer.kernel_dilation, rank)
    spatial = tuple(range(1, rank + 1))
    numbers = lax.ConvDimensionNumbers(
        (0, rank + 1) + spatial, (rank + 1, rank) + tuple(range(rank)), (0, rank + 1) + spatial
    )

    def on_batch(inputs):
        inputs, padding = _padded(inputs, canonical_padding(layer.padding, rank), size, dilation)

        def window(inputs, kernel, **more):
            return (lax.conv_general_dilated if contract is None else contract)(
                inputs,
                kernel,
                in_each(layer.strides, rank),
                padding,
                lhs_dilation=in_each(layer.input_dilation, rank),
                rhs_dilation=dilation,
                dimension_numbers=numbers,
                **more,
            )

        kernel, bias = parameters(inputs, window)
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=layer.dtype)
        y = window(
            inputs, kernel, feature_group_count=layer.feature_group_count, precision=layer.precision, **options
        )
        return y if bias is None else y + bias.reshape((1,) * (y.ndim - bias.ndim) + bias.shape)

    return _one_batch(inputs, rank, on_batch)


def _wrapped_around(y, shape, strides, transpose_kernel):
    """Adds what stands over the edge to the other side: CIRCULAR padding."""
    dims = [dim * stride for dim, stride in zip(shape[1:-1], strides)]
    over = [-(have - dim) % (2 * dim) for have, dim in zip(y.shape[1:-1], dims)]
    pads = [(d // 2, (d + 1) // 2) if transpose_kernel else ((d + 1) // 2, d // 2) for d in over]
    y = jnp.pad(y, [(0, 0)] + pads + [(0, 0)])
    for i in range(1, y.ndim - 1):
        y = y.reshape(y.shape[:i] + (-1, dims[i - 1]) + y.shape[i + 1 :])
        y = y.sum(axis=i)
    return y


def convolve_transposed(layer, inputs, parameters):
    """What a transposed layer gives; `parameters(inputs)` gives its kernel and bias, or None."""
    rank = len(sizes_of(layer.kernel_size))
    strides = in_each(layer.strides, rank)

    def on_batch(inputs):
        kernel, bias, padding = parameters(inputs, lambda: canonical_padding(layer.padding, rank))
        inputs, kernel, bias = promote(inputs, kernel, bias, dtype=layer.dtype)
        y = lax.conv_transpose(
            inputs,
            kernel,
            strides,
            "VALID" if padding == "CIRCULAR" else padding,
            rhs_dilation=in_each(layer.kernel_dilation, rank),
            transpose_kernel=layer.transpose_kernel,
            precision=layer.precision,
            preferred_element_type=layer.preferred_element_type,
        )
        if layer.padding == "CIRCULAR":
            y = _wrapped_around(y, inputs.shape, strides, layer.transpose_kernel)
        return y if bias is None else y + jnp.reshape(bias, (1,) * (y.ndim - 1) + (-1,))

    return _one_batch(inputs, rank, on_batch)
