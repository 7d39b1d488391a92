/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/jit_argument.h"

#include "library/library.h"
#include "library/transform/transform.h"
#include "op/core/escape.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/pytree.h"
#include "trace/eval/hash.h"
#include "trace/value/class.h"

/* The call of a jitted function. */
struct jit_given {
	struct trace *trace;
	const struct value *function;
	const struct described_leaf **described;
};

/* A leaf of an argument, and where in that. */
struct argument_leaf {
	struct str argument;
	const struct pytree *tree;
	uint32_t index;
	const struct value *value;
};

/* How errors name the leaf. */
static struct str leaf_path(const struct op *op, const struct argument_leaf *leaf)
{
	struct buf path = op_buf(op);
	buf_add(&path, leaf->argument);
	pytree_path_text(&path, op->rules, leaf->tree, leaf->index);
	return buf_str(&path);
}

/* An integer that no array of 32 bits holds. */
static const struct value *argument_overflows(const struct jit_given *call,
                                              const struct argument_leaf *leaf)
{
	(void)refuse_overflow(&call->trace->op, leaf_path(&call->trace->op, leaf),
	                      leaf->value->integer);
	return NULL;
}

static const char *struct_class(const struct op *op)
{
	return op_has(op, JAX_STRUCT_CLASS_PUBLIC) ? "jax.ShapeDtypeStruct"
	       : op_has(op, JAX_STRUCT_OF_CORE)    ? "jax._src.core.ShapeDtypeStruct"
	                                           : "jax._src.api.ShapeDtypeStruct";
}

/* What describes an array is traced as one. */
static const struct value *described_traced(const struct jit_given *call,
                                            const struct argument_leaf *argument)
{
	struct op *op = &call->trace->op;
	const struct described_leaf leaf = {*call->described, array_new(op, argument->value->type),
	                                    argument->value, leaf_path(op, argument)};
	*call->described = arena_copy(op->arena, &leaf, 1, sizeof leaf);
	return value_array(op->arena, leaf.array);
}

bool jit_argument_refuse_described(struct trace *trace, const struct described_leaf *leaf)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("Argument '{}' of shape {long} of type <class '{}'> is not a "
	                         "valid JAX type.",
	                         leaf->path, leaf->type->type, struct_class(&trace->op)),
	                    WORDS("a jitted function is called with a ShapeDtypeStruct, which "
	                          "has no elements"),
	                    HELP("pass an array, or call .lower, .trace or jax.eval_shape")) !=
	       NULL;
}

/* Whether it is a tree of Equinox that is not followed as one: what its transformations give.
 * equinox 0.13.8: _jit.py _JitWrapper. */
static bool is_tree_of_equinox(struct trace *trace, const struct value *leaf)
{
	const struct module_row *home =
	    leaf->kind == VALUE_TRANSFORMED ? library_home(trace, leaf->transformed.row) : NULL;
	return home && str_starts_with(str_of(home->name), STR("equinox"));
}

static const struct value *argument_refused(const struct jit_given *call,
                                            const struct argument_leaf *argument)
{
	if (argument->value->kind == VALUE_TYPE && call->trace->writes_unseen)
		return trace_unknown(call->trace, "whether an array was written in the place of "
		                                  "this type is not known");
	if (argument->value->kind == VALUE_TYPE && argument->value->described)
		return trace_unknown(call->trace, "what a jitted function that is traced makes of "
		                                  "a type is not known");
	struct op *op = &call->trace->op;
	const struct value *leaf = argument->value;
	bool object = leaf->kind == VALUE_OBJECT;
	bool protocol = object && class_find(leaf->object.class, STR("__jax_array__"));
	bool old = protocol && !op_has(op, JAX_JIT_REFUSES_PROTOCOL);
	bool open = object && class_in_part(leaf->object.class) &&
	            !class_is_abstract(leaf->object.class, STR("Module")); /* no tree: of linen */
	if (old || open || is_tree_of_equinox(call->trace, leaf))
		return trace_unknown(call->trace, "what jit makes of a %s is not known",
		                     value_class_name(leaf));
	if (protocol)
		return trace_refuse(
		    call->trace, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("Triggering __jax_array__() during abstractification is no longer "
		         "supported. To avoid this error, either explicitly convert your object "
		         "using jax.numpy.array(), or register your object as a pytree."));
	struct str path = leaf_path(op, argument);
	struct buf function = op_buf(op), shown = op_buf(op);
	value_text(&function, op->rules, call->function);
	value_text(&shown, op->rules, leaf);
	if (op_has(op, JAX_JIT_NAMES_PATH))
		refuse(
		    op, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("Error interpreting argument to {} as an abstract array. The problematic "
		         "value is of type <class '{}'> and was passed to the function at path {}.",
		         &function, value_class_path(op, leaf), path));
	else
		refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("Argument {} of type <class '{}'> is not a valid JAX type", &shown,
		            value_class_path(op, leaf)));
	return explain(
	    op,
	    WORDS("jit makes an array of each argument, which a {} is not", value_class_name(leaf)),
	    HELP("name it in static_argnames"));
}

