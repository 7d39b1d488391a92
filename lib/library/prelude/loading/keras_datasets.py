"""Data sets of keras, as arrays of NumPy. keras 3.12: datasets/mnist.py, cifar10.py."""
from prelude.loading.tensorflow_datasets import _SETS


def _loaded(name, image, label, labels):
    _, _, counts, _ = _SETS[name]
    return tuple([(np.empty((counts[split],) + image, np.uint8), np.empty((counts[split],) + label, labels)) for split in ("train", "test")])


@function("keras.datasets.mnist", "tensorflow.keras.datasets.mnist", name="load_data")
@function("keras.datasets.fashion_mnist", "tensorflow.keras.datasets.fashion_mnist", name="load_data")
def load_digits(path="mnist.npz"):
    return _loaded("mnist", (28, 28), (), "uint8")


@function("keras.datasets.cifar10", "tensorflow.keras.datasets.cifar10", name="load_data")
def load_cifar10():
    return _loaded("cifar10", (32, 32, 3), (1,), "uint8")


@function("keras.datasets.cifar100", "tensorflow.keras.datasets.cifar100", name="load_data")
def load_cifar100(label_mode="fine"):
    return _loaded("cifar100", (32, 32, 3), (1,), "int64")
