"""Models of pydantic, by their fields: what a script is given has the types that are annotated. pydantic 2: main.py, fields.py."""
MODULE = "pydantic"


class _Field:
    def __init__(self, default, factory):
        self.default, self.factory = default, factory


class _Checked:
    """A function that checks or changes what fields are given, which is not followed."""


def Field(default=..., *, default_factory=None, **options):
    return _Field(default, default_factory)


def ConfigDict(**options):
    return options


def _decorated(*args, **kwargs):
    return lambda f: _Checked()


field_validator = _decorated
model_validator = _decorated
validator = _decorated
root_validator = _decorated


def _default(value):
    if isinstance(value, _Field):
        return value.factory() if value.factory is not None else value.default
    return copied_object(value) if isinstance(value, BaseModel) else list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value


class BaseModel:
    def __init__(self, **data):
        for kind in type(self).__mro__[::-1]:
            if kind is BaseModel or kind is object:
                continue
            for name, value in own_members(kind).items():
                if isinstance(value, _Checked):
                    unknown("a validator of pydantic")
                if name.startswith("_") or name == "model_config" or callable(value) or isinstance(value, (property, classmethod, staticmethod)):
                    continue
                value = _default(value)
                if value is not ...:
                    setattr(self, name, value)
        for name, value in data.items():
            setattr(self, name, value)

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join([f"{name}={value!r}" for name, value in self.__dict__.items()]) + ")"

    def model_dump(self, **options):
        return dict(self.__dict__)

    def dict(self, **options):
        return self.model_dump(**options)

    def model_copy(self, *, update=None, deep=False):
        made = copied_object(self)
        for name, value in (update or {}).items():
            setattr(made, name, value)
        return made

    def copy(self, *, update=None, deep=False):
        return self.model_copy(update=update, deep=deep)
