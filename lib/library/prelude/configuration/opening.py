"""open, for texts of the project's files. CPython: Modules/_io/_iomodule.c."""
from prelude.configuration.files import TextIOWrapper, text_of

_ASSUMED = """The quick brown fox jumps over the lazy dog; "Why not?" he said.
PACK MY BOX WITH FIVE DOZEN LIQUOR JUGS: 0 1 2 3 4 5 6 7 8 9 - that's all!
"""


def _assumed(file):
    """A text for a file that is not there, of which its name says that it holds text."""
    if not is_known(file) or not isinstance(file, str) or not file.endswith(".txt") or not assumed_text():
        return None
    lint("size-assumed", "nothing says what text this file holds: one of 70000 characters is assumed",
         "put the file beside the program, or say what is made of it: # shardctl: data: i32[1000000]")
    return _ASSUMED * 500


@function("builtins", takes_unknown=True)
def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    reads = is_known(mode) and mode in ("r", "rt")
    text = text_of(file) if reads else None
    if text is None and reads:
        text = _assumed(file)
    return unknowable("open(…)") if text is None else TextIOWrapper(text)
