"""Parts of images as channels. JAX: lax/other.py."""


@function("jax.lax")
def conv_general_dilated_patches(lhs, filter_shape, window_strides, padding, lhs_dilation=None, rhs_dilation=None,
                                 dimension_numbers=None, precision=None, preferred_element_type=None):
    lhs = jnp.asarray(lhs)
    filter_shape = tuple(filter_shape)
    numbers = lax.conv_dimension_numbers(lhs.shape, (1, 1) + filter_shape, dimension_numbers)
    size, channels = math.prod(filter_shape), lhs.shape[numbers.lhs_spec[1]]
    rhs = lax.broadcast_in_dim(jnp.eye(size, dtype=lhs.dtype), (channels, size, size), (1, 2))
    rhs = lax.reshape(rhs, (channels * size, 1) + filter_shape)
    rhs = jnp.moveaxis(rhs, (0, 1), (numbers.rhs_spec[0], numbers.rhs_spec[1]))
    return lax.conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, numbers,
                                    feature_group_count=channels, preferred_element_type=preferred_element_type)
