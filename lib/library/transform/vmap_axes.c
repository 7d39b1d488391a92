/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/vmap_axes.h"

#include <assert.h>

#include "trace/convert/convert_value.h"
#include "op/core/unreduced.h"

bool vmap_flatten_axes(struct trace *trace, const char *name, const struct value *axes,
                       const struct pytree *tree, const struct value ***leaves)
{
	if (pytree_broadcast_prefix(trace, axes, tree, leaves))
		return true;
	struct op *op = &trace->op;
	for (uint32_t i = 0; i < tree->count; i++)
		if (tree->leaves[i]->kind == VALUE_UNKNOWN)
			return op_unknown(op, "whether %s of vmap fits is not known", name);
	struct str got = op_has(op, JAX_PREFIX_MISMATCHES_LISTED)
	                     ? STR("; ")
	                     : phrase(op, ", got specification {} for value tree {}.",
	                              value_repr(axes), pytree_shown(tree));
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("vmap {} specification must be a tree prefix of the corresponding "
	                   "value{}",
	                   name, got),
	              WORDS("{} of vmap is not arranged as the value it is for", name));
}

static bool raise_count(struct trace *trace, uint32_t axes, uint32_t positional,
                        const struct value *keywords)
{
	assert(keywords->kind == VALUE_DICT);
	struct op *op = &trace->op;
	struct buf text = op_buf(op);
	buf_printf(&text,
	           "vmap in_axes must be an int, None, or a tuple of entries corresponding to the "
	           "positional arguments passed to the function, but got len(in_axes)=%u, "
	           "len(args)=%u",
	           axes, positional);
	if (op_has(op, JAX_VMAP_NOTES_KEYWORDS)) {
		buf_putc(&text, '.');
		for (uint32_t i = 0; i < keywords->dict.count; i++) {
			buf_puts(&text, i ? ", "
			                  : " Note that the function was called with keyword "
			                    "arguments [");
			value_text(&text, op->rules, keywords->dict.pairs[i].key);
		}
		if (keywords->dict.count)
			buf_puts(&text,
			         "], which the entries of a tuple in_axes never correspond to: "
			         "keyword arguments are always mapped along their leading axis "
			         "(axis 0). If that is the intended mapping, make in_axes "
			         "correspond to the positional arguments only; otherwise pass the "
			         "arguments positionally, or bind unmapped keyword arguments with "
			         "functools.partial before applying vmap.");
	}
	return refuse(
	    op, RULE_PROGRAM_ERROR, "ValueError", TEXT("{}", &text),
	    WORDS("in_axes has {} entries, but the function is called with {} positional arguments",
	          axes, positional),
	    HELP("give in_axes one entry for each positional argument"));
}

/* The tree of the positional arguments alone, of a tree that has the keywords behind them. */
static bool positional_tree(struct trace *trace, const struct pytree *tree,
                            struct pytree *positional)
{
	return pytree_flatten(trace, tree->tree->list.items[0], positional);
}

/* in_axes for each leaf; keyword arguments are mapped along their first dimension. */
static bool read_in_axes(struct trace *trace, const struct value *in_axes,
                         const struct pytree *tree, const struct value ***leaves)
{
	struct arena *arena = trace->op.arena;
	const struct value **pair = arena_new(arena, const struct value *, 2);
	struct pytree positional;
	pair[0] = in_axes;
	if (in_axes->kind == VALUE_LIST)
		pair[0] =
		    value_sequence(arena, VALUE_TUPLE, in_axes->list.items, in_axes->list.count);
	pair[1] = value_int(arena, 0);
	const struct value *both = value_sequence(arena, VALUE_TUPLE, pair, 2);
	return pytree_broadcast_prefix(trace, both, tree, leaves) ||
	       (positional_tree(trace, tree, &positional) &&
	        vmap_flatten_axes(trace, "in_axes", pair[0], &positional, leaves));
}

bool vmap_read_arguments(struct trace *trace, const struct transformed *vmap,
                         const struct call_arguments *call, struct vmap_arguments *arguments)
{
	assert(call->count == 2);
	const struct value *in_axes = vmap->options[VMAP_IN_AXES];
	const struct value *positional = call->values[0], *keywords = call->values[1];
	const struct value **axes;
	if ((in_axes->kind == VALUE_TUPLE || in_axes->kind == VALUE_LIST) &&
	    in_axes->list.count != positional->list.count)
		return raise_count(trace, in_axes->list.count, positional->list.count, keywords);
	if (!transform_flatten(trace, call, &arguments->tree) ||
	    !read_in_axes(trace, in_axes, &arguments->tree, &axes))
		return false;
	uint32_t count = arguments->tree.count;
	arguments->leaves = arena_new(trace->op.arena, struct vmap_leaf, count);
	for (uint32_t i = 0; i < count; i++) {
		struct vmap_leaf *leaf = &arguments->leaves[i];
		const struct value *value = arguments->tree.leaves[i];
		leaf->mapped = axes[i]->kind != VALUE_NONE;
		leaf->axis = leaf->mapped ? axes[i]->integer : 0;
		if (leaf->mapped || value->kind == VALUE_ARRAY) {
			leaf->array = pytree_array(trace, value);
			if (!leaf->array)
				return false;
		}
	}
	return true;
}

