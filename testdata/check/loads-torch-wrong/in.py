# A batch that a loader of torch gives is of other sizes than the layer takes.
import jax.numpy as jnp
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

for image, label in DataLoader(datasets.FashionMNIST("data", transform=transforms.ToTensor()), batch_size=50):
    jnp.asarray(image) @ jnp.zeros((784, 10))
