/* SPDX-License-Identifier: Apache-2.0 */
/* jax.lax.with_sharding_constraint, and equinox.filter_shard, which is made of it. JAX: pjit.py
 * with_sharding_constraint. */
#include "library/library.h"
#include "library/placement/placement.h"
#include "trace/module/committed.h"
#include "trace/module/recovery.h"
#include "trace/state/event.h"
#include "op/core/unreduced.h"
#include "op/core/sharding_request.h"
#include "op/core/abstract_mesh.h"

/* prepare_axis_resources: every leaf is a sharding, a spec or None. */
static bool check_leaf(struct trace *trace, const struct value *leaf)
{
	struct op *op = &trace->op;
	leaf = format_sharding(leaf);
	if (leaf->kind == VALUE_NONE || leaf->kind == VALUE_SHARDING ||
	    leaf->kind == VALUE_POSITIONAL || value_is_single_device(leaf))
		return true;
	if (leaf->kind == VALUE_SPEC)
		return placement_unique(op, leaf->spec, "shardings");
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("shardings leaf specifications are expected to be PartitionSpec "
	                   "instances or None, but got {}",
	                   wrong_value(leaf)),
	              WORDS("a constraint takes a PartitionSpec or a sharding"),
	              HELP("write P(…) around its entries"));
}

/* The mesh that a PartitionSpec is on: that of set_mesh, else that of `with mesh:`. */
static const struct value *context_mesh(struct trace *trace)
{
	const struct op *op = &trace->op;
	bool legacy = !op->mesh || !op_has(op, JAX_AXIS_TYPES);
	const struct abstract_mesh *mesh = op->mesh ? op->mesh : trace->thread_mesh;
	return mesh ? mesh_value(trace, mesh, !legacy) : NULL;
}

static bool refuse_none(struct trace *trace)
{
	struct op *op = &trace->op;
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("One of with_sharding_constraint arguments got sharding None which is "
	                   "not allowed. Please only pass `jax.sharding.Sharding` instances."),
	              WORDS("a constraint without a sharding says nothing"));
}

static void *refuse_no_mesh(struct trace *trace)
{
	struct op *op = &trace->op;
	return refuse(
	    op, RULE_CONTEXT_MESH, "RuntimeError",
	    TEXT(op_has(op, JAX_CONSTRAINT_NAMES_SET_MESH)
	             ? "with_sharding_constraint requires a non-empty mesh in context if you are "
	               "passing `PartitionSpec`s to shardings. You can define a context mesh via "
	               "`jax.set_mesh(mesh)`. Alternatively, provide `Sharding`s to shardings and "
	               "then the mesh context manager is not required."
	             : "with_sharding_constraint requires a non-empty mesh if you are passing "
	               "`PartitionSpec`s or `None` to shardings! Is a mesh defined at the call "
	               "site? Alternatively, provide `Sharding`s to shardings and then the mesh "
	               "context manager is not required."),
	    WORDS("a PartitionSpec alone needs a mesh in context"),
	    HELP("pass NamedSharding(mesh, P(…)), or set the mesh around the call"));
}

/* The sharding that a leaf stands for: a sharding, None where that is left as it is, or NULL after
 * an error. JAX: pjit.py _create_sharding_for_array. */
static const struct value *leaf_sharding(struct trace *trace, const struct value *leaf)
{
	static const struct partition_spec replicated = {.in_code = true};
	const struct value *mesh = context_mesh(trace);
	if (leaf->kind != VALUE_NONE && leaf->kind != VALUE_SPEC)
		return leaf;
	if (mesh)
		return named_sharding_of(trace, mesh,
		                         leaf->kind == VALUE_SPEC ? leaf->spec : &replicated);
	if (leaf->kind == VALUE_NONE)
		return leaf;
	return refuse_no_mesh(trace);
}

/* The spec of the array's type, with names. */
static struct partition_spec held_spec(struct trace *trace, const struct array *x)
{
	struct sharding_request request = type_request(&x->type);
	return request_partition_spec(trace->op.arena, &request);
}

