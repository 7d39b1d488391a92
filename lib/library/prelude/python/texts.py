"""Texts of numbers and characters. CPython: Python/bltinmodule.c, Objects/unicodeobject.c."""

_PRINTED = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"


def _in_base(number, prefix, digits):
    return ("-" if number < 0 else "") + prefix + digits


@function("builtins")
def bin(number, /):
    return _in_base(number, "0b", f"{abs(number):b}")


@function("builtins")
def oct(number, /):
    return _in_base(number, "0o", f"{abs(number):o}")


@function("builtins")
def hex(number, /):
    return _in_base(number, "0x", f"{abs(number):x}")


_CONTROL = {9: "\t", 10: "\n", 13: "\r"}


@function("builtins")
def chr(i, /):
    if i < 0 or i > 1114111:
        raise ValueError("chr() arg not in range(0x110000)")
    if i in _CONTROL:
        return _CONTROL[i]
    return _PRINTED[i - 32] if 32 <= i < 127 else unknowable()


@function("builtins")
def ord(c, /):
    if not isinstance(c, str):
        raise TypeError(f"ord() expected string of length 1, but {type(c).__name__} found")
    if len(c) != 1:
        raise TypeError(f"ord() expected a character, but string of length {len(c)} found")
    for number, control in _CONTROL.items():
        if c == control:
            return number
    return _PRINTED.index(c) + 32 if c in _PRINTED else unknowable()


def _is_ascii(text):
    return all([c in _PRINTED or c in "\t\n\r" for c in text])


@function("builtins")
def ascii(object, /):
    text = repr(object)
    return text if _is_ascii(text) else unknowable()


@function("str")
def partition(self, sep, /):
    at = self.find(sep)
    return (self, "", "") if at < 0 else (self[:at], sep, self[at + len(sep):])


@function("str")
def rpartition(self, sep, /):
    at = self.rfind(sep)
    return ("", "", self) if at < 0 else (self[:at], sep, self[at + len(sep):])


@function("str")
def zfill(self, width, /):
    sign = self[:1] if self[:1] in ("+", "-") else ""
    return sign + "0" * (width - len(self)) + self[len(sign):]


@function("str")
def isspace(self, /):
    return len(self) > 0 and not self.strip()


@function("str")
def swapcase(self, /):
    return "".join([c.lower() if c.isupper() else c.upper() for c in self])


def _all_in(text, first, last):
    return len(text) > 0 and all(first <= c <= last for c in text)


@function("str")
def isdigit(self, /):
    return _all_in(self, "0", "9")


@function("str")
def isupper(self, /):
    return self.upper() == self and self.lower() != self


@function("str")
def islower(self, /):
    return self.lower() == self and self.upper() != self


@function("str")
def isalpha(self, /):
    return len(self) > 0 and all(c.lower() != c.upper() for c in self)


@function("str")
def isalnum(self, /):
    return len(self) > 0 and all(c.lower() != c.upper() or "0" <= c <= "9" for c in self)


@function("str")
def title(self, /):
    return "".join([c.lower() if i > 0 and self[i - 1].lower() != self[i - 1].upper() else c.upper()
                    for i, c in enumerate(self)])


@function("str")
def removeprefix(self, prefix, /):
    return self[len(prefix):] if self.startswith(prefix) else self


@function("str")
def removesuffix(self, suffix, /):
    return self[:len(self) - len(suffix)] if self.endswith(suffix) else self


@function("str")
def ljust(self, width, fillchar=" ", /):
    return self + fillchar * (width - len(self))


@function("str")
def rjust(self, width, fillchar=" ", /):
    return fillchar * (width - len(self)) + self


@function("str")
def center(self, width, fillchar=" ", /):
    missing = width - len(self)
    if missing <= 0:
        return self
    left = missing // 2 + (missing & width & 1)
    return fillchar * left + self + fillchar * (missing - left)


@function("str")
def expandtabs(self, tabsize=8):
    lines = []
    for line in self.split("\n"):
        out = ""
        for part in line.split("\t")[:-1]:
            out += part
            out += " " * (tabsize - len(out) % tabsize) if tabsize > 0 else ""
        lines.append(out + line.split("\t")[-1])
    return "\n".join(lines)


@function("str")
def casefold(self, /):
    return self.lower()


@function("str")
def istitle(self, /):
    return self == self.title() and self.lower() != self.upper()


@function("str")
def isdecimal(self, /):
    return _all_in(self, "0", "9") if _is_ascii(self) else unknowable()


@function("str")
def isnumeric(self, /):
    return _all_in(self, "0", "9") if _is_ascii(self) else unknowable()


