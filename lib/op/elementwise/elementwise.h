/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations element by element: the primitives of jax.lax, and those of jax.numpy, which promote
 * their operands to a common dtype and broadcast them against each other; negative axes count from
 * the end. NULL when JAX raises or nothing is known.
 */
#pragma once

#include "op/elementwise/rules.h"
#include "op/core/primitive.h"

/* The elementwise primitives, as lax_add and lax_exp. */
#define ELEMENTWISE(id, ...) extern const struct primitive lax_##id;
#include "op/elementwise/elementwise.def"
#undef ELEMENTWISE

/* One of one operand, as jax.lax has it: without the promotion of jax.numpy (elementwise.c). */
const struct array *lax_unary(struct op *op, const struct primitive *primitive,
                              const struct array *x);

/* x to the power of a known integer, which integers do not take when it is negative. */
const struct array *lax_power(struct op *op, const struct array *x, int64_t exponent);

/* The same of two operands; NULL when one of them is. */
const struct array *lax_binary(struct op *op, const struct primitive *primitive,
                               const struct array *x, const struct array *y);

/* The same of `count` operands, which are elementwise_arity. */
const struct array *lax_nary(struct op *op, const struct primitive *primitive,
                             const struct array *const *operands, uint32_t count);

/* log(exp(x) + exp(y)) of reals of one type, as a function with a derivative of its own
 * (logaddexp.c). JAX: lax/other.py logaddexp. */
const struct array *lax_logaddexp(struct op *op, const struct array *x, const struct array *y);

/* lax.select_n(which, cases…): `which` is a scalar or has the shape of the cases, booleans for at
 * most two of them, or integers (select.c). */
const struct array *lax_select_n(struct op *op, const struct array *which,
                                 const struct array *const *cases, uint32_t count);

/* lax.clamp(low, x, high): the bounds are scalars or have the shape of x (select.c). */
const struct array *lax_clamp(struct op *op, const struct array *low, const struct array *x,
                              const struct array *high);

/* Params of convert_element_type. Those of integer_pow are the exponent (int64_t). */
struct conversion {
	const struct dtype *dtype;
	bool weak;
	const struct sharding_request *sharding; /* of the result; NULL: the operand's */
};

/* The array under a name, for the policies of jax.checkpoint; params: the name, a struct str
 * (named.c). */
const struct array *lax_named(struct op *op, const struct array *x, struct str name);

/* An array that has the type of what a function of this name makes, but is made in another way:
 * plans do not follow it. Params: the name, a struct str (named.c). */
const struct array *lax_opaque(struct op *op, const struct array *x, struct str name);

/* lax.convert_element_type (convert_type.c): the operand itself when the dtype and weakness are as
 * before. */
const struct array *lax_convert_element_type(struct op *op, const struct array *x,
                                             const struct dtype *dtype, bool weak);

/* The same always, with the sharding that is asked for. */
const struct array *lax_convert_placed(struct op *op, const struct array *x,
                                       const struct dtype *dtype, bool weak,
                                       const struct sharding_request *sharding);

/* lax.bitcast_convert_type: of a narrower dtype one dimension more at the end, which holds the
 * parts of an element; of a wider one that dimension less (convert_type.c). */
const struct array *lax_bitcast_convert_type(struct op *op, const struct array *x,
                                             const struct dtype *dtype);

/* What an elementwise primitive makes of elements that are known (elements.c). */
bool elementwise_elements(struct op *op, const struct application *application,
                          const union element *const *operands, const struct array_type *results,
                          union element *const *items);

/* The same of two elements of a dtype. */
bool element_joined(const struct op *op, const struct primitive *primitive,
                    const struct dtype *dtype, union element a, union element b,
                    union element *result);

/* How many operands it takes. */
uint32_t elementwise_arity(const struct primitive *primitive);

/*
 * The spec of operands that meet dimension by dimension. Operands of rank 0 take no part; `result`
 * has the rank of the others. False after raising when two are sharded differently. JAX: lax/lax.py
 * broadcasting_sharding_rule.
 */
MUST_USE bool broadcasting_spec(struct op *op, const struct application *application,
                                struct dim_axes *result);

/* The batching rule of operations that work element by element. JAX: batching.py
 * broadcast_batcher. */
bool broadcast_batch(struct op *op, const struct batching *batching, const struct batched *out);

/* The dtype that the arrays have in common, and whether it is weak; NULL after raising that there
 * is none. JAX: dtypes.py result_type. */
const struct dtype *numpy_result_dtype(struct op *op, const struct array *const *arrays,
                                       uint32_t count, bool *weak);

/* Converts all arrays to their common dtype, in place. With `inexact` to a floating one. JAX:
 * numpy/util.py promote_args, promote_args_inexact. */
MUST_USE bool numpy_promote_dtypes(struct op *op, const struct array **arrays, uint32_t count,
                                   bool inexact);

/* Brings arrays to the same rank by dimensions of 1 in front. JAX: numpy/util.py promote_shapes. */
MUST_USE bool numpy_promote_ranks(struct op *op, const struct array **arrays, uint32_t count);

/* Brings arrays to one shape as jnp.broadcast_arrays does, in place. */
MUST_USE bool numpy_broadcast_arrays(struct op *op, const struct array **arrays, uint32_t count);

/* The primitive for operands of this dtype: booleans are added and multiplied by logic. */
const struct primitive *numpy_primitive(const struct primitive *primitive,
                                        const struct dtype *dtype);

/* jnp.add and its like: promotion, broadcasting, then the primitive. Division, power, and functions
 * that are defined on floats only (`inexact`) make integers floats first. */
const struct array *numpy_binary(struct op *op, const struct primitive *primitive,
                                 const struct array *x, const struct array *y, bool inexact);
/* jnp.less and its like on operands that have been promoted, by the primitive: complex numbers
 * compare by their real parts, then by the imaginary ones. */
const struct array *numpy_compare(struct op *op, const struct primitive *primitive,
                                  const struct array *x, const struct array *y);

/* Converts all arrays to their common dtype, and booleans to integers, in place. JAX: numpy/util.py
 * promote_dtypes_numeric. */
MUST_USE bool numpy_promote_numeric(struct op *op, const struct array **arrays, uint32_t count);

/* jnp.where(condition, x, y). */
const struct array *numpy_where(struct op *op, const struct array *condition, const struct array *x,
                                const struct array *y);

/* jnp.astype to a dtype. */
const struct array *numpy_astype(struct op *op, const struct array *x, const struct dtype *dtype);

/* The axis counted from the front; false after raising numpy's error when it is out of range. */
MUST_USE bool numpy_axis(struct op *op, int64_t axis, uint32_t rank, uint32_t *result);
