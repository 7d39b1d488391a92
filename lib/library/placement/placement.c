/* SPDX-License-Identifier: Apache-2.0 */
#include "library/placement/placement.h"

#include <assert.h>

#include "trace/convert/pytree_text.h"
#include "trace/module/recovery.h"
#include "trace/state/event.h"

static bool say_prefix(struct op *op)
{
	return explain(op, WORDS("the shardings are not arranged as the arrays they are for"),
	               HELP("give one sharding for all arrays, or one in the place of each"));
}

/* The text of api_util.py flatten_axes. */
static bool refuse_prefix(struct trace *trace, const struct value *shardings, const char *what,
                          const struct pytree *arrays)
{
	struct op *op = &trace->op;
	struct str got = op_has(op, JAX_PREFIX_MISMATCHES_LISTED)
	                     ? STR("; ")
	                     : phrase(op, ", got specification {} for value tree {}.",
	                              value_repr(shardings), pytree_shown(arrays));
	refuse(
	    op, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("{} specification must be a tree prefix of the corresponding value{}", what, got));
	return say_prefix(op);
}

static uint32_t child_count(const struct value *tree)
{
	if (tree->kind == VALUE_DICT)
		return tree->dict.count;
	return value_items(tree) ? tree->list.count : 0;
}

/* That the shardings are no tuple with one for each argument. */
static void count_text(struct buf *text, struct trace *trace, const struct value *shardings,
                       const char *what, const struct pytree *arrays)
{
	const struct value **leaves;
	uint32_t children = child_count(arrays->tree);
	buf_printf(
	    text,
	    op_has(&trace->op, JAX_PREFIX_NAMES_PJIT)
		? "%s specification must be a tree prefix of the positional arguments tuple "
		  "passed to the `pjit`-decorated function. In particular, %s must either be "
		  "a None, a PartitionSpec, or a tuple of length equal to the number of "
		  "positional arguments."
		: "%s specification must be a tree prefix of the positional arguments "
		  "tuple. In particular, %s must either be a Sharding, a PartitionSpec, or a "
		  "tuple of length equal to the number of positional arguments.",
	    what, what);
	if (shardings->kind == VALUE_TUPLE)
		buf_printf(text,
		           " But %s is the wrong length: got a tuple or list of length %u for an "
		           "args tuple of length %u.",
		           what, shardings->list.count, children);
	else
		buf_printf(text, " But %s is not a tuple: got <class '%s'> instead.", what,
		           value_class_name(shardings));
	struct value single = {.kind = VALUE_TUPLE, .list = {&shardings, 1}};
	if (children == 1 && pytree_broadcast_prefix(trace, &single, arrays, &leaves))
		buf_printf(text,
		           " Given the corresponding argument being passed, it looks like %s might "
		           "need to be wrapped in a singleton tuple.",
		           what);
}

/* The text of flatten_axis_resources. */
static bool refuse_resources(struct trace *trace, const struct value *shardings, const char *what,
                             const struct pytree *arrays, enum placing_form form)
{
	struct op *op = &trace->op;
	struct buf text = op_buf(op), first = op_buf(op);
	bool counted =
	    shardings->kind == VALUE_TUPLE && shardings->list.count == child_count(arrays->tree);
	if (form == PLACING_ARGUMENTS && !counted) {
		count_text(&text, trace, shardings, what, arrays);
	} else {
		uint32_t errors = pytree_prefix_errors(trace, &first, shardings, arrays);
		if (op_has(op, JAX_PREFIX_MISMATCHES_LISTED))
			buf_printf(&text, "Mismatch details (%u found):", errors);
		else
			buf_add(&text, buf_str(&first));
	}
	refuse(op, RULE_PROGRAM_ERROR, "ValueError", TEXT("{}", &text));
	return say_prefix(op);
}

bool placing_read(struct trace *trace, const struct value *arrays, const struct value *shardings,
                  const char *what, enum placing_form form, struct placing *placing)
{
	if (!pytree_flatten(trace, arrays, &placing->arrays))
		return false;
	if (pytree_broadcast_prefix(trace, shardings, &placing->arrays, &placing->shardings))
		return true;
	if (trace->op.error.raised || trace->op.error.unknown)
		return false;
	return form == PLACING_TREE
	           ? refuse_prefix(trace, shardings, what, &placing->arrays)
	           : refuse_resources(trace, shardings, what, &placing->arrays, form);
}

