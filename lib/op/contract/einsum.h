/* SPDX-License-Identifier: Apache-2.0 */
/*
 * jnp.einsum: subscripts, the order in which operands are contracted, and each contraction. A label
 * is the code point of its letter. JAX: numpy/einsum.py, and the package opt_einsum that it uses.
 */
#ifndef OP_CONTRACT_EINSUM_H
#define OP_CONTRACT_EINSUM_H

#include "op/elementwise/numpy.h"

enum { MAX_EINSUM_LABELS = 64, MAX_EINSUM_OPERANDS = 64 };

/* The labels of an operand, in order. */
struct einsum_labels {
	const uint32_t *items;
	uint32_t count;
};

/* Subscripts without ellipses and with an output. */
struct einsum {
	struct einsum_labels *inputs;
	uint32_t ninputs;
	struct einsum_labels output;
};

/* How the order of contraction is chosen. */
enum einsum_optimize {
	EINSUM_AUTO,
	EINSUM_OPTIMAL,
	EINSUM_BRANCH_ALL,
	EINSUM_BRANCH_2,
	EINSUM_BRANCH_1,
	EINSUM_UNOPTIMIZED, /* from the left */
	EINSUM_GIVEN,       /* by a path */
	EINSUM_OTHER,       /* by an algorithm that is not known here */
};

/* Which operands one step contracts: positions among those that are left, of which the last is the
 * result of the step before. */
struct einsum_step {
	const int64_t *positions;
	uint32_t count;
};

struct einsum_path {
	const struct einsum_step *steps;
	uint32_t count;
};

/* One contraction: of the operands at `positions`, descending, which have the labels `inputs`. */
struct einsum_contraction {
	const uint32_t *positions;
	uint32_t count;
	const struct einsum_labels *inputs;
	struct einsum_labels result;
	struct einsum_labels removed; /* labels that are summed over, ascending */
};

struct einsum_contractions {
	const struct einsum_contraction *items;
	uint32_t count;
};

/* Reads subscripts such as "bij,bjk->bik" for operands of these types; false after raising. JAX:
 * opt_einsum parser.py parse_einsum_input, contract.py contract_path. */
MUST_USE bool einsum_parse(struct op *op, struct str subscripts,
                           const struct array_type *const *operands, uint32_t count,
                           struct einsum *einsum);

/* The letter that opt_einsum gives to a number. JAX: opt_einsum parser.py get_symbol. */
uint32_t einsum_symbol(uint32_t number);

/*
 * The order of contraction; `given` is that of EINSUM_GIVEN. False when it is not known, or after
 * raising. JAX: opt_einsum paths.py optimal, BranchBound.
 */
MUST_USE bool einsum_find_path(struct op *op, const struct einsum *einsum,
                               const struct array_type *const *operands,
                               enum einsum_optimize optimize, struct einsum_path *path);

/* The contractions of a path. JAX: opt_einsum contract.py contract_path. */
MUST_USE bool einsum_contractions(struct op *op, const struct einsum *einsum,
                                  const struct einsum_path *path,
                                  struct einsum_contractions *contractions);

/* Contracts the operands; a NULL dtype is that which they have in common. JAX: numpy/einsum.py
 * einsum, _einsum. */
const struct array *numpy_einsum(struct op *op, const struct array *const *operands, uint32_t count,
                                 const struct einsum_contractions *contractions,
                                 const struct dtype *preferred,
                                 const struct sharding_request *sharding);

/* How often the label stands among them. */
uint32_t label_count(struct einsum_labels labels, uint32_t label);

/* The position of a label, or -1. */
int32_t label_find(struct einsum_labels labels, uint32_t label);

/* The labels as text: "bij". */
void labels_text(struct buf *out, struct einsum_labels labels);

#endif
