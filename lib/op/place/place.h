/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where arrays of a program lie: moving them, constraints, parts of a program in which mesh axes
 * are of other types, and the rules of placements.
 */
#pragma once

#include "jax/jax.h"
#include "op/core/op.h"

/* Placement inside of a program (reshard.c). JAX: pjit.py reshard. */
const struct array *lax_reshard(struct op *op, const struct array *x,
                                const struct sharding_request *sharding);

/*
 * The array on an equal mesh of which only the types of axes differ; moves no data. NULL when JAX
 * raises. JAX before 0.7.2: pjit.py mesh_cast.
 */
const struct array *mesh_cast(struct op *op, const struct array *x,
                              const struct sharding_request *sharding);

/* What an array is placed with. */
enum placed_with {
	PLACED_WITH_DEVICE, /* a device, or nothing: types do not say where an array is */
	PLACED_WITH_NAMED,  /* a NamedSharding */
	PLACED_BY_JIT, /* the same, by in_shardings or out_shardings of jit, or as an out_sharding
	                * of what runs outside of it */
	PLACED_WITH_OTHER, /* another sharding, which no type can hold */
};

/* Params of device_put and sharding_constraint. */
struct placed_params {
	enum placed_with with;
	struct sharding_request sharding;
	const char *memory_kind; /* "device" or what types have; NULL: the operand's */
};

/*
 * The result of device_put; `sharding` is that of a NamedSharding, else NULL; `memory_kind` is
 * "device" or what array_type says, NULL to stay where it is. Outside of jit the array really is
 * there. NULL when JAX raises. JAX: dispatch.py device_put_p, update_dp_aval.
 */
const struct array *lax_device_put(struct op *op, const struct array *x, enum placed_with with,
                                   const struct sharding_request *sharding,
                                   const char *memory_kind);

/*
 * The result of a constraint that has been checked: its type changes its mesh at most. `sharding`
 * is that of a NamedSharding, else NULL. NULL when JAX raises. JAX: pjit.py sharding_constraint_p.
 */
const struct array *lax_sharding_constraint(struct op *op, const struct array *x,
                                            enum placed_with with,
                                            const struct sharding_request *sharding);

/*
 * What in_shardings or out_shardings of a function under jit come to inside of another: a
 * constraint that leaves the type, and its mesh, as they are. NULL when JAX raises. JAX: mlir.py
 * lower_jaxpr_to_fun, wrap_with_sharding_op.
 */
const struct array *lax_jit_constraint(struct op *op, const struct array *x,
                                       const struct sharding_request *sharding);

/* Whether an array lies on its devices as a sharding wants it. */
enum lies { LIES_UNKNOWN, LIES_SO, LIES_OTHERWISE };

/* Compares with what the array was placed with, or with its type when that says all. JAX:
 * op_shardings.py are_hlo_shardings_equal. */
enum lies array_lies(const struct array *x, const struct sharding_request *wanted);

/*
 * A part of a program in which mesh axes are Auto: no sharding rule runs over them, and the result
 * is given the sharding asked for. JAX: pjit.py _auto_axes, which indexing, einsum, repeat and
 * random numbers use for their out_sharding=.
 *
 *	struct auto_axes scope;
 *	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, request, &scope))
 *		return NULL;
 *	x = auto_axes_operand(op, &scope, x);
 *	const struct array *result = x ? something(op, x) : NULL;
 *	return auto_axes_leave(op, &scope, result, request);
 */

/* All axes of the mesh; and those that jax.numpy makes Auto for an out_sharding=: all of them up to
 * 0.7.0, the Explicit ones since. */
#define AUTO_AXES_ALL UINT64_MAX
#define AUTO_AXES_EXPLICIT (UINT64_MAX - 1)

struct auto_axes {
	const struct abstract_mesh *outer, *inner; /* contexts without and within */
	bool entered; /* false: there was nothing to change, and the result is left as it is */
};

/*
 * Makes `axes`, a set of those of the mesh in context (or of the request, when there is no mesh in
 * context), Auto. `request` is what auto_axes_leave will be given, or NULL when it names no mesh.
 * Fills *scope; false when JAX raises, with nothing changed.
 */