static bool is_record(const struct value *value, const char *class_name)
{
	return value->kind == VALUE_RECORD && strcmp(value->record.class_name, class_name) == 0;
}

bool value_is_device(const struct value *value)
{
	return is_record(value, "Device");
}

bool value_is_layout(const struct value *value)
{
	return is_record(value, "Layout") || is_record(value, "AutoLayout");
}

const struct value *format_sharding(const struct value *value)
{
	return is_record(value, "Format") ? value->record.fields[1] : value;
}

/* The layout of a Format as it was written, or NULL. */
static const struct record *format_layout(const struct value *value)
{
	bool written = is_record(value, "Format") && is_record(value->record.fields[0], "Layout");
	return written ? &value->record.fields[0]->record : NULL;
}

bool format_reorders(const struct value *value)
{
	const struct record *layout = format_layout(value);
	const struct value_list *order = layout ? &layout->fields[0]->list : NULL;
	for (uint32_t i = 0; order && i < order->count; i++)
		if (order->items[i]->kind != VALUE_INT || order->items[i]->integer != i)
			return true;
	return false;
}

const struct value *format_sharding_of(struct trace *trace, const struct value *value,
                                       const struct array_type *type, const char *what,
                                       struct str path)
{
	const struct record *layout = format_layout(value);
	const struct value *sharding = format_sharding(value);
	if (sharding->kind == VALUE_SHARDING && sharding->sharding->refused)
		return &value_none;
	if (!layout || layout->fields[0]->list.count == type->rank)
		return sharding;
	refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
	       TEXT("One of {}{}{} is incompatible with its layout annotation {}: Length of "
	            "major_to_minor and the rank of the value should match. Got major_to_minor={} "
	            "and shape={shape}",
	            what, path.len ? " with pytree key path " : "", path,
	            layout->fields[layout->count - 1]->string, value_repr(layout->fields[0]), type),
	       WORDS("the layout is one of {} dimensions, and the array has {}",
	             layout->fields[0]->list.count, type->rank),
	       HELP("give as many dimensions, major to minor"));
	return NULL;
}

bool value_is_memory_space(const struct value *value)
{
	return is_record(value, "MemorySpace");
}

bool value_is_single_device(const struct value *value)
{
	return is_record(value, "SingleDeviceSharding");
}

const struct value *single_device_sharding(struct trace *trace, const struct value *device,
                                           const struct value *memory_kind)
{
	static const char *const names[] = {"device", "memory_kind"};
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	const struct value **fields = arena_new(trace->op.arena, const struct value *, 2);
	fields[0] = device;
	fields[1] = memory_kind;
	value->record = (struct record){"SingleDeviceSharding", names, fields, 2};
	return value;
}

const char *sharding_memory(const struct named_placement *placement, const struct value *sharding)
{
	assert(sharding->kind == VALUE_SHARDING);
	if (sharding->sharding->memory_kind)
		return sharding->sharding->memory_kind;
	return placement->abstract ? NULL : "device";
}

bool memory_kind_named(struct trace *trace, const struct value *name, bool abstract,
                       const char **kind)
{
	static const char *const kinds[] = {"device", "pinned_host", "unpinned_host"};
	struct op *op = &trace->op;
	if (name->kind != VALUE_STRING || !op_has(op, JAX_MEMORY_KINDS))
		return op_unknown(op, "a sharding with a memory kind");
	for (uint32_t i = 0; i < COUNT_OF(kinds); i++) {
		*kind = kinds[i];
		if (str_equal(name->string, str_of(kinds[i])))
			return true;
	}
	if (abstract)
		refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		       TEXT("Got invalid memory kind: {}. Valid memory kinds are: device, "
		            "pinned_host, unpinned_host",
		            name->string));
	else
		refuse(
		    op, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("Could not find memory addressable by device cpu. Device cpu can address "
		         "the following memory kinds: device, pinned_host, unpinned_host. Got "
		         "memory kind: {}",
		         name->string));
	return explain(op, WORDS("'{}' is not a kind of memory", name->string),
	               HELP("write 'device' or 'pinned_host'"));
}

