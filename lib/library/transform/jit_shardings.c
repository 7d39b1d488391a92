/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/jit_shardings.h"

#include <assert.h>
#include "trace/state/work.h"

#include "library/placement/placement.h"
#include "op/core/abstract_mesh.h"
#include "trace/convert/pytree_text.h"
#include "trace/module/committed.h"
#include "trace/module/recovery.h"
#include "op/core/sharding_request.h"

enum { LEAF_ITEMS = 64 }; /* that placing an array is worth */

/* What is different between arguments and results. */
static const struct side {
	const char *option, *what;
	enum moment moment;
	const char *needless; /* why the option can be left out */
	const char *layouts_of;
} sides[] = {
    [JIT_ARGUMENTS] = {"in_shardings", "pjit in_shardings", MOMENT_IN_SHARDINGS,
                       "the arguments have shardings of their own", "jit arguments"},
    [JIT_RESULTS] = {"out_shardings", "pjit out_shardings", MOMENT_OUT_SHARDINGS,
                     "the compiler shards the results", "jit outputs"},
};

/* The default, which no program can write. */
static bool is_unspecified(const struct value *leaf)
{
	return leaf->kind == VALUE_STRING && str_equal(leaf->string, STR("UNSPECIFIED"));
}

bool jit_shardings_given(const struct value *shardings)
{
	return shardings->kind != VALUE_NONE && !is_unspecified(shardings);
}

static bool refuse_unconstrained(struct trace *trace, const struct side *side,
                                 const struct value *leaf)
{
	bool named = op_has(&trace->op, JAX_UNCONSTRAINED_IN_REFUSED);
	return refuse(&trace->op, RULE_UNCONSTRAINED, "ValueError",
	              TEXT("Unconstrained dims are not allowed{}{}: {}",
	                   named ? " when passed to " : "", named ? side->option : "",
	                   value_repr(leaf)),
	              WORDS("{} cannot leave a dimension unconstrained", side->option),
	              HELP("write None, or use with_sharding_constraint inside of the function"));
}

static bool refuse_class(struct trace *trace, const struct side *side, const struct value *leaf)
{
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("{} leaf specifications are expected to be PartitionSpec instances or None, but "
	         "got "
	         "{}",
	         side->option, wrong_value(leaf)),
	    WORDS("{} wants shardings, or PartitionSpecs of the mesh in context", side->option),
	    HELP("write NamedSharding(mesh, P(…))"));
}

static bool refuse_layout(struct trace *trace, const struct value *leaf)
{
	if (!op_has(&trace->op, JAX_JIT_NAMED_JIT))
		return op_unknown(&trace->op, "a layout that is not a format");
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("`jax.jit` does not accept device-local layouts directly. Create a "
	                   "`Format` instance wrapping this device-local layout and pass that to "
	                   "`jit` instead. Got {}",
	                   leaf->record.fields[leaf->record.count - 1]->string),
	              WORDS("a layout alone says nothing of devices"),
	              HELP("write Format(layout, sharding)"));
}

static bool prepare_leaf(struct trace *trace, const struct side *side, const struct value *leaf)
{
	struct op *op = &trace->op;
	if (value_is_layout(leaf))
		return refuse_layout(trace, leaf);
	leaf = format_sharding(leaf);
	bool refuses =
	    op_has(op, side->moment == MOMENT_IN_SHARDINGS ? JAX_UNCONSTRAINED_IN_REFUSED
	                                                   : JAX_UNCONSTRAINED_OUT_REFUSED);
	if (leaf->kind == VALUE_SHARDING)
		return !refuses || !jax_first_unconstrained(&leaf->sharding->spec) ||
		       refuse_unconstrained(trace, side, leaf);
	if (leaf->kind == VALUE_SPEC) {
		if (jax_first_unconstrained(leaf->spec) &&
		    (refuses || !op_has(op, JAX_UNCONSTRAINED_IN_REFUSED)))
			return refuse_unconstrained(trace, side, leaf);
		return placement_unique(op, leaf->spec, side->option);
	}
	if (leaf->kind == VALUE_UNKNOWN)
		return op_unknown(op, "%s of a value that is not known", side->option);
	return leaf->kind == VALUE_NONE || leaf->kind == VALUE_POSITIONAL || is_unspecified(leaf) ||
	       value_is_single_device(leaf) || refuse_class(trace, side, leaf);
}

typedef bool check_leaf(struct trace *trace, const struct side *side, const struct value *leaf);

/* Nothing is deeper than what pytree_flatten takes. */
static bool each_leaf(struct trace *trace, const struct side *side, const struct value *shardings,
                      check_leaf *check)
{
	struct pytree tree;
	if (shardings->kind == VALUE_NONE)
		return check(trace, side, shardings);
	if (!pytree_flatten(trace, shardings, &tree))
		return false;
	for (uint32_t i = 0; i < tree.count; i++)
		if (!check(trace, side, tree.leaves[i]))
			return false;
	return true;
}

