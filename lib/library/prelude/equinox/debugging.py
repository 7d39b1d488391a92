"""Looking at what is traced. equinox 0.13.8: debug/."""
from prelude.equinox.modules import Module, field, module_update_wrapper

MODULE = "equinox.debug"

_traces = {}  # by the number of each function's tag how often it has been traced


class _Tag:
    pass


class _AssertMaxTraces(Module):
    fn: object
    max_traces: object = field(static=True)
    tag: object = field(static=True)

    def __init__(self, fn, max_traces):
        self.fn = fn
        self.max_traces = max_traces
        self.tag = _Tag()
        _traces[identity(self.tag)] = 0

    @property
    def __wrapped__(self):
        return self.fn

    def __call__(self, *args, **kwargs):
        count = _traces[identity(self.tag)] + 1
        _traces[identity(self.tag)] = count
        if self.max_traces is not None and count > self.max_traces:
            raise RuntimeError(
                f"{self.fn} can only be traced {self.max_traces} times. However, it is has now been traced {count} times."
            )
        return program_call(self.fn, *args, **kwargs)


def assert_max_traces(fn="_missing", *, max_traces):
    if isinstance(fn, str):
        return lambda fn: assert_max_traces(fn, max_traces=max_traces)
    return module_update_wrapper(_AssertMaxTraces(fn, max_traces))


def get_num_traces(fn):
    if not isinstance(fn, _AssertMaxTraces):
        unknown("get_num_traces of another function")
    return _traces[identity(fn.tag)]


def announce_transform(x, name=None, intermediates=False, announce=None):
    return x


def backward_nan(x, name=None, terminate=True):
    return x
