"""What decides how training goes on. flax 0.12.8: training/early_stopping.py, dynamic_scale.py, lr_schedule.py."""
from prelude.flax.structures import PyTreeNode, field

MODULE = "flax.training.early_stopping flax.training.dynamic_scale flax.training.lr_schedule"


class EarlyStopping(PyTreeNode):
    min_delta: float = 0
    patience: int = 0
    best_metric: float = math.inf
    patience_count: int = 0
    should_stop: bool = False
    has_improved: bool = False

    def reset(self):
        return self.replace(best_metric=math.inf, patience_count=0, should_stop=False, has_improved=False)

    def update(self, metric):
        if math.isinf(self.best_metric) or self.best_metric - metric > self.min_delta:
            return self.replace(best_metric=metric, patience_count=0, has_improved=True)
        should_stop = self.patience_count >= self.patience or self.should_stop
        return self.replace(patience_count=self.patience_count + 1, should_stop=should_stop, has_improved=False)


class DynamicScale(PyTreeNode):
    growth_factor: float = field(pytree_node=False, default=2.0)
    backoff_factor: float = field(pytree_node=False, default=0.5)
    growth_interval: int = field(pytree_node=False, default=2000)
    fin_steps: int = 0
    scale: float = 65536.0
    minimum_scale: object = field(pytree_node=False, default=2.0**-126)

    def _renewed(self, finite):
        grow = self.fin_steps == self.growth_interval
        grown = jnp.minimum(self.scale * self.growth_factor, jnp.finfo(jnp.float32).max)
        kept = jnp.where(grow & finite, grown, self.scale)
        less = self.scale * self.backoff_factor
        if self.minimum_scale is not None:
            less = jnp.maximum(less, self.minimum_scale)
        steps = jnp.where(grow | (~finite), 0, self.fin_steps + 1)
        return self.replace(fin_steps=steps, scale=jnp.where(finite, kept, less))

    def value_and_grad(self, fun, argnums=0, has_aux=False, axis_name=None):
        def scaled(*args):
            out = program_call(fun, *args)
            return (self.scale * out[0], out[1]) if has_aux else self.scale * out

        differentiated = jax.value_and_grad(scaled, argnums, has_aux)

        def call(*args):
            out, gradient = differentiated(*args)
            out = (out[0] / self.scale, out[1]) if has_aux else out / self.scale
            gradient = jax.tree.map(lambda g: jnp.asarray(g, jnp.float32) / self.scale, gradient)
            if axis_name is not None:
                gradient = lax.pmean(gradient, axis_name)
            finite = jnp.array(True)
            for g in jax.tree.leaves(gradient):
                finite = finite & jnp.all(lax.is_finite(g))
            return DynamicScaleResult(self._renewed(finite), finite, out, gradient)

        return call


def DynamicScaleResult(dynamic_scale, finite, aux, grad):
    return named_tuple("DynamicScaleResult", "dynamic_scale finite aux grad", dynamic_scale, finite, aux, grad)


def _warmed_up(lr, step, warmup_length, steps_per_epoch):
    return lr * jnp.minimum(1.0, step / float(warmup_length) / steps_per_epoch) if warmup_length > 0.0 else lr


def create_constant_learning_rate_schedule(base_learning_rate, steps_per_epoch, warmup_length=0.0):
    return lambda step: _warmed_up(base_learning_rate, step, warmup_length, steps_per_epoch)


def create_stepped_learning_rate_schedule(base_learning_rate, steps_per_epoch, lr_sched_steps, warmup_length=0.0):
    boundaries = np.round(np.array([step[0] for step in lr_sched_steps]) * steps_per_epoch).astype(int)
    values = np.array([1.0] + [step[1] for step in lr_sched_steps]) * base_learning_rate

    def learning_rate_fn(step):
        lr = jnp.take(values, jnp.sum(boundaries < step))
        return _warmed_up(lr, step, warmup_length, steps_per_epoch)

    return learning_rate_fn


def create_cosine_learning_rate_schedule(
    base_learning_rate, steps_per_epoch, halfcos_epochs, warmup_length=0.0
):
    def learning_rate_fn(step):
        lr = base_learning_rate * (jnp.cos(jnp.pi * step / (halfcos_epochs * steps_per_epoch)) + 1) / 2
        return _warmed_up(lr, step, warmup_length, steps_per_epoch)

    return learning_rate_fn
