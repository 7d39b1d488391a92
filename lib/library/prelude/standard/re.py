"""re: patterns. CPython: Lib/re/__init__.py."""
MODULE = "re"


class Match:
    def __init__(self, pattern, string, spans, pos, endpos):
        self.re, self.string, self._spans = pattern, string, spans
        self.pos, self.endpos = pos, endpos

    def __repr__(self):
        return f"<re.Match object; span={self.span()}, match={self[0]!r}>"

    @property
    def lastindex(self):
        """The group that closed last, which is told where only one took part."""
        found = [i for i in range(1, self.re.groups + 1) if self.start(i) >= 0]
        if len(found) > 1:
            return unknown("which of several groups of a match closed last is not followed")
        return found[0] if found else None

    @property
    def lastgroup(self):
        last = self.lastindex
        for name, group in self.re.groupindex.items():
            if group == last:
                return name
        return None

    def _number(self, group):
        if isinstance(group, str):
            if group not in self.re.groupindex:
                raise IndexError("no such group")
            return self.re.groupindex[group]
        if group < 0 or 2 * group >= len(self._spans):
            raise IndexError("no such group")
        return group

    def span(self, group=0):
        at = self._number(group)
        return (self._spans[2 * at], self._spans[2 * at + 1])

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    def group(self, *groups):
        if len(groups) > 1:
            return tuple([self[g] for g in groups])
        return self[groups[0] if groups else 0]

    def __getitem__(self, group):
        start, end = self.span(group)
        return None if start < 0 else self.string[start:end]

    def groups(self, default=None):
        found = [self[i] for i in range(1, len(self._spans) // 2)]
        return tuple([default if x is None else x for x in found])

    def groupdict(self, default=None):
        return {name: default if self[name] is None else self[name] for name in self.re.groupindex}

    def expand(self, template):
        return _expanded(template, self)

    def __bool__(self):
        return True


class Pattern:
    def __init__(self, pattern, flags):
        self.pattern = pattern
        self.flags, self.groups, names = regex_compile(pattern, flags)
        self.groupindex = dict(names)

    def __repr__(self):
        if self.flags != UNICODE:
            return unknown("how a pattern with flags is written is not followed")
        return f"re.compile({self.pattern!r})"

    def _find(self, string, pos, endpos, how):
        if not is_known((string, pos, endpos)):
            return of_unknown((string, pos, endpos))
        if not isinstance(string, str):
            raise TypeError(f"expected string or bytes-like object, got '{type(string).__name__}'")
        end = len(string) if endpos is None else max(0, min(endpos, len(string)))
        spans = regex_find(self.pattern, self.flags, string[:end], max(0, min(pos, len(string))), how)
        return None if spans is None else Match(self, string, spans, pos, end)

    def search(self, string, pos=0, endpos=None):
        return self._find(string, pos, endpos, 0)

    def match(self, string, pos=0, endpos=None):
        return self._find(string, pos, endpos, 1)

    def fullmatch(self, string, pos=0, endpos=None):
        return self._find(string, pos, endpos, 2)

    def finditer(self, string, pos=0, endpos=None):
        return iter(self._all(string, pos, endpos))

    def _all(self, string, pos=0, endpos=None):
        """All matches; behind one that took nothing comes one that takes something, or stands further on."""
        found, m = [], self._find(string, pos, endpos, 0)
        while m is not None:
            found.append(m)
            m = self._find(string, m.end(), endpos, 3 if m.end() == m.start() else 0)
        return found

    def findall(self, string, pos=0, endpos=None):
        made = []
        for m in self._all(string, pos, endpos):
            groups = m.groups("")
            made.append(m[0] if not groups else groups[0] if len(groups) == 1 else groups)
        return made

    def split(self, string, maxsplit=0):
        made, at, done = [], 0, 0
        for m in self._all(string):
            if maxsplit and done >= maxsplit:
                break
            made += [string[at:m.start()], *m.groups()]
            at, done = m.end(), done + 1
        return made + [string[at:]]

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def subn(self, repl, string, count=0):
        made, at, done = "", 0, 0
        for m in self._all(string):
            if count and done >= count:
                break
            made += string[at:m.start()] + (_expanded(repl, m) if isinstance(repl, str) else repl(m))
            at, done = m.end(), done + 1
        return made + string[at:], done


def _expanded(template, m):
    """The text that is put in, with what groups have found. CPython: Lib/re/_parser.py, parse_template."""
    made, at = "", 0
    while at < len(template):
        if template[at] != "\\":
            made, at = made + template[at], at + 1
            continue
        text, length = _escaped(template[at + 1:], m)
        made, at = made + text, at + 1 + length
    return made


def _escaped(rest, m):
    """What stands behind a backslash: the text it means, and how many characters it takes."""
    if rest[:2] == "g<" and ">" in rest:
        name = rest[2:].partition(">")[0]
        return _found(m, int(name) if name.isdigit() else name), 3 + len(name)
    if rest[:1].isdigit():
        digits = 2 if rest[1:2].isdigit() else 1
        if rest[0] == "0" or rest[digits:digits + 1].isdigit():
            return unknown("an octal number in what re.sub puts in is not followed")
        return _found(m, int(rest[:digits])), digits
    if rest[:1] in _ESCAPES:
        return _ESCAPES[rest[0]], 1
    if rest[:1] == "" or rest[:1].isalpha():
        return unknown("a backslash in what re.sub puts in is not followed")
    return "\\" + rest[0], 1


def _found(m, group):
    if group not in m.re.groupindex and group not in range(m.re.groups + 1):
        return unknown("re.sub names a group that the pattern has not")
    return m[group] or ""


_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


def compile(pattern, flags=0):
    if not is_known((pattern, flags)):
        return unknowable("re.compile(…)")
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    if not isinstance(pattern, str):
        raise TypeError("first argument must be string or compiled pattern")
    if not pattern.isascii():
        _ = Pattern("".join([c if c.isascii() else "x" for c in pattern]), flags)
        return unknowable("re.compile(…)")
    return Pattern(pattern, flags)


def purge():
    return None


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    special = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f"
    return "".join(["\\" + c if c in special else c for c in pattern])


class error(Exception):
    pass


NOFLAG = 0
LOCALE = 4
L = 4
IGNORECASE = 2
I = 2
MULTILINE = 8
M = 8
DOTALL = 16
S = 16
UNICODE = 32
U = 32
VERBOSE = 64
X = 64
DEBUG = 128
ASCII = 256
A = 256
