"""json: texts that nobody can tell."""
MODULE = "json"


def dumps(obj, **kwargs):
    return unknowable()


def dump(obj, fp, **kwargs):
    return None


def loads(s, **kwargs):
    return unknowable()


def load(fp, **kwargs):
    return unknowable()
