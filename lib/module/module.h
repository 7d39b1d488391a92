/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A compiled program before, or after, it is partitioned: computations of typed instructions, in
 * the form of HLO. Readers of StableHLO and of HLO text fill it, propagation completes the
 * shardings, the partitioner reads it. Instructions of a computation stand in program order,
 * operands first; several results are a tuple of which get-tuple-element takes one.
 */
#pragma once

#include "diag/source.h"
#include "notation/hlo_sharding.h"
#include "notation/shardy.h"
#include "spec/dtype.h"

enum opcode {
#define OPCODE(id, hlo, stablehlo, class) OPCODE_##id,
#include "module/opcodes.def"
#undef OPCODE
	OPCODES
};

enum opcode_class { OPCODE_CLASS_ELEMENTWISE, OPCODE_CLASS_COLLECTIVE, OPCODE_CLASS_OTHER };

/* An array, a tuple of shapes, or, without element type and elements, a token. */
struct hlo_shape {
	const struct dtype *element; /* NULL: a tuple or a token */
	const int64_t *dims;         /* elements along each of `rank` dimensions */
	uint32_t rank;
	const struct hlo_shape *elements; /* of a tuple: `nelements` of them */
	uint32_t nelements;
	bool tuple, nested; /* nested: an element of the tuple is a tuple */
};

/* What is known of the elements of a constant: integers and truth values only. */
struct hlo_literal {
	bool splat;     /* all elements are the same */
	bool zero, one; /* they are this number, whole or not */
	bool known;     /* `values` holds them: one of a splat, else all */
	uint32_t word;  /* of a splat: what others of the module have that are the same; or 0 */
	const int64_t *values; /* few: at most MAX_LITERAL_VALUES */
	bool real;             /* `number` is that of a splat of real numbers */
	double number;
};

enum { MAX_LITERAL_VALUES = 1024 };

/* Dimension numbers of a contraction: HLO's lhs_batch_dims and so on. */
struct dot_numbers {
	const int64_t *lhs_batch, *rhs_batch;             /* nbatch each */
	const int64_t *lhs_contracting, *rhs_contracting; /* ncontracting each */
	uint32_t nbatch, ncontracting;
};

/* Per dimension of the operand; also of dynamic-slice (only `sizes`). */
struct slice_numbers {
	const int64_t *start, *limit, *stride;
};

struct pad_numbers {
	const int64_t *low, *high, *interior;
};

/* Also of a scatter, in the words of HLO: offset = update window dims, collapsed = inserted window
 * dims, start_index_map = scatter dims to operand dims. */
struct gather_numbers {
	const int64_t *offset, *collapsed, *start_index_map;
	const int64_t *operand_batching, *indices_batching; /* nbatching each */
	const int64_t *slice_sizes;                         /* per operand dim; NULL of a scatter */
	uint32_t noffset, ncollapsed, nstart_index_map, nbatching;
	int64_t index_vector;
};

/* A window along one dimension, as HLO writes it. */
struct window_dim {
	int64_t size, stride, low, high, base_dilation, window_dilation;
	bool reversed;
};

struct convolution_numbers {
	int64_t input_batch, input_feature;
	int64_t kernel_input, kernel_output;
	int64_t output_batch, output_feature;
	const int64_t *input_spatial, *kernel_spatial, *output_spatial; /* nspatial each */
	const struct window_dim *window;                                /* nspatial */
	uint32_t nspatial;
	int64_t feature_groups, batch_groups;
};

/* Of a collective that the program itself has, or of one after partitioning. Device ids are as
 * written. */
struct collective_numbers {
	const int64_t *groups; /* ngroups times group_size, row-major; NULL: all devices */
	int64_t ngroups, group_size;
	const int64_t *pairs; /* of a permute: source and target of npairs */
	uint32_t npairs;
	int64_t dim; /* all-gather, reduce-scatter, all-to-all (split); -1: none or a tuple */
	bool async;  /* the start of one that has a -done */
	bool across; /* partitions, by a channel, as all that partitioning makes; else replicas */
};

/* Of a triangular solve: whether the matrix stands left of the unknown, and is transposed. */
struct solve_side {
	bool left, transposed;
};

