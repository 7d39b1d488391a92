/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the expressions of a program have as values. Numbers, texts and tuples that Python knows
 * while JAX traces are known here too; of an array its type is. Values are never changed, except
 * that a dict or list is replaced as a whole. They live in the arena of the trace.
 */
#pragma once

#include "op/core/op.h"
#include "program/syntax.h"

struct trace;
struct value;
struct wide;
struct call_arguments;
struct function_row;

enum value_kind {
	/* Has been reported, and whatever is made of it is unknown too, silently. With a name it is
	 * foreign: it comes from what is not modelled, and is reported where it meets an array. */
	VALUE_UNKNOWN,
	VALUE_NONE,
	VALUE_BOOL,
	VALUE_INT,
	VALUE_FLOAT,
	VALUE_COMPLEX,
	VALUE_STRING,
	VALUE_ELLIPSIS,
	VALUE_SLICE,
	VALUE_TUPLE,
	VALUE_LIST,
	VALUE_SET,
	VALUE_DICT,
	VALUE_RANGE,
	VALUE_ARRAY,
	VALUE_DTYPE,         /* jnp.float32, which is also a function */
	VALUE_SPEC,          /* a PartitionSpec */
	VALUE_UNCONSTRAINED, /* P.UNCONSTRAINED */
	VALUE_SHARDING,      /* a NamedSharding */
	VALUE_POSITIONAL,    /* a PositionalSharding */
	VALUE_MESH,          /* Mesh, or AbstractMesh */
	VALUE_DEVICES,       /* a NumPy array of devices, of which only the shape is known */
	VALUE_TYPE,          /* what jax.typeof gives: shape, dtype and sharding of an array */
	VALUE_AT,            /* x.at */
	VALUE_AT_INDEX,      /* x.at[i] */
	VALUE_FUNCTION,      /* a def or lambda of the program */
	VALUE_BUILTIN,       /* a row of the library */
	VALUE_METHOD,        /* a row of the library with the object it belongs to */
	VALUE_PARTIAL,       /* functools.partial(f, …) */
	VALUE_TRANSFORMED,   /* jax.vmap(f), jax.jit(f), …: a function around another one */
	VALUE_MODULE,
	VALUE_CLASS,      /* of the program, or one of Python's that programs derive from */
	VALUE_OBJECT,     /* of such a class */
	VALUE_SUPER,      /* super() */
	VALUE_ITERATOR,   /* trace/value/iterator.h */
	VALUE_NODE,       /* inside of trees: an object of a registered class, taken apart */
	VALUE_LEAF,       /* inside of trees: what is_leaf= makes a leaf; inside of what is printed:
	                     a text as it stands */
	VALUE_DESCRIPTOR, /* a property, static method or class method */
	VALUE_RECORD,     /* an object with named fields and no behaviour */
	VALUE_SCALAR,     /* a NumPy scalar: a known number that has a dtype */
	VALUE_KIND_COUNT
};

struct value_list {
	const struct value *const *items;
	uint32_t count;
};

struct value_pair {
	const struct value *key, *value;
};

/* A function of the program, with the names it can see. */
struct closure {
	const struct function *definition;   /* or NULL */
	const struct lambda *lambda;         /* or NULL */
	struct scope *scope;                 /* where it was defined */
	const struct value *const *defaults; /* of its parameters; NULL where there is none */
	struct value *names;                 /* a dict of the attributes that it was given */
};

/* The parameters of the def or lambda, in the syntax tree. */
const struct parameters *closure_parameters(const struct closure *closure);

/* A method of the library on its object, or functools.partial. */
struct bound_call {
	const struct value *function;
	struct value_list positional;
	const struct value_pair *keywords; /* keys are strings */
	uint32_t nkeywords;
	bool is_method; /* of the object that stands first */
};

/* A function around another: what calls it, and what jax.vmap and its like were given. */
struct transformed {
	const struct function_row *row;
	const struct value *function;
	const struct value *const *options; /* by its signature, the function itself included */
	/* Calls the function as transformed; NULL when that fails. There are two arguments: a tuple
	 * of the positional ones, and a dict of the keywords. */
	const struct value *(*call)(struct trace *trace, const struct value *self,
	                            const struct call_arguments *arguments);
	void *memory;        /* what `call` keeps for itself, or NULL */
	bool is_tree;        /* for JAX a tree of arrays that it keeps, as what jax.vjp gives */
	bool is_only_traced; /* never run: the arguments that it is donated stay */
};

