/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy 2.5: numpy/_core/fromnumeric.py, _methods.py, multiarray.py, src/multiarray/methods.c; with
 * the keywords that earlier releases took. */
#include "library/python/numpy_keywords.h"

#include <string.h>

#include "trace/state/failure.h"
#include "trace/state/library_index.h"

/* How errors name a method: by a function of Python, as C does, as "this function", or as one that
 * takes no keywords at all. */
enum naming { AS_PYTHON, AS_C, AS_NAMELESS, AS_POSITIONAL };

/* A function, and the method of this name: their keywords, each with a space behind it. NULL: there
 * is none, or it is not told of. */
static const struct keywords {
	const char *name, *function, *method;
	const char *shown; /* what errors call the method */
	enum naming naming;
} rows[] = {
    {"sum", "a axis dtype out keepdims initial where ", "axis dtype out keepdims initial where ",
     "_sum", AS_PYTHON},
    {"prod", "a axis dtype out keepdims initial where ", "axis dtype out keepdims initial where ",
     "_prod", AS_PYTHON},
    {"mean", "a axis dtype out keepdims where ", "axis dtype out keepdims where ", "_mean",
     AS_PYTHON},
    {"std", "a axis dtype out ddof keepdims where mean correction ",
     "axis dtype out ddof keepdims where mean correction ", "_std", AS_PYTHON},
    {"var", "a axis dtype out ddof keepdims where mean correction ",
     "axis dtype out ddof keepdims where mean correction ", "_var", AS_PYTHON},
    {"max", "a axis out keepdims initial where ", "axis out keepdims initial where ", "_amax",
     AS_PYTHON},
    {"min", "a axis out keepdims initial where ", "axis out keepdims initial where ", "_amin",
     AS_PYTHON},
    {"any", "a axis out keepdims where ", "axis out keepdims where ", "_any", AS_PYTHON},
    {"all", "a axis out keepdims where ", "axis out keepdims where ", "_all", AS_PYTHON},
    {"argmax", "a axis out keepdims ", "axis out keepdims ", "argmax", AS_PYTHON},
    {"argmin", "a axis out keepdims ", "axis out keepdims ", "argmin", AS_PYTHON},
    {"cumsum", "a axis dtype out ", "axis dtype out ", "cumsum", AS_C},
    {"cumprod", "a axis dtype out ", "axis dtype out ", "cumprod", AS_C},
    {"squeeze", "a axis ", "axis ", "squeeze", AS_PYTHON},
    {"ravel", "a order ", "order ", "ravel", AS_PYTHON},
    {"flatten", NULL, "order ", "flatten", AS_PYTHON},
    {"astype", NULL, "dtype order casting subok copy ", "astype", AS_PYTHON},
    {"repeat", "a repeats axis ", "repeats axis ", "repeat", AS_C},
    {"take", "a indices axis out mode ", "indices axis out mode ", "take", AS_PYTHON},
    {"argsort", "a axis kind order stable descending ", "axis kind order stable descending ",
     "argsort", AS_PYTHON},
    {"sort", "a axis kind order stable descending ", "axis kind order stable descending ", "sort",
     AS_PYTHON},
    {"reshape", "a newshape shape order copy ", "order copy ", "reshape", AS_NAMELESS},
    {"transpose", "a axes ", "", "transpose", AS_POSITIONAL},
    {"swapaxes", "a axis1 axis2 ", "", "swapaxes", AS_POSITIONAL},
    {"concatenate", "arrays axis out dtype casting ", NULL, NULL, AS_C},
    {"stack", "arrays axis out dtype casting ", NULL, NULL, AS_C},
    {"vstack", "tup dtype casting ", NULL, NULL, AS_C},
    {"hstack", "tup dtype casting ", NULL, NULL, AS_C},
    {"split", "ary indices_or_sections axis ", NULL, NULL, AS_C},
    {"array_split", "ary indices_or_sections axis ", NULL, NULL, AS_C},
    {"expand_dims", "a axis ", NULL, NULL, AS_C},
    {"zeros", "shape dtype order device like ", NULL, NULL, AS_C},
    {"ones", "shape dtype order device like ", NULL, NULL, AS_C},
    {"empty", "shape dtype order device like ", NULL, NULL, AS_C},
    {"full", "shape fill_value dtype order device like ", NULL, NULL, AS_C},
    {"linspace", "start stop num endpoint retstep dtype axis device ", NULL, NULL, AS_C},
    {"tile", "A reps ", NULL, NULL, AS_C},
    {"moveaxis", "a source destination ", NULL, NULL, AS_C},
    {"median", "a axis out overwrite_input keepdims ", NULL, NULL, AS_C},
    {"average", "a axis weights returned keepdims ", NULL, NULL, AS_C},
    {"flip", "m axis ", NULL, NULL, AS_C},
    {"roll", "a shift axis ", NULL, NULL, AS_C},
    {"diff", "a n axis prepend append ", NULL, NULL, AS_C},
};

static const struct keywords *row_of(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

static bool refuse_of_python(struct trace *trace, const char *name, struct str keyword)
{
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("{}() got an unexpected keyword argument '{}'", name, keyword));
}

static bool refuse_of_method(struct trace *trace, const struct keywords *row, struct str keyword)
{
	switch (row->naming) {
	case AS_C:
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("'{}' is an invalid keyword argument for {}()", keyword, row->shown));
	case AS_NAMELESS:
		return refuse(
		    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("'{}' is an invalid keyword argument for this function", keyword));
	case AS_POSITIONAL:
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("ndarray.{}() takes no keyword arguments", row->shown));
	default:
		return refuse_of_python(trace, row->shown, keyword);
	}
}

bool numpy_takes_keywords(struct trace *trace, const char *name, bool method,
                          const struct given *given)
{
	const struct keywords *row = given->nkeywords ? row_of(name) : NULL;
	const char *names = !row ? NULL : method ? row->method : row->function;
	for (uint32_t i = 0; names && i < given->nkeywords; i++) {
		struct str keyword = given->keywords[i].key->string;
		if (names_have(names, keyword))
			continue;
		return method ? refuse_of_method(trace, row, keyword)
		              : refuse_of_python(trace, name, keyword);
	}
	return true;
}
