/* SPDX-License-Identifier: Apache-2.0 */
/* What the shard_map of the prelude is made of. JAX: shard_map.py. */
#include "library/library.h"
#include "library/transform/transform.h"
#include "op/core/batch.h"
#include "op/core/captures.h"
#include "op/core/levels.h"
#include "library/transform/signature.h"
#include "op/core/recording.h"
#include "op/core/watch.h"
#include "op/shape/shape.h"
#include "op/manual/manual.h"
#include "trace/convert/convert_sharding.h"
#include "trace/eval/prelude.h"
#include "trace/module/committed.h"
#include "trace/value/number.h"

/* The set of the mesh axes of these names, which it has. */
static uint64_t axes_named(const struct abstract_mesh *mesh, const struct value *names)
{
	const struct value_list *items = value_items(names);
	uint64_t axes = 0;
	for (uint32_t i = 0; items && i < items->count; i++) {
		uint32_t axis = jax_axis_index(mesh->mesh, items->items[i]->string);
		if (axis < mesh->mesh->naxes)
			axes |= UINT64_C(1) << axis;
	}
	return axes;
}

/* mesh, axes, check: the scope of a shard_map over these axes. */
static struct manual_scope read_scope(struct trace *trace, const struct call_arguments *arguments)
{
	const struct abstract_mesh *mesh = argument(arguments, 0)->mesh.mesh;
	uint64_t axes = axes_named(mesh, argument(arguments, 1));
	const struct abstract_mesh *outer = trace->op.mesh ? trace->op.mesh : mesh;
	return (struct manual_scope){
	    .outer = outer,
	    .inner = abstract_mesh_with(trace->op.arena, mesh, axes, AXIS_MANUAL),
	    .axes = axes,
	    .checked = value_truth(argument(arguments, 2)) == 1};
}

/* The mapped dimensions that are cut are shorter inside; undone by the same call. */
static void cut_mappings(struct op *op, struct mapping *kept)
{
	for (uint32_t i = op->staged; i < op->nmappings; i++) {
		struct dim_axes axes = mapping_cut_axes(op, &op->mappings[i], op->mesh);
		int64_t ways = dim_axes_ways(op->mesh, axes);
		kept[i] = op->mappings[i];
		op->mappings[i].size /= ways;
	}
}

/* What goes into the function: the arrays that it captures, and its arguments. */
static const struct array *const *with_captures(struct op *op, const struct manual_scope *scope,
                                                const struct manual_captures *captures,
                                                const struct array *const *arguments,
                                                uint32_t count)
{
	const struct array **all =
	    arena_new(op->arena, const struct array *, captures->count + count);
	for (uint32_t i = 0; i < captures->count; i++) {
		manual_record_whole(op, scope, captures->outside[i], captures->inside[i]);
		all[i] = captures->inside[i];
	}
	for (uint32_t i = 0; i < count; i++)
		all[captures->count + i] = arguments[i];
	return all;
}

/* Appends what is inside of a shard_map to what is being recorded. */
static void record_manual(struct trace *trace, const struct manual_scope *scope,
                          const struct manual_captures *captures, const struct value *given,
                          const struct value *result, const struct recorded_body *body)
{
	struct pytree in, out;
	uint32_t ngiven;
	if (!trace->op.recording || !result || value_has_unknown(result) ||
	    !pytree_flatten(trace, given, &in) || !pytree_flatten(trace, result, &out))
		return;
	struct recorded_body *kept = arena_new(trace->op.arena, struct recorded_body, 1);
	struct equation equation = {.kind = EQUATION_MANUAL, .bodies = kept, .nbodies = 1};
	equation.params = arena_copy(trace->op.arena, scope, 1, sizeof *scope);
	const struct array *const *arguments = pytree_held(trace, &in, &ngiven);
	equation.operands = with_captures(&trace->op, equation.params, captures, arguments, ngiven);
	equation.count = captures->count + ngiven;
	equation.results = pytree_held(trace, &out, &equation.nresults);
	*kept = *body;
	kept->inputs = equation.operands;
	kept->ninputs = equation.count;
	kept->outputs = equation.results;
	kept->noutputs = equation.nresults;
	recording_add(&trace->op, &equation);
}

/* Outside of jit, whether the arrays that a shard_map is given are on the devices of its mesh; in a
 * function that is traced these are noted. */
