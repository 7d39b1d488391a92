# What data sets of torchvision give through a loader of torch has types that are known.
import jax
import jax.numpy as jnp
import numpy as np
from torch.utils import data
from torch.utils.data import DataLoader, random_split
from torchvision import transforms
from torchvision.datasets import CIFAR10, MNIST


def numpy_collate(batch):
    if isinstance(batch[0], np.ndarray):
        return np.stack(batch)
    if isinstance(batch[0], (tuple, list)):
        return [numpy_collate(samples) for samples in zip(*batch)]
    return np.array(batch)


class NumpyLoader(data.DataLoader):
    def __init__(self, dataset, batch_size):
        super().__init__(dataset, batch_size=batch_size, collate_fn=numpy_collate)


class Flatten:
    def __call__(self, image):
        return np.ravel(np.array(image, dtype=jnp.float32))


class Pairs(data.Dataset):
    def __init__(self, count):
        self.bits = np.random.RandomState(0).randint(0, 2, (count, 2)).astype(np.float32)
        self.labels = self.bits.sum(axis=1)

    def __len__(self):
        return len(self.bits)

    def __getitem__(self, index):
        return self.bits[index], self.labels[index]


digits = MNIST("data", download=True, transform=Flatten())
for flat, label in NumpyLoader(digits, 128):
    last, wanted = jnp.array(flat), jax.nn.one_hot(label, 10)
everything = jnp.array(digits.data.numpy().reshape(len(digits), -1))

changes = [transforms.Resize(40), transforms.RandomCrop(36, padding=2), transforms.ToTensor(), transforms.Normalize((0.5,), (0.5,))]
train, valid = random_split(CIFAR10("data", transform=transforms.Compose(changes)), [0.9, 0.1])
image, label = next(iter(DataLoader(valid, batch_size=32, shuffle=True)))
channels_last = jnp.asarray(image.permute(0, 2, 3, 1).numpy())
labels = jnp.array(label)
for bits, sums in DataLoader(Pairs(20), batch_size=16, drop_last=True):
    pair, total = jnp.array(bits), jnp.array(sums)
count = jnp.zeros(len(DataLoader(train, batch_size=64)))
