"""How assertions fail. chex 0.1.92: _src/asserts_internal.py."""

_OPTIONS = ("custom_message", "custom_message_format_vars", "include_default_message", "exception_type")
_state = {"asserts": True}


def set_asserting(asserts):
    _state["asserts"] = asserts


def fail(name, text, options):
    """Raises the error of the assertion of this name, in the words that the program may have chosen."""
    for option in options:
        if option not in _OPTIONS:
            raise TypeError(f"{name}() got an unexpected keyword argument '{option}'")
    if not _state["asserts"]:
        return
    custom = options.get("custom_message")
    if custom and options.get("custom_message_format_vars"):
        custom = custom.format(*options["custom_message_format_vars"])
    told = f"Assertion {name} failed: " if options.get("include_default_message", True) else ""
    ending = f" [{custom}]" if custom else ""
    raise options.get("exception_type", AssertionError)(f"[Chex] {told}{text}{ending}")


def require_collection(inputs):
    if not isinstance(inputs, (list, tuple, dict, set)) and not hasattr(inputs, "shape"):
        raise ValueError(f"`inputs` is not a collection of arrays: {inputs}.")


def as_list(inputs):
    return inputs if isinstance(inputs, (list, tuple)) else [inputs]


def _key_text(key):
    if isinstance(key, jax.tree_util.SequenceKey):
        return str(key.idx)
    return str(key.name if isinstance(key, jax.tree_util.GetAttrKey) else key.key)


def leaves_by_path(tree):
    """Pairs of a path as chex writes it and a leaf."""
    return [("/".join([_key_text(k) for k in path]), leaf) for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]]
