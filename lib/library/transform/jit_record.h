/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a plan says of a call of jax.jit: which function of the program it is, and what its
 * arguments are called. A library hands jit a function of its own, made of the program's: the
 * prelude says so with two attributes of it. `__program__` is the function of the program;
 * `__arguments__` says for each argument where its parts come from, as a tree of texts that begins
 * like the argument: "0" for what the program gives by position, "0.weight" for a part of that, "x"
 * for what it gives by name.
 */
#pragma once

#include "trace/convert/recorded_function.h"
#include "program/arguments.h"

/* A function that is jitted, for what is recorded of its calls. */
struct jit_program {
	const struct value *program;         /* it, or of which a library has made it */
	const struct parameters *parameters; /* of the program's; NULL: not known */
	const struct value *names;           /* for each argument; NULL: as jit calls them */
};

/* The function of the program that `function`, which jit is given, is or was made of, by the
 * attributes that a library has set. */
struct jit_program jit_program_of(struct trace *trace, const struct value *function);

/* What errors and plans call a function that jit is given. */
struct str jitted_name(const struct value *function);

/* Adds the argument at a position to the call, which jit calls `name`. */
void jit_record_argument(struct trace *trace, struct recorded_call *call,
                         const struct jit_program *jitted, uint32_t position, struct str name,
                         const struct value *value, bool donated);
