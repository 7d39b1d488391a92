"""Which values a checkpoint keeps, which matters backwards alone. JAX: ad_checkpoint.py."""


class MadePolicy:
    """A policy that was made with names or others: its own name, and these."""

    def __init__(self, *rule):
        self.rule = rule

    def __call__(self, *args, **kwargs):
        return None


class Primitive:
    """An operation as policies of a program's own look at it."""

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name

    def __repr__(self):
        return self.name


_not_known = ("what looks at more than names",)
_named = ("abs add add_any all_gather all_to_all and argmax argmin broadcast_in_dim ceil clamp concatenate "
          "conv_general_dilated convert_element_type copy cos cumsum div dot_general dynamic_slice "
          "dynamic_update_slice eq erf exp exp2 expand_dims floor gather ge gt integer_pow iota is_finite le log "
          "log1p logistic lt max min mul name ne neg not or pad pow ppermute psum psum_scatter ragged_dot_general "
          "reduce_and reduce_max reduce_min reduce_or reduce_prod reduce_scatter reduce_sum rem reshape rev round "
          "rsqrt scatter scatter-add select_n sharding_constraint sign sin slice sort sqrt square squeeze "
          "stop_gradient sub tan tanh top_k transpose while xor").split()


def _keeps(policy, name):
    """What a policy says of the operation of this name, of whose operands and parameters nothing is said; or None."""
    something = unknowable()
    try:
        answer = policy(Primitive(name), something, name=something, axes=something, dimension_numbers=something,
                        preferred_element_type=something, precision=something, axis_name=something, jaxpr=something)
    except Exception:
        return None
    return answer if is_known(answer) and isinstance(answer, bool) else None


def _program_rule(policy):
    """Which operations a function of the program keeps, by their names; a policy that is not known if it looks at more."""
    others = _keeps(policy, "an operation of another name")
    names = []
    for name in _named:
        keeps = _keeps(policy, name)
        if keeps is None or others is None:
            return _not_known
        if keeps != others:
            names.append(name)
    # In a shard_map that follows what varies, JAX has another name for it.
    if _keeps(policy, "psum") != _keeps(policy, "psum_invariant"):
        return _not_known
    return ("primitives of other names" if others else "primitives of these names", *names)


def policy_rule(policy):
    """The policy as recordings have it."""
    if isinstance(policy, MadePolicy):
        return policy.rule
    if policy is None or not is_recorded() or parameters_of(policy) is None:
        return policy
    return _program_rule(policy)


@function("jax.checkpoint_policies")
def everything_saveable(*args, **kwargs):
    return None


@function("jax.checkpoint_policies")
def nothing_saveable(*args, **kwargs):
    return None


@function("jax.checkpoint_policies")
def dots_saveable(*args, **kwargs):
    return None


@function("jax.checkpoint_policies")
def checkpoint_dots(*args, **kwargs):
    return None


@function("jax.checkpoint_policies")
def dots_with_no_batch_dims_saveable(*args, **kwargs):
    return None


@function("jax.checkpoint_policies")
def checkpoint_dots_with_no_batch_dims(*args, **kwargs):
    return None


@function("jax.checkpoint_policies")
def save_anything_except_these_names(*names):
    return MadePolicy("save_anything_except_these_names", *names)


@function("jax.checkpoint_policies")
def save_any_names_but_these(*names):
    return MadePolicy("save_any_names_but_these", *names)


@function("jax.checkpoint_policies")
def save_only_these_names(*names):
    return MadePolicy("save_only_these_names", *names)


@function("jax.checkpoint_policies")
def save_from_both_policies(*policies):
    return MadePolicy("save_from_both_policies", *[policy_rule(policy) for policy in policies])


@function("jax.checkpoint_policies")
def offload_dot_with_no_batch_dims(offload_src, offload_dst):
    return MadePolicy("offload_dot_with_no_batch_dims")


@function("jax.checkpoint_policies")
def save_and_offload_only_these_names(*, names_which_can_be_saved, names_which_can_be_offloaded, offload_src, offload_dst):
    saved, offloaded = set(names_which_can_be_saved), set(names_which_can_be_offloaded)
    both = saved.intersection(offloaded)
    if both:
        raise ValueError("The names should be exclusive and should not intersect in `names_which_can_be_saved` and "
                         f"`names_which_can_be_offloaded`. Got names_which_can_be_saved={saved}, "
                         f"names_which_can_be_offloaded={offloaded} and the intersection={both}")
    return MadePolicy("save_and_offload_only_these_names", *names_which_can_be_saved, *names_which_can_be_offloaded)