static const struct value *meet_devices(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct value *mesh = argument(arguments, 0);
	if (mesh->kind != VALUE_MESH || argument(arguments, 1)->kind == VALUE_UNKNOWN)
		return &value_none;
	const struct value_list *leaves = &argument(arguments, 1)->list;
	const struct device_group *context = context_devices(op);
	const struct device_group *devices = mesh->mesh.is_abstract || (op->mesh && !context)
	                                         ? context
	                                         : mesh_devices(trace, mesh->mesh.mesh->mesh);
	if (!devices || op->watch)
		return &value_none;
	if (!op->eager) {
		note_devices(trace, devices, "shard_map");
		return &value_none;
	}
	struct committed_argument *given =
	    arena_new(op->arena, struct committed_argument, leaves->count);
	for (uint32_t i = 0; i < leaves->count; i++)
		given[i] = (struct committed_argument){leaves->items[i],
		                                       str_format(op->arena, "args[%u]", i)};
	const struct device_group *met;
	return check_committed(trace,
	                       &(struct committed_call){
				   .function = STR("<jax._src.util.HashablePartial object at 0x>"),
				   .arguments = given,
				   .count = leaves->count,
				   .context = context,
				   .noted = {devices, "shard_map"}},
	                       &met)
	           ? &value_none
	           : NULL;
}

/* A leaf of a result as an array of the function's own: a number, and one that it only hands on,
 * are there too. `data`: the number of its first. */
static const struct value *own_result(struct trace *trace, const struct value *leaf, void *data)
{
	const uint64_t *first = data;
	if (is_real_number(leaf))
		return trace_array(trace, pytree_array(trace, leaf));
	if (leaf->kind != VALUE_ARRAY || leaf->array->number >= *first)
		return leaf;
	const struct array *given = captures_manual(&trace->op, leaf->array);
	if (!given)
		return NULL;
	const struct array *own = array_new_like(&trace->op, &given->type, given);
	recording_same(&trace->op, EQUATION_SAME, own, given);
	return value_array(trace->op.arena, own);
}

/* Calls the function inside of a shard_map. */
static const struct value *manual_call(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	if (argument(arguments, 0)->kind != VALUE_MESH ||
	    argument(arguments, 4)->kind != VALUE_TUPLE)
		return &value_unknown;
	struct manual_scope scope = read_scope(trace, arguments);
	const struct abstract_mesh *context = op->mesh;
	bool checked = op->checks_varying, eager = op->eager, values = op->values;
	uint32_t concrete = op->concrete_bodies;
	struct mapping kept[MAX_VMAPS];
	/* Zeros of a derivative on Explicit axes need the mesh in context. */
	if (!context && scope.outer->explicit_axes)
		watch_doubt(op, "shard_map over Explicit axes that are not in context");
	op->mesh = scope.inner;
	op->checks_varying = scope.checked;
	op->concrete_bodies = eager ? op->bodies + 1 : 0;
	op->eager = op->values = false;
	trace->called_eagerly = false;
	cut_mappings(op, kept);
	struct recording recording;
	struct manual_captures captures = {.count = 0}, *around = op->manual_captures;
	op->manual_captures = &captures;
	recording_begin(op, &recording);
	uint64_t first = op->arrays;
	const struct value *result = trace_call(
	    trace, argument(arguments, 3), &argument(arguments, 4)->list, NULL, 0, arguments->at);
	if (result && op->recording)
		result = pytree_map(trace, result, own_result, &first);
	const struct recorded_body body = recording_end(op, &recording);
	op->manual_captures = around;
	record_manual(trace, &scope, &captures, argument(arguments, 4), result, &body);
	for (uint32_t i = op->staged; i < op->nmappings; i++)
		op->mappings[i] = kept[i];
	op->mesh = context;
	op->checks_varying = checked;
	op->concrete_bodies = concrete;
	op->eager = eager;
	op->values = values;
	return result;
}

/* A result of a function that runs outside of jit, which lies as its spec says when no axis is left
 * to the compiler. */
static const struct array *placed_result(struct trace *trace, const struct array *x,
                                         const struct manual_spec *spec)
{
	const struct abstract_mesh *mesh = spec->scope->outer;
	trace->spread = true;
	if (!x || !trace->op.eager || x->level || spec->scope->axes != abstract_mesh_all_axes(mesh))
		return x;
	struct sharding_request *placed = arena_new(trace->op.arena, struct sharding_request, 1);
	struct array *copy = arena_new(trace->op.arena, struct array, 1);
	*placed = (struct sharding_request){.mesh = mesh, .spec = spec->spec, .count = spec->count};
	*copy = *x;
	copy->placed = placed;
	return array_committed(trace, copy, mesh_devices(trace, mesh->mesh));
}

