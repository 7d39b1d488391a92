"""torch: torch/utils/data."""
from prelude.torch.tensor import Tensor

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
        self.dataset, self.indices = dataset, list(indices)

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    made, at = [], 0
    for n in lengths:
        if isinstance(n, float):
            return unknown("torch.utils.data.random_split by fractions is not known")
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


def default_collate(batch):
    first = batch[0]
    if isinstance(first, Tensor):
        return member("torch", "stack")(batch)
    if isinstance(first, bool) or isinstance(first, (int, float)):
        return member("torch", "tensor")(batch)
    if isinstance(first, dict):
        return {k: default_collate([x[k] for x in batch]) for k in first}
    if isinstance(first, (tuple, list)):
        made = [default_collate(list(x)) for x in zip(*batch)]
        return made
    if is_of_numpy(first):
        return member("torch", "stack")([member("torch", "as_tensor")(x) for x in batch])
    return batch


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

    def __iter__(self):
        if self.batch_sampler is not None:
            return unknown("torch.utils.data.DataLoader with batch_sampler= is not known")
        if isinstance(self.dataset, IterableDataset):
            return self._batches(iter(self.dataset))
        return self._batches(self._items())

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
        if self.num_replicas is None:
            return unknown("the number of processes is not known")
        n = len(self.dataset)
        return n // self.num_replicas if self.drop_last else -(-n // self.num_replicas)

    def set_epoch(self, epoch):
        return None
