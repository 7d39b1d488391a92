"""The form of einsum whose subscripts are lists. JAX: opt_einsum parser.py convert_interleaved_input."""

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _refuse_labels():
    refuse(TypeError, "For this input type lists must contain either Ellipsis or hashable and "
           "comparable object (e.g. int, str).",
           help="write the subscripts as one text: jnp.einsum('ij,jk->ik', x, y)")


def _labels(given):
    if is_array(given):
        raise TypeError(f"unhashable type: '{type(given).__name__}'")
    if not isinstance(given, (list, tuple)):
        unknown("einsum with labels of this kind")
    return [label for label in given if label is not Ellipsis]


def _numbers(lists):
    """The labels of all operands, in order."""
    numbers = []
    for given in lists:
        if is_array(given):
            _refuse_labels()
        for label in _labels(given):
            if isinstance(label, str) and numbers:
                _refuse_labels()
            if isinstance(label, bool) or not isinstance(label, int):
                unknown("einsum with labels that are no integers")
            if label not in numbers:
                numbers.append(label)
    if len(numbers) > len(_LETTERS):
        unknown(f"an einsum of more than {len(_LETTERS)} labels")
    return sorted(numbers)


def _written(given, numbers):
    for label in _labels(given):
        if isinstance(label, bool) or not isinstance(label, int):
            _refuse_labels()
        if label not in numbers:
            raise KeyError(label)
    return "".join(["..." if label is Ellipsis else _LETTERS[numbers.index(label)] for label in given])


@function("<prelude>")
def interleaved_subscripts(lists, output):
    """The labels of the operands, and those of the output or None, as one text."""
    numbers = _numbers(lists)
    text = ",".join([_written(given, numbers) for given in lists])
    return text if output is None else f"{text}->{_written(output, numbers)}"