bool jit_shardings_prepare(struct trace *trace, enum jit_side side, const struct value *shardings)
{
	return each_leaf(trace, &sides[side], shardings, prepare_leaf);
}

/* The text of each release on a spec without a mesh. */
static bool refuse_no_mesh(struct trace *trace, const struct side *side, const char *function)
{
	struct op *op = &trace->op;
	if (!op_has(op, JAX_PREFIX_NAMES_PJIT))
		refuse(op, RULE_CONTEXT_MESH, "RuntimeError",
		       TEXT("{} requires a non-empty mesh in context if you are passing "
		            "`PartitionSpec`s to {}. You can define a context mesh via "
		            "`jax.set_mesh(mesh)`. Alternatively, provide `Sharding`s to {} and "
		            "then the mesh context manager is not required.",
		            function, side->option, side->option));
	else
		refuse(
		    op, RULE_CONTEXT_MESH, "RuntimeError",
		    TEXT(
			"jax.jit only supports `Sharding`s being passed to {}. Looks like you are "
			"passing either `PartitionSpec` or `None` which is not allowed in jax.jit.",
			side->option));
	return explain(
	    op, WORDS("{} is given a PartitionSpec, but no mesh is in context", side->option),
	    HELP("pass NamedSharding(mesh, P(…)); or leave {} out: {}", side->option,
	         side->needless));
}

static bool find_mesh(struct trace *trace, const struct side *side, const struct value *leaf)
{
	if (leaf->kind != VALUE_SPEC)
		return true;
	if (!trace->op.mesh || !op_has(&trace->op, JAX_JIT_SPEC_IN_CONTEXT))
		return refuse_no_mesh(trace, side, "jit");
	return sharding_in_context(trace, leaf);
}

/* A spec on the mesh of the thread. */
static const struct value *thread_sharding(struct trace *trace, const struct value *leaf,
                                           void *data)
{
	const struct side *side = data;
	if (leaf->kind != VALUE_SPEC)
		return leaf;
	if (!trace->thread_mesh && op_has(&trace->op, JAX_PREFIX_NAMES_PJIT))
		return op_unknown(&trace->op, "pjit without a mesh in this release");
	if (!trace->thread_mesh)
		return refuse_no_mesh(trace, side, "pjit") ? leaf : NULL;
	return named_sharding_of(trace, mesh_value(trace, trace->thread_mesh, false), leaf->spec);
}

const struct value *jit_shardings_of_thread(struct trace *trace, enum jit_side side,
                                            const struct value *shardings)
{
	struct side one = sides[side];
	return pytree_map(trace, shardings, thread_sharding, &one);
}

bool jit_shardings_find_mesh(struct trace *trace, enum jit_side side, const struct value *shardings)
{
	return each_leaf(trace, &sides[side], shardings, find_mesh);
}

/* Whether the array, outside of jit, is in the memory that in_shardings says. JAX: pjit.py
 * _resolve_in_shardings. */
static bool check_memory(struct op *op, const struct array *x, const char *wanted)
{
	const char *kind = x->type.memory_kind ? x->type.memory_kind : "device";
	if (!op->eager || !wanted || strcmp(wanted, kind) == 0)
		return true;
	/* a jitted function is not given NumPy's arrays, which are in no device's memory */
	if (!x->placed && !x->committed && !x->type.memory_kind)
		return op_unknown(op, "whether an argument is in the memory of in_shardings");
	struct buf type = op_buf(op);
	type_jax_text(&type, op->rules, &x->type, true);
	return refuse(
	    op, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("Memory kinds passed to jax.jit does not match memory kind on the "
	         "respective arg. Got {} memory kind: {}, arg memory kind: {} for arg "
	         "{}: {}",
	         op_has(op, JAX_JIT_NAMED_JIT) ? "jit" : "pjit", wanted, kind,
	         op_has(op, JAX_MEMORY_ERROR_SAYS_TYPE) ? "type" : "shape", &type),
	    WORDS("the argument is in the memory '{}', and in_shardings says '{}'", kind, wanted),
	    HELP("move it with jax.device_put first"));
}

