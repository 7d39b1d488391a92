/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages: texts with places for typed arguments, and refusals, which are made of them.
 *
 *	return refuse(op, RULE_DIM_SHARDED, "ShardingTypeError",
 *	              TEXT("unstack operand cannot be sharded on axis {}. Got type={}", dim, x),
 *	              WORDS("{dimension|the array}, and is to be unstacked", dimension_of(x, dim)),
 *	              HELP("move it first: {reshard}({written}, P(…))", x));
 *
 * "{}" stands for the next argument, printed as its C type is by default; "{way}" for the same
 * printed in another way; "{way|else}" for an array, called `else` when the program has no name for
 * it. "{reshard}" takes no argument: it is a name that depends on the release. "{{" is a brace. The
 * ways are the rows of message.c; one that the argument does not have, or another count of
 * arguments, fails an assertion.
 */
#pragma once

#include <assert.h>

#include "diag/rule.h"
#include "op/core/type.h"

struct op;

enum message_kind {
	MESSAGE_END, /* behind the last argument */
	MESSAGE_INTEGER,
	MESSAGE_NATURAL,
	MESSAGE_STR,
	MESSAGE_DTYPE,
	MESSAGE_TYPE,
	MESSAGE_TYPES,
	MESSAGE_MESH,
	MESSAGE_REQUEST,
	MESSAGE_SIZES,
	MESSAGE_DIMS,
	MESSAGE_ENTRIES,
	MESSAGE_ENTRY,
	MESSAGE_DIMENSION,
	MESSAGE_AXIS_SET,
	MESSAGE_PRINTED
};

/* What stands in the place of an argument. Everything it points to must live until the message is
 * printed. */
struct message_argument {
	enum message_kind kind;
	union {
		long long integer;
		unsigned long long natural;
		struct str str;
		const struct dtype *dtype;
		const struct array_type *type;
		const struct array_type *const *types;
		const struct abstract_mesh *mesh;
		const struct sharding_request *request;
		const int64_t *sizes;
		const uint32_t *dims;
		const struct dim_axes *entries;
		struct dim_axes axes;
		uint64_t set; /* of axes */
		const void *thing;
	};
	uint32_t count;                      /* of sizes, entries and types; a dimension */
	const struct abstract_mesh *of_mesh; /* of entries and axis sets */
	void (*print)(struct buf *out, const struct op *op, const void *thing);
};

struct message {
	const char *format; /* NULL: none */
	const struct message_argument *arguments;
};

/* What is raised, and what is said of it. */
struct refusal {
	struct message text;  /* of the framework, as the release prints it */
	struct message words; /* what is wrong; none: the text */
	struct message help;  /* what to write instead; none: not known */
	/* Releases without the behaviour raise another class, or say it in another text. */
	struct {
		enum jax_behaviour behaviour;
		const char *type; /* NULL: the same */
		struct message text;
	} before;
};

/* Arguments that are made of several things. */

/* (4, 3); also of dimensions. */
static inline struct message_argument sizes_of(const int64_t *sizes, uint32_t count)
{
	return (struct message_argument){.kind = MESSAGE_SIZES, .sizes = sizes, .count = count};
}

/* The same of unsigned sizes. */
static inline struct message_argument dims_of(const uint32_t *dims, uint32_t count)
{
	return (struct message_argument){.kind = MESSAGE_DIMS, .dims = dims, .count = count};
}

/* {shapes}: (4, 3), (4, 2), and so on, of several arrays. */
static inline struct message_argument type_list_of(const struct array_type *const *types,
                                                   uint32_t count)
{
	return (struct message_argument){.kind = MESSAGE_TYPES, .types = types, .count = count};
}

/* ('x', None): entries of a spec; {P()} P('x', None). */
static inline struct message_argument entries_of(const struct abstract_mesh *mesh,
                                                 const struct dim_axes *entries, uint32_t count)
{
	return (struct message_argument){
	    .kind = MESSAGE_ENTRIES, .of_mesh = mesh, .entries = entries, .count = count};
}

