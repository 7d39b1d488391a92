"""open, for texts of the project's files. CPython: Modules/_io/_iomodule.c."""
from prelude.configuration.files import TextIOWrapper, text_of


@function("builtins", takes_unknown=True)
def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    text = text_of(file) if is_known(mode) and mode in ("r", "rt") else None
    return unknowable("open(…)") if text is None else TextIOWrapper(text)
