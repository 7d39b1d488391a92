"""Contexts that wait for an error. CPython: unittest/case.py _AssertRaisesContext; pytest: raises.py."""


class Raised:
    def __init__(self, expected, msg=None):
        self.expected, self.msg = expected, msg

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            unknown(f"whether {self.expected} is raised")
        self.exception = error
        return issubclass(kind, self.expected)


def raise_in(context, args, kwargs):
    """Calls the first argument, if there is one, with the others inside of the context."""
    if args:
        with context:
            args[0](*args[1:], **kwargs)
