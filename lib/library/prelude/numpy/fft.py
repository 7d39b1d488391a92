"""Fourier transforms of jax.numpy. JAX: numpy/fft.py."""


def _scale(norm, dtype):
    """What the result of the function is multiplied by."""
    if norm == "backward":
        return jnp.array(1)
    if norm not in ("ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')
    return constant(dtype)


def _transform_several(x, kind, lengths):
    """Three dimensions at once are the most."""
    if len(lengths) <= 3:
        return lax.fft(x, kind, tuple(lengths))
    last = 2 if len(lengths) == 4 else 3
    source = tuple(range(x.ndim - len(lengths), x.ndim - last))
    target = tuple(range(x.ndim - len(lengths) + last, x.ndim))
    if kind in ("FFT", "RFFT"):
        x = jnp.moveaxis(lax.fft(x, kind, tuple(lengths[-last:])), source, target)
        return jnp.moveaxis(_transform_several(x, "FFT", lengths[:-last]), target, source)
    x = _transform_several(jnp.moveaxis(x, source, target), "IFFT", lengths[:-last])
    return lax.fft(jnp.moveaxis(x, target, source), kind, tuple(lengths[-last:]))


def _fit(x, axes, lengths, kind):
    """The array cut or padded to the lengths."""
    sizes = list(x.shape)
    for axis, length in zip(axes, lengths):
        sizes[axis] = length
    if kind == "IRFFT":
        sizes[-1] = sizes[-1] // 2 + 1
    x = x[tuple([slice(size) for size in sizes])]
    return jnp.pad(x, [(0, size - had) for size, had in zip(sizes, x.shape)])


def _check_lengths(s):
    s = [static_int(n) for n in s]
    if release >= (0, 8):
        if any([n <= 0 for n in s]):
            raise ValueError("Shape should be positive.")
    elif any([n < 0 for n in s]):
        raise ValueError("Shape should be non-negative.")
    return s


def _transform(name, kind, a, s, axes, norm):
    full_name = f"jax.numpy.fft.{name}"
    a = require_arrays(full_name, a)
    if release < (0, 4, 31):
        unknown("Fourier transforms of this release are not known")
    if s is not None:
        s = _check_lengths(s)
    if s is not None and axes is not None and len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    given = axes
    if axes is None:
        axes = range(a.ndim) if s is None else range(a.ndim - len(s), a.ndim)
    if len(axes) != len(set(axes)):
        raise ValueError(f"{full_name} does not support repeated axes. Got axes {axes}.")
    if given is not None:
        axes = tuple(range(a.ndim - len(axes), a.ndim))
        a = jnp.moveaxis(a, given, axes)
    if s is not None:
        a = _fit(a, axes, s, kind)
    else:
        s = [a.shape[axis] for axis in axes]
        if kind == "IRFFT" and axes:
            s[-1] = max(0, 2 * (s[-1] - 1))
    result = _transform_several(a, kind, s)
    if norm is not None:
        result = result * _scale(norm, result.dtype)
    return result if given is None else jnp.moveaxis(result, axes, given)


def _check_one_axis(name, axis):
    if isinstance(axis, (list, tuple)):
        full_name = f"jax.numpy.fft.{name}"
        raise ValueError(f"{full_name} does not support multiple axes. Please use {full_name}n. Got axis "
                         f"= {axis!r}.")


def _along_one(name, kind, a, n, axis, norm):
    _check_one_axis(name, axis)
    return _transform(name, kind, a, None if n is None else [n], None if axis is None else [axis], norm)


def _along_two(name, kind, a, s, axes, norm):
    if len(axes) != 2:
        raise ValueError(f"jax.numpy.fft.{name} only supports 2 axes. Got axes = {axes!r}.")
    return _transform(name, kind, a, s, axes, norm)


@function("jax.numpy.fft")
def fftn(a, s=None, axes=None, norm=None):
    return _transform("fftn", "FFT", a, s, axes, norm)


@function("jax.numpy.fft")
def ifftn(a, s=None, axes=None, norm=None):
    return _transform("ifftn", "IFFT", a, s, axes, norm)


@function("jax.numpy.fft")
def rfftn(a, s=None, axes=None, norm=None):
    return _transform("rfftn", "RFFT", a, s, axes, norm)


@function("jax.numpy.fft")
def irfftn(a, s=None, axes=None, norm=None):
    return _transform("irfftn", "IRFFT", a, s, axes, norm)


@function("jax.numpy.fft", name="fft")
def numpy_fft(a, n=None, axis=-1, norm=None):
    return _along_one("fft", "FFT", a, n, axis, norm)


@function("jax.numpy.fft")
def ifft(a, n=None, axis=-1, norm=None):
    return _along_one("ifft", "IFFT", a, n, axis, norm)


@function("jax.numpy.fft")
def rfft(a, n=None, axis=-1, norm=None):
    return _along_one("rfft", "RFFT", a, n, axis, norm)


@function("jax.numpy.fft")
def irfft(a, n=None, axis=-1, norm=None):
    return _along_one("irfft", "IRFFT", a, n, axis, norm)


@function("jax.numpy.fft")
def hfft(a, n=None, axis=-1, norm=None):
    a = jnp.conj(a)
    _check_one_axis("hfft", axis)
    length = (a.shape[axis] - 1) * 2 if n is None else n
    return _along_one("hfft", "IRFFT", a, n, axis, norm) * length


@function("jax.numpy.fft")
def ihfft(a, n=None, axis=-1, norm=None):
    _check_one_axis("ihfft", axis)
    a = jnp.asarray(a)
    length = a.shape[axis] if n is None else n
    return jnp.conj(_along_one("ihfft", "RFFT", a, n, axis, norm)) * (1 / length)


@function("jax.numpy.fft")
def fft2(a, s=None, axes=(-2, -1), norm=None):
    return _along_two("fft2", "FFT", a, s, axes, norm)


@function("jax.numpy.fft")
def ifft2(a, s=None, axes=(-2, -1), norm=None):
    return _along_two("ifft2", "IFFT", a, s, axes, norm)


@function("jax.numpy.fft")
def rfft2(a, s=None, axes=(-2, -1), norm=None):
    return _along_two("rfft2", "RFFT", a, s, axes, norm)


@function("jax.numpy.fft")
def irfft2(a, s=None, axes=(-2, -1), norm=None):
    return _along_two("irfft2", "IRFFT", a, s, axes, norm)


def _check_frequencies(name, n, d):
    if isinstance(n, (list, tuple)):
        raise ValueError(f"The n argument of jax.numpy.fft.{name} only takes an int. Got n = {list(n)}.")
    if isinstance(d, (list, tuple)):
        raise ValueError(f"The d argument of jax.numpy.fft.{name} only takes a single value. Got d = "
                         f"{list(d)}.")


def _frequencies_set(n, dtype):
    """The numbers from 0 up and those below 0, as older releases put them together."""
    middle = n // 2 if n % 2 == 0 else (n - 1) // 2 + 1
    k = jnp.zeros(n, dtype=dtype)
    k = k.at[:middle].set(jnp.arange(0, middle, dtype=dtype))
    return k.at[middle:].set(jnp.arange(middle - n, 0, dtype=dtype))


@function("jax.numpy.fft")
def fftfreq(n, d=1.0, *, dtype=None, device=None):
    dtype = dtype or float
    _check_frequencies("fftfreq", n, d)
    if device is not None:
        unknown("fftfreq with device=")
    if release < (0, 6, 1):
        return _frequencies_set(n, dtype) / jnp.array(d * n, dtype=dtype)
    floating = to_inexact(dtype) if release >= (0, 7) else dtype
    i = jnp.arange(n, dtype=floating)
    k = (i + n // 2) % n - n // 2
    return (k.astype(floating) / jnp.array(d * n, dtype=floating)).astype(dtype)


@function("jax.numpy.fft")
def rfftfreq(n, d=1.0, *, dtype=None, device=None):
    dtype = dtype or float
    _check_frequencies("rfftfreq", n, d)
    if device is not None:
        unknown("rfftfreq with device=")
    k = jnp.arange(0, n // 2 + 1 if n % 2 == 0 else (n - 1) // 2 + 1, dtype=dtype)
    return k / jnp.array(d * n, dtype=dtype)


def _shift(name, x, axes, sign):
    x = require_arrays(name, x)
    if axes is None:
        axes = tuple(range(x.ndim))
    if isinstance(axes, int):
        return jnp.roll(x, sign * (x.shape[axes] // 2), axes)
    return jnp.roll(x, [sign * (x.shape[axis] // 2) for axis in axes], axes)


@function("jax.numpy.fft")
def fftshift(x, axes=None):
    return _shift("fftshift", x, axes, 1)


@function("jax.numpy.fft")
def ifftshift(x, axes=None):
    return _shift("ifftshift", x, axes, -1)
