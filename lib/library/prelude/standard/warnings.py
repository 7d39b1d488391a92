"""warnings, which print."""
MODULE = "warnings"


def warn(message, *args, **kwargs):
    return None


def filterwarnings(action, *args, **kwargs):
    return None


def simplefilter(action, *args, **kwargs):
    return None


class catch_warnings:
    def __init__(self, *args, **kwargs):
        self.record = kwargs.get("record", False)

    def __enter__(self):
        return unknowable() if self.record else None

    def __exit__(self, *details):
        return None
