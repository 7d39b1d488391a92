"""itertools. CPython: Doc/library/itertools.rst."""
MODULE = "itertools"


def count(start=0, step=1):
    while True:
        yield start
        start = start + step


def cycle(iterable):
    saved = []
    for item in iterable:
        yield item
        saved.append(item)
    while saved:
        for item in saved:
            yield item


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


class chain:
    def __init__(self, *iterables):
        self.items = self._through(iterables)

    @classmethod
    def from_iterable(cls, iterable):
        made = cls()
        made.items = made._through(iterable)
        return made

    def _through(self, iterables):
        for iterable in iterables:
            yield from iterable

    def __iter__(self):
        return self.items

    def __next__(self):
        return next(self.items)


def islice(iterable, *args):
    bounds = slice(*args)
    start = 0 if bounds.start is None else bounds.start
    step = 1 if bounds.step is None else bounds.step
    stop = bounds.stop
    i = 0
    wanted = start
    iterator = iter(iterable)
    while stop is None or wanted < stop:
        item = next(iterator, StopIteration)
        if item is StopIteration:
            return
        if i == wanted:
            yield item
            wanted += step
        i += 1


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            break
        yield item


def dropwhile(predicate, iterable):
    dropping = True
    for item in iterable:
        dropping = dropping and predicate(item)
        if not dropping:
            yield item


def filterfalse(function, iterable):
    for item in iterable:
        if not (item if function is None else function(item)):
            yield item


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def accumulate(iterable, func=None, *, initial=None):
    total = initial
    started = initial is not None
    if started:
        yield total
    for item in iterable:
        total = (total + item if func is None else func(total, item)) if started else item
        started = True
        yield total


def pairwise(iterable):
    before = StopIteration
    for item in iterable:
        if before is not StopIteration:
            yield before, item
        before = item


def batched(iterable, n):
    batch = []
    for item in iterable:
        batch.append(item)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch:
        yield tuple(batch)


def compress(data, selectors):
    for item, wanted in zip(data, selectors):
        if wanted:
            yield item


def zip_longest(*args, fillvalue=None):
    columns = [list(a) for a in args]
    for i in range(max([len(c) for c in columns], default=0)):
        yield tuple([c[i] if i < len(c) else fillvalue for c in columns])


def product(*args, repeat=1):
    rows = [()]
    for pool in [tuple(a) for a in args] * repeat:
        rows = [row + (item,) for row in rows for item in pool]
    for row in rows:
        yield row


def permutations(iterable, r=None):
    pool = tuple(iterable)
    size = len(pool) if r is None else r
    rows = [()]
    for _ in range(size):
        rows = [row + (i,) for row in rows for i in range(len(pool)) if i not in row]
    for row in rows:
        yield tuple([pool[i] for i in row])


def combinations(iterable, r):
    pool = tuple(iterable)
    rows = [()]
    for _ in range(r):
        rows = [row + (i,) for row in rows for i in range(row[-1] + 1 if row else 0, len(pool))]
    for row in rows:
        yield tuple([pool[i] for i in row])


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    rows = [()]
    for _ in range(r):
        rows = [row + (i,) for row in rows for i in range(row[-1] if row else 0, len(pool))]
    for row in rows:
        yield tuple([pool[i] for i in row])


def tee(iterable, n=2):
    items = list(iterable)
    return tuple([iter(items) for _ in range(n)])


def groupby(iterable, key=None):
    group = []
    last = StopIteration
    for item in iterable:
        k = item if key is None else key(item)
        if last is not StopIteration and k != last:
            yield last, iter(group)
            group = []
        group.append(item)
        last = k
    if last is not StopIteration:
        yield last, iter(group)
