/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What reads what in a computation as XLA's compiler for CPU has it before it fuses: reshapes that
 * it makes of operands of dots and convolutions, and windows that it sums first, are operations of
 * their own.
 */
#pragma once

#include "plan/module/kernel_twins.h"
#include "plan/module/module_kernels.h"

/* Dimensions of what a dot reshapes. */
enum { KERNEL_MAX_RESHAPED = 16 };

/* Slices of a value that is sent to as many devices. */
enum { KERNEL_MAX_SLICES = 16 };

/* Reductions of as many numbers are left to a library. */
enum { KERNEL_MIN_LIBRARY = 4096 };

/* Numbers of operations. */
struct kernel_list {
	uint32_t *items;
	uint32_t count;
	size_t room;
};

/* Which dimensions of an operand of a dot stand where when it is made matrices. */
struct kernel_matrices {
	int64_t order[KERNEL_MAX_RESHAPED];
	uint32_t nbatch;
	uint32_t rows; /* how many of them are rows, or columns, of the first matrix dimension */
	bool thins;    /* only dimensions of one element are left out */
	bool kept;     /* a barrier stands between it and another reshape: it stays another one */
};

/* An operation, or the kernel that it is the result of. */
struct kernel_node {
	const struct instruction *instruction;
	struct kernel_list operands; /* each once */
	struct kernel_list users;
	uint32_t readers; /* kernels that read it, and 1 more as the result */
	double elements;  /* on a device */
	double sent;      /* before a collective moves them to where they are; 0: none does */
	uint32_t order;   /* its place in the order of the graph */
	uint32_t value;   /* that it is, maybe converted; its own number if it is another */
	uint32_t handed;  /* what others read for it: a collective moves it; 0: itself */
	/* Of bf16, where it is rounded and where it is widened; 0: nowhere. */
	uint32_t rounded, widened;
	bool result;      /* it is handed on as it is */
	bool once;        /* it is computed by itself: others would read more for it */
	bool moved;       /* the collectives for it are nodes of their own */
	uint32_t library; /* a library computes it, in this call; 0: none */
	bool gone;        /* all that read it compute it */
	bool varies;      /* in a loop's body: it is another value in each round */
	bool hoisted;     /* it stands before the loop */
	bool in_body;     /* it is the same in each round, and the body reads it */
	/* Of the result of a kernel: the other operations of it, and what it reads. */
	struct kernel_list members, reads;
	/* Of the reshape of a dot's operand, else NULL. */
	const struct kernel_matrices *matrices;
};

struct kernel_graph {
	struct arena *arena;
	const struct module_values *values;
	const struct module_transients *transients;
	bool keeps_narrow;          /* bf16 is moved and multiplied as it is */
	bool keeps_constants_apart; /* two constants in a row are not made one */
	bool keeps_barriers;        /* what a barrier gives is fused with nothing that it reads */
	bool keeps_softmax;         /* what a softmax is made of is computed once */
	bool expands_abs;           /* of complex numbers, in real ones */
	bool packs_largest;         /* the largest of bf16 are found among integers */
	bool joins_by_bytes;        /* how long concatenated rows are is told by their bytes */
	bool repeats;               /* it is run by a loop: what is computed of constants is not one
	                               there, but handed to it (WhileLoopInvariantCodeMotion) */
	struct kernel_node *nodes;  /* by number; behind them those that XLA puts between */
	uint32_t count;
	struct kernel_twins twins;
	struct kernel_list results; /* in the order of the result, each once */
	uint32_t *ordered;          /* all numbers, operands before what reads them */
	struct kernel_work *work;   /* by number */
};

/* The graph of a computation, which a loop may run, with the work of what is summed in windows. In
 * the arena. */
struct kernel_graph kernel_graph_of(struct arena *arena, const struct module_values *values,
                                    const struct module_transients *transients,
                                    const struct jax_rules *rules, bool repeats);

/* Elements of an array of so many bytes on a device; 0: of a tuple. */
double kernel_elements_in(const struct hlo_shape *shape, int64_t bytes);

/* Elements that a device holds of an operation's result. */
double kernel_stored(const struct kernel_graph *graph, const struct instruction *instruction);

static inline const struct instruction *kernel_at(const struct kernel_graph *graph, uint32_t number)
{
	return graph->nodes[number].instruction;
}

/* Stores a number behind the last of a list. */
void kernel_list_push(struct arena *arena, struct kernel_list *list, uint32_t item);

/* Takes an item out of a list, whose order changes. */
void kernel_list_drop(struct kernel_list *list, uint32_t item);

/* Lets an operation read a value, once. */
void kernel_add_edge(struct kernel_graph *graph, uint32_t user, uint32_t value);

/* An operation of XLA's own that reads a value. */
uint32_t kernel_put_behind(struct kernel_graph *graph, const struct instruction *instruction,
                           uint32_t value);

/* Whether a number is in a list. */
bool kernel_list_has(const struct kernel_list *list, uint32_t item);

/* The shape of what is put between operations and has no sizes of its own. */
extern const struct hlo_shape kernel_other_shape;

/* What the collectives of an operation are made of. */
enum instruction_steps kernel_steps(const struct kernel_graph *graph, uint32_t number);

/* The steps of an operation, which are together; where they end, NULL. */
const struct plan_step *const *kernel_steps_of(const struct kernel_graph *graph, uint32_t number);

/* Bytes that a device holds of an operation's result. */
int64_t kernel_bytes(const struct kernel_graph *graph, const struct instruction *instruction);

/* A slice that reads a value. In the arena of the graph. */
const struct instruction *kernel_slice(struct kernel_graph *graph, uint32_t value);

/* Whether a broadcast repeats nothing on a device: XLA makes a reshape of it. */
bool kernel_repeats_nothing(const struct kernel_graph *graph, const struct instruction *broadcast);

/* Whether a reduction has one element to reduce on a device, and others have none: XLA makes a
 * reshape of it. */
bool kernel_reduces_nothing(const struct kernel_graph *graph, const struct instruction *reduce);

/* Whether it gives its operand's elements in another shape. */
static inline bool kernel_reshapes(const struct kernel_graph *graph,
                                   const struct instruction *instruction)
{
	enum opcode opcode = instruction->opcode;
	return opcode == OPCODE_RESHAPE || opcode == OPCODE_TRANSPOSE || opcode == OPCODE_BITCAST ||
	       (opcode == OPCODE_BROADCAST && kernel_repeats_nothing(graph, instruction)) ||
	       (opcode == OPCODE_REDUCE && kernel_reduces_nothing(graph, instruction));
}

/* Whether it is a reduction of one array, by this operation. */
bool kernel_reduces_by(const struct instruction *reduce, enum opcode opcode);

/* Whether it is not an operation of its own. */
bool kernel_is_name(const struct kernel_graph *graph, const struct instruction *instruction);

/* Whether its elements are real numbers of a floating-point type. */
bool kernel_is_real(const struct instruction *instruction);

/* Whether its elements are integers. */
bool kernel_is_whole(const struct instruction *instruction);

/* What an operand is another name for: an operation, also one that only reshapes, an element of a
 * tuple that is not listed, or a tuple of several. */
const struct instruction *kernel_value(const struct kernel_graph *graph,
                                       const struct instruction *operand);

/* The same behind all reshapes. */
const struct instruction *kernel_unshaped(const struct kernel_graph *graph,
                                          const struct instruction *operand);
