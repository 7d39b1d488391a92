/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that StableHLO writes out in elementary operations before XLA has them: the same
 * operations in the same order, with constants of which nothing is told but that one is 0. */
#pragma once

#include "base/str.h"
#include "module/module.h"

/* `out` = operation on values named by letters; '#' is a constant, '0' that of 0, '$' one of
 * integers as long as the numbers, '&' a complex one, 'x' the operand, 'q' a second. The last step
 * gives 'y'. */
struct step {
	char out;
	enum opcode opcode;
	char in[4];
	const char *direction; /* of a comparison */
	/* When `times` is not 0: the next `length` steps are made so often, and this is none. */
	uint32_t times, length;
};

struct written {
	const char *name;
	const struct step *steps;
	size_t count;
	uint32_t arity;
	bool widened; /* numbers of fewer than 32 bits, for the time being */
};

#define WRITTEN(name, arity, widened)                                       \
	{                                                                   \
#name, name##_steps, COUNT_OF(name##_steps), arity, widened \
	}

/* That of the name among `count`; NULL: none. */
const struct written *written_named(const struct written *functions, size_t count, struct str name);

/* The function of real numbers of so many bits that StableHLO or CHLO calls so; NULL: it is not
 * written out. */
const struct written *written_real(struct str name, uint32_t bits);

/* The same of complex numbers. */
const struct written *written_complex(struct str name);