const char *device_memory(const struct value *device)
{
	if (device->kind == VALUE_NONE)
		return NULL;
	if (value_is_memory_space(device))
		return device->record.fields[1]->string.s;
	return value_is_single_device(device) && device->record.fields[1]->kind == VALUE_STRING
	           ? device->record.fields[1]->string.s
	           : "device";
}

/* The type with the whole sharding, as far as it fits: what it is placed with, or was. */
static const struct array_type *whole_type(struct trace *trace, const struct array *array,
                                           const struct sharding_request *placed)
{
	struct array_type *type = arena_new(trace->op.arena, struct array_type, 1);
	*type = array->type;
	if (!placed || placed->count > type->rank)
		return type;
	struct dim_axes *spec = spec_none(trace->op.arena, type->rank);
	if (placed->count)
		memcpy(spec, placed->spec, placed->count * sizeof *spec);
	type->mesh = placed->mesh;
	type->spec = spec;
	type->unreduced = placed->unreduced;
	type->reduced = placed->reduced;
	return type;
}

const struct array *placing_note_as(struct trace *trace, const char *name, struct span at,
                                    const struct array *from, const struct array *to,
                                    const struct sharding_request *asked)
{
	if (!to)
		return NULL;
	struct array *result = arena_new(trace->op.arena, struct array, 1);
	*result = *to;
	result->placed = asked;
	trace->placed_unseen |= !asked || !op_has(&trace->op, JAX_AXIS_TYPES);
	const struct noted_move move = {from, result, whole_type(trace, from, from->placed),
	                                whole_type(trace, to, asked)};
	trace_note_move(trace, name, &move, at);
	return result;
}

const struct array *placing_note(struct trace *trace, const struct call_arguments *arguments,
                                 const struct array *from, const struct array *to,
                                 const struct sharding_request *asked)
{
	return placing_note_as(trace, arguments->row->name, arguments->at, from, to, asked);
}

/* A leaf as an array, which must be one. JAX: core.py shaped_abstractify. */
static const struct array *leaf_array(struct trace *trace, const struct value *leaf)
{
	struct op *op = &trace->op;
	const struct array *array = pytree_array(trace, leaf);
	if (array || !op->error.raised)
		return array;
	if (leaf->kind == VALUE_SPEC)
		refuse(
		    op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("Cannot interpret value of type <class 'jax.{}'> as an abstract array; it "
		         "does not have a dtype attribute",
		         op_has(op, JAX_SHORT_SPEC_REPR) ? "P"
		         : op_has(op, JAX_SPEC_CLASS_PUBLIC)
		             ? "sharding.PartitionSpec"
		             : "_src.partition_spec.PartitionSpec"));
	else
		refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("Argument {} of type <class '{}'> is not a valid JAX type",
		            value_repr(leaf), value_class_name(leaf)));
	return explain(op,
	               WORDS("a {} cannot be placed: it is not an array", value_class_name(leaf)));
}

bool placing_make_arrays(struct trace *trace, struct placing *placing)
{
	for (uint32_t i = 0; i < placing->arrays.count; i++) {
		const struct array *x = leaf_array(trace, placing->arrays.leaves[i]);
		if (!x)
			return false;
		placing->arrays.leaves[i] = value_array(trace->op.arena, x);
	}
	return true;
}

const struct value *placing_apply(struct trace *trace, const struct call_arguments *arguments,
                                  const struct placing *placing, place_leaf *place)
{
	struct arena *arena = trace->op.arena;
	uint32_t count = placing->arrays.count;
	const struct value **results = arena_new(arena, const struct value *, count);
	struct leaf_errors errors = {.count = 0};
	for (uint32_t i = 0; i < count; i++) {
		const struct array *placed = place(
		    trace, arguments, placing->arrays.leaves[i]->array, placing->shardings[i]);
		if (!placed && !recovery_keep(trace, placing->shardings[i], &errors))
			return NULL;
		if (placed)
			results[i] = value_array(arena, placed);
	}
	if (!recovery_raise(trace, &errors))
		return NULL;
	return pytree_unflatten(trace, &placing->arrays, results);
}

struct named_placement placement_of(struct trace *trace, const struct value *sharding)
{
	assert(sharding->kind == VALUE_SHARDING);
	return (struct named_placement){.mesh = sharding->sharding->mesh->mesh.mesh,
	                                .abstract = sharding->sharding->mesh->mesh.is_abstract,
	                                .spec = &sharding->sharding->spec,
	                                .file = trace->spec};
}
