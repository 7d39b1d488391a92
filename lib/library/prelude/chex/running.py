"""What runs functions otherwise, or compares what they give when they run. chex 0.1.92: _src/fake.py, _src/asserts.py."""
from prelude.transform.options import disable_jit

MODULE = "chex"


class FakeContext:
    def __init__(self, scope):
        self._scope = scope

    def __enter__(self):
        self._scope.__enter__()
        return self

    def __exit__(self, kind, error, traceback):
        self._scope.__exit__()

    def start(self):
        self.__enter__()

    def stop(self):
        self.__exit__(None, None, None)


def fake_jit(enable_patching=True):
    return FakeContext(disable_jit(enable_patching))


def assert_numerical_grads(f, f_args, order, atol=0.01, **check_kwargs):
    """Derivatives are believed to be what differences are."""
    if isinstance(f_args[0], (int, float)):
        raise AttributeError(f"'{type(f_args[0]).__name__}' object has no attribute 'size'")
    program_call(f, *f_args)


def restrict_backends(*, allowed=None, forbidden=None):
    if allowed is None and forbidden is None:
        raise ValueError("No restrictions specified.")
    both = set(allowed or ()) & set(forbidden or ())
    if both:
        raise ValueError(f"Backends {both} can't be both allowed and forbidden.")
    unknown("chex.restrict_backends, as the backend is not known")


def assert_devices_available(n, devtype, backend=None, not_less_than=False):
    if devtype.lower() not in ("cpu", "gpu", "tpu"):
        raise ValueError(f"Unknown device type '{devtype.lower()}' (expected one of ('cpu', 'gpu', 'tpu')).")
    unknown("chex.assert_devices_available, as the backend is not known")
