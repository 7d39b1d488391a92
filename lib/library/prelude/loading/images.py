"""Images of PIL, of which the size and the mode are known. Pillow: PIL/Image.py."""

MODULE = "PIL.Image"

_CHANNELS = {"L": 1, "RGB": 3, "RGBA": 4}


class Image:
    def __init__(self, mode, size):
        self.mode, self.size = mode, size

    @property
    def width(self):
        return self.size[0]

    @property
    def height(self):
        return self.size[1]

    def __array__(self, dtype=None, copy=None):
        channels = _CHANNELS[self.mode]
        return np.empty((self.size[1], self.size[0]) + ((channels,) if channels > 1 else ()), np.uint8)

    def convert(self, mode=None, *args, **kwargs):
        if mode not in _CHANNELS:
            unknown("an image of another mode")
        return Image(mode, self.size)

    def resize(self, size, resample=None, box=None, reducing_gap=None):
        return Image(self.mode, tuple(size))

    def copy(self):
        return Image(self.mode, self.size)


def image_of(height, width, channels):
    return Image("L" if channels == 1 else "RGB", (width, height))


def channels_of(image):
    return _CHANNELS[image.mode]
