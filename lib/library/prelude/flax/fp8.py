"""Products of numbers of eight bits, by their types alone. flax 0.12.8: linen/fp8_ops.py."""
from prelude.flax.modules import Module

MODULE = "flax.linen flax.linen.fp8_ops"

OVERWRITE_WITH_GRADIENT = "_overwrite_with_gradient"


def get_fp8_max(fp8_dtype, out_dtype):
    assert fp8_dtype in (jnp.float8_e4m3fn, jnp.float8_e5m2, jnp.float8_e4m3fnuz, jnp.float8_e5m2fnuz)
    return jnp.finfo(fp8_dtype).max.astype(out_dtype)


def quantize(x, q_dtype, scale, compute_dtype):
    limit = jnp.asarray(get_fp8_max(q_dtype, compute_dtype))
    scaled = x / jnp.broadcast_to(scale.astype(compute_dtype), x.shape)
    return jnp.clip(scaled, -limit, limit).astype(q_dtype)


def dequantize(x, dq_dtype, scale):
    return x.astype(dq_dtype) * jnp.broadcast_to(scale.astype(dq_dtype), x.shape)


def qdq(x, q_dtype, scale, compute_dtype):
    return dequantize(quantize(x, q_dtype, scale, compute_dtype), x.dtype, scale)


class Fp8DotGeneralBase(Module):
    amax_history_length: int = 1024
    e4m3_dtype: object = jnp.float8_e4m3fn
    e5m2_dtype: object = jnp.float8_e5m2

    def setup(self):
        def scale(name):
            return self.variable(OVERWRITE_WITH_GRADIENT, name, jnp.ones, (1,), jnp.float32)

        def history(name):
            return self.variable(
                OVERWRITE_WITH_GRADIENT, name, jnp.zeros, (self.amax_history_length,), jnp.float32
            )

        self.input_amax_history = history("input_amax_history")
        self.kernel_amax_history = history("kernel_amax_history")
        self.output_grad_amax_history = history("output_grad_amax_history")
        self.input_scale = scale("input_scale")
        self.kernel_scale = scale("kernel_scale")
        self.output_grad_scale = scale("output_grad_scale")

    def rounded(self, x, k):
        """Both as they come out of eight bits again."""
        x = qdq(x, self.e4m3_dtype, self.input_scale.value, k.dtype)
        return x, qdq(k, self.e4m3_dtype, self.kernel_scale.value, k.dtype)


def _product(module, args):
    assert len(args) == 3
    x, k = module.rounded(jnp.asarray(args[0], args[1].dtype), args[1])
    return opaque(lax.dot_general(x, k, args[2]), "flax.linen.fp8_ops")


class Fp8DotGeneralOp(Fp8DotGeneralBase):
    def __call__(self, *args, **kwargs):
        return _product(self, args)


class Fp8DirectDotGeneralOp(Fp8DotGeneralBase):
    def __call__(self, *args, **kwargs):
        return _product(self, args)


class NANOOFp8DotGeneralOp(Fp8DotGeneralOp):
    e4m3_dtype: object = jnp.float8_e4m3fnuz
    e5m2_dtype: object = jnp.float8_e5m2fnuz


class Fp8Einsum(Fp8DotGeneralBase):
    def __call__(self, eqn, lhs, rhs, precision=None, preferred_element_type=None):
        lhs, rhs = self.rounded(lhs.astype(rhs.dtype), rhs)
        out = jnp.einsum(eqn, lhs, rhs, precision=precision, preferred_element_type=preferred_element_type)
        return opaque(out, "flax.linen.fp8_ops")


Fp8DotGeneral = Fp8DirectDotGeneralOp
