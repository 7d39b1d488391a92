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


@function("builtins")
def chr(i, /):
    return _PRINTED[i - 32] if 32 <= i < 127 else unknowable()


@function("builtins")
def ord(c, /):
    return _PRINTED.index(c) + 32 if len(c) == 1 and c in _PRINTED else unknowable()


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