/* Counts the axis from the front, in range of the leaf's rank. */
static bool place_axis(struct trace *trace, struct vmap_leaf *leaf)
{
	struct op *op = &trace->op;
	int64_t rank = leaf->array->type.rank, axis = leaf->axis;
	if (axis >= -rank && axis < rank) {
		leaf->dim = (uint32_t)(axis < 0 ? axis + rank : axis);
		return true;
	}
	return refuse(
	    op, RULE_VMAP_AXES, "ValueError",
	    TEXT("vmap was requested to map its argument along axis {}, which implies that its "
	         "rank should be at least {}, but is only {} (its shape is {shape})",
	         axis, axis < 0 ? -(unsigned long long)axis : (unsigned long long)axis + 1, rank,
	         &leaf->array->type),
	    WORDS("vmap is to map dimension {} of {array|an argument}, which has rank {}", axis,
	          &leaf->array->type, rank),
	    HELP("give in_axes=None for an argument that is not mapped"));
}

static bool raise_no_arguments(struct trace *trace, const struct pytree *tree)
{
	struct op *op = &trace->op;
	return refuse(
	    op, RULE_VMAP_AXES, "ValueError",
	    TEXT("vmap wrapped function must be passed at least one argument containing an "
	         "array{}, got empty *args={} and **kwargs={}",
	         op_has(op, JAX_VMAP_CHECKS_SIZE) ? " or axis_size must be specified" : "",
	         value_repr(tree->tree->list.items[0]), value_repr(tree->tree->list.items[1])),
	    WORDS("vmap has no array to map: the function is called without any"));
}

static bool raise_nothing_mapped(struct trace *trace)
{
	struct op *op = &trace->op;
	return refuse(
	    op, RULE_VMAP_AXES, "ValueError",
	    TEXT("vmap must have at least one non-None value in in_axes{}",
	         op_has(op, JAX_VMAP_CHECKS_SIZE) ? " or axis_size must be specified" : ""),
	    WORDS("vmap has no argument to map"),
	    HELP("map an argument, as in in_axes=0, or say axis_size="));
}

static bool raise_sizes(struct trace *trace, int64_t one, const struct vmap_leaf *leaf)
{
	const struct array_type *type = &leaf->array->type;
	struct op *op = &trace->op;
	return refuse(
	    op, RULE_VMAP_AXES, "ValueError",
	    TEXT("vmap got inconsistent sizes for array axes to be mapped:"),
	    WORDS("vmap maps {} examples, but dimension {} of {array|an argument} has size {}", one,
	          leaf->dim, type, type->shape[leaf->dim]),
	    HELP("map dimensions of equal size, or give in_axes=None for what is shared"));
}

/* The size of what is mapped. */
static bool find_size(struct trace *trace, const struct transformed *vmap,
                      const struct vmap_arguments *arguments, int64_t *size)
{
	bool given = vmap->options[VMAP_AXIS_SIZE]->kind != VALUE_NONE;
	bool compared = !given || op_has(&trace->op, JAX_VMAP_CHECKS_SIZE), found = given;
	if (given && !value_to_int(trace, vmap->options[VMAP_AXIS_SIZE], size))
		return false;
	if (!arguments->tree.count && !given)
		return raise_no_arguments(trace, &arguments->tree);
	for (uint32_t i = 0; i < arguments->tree.count; i++) {
		struct vmap_leaf *leaf = &arguments->leaves[i];
		if (leaf->mapped && !place_axis(trace, leaf))
			return false;
	}
	for (uint32_t i = 0; i < arguments->tree.count; i++) {
		const struct vmap_leaf *leaf = &arguments->leaves[i];
		if (!leaf->mapped || !compared)
			continue;
		int64_t next = leaf->array->type.shape[leaf->dim];
		if (found && next != *size)
			return raise_sizes(trace, *size, leaf);
		*size = next;
		found = true;
	}
	return found || raise_nothing_mapped(trace);
}

/* The axes of an entry: x, or as a tuple ('x', 'y'). */
static void entry_text(struct buf *out, const struct abstract_mesh *mesh, struct dim_axes axes)
{
	if (axes.count == 1)
		buf_add(out, mesh->mesh->axes[axes.axes[0]].name);
	else
		dim_axes_text(out, mesh, axes);
}

