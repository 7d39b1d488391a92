"""Data sets that are known by name. tensorflow_datasets 4.9: core/load.py, core/dataset_builder.py, core/splits.py."""
from prelude.loading.tensorflow_data import Dataset, NumpyDataset, numpy_of, stacked
from prelude.loading.tensorflow_tensors import EagerTensor

MODULE = "tensorflow_datasets"

_SETS = {
    "mnist": ((28, 28, 1), 10, {"train": 60000, "test": 10000}, ()),
    "fashion_mnist": ((28, 28, 1), 10, {"train": 60000, "test": 10000}, ()),
    "kmnist": ((28, 28, 1), 10, {"train": 60000, "test": 10000}, ()),
    "cifar10": ((32, 32, 3), 10, {"train": 50000, "test": 10000}, ("id",)),
    "cifar100": ((32, 32, 3), 100, {"train": 50000, "test": 10000}, ("id", "coarse_label")),
    "svhn_cropped": ((32, 32, 3), 10, {"train": 73257, "test": 26032, "extra": 531131}, ()),
    "stl10": ((96, 96, 3), 10, {"train": 5000, "test": 8000, "unlabelled": 100000}, ()),
}


class Split:
    TRAIN = "train"
    TEST = "test"
    VALIDATION = "validation"


class _Described:
    """What the info of a data set tells of a split or a feature."""

    def __init__(self, **what):
        for name, value in what.items():
            setattr(self, name, value)


def _bound(text, count, otherwise):
    if not text:
        return otherwise
    number = round(count * int(text[:-1]) / 100) if text.endswith("%") else int(text)
    return max(number + count, 0) if number < 0 else min(number, count)


def _count(split, counts):
    """How many examples a split such as "train[:80%]+test" has."""
    whole = 0
    for part in split.replace(" ", "").split("+"):
        name, _, cut = part.partition("[")
        if name == "all":
            counts = {"all": sum(counts.values())}
        if name not in counts:
            raise ValueError(f"Unknown split {name!r}. Should be one of {list(counts)}.")
        start, _, stop = cut[:-1].partition(":") if cut else ("", "", "")
        whole += _bound(stop, counts[name], counts[name]) - _bound(start, counts[name], 0)
    return whole


class _Builder:
    def __init__(self, name):
        self.name = name
        self._shape, self._classes, self._counts, self._others = _SETS[name]

    @property
    def info(self):
        image = _Described(shape=self._shape, dtype=np.uint8)
        label = _Described(shape=(), dtype=np.int64, num_classes=self._classes)
        splits = {name: _Described(num_examples=n) for name, n in self._counts.items()}
        return _Described(splits=splits, features={"image": image, "label": label}, supervised_keys=("image", "label"))

    def download_and_prepare(self, *args, **kwargs):
        return None

    def _element(self, as_supervised):
        image, label = EagerTensor(np.empty(self._shape, np.uint8)), EagerTensor(np.empty((), np.int64))
        if as_supervised:
            return image, label
        return {**{name: EagerTensor(unknowable("a feature of a data set")) for name in self._others}, "image": image, "label": label}

    def as_dataset(self, split=None, *, batch_size=None, shuffle_files=False, decoders=None, read_config=None, as_supervised=False):
        if split is None:
            split = {name: name for name in self._counts}
        if isinstance(split, dict):
            return {k: self.as_dataset(s, batch_size=batch_size, as_supervised=as_supervised) for k, s in split.items()}
        if isinstance(split, (list, tuple)):
            return type(split)([self.as_dataset(s, batch_size=batch_size, as_supervised=as_supervised) for s in split])
        if not isinstance(split, str) or decoders is not None:
            return unknowable("a split of a data set")
        element, count = self._element(as_supervised), _count(split, self._counts)
        if batch_size == -1:
            return stacked(element, count)
        dataset = Dataset([(element, count)])
        return dataset if batch_size is None else dataset.batch(batch_size)


def builder(name, *, try_gcs=False, **kwargs):
    known = isinstance(name, str) and name.split(":")[0] in _SETS
    return _Builder(name.split(":")[0]) if known else unknowable("tensorflow_datasets.builder(…)")


def load(name, *, split=None, data_dir=None, batch_size=None, shuffle_files=False, download=True, as_supervised=False, decoders=None, read_config=None, with_info=False, builder_kwargs=None, download_and_prepare_kwargs=None, as_dataset_kwargs=None, try_gcs=False):
    made = builder(name)
    if not is_known(made):
        return unknowable("tensorflow_datasets.load(…)")
    loaded = made.as_dataset(split, batch_size=batch_size, decoders=decoders, as_supervised=as_supervised)
    return (loaded, made.info) if with_info else loaded


def as_numpy(dataset):
    if isinstance(dataset, Dataset):
        return NumpyDataset(dataset)
    if isinstance(dataset, dict) and any([isinstance(x, Dataset) for x in dataset.values()]):
        return {name: as_numpy(x) for name, x in dataset.items()}
    if isinstance(dataset, (list, tuple)) and any([isinstance(x, Dataset) for x in dataset]):
        return type(dataset)([as_numpy(x) for x in dataset])
    return numpy_of(dataset)