static struct named_placement
constraint_placement(struct trace *trace, const struct value *sharding, enum constraint_part part)
{
	struct named_placement placement = placement_of(trace, sharding);
	placement.part = part;
	return placement;
}

/* Whether the constraint asserts what already holds, rather than to change anything. */
static bool asserts(const struct op *op)
{
	return op_has(op, JAX_CONSTRAINT_ASSERTS) && abstract_mesh_all(op->mesh, AXIS_EXPLICIT);
}

/* Outside of jit the array is moved at once, by a jitted function that returns it. JAX: pjit.py
 * _sharding_constraint_impl. */
static const struct array *move_array(struct trace *trace, const struct named_placement *constraint,
                                      const struct array *x, struct sharding_request *request)
{
	struct op *op = &trace->op;
	const struct str result = STR("result");
	struct named_placement placement = *constraint;
	placement.abstract = false;
	placement.key_path = op_has(op, JAX_RESULT_KEYS) ? NULL : &result;
	placement.part = CONSTRAINT_WHOLE;
	bool open = jax_first_unconstrained(placement.spec) != NULL;
	if (open && placement.mesh->explicit_axes)
		return op_unknown(op, "how the compiler shards what a constraint leaves open");
	if (open && op_has(op, JAX_UNCONSTRAINED_OUT_REFUSED))
		return lax_sharding_constraint(op, x, PLACED_WITH_NAMED, request);
	if (!placement_meet(op, &placement, &x->type, MOMENT_OUT_SHARDINGS))
		return NULL;
	if (x->level && !placement.mesh->explicit_axes)
		return lax_sharding_constraint(op, x, PLACED_WITH_NAMED, request);
	if (x->level)
		return op_unknown(op, "a constraint to explicit axes under vmap, outside of jit");
	struct sharding_request padded = request_padded(op->arena, request, x->type.rank);
	return lax_device_put(op, x, PLACED_BY_JIT, &padded, NULL);
}

/* Whether a sharding on the mesh around shard_map names only axes that are Auto inside of it. */
static bool keeps_to_auto(const struct op *op, struct trace *trace,
                          const struct named_placement *placement)
{
	struct sharding_request request = spec_request(trace, placement->mesh, placement->spec);
	return abstract_mesh_same_shape(placement->mesh, op->mesh) &&
	       !(spec_axes(request.spec, request.count) & ~abstract_mesh_axes(op->mesh, AXIS_AUTO));
}

/* The sharding of what comes out of a compiled function, of one that was asked for in it: no axes
 * of one device, and nothing behind the last sharded dimension; what is not cut evenly is whole. */
static const struct sharding_request *compiled_request(struct op *op, const struct array *x,
                                                       const struct sharding_request *asked)
{
	if (asked->count > x->type.rank || !abstract_mesh_all(asked->mesh, AXIS_AUTO))
		return asked;
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	struct dim_axes *spec = spec_none(op->arena, x->type.rank);
	*request = *asked;
	request->count = 0;
	for (uint32_t dim = 0; dim < asked->count; dim++) {
		struct dim_axes axes = asked->spec[dim];
		uint8_t *cut = arena_new(op->arena, uint8_t, axes.count);
		uint32_t count = 0;
		for (uint32_t i = 0; i < axes.count; i++)
			if (asked->mesh->mesh->axes[axes.axes[i]].size > 1)
				cut[count++] = axes.axes[i];
		spec[dim] = (struct dim_axes){cut, count};
		request->count = count ? dim + 1 : request->count;
		if (x->type.shape[dim] % dim_axes_ways(asked->mesh, axes)) {
			request->count = 0;
			break;
		}
	}
	request->spec = spec;
	return request;
}

/* What the outermost function that is traced was called with, for an argument; any other array as
 * it is. */
static const struct array *called_with(const struct array *x)
{
	return x->argument ? x->argument : x;
}

