"""json of texts that are known, those of the project's files too. CPython: Lib/json."""
from prelude.configuration.files import text_read

MODULE = "json"


class JSONDecodeError(ValueError):
    pass


_SPACE = " \t\n\r"
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = {"null": None, "true": True, "false": False, "NaN": float("nan"), "Infinity": float("inf"),
          "-Infinity": float("-inf")}


def _fail(text, say, at):
    line = text[:at].count("\n") + 1
    column = at - text[:at].rfind("\n")
    raise JSONDecodeError(f"{say}: line {line} column {column} (char {at})")


def _skip(text, at):
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


def _string(text, at):
    start, out = at - 1, ""
    while True:
        quote, slash = text.find('"', at), text.find("\\", at)
        if quote < 0:
            _fail(text, "Unterminated string starting at", start)
        if slash < 0 or quote < slash:
            return out + text[at:quote], quote + 1
        mark = text[slash + 1:slash + 2]
        if mark not in _ESCAPES:
            return unknowable(), quote + 1
        out += text[at:slash] + _ESCAPES[mark]
        at = slash + 2


def _number(text, at):
    end = at
    while end < len(text) and text[end] in "+-0123456789.eE":
        end += 1
    whole = text[at:end]
    if not whole.strip("+-.eE"):
        return None, at
    return int(whole) if not any([c in whole for c in ".eE"]) else float(whole), end


def _after_item(text, at, close):
    """Whether a list or a map ends here, and where its next item or what follows it begins."""
    at = _skip(text, at)
    if text[at:at + 1] == close:
        return True, at + 1
    if text[at:at + 1] != ",":
        _fail(text, "Expecting ',' delimiter", at)
    return False, _skip(text, at + 1)


def _items(text, at):
    items = []
    at = _skip(text, at)
    done = text[at:at + 1] == "]"
    if done:
        at += 1
    while not done:
        item, at = _value(text, at)
        items.append(item)
        done, at = _after_item(text, at, "]")
    return items, at


def _pairs(text, at):
    pairs = {}
    at = _skip(text, at)
    done = text[at:at + 1] == "}"
    if done:
        at += 1
    while not done:
        if text[at:at + 1] != '"':
            _fail(text, "Expecting property name enclosed in double quotes", at)
        key, at = _string(text, at + 1)
        at = _skip(text, at)
        if text[at:at + 1] != ":":
            _fail(text, "Expecting ':' delimiter", at)
        pairs[key], at = _value(text, _skip(text, at + 1))
        done, at = _after_item(text, at, "}")
    return pairs, at


def _value(text, at):
    first = text[at:at + 1]
    if first == '"':
        return _string(text, at + 1)
    if first == "{":
        return _pairs(text, at + 1)
    if first == "[":
        return _items(text, at + 1)
    for word, value in _WORDS.items():
        if text[at:at + len(word)] == word:
            return value, at + len(word)
    value, end = _number(text, at)
    if end == at:
        _fail(text, "Expecting value", at)
    return value, end


def loads(s, **kwargs):
    if kwargs or not is_known(s) or not isinstance(s, str):
        return unknowable()
    made = json_value(s)
    if made is not None:
        return made[0]
    value, at = _value(s, _skip(s, 0))
    at = _skip(s, at)
    if at < len(s):
        _fail(s, "Extra data", at)
    return value


def load(fp, **kwargs):
    text = text_read(fp) if not isinstance(fp, str) else None
    return unknowable() if text is None else loads(text, **kwargs)


def dumps(obj, **kwargs):
    return unknowable()


def dump(obj, fp, **kwargs):
    return None
