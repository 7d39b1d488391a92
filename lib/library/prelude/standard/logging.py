"""logging, which prints. CPython: Lib/logging/__init__.py."""
MODULE = "logging"

NOTSET = 0
DEBUG = 10
INFO = 20
WARNING = 30
ERROR = 40
CRITICAL = 50


class Logger:
    def __init__(self, name, level=0):
        self.name, self.level = name, level

    def debug(self, msg, *args, **kwargs):
        return None

    def info(self, msg, *args, **kwargs):
        return None

    def warning(self, msg, *args, **kwargs):
        return None

    def error(self, msg, *args, **kwargs):
        return None

    def exception(self, msg, *args, **kwargs):
        return None

    def critical(self, msg, *args, **kwargs):
        return None

    def log(self, level, msg, *args, **kwargs):
        return None

    def setLevel(self, level):
        self.level = level

    def addHandler(self, hdlr):
        return None

    def isEnabledFor(self, level):
        return unknowable()


def getLogger(name=None):
    return Logger(name)


def basicConfig(**kwargs):
    return None


def debug(msg, *args, **kwargs):
    return None


def info(msg, *args, **kwargs):
    return None


def warning(msg, *args, **kwargs):
    return None


def error(msg, *args, **kwargs):
    return None


def exception(msg, *args, **kwargs):
    return None


def StreamHandler(stream=None):
    return unknowable()


def FileHandler(filename, mode="a", encoding=None, delay=False, errors=None):
    return unknowable()


def Formatter(fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
    return unknowable()