MUST_USE bool auto_axes_enter(struct op *op, uint64_t axes, const struct sharding_request *request,
                              struct auto_axes *scope);

/* Makes axes of the mesh in context Explicit. Fills *scope; false when JAX raises, with nothing
 * changed. JAX: pjit.py _explicit_axes. */
MUST_USE bool explicit_axes_enter(struct op *op, uint64_t axes, struct auto_axes *scope);

/* A result of a part with Explicit axes, once its context has been restored. NULL when JAX raises,
 * or for NULL. */
const struct array *explicit_axes_leave(struct op *op, const struct auto_axes *scope,
                                        const struct array *result);

/* An operand as the part sees it: without the axes that are Auto there. NULL when JAX raises, or
 * for NULL. */
const struct array *auto_axes_operand(struct op *op, const struct auto_axes *scope,
                                      const struct array *x);

/* Restores the context, in which nothing else has changed. */
void auto_axes_restore(struct op *op, const struct auto_axes *scope);

/* Restores the context and gives the result the sharding asked for; NULL for NULL. */
const struct array *auto_axes_leave(struct op *op, const struct auto_axes *scope,
                                    const struct array *result,
                                    const struct sharding_request *request);

/* The array with this sharding, by reshard or, in releases that had it, by mesh_cast. */
const struct array *auto_axes_cast(struct op *op, const struct array *x,
                                   const struct sharding_request *request);

/*
 * The rules of placements applied to what a program places: the findings of lib/jax become the
 * error of the operation, with their class, text, words and help.
 */

/* A NamedSharding of a program, on a mesh. */
struct named_placement {
	const struct abstract_mesh *mesh;
	bool abstract; /* it prints as an AbstractMesh */
	const struct partition_spec *spec;
	/* Of a constraint: how the array is sharded, and whether all axes of the mesh in context
	 * are Explicit. */
	const struct partition_spec *held;
	const bool *explicit_context;
	enum constraint_part part;
	struct str name;            /* of what is placed, for messages; may be empty */
	const struct str *key_path; /* of an argument or result of jit, or NULL */
	const struct spec *file;    /* whose other meshes are suggested, or NULL */
};

/* A call of a function of the host. JAX: callback.py. */
struct callback_params {
	bool pure;                        /* pure_callback; else io_callback */
	bool mappable;                    /* by vmap */
	const struct array_type *results; /* that it is said to give */
};

/* Fills the results, which have no derivative. */
MUST_USE bool lax_callback(struct op *op, const struct callback_params *params,
                           const struct array *const *operands, uint32_t count,
                           const struct array **results, uint32_t nresults);

/* Makes of a written spec what PartitionSpec(…) keeps. False after raising what that raises. */
MUST_USE bool placement_spec(struct op *op, const struct partition_spec *written,
                             struct partition_spec *spec);

/* Checks PartitionSpec(…) and NamedSharding(mesh, spec). False after raising what they raise. */
MUST_USE bool placement_construct(struct op *op, const struct named_placement *placement);

/* Checks that no axis stands twice in a spec; `what` is what errors say it is. */
MUST_USE bool placement_unique(struct op *op, const struct partition_spec *spec, const char *what);

/* The same, and then what an array of the type meets at the moment. */
MUST_USE bool placement_meet(struct op *op, const struct named_placement *placement,
                             const struct array_type *type, enum moment moment);

/* Checks that a PositionalSharding and the calls on it can be made. */
MUST_USE bool placement_positional(struct op *op, const struct positional *positional);

/* Checks a PositionalSharding that an array of the type meets at the moment. `key_path`: of an
 * argument or result of jit, or NULL. */
MUST_USE bool placement_meet_positional(struct op *op, const struct positional *positional,
                                        const struct str *key_path, const struct array_type *type,
                                        enum moment moment);

/* Fails by the first finding that quotes the framework, or gives up by the first that says that
 * something is not known; true when there is neither. `type` is of the array that they are about,
 * or NULL. */
MUST_USE bool placement_outcome(struct op *op, const struct array_type *type,
                                const struct diags *diags);
