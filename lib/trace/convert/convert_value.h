/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arguments as the operations want them. Each function is false, or NULL, after raising what JAX or
 * NumPy raises for a value that cannot be taken so, or after giving up.
 */
#pragma once

#include "trace/state/trace.h"

/* The value as an array: Python's numbers become weak scalars. Lists and tuples are refused, as JAX
 * does; what takes them (jnp.array, jnp.stack) looks at value_items first. `function` is the name
 * that errors use. JAX: numpy/util.py check_arraylike. */
const struct array *value_to_array(struct trace *trace, const struct value *value,
                                   const char *function);

/* The same for the argument at `position`, counted from 0, which errors name. */
const struct array *value_to_array_at(struct trace *trace, const struct value *value,
                                      const char *function, uint32_t position);

/* The same for a lax operation's operand. */
const struct array *value_to_operand(struct trace *trace, const struct value *value,
                                     const char *function);

/* Whether an array of the dtype can hold a Python integer; those of floats and booleans take any.
 * Raises NumPy's OverflowError where not. NumPy: arraytypes.c.src *_safe_pyint_setitem. */
bool integer_in_bounds(struct op *op, const struct dtype *dtype, int64_t integer);

/* Raises that an argument of a jitted function, which stands at `path`, is an integer that no array
 * of 32 bits holds. Always false. */
bool refuse_overflow(struct op *op, struct str path, int64_t integer);

/* Gives up on an unknown value: one that is foreign is named. Always false. */
bool unknown_value(struct trace *trace, const struct value *value);

/* Whether the value is an integer, of Python or NumPy. */
bool value_is_integer(const struct value *value);

/* What the __index__ of an object gives, or the value itself. NULL after an error. */
const struct value *value_index(struct trace *trace, const struct value *value);

/* An integer that is known. */
MUST_USE bool value_to_int(struct trace *trace, const struct value *value, int64_t *integer);

/* The items of a tuple, a list or a range; any other value as the only one. False when a range is
 * too long. */
MUST_USE bool value_to_items(struct trace *trace, const struct value *value,
                             struct value_list *items);

/* A tuple or list of known integers, or a single one as a list of one. */
MUST_USE bool value_to_ints(struct trace *trace, const struct value *value,
                            const int64_t **integers, uint32_t *count);

/* A size of the shape, which errors show: a known integer. JAX: core.py canonicalize_shape. */
MUST_USE bool value_to_size(struct trace *trace, const struct value *item,
                            const struct value *shape, int64_t *size);

/* What the functions of jax.numpy take a value for: an object that is a tree with __jax_array__
 * passes jit around them and is asked for its array inside; any other is what it is. NULL after an
 * error. JAX: numpy/util.py check_arraylike, api_util.py shaped_abstractify. */
const struct value *value_held_array(struct trace *trace, const struct value *value);

/* The same value with the arrays that objects in it, in lists and tuples too, give by __array__ in
 * their places, as np.array and jnp.array ask for them; NULL after an error. */
const struct value *value_with_arrays(struct trace *trace, const struct value *value);

/* A shape: non-negative integers, at most MAX_RANK of them. */
MUST_USE bool value_to_shape(struct trace *trace, const struct value *value, const int64_t **shape,
                             uint32_t *rank);

/* A Python truth that is known. */
MUST_USE bool value_to_bool(struct trace *trace, const struct value *value, bool *boolean);

/* A dtype given as jnp.float32, 'float32', float, or an array's dtype; 64-bit ones become 32-bit
 * ones unless they are enabled. */
const struct dtype *value_to_dtype(struct trace *trace, const struct value *value);

/* What a program gives a function of jax.numpy as dtype=: newer releases refuse an array.
 * JAX: dtypes.py check_and_canonicalize_user_dtype. */
const struct dtype *value_to_user_dtype(struct trace *trace, const struct value *value);

/* The same as NumPy has it, with its 64 bits. */
const struct dtype *value_to_own_dtype(struct trace *trace, const struct value *value);

/*
 * The sharding that an argument out_sharding=, or the target of a reshard, asks for; *request is
 * NULL for None. `function` is the name that errors use. JAX: sharding_impls.py
 * canonicalize_sharding.
 */
MUST_USE bool value_to_sharding(struct trace *trace, const struct value *value,
                                const char *function, const struct sharding_request **request);
