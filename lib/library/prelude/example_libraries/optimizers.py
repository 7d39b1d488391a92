"""Optimizers as triples of functions. JAX: example_libraries/optimizers.py."""

MODULE = "jax.example_libraries.optimizers"


class OptimizerState:
    """A named tuple there, of which only the first field is a child in trees."""

    def __init__(self, packed_state, tree_def, subtree_defs):
        self.packed_state = packed_state
        self.tree_def = tree_def
        self.subtree_defs = subtree_defs

    def __iter__(self):
        return iter((self.packed_state, self.tree_def, self.subtree_defs))


_registered = jax.tree_util.register_pytree_node(
    OptimizerState,
    lambda state: ((state.packed_state,), (state.tree_def, state.subtree_defs)),
    lambda structure, children: OptimizerState(children[0], structure[0], structure[1]))
Optimizer = named_tuple_class("Optimizer", ("init_fn", "update_fn", "params_fn"), ())


def _packed(states):
    """The leaves of each state, and their structures."""
    parts = [jax.tree.flatten(state) for state in states]
    return tuple(leaves for leaves, _ in parts), tuple(structure for _, structure in parts)


def _unpacked(opt_state):
    return [jax.tree.unflatten(structure, leaves)
            for structure, leaves in zip(opt_state.subtree_defs, opt_state.packed_state)]


def optimizer(opt_maker):
    @functools.wraps(opt_maker)
    def tree_opt_maker(*args, **kwargs):
        init, update, get_params = opt_maker(*args, **kwargs)

        def tree_init(x0_tree):
            assert _registered is None
            leaves, structure = jax.tree.flatten(x0_tree)
            states, parts = _packed([init(leaf) for leaf in leaves])
            return OptimizerState(states, structure, parts)

        def tree_update(i, grad_tree, opt_state):
            grads, structure = jax.tree.flatten(grad_tree)
            if structure != opt_state.tree_def:
                raise TypeError("optimizer update function was passed a gradient tree that did not match the "
                                "parameter tree structure with which it was initialized: parameter tree "
                                f"{structure_text(tree_get_params(opt_state))} and grad tree "
                                f"{structure_text(grad_tree)}.")
            states, parts = _packed([update(i, grad, state) for grad, state in zip(grads, _unpacked(opt_state))])
            for before, after in zip(opt_state.subtree_defs, parts):
                if before != after:
                    raise TypeError("optimizer update function produced an output structure that did not match "
                                    f"its input structure: input {before} and output {after}.")
            return OptimizerState(states, structure, parts)

        def tree_get_params(opt_state):
            return jax.tree.unflatten(opt_state.tree_def, [get_params(state) for state in _unpacked(opt_state)])
        return Optimizer(tree_init, tree_update, tree_get_params)
    return tree_opt_maker


def _first(state):
    return state[0]


def _with_zeros(count):
    """What makes of a parameter a state of it and so many arrays like it."""
    def init(x0):
        return (x0,) + tuple(jnp.zeros_like(x0) for _ in range(count))
    return init


def _sgd(step_size):
    step_size = make_schedule(step_size)
    return (lambda x0: x0), (lambda i, g, x: x - step_size(i) * g), (lambda x: x)


def _momentum(step_size, mass):
    step_size = make_schedule(step_size)

    def update(i, g, state):
        x, velocity = state
        velocity = mass * velocity + g
        return x - step_size(i) * velocity, velocity
    return _with_zeros(1), update, _first


def _nesterov(step_size, mass):
    step_size = make_schedule(step_size)

    def update(i, g, state):
        x, velocity = state
        velocity = mass * velocity + g
        return x - step_size(i) * (mass * velocity + g), velocity
    return _with_zeros(1), update, _first


def _adagrad(step_size, momentum=0.9):
    step_size = make_schedule(step_size)

    def update(i, g, state):
        x, squares, m = state
        squares = squares + jnp.square(g)
        scale = jnp.where(squares > 0, 1. / jnp.sqrt(squares), 0.0)
        m = (1. - momentum) * (g * scale) + momentum * m
        return x - step_size(i) * m, squares, m
    return _with_zeros(2), update, _first


