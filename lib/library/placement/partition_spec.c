/* SPDX-License-Identifier: Apache-2.0 */
/* jax.sharding.PartitionSpec and what its objects have. JAX: partition_spec.py. */
#include "library/library.h"

#include <assert.h>
#include "library/placement/sharding_values.h"
#include "op/place/place.h"

static bool read_reference(struct trace *trace, const struct value *value,
                           struct reference *reference);

static bool read_references(struct trace *trace, const struct value_list *list,
                            const struct reference **references, uint32_t *count)
{
	struct reference *read = arena_new(trace->op.arena, struct reference, list->count);
	for (uint32_t i = 0; i < list->count; i++)
		if (!read_reference(trace, list->items[i], &read[i]))
			return false;
	*references = read;
	*count = list->count;
	return true;
}

/* What stands where an axis is expected; gives up on what is no name. */
static bool read_reference(struct trace *trace, const struct value *value,
                           struct reference *reference)
{
	*reference = (struct reference){.kind = REFERENCE_NAME};
	switch (value->kind) {
	case VALUE_STRING:
		reference->name = value->string;
		return true;
	case VALUE_NONE:
		reference->kind = REFERENCE_NONE;
		return true;
	case VALUE_UNCONSTRAINED:
		reference->kind = REFERENCE_UNCONSTRAINED;
		return true;
	case VALUE_TUPLE:
	case VALUE_LIST:
		reference->kind = REFERENCE_NESTED;
		return read_references(trace, &value->list, &reference->items, &reference->nitems);
	default:
		return op_unknown(&trace->op, "a %s as the name of a mesh axis",
		                  value_class_name(value));
	}
}

/* Python takes 0, '' and () for nothing; jaxlib makes them None. */
static bool is_falsy(const struct trace *trace, const struct value *value)
{
	return trace->op.rules->has[JAX_CANONICAL_ENTRIES] && value_truth(value) == 0;
}

static bool read_entry(struct trace *trace, const struct value *value, struct entry *entry)
{
	*entry = (struct entry){.kind = ENTRY_NONE};
	if (value->kind == VALUE_NONE || is_falsy(trace, value))
		return true;
	if (value->kind == VALUE_UNCONSTRAINED) {
		entry->kind = ENTRY_UNCONSTRAINED;
		return true;
	}
	const struct value_list *items = value_items(value);
	if (items) {
		entry->tuple = true;
		entry->kind = items->count ? ENTRY_AXES : ENTRY_NONE;
		return read_references(trace, items, &entry->axes, &entry->naxes);
	}
	entry->kind = ENTRY_AXES;
	return read_references(trace, &(struct value_list){&value, 1}, &entry->axes, &entry->naxes);
}

static bool read_set(struct trace *trace, const struct value *value,
                     const struct reference **references, uint32_t *count)
{
	if (value->kind != VALUE_SET && !value_items(value))
		return true;
	return read_references(trace, &value->list, references, count);
}

/* Where the program calls what makes the spec. */
static struct span called_at(const struct trace *trace)
{
	return trace->derived_at ? *trace->derived_at
	       : trace->calling  ? trace->calling->at
	                         : (struct span){0};
}

const struct value *spec_of_values(struct trace *trace, const struct value_list *entries,
                                   const struct value *unreduced, const struct value *reduced,
                                   enum unreduced_kind kind)
{
	struct partition_spec written = {.nentries = entries->count, .in_code = true};
	struct entry *read = arena_new(trace->op.arena, struct entry, entries->count);
	uint32_t references = 0;
	if (entries->count > MAX_RANK)
		return trace_unknown(trace, "a PartitionSpec of more than %d entries", MAX_RANK);
	for (uint32_t i = 0; i < entries->count; i++) {
		if (!read_entry(trace, entries->items[i], &read[i]))
			return NULL;
		references += read[i].naxes;
	}
	written.entries = read;
	if (!read_set(trace, unreduced, &written.unreduced, &written.nunreduced) ||
	    !read_set(trace, reduced, &written.reduced, &written.nreduced))
		return NULL;
	if (references + written.nunreduced + written.nreduced > MAX_AXES)
		return trace_unknown(trace, "a PartitionSpec of more than %d axes", MAX_AXES);
	written.has_unreduced = written.nunreduced > 0;
	written.has_reduced = written.nreduced > 0;
	struct partition_spec spec;
	if (!placement_spec(&trace->op, &written, &spec))
		return NULL;
	spec.unreduced_kind = kind;
	spec.at = called_at(trace);
	return value_spec(trace->op.arena, &spec);
}

