/* SPDX-License-Identifier: Apache-2.0 */
/* jax.sharding.NamedSharding and what its objects have. JAX: named_sharding.py. */
#include "base/checked.h"
#include "library/placement/placement.h"
#include "library/library.h"
#include "library/placement/sharding_values.h"
#include "op/place/place.h"

const struct value *named_sharding_of(struct trace *trace, const struct value *mesh,
                                      const struct partition_spec *spec)
{
	struct named_placement placement = {.mesh = mesh->mesh.mesh,
	                                    .abstract = mesh->mesh.is_abstract,
	                                    .spec = spec,
	                                    .file = trace->spec};
	if (!mesh->mesh.mesh)
		return trace_unknown(trace, "a sharding on an empty mesh");
	if (!placement_construct(&trace->op, &placement))
		return NULL;
	struct value *value = value_new(trace->op.arena, VALUE_SHARDING);
	value->sharding.mesh = mesh;
	value->sharding.spec = *spec;
	return value;
}

/* jaxlib checks the classes of its arguments. */
static const struct value *refuse_arguments(struct trace *trace, const char *say)
{
	trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	             TEXT("__init__(): incompatible function arguments. The following argument "
	                  "types are supported:"),
	             WORDS("{}", say), HELP("write NamedSharding(mesh, P(…))"));
	return NULL;
}

static const struct value *refuse_mesh(struct trace *trace, const struct value *mesh,
                                       const struct value *spec)
{
	static const char say[] = "the first argument of NamedSharding is a mesh";
	bool checked = spec->kind != VALUE_SPEC && op_has(&trace->op, JAX_SHARDING_CHECKS_SPEC);
	if (checked || mesh->kind == VALUE_ELLIPSIS)
		return refuse_arguments(trace, say);
	trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError",
	             TEXT("'{}' object has no attribute '{}'",
	                  mesh->kind == VALUE_SPEC && op_has(&trace->op, JAX_SHORT_SPEC_REPR)
	                      ? "P"
	                      : value_class_name(mesh),
	                  op_has(&trace->op, JAX_UNKNOWN_LISTS_MESH) ? "size" : "devices"),
	             WORDS("{}", say), HELP("write NamedSharding(mesh, P(…))"));
	return NULL;
}

/* The first thing in a spec that is no PartitionSpec, as the oldest releases name it. */
static const struct value *first_leaf(const struct value *value)
{
	while (value_items(value) && value->list.count)
		value = value->list.items[0];
	return value;
}

static const struct value *refuse_spec(struct trace *trace, const struct value *spec)
{
	static const char say[] = "the spec of a NamedSharding is a PartitionSpec";
	struct op *op = &trace->op;
	if (spec->kind == VALUE_ELLIPSIS || op_has(op, JAX_SHARDING_CHECKS_SPEC) ||
	    (spec->kind == VALUE_NONE && op_has(op, JAX_SHARDING_NEEDS_SPEC)))
		return refuse_arguments(trace, say);
	struct buf text = op_buf(op);
	if (spec->kind == VALUE_NONE) {
		trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("Unexpected None passed as spec for NamedSharding. Did you mean P()?"));
	} else if (op_has(op, JAX_SHARDING_SPEC_USED)) {
		trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "AttributeError",
		    TEXT("'{}' object has no attribute '{}'", value_class_name(spec),
		         op_has(op, JAX_SHARDING_NEEDS_SPEC) ? "partitions" : "unreduced"));
	} else {
		const struct value *leaf = first_leaf(spec);
		buf_puts(&text, "NamedSharding spec leaf specifications are expected to be "
		                "PartitionSpec instances or None, but got ");
		if (leaf->kind == VALUE_STRING)
			buf_add(&text, leaf->string);
		else
			value_text(&text, op->rules, leaf);
		refuse(op, RULE_PROGRAM_ERROR, "TypeError", TEXT("{}", &text));
	}
	explain(op, WORDS("{}", say), HELP("write P(…) around its entries"));
	return NULL;
}

/* The sharding in a kind of memory. */
static const struct value *in_memory(struct trace *trace, const struct value *sharding,
                                     const struct value *kind)
{
	const char *known = "device";
	if (!sharding || kind->kind == VALUE_NONE)
		return sharding;
	if (!memory_kind_named(trace, kind, placement_of(trace, sharding).abstract, &known))
		return NULL;
	if (strcmp(known, "device") == 0)
		return sharding;
	struct value *changed = value_new(trace->op.arena, VALUE_SHARDING);
	*changed = *sharding;
	changed->sharding.memory_kind = known;
	return changed;
}

