"""The parameters that jax.jit is told of. JAX: api_util.py _validate_argnums, _validate_argnames."""


def _numbers(argnums):
    return () if argnums is None else (argnums,) if isinstance(argnums, int) else tuple(argnums)


def _names(argnames):
    return () if argnames is None else (argnames,) if isinstance(argnames, str) else tuple(argnames)


def _check_numbers(positional, argnums, option):
    if argnums and positional is not None and (-min(argnums) > len(positional) or max(argnums) >= len(positional)):
        refuse(ValueError, f"Jitted function has {option}={argnums}, but only accepts {len(positional)} positional "
               "arguments.", say=f"{option} of jit names an argument that the function does not take")


def _check_names(keywords, argnames, option):
    if keywords is None:
        return
    unknown_names = set([name for name in argnames if name not in keywords])
    if unknown_names:
        refuse(ValueError, f"Jitted function has invalid argnames {unknown_names} in {option}. Function does not take "
               "these args.", say=f"{option} of jit names a parameter that the function does not have")


def _all_names(positional, argnums, argnames):
    if argnames is not None or positional is None:
        return _names(argnames)
    return tuple([positional[number] for number in _numbers(argnums)])


@function("<prelude>")
def check_jit_parameters(positional, keywords, static_argnums, static_argnames, donate_argnums, donate_argnames):
    if isinstance(static_argnums, str) or isinstance(donate_argnums, str):
        raise TypeError("'str' object cannot be interpreted as an integer")
    for argnums, argnames, which in ((static_argnums, static_argnames, "static"),
                                     (donate_argnums, donate_argnames, "donate")):
        _check_numbers(positional, _numbers(argnums), which + "_argnums")
        _check_names(keywords, _names(argnames), which + "_argnames")
    static = _all_names(positional, static_argnums, static_argnames)
    both = set([name for name in _all_names(positional, donate_argnums, donate_argnames) if name in static])
    if both:
        raise ValueError(f"static_argnames and donate_argnames cannot intersect. Argument names {both} appear in both "
                         "static_argnames and donate_argnames")
