"""Arrays of NumPy as lists of Python."""


def _nested(shape, numbers):
    """Nested lists of this shape, of the numbers, or what nobody knows."""
    if not shape:
        return unknowable("what an array holds") if numbers is None else numbers[0]
    inner = math.prod(shape[1:])
    return [_nested(shape[1:], None if numbers is None else numbers[i * inner:(i + 1) * inner]) for i in range(shape[0])]


@function("numpy.ndarray")
@function("ArrayImpl")
def tolist(self):
    return _nested(self.shape, held(self)) if self.size <= 4096 else unknowable("what an array holds")


@function("numpy.ndarray")
@function("ArrayImpl")
def item(self, *args):
    numbers = held(self)
    index = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
    if not index and self.size != 1:
        text = "can only convert an array of size 1 to a Python scalar"
        refuse(ValueError, text, rule="shape-mismatch", help="write .tolist() for all elements, or index one of them first")
    if numbers is None or len(index) not in (0, 1, self.ndim):
        return unknowable("the number that an array holds")
    place = 0
    for i, size in zip(index, (self.size,) if len(index) == 1 else self.shape):
        if not -size <= i < size:
            return unknowable("the number that an array holds")
        place = place * size + i % size
    return numbers[place]


def _refuse_traced(self, name):
    if not is_traced():
        return unknowable("what an array holds")
    if runs_at_once():
        unknown(f"what .{name}() gives of examples")
    refuse("ConcretizationTypeError",
           phrase("Abstract tracer value encountered where concrete value is expected: traced array with shape {long}", self),
           say=f".{name}() of an array, whose value is not known while the function is traced",
           help="return the array, and read it where the function is called")


@function("ndarray", name="tolist")
def traced_tolist(self):
    return _refuse_traced(self, "tolist")


@function("ndarray", name="item")
def traced_item(self, *args):
    return _refuse_traced(self, "item")