/* 'x', None or ('x', 'y'): the entry of a dimension; {axes} x, y; {sharded} is sharded over x. */
static inline struct message_argument entry_of(const struct abstract_mesh *mesh,
                                               struct dim_axes axes)
{
	return (struct message_argument){.kind = MESSAGE_ENTRY, .of_mesh = mesh, .axes = axes};
}

/* {dimension}: dimension 1 of 'w' f32[8,4@x] is sharded over x. */
static inline struct message_argument dimension_of(const struct array_type *type, uint32_t dim)
{
	assert(dim < type->rank);
	return (struct message_argument){.kind = MESSAGE_DIMENSION, .type = type, .count = dim};
}

/* frozenset({'x', 'y'}) */
static inline struct message_argument axis_set_of(const struct abstract_mesh *mesh, uint64_t set)
{
	return (struct message_argument){.kind = MESSAGE_AXIS_SET, .of_mesh = mesh, .set = set};
}

/* Whatever a function prints. */
static inline struct message_argument printed_by(void (*print)(struct buf *out, const struct op *op,
                                                               const void *thing),
                                                 const void *thing)
{
	return (struct message_argument){.kind = MESSAGE_PRINTED, .print = print, .thing = thing};
}

/* The other arguments, by their C types. */

static inline struct message_argument message_itself(struct message_argument argument)
{
	return argument;
}

static inline struct message_argument message_integer(long long integer)
{
	return (struct message_argument){.kind = MESSAGE_INTEGER, .integer = integer};
}

static inline struct message_argument message_natural(unsigned long long natural)
{
	return (struct message_argument){.kind = MESSAGE_NATURAL, .natural = natural};
}

static inline struct message_argument message_str(struct str str)
{
	return (struct message_argument){.kind = MESSAGE_STR, .str = str};
}

static inline struct message_argument message_string(const char *text)
{
	return message_str(str_of(text));
}

static inline struct message_argument message_buf(const struct buf *buf)
{
	return message_str(buf_str(buf));
}

static inline struct message_argument message_dtype(const struct dtype *dtype)
{
	return (struct message_argument){.kind = MESSAGE_DTYPE, .dtype = dtype};
}

static inline struct message_argument message_type(const struct array_type *type)
{
	return (struct message_argument){.kind = MESSAGE_TYPE, .type = type};
}

static inline struct message_argument message_mesh(const struct abstract_mesh *mesh)
{
	return (struct message_argument){.kind = MESSAGE_MESH, .mesh = mesh};
}

static inline struct message_argument message_request(const struct sharding_request *request)
{
	return (struct message_argument){.kind = MESSAGE_REQUEST, .request = request};
}

static inline struct message_argument message_dimensions(struct dimension_list list)
{
	return sizes_of(list.items, list.count);
}

#define MESSAGE_ARGUMENT(x) \
	_Generic((x),                                                                              \
	    struct message_argument: message_itself,                                               \
	    int: message_integer,                                                                  \
	    long: message_integer,                                                                 \
	    long long: message_integer,                                                            \
	    unsigned char: message_natural,                                                        \
	    unsigned: message_natural,                                                             \
	    unsigned long: message_natural,                                                        \
	    unsigned long long: message_natural,                                                   \
	    struct str: message_str,                                                               \
	    char *: message_string,                                                                \
	    const char *: message_string,                                                          \
	    struct buf *: message_buf,                                                             \
	    const struct buf *: message_buf,                                                       \
	    const struct dtype *: message_dtype,                                                   \
	    struct array_type *: message_type,                                                     \
	    const struct array_type *: message_type,                                               \
	    const struct abstract_mesh *: message_mesh,                                            \
	    struct sharding_request *: message_request,                                            \
	    const struct sharding_request *: message_request,                                      \
	    struct dimension_list: message_dimensions)(x)

/* The arguments behind a format, up to ten, and the end. */
#define MESSAGE_0(format)           \
	{                           \
		.kind = MESSAGE_END \
	}
