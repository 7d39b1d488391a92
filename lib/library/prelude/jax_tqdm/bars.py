"""Bars that show how far a loop of JAX is. jax_tqdm 0.4: base.py, scan_pbar.py, loop_pbar.py."""
MODULE = "jax_tqdm"


class _Node:
    def __init_subclass__(cls, **kwargs):
        jax.tree_util.register_pytree_node_class(cls)


class PBar(_Node):
    def __init__(self, *, id, carry):
        self.id, self.carry = id, carry

    def tree_flatten(self):
        return (self.id, self.carry), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(id=children[0], carry=children[1])


def _show(bar):
    return None


def _bar(n, print_rate, tqdm_type):
    """What is done before a turn and behind it, each with what it hands on."""
    if tqdm_type not in ("auto", "std", "notebook"):
        raise ValueError(f'tqdm_type should be one of "auto", "std", or "notebook" but got "{tqdm_type}"')
    if print_rate is None:
        print_rate = int(n / 20) if n > 20 else 1
    elif print_rate < 1:
        raise ValueError(f"Print rate should be > 0 got {print_rate}")
    elif print_rate > n:
        raise ValueError(f"Print rate should be less than the number of steps {n}, got {print_rate}")

    def before(handed, turn, bar):
        def begin(i, x):
            jax.debug.callback(_show, bar, ordered=True)
            return x

        def move(i, x):
            jax.lax.cond(i % print_rate == 0, lambda: jax.debug.callback(_show, bar, ordered=True), lambda: None)
            return x

        return jax.lax.cond(turn == 0, begin, move, turn, handed)

    def behind(result, turn, bar):
        def end(x):
            jax.debug.callback(_show, bar, ordered=True)
            return x

        return jax.lax.cond(turn + 1 == n, end, lambda x: x, result)

    return before, behind


def scan_tqdm(n, print_rate=None, tqdm_type="auto", **kwargs):
    before, behind = _bar(n, print_rate, tqdm_type)

    def around(func):
        def turn(carry, x):
            number = x[0] if isinstance(x, tuple) else x
            if not isinstance(carry, PBar):
                carry, x = before((carry, x), number, 0)
                return behind(program_call(func, carry, x), number, 0)
            bar = carry.id
            inner, x = before((carry.carry, x), number, bar)
            result = program_call(func, inner, x)
            return behind((PBar(id=bar, carry=result[0]), result[1]), number, bar)

        return turn

    return around


def loop_tqdm(n, print_rate=None, tqdm_type="auto", **kwargs):
    before, behind = _bar(n, print_rate, tqdm_type)

    def around(func):
        def turn(i, val):
            if not isinstance(val, PBar):
                i, val = before((i, val), i, 0)
                return behind(program_call(func, i, val), i, 0)
            bar = val.id
            i, inner = before((i, val.carry), i, bar)
            return behind(PBar(id=bar, carry=program_call(func, i, inner)), i, bar)

        return turn

    return around