/* A place in the program that made an instruction. */
struct instruction_origin {
	struct str op_name; /* JAX's path: "jit(f)/dot_general" */
	struct str file;    /* of the user's source; empty where unknown */
	int64_t line, column;
};

struct computation;

/* What every look at an instruction needs comes first, what few need last: there are many, and they
 * are gone over many times. */
struct instruction {
	enum opcode opcode;
	uint32_t number; /* in its computation, from 0 */
	const struct hlo_shape *shape;
	struct instruction **operands;
	uint32_t noperands;
	uint32_t users; /* instructions that use it, each once; and 1 more if it is the root */
	const struct instruction *last_user; /* the last that was counted among them */
	/* As it stands in HLO text or as the partitioner gets it; a tuple's per leaf. NULL: none.
	 */
	const struct hlo_sharding *sharding;
	/* dimensions= of HLO: of broadcast the result's dims of the operand's, of transpose,
	 * reduce, concatenate, reverse, sort, iota, all-gather; of fft the lengths. */
	const int64_t *dims;
	uint32_t ndims;
	bool root;
	bool has_side_effect; /* CUSTOM_CALL and what communicates with the host */
	bool total_order;     /* COMPARE: of all real numbers, -0 and 0, and what is none, too */
	bool half_used; /* before Shardy: one of its results stands there, and nobody uses it */
	uint32_t place; /* in the text of its computation, from 1 on; 0: it was not there */
	int64_t index; /* of a parameter or a get-tuple-element; k of topk; feature of batch-norm */
	union {
		struct hlo_literal literal;          /* CONSTANT */
		const struct dot_numbers *dot;       /* DOT */
		const struct slice_numbers *slice;   /* SLICE */
		const int64_t *sizes;                /* DYNAMIC_SLICE: per dim */
		const struct pad_numbers *pad;       /* PAD */
		const struct gather_numbers *gather; /* GATHER, SCATTER */
		const struct window_dim *window;     /* REDUCE_WINDOW, SELECT_AND_SCATTER */
		const struct convolution_numbers *convolution;
		const struct collective_numbers *collective; /* class COLLECTIVE */
		struct str direction;                /* COMPARE: LT, GE …; FFT: its type */
		struct solve_side solve;             /* TRIANGULAR_SOLVE */
		const struct manual_numbers *manual; /* MANUAL_COMPUTATION */
	};
	/* while: condition, body; conditional: branches; else one. None where HLO text lacks them.
	 */
	struct computation **called;
	uint32_t ncalled;
	uint32_t nnamed;
	/* As it stands in StableHLO, per result; NULL: none (all dims open). */
	const struct named_sharding *const *named; /* nnamed of them */
	int64_t trip_count;                        /* WHILE: -1 where it is not known */

	struct str name;    /* as written, without % */
	struct span at;     /* in the file */
	struct str target;  /* CUSTOM_CALL */
	struct str rule;    /* CUSTOM_CALL: what stands in its #sdy.op_sharding_rule<>, or empty */
	int64_t batch_dims; /* CUSTOM_CALL: num_batch_dims of JAX's linear algebra; else 0 */
	struct instruction_origin origin;
};

/* What a shard_map says: shardings of its operands and results, and the axes that are manual. */
struct manual_numbers {
	const struct named_sharding *const *in, *const *out;
	uint32_t nin, nout;
	struct axis_parts axes;
};

struct computation {
	struct str name;
	struct instruction **instructions;
	uint32_t count;
	bool placed; /* its instructions know their places in the text */
	size_t room;
	struct instruction **parameters;
	uint32_t nparameters;
	struct instruction *root;
	struct module *module;
	uint32_t number; /* in the module, from 0 */
};

/* An argument or result of the whole program, by the names the user has for it. */
struct module_value {
	struct str path; /* "params['w1']", "result[0]"; empty where the text does not say */
	const struct hlo_shape *shape;
	const struct named_sharding *named; /* asked for, or NULL */
	const struct hlo_sharding *sharding;
	int64_t alias; /* of an argument: the result it is donated to; -1: none; -2: to any */
	struct span at;
};

