"""Arrays as devices hold them: each element by its place in the whole, -1 for padding."""
import numpy as np

import hlo


class Mismatch(Exception):
    """The plan and the program do not agree; the text says where."""


class Value:
    """An array as the whole program has it, and as the devices hold it."""

    def __init__(self, shape, whole, devices, name):
        self.shape, self.whole, self.name = shape, whole, name
        self.index = np.arange(whole.size).reshape(whole.shape)
        self.data = [np.zeros_like(whole)] * devices
        self.mask = [np.zeros(whole.shape, bool)] * devices
        self.versions, self.makers = [], []  # what steps made of it, and the lines for which they did
        self.parts = None
        self.origin = None

    def hold(self, device, places, numbers):
        """The device has these elements now; -1 is padding."""
        inside = places >= 0
        data, mask = np.array(self.data[device]), np.array(self.mask[device])
        data.ravel()[places[inside]] = numbers[inside]
        mask.ravel()[places[inside]] = True
        self.data[device], self.mask[device] = data, mask

    def holds(self, device, places):
        """Which of these elements the device has; padding it has always."""
        return np.where(places < 0, True, self.mask[device].ravel()[places])

    def numbers(self, device, places):
        return np.where(places < 0, 0, self.data[device].ravel()[places])


def box(index, tiles, shard, position):
    """The part of an array of indices at a position among tiles, filled up with -1 to the size of a shard."""
    result = np.full(shard, -1)
    part = index[tuple(slice(p * s, p * s + s) for p, s in zip(position, shard))]
    result[tuple(slice(0, n) for n in part.shape)] = part
    return result


def ceiling(a, b):
    return -(-a // b)


def pieces(index, layout, shard=None):
    """What each device of a layout holds of an array of indices: by device."""
    shard = shard or tuple(ceiling(size, tiles) for size, tiles in zip(index.shape, layout.tiles))
    return {d: box(index, layout.tiles, shard, layout.position(d)) for d in layout.devices}


def layout_of(text):
    """A layout as the plan writes it."""
    return hlo.Layout(text["tiles"], text["devices"])


def together(index, parts):
    """The box of an array of indices around what stands in all the parts."""
    places = np.unique(np.concatenate([part.ravel() for part in parts]))
    places = np.unravel_index(places[places >= 0], index.shape)
    return index[np.ix_(*[np.unique(p) for p in places])] if index.ndim else index


def part_of(array, shape, number, count):
    """The part of an array that group `number` of `count` takes, where each takes its own of one dimension."""
    if array.ndim == len(shape):
        for axis, size in enumerate(shape):
            if array.shape[axis] == size * count:
                array = np.split(array, count, axis)[number]
    return array


def held_box(value, device):
    """The places that a device holds, as a box, when they are one."""
    mask = value.mask[device]
    at = np.nonzero(mask)
    if mask.ndim == 0:
        return value.index if mask else None
    if not len(at[0]):
        return None
    part = tuple(slice(a.min(), a.max() + 1) for a in at)
    return value.index[part] if mask[part].all() else None
