"""Data sets and the loader of torch, in programs of JAX too. torch: torch/utils/data."""
from prelude.loading.tensors import Tensor, as_torch, is_for_torch, is_torch

MODULE = "torch.utils.data"


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    pass


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        if any([x.size(0) != tensors[0].size(0) for x in tensors]):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([x[index] for x in self.tensors])

    def __len__(self):
        return self.tensors[0].size(0)


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)

    def __len__(self):
        return sum([len(d) for d in self.datasets])

    def __getitem__(self, index):
        for d in self.datasets:
            if index < len(d):
                return d[index]
            index -= len(d)
        raise IndexError("index out of range")


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


def _lengths(count, fractions):
    """What is left over when fractions are rounded down goes to the first ones."""
    lengths = [int(count * part) for part in fractions]
    return [n + (1 if i < count - sum(lengths) else 0) for i, n in enumerate(lengths)]


def random_split(dataset, lengths, generator=None):
    made, at = [], 0
    if any([isinstance(n, float) for n in lengths]):
        lengths = _lengths(len(dataset), lengths)
    for n in lengths:
        made.append(Subset(dataset, range(at, at + n)))
        at += n
    if at != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    return made


class Sampler:
    def __init__(self, data_source=None):
        self.data_source = data_source


class RandomSampler(Sampler):
    def __len__(self):
        return len(self.data_source)

    def __iter__(self):
        return iter(range(len(self.data_source)))


class SequentialSampler(RandomSampler):
    pass


def _stacked(batch):
    if isinstance(batch[0], Tensor):
        return Tensor(np.stack([x._array for x in batch]))
    return member("torch", "stack")(batch)


def default_collate(batch):
    first = batch[0]
    if is_torch(first):
        return _stacked(batch)
    if isinstance(first, bool) or isinstance(first, (int, float)):
        if not is_for_torch():
            return Tensor(np.empty((len(batch),), np.float64 if isinstance(first, float) else np.int64))
        return member("torch", "tensor")(batch)
    if isinstance(first, dict):
        return {k: default_collate([x[k] for x in batch]) for k in first}
    if isinstance(first, (tuple, list)):
        made = [default_collate(list(x)) for x in zip(*batch)]
        return made
    if is_of_numpy(first):
        return _stacked([as_torch(x) for x in batch])
    return batch


_FEW = 64  # items that are looked at one by one in programs of JAX


def _kind(x):
    """What tells apart items that batches are made of; None: that is not known."""
    if is_of_numpy(x) or isinstance(x, Tensor):
        x = np.asarray(x)
        return ("array", x.shape, x.dtype)
    if isinstance(x, (tuple, list)):
        return (len(x), [_kind(y) for y in x])
    if isinstance(x, dict):
        return [(name, _kind(y)) for name, y in x.items()]
    return type(x) if isinstance(x, (bool, int, float)) else None


def _holds_none(kind):
    return kind is None or (isinstance(kind, (tuple, list)) and any([_holds_none(k) for k in kind]))


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None, *, prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True):
        self.dataset, self.batch_size, self.drop_last = dataset, batch_size, drop_last
        self.sampler, self.batch_sampler = sampler, batch_sampler
        self.collate_fn = default_collate if collate_fn is None else collate_fn

    def _count(self):
        return len(self.dataset) if self.sampler is None else len(self.sampler)

    def __len__(self):
        n = self._count()
        if self.batch_size is None:
            return n
        return n // self.batch_size if self.drop_last else -(-n // self.batch_size)

    def _gone_through(self):
        counted = self.dataset if self.sampler is None else self.sampler
        if isinstance(self.dataset, IterableDataset) or not is_foreign(len(counted)):
            return self
        return unknowable("what a DataLoader gives")

    def __iter__(self):
        if self.batch_sampler is not None:
            return unknown("torch.utils.data.DataLoader with batch_sampler= is not known")
        if isinstance(self.dataset, IterableDataset):
            return self._batches(iter(self.dataset))
        if not is_for_torch() and self._count() > _FEW and self.batch_size is not None:
            return self._alike()
        return self._batches(self._items())

    def _alike(self):
        """The batches of a data set whose items are all of one kind, as the first and others are."""
        count = self._count()
        items = [self.dataset[i] for i in (0, 1, count // 2, count - 1)]
        kinds = [_kind(x) for x in items]
        if _holds_none(kinds) or any([k != kinds[0] for k in kinds]):
            unknown("what a DataLoader makes of items of several kinds")
        whole, rest = count // self.batch_size, count % self.batch_size
        batches = [self.collate_fn([items[0]] * self.batch_size)] * whole if whole else []
        return iter(tuple(batches + ([self.collate_fn([items[0]] * rest)] if rest and not self.drop_last else [])))

    def _items(self):
        for i in range(self._count()):
            yield self.dataset[i]

    def _batches(self, items):
        batch = []
        for x in items:
            if self.batch_size is None:
                yield x
                continue
            batch.append(x)
            if len(batch) == self.batch_size:
                yield self.collate_fn(batch)
                batch = []
        if batch and not self.drop_last:
            yield self.collate_fn(batch)


class DistributedSampler(Sampler):
    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        self.dataset, self.num_replicas, self.drop_last = dataset, num_replicas, drop_last

    def __iter__(self):
        return iter(range(len(self)))

    def __len__(self):
        if self.num_replicas is None and framework[0] == "dtensor":
            self.num_replicas = member("torch.distributed", "get_world_size")()
        if self.num_replicas is None:
            return unknown("the number of processes is not known")
        n = len(self.dataset)
        return n // self.num_replicas if self.drop_last else -(-n // self.num_replicas)

    def set_epoch(self, epoch):
        return None
