"""Optimizers and metrics of NNX. flax 0.12.8: nnx/training/."""
from prelude.flax.structures import PyTreeNode
from prelude.flax.nnx.modules import Pytree, data
from prelude.flax.nnx.states import merge, merge_state, split, state, update
from prelude.flax.nnx.variables import OptArray, OptState, OptVariable, Param, Variable, make_variable

MODULE = (
    "flax.nnx flax.nnx.metrics flax.nnx.training.metrics flax.nnx.optimizer flax.nnx.training.optimizer"
)


def _is_variable(x):
    return isinstance(x, Variable)


def _pure(tree):
    return jax.tree.map(lambda x: x.get_value() if _is_variable(x) else x, tree, is_leaf=_is_variable)


def _kept(x):
    """A leaf of the optimizer's state: of a parameter's it is a variable with what is said of the parameter."""
    if not _is_variable(x):
        return make_variable(OptArray, x, {}) if hasattr(x, "shape") else x
    metadata = dict(x.get_metadata())
    if "optimizer_sharding" in metadata:
        metadata["out_sharding"] = metadata.pop("optimizer_sharding")
    return OptVariable(x.get_value(), **metadata)


class Optimizer(Pytree):
    def __init__(self, model, tx, *, wrt="_missing", graph=None):
        if isinstance(wrt, str) and wrt == "_missing":
            if library_release("flax") < (0, 11):
                self.model = model
                wrt = Param
        if isinstance(wrt, str) and wrt == "_missing":
            raise TypeError("Missing required argument `wrt`. As of Flax 0.11.0 the `wrt` argument is required, if you want to keep the previous use nnx.ModelAndOptimizer instead of nnx.Optimizer.")
        self.step = OptState(jnp.array(0, dtype=jnp.uint32))
        self.tx = tx
        self.opt_state = data(jax.tree.map(_kept, tx.init(state(model, wrt)), is_leaf=_is_variable))
        self.wrt = wrt

    def __getattr__(self, name):
        kind = type(self).__name__
        if name == "model" and library_release("flax") >= (0, 11):
            raise AttributeError(f"{kind} does not have attribute 'model' since Flax 0.11.0. To keep the previous behavior, use nnx.ModelAndOptimizer instead of nnx.Optimizer.")
        if name == "graph" or name.startswith("_"):
            unknown(f"{kind}.{name}")
        raise AttributeError(f"'{kind}' object has no attribute '{name}'")

    def update(self, model, grads="_missing", /, **kwargs):
        if isinstance(grads, str) and grads == "_missing" and library_release("flax") < (0, 11):
            model, grads = self.model, model
        if isinstance(grads, str) and grads == "_missing":
            raise TypeError("Missing required argument `grads`. As of Flax 0.11.0 update requires both (model, grads) arguments to be passed. If you want to keep the previous use nnx.ModelAndOptimizer instead of nnx.Optimizer.")
        params = _pure(state(model, self.wrt))
        gradients = _pure(state(grads, self.wrt))
        try:
            updates, opt_state = self.tx.update(gradients, _pure(self.opt_state), params, **kwargs)
            update(model, member("optax", "apply_updates")(params, updates))
        except ValueError as error:
            raise error
        kept = jax.tree.leaves(self.opt_state, is_leaf=_is_variable)
        for variable, value in zip(kept, jax.tree.leaves(opt_state)):
            if _is_variable(variable):
                variable.__dict__["raw_value"] = value
        self.step[...] = self.step[...] + 1
        return updates


class ModelAndOptimizer(Optimizer):
    def __init__(self, model, tx, *, wrt=Param):
        super().__init__(model, tx, wrt=wrt)
        self.model = model

    def update(self, grads, **kwargs):
        return super().update(self.model, grads, **kwargs)


class EMA(Pytree):
    def __init__(self, params, decay, *, only=Ellipsis, graph=None):
        self.decay = decay
        self.filter = only
        kept = state(params, only)
        self.params = data(jax.tree.map(lambda v: v.copy() if _is_variable(v) else v, kept, is_leaf=_is_variable))

    def update(self, updates):
        def renewed(ema, new):
            new = new.get_value() if _is_variable(new) else new
            ema[...] = self.decay * ema.get_value() + (1.0 - self.decay) * new

        jax.tree.map(renewed, self.params, state(updates, self.filter), is_leaf=_is_variable)

    def apply_to(self, model):
        made, found = split(model)
        return merge(made, merge_state(found, self.params))


