/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Applying operations to arrays of known types: the memory, release and mesh that all of them need,
 * and how they fail. An operation that JAX refuses returns NULL or false after `refuse`; one that
 * cannot be judged does so after op_unknown. NULL stands for an array that failed so: an operation
 * that is given it gives NULL or false and leaves the error as it is, so that steps follow each
 * other without tests in between. Who looks at the type of what a step gave tests it first.
 */
#pragma once

#include "op/core/message.h"

enum { MAX_OPERANDS = 256, MAX_VMAPS = 16 };

struct value;
union element;
struct memory;

/* An exception, or that there is no telling. */
struct op_error {
	bool raised, unknown;
	bool by_values; /* unknown for what arrays hold, which only a run tells */
	enum rule_id rule;
	const char *type;   /* class of the exception; NULL when unknown */
	struct str text;    /* its first line, as the release prints it */
	struct str message; /* what is wrong, in shardctl's words; the text when nobody said more */
	struct str help;    /* what to write instead, or empty */
	/* For whoever looks for a repair, NULL where nothing is known: how an operand of this shape
	 * would have to lie, and how the result would best, mapped dimensions included. */
	const struct array_type *wanted, *result;
	struct diag_slip slip; /* for whoever finds it in the program */
	struct str remark;     /* on that result, and others; may be empty */
	struct span spec_at;   /* in the program: where the PartitionSpec that it is about is
	                          written; of no length: not known */
	/* What the program goes on with once it is reported, and the call in it whose value that
	 * is; or NULL. */
	const struct value *instead;
	const void *instead_of;
	struct op_error *others;       /* what else is wrong with what the call was given */
	const struct value *exception; /* that was raised as an object, or NULL */
	bool by_program;               /* a `raise` of the program itself */
	bool meant; /* said by a function of the prelude on purpose, or by the program it calls */
	bool lacks_argument; /* one without a default was not given */
	/* Of an error of Python: what lacks the attribute or the item, is not called, or the
	 * operands; or NULL. */
	const struct value *about[2];
	bool certain; /* whatever it is that is not known before it */
};

/* One jax.vmap around what is being applied. */
struct mapping {
	int64_t size;                     /* of the mapped dimension */
	struct dim_axes axes;             /* explicit axes that it is sharded over */
	const struct abstract_mesh *mesh; /* of the mapped arrays; NULL: the empty one */
	bool named;                       /* axis_name was given */
	struct str name;
	struct dim_axes spmd_axes;    /* of spmd_axis_name, or none */
	const struct str *spmd_names; /* what it names, whether or not the mesh in context has it */
	uint32_t nspmd_names;
};

#define MANY_ELEMENTS ((uint64_t)1 << 40)

struct primitive_watch;
struct captures;
struct escapes;
struct recording;
struct source_place;
struct device_group;

struct op {
	struct arena *arena; /* for types, arrays and texts; lives as long as the check */
	const struct jax_rules *rules;
	const struct abstract_mesh *mesh; /* the mesh in context; NULL: none */
	/* Of the mesh in context, where it was set with devices; NULL: none are known. */
	const struct device_group *context_devices;
	struct mapping mappings[MAX_VMAPS];
	uint32_t nmappings; /* how many are being traced; an array of level n is mapped by n - 1 */
	uint32_t staged;    /* so many, the outermost ones, are not looked at: what is being traced
	                       goes by the types that it sees, and is mapped as a whole later */
	bool x64;           /* 64-bit types are enabled: jax_enable_x64 */
	bool jit_disabled;  /* jit calls its function as it stands: jax_disable_jit */
	bool strict;        /* dtypes promote from weak ones alone: jax_numpy_dtype_promotion */
	bool same_ranks;    /* ranks are not promoted but from 0: jax_numpy_rank_promotion */
	bool values;        /* what arrays hold is followed: nothing that is traced is around */
	bool numpy;         /* what runs is NumPy's: its promotions, and floats that are rounded */
	uint64_t kept, touched; /* elements that have been followed, and looked at to do so */
	bool replays;           /* what runs repeats what has been traced, on mapped arrays */
	bool eager;             /* outside of jit: operations run at once */
	uint32_t
	    concrete_bodies; /* one more than `bodies` in a function that shard_map runs outside of
	                        jit, where arrays that vary along no axis hold their values; or 0 */
	bool checks_varying; /* inside of a shard_map that follows which arrays vary along its axes
	                      */
	struct primitive_watch *watch;           /* that records what is applied, or NULL */
	struct captures *captures;               /* of the branch that is being traced, or NULL */
	struct manual_captures *manual_captures; /* of the shard_map around, or NULL */
	struct escapes *escapes;     /* of functions that have been left (escape.h), or NULL */
	struct recording *recording; /* what is applied is appended to it (recording.h), or NULL */
	/* Where the program stands; NULL: no program is around. */
	const struct source_place *(*place_of)(struct op *op);
	uint32_t bodies;   /* of loops, branches and functions under jit that are being traced */
	uint32_t batching; /* batching rules being followed: arrays are those of all examples */
	uint64_t arrays;   /* how many have been made */
	uint64_t elements; /* of all of them; from MANY_ELEMENTS on, just many */
	const struct dtype *keys; /* of random numbers, when the program has set it; or NULL */
	uint32_t placements;      /* how often one was placed by a sharding that names devices */
	const struct array *const *operands; /* of the primitive being applied */
	uint32_t noperands;
	/* What the program calls the array of this very type, or an empty text; NULL: no program is
	 * around. */
	struct str (*name_of)(const struct op *op, const struct array_type *type);
	struct op_error error;
};

