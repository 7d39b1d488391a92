"""Convolutions and correlations of SciPy. JAX: scipy/signal.py."""


def _sizes_fit(shape, other):
    """Whether each is at least as large, and whether each is at most."""
    return all([m >= n for m, n in zip(shape, other)]), all([m <= n for m, n in zip(shape, other)])


def _paddings(mode, shape, second):
    if mode == "valid":
        return [(0, 0)] * len(shape)
    if mode == "full":
        return [(n - 1, n - 1) for n in shape]
    return [(n - 1 - (m - 1) // 2, n - m + (m - 1) // 2) for n, m in zip(shape, second)]


def _convolve(in1, in2, mode, precision):
    if mode not in ("full", "same", "valid"):
        raise ValueError("mode must be one of ['full', 'same', 'valid']")
    if in1.ndim != in2.ndim:
        refuse(ValueError, "in1 and in2 must have the same number of dimensions", rule="shape-mismatch")
    if in1.size == 0 or in2.size == 0:
        refuse(ValueError, "zero-size arrays not supported in convolutions, got shapes "
               f"{in1.shape} and {in2.shape}.", rule="shape-mismatch")
    in1, in2 = promote_dtypes_inexact(in1, in2)
    larger, smaller = _sizes_fit(in1.shape, in2.shape)
    if not larger and not smaller:
        refuse(ValueError, "One input must be smaller than the other in every dimension.",
               rule="shape-mismatch")
    second = in2.shape
    if smaller:
        in1, in2 = in2, in1
    in2 = jnp.flip(in2)
    result = lax.conv_general_dilated(in1[None, None], in2[None, None], (1,) * in2.ndim,
                                      _paddings(mode, in2.shape, second), precision=precision)
    return result[0, 0]


def _transform(in1, in2, shape):
    if jnp.issubdtype(in1.dtype, jnp.complexfloating):
        return jnp.fft.ifftn(jnp.fft.fftn(in1, shape) * jnp.fft.fftn(in2, shape), shape)
    return jnp.fft.irfftn(jnp.fft.rfftn(in1, shape) * jnp.fft.rfftn(in2, shape), shape)


def _convolve_transformed(in1, in2, mode):
    full = tuple([m + n - 1 for m, n in zip(in1.shape, in2.shape)])
    if mode == "valid":
        larger, smaller = _sizes_fit(in1.shape, in2.shape)
        if not larger and not smaller:
            refuse(ValueError, "For 'valid' mode, One input must be at least as large as the other in every "
                   "dimension.", rule="shape-mismatch")
        if smaller:
            in1, in2 = in2, in1
    if all([m == 1 or n == 1 for m, n in zip(in1.shape, in2.shape)]):
        result = in1 * in2
    else:
        result = _transform(in1, in2, full)
    shape = full if mode == "full" else in1.shape
    if mode == "valid":
        shape = tuple([m - n + 1 for m, n in zip(in1.shape, in2.shape)])
    return lax.dynamic_slice(result, tuple([(m - n) // 2 for m, n in zip(full, shape)]), shape)


@function("jax.scipy.signal")
def fftconvolve(in1, in2, mode='full', axes=None):
    in1, in2 = promote_dtypes_inexact(*require_arrays("fftconvolve", in1, in2))
    if in1.ndim != in2.ndim:
        refuse(ValueError, "in1 and in2 should have the same dimensionality", rule="shape-mismatch")
    if mode not in ("same", "full", "valid"):
        raise ValueError("mode must be one of ['same', 'full', 'valid']")
    if axes is not None:
        unknown("fftconvolve with axes= is not known")
    return _convolve_transformed(in1, in2, mode)


@function("jax.scipy.signal")
def convolve(in1, in2, mode='full', method='auto', precision=None):
    if method == "fft":
        return fftconvolve(in1, in2, mode=mode)
    if method not in ("direct", "auto"):
        raise ValueError(f"Got {method=}; expected 'auto', 'fft', or 'direct'.")
    if not is_array(in1) or not is_array(in2):
        unknown("a convolution of what is not an array")
    return _convolve(in1, in2, mode, precision)


@function("jax.scipy.signal")
def correlate(in1, in2, mode='full', method='auto', precision=None):
    if not is_array(in1) or not is_array(in2):
        unknown("a correlation of what is not an array")
    return convolve(in1, jnp.flip(in2.conj()), mode, precision=precision, method=method)


def _check_planes(name, in1, in2, boundary, fillvalue):
    if boundary != "fill" or fillvalue != 0:
        raise NotImplementedError(f"{name}() only supports boundary='fill', fillvalue=0")
    if jnp.ndim(in1) != 2 or jnp.ndim(in2) != 2:
        refuse(ValueError, f"{name}() only supports 2-dimensional inputs.", rule="shape-mismatch")
    if not is_array(in1) or not is_array(in2):
        unknown("a convolution of what is not an array")


@function("jax.scipy.signal")
def convolve2d(in1, in2, mode='full', boundary='fill', fillvalue=0, precision=None):
    _check_planes("convolve2d", in1, in2, boundary, fillvalue)
    return _convolve(in1, in2, mode, precision)


@function("jax.scipy.signal")
def correlate2d(in1, in2, mode='full', boundary='fill', fillvalue=0, precision=None):
    _check_planes("correlate2d", in1, in2, boundary, fillvalue)
    smaller, same = _sizes_fit(in1.shape, in2.shape)[1], in1.shape == in2.shape
    if mode != "same" and smaller and not (mode == "valid" and same):
        result = _convolve(jnp.flip(in2), in1.conj(), mode, precision)
        return result if mode == "valid" else result.conj()
    return jnp.flip(_convolve(jnp.flip(in1), in2.conj(), mode, precision))
