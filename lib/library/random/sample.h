/* SPDX-License-Identifier: Apache-2.0 */
/* What the functions of jax.random that draw numbers share. JAX: random/core.py. */
#ifndef LIBRARY_RANDOM_SAMPLE_H
#define LIBRARY_RANDOM_SAMPLE_H

#include "op/elementwise/formula.h"
#include "trace/trace.h"

enum { MAX_PARAMETERS = 3 };

enum accepted_dtypes { SAMPLES_FLOATS, SAMPLES_INEXACT, SAMPLES_INTEGERS };

struct sample;

/* Makes the sample of its key and of parameters, which are those of the sample as they are within
 * auto_axes. NULL when that fails. */
typedef const struct array *combine_function(struct op *op, const struct sample *sample,
                                             const struct array *const *parameters);

/*
 * One distribution. Types follow from the bits that it draws and from its parameters, which it
 * combines with them element by element: as a formula, in which u is what is drawn.
 */
struct distribution {
	enum accepted_dtypes accepted;
	bool scalars_asked;  /* a scalar without out_sharding is as if replicated were asked for */
	bool gamma;          /* u has the shape and sharding of the first parameter */
	bool opaque;         /* what it does to sharded parameters is not known */
	const char *letters; /* of u and the parameters */
	const char *formula; /* or NULL: u itself */
};

/* What a call asks for. */
struct sample {
	const struct distribution *distribution; /* or NULL */
	const struct array *key;
	const struct array *parameters[MAX_PARAMETERS];
	uint32_t nparameters;
	const int64_t *shape;
	uint32_t rank;
	const struct dtype *dtype;
	const struct sharding_request *sharding;
	const void *options; /* what else its combine_function goes by */
};

/* The key of a call of jax.random.`name`, its first argument; false after raising. */
MUST_USE bool sample_key(struct trace *trace, const struct call_arguments *arguments,
                         const char *name, struct sample *sample);

/* The key, parameters, shape and dtype, which follow each other in most signatures, and then
 * out_sharding. */
MUST_USE bool sample_read(struct trace *trace, const struct call_arguments *arguments,
                          const struct distribution *distribution, struct sample *sample);

/* The shape is that of the parameters, or the one given, which they must broadcast to. JAX:
 * _check_shape, _check_broadcast_shapes. */
MUST_USE bool sample_shape(struct trace *trace, const char *name, bool has_shape,
                           struct sample *sample);

/* False after raising that the dtype is none the distribution has. */
MUST_USE bool sample_dtype(struct trace *trace, const char *name, enum accepted_dtypes accepted,
                           const struct dtype *dtype);

/* False after raising that mode= of jax.random.gumbel names none. */
MUST_USE bool sample_mode(struct trace *trace, const struct value *mode);

/* A scalar on an Explicit mesh is asked for as replicated. JAX:
 * canonicalize_sharding_for_samplers. */
void sample_ask_replicated(struct op *op, struct sample *sample);

/* The sample, with all axes Auto while it is made when a sharding is asked for. JAX:
 * maybe_auto_axes. */
const struct value *sample_take(struct trace *trace, struct sample *sample,
                                combine_function *combine);

/* Combines as the distribution says: its drawn numbers with the parameters. */
const struct array *sample_combine(struct op *op, const struct sample *sample,
                                   const struct array *const *parameters);

#endif
