/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/message.h"

#include <assert.h>
#include <inttypes.h>

#include "jax/python_text.h"
#include "op/core/abstract_mesh.h"
#include "op/core/array_message.h"
#include "op/core/sharding_request.h"
#include "op/core/unseen_mesh.h"

/* What is printed: an argument, and what an array is called that has no name. */
struct printing {
	struct buf *out;
	const struct op *op;
	const struct message_argument *argument;
	const char *otherwise;
};

/* Defines print_NAME, which prints the argument of `p` by a single call. */
#define PRINTER(name, call)                                \
	static void print_##name(const struct printing *p) \
	{                                                  \
		call;                                      \
	}
PRINTER(integer, buf_printf(p->out, "%lld", p->argument->integer))
PRINTER(natural, buf_printf(p->out, "%llu", p->argument->natural))
PRINTER(str, buf_add(p->out, p->argument->str))
PRINTER(repr, python_string(p->out, p->argument->str))
PRINTER(dtype, buf_puts(p->out, p->argument->dtype->name))
PRINTER(dtype_repr, dtype_repr_text(p->out, p->argument->dtype))
PRINTER(type, type_jax_text(p->out, p->op->rules, p->argument->type, false))
PRINTER(type_long, type_jax_text(p->out, p->op->rules, p->argument->type, true))
PRINTER(type_axes, type_axes_text(p->out, p->op->rules, p->argument->type, false))
PRINTER(type_axes_long, type_axes_text(p->out, p->op->rules, p->argument->type, true))
PRINTER(type_aval, type_shaped_array_text(p->out, p->op->rules, p->argument->type))
PRINTER(type_str, type_str_text(p->out, p->op->rules, p->argument->type))
PRINTER(type_spec, type_spec_text(p->out, p->op->rules, p->argument->type))
PRINTER(type_sharding, type_sharding_text(p->out, p->op->rules, p->argument->type))
PRINTER(type_shape, python_shape(p->out, p->argument->type->shape, p->argument->type->rank))

/* Each of several types, printed in one way. */
static void print_types(const struct printing *p, void (*print)(const struct printing *printing))
{
	for (uint32_t i = 0; i < p->argument->count; i++) {
		struct message_argument type = message_type(p->argument->types[i]);
		buf_puts(p->out, i ? ", " : "");
		print(&(struct printing){p->out, p->op, &type, ""});
	}
}

PRINTER(short_types, print_types(p, print_type))
PRINTER(avals, print_types(p, print_type_aval))

static void print_type_entries(const struct printing *p)
{
	const struct array_type *type = p->argument->type;
	spec_tuple_text(p->out, type->mesh, type->spec, type->rank);
}

PRINTER(several_entries, print_types(p, print_type_entries))
PRINTER(shapes, print_types(p, print_type_shape))
PRINTER(shardings, print_types(p, print_type_sharding))
PRINTER(specs, print_types(p, print_type_spec))
PRINTER(array, buf_add(p->out, array_shown(p->op, p->argument->type, p->otherwise)))
PRINTER(array_name, buf_add(p->out, array_name(p->op, p->argument->type, p->otherwise)))
PRINTER(array_written, buf_add(p->out, array_written(p->op, p->argument->type)))
PRINTER(type_spec_written, buf_add(p->out, spec_written(p->op, p->argument->type)))
PRINTER(mesh, abstract_mesh_text(p->out, p->op->rules, p->argument->mesh))

static void print_mesh_types(const struct printing *p)
{
	const struct abstract_mesh *mesh = p->argument->mesh;
	jax_mesh_types_text(p->out, &(struct jax_sharding){p->op->rules, mesh->mesh, mesh->types,
	                                                   .abstract = true});
}

PRINTER(mesh_shape, abstract_mesh_shape_text(p->out, p->argument->mesh))
PRINTER(request_spec, request_spec_text(p->out, p->op->rules, p->argument->request))
PRINTER(request_sharding, request_sharding_text(p->out, p->op->rules, p->argument->request))
PRINTER(sizes, python_shape(p->out, p->argument->sizes, p->argument->count))

static void print_listed(const struct printing *p, bool numpy)
{
	for (uint32_t i = 0; i < p->argument->count; i++)
		buf_printf(p->out, numpy ? "%snp.int64(%" PRId64 ")" : "%s%" PRId64, i ? ", " : "[",
		           p->argument->sizes[i]);
	buf_puts(p->out, p->argument->count ? "]" : "[]");
}

PRINTER(list, print_listed(p, false))
PRINTER(numpy_list, print_listed(p, true))
PRINTER(dims, dims_text(p->out, p->argument->dims, p->argument->count))

static void print_entries(const struct printing *p)
{
	const struct message_argument *entries = p->argument;
	spec_tuple_text(p->out, entries->of_mesh, entries->entries, entries->count);
}