def _rmsprop(step_size, gamma=0.9, eps=1e-8):
    step_size = make_schedule(step_size)

    def update(i, g, state):
        x, squares = state
        squares = squares * gamma + jnp.square(g) * (1. - gamma)
        return x - step_size(i) * g / jnp.sqrt(squares + eps), squares
    return _with_zeros(1), update, _first


def _rmsprop_momentum(step_size, gamma=0.9, eps=1e-8, momentum=0.9):
    step_size = make_schedule(step_size)

    def update(i, g, state):
        x, squares, m = state
        squares = squares * gamma + jnp.square(g) * (1. - gamma)
        m = momentum * m + step_size(i) * g / jnp.sqrt(squares + eps)
        return x - m, squares, m
    return _with_zeros(2), update, _first


def _adam(step_size, b1=0.9, b2=0.999, eps=1e-8):
    step_size = make_schedule(step_size)

    def update(i, g, state):
        x, m, v = state
        m = (1 - b1) * g + b1 * m
        v = (1 - b2) * jnp.square(g) + b2 * v
        first = m / (1 - jnp.asarray(b1, m.dtype) ** (i + 1))
        second = v / (1 - jnp.asarray(b2, m.dtype) ** (i + 1))
        return x - step_size(i) * first / (jnp.sqrt(second) + eps), m, v
    return _with_zeros(2), update, _first


def _adamax(step_size, b1=0.9, b2=0.999, eps=1e-8):
    step_size = make_schedule(step_size)

    def update(i, g, state):
        x, m, u = state
        m = (1 - b1) * g + b1 * m
        u = jnp.maximum(b2 * u, jnp.abs(g))
        return x - (step_size(i) / (1 - jnp.asarray(b1, m.dtype) ** (i + 1))) * m / (u + eps), m, u
    return _with_zeros(2), update, _first


sgd = optimizer(_sgd)
momentum = optimizer(_momentum)
nesterov = optimizer(_nesterov)
adagrad = optimizer(_adagrad)
rmsprop = optimizer(_rmsprop)
rmsprop_momentum = optimizer(_rmsprop_momentum)
adam = optimizer(_adam)
adamax = optimizer(_adamax)


def constant(step_size):
    return lambda i: step_size


def exponential_decay(step_size, decay_steps, decay_rate):
    return lambda i: step_size * decay_rate ** (i / decay_steps)


def inverse_time_decay(step_size, decay_steps, decay_rate, staircase=False):
    if staircase:
        return lambda i: step_size / (1 + decay_rate * jnp.floor(i / decay_steps))
    return lambda i: step_size / (1 + decay_rate * i / decay_steps)


def polynomial_decay(step_size, decay_steps, final_step_size, power=1.0):
    def schedule(step_num):
        done = jnp.minimum(step_num, decay_steps) / decay_steps
        return (1 - done) ** power * (step_size - final_step_size) + final_step_size
    return schedule


def piecewise_constant(boundaries, values):
    boundaries, values = jnp.array(boundaries), jnp.array(values)
    if not boundaries.ndim == values.ndim == 1:
        raise ValueError("boundaries and values must be sequences")
    if boundaries.shape[0] != values.shape[0] - 1:
        raise ValueError("boundaries length must be one shorter than values length")
    return lambda i: values[jnp.sum(i > boundaries)]


def make_schedule(scalar_or_schedule):
    if callable(scalar_or_schedule):
        return scalar_or_schedule
    if jnp.ndim(scalar_or_schedule) == 0:
        return constant(scalar_or_schedule)
    raise TypeError(type(scalar_or_schedule))


def l2_norm(tree):
    return jnp.sqrt(sum(jnp.vdot(x, x) for x in jax.tree.leaves(tree)))


def clip_grads(grad_tree, max_norm):
    norm = l2_norm(grad_tree)
    return jax.tree.map(lambda g: jnp.where(norm < max_norm, g, g * (max_norm / norm)), grad_tree)
