"""What is printed or called while a program runs. JAX: debugging.py."""


@function("jax.debug", takes_unknown=True)
def print(*args, ordered=False, **kwargs):
    if is_known(ordered) and ordered:
        note_order()
    return None


@function("jax.debug", takes_unknown=True)
def callback(*args, ordered=False, **kwargs):
    if is_known(ordered) and ordered:
        note_order()
    return None if args else callback


@function("jax.debug", takes_unknown=True)
def breakpoint(*args, **kwargs):
    return None


@function("jax.debug", takes_unknown=True)
def visualize_array_sharding(*args, **kwargs):
    return None


@function("jax.debug", takes_unknown=True)
def inspect_array_sharding(*args, **kwargs):
    return None