/* Devices in the order of the mesh that they are from. */
struct device_group {
	const int64_t *ids;
	uint32_t count;
};

/*
 * An array, as an operation takes and gives it. Under vmap the function sees `type`, and the array
 * that holds all of its examples is `mapped`. JAX: batching.py BatchTracer.
 */
struct array {
	struct array_type type;
	uint32_t level;             /* of the innermost vmap that maps it, from 1; 0: of none */
	uint32_t mapped_dim;        /* where the mapped dimension stands in `mapped` */
	const struct array *mapped; /* with that dimension, one level or more further out */
	uint64_t number;            /* how many were made before it */
	/* What it was placed with by a constraint and its like, axes that types do not show
	 * included; NULL: nothing that is known. */
	const struct sharding_request *placed;
	const struct positional
	    *positional;              /* the PositionalSharding it was placed with, or NULL */
	const struct array *argument; /* of a function that is traced: what it was called with at
	                                 first, where it is known how that was placed; or NULL */
	/* The dtype that NumPy, which made it, has it in: one of 64 bits where that of `type`
	 * has 32. It is not traced, so that Python knows what it holds. NULL: it is JAX's. */
	const struct dtype *host;
	bool whole;     /* made at once of what no device holds a part of, and so no part itself */
	bool read_only; /* of NumPy: what JAX holds, which nobody may change */
	bool deleted;   /* by the program, or donated: what uses it fails */
	bool perhaps;   /* it is not known whether it has been deleted */
	/* What it holds, in row-major order (op/core/elements.h); NULL: not known. Of an array of
	 * NumPy it is so while `written` is the number of writes to its memory. */
	const union element *elements;
	struct memory *memory;
	uint64_t written;
	/* The number that the program writes this scalar constant as, where what it does is
	 * recorded, for that alone; else NULL. */
	const union element *literal;
	bool computed; /* an operation made it of more than scalars that are numbers of the program
	                */
	bool handed;   /* it is an argument of a function under jit, and no constant there */
	bool *used;    /* becomes true when an operation takes it; NULL: nobody asks */
	/* The devices that it is committed to, as far as that is known; NULL: none. */
	const struct device_group *committed;
	const struct array *like; /* the array that it was broadcast, converted or reshaped from:
	                             what it is called in messages; NULL: none */
};

/* Elements put around an array and between its elements, along one dimension. */
struct padding {
	int64_t low, high, interior;
};

/*
 * Gives up: what the operation does is not known, for the reason given; with an empty reason
 * something before it was unknown and has been reported. Always NULL, which is false too, so that
 * functions of either kind return it.
 */
void *op_unknown(struct op *op, const char *format, ...) PRINTF_LIKE(2, 3);

/* Whether types have room for so many dimensions; else the operation is not known. */
bool op_takes_rank(struct op *op, uint64_t rank);

/* Raises that an array is used that has been deleted. Always false. JAX: array.py
 * _check_if_deleted. */
bool refuse_deleted(struct op *op, const struct array *array);

/* Whether the release behaves so. */
static inline bool op_has(const struct op *op, enum jax_behaviour behaviour)
{
	return op->rules->has[behaviour];
}

/* An empty text in the arena. */
static inline struct buf op_buf(const struct op *op)
{
	return (struct buf){.arena = op->arena};
}

/* Whether the type is what all rules rely on: sizes are not negative, entries and sets are over
 * axes of its mesh. */
bool type_is_sound(const struct array_type *type);

/* Whether every device that holds the array holds all of it: scalars are never cut. */
bool array_is_whole(const struct array *x);

/* An array of this type, which is sound, of no vmap. */
const struct array *array_new(struct op *op, const struct array_type *type);

/* The same of one that has the elements of another array, as a conversion or broadcast gives. */
const struct array *array_new_like(struct op *op, const struct array_type *type,
                                   const struct array *like);

/* A scalar constant on the empty mesh: what a Python number or a literal of an operation becomes.
 */
const struct array *array_scalar(struct op *op, const struct dtype *dtype, bool weak);

/* The types of the arrays, in the arena. */
const struct array_type *const *array_types(struct op *op, const struct array *const *arrays,
                                            uint32_t count);