#define MESSAGE_1(format, x) MESSAGE_ARGUMENT(x), MESSAGE_0(format)
#define MESSAGE_2(format, x, ...) MESSAGE_ARGUMENT(x), MESSAGE_1(format, __VA_ARGS__)
#define MESSAGE_3(format, x, ...) MESSAGE_ARGUMENT(x), MESSAGE_2(format, __VA_ARGS__)
#define MESSAGE_4(format, x, ...) MESSAGE_ARGUMENT(x), MESSAGE_3(format, __VA_ARGS__)
#define MESSAGE_5(format, x, ...) MESSAGE_ARGUMENT(x), MESSAGE_4(format, __VA_ARGS__)
#define MESSAGE_6(format, x, ...) MESSAGE_ARGUMENT(x), MESSAGE_5(format, __VA_ARGS__)
#define MESSAGE_7(format, x, ...) MESSAGE_ARGUMENT(x), MESSAGE_6(format, __VA_ARGS__)
#define MESSAGE_8(format, x, ...) MESSAGE_ARGUMENT(x), MESSAGE_7(format, __VA_ARGS__)
#define MESSAGE_9(format, x, ...) MESSAGE_ARGUMENT(x), MESSAGE_8(format, __VA_ARGS__)
#define MESSAGE_10(format, x, ...) MESSAGE_ARGUMENT(x), MESSAGE_9(format, __VA_ARGS__)
#define MESSAGE_FIRST(format, ...) (format)
#define MESSAGE_PICK(format, a, b, c, d, e, f, g, h, i, j, arguments, ...) arguments
#define MESSAGE_ARGUMENTS(...)                                                            \
	MESSAGE_PICK(__VA_ARGS__, MESSAGE_10, MESSAGE_9, MESSAGE_8, MESSAGE_7, MESSAGE_6, \
	             MESSAGE_5, MESSAGE_4, MESSAGE_3, MESSAGE_2, MESSAGE_1, MESSAGE_0, 0) \
	(__VA_ARGS__)

/* A message; lives as long as the block that it stands in. */
#define MESSAGE(...)                                                             \
	{                                                                        \
		MESSAGE_FIRST(__VA_ARGS__, 0), (const struct message_argument[]) \
		{                                                                \
			MESSAGE_ARGUMENTS(__VA_ARGS__)                           \
		}                                                                \
	}

/* The parts of a refusal. */
#define TEXT(...) .text = MESSAGE(__VA_ARGS__)
#define WORDS(...) .words = MESSAGE(__VA_ARGS__)
#define HELP(...) .help = MESSAGE(__VA_ARGS__)
#define BEFORE(since, class, ...) .before = {since, class, MESSAGE(__VA_ARGS__)}
#define CLASS_BEFORE(since, class) .before = {since, class, {NULL, NULL}}

/*
 * Fails as JAX does: by an exception of the class with this text. Always NULL, so that a caller
 * returns it: as no array, or as false. All of it lives in the arena of `op`.
 */
#define refuse(op, rule, class, ...) \
	raise_refusal(op, rule, class, &(const struct refusal){__VA_ARGS__})

/* What `refuse` stands for: sets op->error to the class and text of the release, and explains it.
 * Where the mesh in context is not known nothing is raised, but unknown. */
void *raise_refusal(struct op *op, enum rule_id rule, const char *type,
                    const struct refusal *refusal);

/* Says more of what has just failed, or is not known: its words, its help, or both. Always NULL.
 */
#define explain(op, ...) explain_refusal(op, &(const struct refusal){__VA_ARGS__})

/* What `explain` stands for: of what has failed already, replaces the message by the words and the
 * help by the help, where there are such. */
void *explain_refusal(struct op *op, const struct refusal *refusal);

/* The message as a text in the arena of `op`. */
#define phrase(op, ...) message_written(op, &(const struct message)MESSAGE(__VA_ARGS__))

/* What `phrase` stands for. A place without an argument, or an argument without a place, fails an
 * assertion. */
struct str message_written(const struct op *op, const struct message *message);
