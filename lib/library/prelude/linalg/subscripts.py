"""The subscripts of einsum, as text and as lists. JAX: opt_einsum parser.py parse_einsum_input,
convert_interleaved_input."""

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
                unknown("einsum with labels that are not integers")
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


def interleaved_subscripts(lists, output):
    """The labels of the operands, and those of the output or None, as one text."""
    numbers = _numbers(lists)
    text = ",".join([_written(given, numbers) for given in lists])
    return text if output is None else f"{text}->{_written(output, numbers)}"


def _expand(terms, text, operands):
    """Replaces the ellipses of terms by letters that the text has not; and those of the longest."""
    rank = max([x.ndim for x in operands])
    letters = [c for c in _LETTERS[:rank + len(text)] if c not in text][:rank]
    if len(letters) < rank:
        unknown(f"an einsum of more than {len(_LETTERS)} labels")
    longest = 0
    for i, term in enumerate(terms):
        if "." not in term:
            continue
        if i >= len(operands):
            raise IndexError("list index out of range")
        if "..." not in term or len(term.split(".")) != 4:
            raise ValueError("Invalid Ellipses.")
        ndim, named = operands[i].ndim, len(term) - 3
        if 0 < ndim < named:
            refuse(ValueError, "Ellipses lengths do not match.",
                   say=f"a term names {named} dimensions beside its '...', but the operand has rank {ndim}")
        count = ndim - named if ndim else 0
        longest = max(longest, count)
        terms[i] = term.replace("...", "".join(letters[rank - count:]))
    return "".join(letters[rank - longest:])


def read_subscripts(subscripts, operands):
    """The labels of each operand and those of the output, which may be left out."""
    text = subscripts.replace(" ", "")
    parts = text.split("->")
    if ("-" in text or ">" in text) and not len(parts) == len(text.split("-")) == len(text.split(">")) == 2:
        raise ValueError("Subscripts can only contain one '->'.")
    terms = parts[0].split(",")
    ellipsis = _expand(terms, text, operands) if "." in text else ""
    given = list("".join(terms))
    if len(parts) == 2:
        output = list(parts[1].replace("...", ellipsis))
    else:
        output = list(ellipsis) + sorted([c for c in given if given.count(c) == 1 and c not in ellipsis])
    refused = len(set(output)) < len(output) or without(output, given)
    for label in output if refused else ():
        if output.count(label) != 1:
            raise ValueError(f"Output character '{label}' appeared more than once in the output.")
        if label not in given:
            raise ValueError(f"Output character '{label}' did not appear in the input")
    if len(terms) != len(operands):
        raise ValueError(f"Number of einsum subscripts, {len(terms)}, must be equal to the number of operands, "
                         f"{len(operands)}.")
    return [list(term) for term in terms], output
