/* SPDX-License-Identifier: Apache-2.0 */
/* What JAX says to PositionalSharding, release by release. */
#include "testing/framework_says.h"

static const struct framework_says exists[] = {
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.7.0\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: device_put}}\n",
     "api-missing", "PositionalSharding((2, 1))", "AttributeError",
     "jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and removed in JAX "
     "v0.7.0"},
    {"framework: jax==0.12.0.1\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: device_put}}\n",
     "api-missing", "PositionalSharding((2, 1))", "AttributeError",
     "module 'jax.sharding' has no attribute 'PositionalSharding'"},
};

Test(jax_positional, it_is_there_until_0_6_2)
{
	framework_says_check(exists, ROWS(exists));
}

static const struct framework_says ranks[] = {
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1))\", applied_by: device_put}}\n",
     "positional-rank", "PositionalSharding((2, 1))", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1))\", applied_by: constraint}}\n",
     "positional-rank", "PositionalSharding((2, 1))", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: device_put}}\n",
     "positional-rank", "PositionalSharding((2, 1)).replicate()", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "PositionalSharding([[{CPU 0, 1}]], shape=(1, 1)): Sharding "
     "PositionalSharding([[{CPU 0, 1}]], shape=(1, 1)) is only valid for values of rank "
     "2, but was applied to a value of rank 1"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: constraint}}\n",
     "positional-rank", "PositionalSharding((2, 1)).replicate()", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation PositionalSharding([[{CPU 0, 1}]], shape=(1, 1)): Sharding "
     "PositionalSharding([[{CPU 0, 1}]], shape=(1, 1)) is only valid for values of rank "
     "2, but was applied to a value of rank 1"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate(0, keepdims=False)\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate(0, keepdims=False)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate(0, keepdims=False)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: device_put}}\n",
     "positional-rank", "PositionalSharding((2, 1)).replicate()", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "PositionalSharding([[{CPU 0, 1}]], shape=(1, 1)): Sharding "
     "PositionalSharding([[{CPU 0, 1}]], shape=(1, 1)) is only valid for values of rank "
     "2, but was applied to a value of rank 0"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: constraint}}\n",
     "positional-rank", "PositionalSharding((2, 1)).replicate()", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation PositionalSharding([[{CPU 0, 1}]], shape=(1, 1)): Sharding "
     "PositionalSharding([[{CPU 0, 1}]], shape=(1, 1)) is only valid for values of rank "
     "2, but was applied to a value of rank 0"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1))\", applied_by: device_put}}\n",
     "positional-rank", "PositionalSharding((2, 1))", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1))\", applied_by: constraint}}\n",
     "positional-rank", "PositionalSharding((2, 1))", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate(0, keepdims=False)\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate(0, keepdims=False)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate(0, keepdims=False)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.38\ntensors: {t: {shape: [], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1))\", applied_by: device_put}}\n",
     "positional-rank", "PositionalSharding((2, 1))", "ValueError",
     "One of device_put args is incompatible with its sharding annotation "
     "PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1))\", applied_by: constraint}}\n",
     "positional-rank", "PositionalSharding((2, 1))", "ValueError",
     "One of with_sharding_constraint arguments is incompatible with its sharding "
     "annotation PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 1))\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate(0, keepdims=False)\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate(0, keepdims=False)\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4], spec: \"PositionalSharding((2, "
     "1)).replicate(0, keepdims=False)\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [], spec: \"PositionalSharding((2, "
     "1)).replicate()\", applied_by: none}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_positional, its_rank_is_that_of_the_value)
{
	framework_says_check(ranks, ROWS(ranks));
}

static const struct framework_says shapes[] = {
    {"framework: jax==0.6.0\ntensors: {t: {shape: [4, 4], spec: "
     "\"PositionalSharding((2, 2)).reshape(4, 1)\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.0\ntensors: {t: {shape: [4, 4], spec: "
     "\"PositionalSharding((2, 2)).reshape(3, 1)\", applied_by: device_put}}\n",
     "positional-shape", ".reshape(3, 1)", "ValueError",
     "cannot reshape array of size 4 into shape (3,1)"},
    {"framework: jax==0.6.0\ntensors: {t: {shape: [4, 4], spec: "
     "\"PositionalSharding((2, 2)).reshape(-1, 1)\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.0\ntensors: {t: {shape: [4, 4], spec: "
     "\"PositionalSharding((2, 2)).reshape(-1, -1)\", applied_by: device_put}}\n",
     "positional-shape", ".reshape(-1, -1)", "ValueError",
     "can only specify one unknown dimension"},
    {"framework: jax==0.6.0\ntensors: {t: {shape: [4, 4], spec: "
     "\"PositionalSharding((2, 2)).replicate(2)\", applied_by: device_put}}\n",
     "positional-shape", ".replicate(2)", "AxisError",
     "axis 2 is out of bounds for array of dimension 2"},
    {"framework: jax==0.6.0\ntensors: {t: {shape: [4, 4], spec: "
     "\"PositionalSharding((2, 2)).replicate(-1)\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.0\ntensors: {t: {shape: [4, 4], spec: "
     "\"PositionalSharding((2, 2)).replicate(-3)\", applied_by: device_put}}\n",
     "positional-shape", ".replicate(-3)", "AxisError",
     "axis -3 is out of bounds for array of dimension 2"},
    {"framework: jax==0.6.0\ntensors: {t: {shape: [4, 4], spec: "
     "\"PositionalSharding((2, 0))\", applied_by: device_put}}\n",
     "positional-shape", "PositionalSharding((2, 0))", "ValueError",
     "PositionalSharding.__init__ requires at least one device, got []"},
    {"framework: jax==0.6.0\ntensors: {t: {shape: [4, 4], spec: "
     "\"PositionalSharding((2, -1))\", applied_by: device_put}}\n",
     "positional-shape", "PositionalSharding((2, -1))", "ValueError",
     "PositionalSharding.__init__ requires at least one device, got []"},
};