/* The axes as a tuple: ('x',). */
static void axes_tuple_text(struct buf *out, const struct abstract_mesh *mesh, struct dim_axes axes)
{
	struct dim_axes one = {axes.axes, 1};
	if (axes.count > 1) {
		dim_axes_text(out, mesh, axes);
		return;
	}
	spec_tuple_text(out, mesh, &one, 1);
}

static bool shares_axis(struct dim_axes a, struct dim_axes b)
{
	for (uint32_t i = 0; i < a.count; i++)
		for (uint32_t j = 0; j < b.count; j++)
			if (a.axes[i] == b.axes[j])
				return true;
	return false;
}

/* The move of one argument that makes its mapped dimension lie as that of the other. */
static bool help_alike(struct op *op, const struct vmap_leaf *one, const struct vmap_leaf *other)
{
	const struct vmap_leaf *moved = one->array->type.spec[one->dim].count ? other : one;
	const struct vmap_leaf *stays = moved == one ? other : one;
	struct dim_axes wanted = stays->array->type.spec[stays->dim];
	struct array_type type = moved->array->type;
	struct dim_axes *spec = spec_copy(op->arena, type.spec, type.rank);
	for (uint32_t i = 0; i < type.rank; i++)
		if (shares_axis(spec[i], wanted))
			spec[i] = (struct dim_axes){NULL, 0};
	spec[moved->dim] = wanted;
	return explain(op, HELP("move one of them first: {reshard}({written}, {P()})",
	                        &moved->array->type,
	                        entries_of(stays->array->type.mesh, spec, type.rank)));
}

static bool raise_specs(struct trace *trace, const struct mapping *mapping,
                        const struct vmap_leaf *before, const struct vmap_leaf *leaf)
{
	struct op *op = &trace->op;
	struct buf one = op_buf(op), other = op_buf(op);
	entry_text(&one, mapping->mesh, mapping->axes);
	entry_text(&other, leaf->array->type.mesh, leaf->array->type.spec[leaf->dim]);
	refuse(op, RULE_VMAP_AXES, "ValueError",
	       TEXT("Mapped away dimension of inputs passed to vmap should be sharded the same. "
	            "Got inconsistent axis specs: {} vs {}",
	            &one, &other),
	       WORDS("vmap maps dimensions together that are sharded differently: {dimension|one "
	             "argument}, {dimension|another}",
	             dimension_of(&before->array->type, before->dim),
	             dimension_of(&leaf->array->type, leaf->dim)));
	return help_alike(op, before, leaf);
}

/* The axes that all mapped dimensions are sharded over. */
static bool find_axes(struct trace *trace, const struct vmap_arguments *arguments,
                      struct mapping *mapping)
{
	bool counts_none = op_has(&trace->op, JAX_VMAP_COUNTS_NONE);
	const struct vmap_leaf *before = NULL;
	for (uint32_t i = 0; i < arguments->tree.count; i++) {
		const struct vmap_leaf *leaf = &arguments->leaves[i];
		if (!leaf->mapped)
			continue;
		if (!spec_readable(&trace->op, &leaf->array->type, "pspec[...]"))
			return false;
		struct dim_axes axes = leaf->array->type.spec[leaf->dim];
		if (before && (counts_none || mapping->axes.count) &&
		    !dim_axes_equal(mapping->axes, axes))
			return raise_specs(trace, mapping, before, leaf);
		mapping->axes = axes;
		if (!mapping->mesh || axes.count)
			mapping->mesh = leaf->array->type.mesh;
		before = leaf;
	}
	return true;
}

static bool uses_axes(const struct array_type *type, struct dim_axes axes)
{
	for (uint32_t i = 0; i < type->rank; i++)
		if (shares_axis(type->spec[i], axes))
			return true;
	return false;
}

static bool raise_unmapped(struct trace *trace, const struct mapping *mapping,
                           const struct array_type *type)
{
	struct op *op = &trace->op;
	struct buf axes = op_buf(op);
	axes_tuple_text(&axes, mapping->mesh, mapping->axes);
	struct dim_axes *spec = spec_copy(op->arena, type->spec, type->rank);
	for (uint32_t i = 0; i < type->rank; i++)
		if (shares_axis(spec[i], mapping->axes))
			spec[i] = (struct dim_axes){NULL, 0};
	return refuse(
	    op, RULE_VMAP_AXES, "ValueError",
	    TEXT("Unmapped values passed to vmap cannot be sharded along the mesh axis you are "
	         "vmapping over. Got type: {}, in_axes: None and vmapped mesh axis: {}",
	         type, &axes),
	    WORDS("vmap maps over {axes}, over which {array|an argument}, which it does not map, "
	          "is sharded too",
	          entry_of(mapping->mesh, mapping->axes), type),
	    HELP("move it first: {reshard}({written}, {P()})", type,
	         entries_of(type->mesh, spec, type->rank)));
}

