/* SPDX-License-Identifier: Apache-2.0 */
/* What is known while a text is read. */
#pragma once

#include <math.h>

#include "stablehlo/operation.h"
#include "stablehlo/stablehlo.h"

/* More instructions than any program has, and more text than it is by its calls, besides 16 times
 * what the file has: functions that each call another twice would go on forever. */
enum { MAX_INSTRUCTIONS = 1 << 22, MAX_CALLED_BYTES = 1 << 25, MAX_CALLED_TIMES = 16 };

struct function {
	struct str name;
	struct span at;        /* of its name */
	size_t signature;      /* where its arguments begin, or a generic one's attributes */
	struct str visibility; /* public, private or nothing */
	bool generic, active;  /* active: it is being inlined */
};

/* An argument or a result of a function. */
struct function_value {
	struct str name; /* with %; empty: its block says it */
	const struct hlo_shape *shape;
	struct str attributes; /* {…}, or empty */
	struct str location;
	struct span at;
};

struct signature {
	struct function_value *arguments, *results;
	uint32_t narguments, nresults;
	size_t arguments_room, results_room;
};

/* What a name such as #loc1 stands for. */
struct alias {
	struct str text;                         /* s NULL: there is none of this number */
	const struct instruction_origin *origin; /* of a location, once it is known; or NULL */
};

struct aliases {
	struct alias *items;
	uint32_t count;
	size_t room;
};

/* Of a constant, where it is not known; isnan() tells. */
#define UNKNOWN_NUMBER ((double)NAN)

/* What is known of an instruction while the module is made. */
struct note {
	uint32_t frame; /* the call that it was read in: lowering does not look across calls */
	double
	    number; /* of a constant whose elements are all the same float; else UNKNOWN_NUMBER */
	struct instruction *replacement; /* that its users get instead, or NULL */
};

/* Of the instructions of one computation, by their numbers. */
struct notes {
	struct note *items;
	uint32_t count;
	size_t room;
};

struct reader {
	struct cursor cursor;
	struct arena *arena;   /* of the module */
	struct arena *scratch; /* rewound after every operation */
	struct arena *names;   /* lives as long as the reader */
	struct module *module;
	struct types types;
	struct function *functions;
	uint32_t nfunctions;
	size_t functions_room;
	struct table function_names;
	struct aliases locations; /* #loc1, by its number */
	struct table alias_names; /* other names, to their places in `aliases` */
	struct aliases aliases;
	struct shardy_mesh *meshes;
	uint32_t nmeshes;
	size_t meshes_room;
	struct cache shardings; /* by <@mesh, …> as it is written */
	struct cache kinds;     /* of operations, by their names */
	struct table combiners; /* "add f32", to a computation */
	struct table numbers;   /* of constants, as bytes, to their words */
	struct table words;     /* the same of what is not known, as it is written */
	struct scope **scopes;  /* of the functions that are being inlined, by depth */
	uint32_t nscopes, calls, depth;
	size_t scopes_room;
	struct scope *scope;    /* of the innermost */
	uint64_t instructions;  /* so far */
	uint64_t called_bytes;  /* of the bodies of functions, each time they were read */
	bool refused;           /* some sharding was, and another stands for it */
	bool imported;          /* the text is Shardy's own: XLA has simplified it already */
	bool side_effects;      /* some instruction is kept though nobody uses it */
	uint32_t frame, frames; /* the call that is read, and how many there were */
	const struct lowering *lowering; /* what is read instead of a body's text, or NULL */
	struct value *numbered;          /* of it: values by their numbers, which stand for names */
	struct notes *notes;             /* by computation */
	uint32_t nnotes;
	size_t notes_room;
};

/* Finds functions, meshes and aliases of the whole text, and whether its braces match. */
MUST_USE bool reader_index(struct reader *reader);

/* Reads a function's arguments and results, in scratch memory; the cursor then stands at its body.
 */
MUST_USE bool reader_signature(struct reader *reader, const struct function *function,
                               struct signature *signature);

/* The function of this name, or NULL. */
struct function *reader_function(struct reader *reader, struct str name);

/* Reads the body of a function at the cursor; what it returns is in region->returned. */
MUST_USE bool reader_body(struct reader *reader, struct function *function, struct region *region,
                          const struct signature *signature, struct instruction *const *arguments);

/* Makes what a region returns the root of its computation, several values as a tuple. */
MUST_USE bool reader_close(struct reader *reader, const struct region *region);

/* The word of a constant of this number, or when it is not known of this text; with a number of its
 * own for each. */
uint32_t reader_number_word(struct reader *reader, double number, struct str text);

/* Makes of StableHLO's operations those that XLA's builder makes of them in HLO; false after a
 * finding. */
MUST_USE bool reader_lower(struct reader *reader);

/* Leaves out of sorts and reductions the arrays that nobody needs, in computations that are
 * ordered, before and after. */
void reader_drop_unused(struct reader *reader);

/* Gives branches only what they use, in computations that are ordered, before and after. Those of
 * branches come behind those around them. */
void reader_drop_captures(struct reader *reader);

/* Hands what a loop never changes in from outside, as XLA does when it reads HLO for Shardy, in
 * computations that are ordered, before and after; false after a finding. */
MUST_USE bool reader_free_loops(struct reader *reader);

/* Orders every computation as HLO visits it, and drops what nobody uses. Instructions get other
 * numbers, so that their notes are forgotten. */
