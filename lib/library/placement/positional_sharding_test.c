/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case shardings_by_position[] = {
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape(2, 2))",
     "y f32[8,4]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape(2, 2))",
     "AttributeError: jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
     "removed in JAX v0.7.0"},
    {"0.7.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape(2, 2))",
     "AttributeError: module 'jax.sharding' has no attribute 'PositionalSharding'"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape(4, 1))",
     "y f32[8,4]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape(4, 1))",
     "AttributeError: jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
     "removed in JAX v0.7.0"},
    {"0.7.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape(4, 1))",
     "AttributeError: module 'jax.sharding' has no attribute 'PositionalSharding'"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape((2, "
     "2)).replicate(0))",
     "y f32[8,4]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape((2, "
     "2)).replicate(0))",
     "AttributeError: jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
     "removed in JAX v0.7.0"},
    {"0.7.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape((2, "
     "2)).replicate(0))",
     "AttributeError: module 'jax.sharding' has no attribute 'PositionalSharding'"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).replicate())",
     "y f32[8,4]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).replicate())",
     "AttributeError: jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
     "removed in JAX v0.7.0"},
    {"0.7.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).replicate())",
     "AttributeError: module 'jax.sharding' has no attribute 'PositionalSharding'"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape(3, 2))",
     "ValueError: cannot reshape array of size 4 into shape (3,2)"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape(3, 2))",
     "AttributeError: jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
     "removed in JAX v0.7.0"},
    {"0.7.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]).reshape(3, 2))",
     "AttributeError: module 'jax.sharding' has no attribute 'PositionalSharding'"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]))",
     "AttributeError: jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
     "removed in JAX v0.7.0"},
    {"0.7.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.PositionalSharding(jax.devices()[:4]))",
     "AttributeError: module 'jax.sharding' has no attribute 'PositionalSharding'"},
    {"0.7.0", "auto x=2 y=2", "b f32[6]",
     "y = jax.device_put(b, jax.sharding.PositionalSharding(jax.devices()[:4]))",
     "AttributeError: jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
     "removed in JAX v0.7.0"},
    {"0.7.2", "auto x=2 y=2", "b f32[6]",
     "y = jax.device_put(b, jax.sharding.PositionalSharding(jax.devices()[:4]))",
     "AttributeError: module 'jax.sharding' has no attribute 'PositionalSharding'"},
    {"0.7.0", "auto x=2 y=2", "", "y = jax.sharding.PositionalSharding()",
     "AttributeError: jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
     "removed in JAX v0.7.0"},
    {"0.7.2", "auto x=2 y=2", "", "y = jax.sharding.PositionalSharding()",
     "AttributeError: module 'jax.sharding' has no attribute 'PositionalSharding'"},
    {"0.6.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.SingleDeviceSharding(jax.devices()[0]))", "y f32[8,4]"},
    {"0.7.0", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.SingleDeviceSharding(jax.devices()[0]))", "y f32[8,4]"},
    {"0.7.2", "auto x=2 y=2", "a f32[8,4]",
     "y = jax.device_put(a, jax.sharding.SingleDeviceSharding(jax.devices()[0]))", "y f32[8,4]"},
};

/* PositionalSharding, until releases took it away. */
Test(positional_sharding, shardings_by_position)
{
	testing_programs(shardings_by_position, ROWS(shardings_by_position));
}
