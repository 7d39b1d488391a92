"""Rules of derivatives that are made of others. JAX: custom_derivatives.py custom_jvp.defjvps."""


@function("transformed")
def defjvps(self, *jvps):
    def jvp(primals, tangents):
        primal_out = self(*primals)
        parts = [program_call(rule, tangent, primal_out, *primals) for tangent, rule in zip(tangents, jvps) if rule]
        if not parts:
            return primal_out, jax.tree.map(jnp.zeros_like, primal_out)
        return primal_out, jax.tree.map(lambda *terms: sum(terms[1:], terms[0]), *parts)

    self.defjvp(jvp)
