"""types."""
MODULE = "types"


class SimpleNamespace:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)


def MappingProxyType(mapping):
    return mapping