enum module_stage {
	MODULE_UNPARTITIONED, /* annotations only: to be propagated and partitioned */
	MODULE_PROPAGATED,    /* every instruction has its sharding: to be partitioned */
	MODULE_PARTITIONED,   /* collectives stand in the text */
};

/* What operations compute, as XLA counts it (operation_work.h). */
struct operation_work {
	double flops; /* a multiplication and an addition are two */
	double
	    transcendentals; /* exponentials, roots and the like, which are not among the flops */
};

struct module {
	struct arena *arena;
	struct str name;
	struct computation **computations; /* callees first, the entry last */
	uint32_t ncomputations;
	size_t room;
	struct computation *entry;
	int64_t partitions; /* devices; 1 where the text does not say */
	enum module_stage stage;
	const struct shardy_mesh *meshes; /* named in the text */
	uint32_t nmeshes;
	/* The mesh of the shardings, or NULL: HLO text has none. */
	const struct named_mesh *mesh;
	struct module_value *arguments, *results;
	uint32_t narguments, nresults;
	struct operation_work
	    written; /* by all devices, as the text has it, each loop's body once */
};

/* The opcode that HLO calls so; OPCODE_UNKNOWN for none. */
enum opcode opcode_of_hlo(struct str name);

/* The opcode that StableHLO or CHLO calls so, the dialect left out; OPCODE_UNKNOWN for none. */
enum opcode opcode_of_stablehlo(struct str name);

/* Whether an operation, as HLO or StableHLO calls it, is kept though nobody uses what it gives. */
bool opcode_moves_to_host(struct str name);

/* Its name in HLO. */
const char *opcode_name(enum opcode opcode);

/* Whether it works element by element, is a collective, or neither: opcodes.def. */
enum opcode_class opcode_class(enum opcode opcode);

/* An empty module in the arena, which owns everything of it. */
struct module *module_make(struct arena *arena);

/* Whether the devices hold parts of sums of the instruction's one value along some axes, as its
 * sharding says. */
bool instruction_is_unreduced(const struct instruction *instruction);

/* The name of an argument: its path, or that of the parameter where the text has none; empty where
 * the program has not been read so far. */
struct str module_argument_name(const struct module *module, uint32_t index);

/* Adds an empty computation. */
struct computation *module_add(struct module *module, struct str name);

/* Appends an instruction and returns it; operands are copied, and counted as used. */
struct instruction *computation_add(struct computation *computation, enum opcode opcode,
                                    const struct hlo_shape *shape,
                                    struct instruction *const *operands, uint32_t noperands);

/* Makes an instruction of the computation its root. */
void computation_set_root(struct computation *computation, struct instruction *root);

/* Whether an array of these sizes is one that can be counted with: none is below zero, and the bits
 * of its elements fit in 64 bits, also without its empty dimensions. */
MUST_USE bool hlo_dims_fit(const int64_t *dims, uint32_t rank);

/* Bytes of an array, or of all arrays of a tuple; INT64_MAX when they do not fit in 64 bits. */
int64_t hlo_shape_bytes(const struct hlo_shape *shape);

/* The shape of an array; dims are copied. */
const struct hlo_shape *hlo_shape_array(struct arena *arena, const struct dtype *element,
                                        const int64_t *dims, uint32_t rank);

/* The shape of a tuple of `count` elements, which are copied, but not what they point to. */
const struct hlo_shape *hlo_shape_tuple(struct arena *arena, const struct hlo_shape *elements,
                                        uint32_t count);

/* Whether the instruction stands in the computation, and not in another one. */
bool computation_has(const struct computation *computation, const struct instruction *instruction);

/* Whether two numbers are as a comparison of this direction, such as "GE", asks: 1 or 0, and -1 of
 * one that is none. */
int hlo_compare(struct str direction, double a, double b);

/* Elements of an array; false when they do not fit in 64 bits. */
MUST_USE bool hlo_shape_elements(const struct hlo_shape *shape, int64_t *elements);

/* Whether both have as many dimensions, of the same sizes; of tuples, none. */
bool hlo_shape_same_sizes(const struct hlo_shape *a, const struct hlo_shape *b);

/* Whether both are the same, element types included. */
bool hlo_shape_equal(const struct hlo_shape *a, const struct hlo_shape *b);
