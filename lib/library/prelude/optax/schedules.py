"""Schedules: functions of a count of steps. optax 0.2.8: schedules/."""

MODULE = "optax optax.schedules"


def constant_schedule(value):
    return lambda count: value


def polynomial_schedule(init_value, end_value, power, transition_steps, transition_begin=0):
    if transition_steps <= 0:
        return lambda count: init_value
    begin = max(transition_begin, 0)

    def schedule(count):
        count = jnp.clip(count - begin, 0, transition_steps)
        frac = 1 - count / transition_steps
        return (init_value - end_value) * (frac**power) + end_value

    return schedule


def linear_schedule(init_value, end_value, transition_steps, transition_begin=0):
    return polynomial_schedule(
        init_value=init_value,
        end_value=end_value,
        power=1,
        transition_steps=transition_steps,
        transition_begin=transition_begin,
    )


def piecewise_constant_schedule(init_value, boundaries_and_scales=None):
    if boundaries_and_scales is not None and not all(s >= 0 for s in boundaries_and_scales.values()):
        raise ValueError("`piecewise_constant_schedule` expects non-negative scale factors")

    def schedule(count):
        value = init_value
        if boundaries_and_scales is not None:
            for threshold, scale in sorted(boundaries_and_scales.items()):
                before = jnp.maximum(0.0, jnp.sign(threshold - count))
                value = value * before + (1 - before) * scale * value
        return value

    return schedule


def exponential_decay(
    init_value, transition_steps, decay_rate, transition_begin=0, staircase=False, end_value=None
):
    if transition_steps <= 0 or decay_rate == 0:
        return lambda count: init_value
    begin = max(transition_begin, 0)
    bound = None
    if end_value is not None:
        bound = jnp.maximum if decay_rate < 1.0 else jnp.minimum

    def schedule(count):
        count = count - begin
        p = count / transition_steps
        if staircase:
            p = jnp.floor(p)
        decayed = jnp.where(count <= 0, init_value, init_value * jnp.power(decay_rate, p))
        return decayed if bound is None else bound(decayed, end_value)

    return schedule


def cosine_decay_schedule(init_value, decay_steps, alpha=0.0, exponent=1.0):
    if not decay_steps > 0:
        raise ValueError(f"The cosine_decay_schedule requires positive decay_steps, got decay_steps={decay_steps}.")

    def schedule(count):
        count = jnp.minimum(count, decay_steps)
        cosine = 0.5 * (1 + jnp.cos(jnp.pi * count / float(decay_steps)))
        return init_value * ((1 - alpha) * cosine**exponent + alpha)

    return schedule


def join_schedules(schedules, boundaries):
    def schedule(step):
        output = schedules[0](step)
        for boundary, following in zip(boundaries, schedules[1:]):
            output = jnp.where(step < boundary, output, following(step - boundary))
        return output

    return schedule


def warmup_constant_schedule(init_value, peak_value, warmup_steps):
    schedules = [linear_schedule(init_value, peak_value, warmup_steps), constant_schedule(peak_value)]
    return join_schedules(schedules, [warmup_steps])


def warmup_cosine_decay_schedule(
    init_value, peak_value, warmup_steps, decay_steps, end_value=0.0, exponent=1.0
):
    alpha = 0.0 if peak_value == 0.0 else end_value / peak_value
    schedules = [
        linear_schedule(init_value=init_value, end_value=peak_value, transition_steps=warmup_steps),
        cosine_decay_schedule(
            init_value=peak_value, decay_steps=decay_steps - warmup_steps, alpha=alpha, exponent=exponent
        ),
    ]
    return join_schedules(schedules, [warmup_steps])


def warmup_exponential_decay_schedule(
    init_value,
    peak_value,
    warmup_steps,
    transition_steps,
    decay_rate,
    transition_begin=0,
    staircase=False,
    end_value=None,
):
    schedules = [
        linear_schedule(init_value=init_value, end_value=peak_value, transition_steps=warmup_steps),
        exponential_decay(peak_value, transition_steps, decay_rate, transition_begin, staircase, end_value),
    ]
    return join_schedules(schedules, [warmup_steps])


def sgdr_schedule(cosine_kwargs):
    boundaries, schedules, step = [], [], 0
    for kwargs in cosine_kwargs:
        schedules.append(warmup_cosine_decay_schedule(**kwargs))
        step += kwargs["decay_steps"]
        boundaries.append(step)
    return join_schedules(schedules, boundaries[:-1])


def _between(kind, start, end, fraction):
    if kind == "linear":
        return (end - start) * fraction + start
    return end + (start - end) / 2.0 * (jnp.cos(jnp.pi * fraction) + 1)


def piecewise_interpolate_schedule(interpolate_type, init_value, boundaries_and_scales=None):
    if interpolate_type not in ("linear", "cosine"):
        raise ValueError("`interpolate_type` must be either 'cosine' or 'linear'")
    boundaries, values = [0], [init_value]
    for boundary, scale in sorted((boundaries_and_scales or {}).items()):
        if scale < 0:
            raise ValueError("`piecewise_interpolate_schedule` expects non-negative scale factors")
        boundaries.append(boundary)
        values.append(values[-1] * scale)

    def schedule(count):
        result = jnp.asarray(values[-1], jnp.float32)
        for i in reversed(range(len(boundaries) - 1)):
            span = boundaries[i + 1] - boundaries[i]
            at = _between(interpolate_type, values[i], values[i + 1], (count - boundaries[i]) / span)
            result = jnp.where(count < boundaries[i + 1], at, result)
        return result

    return schedule


def linear_onecycle_schedule(
    transition_steps, peak_value, pct_start=0.3, pct_final=0.85, div_factor=25.0, final_div_factor=1e4
):
    if transition_steps <= 0:
        raise ValueError("A linear onecycle schedule was set with a non-positive `transition_steps`")
    return piecewise_interpolate_schedule(
        "linear",
        peak_value / div_factor,
        {
            int(pct_start * transition_steps): div_factor,
            int(pct_final * transition_steps): 1.0 / div_factor,
            transition_steps: 1.0 / final_div_factor,
        },
    )


def cosine_onecycle_schedule(
    transition_steps, peak_value, pct_start=0.3, div_factor=25.0, final_div_factor=1e4
):
    if transition_steps <= 0:
        raise ValueError("A linear onecycle schedule was set with a non-positive `transition_steps`")
    return piecewise_interpolate_schedule(
        "cosine",
        peak_value / div_factor,
        {
            int(pct_start * transition_steps): div_factor,
            int(transition_steps): 1.0 / (div_factor * final_div_factor),
        },
    )
