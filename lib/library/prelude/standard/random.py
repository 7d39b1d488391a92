"""random: numbers that nobody can tell."""
MODULE = "random"


def seed(a=None):
    return None


def random():
    return unknowable()


def randint(a, b):
    return unknowable()


def uniform(a, b):
    return unknowable()


def gauss(mu=0.0, sigma=1.0):
    return unknowable()


def choice(seq):
    return unknowable()


def shuffle(x):
    return None
