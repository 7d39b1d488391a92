"""Which values a checkpoint keeps, which matters backwards alone. JAX: ad_checkpoint.py."""


class MadePolicy:
    """A policy that was made with names or others: its own name, and these."""

    def __init__(self, *rule):
        self.rule = rule

    def __call__(self, *args, **kwargs):
        return None


def policy_rule(policy):
    """The policy as recordings have it."""
    return policy.rule if isinstance(policy, MadePolicy) else policy


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
