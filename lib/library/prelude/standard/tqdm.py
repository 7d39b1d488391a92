"""tqdm: a loop with a bar that shows how far it is. What is gone through is what was given."""
MODULE = "tqdm tqdm.auto tqdm.notebook tqdm.std tqdm.rich"


class tqdm:
    def __init__(self, iterable=None, desc=None, total=None, *args, **kwargs):
        self.iterable, self.desc, self.total = iterable, desc, total

    def __iter__(self):
        return iter(self.iterable)

    def _gone_through(self):
        return self.iterable

    def __len__(self):
        return len(self.iterable) if self.total is None else self.total

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False

    def update(self, n=1):
        return None

    def set_description(self, desc=None, refresh=True):
        return None

    def set_description_str(self, desc=None, refresh=True):
        return None

    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        return None

    def set_postfix_str(self, s="", refresh=True):
        return None

    def close(self):
        return None

    def refresh(self, *args, **kwargs):
        return None

    def reset(self, total=None):
        return None

    def clear(self, *args, **kwargs):
        return None

    @staticmethod
    def write(s, file=None, end="\n", nolock=False):
        return None


def trange(*args, **kwargs):
    return tqdm(range(*args), **kwargs)
