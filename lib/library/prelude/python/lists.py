"""What changes lists and dicts as a whole. CPython: Objects/listobject.c, dictobject.c."""


@function("list", takes_unknown=True)
def sort(self, /, *, key=None, reverse=False):
    become(self, sorted(self, key=key, reverse=reverse))


@function("list", takes_unknown=True)
def remove(self, value, /):
    for i in range(len(self)):
        if self[i] == value:
            self.pop(i)
            return
    raise ValueError("list.remove(x): x not in list")


@function("list", takes_unknown=True)
@function("dict", takes_unknown=True)
def clear(self, /):
    become(self, type(self)())


@function("dict", takes_unknown=True)
def popitem(self, /, last=True):
    if not self:
        raise KeyError("popitem(): dictionary is empty")
    key = list(self)[-1 if last else 0]
    return key, self.pop(key)


@function("dict", takes_unknown=True)
def move_to_end(self, key, last=True):
    value = self.pop(key)
    become(self, {**self, key: value} if last else {key: value, **self})


@function("dict", takes_unknown=True)
def update(self, other=(), /, **kwargs):
    become(self, {**self, **dict(other), **kwargs})


@function("<class method>", takes_unknown=True)
def fromkeys(iterable, value=None, /):
    return {key: value for key in iterable}


@function("<class method>", takes_unknown=True)
def from_bytes(bytes, byteorder="big", *, signed=False):
    return unknowable("int.from_bytes", like=0)


@function("<slice>", takes_unknown=True)
def assign(self, at, start, stop, step, values):
    items, chosen = list(values), list(range(len(self)))[at]
    if step is None or step == 1:
        first = 0 if start is None else len(self[:start])
        last = len(self) if stop is None else max(first, len(self[:stop]))
        become(self, self[:first] + items + self[last:])
        return
    if len(chosen) != len(items):
        raise ValueError(f"attempt to assign sequence of size {len(items)} "
                         f"to extended slice of size {len(chosen)}")
    for i, item in zip(chosen, items):
        self[i] = item


@function("<slice>", takes_unknown=True)
def delete(self, at):
    chosen = list(range(len(self)))[at]
    become(self, [x for i, x in enumerate(self) if i not in chosen])
