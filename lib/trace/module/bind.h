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

/*
 * Brings what is given together with the parameters, into `values` of as many as these. False after
 * raising what Python does.
 */
MUST_USE bool bind_arguments(struct trace *trace, struct str function, const struct formal *formals,
                             uint32_t count, const struct given *given,
                             const struct value **values);

/* Reads a signature as Python writes it; the number of parameters. */
uint32_t signature_read(struct trace *trace, const char *signature,
                        struct formal formals[MAX_PARAMETERS]);
