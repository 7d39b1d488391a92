"""Whether arrays are what annotations say. jaxtyping 0.3.11: _array_types.py."""
from prelude.jaxtyping.errors import AnnotationError, _contexts

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


_JAX_ARRAYS = ("Array", "jax.Array", "jnp.ndarray", "jax.numpy.ndarray")
_NUMPY_ARRAYS = ("np.ndarray", "numpy.ndarray")


def is_read(said):
    """Whether what an annotation says is followed here, at least in part."""
    if said[0] == "array":
        return said[2] in _JAX_ARRAYS + _NUMPY_ARRAYS and (said[1] in _KINDS or said[1] in _DTYPES or said[1] == "Key")
    if said[0] == "pytree":
        return _is_leaf_read(said[1])
    return said[0] in ("python", "class") or said[0] in ("any", "tuple") and any(is_read(one) for one in said[1:])


def _is_leaf_read(said):
    """Whether it is followed which parts of a tree are its leaves when an annotation says so."""
    if said[0] == "any":
        return all(_is_leaf_read(one) for one in said[1:])
    return said[0] == "array" and is_read(said) or said[0] in ("python", "class", "none")


def _fits_dtype(kind, dtype):
    if kind == "Key":
        return str(dtype).startswith("key<")
    if kind in _DTYPES:
        return str(dtype) == kind.lower()
    return _KINDS[kind] is None or any(jnp.issubdtype(dtype, one) for one in _KINDS[kind])


def _filled(text, given):
    """A word whose {parts} are the arguments that they name, or None where that is not followed."""
    while "{" in text:
        before, _, rest = text.partition("{")
        part, _, behind = rest.partition("}")
        names = part.split(".")
        value = given.get(names[0])
        for name in names[1:]:
            value = getattr(value, name, None)
        if not isinstance(value, int):
            return None
        text = f"{before}{value}{behind}"
    return text


def _check_names(word, text, sizes):
    """A size that is computed of others comes after them; that of a result may be of what isinstance saw meanwhile."""
    if "return" in sizes:
        return
    names = text
    for mark in "+-*/":
        names = names.replace(mark, " ")
    if any(name.isidentifier() and name not in sizes for name in names.split()):
        raise AnnotationError(
            f"Cannot process symbolic axis '{word}' as some axis names have not been processed. Have you applied the "
            "`jaxtyped` decorator? In practice you should usually only use symbolic axes in annotations for return types, "
            "referring only to axes annotated for arguments."
        )


def _computed(text, sizes):
    """The number that a sum or product of sizes is, or None where it is not followed."""
    if text.isdigit():
        return int(text)
    if text.isidentifier():
        return sizes.get(text)
    for operators in ("+-", "*/"):
        for i in reversed(range(1, len(text))):
            if text[i] not in operators:
                continue
            divided = text[i] == "/"
            left, right = _computed(text[: i - 1] if divided else text[:i], sizes), _computed(text[i + 1 :], sizes)
            if left is None or right is None or divided and (text[i - 1] != "/" or right == 0):
                return None
            if text[i] == "+":
                return left + right
            if text[i] == "-":
                return left - right
            return left // right if divided else left * right
    return None


def _leaf_of(sizes):
    """What stands for the leaf of a tree that is looked at."""
    if "?" not in sizes:
        raise AnnotationError(
            "Cannot use `?` annotations, e.g. `Shaped[Array, '?foo']`, except when contained with structured `PyTree` "
            "annotations, e.g. `PyTree[Shaped[Array, '?foo'], 'T']`."
        )
    return sizes["?"]


def _fits_size(word, size, sizes, given):
    """Whether a dimension of this size may stand where the word does."""
    broadcasts = "#" in word
    word = word.split("=")[-1].lstrip("#")
    if broadcasts and size == 1:
        return True
    if word.startswith("_"):
        return True
    if word.startswith("?"):
        return sizes.setdefault(_leaf_of(sizes) + word, size) == size
    if word.isidentifier():
        return sizes.setdefault(word, size) == size
    filled = _filled(word, given)
    if filled is not None:
        _check_names(word, filled, sizes)
    wanted = None if filled is None else _computed(filled, sizes)
    return wanted is None or wanted == size


def _marks_of(word):
    """The marks that a word begins with, and its name behind them."""
    word = word.split("=")[-1]
    name = word.lstrip("#*?_")
    return word[: len(word) - len(name)], name


def _is_variadic(word):
    return word == "..." or "*" in _marks_of(word)[0]


def _broadcast(a, b):
    """The shape that both are broadcast to, or None."""
    rank = max(len(a), len(b))
    pairs = zip((1,) * (rank - len(a)) + tuple(a), (1,) * (rank - len(b)) + tuple(b))
    sizes = [n if m == 1 else m if n in (1, m) else None for m, n in pairs]
    return None if None in sizes else tuple(sizes)