/* ---- The constructor ---- */

static struct str wrong_argument(struct trace *trace, const struct value *value)
{
	if (op_has(&trace->op, JAX_SPEC_PRINTS_ARGUMENT))
		return value->kind == VALUE_STRING ? value->string
		                                   : phrase(&trace->op, "{}", value_repr(value));
	return phrase(&trace->op, "<class '{}'>", value_class_name(value));
}

/* The argument as a set: an empty one when it is not given (...). */
static const struct value *set_argument(struct trace *trace, const struct value *value,
                                        const char *name)
{
	static const struct value empty = {.kind = VALUE_SET};
	if (value->kind == VALUE_ELLIPSIS)
		return &empty;
	if (value->kind == VALUE_SET)
		return value;
	if (value->kind == VALUE_NONE && op_has(&trace->op, JAX_SPEC_REFUSES_NONE))
		refuse(&trace->op, RULE_UNREDUCED_AXIS, "TypeError",
		       TEXT("__init__(): incompatible function arguments. The following argument "
		            "types are supported:"));
	else
		refuse(&trace->op, RULE_UNREDUCED_AXIS, "TypeError",
		       TEXT("{} argument of PartitionSpec should of type `frozenset` or `set`. Got "
		            "type {}",
		            name, wrong_argument(trace, value)));
	return explain(&trace->op, WORDS("'{}' is a set of axis names", name),
	               HELP("write {}={{'axis'}}", name));
}

/* Checks the kind against the set; UNREDUCED_SUM when none is given. */
static bool read_kind(struct trace *trace, const struct value *value, const struct value *set,
                      enum unreduced_kind *kind)
{
	struct op *op = &trace->op;
	*kind = UNREDUCED_SUM;
	if (value->kind == VALUE_NONE)
		return true;
	int64_t number = enumeration_number(value, "UnreducedKind");
	if (number < 1 && !op_has(op, JAX_RESHARD_CHECKS_SETS))
		return op_unknown(op, "an unreduced_kind that is not an UnreducedKind");
	if (number < 1)
		return refuse(op, RULE_UNREDUCED_AXIS, "TypeError",
		              TEXT("Expected unreduced_kind to be of type "
		                   "`jax.sharding.UnreducedKind` but got <class '{}'>",
		                   value_class_name(value)),
		              HELP("write unreduced_kind=jax.sharding.UnreducedKind.sum"));
	*kind = (enum unreduced_kind)(number - 1);
	if (set->list.count || !op_has(op, JAX_RESHARD_CHECKS_SETS))
		return true;
	return refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
	              TEXT("`unreduced_kind` should be `None` when `unreduced` is an empty set. "
	                   "Got unreduced_kind=<UnreducedKind.{}: {}> and unreduced=frozenset()",
	                   number == 1   ? "sum"
	                   : number == 2 ? "max"
	                                 : "min",
	                   (int)number),
	              WORDS("a kind of unreduced axes needs such axes"));
}

static const struct value *construct(struct trace *trace, const struct call_arguments *arguments)
{
	static const struct value none = {.kind = VALUE_SET};
	const struct value *entries = argument(arguments, 0), *sets[2] = {&none, &none};
	enum unreduced_kind kind = UNREDUCED_SUM;
	for (uint32_t i = 0; i < 2 && arguments->count > 2; i++) {
		sets[i] =
		    set_argument(trace, argument(arguments, i + 1), i ? "reduced" : "unreduced");
		if (!sets[i])
			return NULL;
	}
	if (arguments->count > 3 && !read_kind(trace, argument(arguments, 3), sets[0], &kind))
		return NULL;
	return spec_of_values(trace, &entries->list, sets[0], sets[1], kind);
}

/* 0.6.1 takes a tuple or a name as unreduced axes, and fails on a set. */
static const struct value *construct_with_tuple(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	static const struct value none = {.kind = VALUE_SET};
	const struct value *entries = argument(arguments, 0), *given = argument(arguments, 1);
	if (given->kind == VALUE_SET)
		return trace_refuse(trace, RULE_API_MISSING, "TypeError",
		                    TEXT("unhashable type: 'set'"));
	const struct value *one = given->kind == VALUE_STRING
	                              ? value_sequence(trace->op.arena, VALUE_TUPLE, &given, 1)
	                              : given;
	return spec_of_values(trace, &entries->list, one, &none, UNREDUCED_SUM);
}

