"""Products with second derivatives. optax 0.2.8: second_order/_deprecated.py."""
MODULE = "optax.second_order"


def _ravel(tree):
    return jax.flatten_util.ravel_pytree(tree)[0]


def hvp(loss, v, params, inputs, targets):
    unravel = jax.flatten_util.ravel_pytree(params)[1]
    gradient = jax.grad(lambda p: program_call(loss, p, inputs, targets))
    return jax.jvp(gradient, [params], [unravel(v)])[1]


def hessian_diag(loss, params, inputs, targets):
    def entry(v):
        return jnp.vdot(v, _ravel(hvp(loss, v, params, inputs, targets)))

    return jax.vmap(entry)(jnp.eye(_ravel(params).size))


def fisher_diag(negative_log_likelihood, params, inputs, targets):
    return jnp.square(_ravel(jax.grad(negative_log_likelihood)(params, inputs, targets)))
