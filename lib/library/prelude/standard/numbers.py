"""numbers: the classes of Python's numbers and of NumPy's scalars, as isinstance asks for them. CPython:
Lib/numbers.py; NumPy: numpy/_core/numerictypes.py _register_types."""
MODULE = "numbers"

Integral = int | np.integer
Rational = Integral
Real = Integral | float | np.floating
Complex = Real | complex | np.complexfloating
Number = Complex
