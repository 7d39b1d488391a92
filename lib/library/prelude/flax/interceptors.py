"""Functions around the methods of modules. flax 0.12.8: linen/module.py intercept_methods."""

MODULE = "flax.linen"

_around = []  # the last one is the innermost


class _Dataclass:
    def __init_subclass__(cls):
        make_dataclass(cls, frozen=True)


class InterceptorContext(_Dataclass):
    module: object
    method_name: str
    orig_method: object


class _Interception:
    def __init__(self, interceptor):
        self.interceptor = interceptor

    def __enter__(self):
        _around.append(self.interceptor)

    def __exit__(self, kind, error, traceback):
        _around.pop()
        return False


def intercept_methods(interceptor):
    return _Interception(interceptor)


def _inside(interceptor, fun, context):
    return lambda *args, **kwargs: program_call(interceptor, fun, args, kwargs, context)


def call_method(fun, module, args, kwargs):
    """Calls a method of a module, as what intercepts it does."""
    if not _around:
        return program_call(fun, module, *args, **kwargs)

    def original(*args, **kwargs):
        return program_call(fun, module, *args, **kwargs)

    run, context = original, InterceptorContext(module, getattr(fun, "__name__", ""), original)
    for interceptor in reversed(_around):
        run = _inside(interceptor, run, context)
    return run(*args, **kwargs)
