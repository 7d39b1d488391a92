"""Returns, advantages and errors of values. rlax 0.1.9: _src/multistep.py, _src/vtrace.py,
_src/value_learning.py."""
from prelude.rlax.checks import require, stopped_if

MODULE = "rlax"


def _along(x, like):
    """A number, or an array, for each step."""
    return jnp.ones_like(like) * x


def _backwards(body, first, steps):
    def turn(acc, xs):
        acc = body(acc, *xs)
        return acc, acc

    return jax.lax.scan(turn, first, steps, reverse=True)[1]


def lambda_returns(r_t, discount_t, v_t, lambda_=1.0, stop_target_gradients=False):
    require([1, 1, 1, {0, 1}], float, r_t, discount_t, v_t, lambda_)
    library_module("chex").assert_equal_shape([r_t, discount_t, v_t])

    def step(acc, reward, discount, value, weight):
        return reward + discount * ((1 - weight) * value + weight * acc)

    steps = (r_t, discount_t, v_t, _along(lambda_, discount_t))
    return stopped_if(stop_target_gradients, _backwards(step, v_t[-1], steps))


def n_step_bootstrapped_returns(r_t, discount_t, v_t, n, lambda_t=1.0, stop_target_gradients=False):
    require([1, 1, 1, {0, 1}], float, r_t, discount_t, v_t, lambda_t)
    library_module("chex").assert_equal_shape([r_t, discount_t, v_t])
    count = r_t.shape[0]
    lambda_t = _along(lambda_t, discount_t)
    targets = jnp.concatenate([v_t[n - 1 :], jnp.array([v_t[-1]] * min(n - 1, count))])
    r_t = jnp.concatenate([r_t, jnp.zeros(n - 1)])
    discount_t = jnp.concatenate([discount_t, jnp.ones(n - 1)])
    lambda_t = jnp.concatenate([lambda_t, jnp.ones(n - 1)])
    v_t = jnp.concatenate([v_t, jnp.array([v_t[-1]] * (n - 1))])
    for i in reversed(range(n)):
        now = slice(i, i + count)
        targets = r_t[now] + discount_t[now] * ((1.0 - lambda_t[now]) * v_t[now] + lambda_t[now] * targets)
    return stopped_if(stop_target_gradients, targets)


def discounted_returns(r_t, discount_t, v_t, stop_target_gradients=False):
    require([1, 1, {0, 1}], float, r_t, discount_t, v_t)
    return lambda_returns(r_t, discount_t, _along(v_t, discount_t), 1.0, stop_target_gradients)


def truncated_generalized_advantage_estimation(r_t, discount_t, lambda_, values, stop_target_gradients=False):
    require(1, float, r_t, values, discount_t)
    lambda_ = _along(lambda_, discount_t)
    deltas = r_t + discount_t * values[1:] - values[:-1]

    def step(acc, delta, discount, weight):
        return delta + discount * weight * acc

    return stopped_if(stop_target_gradients, _backwards(step, 0.0, (deltas, discount_t, lambda_)))


def _traced(v_tm1, v_t, r_t, discount_t, rho_tm1, alpha, lambda_, threshold, stop, sample_mask):
    if sample_mask is None:
        sample_mask = jnp.ones_like(rho_tm1, dtype=jnp.bool)
    require([1, 1, 1, 1, 1, {0, 1}, 1], [float] * 6 + [bool], v_tm1, v_t, r_t, discount_t, rho_tm1, lambda_, sample_mask)
    library_module("chex").assert_equal_shape([v_tm1, v_t, r_t, discount_t, rho_tm1, sample_mask])
    weights = _leaky(rho_tm1, alpha, 1.0) * lambda_
    deltas = _leaky(rho_tm1, alpha, threshold) * (r_t + discount_t * v_t - v_tm1)

    def step(acc, delta, discount, learnable, weight):
        return learnable * (delta + discount * weight * acc) + (1.0 - learnable) * acc

    errors = _backwards(step, 0.0, (deltas, discount_t, sample_mask, weights))
    return jax.lax.select(stop, jax.lax.stop_gradient(errors + v_tm1) - v_tm1, errors)


def _leaky(rho, alpha, threshold):
    clipped = jnp.minimum(threshold, rho)
    return clipped if alpha is None else (1 - alpha) * rho + alpha * clipped


