/* SPDX-License-Identifier: Apache-2.0 */
/* jax.vmap. JAX: api.py vmap; batching.py batch. */
#include "library/library.h"
#include "library/transform/vmap_axes.h"
#include "trace/module/committed.h"
#include "trace/state/missing_vmap.h"
#include "op/core/levels.h"
#include "op/shape/shape.h"

static const struct value *call_mapped(struct trace *trace, const struct value *self,
                                       const struct call_arguments *arguments);

static const struct value *raise_axes(struct trace *trace, const char *what,
                                      const struct value *axes)
{
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("{}{}.", what, value_str(axes)));
}

/* Whether all leaves are integers; false after giving up. */
static bool leaves_are_axes(struct trace *trace, const struct value *axes, bool *all)
{
	struct pytree pytree;
	*all = true;
	if (!pytree_flatten(trace, axes, &pytree))
		return false;
	for (uint32_t i = 0; i < pytree.count; i++)
		*all &= pytree.leaves[i]->kind == VALUE_INT;
	return true;
}

/* jax.vmap(…) itself, which checks what it can without arguments. */
static const struct value *call_vmap(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *in_axes = argument(arguments, VMAP_IN_AXES);
	const struct value *out_axes = argument(arguments, VMAP_OUT_AXES);
	bool in_fit, out_fit;
	if (!transform_check(trace, arguments))
		return NULL;
	if (in_axes->kind != VALUE_NONE && in_axes->kind != VALUE_INT &&
	    in_axes->kind != VALUE_TUPLE && in_axes->kind != VALUE_LIST)
		return raise_axes(trace,
		                  "vmap in_axes must be an int, None, or a tuple of entries "
		                  "corresponding to the positional arguments passed to the "
		                  "function, but got ",
		                  in_axes);
	if (!leaves_are_axes(trace, in_axes, &in_fit) ||
	    !leaves_are_axes(trace, out_axes, &out_fit))
		return NULL;
	if (!in_fit || !out_fit)
		return raise_axes(trace,
		                  in_fit ? "vmap out_axes must be an int, None, or (nested) "
		                           "container with those types as leaves, but got "
		                         : "vmap in_axes must be an int, None, or (nested) "
		                           "container with those types as leaves, but got ",
		                  in_fit ? out_axes : in_axes);
	note_transformed_function(trace, argument(arguments, 0), USED_MAPPED);
	return transform_new(trace, arguments, call_mapped);
}

/* The arguments as the function sees them: examples in place of what is mapped. */
static const struct value *example_arguments(struct trace *trace,
                                             const struct vmap_arguments *arguments, uint32_t level)
{
	uint32_t count = arguments->tree.count;
	const struct value **leaves = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct vmap_leaf *leaf = &arguments->leaves[i];
		leaves[i] = !leaf->mapped
		                ? arguments->tree.leaves[i]
		                : value_array(trace->op.arena,
		                              array_map(&trace->op, leaf->array, leaf->dim, level));
	}
	return pytree_unflatten(trace, &arguments->tree, leaves);
}

/* A result that is mapped, although out_axes says None. */
static bool raise_mapped_output(struct trace *trace, const struct mapping *mapping,
                                const struct pytree *outputs, uint32_t index)
{
	struct op *op = &trace->op;
	const struct array *array = outputs->leaves[index]->array;
	struct buf text = op_buf(op);
	if (mapping->named) {
		const char *quote = op_has(op, JAX_VMAP_OUTPUT_NAME_PLAIN) ? "" : "'";
		buf_printf(&text,
		           "vmap has mapped output (axis_name=%s%.*s%s) but out_axes is None",
		           quote, STR_ARG(mapping->name), quote);
	} else if (op_has(op, JAX_VMAP_OUTPUT_PATH)) {
		buf_puts(&text, "at vmap out_axes");
		pytree_path_text(&text, op->rules, outputs, index);
		buf_printf(&text, ", got axis spec None but output was batched on axis %u",
		           array->mapped_dim);
	} else {
		buf_puts(&text, "vmap has mapped output but out_axes is None");
	}
	return refuse(
	    op, RULE_VMAP_AXES, "ValueError", TEXT("{}", &text),
	    WORDS("a result of vmap depends on what is mapped, but out_axes says None for it"),
	    HELP("give the number of a dimension in out_axes, such as 0"));
}