static const struct array *place_named(struct trace *trace, const struct side *side,
                                       struct str path, const struct value *sharding,
                                       const struct array *x, struct span at)
{
	assert(sharding->kind == VALUE_SHARDING);
	struct op *op = &trace->op;
	struct named_placement placement = placement_of(trace, sharding);
	placement.key_path = &path;
	if (!placement_meet(op, &placement, &x->type, side->moment))
		return NULL;
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	*request = spec_request(trace, placement.mesh, placement.spec);
	const struct array *result = x;
	const char *memory_kind = sharding_memory(&placement, sharding);
	if (side->moment == MOMENT_IN_SHARDINGS && !check_memory(op, x, memory_kind))
		return NULL;
	if (!op->eager && side->moment == MOMENT_OUT_SHARDINGS && sharding->sharding->memory_kind) {
		op_unknown(op, "out_shardings in the memory of the host, inside of jit");
		return NULL;
	}
	if (op->eager && side->moment == MOMENT_IN_SHARDINGS && !x->type.mesh &&
	    placement.mesh->explicit_axes && !op_has(op, JAX_IN_SHARDINGS_UNTYPED))
		return op_unknown(
		    op, "what becomes of an array that in_shardings places on explicit axes");
	if (!op->eager && op->recording && !placement.mesh->explicit_axes)
		result = lax_jit_constraint(op, x, request);
	if (op->eager && side->moment == MOMENT_OUT_SHARDINGS) {
		if (x->level &&
		    (placement.mesh->explicit_axes || op->mappings[x->level - 1].nspmd_names))
			return op_unknown(op, "out_shardings under vmap, outside of jit");
		trace->spread |= x->level > 0; /* how all examples lie is not known */
		if (x->level)
			return x;
		*request = request_padded(op->arena, request, x->type.rank);
		result = lax_device_put(op, x, PLACED_BY_JIT, request, memory_kind);
	}
	return placing_note_as(trace, side->option, at, x, result, request);
}

/* One array with the sharding that is for it. */
static const struct array *place(struct trace *trace, const struct side *side, struct str path,
                                 const struct value *sharding, const struct array *x,
                                 struct span at)
{
	struct op *op = &trace->op;
	sharding = format_sharding_of(trace, sharding, &x->type, side->layouts_of, path);
	if (sharding)
		sharding = sharding_in_context(trace, sharding);
	if (!sharding)
		return NULL;
	if (sharding->kind == VALUE_SHARDING)
		return place_named(trace, side, path, sharding, x, at);
	if (sharding->kind == VALUE_POSITIONAL &&
	    !placement_meet_positional(op, &sharding->positional, &path, &x->type, side->moment))
		return NULL;
	bool plain = sharding->kind == VALUE_NONE || is_unspecified(sharding);
	if (op->eager && !plain)
		return op_unknown(op, "%s of this kind outside of jit", side->option);
	return x;
}

/* Where each leaf of the tree stands, as errors put it: x['w'], result[0]. */
static struct str *key_paths(struct trace *trace, const struct pytree *tree,
                             const struct str *names)
{
	struct op *op = &trace->op;
	bool named = op_has(op, JAX_OUTPUT_KEY_PATH);
	if (!names && (named || op_has(op, JAX_RESULT_KEYS)))
		return pytree_paths(op, tree, named ? STR("result") : STR(""));
	struct str *paths = arena_new(op->arena, struct str, tree->count), *end = paths;
	const struct value_list *children = names ? &tree->tree->list : NULL;
	for (uint32_t i = 0; children && i < children->count; i++) {
		struct pytree child;
		if (!pytree_flatten(trace, children->items[i], &child))
			return NULL;
		struct str *own = pytree_paths(op, &child, names[i]);
		for (uint32_t j = 0; j < child.count; j++)
			*end++ = own[j];
	}
	return paths;
}

/* in_shardings as a list is meant as the tuple of the arguments. */
static const struct value *as_tuple(struct trace *trace, const struct value *shardings)
{
	if (shardings->kind != VALUE_LIST)
		return shardings;
	return value_sequence(trace->op.arena, VALUE_TUPLE, shardings->list.items,
	                      shardings->list.count);
}

/* Fails once more for the leaf, with where it stands, which only errors say. Always NULL. */
static const struct value *fail_at(struct trace *trace, const struct side *side,
                                   const struct placing *placing, uint32_t leaf,
                                   const struct str *names, struct span at)
{
	if (!trace->op.error.raised)
		return NULL;
	const struct op_error error = trace->op.error;
	trace->op.error = (struct op_error){0};
	struct str *paths = key_paths(trace, &placing->arrays, names);
	if (paths)
		(void)place(trace, side, paths[leaf], placing->shardings[leaf],
		            placing->arrays.leaves[leaf]->array, at);
	if (!trace->op.error.raised)
		trace->op.error = error;
	return NULL;
}

