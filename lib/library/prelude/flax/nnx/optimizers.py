"""Optimizers and metrics of NNX. flax 0.12.8: nnx/training/."""
from prelude.flax.nnx.modules import Pytree, data
from prelude.flax.nnx.states import state, update
from prelude.flax.nnx.variables import OptArray, OptState, Variable, make_variable

MODULE = "flax.nnx flax.nnx.metrics"


def _is_variable(x):
    return isinstance(x, Variable)


def _pure(tree):
    return jax.tree.map(lambda x: x.get_value() if _is_variable(x) else x, tree, is_leaf=_is_variable)


def _wrapped(tree):
    return jax.tree.map(lambda x: make_variable(OptArray, x, {}) if hasattr(x, "shape") else x, tree)


class Optimizer(Pytree):
    def __init__(self, model, tx, *, wrt="_missing", graph=None):
        if isinstance(wrt, str) and wrt == "_missing":
            raise TypeError("Missing required argument `wrt`. As of Flax 0.11.0 the `wrt` argument is required, if you want to keep the previous use nnx.ModelAndOptimizer instead of nnx.Optimizer.")
        self.step = OptState(jnp.array(0, dtype=jnp.uint32))
        self.tx = tx
        self.opt_state = data(_wrapped(tx.init(_pure(state(model, wrt)))))
        self.wrt = wrt

    def update(self, model, grads="_missing", /, **kwargs):
        if isinstance(grads, str) and grads == "_missing":
            raise TypeError("Missing required argument `grads`. As of Flax 0.11.0 update requires both (model, grads) arguments to be provided. If you want to keep the previous use nnx.ModelAndOptimizer instead of nnx.Optimizer.")
        params = _pure(state(model, self.wrt))
        updates, opt_state = self.tx.update(_pure(state(grads, self.wrt)), _pure(self.opt_state), params, **kwargs)
        update(model, member("optax", "apply_updates")(params, updates))
        kept = jax.tree.leaves(self.opt_state, is_leaf=_is_variable)
        for variable, value in zip(kept, jax.tree.leaves(opt_state)):
            if _is_variable(variable):
                variable.__dict__["raw_value"] = value
        self.step[...] = self.step[...] + 1


class ModelAndOptimizer(Optimizer):
    def __init__(self, model, tx, *, wrt=None):
        super().__init__(model, tx, wrt=Variable if wrt is None else wrt)
        self.model = model

    def update(self, grads, **kwargs):
        super().update(self.model, grads, **kwargs)


class Metric(Pytree):
    pass


class Average(Metric):
    def __init__(self, argname="values"):
        self.argname = argname
        self.total = Variable(jnp.array(0, dtype=jnp.float32))
        self.count = Variable(jnp.array(0, dtype=jnp.int32))

    def reset(self):
        self.total[...] = jnp.array(0, dtype=jnp.float32)
        self.count[...] = jnp.array(0, dtype=jnp.int32)

    def update(self, **kwargs):
        if self.argname not in kwargs:
            raise TypeError(f"Expected keyword argument '{self.argname}'")
        values = kwargs[self.argname]
        self.total[...] = self.total[...] + (values if isinstance(values, (int, float)) else values.sum())
        self.count[...] = self.count[...] + (1 if isinstance(values, (int, float)) else values.size)

    def compute(self):
        return self.total[...] / self.count[...]


class Accuracy(Average):
    def update(self, *, logits, labels, mask=None, **kwargs):
        if logits.ndim != labels.ndim + 1:
            raise ValueError(
                f"For multi-class classification: expected logits.ndim==labels.ndim+1, got {logits.ndim} and {labels.ndim}"
            )
        super().update(values=(logits.argmax(axis=-1) == labels))


class MultiMetric(Metric):
    def __init__(self, **metrics):
        self._names = list(metrics.keys())
        for name, metric in metrics.items():
            setattr(self, name, metric)

    def reset(self):
        for name in self._names:
            getattr(self, name).reset()

    def update(self, **updates):
        for name in self._names:
            getattr(self, name).update(**updates)

    def compute(self):
        return {name: getattr(self, name).compute() for name in self._names}