static const struct array *constrain_named(struct trace *trace,
                                           const struct call_arguments *arguments,
                                           const struct array *x, const struct value *sharding)
{
	struct op *op = &trace->op;
	bool all_explicit = abstract_mesh_all(op->mesh, AXIS_EXPLICIT);
	struct partition_spec held = held_spec(trace, x);
	struct named_placement placement = constraint_placement(trace, sharding, CONSTRAINT_AXES);
	placement.held = &held;
	placement.explicit_context = &all_explicit;
	if (asserts(op) && !spec_readable(op, &x->type, "*pspec"))
		return NULL;
	if (!placement_meet(op, &placement, &x->type, MOMENT_CONSTRAINT))
		return NULL;
	if (abstract_mesh_axes(op->mesh, AXIS_MANUAL) &&
	    !abstract_mesh_equal(placement.mesh, op->mesh) &&
	    (x->type.varying || !keeps_to_auto(op, trace, &placement)))
		return op_unknown(op, "a constraint to a sharding on the mesh around shard_map");
	const struct device_group *named =
	    placement.abstract ? NULL : mesh_devices(trace, placement.mesh->mesh);
	const struct device_group *devices = op->eager ? named : NULL;
	/* What a derivative does not need is left out of it, arguments too. */
	if (!op->eager && !op->watch)
		note_devices(trace, named, "sharding_constraint");
	if (asserts(op))
		return placing_note(trace, arguments, x, x, x->placed);
	if (!check_constrained(trace, x, devices))
		return NULL;
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	*request = spec_request(trace, placement.mesh, placement.spec);
	const struct array *result =
	    op->eager ? move_array(trace, &placement, x, request)
		      : lax_sharding_constraint(op, x, PLACED_WITH_NAMED, request);
	result = placing_note(trace, arguments, x, result,
	                      op->eager ? request : compiled_request(op, x, request));
	const struct array *before = called_with(x);
	if (result && !x->level && before->placed &&
	    before->placed->mesh->mesh == request->mesh->mesh &&
	    request_equal(before->placed, request))
		trace_note_repeat(trace);
	return array_committed(trace, result, devices);
}

/* Some releases refuse every constraint under Explicit axes. */
static bool context_allows(struct trace *trace)
{
	struct op *op = &trace->op;
	if (!op_has(op, JAX_CONSTRAINT_REFUSES_EXPLICIT) ||
	    !abstract_mesh_all(op->mesh, AXIS_EXPLICIT))
		return true;
	return refuse(op, RULE_CONSTRAINT_AXIS_TYPE, "ValueError",
	              TEXT("with_sharding_constraint cannot be used when all axes of the mesh are "
	                   "of type `Explicit`. Please use the `reshard` API."),
	              WORDS("with_sharding_constraint can only use auto axes of the mesh, and all "
	                    "of its axes are explicit"),
	              HELP("use {reshard}, or make the axes auto"));
}

static bool sizes_equal(const int64_t *a, const int64_t *b, uint32_t count)
{
	return !count || !memcmp(a, b, count * sizeof *a);
}

/* Whether both are made in the same way, which may be false of two that are laid out alike. */
static bool positional_equal(const struct positional *a, const struct positional *b)
{
	if (a->nsizes != b->nsizes || a->ncalls != b->ncalls ||
	    !sizes_equal(a->sizes, b->sizes, a->nsizes))
		return false;
	for (uint32_t i = 0; i < a->ncalls; i++) {
		const struct positional_call *x = &a->calls[i], *y = &b->calls[i];
		if (x->reshape != y->reshape || x->has_axis != y->has_axis ||
		    x->keepdims != y->keepdims || x->axis != y->axis || x->nsizes != y->nsizes ||
		    !sizes_equal(x->sizes, y->sizes, x->nsizes))
			return false;
	}
	return true;
}

