"""yaml of texts that are known, in its own files or in those of the project. PyYAML: yaml/__init__.py."""
from prelude.configuration.files import text_read

MODULE = "yaml"


class YAMLError(Exception):
    pass


class BaseLoader:
    _changed = False

    @classmethod
    def add_constructor(cls, tag, constructor):
        cls._changed = True

    @classmethod
    def add_multi_constructor(cls, tag_prefix, multi_constructor):
        cls._changed = True

    @classmethod
    def add_implicit_resolver(cls, tag, regexp, first):
        cls._changed = True


class SafeLoader(BaseLoader):
    pass


class FullLoader(BaseLoader):
    pass


class Loader(BaseLoader):
    pass


class UnsafeLoader(BaseLoader):
    pass


class CSafeLoader(BaseLoader):
    pass


class CLoader(BaseLoader):
    pass


def _loaded(stream, loader):
    text = text_read(stream)
    plain = loader in (SafeLoader, FullLoader, Loader, UnsafeLoader, CSafeLoader, CLoader) and not loader._changed
    made = yaml_value(text) if text is not None and plain else None
    return unknowable("yaml.load(…)") if made is None else made[0]


def load(stream, Loader):
    return _loaded(stream, Loader)


def safe_load(stream):
    return _loaded(stream, SafeLoader)


def full_load(stream):
    return _loaded(stream, FullLoader)


def unsafe_load(stream):
    return _loaded(stream, UnsafeLoader)


def dump(data, stream=None, Dumper=None, **kwargs):
    return unknowable("yaml.dump(…)") if stream is None else None


def safe_dump(data, stream=None, **kwargs):
    return unknowable("yaml.safe_dump(…)") if stream is None else None
