"""Grids of axes to draw in, of which a program asks how many there are. matplotlib: pyplot.py, figure.py."""


class Axes:
    def __getattr__(self, name):
        return unknowable("matplotlib.axes.Axes." + name)


class ndarray:
    """NumPy's array of objects, as far as it is asked where those are axes."""

    def __init__(self, items, shape):
        self._items = items
        self.shape = shape
        self.ndim = len(shape)
        self.size = len(items)

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, index):
        if self.ndim == 1:
            return self._row(self._items, index)
        if isinstance(index, tuple) and len(index) == 2:
            rows, column = self._row(self._rows(), index[0]), index[1]
            if isinstance(index[0], slice):
                return [self._row(row, column) for row in rows]
            return self._row(rows, column)
        return self._row(self._rows(), index)

    def _row(self, items, index):
        return items[index]

    def _rows(self):
        count = self.shape[1]
        return [ndarray(self._items[i * count:(i + 1) * count], (count,)) for i in range(self.shape[0])]

    def __iter__(self):
        return iter(self._items if self.ndim == 1 else self._rows())

    @property
    def flat(self):
        return ndarray(self._items, (self.size,))

    def flatten(self):
        return self.flat

    def ravel(self):
        return self.flat

    def reshape(self, *shape):
        sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        return ndarray(self._items, sizes) if -1 not in sizes else unknown("this reshape of axes")

    def tolist(self):
        return self._items if self.ndim == 1 else [list(row) for row in self._rows()]

    @property
    def T(self):
        if self.ndim == 1:
            return self
        rows, columns = self.shape
        return ndarray([self._items[i * columns + j] for j in range(columns) for i in range(rows)], (columns, rows))


def _axes(nrows, ncols, squeeze):
    if squeeze and nrows == 1 and ncols == 1:
        return Axes()
    items = [Axes() for _ in range(nrows * ncols)]
    if squeeze and 1 in (nrows, ncols):
        return ndarray(items, (nrows * ncols,))
    return ndarray(items, (nrows, ncols))


class Figure:
    def __getattr__(self, name):
        return unknowable("matplotlib.figure.Figure." + name)

    def subplots(self, nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True, **options):
        return _axes(static_int(nrows), static_int(ncols), squeeze)


@function("matplotlib.pyplot", takes_unknown=True)
def figure(num=None, **options):
    return Figure()


@function("matplotlib.pyplot")
def subplots(nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True, **options):
    return Figure(), _axes(static_int(nrows), static_int(ncols), squeeze)
