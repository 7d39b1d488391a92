"""random: numbers that nobody can tell."""
MODULE = "random"


def seed(a=None, version=2):
    return None


def random():
    return unknowable(like=0.0)


def randint(a, b):
    return a if is_known((a, b)) and a == b else unknowable(like=0)


def randrange(start, stop=None, step=1):
    return unknowable(like=0)


def getrandbits(k, /):
    return unknowable(like=0)


def uniform(a, b):
    return unknowable(like=0.0)


def gauss(mu=0.0, sigma=1.0):
    return unknowable(like=0.0)


def normalvariate(mu=0.0, sigma=1.0):
    return unknowable(like=0.0)


def expovariate(lambd=1.0):
    return unknowable(like=0.0)


def betavariate(alpha, beta):
    return unknowable(like=0.0)


def triangular(low=0.0, high=1.0, mode=None):
    return unknowable(like=0.0)


def _items(seq):
    """The list that a deque holds, or what was given."""
    return seq if is_foreign(seq) or not hasattr(seq, "_held") else seq._held


def choice(seq):
    for any in any_of(_items(seq)):
        return any
    if not is_known(seq):
        return unknowable()
    items = list(seq)
    if not items:
        raise IndexError("Cannot choose from an empty sequence")
    for number in (True, 0, 0.0):
        if all([type(item) is type(number) for item in items]):
            return unknowable(like=number)
    return unknowable()


def choices(population, weights=None, *, cum_weights=None, k=1):
    return [choice(population) for _ in range(k)] if is_known(k) else unknowable()


def sample(population, k, *, counts=None):
    for any in any_of(_items(population)):
        if is_known(k):
            return [choice(population) for _ in range(k)]
    return [choice(population) for _ in range(k)] if is_known((population, k)) else unknowable()


def shuffle(x):
    if not is_known(x):
        become(x, unknowable())
    elif isinstance(x, list):
        become(x, [choice(x) for _ in x])