/* ---- What a spec has ---- */

static const struct value *entry_value(struct trace *trace, const struct entry *entry)
{
	struct arena *arena = trace->op.arena;
	static const struct value open = {.kind = VALUE_UNCONSTRAINED};
	if (entry->kind == ENTRY_UNCONSTRAINED)
		return &open;
	if (entry->kind == ENTRY_NONE && !entry->tuple)
		return &value_none;
	const struct value **names = arena_new(arena, const struct value *, entry->naxes);
	for (uint32_t i = 0; i < entry->naxes; i++)
		names[i] = entry->axes[i].kind == REFERENCE_NAME
		               ? value_string(arena, entry->axes[i].name)
		               : &value_none;
	return entry->tuple ? value_sequence(arena, VALUE_TUPLE, names, entry->naxes) : names[0];
}

static const struct value *entries_tuple(struct trace *trace, const struct partition_spec *spec)
{
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, spec->nentries);
	for (uint32_t i = 0; i < spec->nentries; i++)
		items[i] = entry_value(trace, &spec->entries[i]);
	return value_sequence(trace->op.arena, VALUE_TUPLE, items, spec->nentries);
}

static const struct value *spec_entries_of(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return entries_tuple(trace, argument(arguments, 0)->spec);
}

static const struct value *length(struct trace *trace, const struct call_arguments *arguments)
{
	return value_int(trace->op.arena, argument(arguments, 0)->spec->nentries);
}

/* spec[i] and spec[i:j], which is a tuple. */
static const struct value *item(struct trace *trace, const struct call_arguments *arguments)
{
	return subscript_value(trace, spec_entries_of(trace, arguments), argument(arguments, 1),
	                       arguments->at);
}

static const struct value *axis_names(struct trace *trace, const struct reference *axes,
                                      uint32_t count)
{
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = value_string(trace->op.arena, axes[i].name);
	return value_frozen(trace->op.arena,
	                    value_sequence(trace->op.arena, VALUE_SET, items, count));
}

static const struct value *unreduced(struct trace *trace, const struct call_arguments *arguments)
{
	const struct partition_spec *spec = argument(arguments, 0)->spec;
	return axis_names(trace, spec->unreduced, spec->nunreduced);
}

static const struct value *reduced(struct trace *trace, const struct call_arguments *arguments)
{
	const struct partition_spec *spec = argument(arguments, 0)->spec;
	return axis_names(trace, spec->reduced, spec->nreduced);
}

/* The kind of the unreduced axes, or None where there are none. */
static const struct value *unreduced_kind(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct partition_spec *spec = argument(arguments, 0)->spec;
	return spec->nunreduced ? unreduced_kind_value(trace, spec->unreduced_kind) : &value_none;
}

static const struct value *unconstrained(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	return value_new(trace->op.arena, VALUE_UNCONSTRAINED);
}

const struct function_row library_partition_spec[] = {
    MODULE("jax.sharding"),
    FUNCTION("PartitionSpec", "*partitions", construct, .until = "0.6.1",
             .python_name = "PartitionSpec.__new__"),
    FUNCTION("PartitionSpec", "*partitions, unreduced=None", construct_with_tuple, .since = "0.6.1",
             .until = "0.6.2", .python_name = "PartitionSpec.__init__"),
    FUNCTION("PartitionSpec", "*partitions, unreduced=..., reduced=...", construct,
             .since = "0.6.2", .until = "0.11.0", .python_name = "P.__new__"),
    FUNCTION("PartitionSpec", "*partitions, unreduced=..., reduced=..., unreduced_kind=None",
             construct, .since = "0.11.0", .python_name = "P.__new__"),
    MODULE("jax.sharding.PartitionSpec"),
    VALUE("UNCONSTRAINED", unconstrained),
    MODULE("PartitionSpec"),
    FUNCTION("__getitem__", "self, i", item),
    FUNCTION("__iter__", "self", spec_entries_of),
    FUNCTION("__len__", "self", length),
    VALUE("unreduced", unreduced, .since = "0.6.2"),
    VALUE("reduced", reduced, .since = "0.6.2"),
    VALUE("unreduced_kind", unreduced_kind, .since = "0.11.0"),
    VALUE("partitions", spec_entries_of, .since = "0.10.2"),
    VALUE("_partitions", spec_entries_of, .since = "0.6.1", .until = "0.10.2"),
    TABLE_END,
};
