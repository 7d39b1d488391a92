"""Limits of dtypes. NumPy: getlimits.py. ml_dtypes: _finfo.py, where float8_e8m0fnu has no sign, and the steps of
float4_e2m1fn are Python's own."""

def _rounded(number, minexp, nmant):
    """The number as the dtype can hold it that is nearest."""
    unit = 2.0 ** (max(math.floor(math.log2(number)), minexp) - nmant)
    return round(number / unit) * unit


@function("jax.numpy", "numpy")
def finfo(dtype):
    dtype, (bits, maxexp, minexp, nmant) = float_format(
        jnp.dtype("float64" if type(dtype).__name__ == "float" else dtype))
    if not jnp.issubdtype(dtype, jnp.floating):
        raise ValueError(f"data type <class 'numpy.{dtype.name}'> not inexact")
    signed, tiniest = dtype.name != "float8_e8m0fnu", dtype.name == "float4_e2m1fn"
    eps, tiny, nexp = 2.0 ** -nmant, 2.0 ** minexp, bits - nmant - signed
    largest = (2 - (2 * eps if dtype.name == "float8_e4m3fn" else eps)) * 2.0 ** (maxexp - 1)
    digits = 0 if tiniest else 1 if nmant < 4 else int(nmant * math.log10(2))
    negep = -nmant if tiniest else -nmant - 1

    names = ("max min eps epsneg tiny smallest_normal resolution smallest_subnormal bits maxexp minexp nmant machep "
             "negep nexp iexp precision dtype")

    def number(x):
        return scalar_of(dtype, x)

    own = float if tiniest else number
    return object_of("finfo", names, number(largest), number(-largest if signed else tiny), own(eps),
                     own(2.0 ** negep), number(tiny), number(tiny), number(_rounded(10.0 ** -digits, minexp, nmant)),
                     number(tiny * eps), bits, maxexp, minexp, nmant, -nmant, negep, nexp, nexp, digits, dtype)


@function("jax.numpy", "numpy")
def iinfo(int_type):
    dtype = jnp.dtype("int64" if type(int_type).__name__ == "int" else int_type)
    if not jnp.issubdtype(dtype, jnp.integer):
        raise ValueError(f"Invalid integer data type '{'f' if jnp.issubdtype(dtype, jnp.floating) else 'b'}'.")
    bits, signed = float_format(dtype)[1][0], jnp.issubdtype(dtype, jnp.signedinteger)
    most = 2 ** (bits - signed)
    return object_of("iinfo", "max min bits kind dtype", most - 1, -most if signed else 0, bits, "i" if signed else "u",
                     dtype)
