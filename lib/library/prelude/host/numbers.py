"""Methods of the numbers of Python. CPython: Objects/longobject.c, floatobject.c."""


@function("int")
def bit_length(self):
    left, bits = abs(self), 0
    while left:
        left, bits = left >> 1, bits + 1
    return bits


@function("int")
def bit_count(self):
    left, ones = abs(self), 0
    while left:
        left, ones = left >> 1, ones + left % 2
    return ones


@function("int")
def as_integer_ratio(self):
    return self, 1


@function("float", name="as_integer_ratio")
def ratio(self):
    if self != self:
        raise ValueError("cannot convert NaN to integer ratio")
    if self - self != 0:
        raise OverflowError("cannot convert Infinity to integer ratio")
    denominator = 1
    while self != self // 1:
        self, denominator = self * 2, denominator * 2
    return int(self), denominator


@function("int", name="is_integer")
def always(self):
    return True


@function("float")
@function("numpy.generic")
def is_integer(self):
    number = float(self)
    return number - number == 0 and number == number // 1


@function("int")
@function("float")
def conjugate(self):
    return self


@function("int", name="real", property=True)
@function("int", name="numerator", property=True)
@function("float", name="real", property=True)
def same(self):
    return self


@function("int", name="imag", property=True)
@function("float", name="imag", property=True)
def zero(self):
    return self - self


@function("int", property=True)
def denominator(self):
    return 1