struct record {
	const char *class_name;
	const char *const *names;
	const struct value *const *fields;
	uint32_t count;
};

/* What a named tuple has beside its items: its class, and the name of each item. */
struct tuple_names {
	const char *class_name;
	const char *const *names;
	const struct value *class; /* of the program, or NULL */
};

struct class_value;
struct dict_view;
struct iterator;

struct object {
	const struct value *class;  /* for super(): the one that is looked behind */
	const struct value *fields; /* a dict; for super(): the object */
	bool sealed;                /* it is made, and its attributes do not change any more */
};

/* An object of a class that is registered as a node of trees. */
struct tree_node {
	struct value_list children;
	const struct value *class, *meta; /* what tree_flatten gave beside the children */
	const struct value *const *keys; /* of the children, or NULL: they have none of their own */
};

struct descriptor {
	uint8_t kind;                          /* enum descriptor_kind of trace/value/class.h */
	const struct value *function, *setter; /* that of a property, or NULL */
};

struct named_sharding_value {
	const struct value *mesh; /* a VALUE_MESH */
	struct partition_spec spec;
	const char *memory_kind; /* "pinned_host"; NULL: that of the device */
	bool refused; /* it could not be made, which is reported: nothing is laid out by it */
};

/* Values along a mesh of devices. */
struct mesh_value {
	const struct abstract_mesh *mesh;
	bool is_abstract; /* AbstractMesh: without devices */
};

/* A NumPy scalar, which is not weak in promotion. */
struct numpy_scalar {
	const struct dtype *dtype; /* may be one of 64 bits, which JAX makes one of 32 */
	double real;
};

struct at_index {
	const struct array *array;
	const struct value *index;
};

/* An attribute of what is foreign that a comment says. */
struct said_attribute {
	const struct said_attribute *next;
	struct str name;
	const struct value *value;
};

/* The name that the program gives to what is foreign. */
struct origin {
	const struct said_attribute *attributes;
	struct str name;
	struct span at; /* in the program's text; of length 0: where the finding stands */
	bool told;      /* a finding has named it */
};

struct value {
	enum value_kind kind;
	uint32_t room; /* of a list or dict that has grown: how many items its array holds */
	uint64_t kept; /* the last trial that changed it (trace/convert/iterate.h) */
	/* Of what is foreign: VALUE_BOOL, VALUE_INT or VALUE_FLOAT when it is known to be such a
	 * number, else VALUE_UNKNOWN. */
	enum value_kind number;
	bool arrays;  /* of what is foreign: it may be an array of JAX, or hold one */
	bool single;  /* of what is foreign: a number, or an array of JAX that is just one */
	int8_t sense; /* of what is foreign: it is true (1) or false (-1) whatever it is; or 0 */
	bool frozen;  /* of a VALUE_SET: a frozenset */
	bool open;    /* of a VALUE_DICT: it may have keys that are not known: a module's names */
	const struct dict_view *view;    /* of a VALUE_LIST that is one of a dict, or NULL */
	const struct tuple_names *named; /* of a VALUE_TUPLE; NULL: it is a plain one */
	union {
		bool boolean;
		int64_t integer;
		double real;
		struct {
			struct str string;     /* of VALUE_STRING; of what is foreign, its name */
			struct origin *origin; /* of what is foreign, or NULL */
			bool perhaps; /* an attribute, and it is not known whether there is one */
			const struct wide *wide; /* of an integer of more than 64 bits, or NULL */
			/* Of a list that nobody knows how long it is, or of its method
			 * (trace/convert/grown_list.h), or NULL. */
			const struct grown_list *grown;
		};
		struct {
			const struct value *start, *stop, *step; /* never NULL: VALUE_NONE */
			const struct value *drawn; /* trace/eval/drawn_slice.h, or NULL */
		} slice;
		struct value_list list; /* of tuple, list and set */
		struct {
			const struct value_pair *pairs;
			uint32_t count;
		} dict;
		struct {
			int64_t start, stop, step;
		} range;
		struct {
			double real, imaginary;
		} complex;
		const struct array *array; /* of VALUE_ARRAY and VALUE_AT */
		struct {
			const struct array_type *type;
			/* What a ShapeDtypeStruct was given as sharding; NULL: it is the type of an
			 * array. */
			const struct value *described;
		};
		const struct dtype *dtype;
		const struct partition_spec *spec; /* entries and spans as in the program's text */
		const struct named_sharding_value *sharding;
		struct positional positional;
		struct mesh_value mesh;
		struct at_index at_index;
		struct numpy_scalar scalar;
		struct closure closure;
		const struct function_row *builtin;
		struct {
			const struct function_row *row;
			const struct value *self;
		} method;
		struct bound_call partial;
		struct transformed transformed;
		struct {
			const struct module_row *module;
			struct scope *module_scope; /* of one of the user's own, or NULL */
		};
		struct record record;
		struct class_value *class; /* trace/value/class.h */
		struct object object;      /* of VALUE_OBJECT and VALUE_SUPER */
		struct iterator *iterator;
		struct tree_node node;
		const struct value *leaf; /* of VALUE_LEAF */
		struct descriptor descriptor;
		struct {
			struct value_list devices; /* the sizes of their array, as integers */
			const int64_t *device_ids; /* or NULL: not known */
		};
	};
};

