"""Keys as scopes have them, with what is still to be folded in. flax 0.12.8: core/scope.py."""
from prelude.flax.structures import PyTreeNode, field

MODULE = "flax.core.scope"


class LazyRng(PyTreeNode):
    rng: object
    suffix: tuple = field(pytree_node=False)

    def as_jax_rng(self):
        return jax.random.fold_in(self.rng, 1) if self.suffix else self.rng

    def clear_suffix(self):
        return LazyRng(self.rng, ())

    @staticmethod
    def create(rng, *suffix):
        return LazyRng(rng.rng, rng.suffix + suffix) if isinstance(rng, LazyRng) else LazyRng(rng, suffix)
