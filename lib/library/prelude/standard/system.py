"""time, as far as the shapes of arrays hang on it: not at all."""
MODULE = "time"


def time():
    return unknowable()


def perf_counter():
    return unknowable()


def monotonic():
    return unknowable()


def process_time():
    return unknowable()


def time_ns():
    return unknowable()


def perf_counter_ns():
    return unknowable()


def strftime(format, t=None):
    return unknowable()


def sleep(seconds):
    return None