/* The values that there is one of. */
extern const struct value value_unknown, value_none, value_true, value_false, value_ellipsis;

/* New values. Texts and lists given must live as long as the value; arrays and dtypes are not NULL,
 * and a dtype is such as jnp.float32, which can be called too. */
const struct value *value_int(struct arena *arena, int64_t integer);
const struct value *value_float(struct arena *arena, double real);
const struct value *value_complex(struct arena *arena, double real, double imaginary);
const struct value *value_bool(bool boolean);
const struct value *value_string(struct arena *arena, struct str text);
const struct value *value_array(struct arena *arena, const struct array *array);
const struct value *value_dtype(struct arena *arena, const struct dtype *dtype);
const struct value *value_spec(struct arena *arena, const struct partition_spec *spec);
const struct value *value_named_sharding(struct arena *arena,
                                         const struct named_sharding_value *sharding);

/* A tuple, list or set, by its kind, of `count` items. Those of a set must be distinct (set_of). */
const struct value *value_sequence(struct arena *arena, enum value_kind kind,
                                   const struct value *const *items, uint32_t count);

/* A frozenset with the items of a set; NULL in, NULL out. */
const struct value *value_frozen(struct arena *arena, const struct value *set);

/* (a, b) */
const struct value *value_two(struct arena *arena, const struct value *a, const struct value *b);

/* A NumPy scalar: `real` is exactly its number, whatever its dtype. */
const struct value *value_scalar(struct arena *arena, const struct dtype *dtype, double real);

/* A tuple whose items have names; there are as many items as names. */
const struct value *value_named_tuple(struct arena *arena, const struct tuple_names *named,
                                      const struct value *const *items, uint32_t count);

/* jax.Array | None: whether it is such a union of types, which isinstance takes as it takes a
 * tuple.
 */
bool value_is_union(const struct value *value);

/* A tuple of `count` integers, as arrays have their shapes. */
const struct value *value_shape(struct arena *arena, const int64_t *sizes, uint32_t count);

/* A dict of these pairs in their order, whose keys must be distinct. */
const struct value *value_dict(struct arena *arena, const struct value_pair *pairs, uint32_t count);

/* What is foreign, by the name that findings have for it, "os.environ"; and whether a value is. */
const struct value *value_foreign(struct arena *arena, struct str name);
bool value_is_foreign(const struct value *value);

/* Whether it is an integer beyond 64 bits: foreign, but to trace/convert/wide_integer.h. */
static inline bool value_is_wide(const struct value *value)
{
	return value->kind == VALUE_UNKNOWN && value->wide;
}

/* What is foreign, as an attribute that the value may not have: hasattr does not tell of it. */
const struct value *value_perhaps(struct arena *arena, struct str name);

/* What is foreign, as a number of this kind, or as VALUE_UNKNOWN no such one. */
const struct value *value_foreign_as(struct arena *arena, const struct value *foreign,
                                     enum value_kind number);

/* VALUE_BOOL, VALUE_INT or VALUE_FLOAT of such a number, known or foreign; else VALUE_UNKNOWN. */
enum value_kind value_number_kind(const struct value *value);

/* A number that has the type of a foreign one; the value itself of any other. */
const struct value *value_example(struct arena *arena, const struct value *value);

/* What is foreign, as what the program gives this name to. */
const struct value *value_named(struct arena *arena, const struct value *foreign, struct str name,
                                struct span at);

/* The first part of the value that is foreign, itself included; NULL: none, or it is too large. */
const struct value *value_foreign_part(const struct value *value);