static const struct value *with_memory_kind(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct value *plain = value_new(trace->op.arena, VALUE_SHARDING);
	*plain = *argument(arguments, 0);
	plain->sharding.memory_kind = NULL;
	return in_memory(trace, plain, argument(arguments, 1));
}

static const struct value *memory_kind(struct trace *trace, const struct call_arguments *arguments)
{
	const char *kind = argument(arguments, 0)->sharding.memory_kind;
	if (!kind && !op_has(&trace->op, JAX_MEMORY_KINDS))
		return value_foreign(trace->op.arena, STR("the memory of a device"));
	return value_string(trace->op.arena, str_of(kind ? kind : "device"));
}

/* NamedSharding(mesh, spec, memory_kind=None) */
static const struct value *construct(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *mesh = argument(arguments, 0), *spec = argument(arguments, 1);
	static const struct value none = {.kind = VALUE_SET};
	if (mesh->kind != VALUE_MESH)
		return refuse_mesh(trace, mesh, spec);
	bool takes_tuples = op_has(&trace->op, JAX_AXIS_TYPES) &&
	                    !op_has(&trace->op, JAX_SHARDING_SPEC_USED) &&
	                    !op_has(&trace->op, JAX_SHARDING_CHECKS_SPEC);
	if (takes_tuples && value_items(spec))
		spec = spec_of_values(trace, value_items(spec), &none, &none, UNREDUCED_SUM);
	if (!spec)
		return NULL;
	if (spec->kind != VALUE_SPEC && takes_tuples && spec->kind != VALUE_NONE)
		return trace_unknown(trace, "a NamedSharding whose spec is a %s",
		                     value_class_name(spec));
	if (spec->kind == VALUE_NONE && !op_has(&trace->op, JAX_AXIS_TYPES))
		return trace_unknown(trace, "a NamedSharding whose spec is None");
	if (spec->kind != VALUE_SPEC)
		return refuse_spec(trace, spec);
	return in_memory(trace, named_sharding_of(trace, mesh, &spec->spec),
	                 argument(arguments, 2));
}

/* ---- What a sharding has ---- */

static const struct value *self_with_spec(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *spec = argument(arguments, 1);
	const struct value *mesh = argument(arguments, 0)->sharding.mesh;
	static const struct value none = {.kind = VALUE_SET};
	if (arguments->count > 2 && argument(arguments, 2)->kind != VALUE_ELLIPSIS)
		mesh = argument(arguments, 2);
	if (value_items(spec))
		spec = spec_of_values(trace, value_items(spec), &none, &none, UNREDUCED_SUM);
	if (!spec)
		return NULL;
	if (spec->kind == VALUE_ELLIPSIS)
		return named_sharding_of(trace, mesh, &argument(arguments, 0)->sharding.spec);
	if (spec->kind != VALUE_SPEC || mesh->kind != VALUE_MESH)
		return trace_unknown(trace, "a NamedSharding changed to a %s",
		                     value_class_name(spec));
	return named_sharding_of(trace, mesh, &spec->spec);
}

static int64_t ways_of(const struct value *self)
{
	const struct partition_spec *spec = &self->sharding.spec;
	struct jax_sharding sharding = {.mesh = self->sharding.mesh->mesh.mesh->mesh};
	int64_t all = 1, ways;
	for (uint32_t i = 0; i < spec->nentries; i++)
		if (!jax_entry_ways(&sharding, &spec->entries[i], &ways) ||
		    !checked_multiply(&all, all, ways))
			return INT64_MAX;
	return all;
}

/* How many devices the mesh has. */
static int64_t device_product(const struct value *self)
{
	const struct mesh *mesh = self->sharding.mesh->mesh.mesh->mesh;
	int64_t product = 1;
	for (uint32_t i = 0; i < mesh->naxes; i++)
		if (!checked_multiply(&product, product, mesh->axes[i].size))
			return INT64_MAX;
	return product;
}

static const struct value *get_fully_replicated(struct trace *trace,
                                                const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0);
	if (!self->sharding.mesh->mesh.mesh)
		return &value_true;
	if (self->sharding.spec.nunreduced && op_has(&trace->op, JAX_UNREDUCED_NOT_REPLICATED))
		return value_bool(device_product(self) == 1);
	return value_bool(ways_of(self) == 1);
}