/* A leaf of an argument as the function sees it. */
static const struct value *traced_leaf(const struct jit_given *call,
                                       const struct argument_leaf *argument)
{
	struct op *op = &call->trace->op;
	const struct value *leaf = argument->value;
	if (leaf->kind == VALUE_UNKNOWN || leaf->kind == VALUE_ARRAY)
		return leaf;
	if (leaf->kind == VALUE_INT && (leaf->integer > INT32_MAX || leaf->integer < INT32_MIN))
		return argument_overflows(call, argument);
	if (leaf->kind == VALUE_TYPE && leaf->described && op->eager && !call->trace->writes_unseen)
		return described_traced(call, argument);
	const struct array *array = pytree_array(call->trace, leaf);
	if (array)
		return value_array(op->arena, array);
	return op->error.unknown ? &value_unknown : argument_refused(call, argument);
}

const struct value *jit_argument(struct trace *trace, const struct value *function, struct str name,
                                 const struct value *value, const struct described_leaf **described)
{
	const struct jit_given call = {trace, function, described};
	struct pytree tree;
	if (!pytree_flatten(trace, value, &tree))
		return NULL;
	const struct value **leaves = arena_new(trace->op.arena, const struct value *, tree.count);
	for (uint32_t i = 0; i < tree.count; i++) {
		struct argument_leaf leaf = {name, &tree, i, tree.leaves[i]};
		leaves[i] = traced_leaf(&call, &leaf);
		if (!leaves[i])
			return NULL;
	}
	return pytree_unflatten(trace, &tree, leaves);
}

const struct value *jit_static_argument(struct trace *trace, const struct value *value,
                                        struct span at)
{
	bool mutable = value->kind == VALUE_LIST || value->kind == VALUE_DICT ||
	               (value->kind == VALUE_SET && !value->frozen) || value->kind == VALUE_ARRAY ||
	               object_unhashed(trace, value, at);
	if (!mutable)
		return value;
	if (is_numpy_array(value) && !value->array->type.rank)
		return trace_unknown(trace, "whether this is an array or a number of NumPy");
	if (value->kind == VALUE_ARRAY && op_has(&trace->op, JAX_STATIC_TRACED))
		return trace_unknown(trace, "whether a traced array can be static is not known");
	return refuse(
	    &trace->op, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("Non-hashable static arguments are not supported. An error occurred while "
	         "trying to hash an object of type <class '{}{}'>, {}. The error was:",
	         value->kind == VALUE_ARRAY && !value->array->host
	             ? "jax._src.interpreters.partial_eval."
	             : "",
	         value_class_path(&trace->op, value), value_repr(value)),
	    WORDS("a static argument of jit must be hashable, and a {} is not",
	          value_class_name(value)));
}

static const struct value *result_refused(struct trace *trace, const struct value *leaf)
{
	if (leaf->kind == VALUE_TYPE && leaf->described &&
	    op_has(&trace->op, JAX_STRUCT_NO_CONSTANT))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("A ShapeDtypeStruct does not have a value and cannot be "
		                         "used as a constant in a JAX function."),
		                    WORDS("a jitted function returns a ShapeDtypeStruct, which has "
		                          "no elements"));
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("Argument {} of type <class '{}'> is not a valid JAX type", value_repr(leaf),
	         value_class_name(leaf)),
	    WORDS("a jitted function returns a {}, which is not an array", value_class_name(leaf)));
}

/* A leaf of what the function returned, as jit gives it back. */
static const struct value *result_leaf(struct trace *trace, const struct value *leaf, void *data)
{
	const uint64_t *first = data;
	bool of_jax = leaf->kind == VALUE_ARRAY && !leaf->array->host;
	if (of_jax && leaf->array->number >= *first)
		return value_array(trace->op.arena, escape_result(&trace->op, leaf->array));
	if (leaf->kind == VALUE_UNKNOWN || of_jax)
		return leaf;
	const struct array *array = pytree_array(trace, leaf);
	if (!array)
		return trace->op.error.unknown ? NULL : result_refused(trace, leaf);
	return value_array(trace->op.arena, array);
}

const struct value *jit_result(struct trace *trace, const struct value *value, uint64_t first)
{
	return pytree_map(trace, value, result_leaf, &first);
}
