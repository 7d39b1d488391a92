/* SPDX-License-Identifier: Apache-2.0 */
/* Classes that Python and JAX have for programs to derive from and to catch, and exceptions. */
#pragma once

#include "trace/state/trace.h"
#include "trace/value/class.h"

/* The class of this name, or NULL when it is in no row of builtin_class.def. */
const struct value *builtin_class(struct trace *trace, struct str name);

/* The class of this name in this module, "jax.errors" or "builtins"; NULL for none. */
const struct value *builtin_class_in(struct trace *trace, struct str module, struct str name);

/* An exception of the class with these arguments. */
struct value *exception_new(struct trace *trace, const struct value *class,
                            const struct value_list *arguments);

/* What has been raised, as the object that `except … as` gives. */
const struct value *exception_raised(struct trace *trace);

/* Whether something has been raised whose class is Python's of this name, or derives from it. */
bool raised_is(struct trace *trace, const char *class);

/* Raises the exception; its text is that of `text`. Always NULL. */
const struct value *raise_exception(struct trace *trace, const struct value *exception,
                                    struct str text);

/* An error that is being kept, with its place. */
struct kept_error {
	struct op_error error;
	struct span at;
	const struct frame *frame;
	bool placed;
};

/* Takes the error, or what is not known, out of the trace. */
struct kept_error take_error(struct trace *trace);

/* Puts it back, in the place of whatever stands there. */
void put_error_back(struct trace *trace, const struct kept_error *kept);

/* The exception that `except` is at work on. */
struct handled {
	struct kept_error error;
	const struct value *exception;
	const struct handled *outer;
};
