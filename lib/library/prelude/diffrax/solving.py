"""Ordinary differential equations, by the types of what is saved. diffrax 0.7.2: _integrate.py, _saveat.py, _term.py."""
from prelude.equinox.modules import Module
from prelude.equinox.transforms import filter_jit

MODULE = "diffrax"


class ODETerm(Module):
    vector_field: object

    def vf(self, t, y, args):
        out = self.vector_field(t, y, args)
        if jax.tree.structure(out) != jax.tree.structure(y):
            raise ValueError(
                "The vector field inside `ODETerm` must return a pytree with the same structure as `y0`."
            )
        return jax.tree.map(lambda o, x: jnp.broadcast_to(o, jnp.shape(x)), out, y)


class _Solver(Module):
    scan_kind: object = None
    root_finder: object = None
    root_find_max_steps: object = 10


class Euler(_Solver):
    pass


class Heun(_Solver):
    pass


class Midpoint(_Solver):
    pass


class Ralston(_Solver):
    pass


class Bosh3(_Solver):
    pass


class Tsit5(_Solver):
    pass


class Dopri5(_Solver):
    pass


class Dopri8(_Solver):
    pass


class ImplicitEuler(_Solver):
    pass


class Kvaerno3(_Solver):
    pass


class Kvaerno4(_Solver):
    pass


class Kvaerno5(_Solver):
    pass


class ConstantStepSize(Module):
    pass


class PIDController(Module):
    rtol: object
    atol: object
    pcoeff: object = 0
    icoeff: object = 1
    dcoeff: object = 0
    dtmin: object = None
    dtmax: object = None
    force_dtmin: bool = True
    step_ts: object = None
    jump_ts: object = None
    factormin: object = 0.2
    factormax: object = 10.0
    norm: object = None
    safety: object = 0.9
    error_order: object = None
    store_rejected_steps: object = None


def _save_y(t, y, args):
    return y


class SubSaveAt(Module):
    t0: bool
    t1: bool
    ts: object
    steps: object
    fn: object

    def __init__(self, *, t0=False, t1=False, ts=None, steps=False, fn=_save_y):
        self.t0, self.t1, self.steps, self.fn = t0, t1, int(steps), fn
        self.ts = None if ts is None or len(ts) == 0 else jnp.asarray(ts)

    def _count(self, max_steps):
        """How many times are saved, as many as there may be where steps are."""
        if self.steps and max_steps is None:
            raise ValueError("`max_steps=None` is incompatible with saving at `steps=n`")
        count = int(self.t0) + (0 if self.ts is None else len(self.ts))
        count += max_steps // self.steps if self.steps else 0
        return count + int(self.t1 and (max_steps is None or self.steps == 0 or max_steps % self.steps != 0))


class SaveAt(Module):
    subs: object
    dense: bool

    def __init__(
        self, *, t0=False, t1=False, ts=None, steps=False, fn=_save_y, subs=None, dense=False, solver_state=False,
        controller_state=False, made_jump=False
    ):
        if subs is not None or solver_state or controller_state or made_jump:
            unknown("diffrax.SaveAt of more than solutions")
        wanted = t0 or t1 or ts is not None or steps
        self.subs = SubSaveAt(t0=t0, t1=t1, ts=ts, steps=steps, fn=fn) if wanted else None
        self.dense = dense


class Solution(Module):
    t0: object
    t1: object
    ts: object
    ys: object
    interpolation: object
    stats: object

    def evaluate(self, t0, t1=None, left=True):
        if self.interpolation is None:
            raise ValueError("Dense solution has not been saved; pass SaveAt(dense=True).")
        return jax.tree.map(lambda y: y + jnp.asarray(t0, y.dtype) * 0, self.interpolation)

    @property
    def result(self):
        return unknowable("the result of diffrax.diffeqsolve")



def _solved(terms, t0, t1, dt0, y0, args, saveat, max_steps):
    sub = saveat.subs
    times = jnp.result_type(*[x for x in (t0, t1, dt0, None if sub is None else sub.ts) if x is not None])
    if not jnp.issubdtype(times, jnp.floating):
        if not jnp.issubdtype(times, jnp.integer):
            raise ValueError("Cannot use complex dtype for `t0`, `t1`, `dt0`, or `SaveAt(ts=...)`.")
        times = jnp.result_type(float)
    t0, t1 = jnp.asarray(t0, times), jnp.asarray(t1, times)
    y0 = jax.tree.map(lambda y: jnp.asarray(y, jnp.result_type(y, times)), y0)
    slopes = terms.vf(t0, y0, args)
    y1 = jax.tree.map(lambda y, slope: y + (t1 * slope).astype(y.dtype), y0, slopes)
    stats = {
        "max_steps": max_steps,
        **{name: unheld(jnp.zeros((), int)) for name in ("num_steps", "num_accepted_steps", "num_rejected_steps")},
    }
    if sub is None:
        return t0, t1, None, None, y1, stats
    count = sub._count(max_steps)
    saved = sub.fn(t1, y1, args)
    return t0, t1, jnp.full((count,), t1), jax.tree.map(lambda x: jnp.stack([x] * count), saved), y1, stats


def diffeqsolve(
    terms, solver, t0, t1, dt0, y0, args=None, *, saveat=None, stepsize_controller=None, adjoint=None, event=None,
    max_steps=4096, throw=True, progress_meter=None, solver_state=None, controller_state=None, made_jump=None,
    discrete_terminating_event=None
):
    if not isinstance(terms, ODETerm) or solver_state is not None or controller_state is not None:
        return unknowable("diffrax.diffeqsolve(…)")
    if dt0 is None and (stepsize_controller is None or isinstance(stepsize_controller, ConstantStepSize)):
        raise ValueError(
            "Constant step size solvers cannot select step size automatically; please pass a value for `dt0`."
        )
    saveat = SaveAt(t1=True) if saveat is None else saveat
    t0, t1, ts, ys, y1, stats = filter_jit(_solved)(terms, t0, t1, dt0, y0, args, saveat, max_steps)
    return Solution(t0, t1, ts, ys, y1 if saveat.dense else None, stats)