void reader_order(struct reader *reader);

/* A constant that is handed to a call is an argument there: nothing sees that it changes nothing
 * before the call is inlined. */
void reader_hide_handed(struct reader *reader);

/* Marks, before the first order, what is half used. XLA drops results that nobody uses when it puts
 * calls in place; where there are none they stand there until Shardy has gone over the program. */
void reader_mark_half_used(struct reader *reader);

/* The same of one computation. */
void reader_order_one(struct reader *reader, struct computation *computation);

/* Text in quotes with its escapes resolved; memory comes from the module's arena. */
struct str reader_unquoted(struct reader *reader, struct str text);

/* Starts a region: an empty computation in the module. */
struct region reader_region_of(struct reader *reader, enum region_kind kind, struct region *parent);

/* Binds a name to values, which are copied; false after a finding when it is taken. */
MUST_USE bool scope_bind(struct reader *reader, struct str name, struct instruction *const *items,
                         uint32_t count, struct region *region);

/* Reads the use of a value, %x or %x#1, in a region; NULL after a finding. */
struct instruction *scope_use(struct reader *reader, struct region *region);

/* The value inside of `region` of one that belongs to `owner`, itself or a region around it; it is
 * known there by a name, which outlives the reader. NULL after a finding. */
struct instruction *scope_capture(struct reader *reader, struct region *region, struct str name,
                                  struct instruction *outer, const struct region *owner);

/* Forgets what was bound since there were `count` names. */
void scope_leave(struct scope *scope, uint32_t count);

/* The element of a region's argument at a place; made when it is first named. NULL after a
 * finding. */
struct instruction *region_element(struct reader *reader, struct region *region, uint32_t place);

/*
 * Reads { operations } of a region up to its end. Arguments of its block, ^bb0(%x: T):, stand for
 * `arguments`; NULL: they become parameters of the computation.
 */
MUST_USE bool reader_region(struct reader *reader, struct region *region,
                            struct instruction *const *arguments, uint32_t narguments);

/* Reads (%x: T, %y: T) of a block or a body and binds the names as reader_region does. */
MUST_USE bool reader_block_arguments(struct reader *reader, struct region *region,
                                     struct instruction *const *arguments, uint32_t narguments);

/* Appends a parameter to the computation of a region. */
struct instruction *reader_parameter(struct reader *reader, struct region *region,
                                     const struct hlo_shape *shape);

/* Appends an instruction to the computation of a region; NULL after a finding: too many. */
struct instruction *reader_add(struct reader *reader, const struct region *region,
                               enum opcode opcode, const struct hlo_shape *shape,
                               struct instruction *const *operands, uint32_t noperands);

/* The same as reader_note. */
struct note *reader_new_note(struct reader *reader, const struct computation *computation,
                             const struct instruction *instruction);

/* How many of the flags are set. */
static inline uint32_t flags_set(const bool *flags, uint32_t count)
{
	uint32_t set = 0;
	for (uint32_t i = 0; i < count; i++)
		set += flags[i];
	return set;
}

/* The note of an instruction of a computation. */
static inline struct note *reader_note(struct reader *reader, const struct computation *computation,
                                       const struct instruction *instruction)
{
	if (computation->number < reader->nnotes &&
	    instruction->number < reader->notes[computation->number].count)
		return &reader->notes[computation->number].items[instruction->number];
	return reader_new_note(reader, computation, instruction);
}

/* What the users of an instruction get instead of it, or it itself. */
struct instruction *reader_resolved(struct reader *reader, const struct computation *computation,
                                    struct instruction *instruction);

/* Gives every instruction of a computation what it gets instead of its operands, and the root. */
void reader_resolve(struct reader *reader, struct computation *computation);

/*
 * Inlines a function, called at `at` with these arguments in a region; its results, in scratch
 * memory, go to *results. False after a finding.
 */
MUST_USE bool reader_call(struct reader *reader, struct str name, struct span at,
                          struct region *region, struct instruction *const *arguments,
                          uint32_t narguments, struct instruction ***results, uint32_t *nresults);

/* Adds a mesh; text is <["x"=2], device_ids=[…]>. False after a finding. */
MUST_USE bool reader_mesh(struct reader *reader, struct str name, struct str text);

/* Reads the text of an HloSharding, in quotes; one that is none is a finding, as in
 * reader_shardings. */
const struct hlo_sharding *reader_hlo_sharding(struct reader *reader, struct str text);

/* Notes what a name such as #loc1 stands for, which its first line says. */
void reader_add_alias(struct reader *reader, struct str name, struct str text);

/* What the name stands for, or NULL. */
struct alias *reader_alias(const struct reader *reader, struct str name);

/* What loc(…) says: the path of JAX, and a line of the user's file. */
void reader_origin(struct reader *reader, struct str location, struct instruction_origin *origin);

/* LT of #stablehlo<comparison_direction LT>, and of LT. */
struct str reader_last_word(struct str value);

/* Reads #sdy.sharding<@mesh, …>, #sdy.sharding_per_value<[…]> or [<@mesh, …>, …] and appends each;
 * false when it is none of these. A sharding that does not fit its mesh is a finding, after which
 * the reader is `refused` and reads on. */
MUST_USE bool reader_shardings(struct reader *reader, struct str text,
                               const struct named_sharding *const **shardings, uint32_t *count);
