"""time, as far as the shapes of arrays hang on it: not at all."""
MODULE = "time"


def time():
    return unknowable(like=0.0)


def perf_counter():
    return unknowable(like=0.0)


def monotonic():
    return unknowable(like=0.0)


def process_time():
    return unknowable(like=0.0)


def time_ns():
    return unknowable()


def perf_counter_ns():
    return unknowable()


def strftime(format, t=None):
    return unknowable()


def sleep(seconds):
    return None