static bool check_unmapped(struct trace *trace, const struct vmap_arguments *arguments,
                           const struct mapping *mapping)
{
	if (!mapping->axes.count || !op_has(&trace->op, JAX_VMAP_CHECKS_UNMAPPED))
		return true;
	for (uint32_t i = 0; i < arguments->tree.count; i++) {
		const struct vmap_leaf *leaf = &arguments->leaves[i];
		if (leaf->mapped || !leaf->array)
			continue;
		if (!spec_readable(&trace->op, &leaf->array->type, "*pspec"))
			return false;
		if (uses_axes(&leaf->array->type, mapping->axes))
			return raise_unmapped(trace, mapping, &leaf->array->type);
	}
	return true;
}

static bool raise_spmd(struct trace *trace, const struct mapping *mapping,
                       const struct value *names)
{
	struct buf axes = op_buf(&trace->op);
	if (op_has(&trace->op, JAX_VMAP_AXES_TUPLE))
		axes_tuple_text(&axes, mapping->mesh, mapping->axes);
	else
		dim_axes_text(&axes, mapping->mesh, mapping->axes);
	return refuse(&trace->op, RULE_VMAP_AXES, "ValueError",
	              TEXT("Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis "
	                   "type is allowed. Got spmd_axis_name={} and arrays sharded on "
	                   "explicit_mesh_axis={}",
	                   value_repr(names), &axes),
	              WORDS("spmd_axis_name is given, although the mapped dimension is sharded "
	                    "over {axes} already",
	                    entry_of(mapping->mesh, mapping->axes)),
	              HELP("leave out spmd_axis_name"));
}

/* Whether the names are those of the axes, in their order. */
static bool names_are(const struct value_list *names, const struct mapping *mapping)
{
	if (names->count != mapping->axes.count)
		return false;
	for (uint32_t i = 0; i < names->count; i++) {
		const struct axis *axis = &mapping->mesh->mesh->axes[mapping->axes.axes[i]];
		if (names->items[i]->kind != VALUE_STRING ||
		    !str_equal(names->items[i]->string, axis->name))
			return false;
	}
	return true;
}

/* The axes that spmd_axis_name names, as far as the mesh in context has them. */
static struct dim_axes named_axes(struct trace *trace, const struct value_list *names)
{
	const struct abstract_mesh *mesh = trace->op.mesh;
	uint8_t *axes = arena_new(trace->op.arena, uint8_t, names->count);
	struct dim_axes result = {axes, 0};
	for (uint32_t i = 0; mesh && i < names->count; i++) {
		if (names->items[i]->kind != VALUE_STRING)
			continue;
		uint32_t axis = jax_axis_index(mesh->mesh, names->items[i]->string);
		if (axis < mesh->mesh->naxes)
			axes[result.count++] = (uint8_t)axis;
	}
	return result;
}

static void note_names(struct trace *trace, const struct value_list *names, struct mapping *mapping)
{
	struct str *texts = arena_new(trace->op.arena, struct str, names->count);
	for (uint32_t i = 0; i < names->count; i++)
		if (names->items[i]->kind == VALUE_STRING)
			texts[mapping->nspmd_names++] = names->items[i]->string;
	mapping->spmd_names = texts;
}

static bool read_spmd_axes(struct trace *trace, const struct value *names, struct mapping *mapping)
{
	if (names->kind == VALUE_NONE)
		return true;
	if (names->kind != VALUE_TUPLE) {
		const struct value **one = arena_new(trace->op.arena, const struct value *, 1);
		one[0] = names;
		names = value_sequence(trace->op.arena, VALUE_TUPLE, one, 1);
	}
	if (!mapping->axes.count) {
		mapping->spmd_axes = named_axes(trace, &names->list);
		note_names(trace, &names->list, mapping);
		return true;
	}
	return (op_has(&trace->op, JAX_VMAP_ALLOWS_SAME_SPMD) &&
	        names_are(&names->list, mapping)) ||
	       raise_spmd(trace, mapping, names);
}

bool vmap_find_mapping(struct trace *trace, const struct transformed *vmap,
                       const struct vmap_arguments *arguments, struct mapping *mapping)
{
	const struct value *name = vmap->options[VMAP_AXIS_NAME];
	*mapping = (struct mapping){.named = name->kind != VALUE_NONE};
	if (name->kind == VALUE_STRING)
		mapping->name = name->string;
	return find_size(trace, vmap, arguments, &mapping->size) &&
	       find_axes(trace, arguments, mapping) && check_unmapped(trace, arguments, mapping) &&
	       read_spmd_axes(trace, vmap->options[VMAP_SPMD_AXIS_NAME], mapping);
}
