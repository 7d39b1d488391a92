"""Texts of the project's files. CPython: Lib/_pyio.py TextIOWrapper."""
MODULE = "<files>"


class TextIOWrapper:
    def __init__(self, text):
        self._text, self._at, self.closed = text, 0, False

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.closed = True

    def close(self):
        self.closed = True

    def read(self, size=-1):
        start = self._at
        self._at = len(self._text) if size is None or size < 0 else min(len(self._text), start + size)
        return self._text[start:self._at]

    def readline(self):
        end = self._text.find("\n", self._at)
        return self.read(-1 if end < 0 else end + 1 - self._at)

    def readlines(self):
        lines = [line + "\n" for line in self.read().split("\n")]
        last = lines[-1][:-1]
        return lines[:-1] + [last] if last else lines[:-1]

    def __iter__(self):
        return iter(self.readlines())


def text_of(path):
    """What a file of the project has in it, or None."""
    if not is_known(path):
        return None
    path = path.__fspath__() if hasattr(path, "__fspath__") else path
    return file_text(path) if isinstance(path, str) else None


def text_read(stream):
    """The rest of what is read from, or a text as it is; None of anything else."""
    text = stream.read() if isinstance(stream, TextIOWrapper) else stream
    return text if is_known(text) and isinstance(text, str) else None
