"""text % values and text.format(…). CPython: Objects/unicodeobject.c PyUnicode_Format, stringlib/unicode_format.h."""

_NO_NUMBERS = ("str", "list", "tuple", "dict", "set", "frozenset", "NoneType", "range", "slice", "function", "ellipsis",
               "builtin_function_or_method", "_ScalarMeta", "type", "PartitionSpec", "NamedSharding", "Mesh")


def _taken(items):
    if not items:
        raise TypeError("not enough arguments for format string")
    return items.pop(0)


def _number(letter, value):
    """The value as a letter for numbers wants it."""
    kind = type(value).__name__
    if kind in _NO_NUMBERS or (kind == "float" and letter in "oxXc"):
        raise TypeError("%c requires int or char" if letter == "c" else
                        f"must be real number, not {kind}" if letter not in "diuoxX" else
                        f"%{letter} format: {'a real number' if letter in 'diu' else 'an integer'} is required, "
                        f"not {kind}")
    if kind in ("int", "bool") or (kind == "float" and letter in "diu"):
        return int(value)
    if kind.rstrip("_0123456789") not in ("float", "int", "uint", "bool"):
        unknown("the number that this is in a text is not known")
    return value


def _digits(letter, spec, align, number):
    """An integer of so many digits at least: %+8.3d."""
    front, least = spec.split(".", 1)
    width = front.lstrip("+ #0")
    flags = front[:len(front) - len(width)]
    if "#" in flags or (least and not least.isdigit()):
        unknown("this format is not known")
    sign = "-" if number < 0 else "+" if "+" in flags else " " if " " in flags else ""
    count = int(least or 0)
    if "0" in flags and align == "":
        count = max(count, int(width or 0) - len(sign))
    digits = format(abs(number), "d" if letter in "iu" else letter)
    return format(sign + digits.rjust(count, "0"), (align or ">") + width)


def _converted(letter, spec, align, value):
    if letter in "sra":
        value = str(value) if letter == "s" else repr(value)
    elif letter not in "diuoxXeEfFgGc":
        unknown("this format is not known")
    elif is_known(value) and not (letter == "c" and isinstance(value, str) and len(value) == 1):
        value = _number(letter, value)
    if not is_known(value):
        return value
    if isinstance(value, str):
        return format(value, (align or (">" if spec and spec[0] != "." else "")) + spec + "s")
    if "." in spec and letter in "diuoxX":
        return _digits(letter, spec, align, value)
    return format(value, align + spec + ("d" if letter in "iu" else letter))


def _named(values, key, is_mapping):
    if not is_mapping:
        raise TypeError("format requires a mapping")
    if key not in list(values):
        raise KeyError(key)
    return values[key]


@function("<formats>", takes_unknown=True)
def percent(text, values, is_tuple, is_mapping):
    items = list(values) if is_tuple else [values]
    whole = ""
    while True:
        plain, mark, text = text.partition("%")
        whole += plain
        if not mark:
            break
        key, spec, align, at = None, "", "", 0
        if text.startswith("("):
            key, closed, text = text[1:].partition(")")
            if not closed:
                raise ValueError("incomplete format key")
        while at < len(text) and text[at] in "-+ #0123456789.*hlL":
            c = text[at]
            if c == "*":
                number = _taken(items)
                if type(number).__name__ not in ("int", "bool"):
                    raise TypeError("* wants int")
                c = "-" if number < 0 else ""
                spec += str(abs(number))
            align = "<" if c == "-" else align
            spec += "" if c in "-hlL" else c
            at += 1
        if at == len(text):
            raise ValueError("incomplete format")
        letter, text = text[at], text[at + 1:]
        if letter == "%":
            whole += "%"
            continue
        part = _converted(letter, spec, align, _taken(items) if key is None else
                          _named(values, key, is_mapping))
        if not is_known(part):
            return part
        whole += part
    if is_tuple and items:
        raise TypeError("not all arguments converted during string formatting")
    return whole


def _name(text):
    """What stands in front of the first part or key."""
    return text.partition(".")[0].partition("[")[0]


def _field(name, args, kwargs, taken):
    """The value that a field names: "", "0", "name", "name.part", "0[key]"."""
    first = _name(name)
    rest = name[len(first):]
    if not first or first.isdigit():
        index = int(first or taken)
        if index >= len(args):
            raise IndexError(f"Replacement index {index} out of range for positional args tuple")
        value = args[index]
    else:
        value = _named(kwargs, first, True)
    while rest:
        if rest[0] == "[":
            key, _, rest = rest[1:].partition("]")
            value = value[int(key) if key.isdigit() else key]
        else:
            part = _name(rest[1:])
            value, rest = getattr(value, part), rest[1 + len(part):]
    return value


@function("<formats>", takes_unknown=True)
def fields(text, args, kwargs):
    whole, rest, taken = "", text, 0
    while True:
        plain, mark, rest = rest.partition("{")
        whole += plain.replace("}}", "}")
        if not mark:
            return whole
        if rest.startswith("{"):
            whole, rest = whole + "{", rest[1:]
            continue
        field, closed, rest = rest.partition("}")
        if not closed or "{" in field:
            return unknowable()
        head, _, spec = field.partition(":")
        name, _, conversion = head.partition("!")
        value = _field(name, args, kwargs, taken)
        taken += not _name(name)
        if conversion:
            value = str(value) if conversion == "s" else repr(value)
        whole += format(value, spec)