static const struct value *device_total(struct trace *trace, const struct call_arguments *arguments)
{
	int64_t product = device_product(argument(arguments, 0));
	return product < INT64_MAX ? value_int(trace->op.arena, product)
	                           : trace_unknown(trace, "the size of the mesh");
}

/* How many shards each dimension has, as the release prints it. */
static const struct value *tiling(struct trace *trace, const struct value *self, uint32_t rank)
{
	const struct partition_spec *spec = &self->sharding.spec;
	struct jax_sharding sharding = {.mesh = self->sharding.mesh->mesh.mesh->mesh};
	const struct value **factors = arena_new(trace->op.arena, const struct value *, rank);
	for (uint32_t i = 0; i < rank; i++) {
		int64_t ways = 1;
		if (i < spec->nentries && !jax_entry_ways(&sharding, &spec->entries[i], &ways))
			ways = 1;
		factors[i] = value_int(trace->op.arena, ways);
	}
	bool tuple = op_has(&trace->op, JAX_INDIVISIBLE_WRAPPED);
	return value_sequence(trace->op.arena, tuple ? VALUE_TUPLE : VALUE_LIST, factors, rank);
}

/* JAX: sharding.py common_shard_shape. */
static const struct value *refuse_shards(struct trace *trace, const struct value *self,
                                         const struct value *shape, uint32_t dim, int64_t ways)
{
	struct op *op = &trace->op;
	int64_t size = shape->list.items[dim]->integer;
	refuse(
	    op, RULE_DIM_INDIVISIBLE,
	    op_has(op, JAX_INDIVISIBLE_ERROR) ? "IndivisibleError" : "ValueError",
	    TEXT("{}{} implies that array axis {} is partitioned {} times, but the dimension size "
	         "is {} (full shape: {}, per-dimension tiling factors: {} should evenly divide "
	         "the shape)",
	         op_has(op, JAX_INDIVISIBLE_WRAPPED) ? "" : "Sharding ", value_repr(self), dim,
	         (long long)ways, (long long)size, value_repr(shape),
	         value_repr(tiling(trace, self, shape->list.count))),
	    WORDS("dimension {} has {} elements, which is not divisible by {}", dim,
	          (long long)size, (long long)ways));
	return NULL;
}

/* The shape of a shard of an array of the shape given. */
static const struct value *shard_shape(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0);
	const struct partition_spec *spec = &self->sharding.spec;
	struct jax_sharding sharding = {.mesh = self->sharding.mesh->mesh.mesh->mesh};
	const int64_t *shape;
	uint32_t rank;
	int64_t ways;
	if (!value_to_shape(trace, argument(arguments, 1), &shape, &rank))
		return NULL;
	int64_t *cut = shape_copy(trace->op.arena, shape, rank);
	for (uint32_t i = 0; i < spec->nentries; i++) {
		bool known =
		    i < rank && jax_entry_ways(&sharding, &spec->entries[i], &ways) && ways > 0;
		if (!known)
			return trace_unknown(trace, "shards of a shape that does not fit");
		if (shape[i] % ways)
			return refuse_shards(trace, self, value_shape(trace->op.arena, shape, rank),
			                     i, ways);
		cut[i] /= ways;
	}
	return value_shape(trace->op.arena, cut, rank);
}

static const struct function_row class_rows[] = {
    FUNCTION("NamedSharding", "mesh=..., spec=..., memory_kind=None, _logical_device_ids=None",
             construct),
};

const struct module_row library_named_sharding = {"jax.sharding", class_rows,
                                                  sizeof class_rows / sizeof *class_rows};

static const struct function_row method_rows[] = {
    FUNCTION("with_spec", "self, spec", self_with_spec, .since = "0.4.38", .until = "0.6.2"),
    FUNCTION("update", "self, *, spec=..., mesh=...", self_with_spec,
             .python_name = "NamedSharding.update", .since = "0.6.2"),
    FUNCTION("with_memory_kind", "self, kind", with_memory_kind,
             .python_name = "NamedSharding.with_memory_kind"),
    VALUE("memory_kind", memory_kind),
    VALUE("is_fully_replicated", get_fully_replicated),
    VALUE("num_devices", device_total, .since = "0.4.38"),
    FUNCTION("shard_shape", "self, global_shape", shard_shape,
             .python_name = "Sharding.shard_shape"),
};

const struct module_row library_named_sharding_methods = {"NamedSharding", method_rows,
                                                          sizeof method_rows / sizeof *method_rows};
