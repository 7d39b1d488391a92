/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of primitives, forwards and back: JAX's primitive_jvps and primitive_transposes. */
#pragma once

#include "derive/derivation.h"

/* A primitive taken forward. The operands of the equation stand for the program's. */
struct forward {
	struct derivation *derivation;
	struct op *op;
	const struct equation *equation;
	const struct array *const *tangents; /* of each operand; NULL: zero */
	const struct array **results;        /* those of the equation, which a rule may replace */
	const struct array **made;           /* tangents of the results, to be filled; NULL: zero */
};

struct forward_rule {
	const char *name; /* of the primitive */
	/* The tangent of the only result by one operand, whose tangent is g; these are added up.
	 * NULL: there is none. */
	const struct array *(*by)(const struct forward *f, const struct array *g, uint32_t operand);
	/* All of it, in place of the former. False after op_unknown. */
	bool (*whole)(struct forward *f);
	/* In place of all: other operations on the operands, which make the only result, and whose
	 * tangents are taken. */
	const struct array *(*instead)(struct op *op, const struct equation *equation);
	bool replaces; /* it makes the results too */
};

/* The rule of a primitive; NULL: none is known. */
const struct forward_rule *forward_rule_of(const struct primitive *primitive);

/* Rules of elementwise primitives, ended by one without a name; and of the others. */
extern const struct forward_rule elementwise_forward[], structural_forward[];

/* Those of matrices (matrices.c, decompositions.c), each a `whole` of the table. False also of
 * complex matrices. JAX: lax/linalg.py. */

/* Cholesky factors: L f(inverse(L) t transpose(inverse(L))), where t is the tangent, of which
 * 0.12.0 and later take the lower half as that of a symmetric matrix, and f keeps the lower half
 * with half of the diagonal. JAX: _cholesky_jvp_rule. */
bool forward_cholesky(struct forward *f);

/* Eigenvectors and eigenvalues, which it computes anew of the symmetric part of the operand; no
 * subset of them. JAX: _eigh_jvp_rule. */
bool forward_eigh(struct forward *f);

/* LU factors, by solves with each of them, of rows as they were exchanged. JAX: _lu_jvp_rule. */
bool forward_lu(struct forward *f);

/* Q and R without pivoting; of tall matrices only where Q is thin. JAX: qr_jvp_rule. */
bool forward_qr(struct forward *f);

/* Singular values and vectors, which it computes anew with thin U and V. False for subsets, and
 * for all columns of vectors of matrices that are not square. JAX: _svd_jvp_rule. */
bool forward_svd(struct forward *f);

/* The solution, by the tangents of the matrix, of the other side, or of both. JAX:
 * _triangular_solve_jvp_rule_a. */
bool forward_triangular_solve(struct forward *f);

/* Partial products and the like as a scan that halves its elements (cumulative.c). JAX:
 * control_flow/loops.py _cumulative_jvp_rule. */
const struct array *cumulative_scan(struct op *op, const struct equation *equation);

/* ragged_dot_general by each of its factors (ragged.c). JAX: lax/lax.py
 * _ragged_dot_general_jvp_rule. */
bool forward_ragged_dot(struct forward *f);

/* What ragged_dot_general is where no instruction does it: a dot_general of operands that are
 * repeated for each group, with zeros for the other ones. NULL where JAX raises. JAX: lax/lax.py
 * _ragged_dot_general_impl, which CPUs go by. */
const struct array *ragged_dot_written_out(struct op *op, const struct equation *equation);

/* Whether tangents end at a primitive: JAX's defjvp_zero. */
bool stops_tangents(const struct primitive *primitive);

/* A primitive taken back. */
struct backward {
	struct derivation *derivation;
	struct op *op;
	const struct equation *equation;
	const bool *linear;                    /* for each operand: it hangs on tangents */
	const struct array *const *cotangents; /* of each result; NULL: zero */
	const struct linear_part *part;        /* that it is in */
	struct array_map *all;                 /* cotangents so far */
	const struct array **made;             /* of each linear operand, to be filled */
};

struct backward_rule {
	const char *name;
	bool (*transpose)(struct backward *b);
};

/* The rule by which a primitive is taken back; NULL: none is known. */
const struct backward_rule *backward_rule_of(const struct primitive *primitive);

extern const struct backward_rule arithmetic_backward[], structural_backward[], indexed_backward[],
    complex_backward[], convolution_backward[], manual_backward[], matrix_backward[],
    ragged_backward[];

struct manual_spec;

/* The axes of a shard_map over which it does not cut the array, as a set. JAX: shard_map.py
 * _unmentioned2. */
uint64_t unmentioned_axes(const struct manual_spec *spec);
