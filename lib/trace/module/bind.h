/* SPDX-License-Identifier: Apache-2.0 */
/* Signatures, and bringing what a call is given together with the parameters. */
#pragma once

#include "trace/module/library_call.h"

enum { MAX_PARAMETERS = 256 };

/* A parameter of a function, wherever that comes from. */
struct formal {
	struct str name;
	enum parameter_kind kind;
	const struct value *default_value; /* or NULL */
};

/* What is called, for errors. */
struct callee {
	struct str name;
	const struct scope *scope; /* where it was defined; NULL: `name` is all of it */
};

/*
 * Brings what is given together with the parameters, into `values` of as many as these. False after
 * raising what Python does.
 */
MUST_USE bool bind_arguments(struct trace *trace, struct callee callee,
                             const struct formal *formals, uint32_t count,
                             const struct given *given, const struct value **values);

/* What is known of a function of the library, its parameters read. */
const struct known_row *row_known(struct trace *trace, const struct function_row *row);

/* The parameters of a function of the library, as many as *count. */
const struct formal *row_formals(struct trace *trace, const struct function_row *row,
                                 uint32_t *count);

/* Reads a signature as Python writes it; the number of parameters. */
uint32_t signature_read(struct trace *trace, const char *signature,
                        struct formal formals[MAX_PARAMETERS]);
