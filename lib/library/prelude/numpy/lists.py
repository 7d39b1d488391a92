"""Arrays of NumPy as lists of Python."""


def _nested(shape):
    if not shape:
        return unknowable("what an array holds")
    return [_nested(shape[1:]) for _ in range(shape[0])]


@function("numpy.ndarray")
def tolist(self):
    return _nested(self.shape) if self.size <= 4096 else unknowable("what an array holds")
