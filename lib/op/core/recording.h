/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program applies, in its order, for whoever makes a module of it: JAX's jaxpr. A recording
 * is a list of equations; while op->recording is set every primitive on whole arrays appends one
 * (vmap has been resolved by the batching rules), and so do loops, branches, derivatives and
 * whatever else is traced as a whole, with recordings of their own as bodies. Without one nothing
 * costs anything.
 *
 * An array is what its number is (struct array): copies with another placement are the same one. It
 * is made by the one equation that has it among its results, or it is an input of a body around, or
 * a constant: a literal (of rank 0, without a mesh), or an array that exists outside of what is
 * traced. What a body uses of the recordings around it is no input of it: recording_captures finds
 * that. An array that is none of these was made by something that is not recorded, and is not
 * known. Arrays of an equation are whole ones; what the program holds of a mapped array leads there
 * by `mapped` (array_whole). Only a derivative under vmaps has a body of one example: its arrays
 * are those that these vmaps map, and what it uses of the arrays around it are their examples.
 *
 * Equations whose results nobody uses are many: rules of the verdict on derivatives leave some
 * behind. They mean nothing.
 */
#pragma once

#include "base/table.h"
#include "op/core/op.h"

struct primitive;

/* A place in the program's text, and the call that it is inside of; NULL: the top level. */
struct source_place {
	struct span at;
	const struct source_place *caller;
};

enum equation_kind {
	/* `primitive` with its params. Of shard_map the primitive "shard_map" cuts each argument
	 * before EQUATION_MANUAL, and joins each result behind it (op/manual/manual.h manual_spec).
	 */
	EQUATION_PRIMITIVE,
	/* The result is the operand under another identity: an argument as a function under jit
	 * gets it. Params: none. */
	EQUATION_SAME,
	/* lax.stop_gradient: forwards the result is the operand. */
	EQUATION_STOP,
	/* The result is an array of numbers that Python holds. No operands. */
	EQUATION_CONSTANT,
	/* Outside of all functions under jit: the result lies where the operands do, if all lie
	 * alike: it is made like an array (JAX: lax.py full_like), or stands for what several ways
	 * of the program give. */
	EQUATION_LIKE,
	/*
	 * lax.scan, and lax.fori_loop with bounds that Python knows. Params: recorded_scan.
	 * Operands: the carry as it goes in (ncarry), the scanned arrays. Results: the carry as it
	 * comes out, the stacked elements. A result that is an operand itself was passed through.
	 * bodies[0]: carry and an element of each scanned array → carry and an element of each
	 * result.
	 */
	EQUATION_SCAN,
	/* lax.while_loop. Operands: the carry; results: the carry. bodies[0]: carry → a boolean,
	 * or one for each example (params: recorded_while, else NULL); bodies[1]: carry → carry.
	 */
	EQUATION_WHILE,
	/* lax.cond, lax.switch. Operands: the index (int32; a boolean of cond has been converted),
	 * and what the branches are given. bodies[i], for index i: these → results. A result that
	 * is an array from outside of the branches was passed through. */
	EQUATION_BRANCHES,
	/* The function inside of a shard_map, under the mesh of the equation, on arrays as a device
	 * sees them. bodies[0]: the operands are its inputs themselves, the results its outputs.
	 * Params: the manual_scope (op/manual/manual.h). */
	EQUATION_MANUAL,
	/* jax.checkpoint. Operands: the arguments. bodies[0]: these → results, which are its
	 * outputs themselves. Params: recorded_checkpoint. */
	EQUATION_CHECKPOINT,
	/*
	 * A function with a rule for its derivative of its own. Operands: the arguments; results.
	 * Params: recorded_custom. bodies[0]: arguments → results, as it runs without a derivative.
	 * Of one of the library the inputs are the operands themselves, and its rule is known by
	 * its name; of all results are the outputs themselves.
	 * Where a derivative is being taken (nbodies 2 or 3) and it is the program's own: of
	 * custom_jvp bodies[1]: arguments, their tangents → results, their tangents. Of custom_vjp
	 * bodies[1]: arguments → results, residuals; bodies[2]: residuals, cotangents of results →
	 * cotangents of arguments.
	 */
	EQUATION_CUSTOM_JVP,
	EQUATION_CUSTOM_VJP,
	/*
	 * jax.grad, jax.value_and_grad. Operands: what it is taken by, its leaves in order.
	 * bodies[0]: inputs of the same types → one number. Results: the gradients, in the order of
	 * the operands. What bodies[0] makes forwards (the value, what comes with it) is used
	 * outside of it as the same arrays: whoever takes the derivative puts the forward part in
	 * the place of the equation. Under vmaps bodies[0] is of one example, its outputs are the
	 * value and what comes with it, and these are further results.
	 */
	EQUATION_GRADIENT,
	/* jax.vjp, jax.linearize and jax.jvp: the same without gradients; bodies[0] has all
	 * outputs. Params: recorded_linear, which the equations that go on with it share. */
	EQUATION_LINEARIZE,
	/* What jax.vjp gives, called. Params: recorded_linear. Operands: cotangents of its outputs;
	 * results: those of its operands. */
	EQUATION_PULL_BACK,
	/* What jax.linearize gives, called; and jax.jvp behind its EQUATION_LINEARIZE. Params:
	 * recorded_linear. Operands: tangents of what it is taken by; results: those of its
	 * outputs.
	 */
	EQUATION_PUSH_FORWARD,
};

