"""The state of training. flax 0.12.8: training/train_state.py."""
from prelude.flax.structures import PyTreeNode, field

MODULE = "flax.training.train_state"

_MISSING = object()


class TrainState(PyTreeNode):
    step: int
    apply_fn: object = field(pytree_node=False)
    params: object = field(pytree_node=True)
    tx: object = field(pytree_node=False)
    opt_state: object = field(pytree_node=True)

    def apply_gradients(self, *args, grads=_MISSING, **kwargs):
        if grads is _MISSING:
            wrong = (
                f"takes 1 positional argument but {len(args) + 1} were given"
                if args
                else "missing 1 required keyword-only argument: 'grads'"
            )
            raise TypeError(f"TrainState.apply_gradients() {wrong}")
        if args:
            unknown("gradients that are given twice")
        params = self.params
        updates, opt_state = self.tx.update(grads, self.opt_state, params)
        new = member("optax", "apply_updates")(params, updates)
        return program_call(self.replace, step=self.step + 1, params=new, opt_state=opt_state, **kwargs)

    @classmethod
    def create(cls, *, apply_fn, params, tx, **kwargs):
        opt_state = tx.init(params)
        return program_call(cls, step=0, apply_fn=apply_fn, params=params, tx=tx, opt_state=opt_state, **kwargs)