class Metric(Pytree):
    pass


class MetricState(Variable):
    pass


def _given(metric, kwargs):
    if metric.argname not in kwargs:
        raise TypeError(f"Expected keyword argument '{metric.argname}'")
    return kwargs[metric.argname]


class Average(Metric):
    def __init__(self, argname="values"):
        self.argname = argname
        self.total = MetricState(jnp.array(0, dtype=jnp.float32))
        self.count = MetricState(jnp.array(0, dtype=jnp.int32))

    def reset(self):
        self.total[...] = jnp.array(0, dtype=jnp.float32)
        self.count[...] = jnp.array(0, dtype=jnp.int32)

    def update(self, mask=None, **kwargs):
        values = _given(self, kwargs)
        if mask is not None and isinstance(values, (int, float)):
            raise ValueError(f"If mask is provided, {self.argname} should be a jax array")
        if isinstance(values, (int, float)):
            self.total[...] += values
            self.count[...] += 1
        elif mask is None:
            self.total[...] += values.sum()
            self.count[...] += values.size
        else:
            self.total[...] += (values * mask.astype(values.dtype)).sum()
            self.count[...] += mask.sum().astype(self.count.dtype)

    def compute(self):
        return self.total[...] / self.count[...]


class Statistics(PyTreeNode):
    mean: object
    standard_error_of_mean: object
    standard_deviation: object


class Welford(Metric):
    def __init__(self, argname="values"):
        self.argname = argname
        self.count = MetricState(jnp.array(0, dtype=jnp.int32))
        self.mean = MetricState(jnp.array(0, dtype=jnp.float32))
        self.m2 = MetricState(jnp.array(0, dtype=jnp.float32))

    def reset(self):
        self.count[...] = jnp.array(0, dtype=jnp.uint32)
        self.mean[...] = jnp.array(0, dtype=jnp.float32)
        self.m2[...] = jnp.array(0, dtype=jnp.float32)

    def update(self, **kwargs):
        values = _given(self, kwargs)
        single = isinstance(values, (int, float))
        count = 1 if single else values.size
        before = self.count[...]
        self.count[...] += count
        delta = (values if single else values.mean()) - self.mean[...]
        self.mean[...] += delta * count / self.count[...]
        m2 = 0.0 if single else values.var() * count
        self.m2[...] += m2 + delta * delta * count * before / self.count[...]

    def compute(self):
        deviation = (self.m2[...] / self.count[...]) ** 0.5
        return Statistics(
            mean=self.mean[...],
            standard_error_of_mean=deviation / self.count[...] ** 0.5,
            standard_deviation=deviation,
        )


class Accuracy(Average):
    def __init__(self, threshold=None, *args, **kwargs):
        if threshold is not None and not isinstance(threshold, float):
            raise TypeError(f"Expected threshold to be a float, got {type(threshold)}")
        self.threshold = threshold
        super().__init__(*args, **kwargs)

    def update(self, *, logits, labels, mask=None, **_):
        more = 1 if self.threshold is None else 0
        if logits.ndim != labels.ndim + more:
            kind, text = ("multi-class", "labels.ndim+1") if more else ("binary", "labels.ndim")
            raise ValueError(
                f"For {kind} classification, expected logits.ndim=={text}, got {logits.ndim} and {labels.ndim}"
            )
        if labels.dtype == jnp.int64:
            labels = labels.astype(jnp.int32)
        elif labels.dtype != jnp.int32:
            raise ValueError(f"Expected labels.dtype==jnp.int32, got {labels.dtype}")
        chosen = logits.argmax(axis=-1) == labels if more else (logits >= self.threshold) == (labels > 0)
        super().update(values=chosen, mask=mask)


class MultiMetric(Metric):
    def __init__(self, **metrics):
        self._metric_names = tuple(metrics.keys())
        for name, metric in metrics.items():
            setattr(self, name, metric)

    def reset(self):
        for name in self._metric_names:
            getattr(self, name).reset()

    def update(self, **updates):
        mask = updates.pop("mask", None)
        for name in self._metric_names:
            own = mask.get(name) if isinstance(mask, dict) else mask
            given = updates if own is None else {**updates, "mask": own}
            program_call(getattr(self, name).update, **given)

    def compute(self):
        return {name: program_call(getattr(self, name).compute) for name in self._metric_names}