struct equation;

/* A recording that is finished. */
struct recorded_body {
	const struct equation *equations;
	uint32_t count;
	const struct array *const *inputs;
	uint32_t ninputs;
	const struct array *const *outputs;
	uint32_t noutputs;
};

struct recorded_scan {
	int64_t length;
	uint32_t ncarry;
	bool reverse;
	int64_t unroll; /* turns that are written out; 0: all of them */
	bool counts;    /* lax.fori_loop: the first of the carry counts, from a bound on */
};

/* A loop that ends for each example at its own time. */
struct recorded_while {
	bool alike; /* one vmap, the same, maps all of the carry, along the first dimensions */
};

/* Which values jax.checkpoint keeps: the name of the policy in jax.checkpoint_policies, "" for
 * none; the names that it goes by, or the policies that it is made of. */
struct recorded_policy {
	const char *name;
	const struct str *names;
	const struct recorded_policy *const *parts;
	uint32_t count; /* of names, or parts */
};

struct recorded_checkpoint {
	const struct recorded_policy *policy; /* NULL: not known */
	bool prevent_cse;
	bool differentiated; /* it is part of a derivative: its operands go through a barrier */
};

/* A derivative that functions of the program go on with. */
struct recorded_linear {
	const struct array *const *operands; /* of its EQUATION_LINEARIZE */
	uint32_t count;
	struct recorded_body body;
};

/* What the library calls the function, "relu" or "softmax"; "" for one of the program. */
struct recorded_custom {
	const char *name;
};

/* The vmaps around a derivative, whose body is of one example. */
struct recorded_vmaps {
	const struct mapping *mappings;
	uint32_t count, staged; /* of all of them, and those that are around the recording too */
	/* The operands and results of the equation as they are under the vmaps. */
	const struct array *const *operands, *const *results;
};

/* A function under jit that has been called, inside of another one; NULL: of none. */
struct recorded_jit {
	struct recorded_jit *outer;
};

struct equation {
	enum equation_kind kind;
	const struct primitive *primitive; /* of EQUATION_PRIMITIVE */
	const void *params;                /* of the primitive, or as the kind says */
	const struct array *const *operands;
	const struct array *const *results;
	uint32_t count, nresults;
	const struct recorded_body *bodies;
	uint32_t nbodies;
	const struct recorded_vmaps *vmaps; /* of a derivative; NULL: there are none around it */
	const struct abstract_mesh *mesh;   /* in context */
	bool checks_varying;                /* inside of a shard_map that follows what varies */
	const struct source_place *place;   /* of the program, or NULL */
	/* Equations of one unit, one behind the other, are compiled as one where they are applied
	 * outside of all functions under jit: what the library has jit around. 0: by itself. */
	uint64_t unit;
	/* Those of the innermost function that is handed to the compiler by itself, as one under
	 * jit inside of another, have its number; 0: that of all. */
	uint64_t call;
	struct recorded_jit *jits; /* functions under jit that do it, the innermost; NULL: none */
};

