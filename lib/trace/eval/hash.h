/* SPDX-License-Identifier: Apache-2.0 */
/* hash(x). CPython: Objects/object.c PyObject_Hash. */
#pragma once

#include "trace/state/trace.h"

/* A number that nobody can tell, or what the class's own __hash__ gives; NULL after the error that
 * the value has no hash. Arrays and what holds them have none. */
const struct value *value_hash(struct trace *trace, const struct value *value, struct span at);

/* Whether an object, or a method of one, is known to have no hash; false too after an error. */
bool object_unhashed(struct trace *trace, const struct value *object, struct span at);

/* Whether JAX can keep what it makes of a function by its hash, as jit, checkpoint, loops and
 * branches do when they call it; raises that it has none. One that is not known may have one.
 * JAX: util.py weakref_lru_cache. */
MUST_USE bool require_function_hash(struct trace *trace, const struct value *function,
                                    struct span at);
