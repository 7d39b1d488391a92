"""The patterns of einops. einops: parsing.py ParsedExpression."""


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
_DIGITS = "0123456789"


def is_number(name):
    return all([letter in _DIGITS for letter in name])


def is_axis_name(name):
    return (name[0] in _LETTERS and all([letter in _LETTERS or letter in _DIGITS for letter in name]) and
            name[0] != "_" and name[-1] != "_")


def _words(expression, fail):
    """Parentheses and names, in order; an ellipsis is a dot."""
    words, name = [], ""
    if len(expression.split("...")) > 2 or "." in expression.replace("...", ""):
        fail("dots stand only in one ellipsis, '...'")
    expression = expression.replace("...", ".")
    for letter in expression:
        if letter == "." or letter in _LETTERS or letter in _DIGITS:
            name += letter
            continue
        if name:
            words.append(name)
            name = ""
        if letter in "()":
            words.append(letter)
        elif letter != " ":
            fail(f"'{letter}' has no meaning in a pattern")
    return words + [name] if name else words


def read_side(expression, side, fail, underscores=False, duplicates=False):
    """
    One side of a pattern: the groups of names that its dimensions are made of, and the sizes of those
    that are numbers, each of which is a name of its own. An ellipsis is a group that is a dot.
    """
    groups, group, seen, sizes = [], None, [], {}
    for word in _words(expression, fail):
        if word == "(":
            if group is not None:
                fail("parentheses stand inside of others")
            group = []
            continue
        if word == ")":
            if group is None:
                fail("a parenthesis is closed that was not opened")
            groups.append(group)
            group = None
            continue
        if word in seen and not duplicates and not (underscores and word == "_"):
            fail(f"the axis '{word}' stands twice on one side")
        if is_number(word) and int(word) == 1:
            if group is None:
                groups.append([])
            continue
        if is_number(word):
            if int(word) == 0:
                fail("an axis of length 0")
            size = int(word)
            word = f"{side} {len(sizes)}"
            sizes[word] = size
        elif word != "." and not is_axis_name(word) and not (underscores and word == "_"):
            fail(f"'{word}' is not a name of an axis")
        seen.append(word)
        if group is not None:
            group.append(word)
        else:
            groups.append("." if word == "." else [word])
    if group is not None:
        fail("a parenthesis is not closed")
    return groups, sizes


def names_of(groups):
    """All names, in order."""
    names = []
    for group in groups:
        names += [group] if group == "." else group
    return names