def _traced_with_advantage(v_tm1, v_t, r_t, discount_t, rho_tm1, alpha, lambda_, threshold, pg_threshold, stop, mask):
    lambda_ = _along(lambda_, discount_t)
    errors = _traced(v_tm1, v_t, r_t, discount_t, rho_tm1, alpha, lambda_, threshold, stop, mask)
    targets = errors + v_tm1
    ahead = lambda_[:-1] * targets[1:] + (1 - lambda_[:-1]) * v_tm1[1:]
    q_estimate = r_t + discount_t * jnp.concatenate([ahead, v_t[-1:]], axis=0)
    advantage = _leaky(rho_tm1, alpha, pg_threshold) * (q_estimate - v_tm1)
    return named_tuple("VTraceOutput", "errors pg_advantage q_estimate", errors, advantage, q_estimate)


def vtrace(v_tm1, v_t, r_t, discount_t, rho_tm1, lambda_=1.0, clip_rho_threshold=1.0, stop_target_gradients=True,
           sample_mask=None):
    return _traced(v_tm1, v_t, r_t, discount_t, rho_tm1, None, lambda_, clip_rho_threshold, stop_target_gradients,
                   sample_mask)


def leaky_vtrace(v_tm1, v_t, r_t, discount_t, rho_tm1, alpha_=1.0, lambda_=1.0, clip_rho_threshold=1.0,
                 stop_target_gradients=True, sample_mask=None):
    return _traced(v_tm1, v_t, r_t, discount_t, rho_tm1, alpha_, lambda_, clip_rho_threshold, stop_target_gradients,
                   sample_mask)


def vtrace_td_error_and_advantage(v_tm1, v_t, r_t, discount_t, rho_tm1, lambda_=1.0, clip_rho_threshold=1.0,
                                  clip_pg_rho_threshold=1.0, stop_target_gradients=True, sample_mask=None):
    return _traced_with_advantage(v_tm1, v_t, r_t, discount_t, rho_tm1, None, lambda_, clip_rho_threshold,
                                  clip_pg_rho_threshold, stop_target_gradients, sample_mask)


def leaky_vtrace_td_error_and_advantage(v_tm1, v_t, r_t, discount_t, rho_tm1, alpha=1.0, lambda_=1.0,
                                        clip_rho_threshold=1.0, clip_pg_rho_threshold=1.0,
                                        stop_target_gradients=True, sample_mask=None):
    return _traced_with_advantage(v_tm1, v_t, r_t, discount_t, rho_tm1, alpha, lambda_, clip_rho_threshold,
                                  clip_pg_rho_threshold, stop_target_gradients, sample_mask)


def td_learning(v_tm1, r_t, discount_t, v_t, stop_target_gradients=True):
    require(0, float, v_tm1, r_t, discount_t, v_t)
    return stopped_if(stop_target_gradients, r_t + discount_t * v_t) - v_tm1


def td_lambda(v_tm1, r_t, discount_t, v_t, lambda_, stop_target_gradients=True):
    require([1, 1, 1, 1, {0, 1}], float, v_tm1, r_t, discount_t, v_t, lambda_)
    return stopped_if(stop_target_gradients, lambda_returns(r_t, discount_t, v_t, lambda_)) - v_tm1


def sarsa(q_tm1, a_tm1, r_t, discount_t, q_t, a_t, stop_target_gradients=True):
    require([1, 0, 0, 0, 1, 0], [float, int, float, float, float, int], q_tm1, a_tm1, r_t, discount_t, q_t, a_t)
    return stopped_if(stop_target_gradients, r_t + discount_t * q_t[a_t]) - q_tm1[a_tm1]


def expected_sarsa(q_tm1, a_tm1, r_t, discount_t, q_t, probs_a_t, stop_target_gradients=True):
    types = [float, int, float, float, float, float]
    require([1, 0, 0, 0, 1, 1], types, q_tm1, a_tm1, r_t, discount_t, q_t, probs_a_t)
    return stopped_if(stop_target_gradients, r_t + discount_t * jnp.dot(q_t, probs_a_t)) - q_tm1[a_tm1]


def q_learning(q_tm1, a_tm1, r_t, discount_t, q_t, stop_target_gradients=True):
    require([1, 0, 0, 0, 1], [float, int, float, float, float], q_tm1, a_tm1, r_t, discount_t, q_t)
    return stopped_if(stop_target_gradients, r_t + discount_t * jnp.max(q_t)) - q_tm1[a_tm1]


def double_q_learning(q_tm1, a_tm1, r_t, discount_t, q_t_value, q_t_selector, stop_target_gradients=True):
    types = [float, int, float, float, float, float]
    require([1, 0, 0, 0, 1, 1], types, q_tm1, a_tm1, r_t, discount_t, q_t_value, q_t_selector)
    target = r_t + discount_t * q_t_value[q_t_selector.argmax()]
    return stopped_if(stop_target_gradients, target) - q_tm1[a_tm1]