Test(jax_positional, devices_are_reshaped_as_arrays_are)
{
	framework_says_check(shapes, ROWS(shapes));
}

static const struct framework_says divisions[] = {
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 2))\", applied_by: device_put}}\n",
     "dim-indivisible", "PositionalSharding((2, 2))", "ValueError",
     "One of device_put args was given the sharding of PositionalSharding([[{CPU 0} "
     "{CPU 1}]"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 2))\", applied_by: in_shardings}}\n",
     "dim-indivisible", "PositionalSharding((2, 2))", "ValueError",
     "One of pjit arguments with pytree key path x was given the sharding of "
     "PositionalSharding([[{CPU 0} {CPU 1}]"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 2))\", applied_by: out_shardings}}\n",
     "dim-indivisible", "PositionalSharding((2, 2))", "ValueError",
     "One of pjit outputs was given the sharding of PositionalSharding([[{CPU 0} {CPU "
     "1}]"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 2))\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((3, 1))\", applied_by: device_put}}\n",
     "dim-indivisible", "PositionalSharding((3, 1))", "ValueError",
     "One of device_put args was given the sharding of PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((3, 1))\", applied_by: in_shardings}}\n",
     "dim-indivisible", "PositionalSharding((3, 1))", "ValueError",
     "One of pjit arguments with pytree key path x was given the sharding of "
     "PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((3, 1))\", applied_by: out_shardings}}\n",
     "dim-indivisible", "PositionalSharding((3, 1))", "ValueError",
     "One of pjit outputs was given the sharding of PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((3, 1))\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((4, 3))\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((4, 3))\", applied_by: in_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((4, 3))\", applied_by: out_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.4.30\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((4, 3))\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 2))\", applied_by: device_put}}\n",
     "dim-indivisible", "PositionalSharding((2, 2))", "ValueError",
     "One of device_put args was given the sharding of PositionalSharding([[{CPU 0} "
     "{CPU 1}]"},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 2))\", applied_by: in_shardings}}\n",
     "dim-indivisible", "PositionalSharding((2, 2))", "ValueError",
     "One of pjit arguments with pytree key path x was given the sharding of "
     "PositionalSharding([[{CPU 0} {CPU 1}]"},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 2))\", applied_by: out_shardings}}\n",
     "dim-indivisible", "PositionalSharding((2, 2))", "ValueError",
     "One of pjit outputs with pytree key path result was given the sharding of "
     "PositionalSharding([[{CPU 0} {CPU 1}]"},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((2, 2))\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((3, 1))\", applied_by: device_put}}\n",
     "dim-indivisible", "PositionalSharding((3, 1))", "ValueError",
     "One of device_put args was given the sharding of PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((3, 1))\", applied_by: in_shardings}}\n",
     "dim-indivisible", "PositionalSharding((3, 1))", "ValueError",
     "One of pjit arguments with pytree key path x was given the sharding of "
     "PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((3, 1))\", applied_by: out_shardings}}\n",
     "dim-indivisible", "PositionalSharding((3, 1))", "ValueError",
     "One of pjit outputs with pytree key path result was given the sharding of "
     "PositionalSharding([[{CPU 0}]"},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((3, 1))\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((4, 3))\", applied_by: device_put}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((4, 3))\", applied_by: in_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((4, 3))\", applied_by: out_shardings}}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.6.2\ntensors: {t: {shape: [4, 3], spec: "
     "\"PositionalSharding((4, 3))\", applied_by: constraint}}\n",
     NULL, NULL, NULL, NULL},
};

Test(jax_positional, dimensions_are_divided_by_their_devices)
{
	framework_says_check(divisions, ROWS(divisions));
}