/* Whether something in the value is an array, or one of JAX; true where it is too large to tell. */
bool value_holds_array(const struct value *value);
bool value_holds_jax_array(const struct value *value);

/* Whether the value, or something in it, is unknown and not foreign. */
bool value_has_reported(const struct value *value);

/* A value in the arena, of which the caller fills the rest. */
struct value *value_new(struct arena *arena, enum value_kind kind);

/* Whether the value is nothing but itself: no other values are in it, and it is not long. */
static inline bool value_is_single(const struct value *value)
{
	static const uint64_t of_parts =
	    1ull << VALUE_TUPLE | 1ull << VALUE_LIST | 1ull << VALUE_SET | 1ull << VALUE_DICT |
	    1ull << VALUE_RECORD | 1ull << VALUE_NODE | 1ull << VALUE_OBJECT | 1ull << VALUE_SLICE |
	    1ull << VALUE_AT_INDEX;
	return value->kind == VALUE_STRING ? value->string.len < sizeof *value
	                                   : !(of_parts >> value->kind & 1);
}

enum { MAX_VALUE_WEIGHT = 1100000 /* values inside of one; from here on it is too large */ };

/* How many values there are in this one, itself included; what is too large counts as just that. */
uint32_t value_weight_counted(const struct value *value);

static inline uint32_t value_weight(const struct value *value)
{
	return value_is_single(value) ? 1 : value_weight_counted(value);
}

/* The same; *unknown becomes true where value_has_unknown may be. */
uint32_t value_weight_looked_at(const struct value *value, bool *unknown);

static inline uint32_t value_weight_seen(const struct value *value, bool *unknown)
{
	if (!value_is_single(value))
		return value_weight_looked_at(value, unknown);
	*unknown |= value->kind == VALUE_UNKNOWN;
	return 1;
}

/* Whether the value has too many parts, or too deep ones, to be looked through; one that contains
 * itself has. */
bool value_weighs_too_much(const struct value *value);

static inline bool value_too_large(const struct value *value)
{
	return !value_is_single(value) && value_weighs_too_much(value);
}

/* Whether something in a tuple, list or dict is unknown, or this is too large to tell. */
bool value_has_unknown_part(const struct value *value);

/* Whether the value, or something in it, is. */
static inline bool value_has_unknown(const struct value *value)
{
	return value_is_single(value) ? value->kind == VALUE_UNKNOWN
	                              : value_has_unknown_part(value);
}

/* "tuple", "int", "ShapedArray" …: the name of the value's class, as Python's errors have it. */
const char *value_class_name(const struct value *value);

/* repr() of the value, as far as it is known. */
void value_text(struct buf *out, const struct jax_rules *rules, const struct value *value);

/* str() of the value: of a text the text itself, of an empty mesh "Mesh()", else its repr(). */
void value_str_text(struct buf *out, const struct jax_rules *rules, const struct value *value);

/* repr() and str() of the value, for a message that is written while the value lives. */
struct message_argument value_repr(const struct value *value);
struct message_argument value_str(const struct value *value);

/* Python's truth of a value: 0, 1, or -1 when it is an array, whose truth is not known. */
int value_truth(const struct value *value);

/* Whether two values are known to be equal. */
bool value_equal(const struct value *a, const struct value *b);

/* Whether both are surely one key of a cache of JAX: of one type and equal, and what has an
 * identity is the same. What has changed in place is what it is now, as for JAX. */
bool value_same_key(const struct value *a, const struct value *b);

/* Whether Python would find more to compare than values have: which devices a mesh is of. */
bool value_equal_unknown(const struct value *a, const struct value *b);

/* The dtype that a function is the class of: numpy.float32; NULL for any other. */
const struct dtype *numpy_dtype(const struct function_row *row);

/* The value under this key of a dict, or NULL. */
const struct value *dict_get(const struct value *dict, const struct value *key);

/* Gives a list other items. */
void list_replace(struct value *list, const struct value_list *items);

/* The items of a tuple or list, or NULL for anything else. */
const struct value_list *value_items(const struct value *value);

/* Whether all arrays pass the test of a value that is one, no array, or a tuple or list of such;
 * false of anything that may have more in it. */
bool value_arrays_pass(const struct value *value, bool (*test)(const struct array *array));

/* How many integers a range has. */
int64_t range_length(const struct value *range);

/* repr() of a float. */
void python_float(struct buf *out, double real);
