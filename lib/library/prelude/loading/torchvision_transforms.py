"""What is done to images before they are batched, by the sizes of the result. torchvision 0.24:
transforms/transforms.py."""
from prelude.loading.images import Image, image_of
from prelude.loading.tensors import as_torch, is_torch

MODULE = "torchvision.transforms torchvision.transforms.transforms"


def _sizes(x):
    return (x.size[1], x.size[0]) if isinstance(x, Image) else tuple(x.shape)[-2:]


def _of_size(x, height, width):
    if isinstance(x, Image):
        return Image(x.mode, (width, height))
    if not is_torch(x):
        unknown("what a transform makes of this")
    array = np.asarray(x.numpy())
    return as_torch(np.empty(array.shape[:-2] + (height, width), array.dtype))


def _pair(size):
    if isinstance(size, int):
        return size, size
    return (size[0], size[0]) if len(size) == 1 else tuple(size)


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img


class ToTensor:
    def __call__(self, pic):
        array = np.asarray(pic)
        if array.ndim not in (2, 3):
            raise ValueError(f"pic should be 2/3 dimensional. Got {array.ndim} dimensions.")
        array = array[:, :, None] if array.ndim == 2 else array
        moved = np.transpose(array, (2, 0, 1))
        return as_torch(moved.astype(np.float32) if array.dtype == np.uint8 else moved)


class PILToTensor:
    def __call__(self, pic):
        array = np.asarray(pic)
        return as_torch(np.transpose(array[:, :, None] if array.ndim == 2 else array, (2, 0, 1)))


class _Same:
    """What leaves size and dtype as they are."""

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, img):
        return img


class Normalize(_Same):
    pass


class RandomHorizontalFlip(_Same):
    pass


class RandomVerticalFlip(_Same):
    pass


class ColorJitter(_Same):
    pass


class RandomErasing(_Same):
    pass


class RandAugment(_Same):
    pass


class AutoAugment(_Same):
    pass


class TrivialAugmentWide(_Same):
    pass


class GaussianBlur(_Same):
    pass


class RandomAffine(_Same):
    pass


class RandomPerspective(_Same):
    pass


class RandomRotation:
    def __init__(self, degrees, interpolation=None, expand=False, center=None, fill=0):
        self.expand = expand

    def __call__(self, img):
        if self.expand:
            unknown("the size of an image that is turned")
        return img


class Resize:
    def __init__(self, size, interpolation=None, max_size=None, antialias=True):
        self.size, self.max_size = size, max_size

    def __call__(self, img):
        if not isinstance(self.size, int) and len(self.size) == 2:
            return _of_size(img, *self.size)
        short = self.size if isinstance(self.size, int) else self.size[0]
        height, width = _sizes(img)
        if self.max_size is not None:
            unknown("the size of an image with max_size=")
        if width <= height:
            return _of_size(img, int(short * height / width), short)
        return _of_size(img, short, int(short * width / height))


class _Cut:
    def __init__(self, size, *args, **kwargs):
        self.size = _pair(size)

    def __call__(self, img):
        return _of_size(img, *self.size)


class CenterCrop(_Cut):
    pass


class RandomCrop(_Cut):
    pass


class RandomResizedCrop(_Cut):
    pass


class Pad:
    def __init__(self, padding, fill=0, padding_mode="constant"):
        self.padding = padding

    def __call__(self, img):
        p = self.padding if not isinstance(self.padding, int) else (self.padding,)
        left, top, right, bottom = p * 4 if len(p) == 1 else p * 2 if len(p) == 2 else p
        height, width = _sizes(img)
        return _of_size(img, height + top + bottom, width + left + right)


class Grayscale:
    def __init__(self, num_output_channels=1):
        self.num_output_channels = num_output_channels

    def __call__(self, img):
        if not isinstance(img, Image):
            unknown("a grey image of this")
        return image_of(img.size[1], img.size[0], self.num_output_channels)


class Lambda:
    def __init__(self, lambd):
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)


class RandomApply(Compose):
    def __init__(self, transforms, p=0.5):
        super().__init__(transforms)