/* The result as one that was placed with a PositionalSharding. */
static const struct array *placed_positionally(struct trace *trace, const struct array *x,
                                               const struct array *result,
                                               const struct positional *sharding)
{
	struct array *placed = arena_new(trace->op.arena, struct array, 1);
	*placed = *result;
	placed->positional = sharding;
	x = called_with(x);
	if (!x->level && x->positional && positional_equal(x->positional, sharding))
		trace_note_repeat(trace);
	return placed;
}

static const struct array *constrain_array(struct trace *trace,
                                           const struct call_arguments *arguments,
                                           const struct array *x, const struct value *sharding)
{
	struct op *op = &trace->op;
	sharding = format_sharding(sharding);
	if (sharding->kind == VALUE_SHARDING && sharding->sharding->refused)
		return x;
	if (sharding->kind == VALUE_SHARDING && sharding->sharding->memory_kind)
		return op_unknown(op, "an array in the memory of the host");
	if (sharding->kind == VALUE_SHARDING)
		return constrain_named(trace, arguments, x, sharding);
	if (!context_allows(trace))
		return NULL;
	if (sharding->kind == VALUE_POSITIONAL && op->eager &&
	    !placement_meet_positional(op, &sharding->positional, NULL, &x->type,
	                               MOMENT_OUT_SHARDINGS))
		return NULL;
	if (op->eager && sharding->kind == VALUE_NONE)
		return refuse(
		    op, RULE_PROGRAM_ERROR, "AttributeError",
		    TEXT("'UnspecifiedValue' object has no attribute '_to_xla_hlo_sharding'"),
		    WORDS("a constraint without a sharding says nothing"));
	if (op->eager && op->mesh && value_is_single_device(sharding))
		return op_unknown(op, "what becomes of an array on one device under a mesh");
	const struct array *result = lax_sharding_constraint(op, x, PLACED_WITH_OTHER, NULL);
	result = placing_note(trace, arguments, x, result, NULL);
	if (result && sharding->kind == VALUE_POSITIONAL)
		return placed_positionally(trace, x, result, &sharding->positional);
	return result;
}

/* Whether the array has the rank that its sharding needs. */
static bool check_rank(struct trace *trace, const struct array *x, const struct value *sharding)
{
	struct op *op = &trace->op;
	sharding = format_sharding_of(trace, sharding, &x->type,
	                              "with_sharding_constraint arguments", STR(""));
	if (!sharding)
		return false;
	if (sharding->kind == VALUE_POSITIONAL)
		return placement_meet_positional(op, &sharding->positional, NULL, &x->type,
		                                 MOMENT_CONSTRAINT);
	if (sharding->kind != VALUE_SHARDING)
		return true;
	struct named_placement placement = constraint_placement(trace, sharding, CONSTRAINT_RANK);
	bool all_explicit = abstract_mesh_all(trace->op.mesh, AXIS_EXPLICIT);
	bool of_spec = trace->spec->nmeshes && trace->op.mesh == trace->meshes[0];
	if (!of_spec) /* shard_map has made the axes manual, if any is */
		placement.explicit_context = &all_explicit;
	return placement_meet(op, &placement, &x->type, MOMENT_CONSTRAINT);
}

/* Makes shardings of all leaves. */
static bool make_shardings(struct trace *trace, struct placing *placing)
{
	for (uint32_t i = 0; i < placing->arrays.count; i++) {
		placing->shardings[i] = leaf_sharding(trace, placing->shardings[i]);
		if (!placing->shardings[i])
			return false;
	}
	for (uint32_t i = 0; i < placing->arrays.count; i++)
		if (placing->shardings[i]->kind == VALUE_NONE &&
		    op_has(&trace->op, JAX_CONSTRAINT_REFUSES_NONE))
			return refuse_none(trace);
	return true;
}

