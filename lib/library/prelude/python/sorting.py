"""sorted, max and min by a key. CPython: Python/bltinmodule.c."""


@function("<by key>", takes_unknown=True)
def sorted(items, key, reverse):
    keys = [key(item) for item in items]
    order = []
    for i in range(len(items)):
        at = len(order)
        while at > 0 and (keys[i] > keys[order[at - 1]] if reverse else keys[i] < keys[order[at - 1]]):
            at -= 1
        order.insert(at, i)
    return [items[i] for i in order]


@function("<by key>", takes_unknown=True)
def max(items, key):
    best = 0
    keys = [key(item) for item in items]
    for i in range(1, len(items)):
        if keys[i] > keys[best]:
            best = i
    return items[best]


@function("<by key>", takes_unknown=True)
def min(items, key):
    best = 0
    keys = [key(item) for item in items]
    for i in range(1, len(items)):
        if keys[i] < keys[best]:
            best = i
    return items[best]
