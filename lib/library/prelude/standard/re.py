"""re: patterns. CPython: Lib/re/__init__.py."""
MODULE = "re"


class Match:
    def __init__(self, pattern, string, spans):
        self.re, self.string, self._spans = pattern, string, spans

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

    def __bool__(self):
        return True


class Pattern:
    def __init__(self, pattern):
        self.pattern, self.flags = pattern, 32
        self.groupindex = dict(regex_names(pattern))

    def _find(self, string, pos, how):
        if not is_known(string):
            return of_unknown(string)
        if not isinstance(string, str):
            raise TypeError(f"expected string or bytes-like object, got '{type(string).__name__}'")
        spans = regex_find(self.pattern, string, pos, how)
        return None if spans is None else Match(self, string, spans)

    def search(self, string, pos=0):
        return self._find(string, pos, 0)

    def match(self, string, pos=0):
        return self._find(string, pos, 1)

    def fullmatch(self, string, pos=0):
        return self._find(string, pos, 2)

    def finditer(self, string):
        return iter(self._all(string))

    def _all(self, string):
        found, at = [], 0
        while at <= len(string):
            m = self.search(string, at)
            if m is None:
                break
            found.append(m)
            at = m.end() + (1 if m.end() == m.start() else 0)
        return found

    def findall(self, string):
        made = []
        for m in self._all(string):
            groups = m.groups("")
            made.append(m[0] if not groups else groups[0] if len(groups) == 1 else groups)
        return made

    def split(self, string, maxsplit=0):
        made, at = [], 0
        for m in self._all(string):
            if maxsplit and len(made) >= maxsplit:
                break
            made += [string[at:m.start()], *m.groups()]
            at = m.end()
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
    """The text that is put in, with what groups have found."""
    made, at = "", 0
    while at < len(template):
        c = template[at]
        if c != "\\":
            made, at = made + c, at + 1
            continue
        rest = template[at + 1:]
        if rest[:2] == "g<":
            name = rest[2:].partition(">")[0]
            made, at = made + (m[int(name) if name.isdigit() else name] or ""), at + 4 + len(name)
        elif rest[:1].isdigit() and not rest[1:2].isdigit():
            made, at = made + (m[int(rest[0])] or ""), at + 2
        elif rest[:1] == "\\":
            made, at = made + "\\", at + 2
        else:
            return unknown("a backslash in what re.sub puts in is not followed")
    return made


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        return pattern
    if not is_known((pattern, flags)):
        return of_unknown((pattern, flags))
    if flags:
        return unknown("flags of regular expressions are not followed")
    if not isinstance(pattern, str):
        return unknown("patterns of bytes are not followed")
    return Pattern(pattern)


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


IGNORECASE = I = 2
MULTILINE = M = 8
DOTALL = S = 16
VERBOSE = X = 64
ASCII = A = 256
