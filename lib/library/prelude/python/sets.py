"""Methods of sets. CPython: Objects/setobject.c."""


@function("set", takes_unknown=True)
def add(self, elem, /):
    if not inserted(self, elem):
        become(self, {*self, elem})


@function("set", takes_unknown=True)
def discard(self, elem, /):
    become(self, {x for x in self if x != elem})


@function("set", takes_unknown=True)
def remove(self, elem, /):
    if elem not in self:
        raise KeyError(elem)
    become(self, {x for x in self if x != elem})


@function("set")
def pop(self):
    if not self:
        raise KeyError("pop from an empty set")
    first, *rest = self
    become(self, set(rest))
    return first


@function("set")
def clear(self):
    become(self, set())


@function("set")
def copy(self):
    return set(self)


@function("set", takes_unknown=True)
def union(self, *others):
    return {x for other in (self, *others) for x in other}


@function("set", takes_unknown=True)
def intersection(self, *others):
    held = [set(other) for other in others]
    return {x for x in self if all(x in other for other in held)}


@function("set", takes_unknown=True)
def difference(self, *others):
    held = [set(other) for other in others]
    return {x for x in self if not any(x in other for other in held)}


@function("set", takes_unknown=True)
def symmetric_difference(self, other, /):
    return self ^ set(other)


@function("set", takes_unknown=True)
def update(self, *others):
    become(self, union(self, *others))


@function("set", takes_unknown=True)
def intersection_update(self, *others):
    become(self, intersection(self, *others))


@function("set", takes_unknown=True)
def difference_update(self, *others):
    become(self, difference(self, *others))


@function("set", takes_unknown=True)
def symmetric_difference_update(self, other, /):
    become(self, symmetric_difference(self, other))


@function("set", takes_unknown=True)
def issubset(self, other, /):
    held = set(other)
    return all(x in held for x in self)


@function("set", takes_unknown=True)
def issuperset(self, other, /):
    return all(x in self for x in other)


@function("set", takes_unknown=True)
@function("<dict view>", takes_unknown=True)
def isdisjoint(self, other, /):
    return not any(x in self for x in other)