/* One that is being made; a body is inside of `outer`. */
struct recording {
	struct recording *outer;
	struct equation *equations;
	uint32_t count;
	size_t room;
};

/* Begins to record into this one, inside of what is being recorded; nothing when nothing is. */
void recording_begin(struct op *op, struct recording *recording);

/* Gives what was recorded as a body without inputs and outputs, and goes back to the recording
 * around. A body without equations when nothing is recorded. */
struct recorded_body recording_end(struct op *op, const struct recording *recording);

/* Forgets what has been recorded in the innermost one, which is made again. */
void recording_again(struct op *op);

/* Goes on with a body that has ended, until recording_end. */
void recording_resume(struct op *op, struct recording *recording, const struct recorded_body *body);

/* Appends an equation; its arrays are copied, by their wholes. The mesh and place are those of now.
 * The equation as it stands in the recording until another is appended; NULL when nothing is
 * recorded. */
struct equation *recording_add(struct op *op, const struct equation *equation);

/* Says that a new array is another one, or as much of it as vmaps do not map. */
void recording_same(struct op *op, enum equation_kind kind, const struct array *made,
                    const struct array *from);

/* Says that an array holds what Python does. */
void recording_constant(struct op *op, const struct array *array);

typedef bool equation_test(const struct equation *equation, const void *context);

/* The first equation, of these and of what they call, that passes the test; NULL: none does. */
const struct equation *recording_search(const struct equation *equations, uint32_t count,
                                        equation_test *test, const void *context);

/* The first equation that applies the primitive of this name, of these and of what they call; NULL:
 * there is none. */
const struct equation *recording_find(const struct equation *equations, uint32_t count,
                                      const char *name);

/* What stands for the array in a table. */
struct str array_key(const struct array *array);

/* The array with all examples of the vmaps that are looked at (op->staged); the array itself, of
 * none, and NULL for NULL. */
const struct array *array_whole(const struct op *op, const struct array *array);

/* Appends the equations of a body to what is being recorded, as if it had not been one. */
void recording_inline(struct op *op, const struct recorded_body *body);

/* The same of a body that jit is around: it is a unit. */
void recording_inline_unit(struct op *op, const struct recorded_body *body);

/* Puts an equation into the functions of another one, which it is made for. */
static inline void equation_goes_with(struct equation *equation, const struct equation *other)
{
	equation->unit = other->unit;
	equation->call = other->call;
	equation->jits = other->jits;
}

/* How many equations the innermost recording has; 0 when nothing is recorded. */
uint32_t recording_count(const struct op *op);

/* Says that what is being recorded, from this equation on, is a function under jit, inside of
 * another one: it is derived as one. */
void recording_set_jit(struct op *op, uint32_t first);

/* Says that what is being recorded, from this equation on, is such a function, which is handed to
 * the compiler by itself. */
void recording_set_call(struct op *op, uint32_t first);

/* The wholes of the arrays, in the arena. */
const struct array *const *recorded_arrays(struct op *op, const struct array *const *arrays,
                                           uint32_t count);

/* The vmaps that are looked at now, around a derivative of these operands and results; NULL: there
 * are none. In the arena. */
const struct recorded_vmaps *recorded_vmaps_now(struct op *op, const struct array *const *operands,
                                                const struct array *const *results);

/* Whether the equation gives its one operand another dtype, and changes nothing else. */
bool equation_casts(const struct equation *equation);

/* The arrays that a body uses and does not make, in the order of first use: operands of its
 * equations, captures of their bodies, and its outputs. *count of them. */
const struct array *const *recording_captures(struct arena *arena, const struct recorded_body *body,
                                              uint32_t *count);
