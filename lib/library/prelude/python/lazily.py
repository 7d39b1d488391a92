"""zip, map, filter and enumerate of what is gone through item by item. CPython: Python/bltinmodule.c."""


@function("<lazily>", takes_unknown=True)
def zip(iterables, strict):
    iterators = [iter(i) for i in iterables]
    while iterators:
        row = []
        for iterator in iterators:
            item = next(iterator, StopIteration)
            if (is_known(item) or not is_known(iterator)) and item is StopIteration:
                return
            row.append(item)
        yield tuple(row)


@function("<lazily>", takes_unknown=True)
def map(function, iterables):
    for row in zip(iterables, False):
        yield function(*row)


@function("<lazily>", takes_unknown=True)
def filter(function, iterable):
    for item in iterable:
        if item if function is None else function(item):
            yield item


@function("<lazily>", takes_unknown=True)
def enumerate(iterable, start):
    for item in iterable:
        yield start, item
        start += 1


@function("<lazily>", takes_unknown=True)
def reversed(x):
    for i in range(len(x) - 1, -1, -1):
        yield x[i]


@function("<lazily>", takes_unknown=True)
def by_index(x):
    i = 0
    while True:
        try:
            item = x[i]
        except IndexError:
            return
        yield item
        i += 1