def _fits_several(word, shape, sizes):
    """Whether several dimensions may stand where the word does."""
    marks, name = _marks_of(word)
    if word == "..." or "_" in marks:
        return True
    broadcasts = "#" in marks
    name = (_leaf_of(sizes) if "?" in marks else "") + "*" + name
    if name not in sizes:
        sizes[name] = broadcasts, shape
        return True
    before, known = sizes[name]
    both = _broadcast(shape, known)
    if before:
        if both is None or not broadcasts and both != shape:
            return False
        sizes[name] = broadcasts, both
        return True
    return both == known if broadcasts else shape == known


def _fits_shape(words, shape, sizes, given):
    open = [i for i, word in enumerate(words) if _is_variadic(word)]
    if not open:
        return len(words) == len(shape) and all(_fits_size(w, n, sizes, given) for w, n in zip(words, shape))
    first, behind = open[0], len(words) - open[0] - 1
    if len(shape) < len(words) - 1:
        return False
    end = len(shape) - behind
    before, after = zip(words[:first], shape[:first]), zip(words[first + 1 :], shape[end:])
    if not all(_fits_size(w, n, sizes, given) for w, n in list(before) + list(after)):
        return False
    return _fits_several(words[first], tuple(shape[first:end]), sizes)


def _is_array_of(holder, x):
    return isinstance(x, np.ndarray if holder in _NUMPY_ARRAYS else jax.Array)


def _fits_array(said, x, sizes, given):
    _, kind, holder, dims = said
    if not _is_array_of(holder, x) or not _fits_dtype(kind, x.dtype):
        return False
    found = dict(sizes)
    if not _fits_shape(dims.split(), x.shape, found, given):
        return False
    sizes.update(found)
    return True


_OF_PYTHON = {"bool": bool, "int": int, "float": float, "complex": complex, "str": str, "dict": dict, "list": list}


def _fits_python(name, x, strict):
    """Whether a value is of a class of Python. All checkers but beartype, the `strict` one, take an int for a float."""
    if is_of_numpy(x):
        return True
    if is_instance(x, _OF_PYTHON[name]) is not False:
        return True
    return not strict and (
        name == "float" and is_instance(x, int) is not False
        or name == "complex" and is_instance(x, (int, float)) is not False
    )


def _is_leaf(said, x):
    """Whether a part of a tree is a leaf of this kind: of arrays only their class counts."""
    if said[0] == "any":
        return any(_is_leaf(one, x) for one in said[1:])
    if said[0] == "array":
        return _is_array_of(said[2], x)
    return fits(said, x, {}, {})


def _fits_tree(said, x, sizes, given):
    """The leaves and structure of a tree, of which a structure of several names is not followed. jaxtyping:
    _pytree_type.py."""
    if x is None:
        return True
    found = dict(sizes)
    leaves, tree = jax.tree.flatten(x, is_leaf=lambda part: _is_leaf(said[1], part))
    if said[2].isidentifier() and found.setdefault(f"PyTree {said[2]}", tree) != tree:
        return False
    for i, leaf in enumerate(leaves):
        if said[2]:
            found["?"] = f"{i} {said[2]} "
        if not fits(said[1], leaf, found, given):
            return False
    found.pop("?", None)
    sizes.update(found)
    return True


def _fits_fields(cls, x, sizes, given):
    """Whether the fields of a named tuple are what it says of them, which typeguard looks at and beartype does not."""
    fields = array_annotations(cls) if isinstance(x, tuple) else []
    return all(fits(said, getattr(x, name), sizes, given) for name, said in fields)


def fits(said, x, sizes, given, strict=False):
    """Whether a value is what an annotation says; `sizes` are those that names had before, and gets more of them, `given`
    are the arguments by name."""
    if not is_known(x):
        return True
    if said[0] == "none":
        return x is None
    if said[0] == "any":
        return any(fits(one, x, sizes, given, strict) for one in said[1:])
    if said[0] == "python":
        return _fits_python(said[1], x, strict)
    if said[0] == "class":
        return is_instance(x, said[1]) is not False and (strict or _fits_fields(said[1], x, sizes, given))
    if said[0] != "tuple" and not is_read(said):
        return True
    if said[0] == "array":
        return _fits_array(said, x, sizes, given)
    if said[0] == "pytree":
        return _fits_tree(said, x, sizes, given)
    parts = said[1:]
    return isinstance(x, tuple) and len(x) == len(parts) and all(fits(p, v, sizes, given, strict) for p, v in zip(parts, x))


@function("<prelude>")
def is_annotated(x, kind, holder, dims, within):
    """What isinstance says of an annotation, or None where that is not known: within a function, that may be one in
    which names stand for sizes."""
    said = ("array", kind, holder, dims)
    if not is_read(said):
        return None
    if not fits(said, x, _contexts[-1] if _contexts else {}, {}):
        return False
    return None if within and not _contexts and any(not word.isdigit() for word in dims.split()) else True
