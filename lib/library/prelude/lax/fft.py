"""Fourier transforms of jax.lax. JAX: lax/fft.py."""


_KINDS = ("FFT", "IFFT", "RFFT", "IRFFT")


@function("jax.lax.FftType", property=True)
def FFT():
    return "FFT"


@function("jax.lax.FftType", property=True)
def IFFT():
    return "IFFT"


@function("jax.lax.FftType", property=True)
def RFFT():
    return "RFFT"


@function("jax.lax.FftType", property=True)
def IRFFT():
    return "IRFFT"


@function("jax.lax", name="fft", jitted="itself")
def lax_fft(x, fft_type, fft_lengths):
    if not isinstance(fft_type, str):
        unknown("a type of Fourier transforms that is neither a text nor one of lax.FftType")
    if fft_type not in _KINDS and fft_type.upper() not in _KINDS:
        raise ValueError(f"Unknown FFT type '{fft_type}'")
    if fft_type not in _KINDS and fft_type != fft_type.lower():
        raise ValueError(f"Unknown FFT type '{fft_type}'")
    if isinstance(fft_lengths, list):
        unknown("lax.fft with lengths that are not a tuple")
    if not isinstance(fft_lengths, tuple):
        raise TypeError(f"object of type '{type(fft_lengths).__name__}' has no len()")
    x, kind = require_arrays("fft", x), fft_type.upper()
    if kind != "RFFT":
        x = x.astype(jnp.promote_types(x.dtype, jnp.complex64))
    elif jnp.issubdtype(x.dtype, jnp.complexfloating):
        raise ValueError("only real valued inputs supported for rfft")
    elif not jnp.issubdtype(x.dtype, jnp.inexact):
        x = x.astype(to_inexact(x.dtype))
    x = lax.convert_element_type(x, x.dtype)
    lengths = [static_int(n) for n in fft_lengths]
    return fft(x, _KINDS.index(kind), lengths) if lengths else x