/* x as the function sees it, or the whole of which it is a part. */
static const struct value *cast_array(struct trace *trace, const struct call_arguments *arguments)
{
	const bool *in = arguments->row->data;
	struct manual_scope *scope = arena_new(trace->op.arena, struct manual_scope, 1);
	*scope = read_scope(trace, arguments);
	const struct array *x = pytree_array(trace, argument(arguments, 3));
	if (!x)
		return NULL;
	struct sharding_request request =
	    spec_request(trace, scope->inner, argument(arguments, 4)->spec);
	struct manual_spec spec = {.scope = scope, .spec = request.spec, .count = request.count};
	if (!*in && !scope->checked) {
		spec.unreduced = request.unreduced;
		spec.reduced = request.reduced;
	}
	if (*in)
		return trace_array(trace, manual_shard(&trace->op, x, &spec));
	x = manual_unshard(&trace->op, x, &spec);
	return trace_array(trace, placed_result(trace, x, &spec));
}

/* The names of a spec in a row; what is no name, such as UNCONSTRAINED, is a star. */
static const struct value *spec_names(struct trace *trace, const struct call_arguments *arguments)
{
	const struct partition_spec *spec = argument(arguments, 0)->spec;
	struct arena *arena = trace->op.arena;
	const struct value **names = arena_new(arena, const struct value *, MAX_AXES);
	uint32_t count = 0;
	for (uint32_t i = 0; i < spec->nentries; i++) {
		const struct entry *entry = &spec->entries[i];
		if (entry->kind == ENTRY_UNCONSTRAINED && count < MAX_AXES)
			names[count++] = value_string(arena, STR("*"));
		for (uint32_t j = 0; entry->kind == ENTRY_AXES && j < entry->naxes; j++)
			if (count < MAX_AXES)
				names[count++] = value_string(arena, entry->axes[j].name);
	}
	return value_sequence(arena, VALUE_TUPLE, names, count);
}

/* The size of the first dimension that the spec does not cut evenly, and into how many parts; None
 * when there is no such dimension. */
static const struct value *indivisible(struct trace *trace, const struct call_arguments *arguments)
{
	const struct abstract_mesh *mesh = argument(arguments, 0)->mesh.mesh;
	const struct array_type *type = &argument(arguments, 1)->array->type;
	struct sharding_request request = spec_request(trace, mesh, argument(arguments, 2)->spec);
	for (uint32_t i = 0; i < request.count && i < type->rank; i++) {
		int64_t both[] = {type->shape[i], dim_axes_ways(mesh, request.spec[i])};
		if (both[0] % both[1])
			return value_shape(trace->op.arena, both, 2);
	}
	return &value_none;
}

enum manual_state { VARYING, UNREDUCED, REDUCED };

/* The axes along which an array varies, or is unreduced or reduced, in the order of the mesh. */
static const struct value *axes_in_state(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const enum manual_state *state = arguments->row->data;
	const struct value *x = argument(arguments, 0);
	if (x->kind != VALUE_ARRAY)
		return axis_names_value(trace, NULL, 0, VALUE_TUPLE);
	const struct array_type *type = &x->array->type;
	uint64_t axes = *state == VARYING     ? type->varying
	                : *state == UNREDUCED ? type->unreduced
	                                      : type->reduced;
	return axis_names_value(trace, axes ? type->mesh : NULL, axes, VALUE_TUPLE);
}

/* Whether a vmap has a spmd_axis_name that is of the mesh. */
static const struct value *any_spmd(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	for (uint32_t i = 0; i < op->nmappings; i++)
		if (mapping_spmd_axes(op, &op->mappings[i], argument(arguments, 0)->mesh.mesh)
		        .count)
			return &value_true;
	return &value_false;
}

/* What a vmap says of the axes of the mesh over which its examples are cut: those over which
 * shard_map cuts them, or a spmd_axis_name does. */
struct examples_cut {
	struct dim_axes (*said)(struct op *op, const struct mapping *mapping,
	                        const struct abstract_mesh *mesh);
};

