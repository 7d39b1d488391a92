/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that are committed to devices, which must be the same for all that meet in one
 * computation. JAX: pjit.py _get_and_check_device_assignment. */
#pragma once

#include "op/core/committed_array.h"
#include "op/core/recording_prune.h"
#include "trace/state/trace.h"

/* The devices of a mesh that the program has built, or NULL when they are not known. */
const struct device_group *mesh_devices(struct trace *trace, const struct mesh *mesh);

/* An array that is committed to the devices; NULL in, NULL out. */
const struct array *array_committed(struct trace *trace, const struct array *array,
                                    const struct device_group *devices);

/* A value with its arrays committed where they are committed nowhere yet. `devices` NULL: as it is.
 */
const struct value *value_committed(struct trace *trace, const struct value *value,
                                    const struct device_group *devices);

/* An array that is committed to the devices of the mesh that its type is on, if it is on one and
 * committed nowhere yet; NULL in, NULL out. */
const struct array *array_assigned(struct trace *trace, const struct array *array);

/* A value with its arrays that are on a mesh by their types alone committed to its devices, as
 * those that several operations have made of what was there. */
const struct value *value_assigned(struct trace *trace, const struct value *value);

/* What is given to a computation: a value, and what errors call it. */
struct committed_argument {
	const struct value *value;
	struct str name;
};

/* What meets in a computation of `function`, in the order in which JAX looks: what it is given, the
 * devices that its arguments and its results are asked to be on, and what names devices in it. */
struct committed_call {
	struct str function;
	const struct committed_argument *arguments;
	const struct device_group *const *asked, *const *results;
	uint32_t count, nasked, nresults;
	struct noted_devices noted, noted_elsewhere;
	const struct device_group *context; /* of the mesh in context, where they count; or NULL */
	/* The arrays of arguments that it needs; NULL: all of them. JAX: pxla.py
	 * _prune_unused_inputs */
	const struct array_set *needed;
};

/* Finds the devices that the computation is for, those of the arrays given to the function first,
 * NULL for none; false after raising that some are on others. */
MUST_USE bool check_committed(struct trace *trace, const struct committed_call *call,
                              const struct device_group **devices);

/* Whether none of these arrays, results of a computation whose arguments (NULL: not known) are
 * committed to no devices, is on a mesh of several; raises that it is when no mesh is in context.
 * JAX: pxla.py lower_sharding_computation. */
MUST_USE bool check_assigned(struct trace *trace, const struct value *results,
                             const struct value_list *arguments);

/* Notes that a primitive that is traced names these devices; NULL: it is not known which. */
void note_devices(struct trace *trace, const struct device_group *devices, const char *primitive);

/* Raises that the array is committed to other devices than it is to be constrained to. False then.
 */
MUST_USE bool check_constrained(struct trace *trace, const struct array *array,
                                const struct device_group *devices);

/* Whether what was traced may be compiled for these devices, or NULL: callbacks in an order are for
 * one device alone. JAX: mlir.py lower_jaxpr_to_module. */
MUST_USE bool check_order(struct trace *trace, const struct device_group *devices);
