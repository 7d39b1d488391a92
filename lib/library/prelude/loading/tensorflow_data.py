"""Data sets of tensorflow, by the types of what they give. tensorflow 2.20: python/data/ops/dataset_ops.py."""
from prelude.loading.tensorflow_tensors import EagerTensor

MODULE = "tensorflow.data"

AUTOTUNE = -1


def _parts(element, apply):
    return jax.tree.map(lambda x: apply(x) if is_known(x) else x, element)


def numpy_of(element):
    return _parts(element, lambda x: x._array if isinstance(x, EagerTensor) else x)


def stacked(element, count):
    """So many elements that are like this one, as a batch."""
    return _parts(element, lambda x: EagerTensor(np.empty((count,) + x._array.shape, x._array.dtype)) if isinstance(x, EagerTensor) else x)


def _sliced(tensors):
    return _parts(tensors, lambda x: EagerTensor(np.asarray(np.asarray(x)[0])))


def _first_length(tensors):
    while isinstance(tensors, (dict, tuple)):
        tensors = list(tensors.values())[0] if isinstance(tensors, dict) else tensors[0]
    return len(tensors)


class Dataset:
    """What it gives is a row of elements, each with the number of times that one like it is given; the row once more and
    again where it is repeated."""

    def __init__(self, runs, repeated=False):
        self._runs, self._repeated = runs, repeated

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        return Dataset([(_sliced(tensors), _first_length(tensors))])

    @staticmethod
    def from_tensors(tensors, name=None):
        return Dataset([(_parts(tensors, lambda x: EagerTensor(np.asarray(x))), 1)])

    @staticmethod
    def from_generator(generator, *args, **kwargs):
        return unknowable("tensorflow.data.Dataset.from_generator(…)")

    @staticmethod
    def zip(*args, datasets=None, name=None):
        return unknowable("tensorflow.data.Dataset.zip(…)")

    def _alone(self):
        """The only kind of element and how often it is given, or None: again and again."""
        if len(self._runs) != 1:
            unknown("what a tf.data.Dataset makes of batches of several sizes")
        element, count = self._runs[0]
        return element, None if self._repeated else count

    def map(self, map_func, num_parallel_calls=None, deterministic=None, **options):
        made = [(map_func(*e) if isinstance(e, tuple) else map_func(e), n) for e, n in self._runs]
        return Dataset([(tuple(e) if isinstance(e, list) else e, n) for e, n in made], self._repeated)

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        element, count = self._alone()
        if count is None:
            return Dataset([(stacked(element, batch_size), 1)], True)
        runs = [(stacked(element, batch_size), count // batch_size)] if count >= batch_size else []
        if count % batch_size and not drop_remainder:
            runs.append((stacked(element, count % batch_size), 1))
        return Dataset(runs, False)

    def unbatch(self, name=None):
        return unknowable("tensorflow.data.Dataset.unbatch(…)")

    def repeat(self, count=None, name=None):
        if count is None or count == -1:
            return Dataset(self._runs, True)
        return self if self._repeated else Dataset(self._runs * count)

    def take(self, count, name=None):
        element, whole = self._alone()
        return Dataset([(element, count if whole is None else min(count, whole))]) if count >= 0 else self

    def skip(self, count, name=None):
        element, whole = self._alone()
        return self if whole is None else Dataset([(element, max(whole - count, 0))])

    def shard(self, num_shards, index, name=None):
        element, whole = self._alone()
        return self if whole is None else Dataset([(element, (whole - index - 1) // num_shards + 1)])

    def filter(self, predicate, name=None):
        return unknowable("tensorflow.data.Dataset.filter(…)")

    def enumerate(self, start=0, name=None):
        return Dataset([((EagerTensor(np.empty((), np.int64)), e), n) for e, n in self._runs], self._repeated)

    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=True, name=None):
        return self

    def cache(self, filename="", name=None):
        return self

    def prefetch(self, buffer_size, name=None):
        return self

    def with_options(self, options, name=None):
        return self

    def as_numpy_iterator(self):
        return iter(NumpyDataset(self))

    def __len__(self):
        if self._repeated:
            raise TypeError("The dataset is infinite.")
        return sum([n for _, n in self._runs])

    def _once(self):
        return tuple([element for run, count in self._runs for element in [run] * count])

    def _forever(self):
        while True:
            for element in self._once():
                yield element

    def __iter__(self):
        return self._forever() if self._repeated else iter(self._once())


class NumpyDataset:
    def __init__(self, dataset):
        self._dataset = Dataset([(numpy_of(e), n) for e, n in dataset._runs], dataset._repeated)

    def __iter__(self):
        return iter(self._dataset)

    def __len__(self):
        return len(self._dataset)
