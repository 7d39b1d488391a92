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