/* The axes of the mesh over which the examples of an array are cut. */
static const struct value *axes_of_examples(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct examples_cut *cut = arguments->row->data;
	const struct value *mesh = argument(arguments, 0), *x = argument(arguments, 1);
	uint64_t axes = 0, levels = x->kind == VALUE_ARRAY ? array_levels(op, x->array) : 0;
	for (uint32_t i = 0; i < op->nmappings; i++) {
		struct dim_axes over = cut->said(op, &op->mappings[i], mesh->mesh.mesh);
		axes |= levels >> i & 1 ? spec_axes(&over, 1) : 0;
	}
	return axis_names_value(trace, mesh->mesh.mesh, axes, VALUE_TUPLE);
}

/* The mesh axes that what vmap maps is sharded over. */
static const struct value *mapped_axes(struct trace *trace, const struct call_arguments *arguments)
{
	const struct op *op = &trace->op;
	const struct abstract_mesh *mesh = NULL;
	uint64_t axes = 0;
	for (uint32_t i = 0; i < op->nmappings; i++) {
		mesh = op->mappings[i].axes.count ? op->mappings[i].mesh : mesh;
		axes |= spec_axes(&op->mappings[i].axes, 1);
	}
	return axis_names_value(trace, mesh, axes, VALUE_TUPLE);
}

/* Whether the value is the name that a vmap gives. */
static bool has_name(const struct mapping *mapping, const struct value *name)
{
	return mapping->named && name->kind == VALUE_STRING &&
	       str_equal(mapping->name, name->string);
}

/* Whether an axis is a name that a vmap gives. */
static const struct value *is_mapped_name(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct op *op = &trace->op;
	for (uint32_t i = 0; i < op->nmappings; i++)
		if (has_name(&op->mappings[i], argument(arguments, 0)))
			return &value_true;
	return &value_false;
}

/* The level of the innermost vmap of this name that arrays are looked at by; 0: none. */
static uint32_t named_level(const struct op *op, const struct value *name)
{
	for (uint32_t level = op->nmappings; level > op->staged; level--)
		if (has_name(&op->mappings[level - 1], name))
			return level;
	return 0;
}

/* name, x: all examples of the array along a new first dimension. */
static const struct value *examples(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	uint32_t level = named_level(op, argument(arguments, 0));
	const struct array *x = pytree_array(trace, argument(arguments, 1));
	if (!x)
		return NULL;
	if (!level || x->level > level || op->mappings[level - 1].axes.count)
		return trace_unknown(trace,
		                     "this collective along an axis of vmap is not followed");
	op->batching++;
	const struct array *whole = x->level == level
	                                ? batch_move(op, x->mapped, (int32_t)x->mapped_dim, 0)
	                                : batch_materialise(op, &op->mappings[level - 1], x, -1, 0);
	op->batching--;
	return trace_array(trace, whole);
}

/* name, x, dim: what each example sees of the array, a part along the dimension. */
static const struct value *as_examples(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	uint32_t level = named_level(op, argument(arguments, 0));
	const struct array *x = pytree_array(trace, argument(arguments, 1));
	int64_t dim;
	if (!x || !value_to_int(trace, argument(arguments, 2), &dim))
		return NULL;
	return trace_array(trace, array_map(op, x, (uint32_t)dim, level));
}

/* None where what Python calls the function is not known. */
static const struct value *function_name(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct str name = called_name(argument(arguments, 0));
	return name.len ? value_string(trace->op.arena, name) : &value_none;
}

/* Whether the program is a script, in which what jit traces is compiled too. */
static const struct value *is_compiled(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(trace->spec->program_eager);
}

/* Whether the mesh in context has Manual axes. */
static const struct value *is_manual(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(abstract_mesh_axes(trace->op.mesh, AXIS_MANUAL) != 0);
}

static const struct value *is_explicit(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(argument(arguments, 0)->mesh.mesh->explicit_axes != 0);
}

/* For each leaf of a tree what the prefix of it says; `what` is what errors call that. JAX:
 * tree_util.py broadcast_prefix, prefix_errors. */