/* The dimension of the whole result that out_axes means. */
static bool place_output(struct trace *trace, int64_t axis, uint32_t rank, uint32_t *dim)
{
	if (axis >= -(int64_t)rank && axis < (int64_t)rank) {
		*dim = (uint32_t)(axis < 0 ? axis + rank : axis);
		return true;
	}
	return refuse(&trace->op, RULE_VMAP_AXES, "ValueError",
	              TEXT("axis {} is out of bounds for array of dimension {}", axis, rank),
	              WORDS("out_axes says dimension {} for a result of rank {}", axis, rank));
}

/* A result that is no array: says so in vmap's own words, when that is the error. */
static const struct value *refuse_output(struct trace *trace, const struct value *leaf)
{
	struct op *op = &trace->op;
	if (op->error.unknown)
		return NULL;
	return refuse(
	    op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("Output from batched function {} with type <class '{}'> is not a valid JAX type",
	         value_repr(leaf), value_class_path(op, leaf)),
	    WORDS("a function under vmap returns a {}, which is not an array",
	          value_class_name(leaf)));
}

/* One result with all examples, the mapped dimension where out_axes wants it. */
static const struct value *whole_output(struct trace *trace, const struct mapping *mapping,
                                        const struct pytree *outputs, uint32_t index,
                                        const struct value *out_axis, uint32_t level)
{
	struct op *op = &trace->op;
	const struct value *leaf = outputs->leaves[index];
	if (leaf->kind == VALUE_UNKNOWN)
		return leaf;
	const struct array *array = pytree_array(trace, leaf);
	if (!array)
		return refuse_output(trace, leaf);
	bool mapped = array->level == level;
	if (out_axis->kind == VALUE_NONE) {
		if (mapped && !raise_mapped_output(trace, mapping, outputs, index))
			return NULL;
		return leaf;
	}
	uint32_t dim = 0;
	if (!place_output(trace, out_axis->integer, array->type.rank + 1, &dim))
		return NULL;
	op->batching++;
	const struct array *whole =
	    mapped ? batch_move(op, array->mapped, (int32_t)array->mapped_dim, dim)
		   : batch_materialise(op, mapping, array, -1, dim);
	op->batching--;
	return trace_array(trace, array_committed(trace, whole, array->committed));
}

static const struct value *whole_outputs(struct trace *trace, const struct transformed *vmap,
                                         const struct mapping *mapping, const struct value *result,
                                         uint32_t level)
{
	struct pytree outputs;
	const struct value **axes;
	if (!pytree_flatten(trace, result, &outputs) ||
	    !vmap_flatten_axes(trace, "out_axes", vmap->options[VMAP_OUT_AXES], &outputs, &axes))
		return NULL;
	const struct value **leaves =
	    arena_new(trace->op.arena, const struct value *, outputs.count);
	for (uint32_t i = 0; i < outputs.count; i++) {
		leaves[i] = whole_output(trace, mapping, &outputs, i, axes[i], level);
		if (!leaves[i])
			return NULL;
	}
	return pytree_unflatten(trace, &outputs, leaves);
}

/* A function under jax.vmap, called. */
static const struct value *call_mapped(struct trace *trace, const struct value *self,
                                       const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct transformed *vmap = &self->transformed;
	struct vmap_arguments read;
	struct mapping mapping;
	if (op->nmappings == MAX_VMAPS)
		return trace_unknown(trace, "more than %d vmaps around each other are not followed",
		                     MAX_VMAPS);
	if (!vmap_read_arguments(trace, vmap, arguments, &read) ||
	    !vmap_find_mapping(trace, vmap, &read, &mapping))
		return NULL;
	op->mappings[op->nmappings++] = mapping;
	uint32_t level = op->nmappings;
	const struct value *result = transform_apply(
	    trace, vmap->function, example_arguments(trace, &read, level), arguments->at);
	if (result)
		result = whole_outputs(trace, vmap, &mapping, result, level);
	op->nmappings--;
	return result;
}

const struct function_row library_vmap[] = {
    MODULE("jax"),
    FUNCTION("vmap",
             "fun, in_axes=0, out_axes=0, axis_name=None, axis_size=None, "
             "spmd_axis_name=None",
             call_vmap, .until = "0.9.0"),
    FUNCTION("vmap",
             "fun, in_axes=0, out_axes=0, axis_name=None, axis_size=None, "
             "spmd_axis_name=None, sum_match=False",
             call_vmap, .since = "0.9.0"),
    TABLE_END,
};
