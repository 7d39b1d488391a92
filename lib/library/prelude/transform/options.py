"""Options of jax.config that hold inside of a context, too: dtypes of 64 bits, how dtypes and ranks promote, and no jit. JAX: config.py."""


@function("option_scope")
def __enter__(self):
    self.before.append(self.set_option(self.value))
    return self


@function("option_scope")
def __exit__(self):
    self.set_option(self.before.pop())


def _option_scope(set_option, value):
    return object_of("option_scope", "set_option value before", set_option, value, [])


def _change_x64(value):
    before = enables_x64()
    set_x64(value)
    return before


@function("jax.experimental", until="0.9.0")
@function("jax", since="0.8.0")
def enable_x64(new_val=True):
    return _option_scope(_change_x64, new_val)


@function("jax.experimental", until="0.9.0")
def disable_x64():
    return _option_scope(_change_x64, False)


def _change_jit(disabled):
    before = disables_jit()
    set_disable_jit(disabled)
    return before


@function("jax")
def disable_jit(disable=True):
    return _option_scope(_change_jit, disable)


def dtype_promotion():
    return "strict" if promotes_strictly() else "standard"


def set_dtype_promotion(value):
    """Sets jax_numpy_dtype_promotion, and gives what it was."""
    before = dtype_promotion()
    if value not in ("standard", "strict") and release >= (0, 8):
        raise ValueError(f"{value!r} is not a valid NumpyDtypePromotion")
    if value not in ("standard", "strict"):
        unknown("whether a promotion is refused is not known in this release")
    set_strict_promotion(value == "strict")
    return before


@function("jax")
def numpy_dtype_promotion(new_val="standard"):
    return _option_scope(set_dtype_promotion, new_val)


def set_rank_promotion(value):
    """Sets jax_numpy_rank_promotion, and gives what it was, as far as that changes a verdict."""
    before = "raise" if keeps_ranks() else "allow"
    if value not in ("allow", "warn", "raise"):
        unknown("whether ranks that differ are refused is not known")
    set_keeps_ranks(value == "raise")
    return before


@function("jax")
def numpy_rank_promotion(new_val="allow"):
    return _option_scope(set_rank_promotion, new_val)