static const struct value *broadcast_prefix(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct pytree tree;
	const struct value **leaves;
	const struct value *prefix = argument(arguments, 1);
	if (!pytree_flatten(trace, argument(arguments, 2), &tree))
		return NULL;
	struct buf first = op_buf(op);
	if (pytree_broadcast_prefix(trace, prefix, &tree, &leaves)) {
		bool none = false;
		for (uint32_t i = 0; i < tree.count; i++)
			none = none || leaves[i]->kind == VALUE_NONE;
		if (!none || value_truth(argument(arguments, 3)) == 1)
			return value_sequence(op->arena, VALUE_LIST, leaves, tree.count);
		buf_puts(&first, "pytree structure error: different types at key path");
	} else if (op->error.raised || op->error.unknown) {
		return NULL;
	} else {
		pytree_prefix_errors(trace, &first, prefix, &tree);
	}
	return refuse(
	    op, RULE_PROGRAM_ERROR, "ValueError", TEXT("{}", &first),
	    WORDS("{} is not arranged as the value it is for", argument(arguments, 0)->string),
	    HELP("give one spec for all, or a spec for each in the same places"));
}

/* name, x, axes, varies (0 as before, 1 more, -1 no more), gathered, scattered, ways. */
static const struct value *collective(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = pytree_array(trace, argument(arguments, 1));
	int64_t varies, gathered, scattered, ways, unreduced, reduced;
	if (!x || !value_to_int(trace, argument(arguments, 3), &varies) ||
	    !value_to_int(trace, argument(arguments, 4), &gathered) ||
	    !value_to_int(trace, argument(arguments, 5), &scattered) ||
	    !value_to_int(trace, argument(arguments, 6), &ways) ||
	    !value_to_int(trace, argument(arguments, 7), &unreduced) ||
	    !value_to_int(trace, argument(arguments, 8), &reduced))
		return NULL;
	struct collective made = {.name = str_copy(op->arena, argument(arguments, 0)->string).s,
	                          .axes = axes_named(op->mesh, argument(arguments, 2)),
	                          .varies = varies > 0   ? VARIES_MORE
	                                    : varies < 0 ? VARIES_NO_MORE
	                                                 : VARIES_AS_BEFORE,
	                          .unreduced = (int8_t)unreduced,
	                          .reduced = (int8_t)reduced,
	                          .gathered = (int32_t)gathered,
	                          .scattered = (int32_t)scattered,
	                          .ways = ways,
	                          .checked = op->checks_varying};
	if (!value_to_ints(trace, argument(arguments, 9), &made.pairs, &made.npairs))
		return NULL;
	made.no_derivative = strcmp(made.name, "pmax") == 0 || strcmp(made.name, "pmin") == 0;
	return trace_array(trace, manual_collective(op, x, &made));
}

const struct function_row library_manual[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("meet_devices", "mesh, leaves", meet_devices, .takes_unknown = true),
    FUNCTION("manual_call", "mesh, axes, check, f, args", manual_call, .takes_unknown = true),
    FUNCTION("shard_array", "mesh, axes, check, x, spec", cast_array, .data = (const bool[]){true}),
    FUNCTION("unshard_array", "mesh, axes, check, x, spec", cast_array,
             .data = (const bool[]){false}),
    FUNCTION("spec_names", "spec", spec_names),
    FUNCTION("indivisible", "mesh, x, spec", indivisible),
    FUNCTION("varying_axes", "x", axes_in_state, .data = (const enum manual_state[]){VARYING}),
    FUNCTION("unreduced_axes", "x", axes_in_state, .data = (const enum manual_state[]){UNREDUCED}),
    FUNCTION("reduced_axes", "x", axes_in_state, .data = (const enum manual_state[]){REDUCED}),
    FUNCTION("any_spmd", "mesh", any_spmd),
    FUNCTION("cut_axes", "mesh, x", axes_of_examples,
             .data = (const struct examples_cut[]){{mapping_cut_axes}}),
    FUNCTION("spmd_axes", "mesh, x", axes_of_examples,
             .data = (const struct examples_cut[]){{mapping_spmd_axes}}),
    FUNCTION("mapped_axes", "", mapped_axes),
    FUNCTION("is_mapped_name", "name", is_mapped_name),
    FUNCTION("examples", "name, x", examples),
    FUNCTION("as_examples", "name, x, dim", as_examples),
    FUNCTION("function_name", "f", function_name),
    FUNCTION("is_compiled", "", is_compiled),
    FUNCTION("is_manual", "", is_manual),
    FUNCTION("is_explicit", "mesh", is_explicit),
    FUNCTION("broadcast_prefix", "what, prefix, tree, none_stays", broadcast_prefix),
    FUNCTION("collective",
             "name, x, axes, varies=0, gathered=-1, scattered=-1, ways=1, "
             "unreduced=0, reduced=0, pairs=()",
             collective),
    TABLE_END,
};