/* Older releases use the shape of what they are given before they make an array of it. */
static bool check_shapes(struct trace *trace, const struct placing *placing)
{
	for (uint32_t i = 0;
	     i < placing->arrays.count && op_has(&trace->op, JAX_CONSTRAINT_USES_SHAPE); i++) {
		const struct value *leaf = placing->arrays.leaves[i];
		if (leaf->kind == VALUE_ARRAY || leaf->kind == VALUE_UNKNOWN)
			continue;
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "AttributeError",
		              TEXT("'{}' object has no attribute 'shape'", value_class_name(leaf)),
		              WORDS("a {} cannot be constrained: it is not an array",
		                    value_class_name(leaf)));
	}
	return true;
}

/* Whether an array that exists is on devices that an AbstractMesh can stand for: outside of jit it
 * says how, not where. JAX: pjit.py _sharding_constraint_impl. */
static bool check_abstract(struct trace *trace, const struct value *given, const struct array *x,
                           const struct value *sharding)
{
	struct op *op = &trace->op;
	const struct abstract_mesh *mesh = x->placed ? x->placed->mesh : x->type.mesh;
	if (!op->eager || sharding->kind != VALUE_SHARDING ||
	    !sharding->sharding->mesh->mesh.is_abstract || asserts(op))
		return true;
	if (op->mesh && given->kind == VALUE_ARRAY && given->array->host)
		return true; /* it goes to the devices of the mesh in context */
	const struct abstract_mesh *wanted = sharding->sharding->mesh->mesh.mesh;
	if (given->kind == VALUE_ARRAY && given->array->host)
		return refuse(op, RULE_CONTEXT_MESH, "ValueError",
		              TEXT("Target sharding contains a `jax.sharding.AbstractMesh` which "
		                   "requires the input passed should be a `jax.Array`. Got <class "
		                   "'{}'> with shape {long}",
		                   op_has(op, JAX_TYPED_NUMPY) ? "jax._src.literals.TypedNdArray"
		                                               : "numpy.ndarray",
		                   &x->type),
		              WORDS("an AbstractMesh has no devices to put an array of NumPy on"),
		              HELP("use the sharding on the mesh itself"));
	bool single = !mesh && !op->placements && !trace->spread;
	if (single || (x->committed && x->committed->count == 1))
		return refuse(op, RULE_CONTEXT_MESH, "TypeError",
		              TEXT("The sharding on the input must be a `NamedSharding` since the "
		                   "target sharding has an `AbstractMesh` in it. Got sharding type "
		                   "<class '{}.SingleDeviceSharding'> for shape {long}",
		                   op_has(op, JAX_OUT_SHARDING_CHECKED) ? "jax.sharding"
		                                                        : "jaxlib.xla_extension",
		                   &x->type),
		              WORDS("{array|the array} is on one device, not on a mesh", &x->type),
		              HELP("use the sharding on the mesh itself"));
	if (!mesh || abstract_mesh_same_shape(mesh, wanted))
		return true;
	struct buf held = op_buf(op), asked = op_buf(op);
	abstract_mesh_shape_text(&held, mesh);
	abstract_mesh_shape_text(&asked, wanted);
	return refuse(op, RULE_CONTEXT_MESH, "ValueError",
	              TEXT("Mesh shape of the input {} does not match the mesh shape of the "
	                   "target sharding {} for shape {long}",
	                   &held, &asked, &x->type),
	              WORDS("the array is on a mesh of another shape"));
}

static bool check_ranks(struct trace *trace, const struct placing *placing,
                        const struct value *const *given)
{
	struct leaf_errors errors = {.count = 0};
	for (uint32_t i = 0; i < placing->arrays.count; i++)
		if (!check_rank(trace, placing->arrays.leaves[i]->array, placing->shardings[i]) &&
		    !recovery_keep(trace, placing->shardings[i], &errors))
			return false;
	if (!recovery_raise(trace, &errors))
		return false;
	for (uint32_t i = 0; i < placing->arrays.count; i++)
		if (!check_abstract(trace, given[i], placing->arrays.leaves[i]->array,
		                    placing->shardings[i]))
			return false;
	return true;
}

