"""Whether arrays are what annotations say. jaxtyping 0.3.11: _array_types.py."""

_KINDS = {
    "Float": (jnp.floating,),
    "Int": (jnp.signedinteger,),
    "UInt": (jnp.unsignedinteger,),
    "Integer": (jnp.integer,),
    "Complex": (jnp.complexfloating,),
    "Inexact": (jnp.inexact,),
    "Real": (jnp.floating, jnp.integer),
    "Num": (jnp.number,),
    "Shaped": None,
}
_DTYPES = (
    "BFloat16 Float16 Float32 Float64 Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Complex64 Complex128 Bool"
).split()


def is_read(annotation):
    """Whether an annotation is one that is followed here."""
    _, kind, array, _, _ = annotation
    return array == "Array" and (kind in _KINDS or kind in _DTYPES)


def _fits_dtype(kind, dtype):
    if kind in _DTYPES:
        return str(dtype) == kind.lower()
    return _KINDS[kind] is None or any(jnp.issubdtype(dtype, one) for one in _KINDS[kind])


def _fits_size(word, size, sizes):
    """Whether a dimension of this size may stand where the word does; a word that is computed is not judged."""
    word = word.split("=")[-1]
    if word.startswith("#"):
        if size == 1:
            return True
        word = word[1:]
    if word.isdigit():
        return int(word) == size
    if word.startswith("_") or not word.isidentifier():
        return True
    return sizes.setdefault(word, size) == size


def _is_variadic(word):
    return word == "..." or word.startswith("*")


def _fits_shape(words, shape, sizes):
    open = [i for i, word in enumerate(words) if _is_variadic(word)]
    if not open:
        return len(words) == len(shape) and all(_fits_size(w, n, sizes) for w, n in zip(words, shape))
    first, behind = open[0], len(words) - open[0] - 1
    if len(shape) < len(words) - 1:
        return False
    end = len(shape) - behind
    before, after = zip(words[:first], shape[:first]), zip(words[first + 1 :], shape[end:])
    if not all(_fits_size(w, n, sizes) for w, n in list(before) + list(after)):
        return False
    word = words[first]
    if word == "..." or word.startswith("*_") or "#" in word:
        return True
    return sizes.setdefault(word, shape[first:end]) == shape[first:end]


def fits(annotation, x, sizes):
    """Whether a value is what an annotation says; `sizes` are those that names had before, and gets more of them."""
    _, kind, _, dims, or_none = annotation
    if x is None and or_none or not is_known(x):
        return True
    if not isinstance(x, jax.Array):
        return False
    return _fits_dtype(kind, x.dtype) and _fits_shape(dims.split(), x.shape, sizes)
