"""What jaxtyping refuses of an annotation of arrays when it is written. jaxtyping 0.3.11: _array_types.py."""
from prelude.jaxtyping.checks import _DTYPES, _KINDS

_MARKS = {
    "#": "Do not use # twice to denote broadcastability, e.g. `##foo` is not allowed",
    "*": "Do not use * twice to denote accepting multiple axes, e.g. `**foo` is not allowed",
    "_": "Do not use _ twice to denote anonymity, e.g. `__foo` is not allowed",
    "?": "Do not use ? twice to denote dependence on location within a PyTree, e.g. `??foo` is not allowed",
}
_FIXED = {
    "*": "Cannot have a fixed axis bind to multiple axes, e.g. `*4` is not allowed.",
    "_": "Cannot have a fixed axis be anonymous, e.g. `_4` is not allowed.",
    "?": "Cannot have a fixed axis have tree-path dependence, e.g. `?4` is not allowed.",
}
_SYMBOLIC = {
    "_": "Cannot have a symbolic axis be anonymous, e.g. `_foo+bar` is not allowed",
    "*": "Cannot have symbolic multiple-axes, e.g. `*foo+bar` is not allowed",
    "?": "Cannot have a symbolic axis with tree-path dependence, e.g. `?foo+bar` is not allowed",
}


def _refuse_marks(marks, refused):
    for mark in refused:
        if mark in marks:
            raise ValueError(refused[mark])


def _check_word(word):
    """Whether the word stands for several axes."""
    if "," in word and "(" not in word:
        raise ValueError("Axes should be separated with spaces, not commas")
    if word.endswith("#"):
        raise ValueError("As of jaxtyping v0.1.0, broadcastable axes are now denoted with a # at the start, rather than at the end")
    if "..." in word:
        if word != "...":
            raise ValueError(f"Anonymous multiple axes '...' must be used on its own; got {word}")
        return True
    marks = ""
    while word and (word[0] in _MARKS or word.count("=") == 1):
        if word[0] not in _MARKS:
            word = word.split("=")[1]
            continue
        if word[0] in marks:
            raise ValueError(_MARKS[word[0]])
        marks += word[0]
        word = word[1:]
    if word and not word.isidentifier():
        _refuse_marks(marks, _FIXED if word.isdigit() else _SYMBOLIC)
    elif "_" in marks and "#" in marks:
        raise ValueError("Cannot have an axis be both anonymous and broadcastable, e.g. `#_` is not allowed.")
    return "*" in marks


@function("<jaxtyping>", takes_unknown=True)
def check_item(kind, item):
    name = kind.split(".")[1]
    if kind.count(".") > 1 or name not in _KINDS and name not in _DTYPES and name != "Key":
        return
    if not isinstance(item, tuple) or len(item) != 2:
        raise ValueError(
            "As of jaxtyping v0.2.0, type annotations must now include both an array type and a shape. For example "
            "`Float[jax.Array, 'foo bar']`.\n"
            "Ellipsis can be used to accept any shape: `Float[jax.Array, '...']`."
        )
    text = item[1]
    if isinstance(text, (int, float, tuple, list)) or text is None:
        raise AttributeError(f"'{type(text).__name__}' object has no attribute 'strip'")
    if isinstance(text, str) and [_check_word(word) for word in text.split()].count(True) > 1:
        raise ValueError("Cannot use variadic specifiers (`*name` or `...`) more than once.")
