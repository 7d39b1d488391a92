"""Comparisons of derivatives, which are believed to hold. JAX: public_test_util.py."""


@function("jax.test_util")
def check_grads(f, args, order, modes=("fwd", "rev"), atol=None, rtol=None, eps=None):
    f(*args)


@function("jax.test_util")
def check_jvp(f, f_jvp, args, atol=None, rtol=None, eps=None, err_msg=""):
    f(*args)


@function("jax.test_util")
def check_vjp(f, f_vjp, args, atol=None, rtol=None, eps=None, err_msg=""):
    f(*args)