@function("str")
def isascii(self, /):
    return _is_ascii(self)


@function("str")
def isprintable(self, /):
    return all([c in _PRINTED for c in self]) if _is_ascii(self) else unknowable()


@function("str")
def isidentifier(self, /):
    if not _is_ascii(self):
        return unknowable()
    word = self.replace("_", "a")
    return len(word) > 0 and all(["a" <= c.lower() <= "z" or "0" <= c <= "9" for c in word]) and not "0" <= word[0] <= "9"


@function("str")
def splitlines(self, keepends=False):
    lines, line, i = [], "", 0
    while i < len(self):
        end = "\r\n" if self[i:i + 2] == "\r\n" else self[i] if self[i] in "\n\r" else ""
        if end:
            lines.append(line + end if keepends else line)
            line = ""
        else:
            line += self[i]
        i += len(end) or 1
    return lines + [line] if line else lines


@function("str")
def rsplit(self, sep=None, maxsplit=-1):
    turned = self[::-1].split(None if sep is None else sep[::-1], maxsplit)
    return [part[::-1] for part in turned[::-1]]


def _stripped(text, chars, left, right):
    while left and text and text[0] in chars:
        text = text[1:]
    while right and text and text[-1] in chars:
        text = text[:-1]
    return text


@function("<stripped>")
def strip(self, chars):
    return _stripped(self, chars, True, True)


@function("<stripped>")
def lstrip(self, chars):
    return _stripped(self, chars, True, False)


@function("<stripped>")
def rstrip(self, chars):
    return _stripped(self, chars, False, True)


@function("<class method>")
def maketrans(x, y=None, z="", /):
    if y is None:
        return {ord(k) if isinstance(k, str) else k: v for k, v in x.items()}
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    return {**{ord(a): ord(b) for a, b in zip(x, y)}, **{ord(c): None for c in z}}


@function("str")
def translate(self, table, /):
    out = ""
    for c in self:
        to = table.get(ord(c), c)
        out += chr(to) if isinstance(to, int) else "" if to is None else to
    return out


@function("str")
def format_map(self, mapping, /):
    return self.format(**mapping)


@function("<text within>")
def startswith(self, prefix, start=0, end=None):
    text = self[start:end]
    if isinstance(prefix, tuple):
        return any([text.startswith(one) for one in prefix])
    return text[:len(prefix)] == prefix and (start <= len(self))


@function("<text within>")
def endswith(self, suffix, start=0, end=None):
    text = self[start:end]
    if isinstance(suffix, tuple):
        return any([text.endswith(one) for one in suffix])
    return text[len(text) - len(suffix):] == suffix if len(suffix) <= len(text) and start <= len(self) else False


@function("<text within>")
def find(self, sub, start=0, end=None):
    size = len(self)
    start = max(start + size, 0) if start < 0 else start
    end = size if end is None else max(end + size, 0) if end < 0 else min(end, size)
    for i in range(start, end - len(sub) + 1):
        if self[i:i + len(sub)] == sub:
            return i
    return -1


@function("<text within>")
def rfind(self, sub, start=0, end=None):
    size = len(self)
    start = max(start + size, 0) if start < 0 else start
    end = size if end is None else max(end + size, 0) if end < 0 else min(end, size)
    for i in range(end - len(sub), start - 1, -1):
        if self[i:i + len(sub)] == sub:
            return i
    return -1


@function("<text within>")
def index(self, sub, start=0, end=None):
    at = find(self, sub, start, end)
    if at < 0:
        raise ValueError("substring not found")
    return at


@function("<text within>")
def rindex(self, sub, start=0, end=None):
    at = rfind(self, sub, start, end)
    if at < 0:
        raise ValueError("substring not found")
    return at


@function("<text within>")
def count(self, sub, start=0, end=None):
    size = len(self)
    start = max(start + size, 0) if start < 0 else start
    end = size if end is None else max(end + size, 0) if end < 0 else min(end, size)
    if not sub:
        return max(end - start + 1, 0)
    found, i = 0, start
    while i <= end - len(sub):
        equal = self[i:i + len(sub)] == sub
        found += equal
        i += len(sub) if equal else 1
    return found


@function("<text within>")
def replace(self, old, new, count=-1):
    if not old:
        pieces = list(self)
        most = len(pieces) + 1 if count < 0 else count
        out = ""
        for i in range(len(pieces) + 1):
            out += (new if i < most else "") + (pieces[i] if i < len(pieces) else "")
        return out
    return new.join(self.split(old, count))