static bool check_leaves(struct trace *trace, const struct value *shardings)
{
	struct pytree tree;
	if (shardings->kind == VALUE_NONE)
		return true;
	if (!pytree_flatten(trace, shardings, &tree))
		return false;
	for (uint32_t i = 0; i < tree.count; i++)
		if (!check_leaf(trace, tree.leaves[i]))
			return false;
	return true;
}

/* Whether specs alone can be read where the context is Manual in part. JAX: sharding_impls.py
 * get_num_ways_dim_sharded. */
static bool check_context(struct trace *trace, const struct value *shardings)
{
	struct op *op = &trace->op;
	struct pytree tree;
	if (!op->mesh || !abstract_mesh_axes(op->mesh, AXIS_MANUAL) ||
	    abstract_mesh_all(op->mesh, AXIS_MANUAL) ||
	    !op_has(op, JAX_CONSTRAINT_READS_OP_SHARDING))
		return true;
	if (!pytree_flatten(trace, shardings, &tree))
		return false;
	for (uint32_t i = 0; i < tree.count; i++)
		if (tree.leaves[i]->kind == VALUE_SPEC)
			return refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError",
			              TEXT("Unhandled OpSharding type. Please open a bug report!"),
			              WORDS("this release cannot take a PartitionSpec here, where "
			                    "shard_map has "
			                    "made some of the axes Manual"),
			              HELP("use a NamedSharding"));
	return true;
}

static const struct value *constrain_tree(struct trace *trace,
                                          const struct call_arguments *arguments,
                                          const struct value *arrays, const struct value *shardings)
{
	struct placing placing;
	bool late = op_has(&trace->op, JAX_CONSTRAINT_USES_SHAPE);
	struct pytree given;
	if (!pytree_flatten(trace, arrays, &given) || !check_leaves(trace, shardings) ||
	    !placing_read(trace, arrays, shardings, "with_sharding_constraint shardings",
	                  PLACING_TREE, &placing) ||
	    (!late && !placing_make_arrays(trace, &placing)) || !make_shardings(trace, &placing) ||
	    !check_context(trace, shardings) || !check_shapes(trace, &placing) ||
	    (late && !placing_make_arrays(trace, &placing)) ||
	    !check_ranks(trace, &placing, given.leaves))
		return NULL;
	return placing_apply(trace, arguments, &placing, constrain_array);
}

static const struct value *constrain(struct trace *trace, const struct call_arguments *arguments)
{
	return constrain_tree(trace, arguments, argument(arguments, 0), argument(arguments, 1));
}

/* Leaves that are no arrays pass through; the others are constrained. */
static const struct value *filter_shard(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	struct pytree tree, results;
	const struct value *shardings = argument(arguments, 1);
	if (value_is_device(shardings))
		shardings = single_device_sharding(trace, shardings, &value_none);
	if (!pytree_flatten(trace, argument(arguments, 0), &tree))
		return NULL;
	const struct value **kept = arena_new(arena, const struct value *, tree.count);
	for (uint32_t i = 0; i < tree.count; i++)
		kept[i] = tree.leaves[i]->kind == VALUE_ARRAY ? tree.leaves[i] : &value_none;
	const struct value *placed =
	    constrain_tree(trace, arguments, pytree_unflatten(trace, &tree, kept), shardings);
	if (!placed || !pytree_flatten(trace, placed, &results))
		return NULL;
	for (uint32_t i = 0, next = 0; i < tree.count; i++)
		kept[i] = kept[i]->kind == VALUE_ARRAY ? results.leaves[next++] : tree.leaves[i];
	return pytree_unflatten(trace, &tree, kept);
}

const struct function_row library_sharding_constraint[] = {
    MODULE("jax.lax"), FUNCTION("with_sharding_constraint", "x, shardings", constrain),
    MODULE("equinox"), FUNCTION("filter_shard", "x, device_or_shardings", filter_shard),
    TABLE_END,
};
