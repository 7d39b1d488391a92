"""Data sets whose images are all of one size. torchvision 0.24: datasets/mnist.py, cifar.py, svhn.py, stl10.py."""
from prelude.loading.images import image_of
from prelude.loading.tensors import as_torch
from prelude.loading.torch_data import Dataset

MODULE = "torchvision.datasets"


class VisionDataset(Dataset):
    def __init__(self, root=None, transforms=None, transform=None, target_transform=None):
        self.root, self.transform, self.target_transform = root, transform, target_transform

    def _have(self, count, height, width, channels):
        self._count, self._sizes = count, (height, width, channels)

    def __len__(self):
        return self._count

    def __getitem__(self, index):
        if isinstance(index, int) and index >= self._count:
            raise IndexError("index out of range")
        image, target = image_of(*self._sizes), np.empty((1,), np.int64)[0]
        if self.transform is not None:
            image = self.transform(image)
        return image, target if self.target_transform is None else self.target_transform(target)


class _Halves(VisionDataset):
    """A data set of two splits, with so many images each, of these sizes."""

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, None, transform, target_transform)
        self.train = train
        self._have(self._counts[0 if train else 1], *self._image)


class MNIST(_Halves):
    _counts, _image = (60000, 10000), (28, 28, 1)
    classes = ["0 - zero", "1 - one", "2 - two", "3 - three", "4 - four", "5 - five", "6 - six", "7 - seven", "8 - eight", "9 - nine"]

    @property
    def data(self):
        return as_torch(np.empty((self._count, 28, 28), np.uint8))

    @property
    def targets(self):
        return as_torch(np.empty((self._count,), np.int64))

    train_data = test_data = data
    train_labels = test_labels = targets


class FashionMNIST(MNIST):
    classes = ["T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot"]


class KMNIST(MNIST):
    classes = ["o", "ki", "su", "tsu", "na", "ha", "ma", "ya", "re", "wo"]


class CIFAR10(_Halves):
    _counts, _image = (50000, 10000), (32, 32, 3)

    @property
    def data(self):
        return np.empty((self._count, 32, 32, 3), np.uint8)

    @property
    def targets(self):
        return unknowable("the labels of a data set")


class CIFAR100(CIFAR10):
    pass


class SVHN(VisionDataset):
    def __init__(self, root, split="train", transform=None, target_transform=None, download=False):
        super().__init__(root, None, transform, target_transform)
        self._have({"train": 73257, "test": 26032, "extra": 531131}[split], 32, 32, 3)


class STL10(VisionDataset):
    def __init__(self, root, split="train", folds=None, transform=None, target_transform=None, download=False):
        super().__init__(root, None, transform, target_transform)
        if folds is not None:
            unknown("the folds of a data set")
        self._have({"train": 5000, "test": 8000, "unlabeled": 100000, "train+unlabeled": 105000}[split], 96, 96, 3)