static void print_entries_written(const struct printing *p)
{
	const struct message_argument *entries = p->argument;
	buf_add(p->out, entries_written(p->op, entries->of_mesh, entries->entries, entries->count));
}

PRINTER(entry, dim_axes_text(p->out, p->argument->of_mesh, p->argument->axes))
PRINTER(entry_axes, axes_names(p->out, p->argument->of_mesh, p->argument->axes))

static void print_entry_sharded(const struct printing *p)
{
	const struct message_argument *entry = p->argument;
	buf_puts(p->out, entry->axes.count ? "is sharded over " : "is not sharded");
	axes_names(p->out, entry->of_mesh, entry->axes);
}

static void print_dimension(const struct printing *p)
{
	const struct array_type *type = p->argument->type;
	uint32_t dim = p->argument->count;
	struct message_argument entry = entry_of(type->mesh, type->spec[dim]);
	buf_printf(p->out, "dimension %u of ", dim);
	print_array(p);
	buf_putc(p->out, ' ');
	print_entry_sharded(&(struct printing){p->out, p->op, &entry, ""});
}

static void print_axis_set(const struct printing *p)
{
	bool first = true;
	const struct abstract_mesh *mesh = p->argument->of_mesh;
	uint64_t set = p->argument->set;
	buf_puts(p->out, set ? "frozenset({" : "frozenset(");
	for (uint32_t i = 0; mesh && i < mesh->mesh->naxes; i++) {
		if (!(set >> i & 1))
			continue;
		buf_puts(p->out, first ? "" : ", ");
		python_string(p->out, mesh->mesh->axes[i].name);
		first = false;
	}
	buf_puts(p->out, set ? "})" : ")");
}

static void print_axis_names(const struct printing *p)
{
	const char *separator = "";
	const struct abstract_mesh *mesh = p->argument->of_mesh;
	for (uint32_t i = 0; mesh && i < mesh->mesh->naxes; i++) {
		if (!(p->argument->set >> i & 1))
			continue;
		buf_puts(p->out, separator);
		buf_add(p->out, mesh->mesh->axes[i].name);
		separator = ", ";
	}
}

PRINTER(thing, p->argument->print(p->out, p->op, p->argument->thing))

#undef PRINTER

/* How arguments of each kind are printed. */
static const struct {
	enum message_kind kind;
	const char *way; /* between the braces */
	void (*print)(const struct printing *printing);
} ways[] = {
    {MESSAGE_INTEGER, "", print_integer},
    {MESSAGE_NATURAL, "", print_natural},
    {MESSAGE_STR, "", print_str},
    {MESSAGE_STR, "repr", print_repr},
    {MESSAGE_DTYPE, "", print_dtype},
    {MESSAGE_DTYPE, "repr", print_dtype_repr},
    {MESSAGE_TYPE, "", print_type},          /* f32[8@x,4] */
    {MESSAGE_TYPE, "long", print_type_long}, /* float32[8@x,4] */
    {MESSAGE_TYPE, "axes", print_type_axes}, /* f32[8@x,4]({Explicit: ('x',)}) */
    {MESSAGE_TYPE, "long axes", print_type_axes_long},
    {MESSAGE_TYPE, "aval", print_type_aval},         /* ShapedArray(float32[8@x,4]) */
    {MESSAGE_TYPE, "str", print_type_str},           /* as Python's str() */
    {MESSAGE_TYPE, "spec", print_type_spec},         /* P('x', None), as the release prints it */
    {MESSAGE_TYPE, "sharding", print_type_sharding}, /* NamedSharding(…) */
    {MESSAGE_TYPE, "shape", print_type_shape},       /* (8, 4) */
    {MESSAGE_TYPE, "array", print_array},            /* 'w' f32[8@x,4] */
    {MESSAGE_TYPE, "name", print_array_name},        /* 'w' */
    {MESSAGE_TYPE, "written", print_array_written},  /* w, or … */
    {MESSAGE_TYPE, "P()", print_type_spec_written},  /* P('x', None), as programs write it */
    {MESSAGE_TYPES, "", print_short_types},          /* f32[8@x,4], f32[4] */
    {MESSAGE_TYPES, "avals", print_avals},
    {MESSAGE_TYPES, "entries", print_several_entries}, /* ('x', None), (None,) */
    {MESSAGE_TYPES, "shapes", print_shapes},           /* (4, 3), (4, 2) */
    {MESSAGE_TYPES, "shardings", print_shardings},
    {MESSAGE_TYPES, "specs", print_specs},
    {MESSAGE_MESH, "", print_mesh},            /* AbstractMesh('x': 2, …) */
    {MESSAGE_MESH, "shape", print_mesh_shape}, /* (('x', 2),) */
    {MESSAGE_MESH, "types", print_mesh_types}, /* (AxisType.Auto,), as the release prints it */
    {MESSAGE_REQUEST, "spec", print_request_spec},
    {MESSAGE_REQUEST, "sharding", print_request_sharding},
    {MESSAGE_SIZES, "", print_sizes},                /* (4, 3) */
    {MESSAGE_SIZES, "list", print_list},             /* [4, 3] */
    {MESSAGE_SIZES, "numpy list", print_numpy_list}, /* [np.int64(4), np.int64(3)] */
    {MESSAGE_DIMS, "", print_dims},
    {MESSAGE_ENTRIES, "", print_entries},            /* ('x', None) */
    {MESSAGE_ENTRIES, "P()", print_entries_written}, /* P('x', None) */
    {MESSAGE_ENTRY, "", print_entry},                /* 'x', None, ('x', 'y') */
    {MESSAGE_ENTRY, "axes", print_entry_axes},       /* x, y */
    {MESSAGE_ENTRY, "sharded", print_entry_sharded}, /* is sharded over x */
    {MESSAGE_DIMENSION, "dimension", print_dimension},
    {MESSAGE_AXIS_SET, "", print_axis_set},        /* frozenset({'x'}) */
    {MESSAGE_AXIS_SET, "names", print_axis_names}, /* x, y */
    {MESSAGE_PRINTED, "", print_thing},
};

