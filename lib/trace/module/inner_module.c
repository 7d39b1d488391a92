/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/inner_module.h"

#include "trace/module/library_call.h"
#include "trace/state/library_index.h"

/* How the names of the modules begin, and where what they define is public. optax 0.2.8, equinox
 * 0.13.8, chex 0.1.92, einops 0.8.2, jaxtyping 0.3.11, flax 0.12.8, JAX 0.10.2. */
static const struct {
	const char *prefix, *home;
} inner_modules[] = {
    {"optax._src.", "optax"},
    {"optax._src.", "optax.transforms"},
    {"optax.transforms._", "optax.transforms"},
    {"optax.losses._", "optax.losses"},
    {"optax.schedules._", "optax.schedules"},
    {"optax.contrib._", "optax.contrib"},
    {"optax.projections._", "optax.projections"},
    {"optax.tree_utils._", "optax.tree_utils"},
    {"equinox._", "equinox"},
    {"equinox.nn._", "equinox.nn"},
    {"chex._src.", "chex"},
    {"einops.einops", "einops"},
    {"jaxtyping._", "jaxtyping"},
    {"flax.linen.", "flax.linen"},
    {"flax.nnx.", "flax.nnx"},
    {"flax.core.", "flax.core"},
    {"jax.ad_checkpoint.checkpoint_policies", "jax.checkpoint_policies"},
    {"jax._src.ad_checkpoint", "jax.ad_checkpoint"},
    {"jax._src.api", "jax"},
    {"jax._src.dtypes", "jax.dtypes"},
    {"jax._src.lax.lax", "jax.lax"},
    {"jax._src.mesh", "jax.sharding"},
    {"jax._src.mesh", "jax.interpreters.pxla"},
    {"jax._src.mesh_utils", "jax.experimental.mesh_utils"},
    {"jax._src.named_sharding", "jax.sharding"},
    {"jax._src.nn.functions", "jax.nn"},
    {"jax._src.nn.initializers", "jax.nn.initializers"},
    {"jax._src.partition_spec", "jax.sharding"},
    {"jax._src.pjit", "jax.experimental.pjit"},
    {"jax._src.random", "jax.random"},
    {"jax._src.shard_map", "jax"},
    {"jax._src.sharding_impls", "jax.sharding"},
    {"jax._src.tree_util", "jax.tree_util"},
};

const struct value *inner_module_value(struct trace *trace, struct str module, struct str name)
{
	const struct function_row *row;
	for (size_t i = 0; i < COUNT_OF(inner_modules); i++)
		if (str_starts_with(module, str_of(inner_modules[i].prefix)) &&
		    library_find(trace, str_of(inner_modules[i].home), name, &row) == LIBRARY_FOUND)
			return library_value(trace, row);
	return NULL;
}
