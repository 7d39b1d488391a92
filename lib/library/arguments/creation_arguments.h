/* SPDX-License-Identifier: Apache-2.0 */
/* What functions that make arrays share. */
#pragma once

#include "trace/library.h"
#include "op/core/primitive.h"

/*
 * The sharding that device= (or the sharding= of jax.lax) asks for, at `index`; NULL for None, and
 * for a sharding on devices while a function is traced, where JAX takes no notice of it. False
 * after raising. The argument may be missing from the row's signature.
 */
MUST_USE bool device_argument(struct trace *trace, const struct call_arguments *arguments,
                              uint32_t index, const struct sharding_request **request);

/* jax.device_put of an array to where device= says. NULL in, NULL out. */
const struct array *put_on_device(struct trace *trace, const struct call_arguments *arguments,
                                  const struct value *device, const struct array *made);

/* The array that was made, where device= at `index` puts it when types do not show that: on one
 * device, or on Auto axes, outside of jit. NULL in, NULL out. */
const struct array *made_on_device(struct trace *trace, const struct call_arguments *arguments,
                                   uint32_t index, const struct array *made);

/* The same for device= at `index` and out_sharding= behind it, of which only one may be given;
 * `name` is what errors call the function. JAX: numpy/util.py choose_device_or_out_sharding. */
MUST_USE bool placement_arguments(struct trace *trace, const struct call_arguments *arguments,
                                  uint32_t index, const char *name,
                                  const struct sharding_request **request);

/* lax.full: the scalar, converted, in the shape. NULL when JAX raises. */
const struct array *fill_shape(struct trace *trace, const struct array *fill,
                               const struct dtype *dtype, bool weak, const int64_t *shape,
                               uint32_t rank, const struct sharding_request *sharding);

/* What an array is made like. */
struct like {
	const struct array *x;     /* inside of jit, one of outside gives no sharding on */
	bool described;            /* it is a ShapeDtypeStruct */
	const struct dtype *dtype; /* NULL: that of x */
	const int64_t *shape;      /* NULL: that of x */
	uint32_t rank;
	const struct sharding_request *sharding;
	bool
	    placed; /* device= is given, which inside of jit says nothing but that it is not as x */
};

/* Reads x at 0, and dtype and shape from `index` on. */
MUST_USE bool like_arguments(struct trace *trace, const struct call_arguments *arguments,
                             uint32_t index, struct like *like);

/* lax.full_like. `fill` NULL: uninitialised, as lax.empty_like. NULL when JAX raises. */
const struct array *fill_like(struct trace *trace, const struct array *fill,
                              const struct like *like);