const struct value *jit_shardings_apply(struct trace *trace, enum jit_side side,
                                        const struct value *shardings, const struct value *tree,
                                        const struct str *names, struct span at)
{
	struct placing placing;
	if (!jit_shardings_given(shardings))
		return tree;
	if (side == JIT_ARGUMENTS)
		shardings = as_tuple(trace, shardings);
	struct leaf_errors errors = {.count = 0};
	enum placing_form form = side == JIT_ARGUMENTS ? PLACING_ARGUMENTS : PLACING_RESULTS;
	if (!placing_read(trace, tree, shardings, sides[side].what, form, &placing))
		return NULL;
	for (uint32_t i = 0; i < placing.arrays.count; i++) {
		const struct value *leaf = placing.arrays.leaves[i];
		if (leaf->kind != VALUE_ARRAY)
			continue;
		charge_items(trace, LEAF_ITEMS);
		if (!work_left(trace))
			return op_unknown(&trace->op, "%s", "");
		const struct array *array =
		    place(trace, &sides[side], STR(""), placing.shardings[i], leaf->array, at);
		if (!array) {
			(void)fail_at(trace, &sides[side], &placing, i, names, at);
			if (!recovery_keep(trace, placing.shardings[i], &errors))
				return NULL;
			continue;
		}
		placing.arrays.leaves[i] = value_array(trace->op.arena, array);
	}
	if (!recovery_raise(trace, &errors))
		return NULL;
	return pytree_unflatten(trace, &placing.arrays, placing.arrays.leaves);
}

const struct device_group *const *jit_result_devices(struct trace *trace,
                                                     const struct value *shardings, uint32_t *count)
{
	struct pytree tree;
	*count = 0;
	if (!jit_shardings_given(shardings) || !pytree_flatten(trace, shardings, &tree))
		return NULL;
	const struct device_group **groups =
	    arena_new(trace->op.arena, const struct device_group *, tree.count);
	for (uint32_t i = 0; i < tree.count; i++) {
		const struct value *leaf = format_sharding(tree.leaves[i]);
		bool placed = leaf->kind == VALUE_SHARDING && !placement_of(trace, leaf).abstract;
		groups[i] =
		    placed ? mesh_devices(trace, placement_of(trace, leaf).mesh->mesh) : NULL;
	}
	*count = tree.count;
	return groups;
}

static bool refuse_lying(struct op *op, const struct value *sharding)
{
	const char *name = op_has(op, JAX_JIT_NAMED_JIT) ? "jit" : "pjit";
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("Sharding passed to {} does not match the sharding on the respective "
	                   "arg. Got {} sharding: {},",
	                   name, name, value_repr(sharding)),
	              WORDS("the argument exists, and is not sharded as in_shardings says"),
	              HELP("move it with jax.device_put first, or leave in_shardings out"));
}

/* Whether the array is one of the mesh in context that only the compiler has placed. */
static bool is_unplaced(const struct op *op, const struct array *x)
{
	return op->mesh && abstract_mesh_all(op->mesh, AXIS_AUTO) && !x->placed && !x->host &&
	       x->type.mesh && x->type.mesh->mesh == op->mesh->mesh;
}

/* One argument that exists; those that nobody has placed go where they are wanted. */
static bool match(struct trace *trace, const struct value *sharding, const struct array *x,
                  bool all_whole)
{
	struct op *op = &trace->op;
	if (sharding->kind == VALUE_NONE || (!x->placed && !x->type.mesh && !trace->placed_unseen))
		return true;
	if (x->level)
		return op_unknown(op, "in_shardings under vmap, outside of jit");
	if (format_reorders(sharding))
		return op_unknown(op, "whether an argument has the layout that in_shardings says");
	sharding = format_sharding(sharding);
	if (sharding->kind == VALUE_NONE)
		return true;
	sharding = sharding_in_context(trace, sharding);
	if (!sharding || sharding->kind != VALUE_SHARDING)
		return op_unknown(op, "whether an argument is laid out as in_shardings says");
	struct named_placement placement = placement_of(trace, sharding);
	struct sharding_request wanted = spec_request(trace, placement.mesh, placement.spec);
	struct array held = *x;
	struct sharding_request whole = type_request(&x->type);
	if (all_whole && is_unplaced(op, x))
		held.placed = &whole;
	enum lies lies = array_lies(&held, &wanted);
	if (lies == LIES_UNKNOWN)
		return op_unknown(op, "whether an argument is laid out as in_shardings says");
	return lies == LIES_SO || refuse_lying(op, sharding);
}

bool jit_shardings_match(struct trace *trace, const struct value *shardings,
                         const struct value *tree, bool all_whole)
{
	struct placing placing;
	if (!trace->op.eager || !jit_shardings_given(shardings))
		return true;
	if (!placing_read(trace, tree, as_tuple(trace, shardings), "", PLACING_ARGUMENTS, &placing))
		return false;
	for (uint32_t i = 0; i < placing.arrays.count; i++) {
		const struct value *leaf = placing.arrays.leaves[i];
		if (leaf->kind == VALUE_ARRAY &&
		    !match(trace, placing.shardings[i], leaf->array, all_whole))
			return false;
	}
	trace->spread = true;
	return true;
}
