"""contextlib. CPython: Lib/contextlib.py."""
MODULE = "contextlib"


class _GeneratorContextManager:
    def __init__(self, function, args, kwargs):
        self.again = function, args, kwargs
        self.generator = function(*args, **kwargs)

    def __enter__(self):
        return next(self.generator)

    def __exit__(self, kind, error, trace):
        if kind is None:
            next(self.generator, None)
            return False
        try:
            self.generator.throw(error)
        except StopIteration:
            return True
        except BaseException as raised:
            if raised is error:
                return False
            raise
        return True

    def __call__(self, function):
        make, args, kwargs = self.again

        def inner(*a, **k):
            with _GeneratorContextManager(make, args, kwargs):
                return function(*a, **k)

        return inner


def contextmanager(func):
    def helper(*args, **kwargs):
        return _GeneratorContextManager(func, args, kwargs)

    return helper


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *details):
        return None


class suppress:
    def __init__(self, *exceptions):
        self.exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.exceptions)


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *details):
        self.thing.close()


class ContextDecorator:
    def __call__(self, func):
        def inner(*args, **kwargs):
            with self:
                return func(*args, **kwargs)

        return inner


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return None


class ExitStack:
    def __init__(self):
        self.entered = []

    def enter_context(self, cm):
        result = cm.__enter__()
        self.entered.append(cm.__exit__)
        return result

    def push(self, exit):
        self.entered.append(exit.__exit__ if hasattr(exit, "__exit__") else exit)
        return exit

    def callback(self, callback, *args, **kwds):
        self.entered.append(lambda *details: callback(*args, **kwds) and None)
        return callback

    def pop_all(self):
        other = ExitStack()
        other.entered = self.entered
        self.entered = []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        swallowed = False
        while self.entered:
            if self.entered.pop()(kind, error, trace):
                swallowed = True
                kind = error = None
        return swallowed
