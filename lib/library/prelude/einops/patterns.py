"""The patterns of einops, and what it says of those that are none. einops 0.8.2: parsing.py."""
from prelude.einops.errors import EinopsError


def refuse_pattern(why):
    refuse(EinopsError, why, rule="shape-mismatch")


def why_no_name(name, underscores=False):
    """Why this is not the name of an axis, or an empty text."""
    if not name.isidentifier():
        return "not a valid python identifier"
    if (name[0] == "_" or name[-1] == "_") and not (underscores and name == "_"):
        return "axis name should should not start or end with underscore"
    return ""


def _words(expression, fail):
    """Parentheses and names, in order; an ellipsis is a dot."""
    if "." in expression:
        if "..." not in expression:
            fail("Expression may contain dots only inside ellipsis (...)")
        if expression.count(".") != 3:
            fail("Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor ")
    expression = expression.replace("...", ".").replace("(", " ( ").replace(")", " ) ")
    return expression.split(" ")


def read_side(expression, side, fail=refuse_pattern, underscores=False, duplicates=False):
    """
    One side of a pattern: the groups of names that its dimensions are made of, and the sizes of those
    that are numbers, each of which is a name of its own. An ellipsis is a group that is a dot.
    """
    groups, group, seen, sizes = [], None, set(), {}
    for word in _words(expression, fail):
        if word == "(":
            if group is not None:
                fail("Axis composition is one-level (brackets inside brackets not allowed)")
            group = []
        elif word == ")":
            if group is None:
                fail("Brackets are not balanced")
            groups.append(group)
            group = None
        elif word == "1":
            if group is None:
                groups.append([])
        elif word:
            name = _read_name(word, side, seen, sizes, fail, underscores, duplicates)
            seen.add(name)
            if group is not None:
                group.append(name)
            else:
                groups.append("." if name == "." else [name])
    if group is not None:
        fail(f'Imbalanced parentheses in expression: "{expression.replace("...", "…")}"')
    return groups, sizes


def _read_name(word, side, seen, sizes, fail, underscores, duplicates):
    """The name of an axis, an ellipsis, or of a number."""
    for letter in word:
        if letter not in "._" and not letter.isalnum():
            fail(f"Unknown character '{letter}'")
    if word in seen and not duplicates and not (underscores and word == "_"):
        word = word.replace(".", "…")
        fail(f'Indexing expression contains duplicate dimension "{word}"')
    if word == ".":
        return word
    if word.isdecimal():
        if int(word) == 0:
            fail("Anonymous axis should have positive length, not 0")
        name = f"{word}-axis of the {side}, {len(sizes)}"
        sizes[name] = int(word)
        return name
    why = why_no_name(word.replace(".", "…"), underscores)
    if why:
        word = word.replace(".", "…")
        fail(f"Invalid axis identifier: {word}\n{why}")
    return word


def names_of(groups):
    """All names, in order."""
    names = []
    for group in groups:
        names += [group] if group == "." else group
    return names
