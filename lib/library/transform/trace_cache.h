/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What jitted functions gave when they were traced: called again with arguments of the same types,
 * and the same static ones, a function is not traced again, so that what it does beside giving a
 * result is not done again either. Calls from outside of all that is traced are kept, of which all
 * was judged and none is tried; also where it is open whether they are made, until what they change
 * is taken back. Where an argument lies on Auto axes is no part of what JAX looks at; where
 * findings or results speak of it, a function is traced once for each way to lie. JAX: pjit.py
 * _create_pjit_jaxpr.
 */
#pragma once

#include "op/core/recording.h"
#include "trace/convert/pytree.h"

/* A call of a jitted function, and the state that it is traced in. */
struct cached_call {
	const struct value *function;
	const struct value *statics; /* a dict of the arguments that are not traced */
	struct pytree arguments;     /* the others, as one tree */
	struct span at;
	/* What follows is for trace_cache_find and trace_cache_add. */
	struct trace_event *events;
	uint64_t judged, operations, arrays, elements;
	uint32_t placements, doubts, errors, findings, equations;
};

/* Whether calls are kept here. */
bool trace_cache_is_open(const struct trace *trace);

/* What the function gives, as a value with arrays of its own; NULL: it has to be traced, or there
 * was an error. Fills in the rest of *call. The tree of what it is called with must not change. */
const struct value *trace_cache_find(struct trace *trace, struct cached_call *call);

/* Keeps what the function gave, a tree of arrays, when it was traced right behind trace_cache_find
 * for this call. */
void trace_cache_add(struct trace *trace, const struct cached_call *call,
                     const struct value *result);