/* Names that depend on the release. */
static const struct {
	const char *name;
	enum jax_behaviour behaviour;
	const char *with, *without;
} names[] = {
    {"reshard", JAX_SHARD_EXPERIMENTAL, "jax.experimental.shard.reshard", "jax.sharding.reshard"},
    {"set_mesh", JAX_SET_MESH_NAMED, "jax.set_mesh", "jax.sharding.use_mesh"},
    {"PartitionSpec", JAX_SHORT_SPEC_REPR, "P", "PartitionSpec"},
};

/* Prints a name that depends on the release; false when the text is none. */
static bool print_name(struct buf *out, const struct op *op, struct str text)
{
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (!str_equal(str_of(names[i].name), text))
			continue;
		buf_puts(out, op_has(op, names[i].behaviour) ? names[i].with : names[i].without);
		return true;
	}
	return false;
}

static void print_argument(const struct printing *printing, struct str way)
{
	size_t i = 0, count = COUNT_OF(ways);
	while (i < count &&
	       (ways[i].kind != printing->argument->kind || !str_equal(str_of(ways[i].way), way)))
		i++;
	assert(i < count && "a message has an argument for each place, printed in a known way");
	ways[i].print(printing);
}

/* A brace that is doubled, or else a place; returns where the text goes on. */
static size_t print_place(struct printing *printing, struct str format, size_t at)
{
	if (at + 1 < format.len && format.s[at] == format.s[at + 1]) {
		buf_putc(printing->out, format.s[at]);
		return at + 2;
	}
	size_t end = str_find(format, '}', at);
	assert(format.s[at] == '{' && end < format.len);
	struct str place = str_slice(format, at + 1, end);
	size_t bar = str_find(place, '|', 0);
	printing->otherwise =
	    bar < place.len ? str_copy(printing->op->arena, str_slice(place, bar + 1, place.len)).s
			    : "";
	place.len = bar;
	if (!print_name(printing->out, printing->op, place))
		print_argument(printing, place), printing->argument++;
	return end + 1;
}

struct str message_written(const struct op *op, const struct message *message)
{
	struct buf out = op_buf(op);
	struct str format = str_of(message->format);
	struct printing printing = {.out = &out, .op = op, .argument = message->arguments};
	for (size_t at = 0; at < format.len;) {
		if (format.s[at] == '{' || format.s[at] == '}')
			at = print_place(&printing, format, at);
		else
			buf_putc(&out, format.s[at++]);
	}
	assert(printing.argument->kind == MESSAGE_END && "a message has a place for each argument");
	return buf_str(&out);
}

void *explain_refusal(struct op *op, const struct refusal *refusal)
{
	assert(op->error.raised || op->error.unknown);
	if (refusal->words.format)
		op->error.message = message_written(op, &refusal->words);
	if (refusal->help.format)
		op->error.help = message_written(op, &refusal->help);
	return NULL;
}

void *raise_refusal(struct op *op, enum rule_id rule, const char *type,
                    const struct refusal *refusal)
{
	if (op->mesh == &unseen_mesh)
		return op_unknown(op, "the mesh in context is not known");
	bool before = refusal->before.type && !op_has(op, refusal->before.behaviour);
	const struct message *other =
	    before && refusal->before.text.format ? &refusal->before.text : NULL;
	struct str text = message_written(op, other ? other : &refusal->text);
	op->error = (struct op_error){.raised = true,
	                              .rule = rule,
	                              .type = before ? refusal->before.type : type,
	                              .text = text,
	                              .message = text,
	                              .help = STR("")};
	return explain_refusal(op, refusal);
}
