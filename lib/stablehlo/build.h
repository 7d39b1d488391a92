/* SPDX-License-Identifier: Apache-2.0 */
/* From an operation's text to instructions of HLO. */
#pragma once

#include "stablehlo/reader.h"

/* An operation that returns more is none. */
enum { MAX_RESULTS = 1 << 16 };

typedef bool builder(struct reader *reader, struct operation *operation, struct region *region);

/* Reads one more operand; false after a finding. */
MUST_USE bool operation_operand(struct reader *reader, struct operation *operation,
                                struct region *region);

/* Reads (%x, %y): all operands. */
MUST_USE bool operation_operands(struct reader *reader, struct operation *operation,
                                 struct region *region);

/* Reads the types behind the ':' when there are some. */
MUST_USE bool operation_signature(struct reader *reader, struct operation *operation);

/* Adds a region that was read. Always true. */
bool operation_add_region(struct reader *reader, struct operation *operation,
                          const struct region *region);

/* What is said of operations of this name: stablehlo.add, or one without a dialect. Found once for
 * each name, which outlives the reader. */
const struct operation_kind *build_kind(struct reader *reader, struct str name);

/* The reader of a pretty form that is not a list of parts; NULL: it is one. */
builder *build_pretty(const struct operation *operation);

/* Begins a region of the operation, an empty computation; what a loop carries has been made. */
MUST_USE bool build_open_region(struct reader *reader, struct operation *operation,
                                struct region *parent, struct region *region);

/* Reads one { … } of a generic operation. */
MUST_USE bool build_region(struct reader *reader, struct operation *operation,
                           struct region *region);

/* Reads one { … } of a loop in which these names, one for each operand, stand for what it carries.
 */
MUST_USE bool build_loop_region(struct reader *reader, struct operation *operation,
                                struct region *parent, const struct str *names);

/* Adds the instructions of an operation that was read, and binds its names. */
MUST_USE bool build_operation(struct reader *reader, struct operation *operation,
                              struct region *region);

/* ---- What the builders of single operations share ---- */

/* Says that the operation is not written as it must be. Always false. */
COLD bool build_refuse(struct reader *reader, const struct operation *operation, const char *why);

/* The shape of all results: of one, or a tuple; NULL after a finding. */
const struct hlo_shape *build_shape(struct reader *reader, struct operation *operation);

/* Adds an instruction with the operation's operands and `shape`, where it stands and what it is
 * named; NULL after a finding. */
struct instruction *build_add(struct reader *reader, const struct operation *operation,
                              const struct region *region, enum opcode opcode,
                              const struct hlo_shape *shape);

/* The same with other operands. */
struct instruction *build_add_of(struct reader *reader, const struct operation *operation,
                                 const struct region *region, enum opcode opcode,
                                 const struct hlo_shape *shape, struct instruction *const *operands,
                                 uint32_t noperands);

/* Binds the operation's names to the elements of an instruction, or to it. */
MUST_USE bool build_results(struct reader *reader, const struct operation *operation,
                            struct region *region, struct instruction *instruction);

/* Binds the operation's names to values, one each. */
MUST_USE bool build_bind(struct reader *reader, const struct operation *operation,
                         struct region *region, struct instruction *const *values, uint32_t count);

/* Reads the integers of the attribute under one of the keys, all within 0 … limit - 1. */
MUST_USE bool build_dims(struct reader *reader, const struct operation *operation, const char *keys,
                         int64_t limit, const int64_t **dims, uint32_t *count);

/* Reads integers of any value, `count` of them; those that are missing are `otherwise`. */
MUST_USE bool build_numbers(struct reader *reader, const struct operation *operation,
                            const char *keys, uint32_t count, int64_t otherwise, int64_t **numbers);

/* Whether the operands, dims and result of an operation without a builder of its own fit; else a
 * finding. */
MUST_USE bool build_check(struct reader *reader, const struct operation *operation,
                          const struct instruction *instruction);

/* The computations of the operation's regions. */
struct computation **build_called(struct reader *reader, const struct operation *operation,
                                  uint32_t *count);

/* Whether the operation has that many operands, arrays all; else a finding. */
MUST_USE bool build_operands(struct reader *reader, const struct operation *operation,
                             uint32_t least, uint32_t most);

/*
 * Makes of the custom call ApproxTopK what XLA's builder makes of it where there is no kernel for
 * it, as on CPU and GPU: the arrays are sorted and cut (ApproxTopKFallback). *built is false where
 * it stays a call. False after a finding.
 */
MUST_USE bool build_approximate_top_k(struct reader *reader, struct operation *operation,
                                      struct region *region, bool *built);

/* ---- Builders of single operations ---- */
extern builder build_simple, build_constant, build_broadcast, build_dot, build_dot_matrix,
    build_slice, build_dynamic_slice, build_pad, build_gather, build_scatter, build_reduce,
    build_reduce_window, build_select_and_scatter, build_convolution, build_sort, build_custom_call,
    build_call, build_composite, build_while, build_case, build_barrier, build_constraint,
    build_manual, build_collective, build_top_k, build_element, build_return, build_function,
    build_spreading, build_einsum;

/* ---- Readers of pretty forms ---- */
extern builder pretty_constant, pretty_reduce, pretty_while, pretty_manual;
