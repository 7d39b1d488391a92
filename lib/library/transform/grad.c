/* SPDX-License-Identifier: Apache-2.0 */
/* jax.grad and jax.value_and_grad: the function is run for its own verdict and that of its
 * derivative. JAX: api.py. */
#include "library/transform/derivative.h"

#include <assert.h>
#include "library/library.h"
#include "library/transform/transform.h"
#include "op/core/dtype_class.h"
#include "op/core/escape.h"
#include "op/core/levels.h"
#include "trace/convert/convert_value.h"
#include "trace/state/missing_vmap.h"

enum { GRAD_FUN, GRAD_ARGNUMS, GRAD_HAS_AUX, GRAD_HOLOMORPHIC, GRAD_ALLOW_INT };

enum { MAX_ARGNUMS = 64 };

/* A call of a function under grad. */
struct differentiated {
	struct trace *trace;
	const struct transformed *grad;
	struct span at;
	const int64_t *argnums;         /* as written */
	uint32_t count;                 /* of them */
	bool several;                   /* they are a tuple, and so is the gradient */
	const struct value **arguments; /* the positional ones, as the function gets them */
	uint32_t npositional;
};

static bool read_argnums(struct differentiated *call)
{
	const struct value *argnums = call->grad->options[GRAD_ARGNUMS];
	int64_t largest = INT64_MIN;
	if (!value_to_ints(call->trace, argnums, &call->argnums, &call->count))
		return false;
	if (call->count > MAX_ARGNUMS)
		return op_unknown(&call->trace->op, "derivatives by more than %d arguments",
		                  MAX_ARGNUMS);
	call->several = argnums->kind == VALUE_TUPLE || argnums->kind == VALUE_LIST;
	for (uint32_t i = 0; i < call->count; i++)
		largest = call->argnums[i] > largest ? call->argnums[i] : largest;
	for (uint32_t i = 1; i < call->count; i++)
		for (uint32_t j = 0; j < i; j++)
			if (call->argnums[i] == call->argnums[j])
				return op_unknown(&call->trace->op,
				                  "derivatives by an argument that is named twice");
	if (largest < call->npositional)
		return true;
	return refuse(
	    &call->trace->op, RULE_PROGRAM_ERROR, "TypeError",
	    TEXT("differentiating with respect to argnums={} requires at least {} positional "
	         "arguments to be passed by the caller, but got only {} positional arguments.",
	         value_repr(argnums), (long long)largest + 1, call->npositional));
}

/* Whether the derivative by an argument of this dtype can be taken. */
static bool check_input(const struct differentiated *call, const struct dtype *dtype)
{
	struct op *op = &call->trace->op;
	enum dtype_class class = dtype_class(dtype);
	bool holomorphic = value_truth(call->grad->options[GRAD_HOLOMORPHIC]) == 1;
	if (holomorphic && class != DTYPE_COMPLEX)
		return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		              TEXT("grad with holomorphic=True requires inputs with complex dtype, "
		                   "but got {}.",
		                   dtype->name));
	if (class == DTYPE_FLOAT || class == DTYPE_COMPLEX)
		return true;
	if (value_truth(call->grad->options[GRAD_ALLOW_INT]) == 1)
		return op_unknown(op, "derivatives by integers are not followed");
	return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
	              TEXT("grad requires real- or complex-valued inputs (input dtype that is a "
	                   "sub-dtype of np.inexact), but got {}. If you want to use Boolean- or "
	                   "integer-valued inputs, use vjp or set allow_int to True.",
	                   dtype->name),
	              WORDS("the gradient by an argument of dtype {} does not exist", dtype->name),
	              HELP("name the arguments to differentiate by in argnums"));
}

static bool check_inputs(const struct differentiated *call, const struct value *argument)
{
	struct pytree tree;
	if (!pytree_flatten(call->trace, argument, &tree))
		return false;
	for (uint32_t i = 0; i < tree.count; i++) {
		if (tree.leaves[i]->kind == VALUE_UNKNOWN)
			return op_unknown(&call->trace->op, "%s", "");
		if (!check_input(call, tree.leaves[i]->array->type.dtype))
			return false;
	}
	return true;
}

/* The position that an entry of argnums means; false when it is out of range. */
static bool place_argnum(const struct differentiated *call, uint32_t index, uint32_t *position)
{
	int64_t argnum = call->argnums[index];
	if (argnum < -(int64_t)call->npositional)
		return refuse(&call->trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("Positional argument indices, e.g. for `static_argnums`, must "
		                   "have values greater than or equal to -len(args) and less than "
		                   "len(args), but got argnums=({},) but len(args)={}.",
		                   argnum, call->npositional));
	*position = (uint32_t)(argnum < 0 ? argnum + call->npositional : argnum);
	return true;
}

/* The arguments with arrays in place of numbers where the derivative is taken. */
static bool read_inputs(struct differentiated *call, const struct value_list *positional)
{
	call->arguments = arena_new(call->trace->op.arena, const struct value *, positional->count);
	call->npositional = positional->count;
	for (uint32_t i = 0; i < positional->count; i++)
		call->arguments[i] = positional->items[i];
	if (!read_argnums(call))
		return false;
	for (uint32_t i = 0; i < call->count; i++) {
		uint32_t position = 0;
		if (!place_argnum(call, i, &position))
			return false;
		const struct value **argument = &call->arguments[position];
		*argument = traced_value(call->trace, *argument);
		if (!*argument || !check_inputs(call, *argument))
			return false;
	}
	return true;
}

/* Appends what newer releases say behind the shape of a result that is no scalar. */
static void scalar_hint(struct buf *out, const struct op *op, const struct array_type *type)
{
	if (!op_has(op, JAX_GRAD_HINTS_SCALAR))
		return;
	buf_puts(out, " To get the gradient, ");
	if (shape_elements(type->shape, type->rank) == 1)
		buf_printf(out, "extract the scalar with output.reshape(())%s, ",
		           type->rank == 1 ? " or output[0]" : "");
	buf_puts(out, "reduce the output to a scalar with output.sum(), or use jax.jacobian to "
	              "differentiate a function with a non-scalar output.");
}

static bool raise_output_dtype(struct op *op, const struct dtype *dtype, bool complex)
{
	return refuse(
	    op, RULE_DTYPE_MISMATCH, "TypeError",
	    TEXT("grad requires real-valued outputs (output dtype that is a sub-dtype of "
	         "np.floating), but got {}. For {}",
	         dtype->name,
	         complex
	             ? "holomorphic differentiation, pass holomorphic=True. For "
	               "differentiation of non-holomorphic functions involving complex outputs, "
	               "use jax.vjp directly."
	             : "differentiation of functions with integer outputs, use jax.vjp "
	               "directly."),
	    WORDS("the function that is differentiated gives {}", dtype->name));
}

/* The value as it comes out of a tree, whose dicts have their keys in order. */
static const struct value *keys_sorted(struct trace *trace, const struct value *value)
{
	struct pytree tree;
	const struct value *sorted = pytree_flatten(trace, value, &tree)
	                                 ? pytree_unflatten(trace, &tree, tree.leaves)
	                                 : NULL;
	return sorted ? sorted : value;
}

/* The value of the function must be one real number. */
static bool check_output(const struct differentiated *call, const struct value *answer)
{
	struct op *op = &call->trace->op;
	struct buf hint = op_buf(op);
	if (answer->kind == VALUE_UNKNOWN)
		return true;
	bool array = answer->kind == VALUE_ARRAY || answer->kind == VALUE_FLOAT ||
	             answer->kind == VALUE_INT || answer->kind == VALUE_BOOL;
	const struct array *value = array ? pytree_array(call->trace, answer) : NULL;
	if (!value || value->type.rank) {
		if (value)
			scalar_hint(&hint, op, &value->type);
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "TypeError",
		    TEXT("Gradient only defined for scalar-output functions. Output {}.{}",
		         value ? phrase(op, "had shape: {shape}", &value->type)
		               : phrase(op, "was {}", value_repr(keys_sorted(call->trace, answer))),
		         &hint),
		    WORDS("the function that is differentiated gives no single number"),
		    HELP("end it with a sum or mean"));
	}
	enum dtype_class class = dtype_class(value->type.dtype);
	bool holomorphic = value_truth(call->grad->options[GRAD_HOLOMORPHIC]) == 1;
	if (class == DTYPE_FLOAT || holomorphic)
		return true;
	return raise_output_dtype(op, value->type.dtype, class == DTYPE_COMPLEX);
}

/* Takes the value and what comes with it apart. */
static bool take_aux(const struct differentiated *call, const struct value *result,
                     const struct value **answer, const struct value **aux)
{
	struct op *op = &call->trace->op;
	*answer = *aux = result;
	if (value_truth(call->grad->options[GRAD_HAS_AUX]) != 1 || result->kind == VALUE_UNKNOWN)
		return true;
	if ((result->kind == VALUE_TUPLE || result->kind == VALUE_LIST) &&
	    result->list.count == 2) {
		*answer = result->list.items[0];
		*aux = result->list.items[1];
		return true;
	}
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("expected function with aux output to return a two-element tuple, but "
	                   "got type <class '{}'> with value {}",
	                   value_class_name(result), value_repr(result)),
	              HELP("return the loss and the rest as a pair, or leave out has_aux"));
}

/* Has the derivative taken by the arguments that argnums names. */
static bool watch_inputs(struct differentiated *call)
{
	for (uint32_t i = 0; i < call->count; i++) {
		uint32_t position = 0;
		if (!place_argnum(call, i, &position))
			return false;
		call->arguments[position] =
		    derivative_inputs(call->trace, call->arguments[position]);
		if (!call->arguments[position])
			return false;
	}
	return true;
}

/* The arguments that argnums names, as a tuple; they are in range. */
static const struct value *argument_tree(const struct differentiated *call)
{
	const struct value **items =
	    arena_new(call->trace->op.arena, const struct value *, call->count);
	for (uint32_t i = 0; i < call->count; i++) {
		int64_t argnum = call->argnums[i];
		items[i] = call->arguments[argnum < 0 ? argnum + call->npositional : argnum];
	}
	return value_sequence(call->trace->op.arena, VALUE_TUPLE, items, call->count);
}

/* Runs the function by what one example sees, where vmaps are around; false where that gives no
 * body. The arguments are as before. */
static bool run_example(struct differentiated *call, const struct value *keywords,
                        struct example_run *run)
{
	struct trace *trace = call->trace;
	const struct value **before = call->arguments;
	if (!example_run_begin(run, trace))
		return false;
	bool fine = true;
	call->arguments =
	    arena_copy(trace->op.arena, before, call->npositional, sizeof(const struct value *));
	for (uint32_t i = 0; fine && i < call->count; i++) {
		uint32_t position = 0;
		fine = place_argnum(call, i, &position);
		if (fine)
			call->arguments[position] =
			    example_run_inputs(run, call->arguments[position]);
		fine = fine && call->arguments[position];
	}
	const struct value *result =
	    fine ? trace_call(trace, call->grad->function,
	                      &(struct value_list){call->arguments, call->npositional},
	                      keywords->dict.pairs, keywords->dict.count, call->at)
		 : NULL;
	call->arguments = before;
	return example_run_end(run, result);
}

/* Appends the derivative of each example; the value and what comes with it are results of its own.
 */
static bool record_mapped(const struct differentiated *call, struct equation *equation,
                          const struct recorded_body *body, const struct value *given,
                          const struct value *gradient, const struct value **answer,
                          const struct value **aux)
{
	struct trace *trace = call->trace;
	bool has_aux = value_truth(call->grad->options[GRAD_HAS_AUX]) == 1;
	*answer = derivative_anew(trace, *answer);
	*aux = has_aux ? derivative_anew(trace, *aux) : *answer;
	if (!*answer || !*aux)
		return false;
	const struct value *made = has_aux ? value_two(trace->op.arena, *answer, *aux) : *answer;
	equation->bodies = arena_copy(trace->op.arena, body, 1, sizeof *body);
	equation->nbodies = 1;
	derivative_record_mapped(trace, equation, given,
	                         value_two(trace->op.arena, gradient, made));
	return true;
}

/* Runs the function; *answer is its value as an array, *gradient that by the arguments. */
static bool differentiate(struct differentiated *call, const struct value *keywords,
                          const struct value **answer, const struct value **aux,
                          const struct value **gradient)
{
	assert(keywords->kind == VALUE_DICT);
	struct trace *trace = call->trace;
	struct primitive_watch watch;
	struct recording recording;
	struct equation equation = {.kind = EQUATION_GRADIENT};
	struct example_run example;
	bool mapped = run_example(call, keywords, &example);
	const struct value *given = argument_tree(call);
	watch_begin(&trace->op, &watch);
	watch.at_once = true;
	equation.operands = derivative_leaves(trace, argument_tree(call), &equation.count);
	recording_begin(&trace->op, &recording);
	const struct value *result = NULL;
	if (watch_inputs(call))
		result = trace_call(trace, call->grad->function,
		                    &(struct value_list){call->arguments, call->npositional},
		                    keywords->dict.pairs, keywords->dict.count, call->at);
	struct recorded_body body = recording_end(&trace->op, &recording);
	watch_end(&trace->op, &watch);
	if (!result || !take_aux(call, result, answer, aux) || !check_output(call, *answer))
		return false;
	uint64_t levels = 0;
	if ((*answer)->kind != VALUE_UNKNOWN) {
		const struct array *array = pytree_array(trace, *answer);
		if (array->type.varying && !op_has(&trace->op, JAX_GRADIENT_OF_VARYING))
			return op_unknown(&trace->op,
			                  "a derivative of what varies, in this release");
		if (!watch_transpose(&trace->op, &watch, &array, 1))
			return false;
		derivative_judge(trace, &watch, call->at);
		levels = array_levels(&trace->op, array);
		*answer = value_array(trace->op.arena, array);
	}
	const struct value **items = arena_new(trace->op.arena, const struct value *, call->count);
	for (uint32_t i = 0; i < call->count; i++) {
		uint32_t position = 0;
		if (!place_argnum(call, i, &position))
			return false;
		items[i] = derivative_back(trace, call->arguments[position], levels);
		if (!items[i])
			return false;
	}
	const struct value *all = value_sequence(trace->op.arena, VALUE_TUPLE, items, call->count);
	*gradient = call->several ? all : items[0];
	escape_left(&trace->op, ESCAPING_DEPENDENT,
	            (struct left_function){.first = watch.first, .watch = &watch});
	if (mapped)
		return record_mapped(call, &equation, &example.body, given, all, answer, aux);
	body.inputs = derivative_leaves(trace, argument_tree(call), &body.ninputs);
	equation.results = derivative_leaves(trace, all, &equation.nresults);
	derivative_record(trace, &equation, &body, *answer);
	return true;
}

static const struct value *differentiated(struct trace *trace, const struct value *self,
                                          const struct call_arguments *arguments)
{
	struct differentiated call = {
	    .trace = trace, .grad = &self->transformed, .at = arguments->at};
	const struct value *answer, *aux, *gradient = NULL;
	bool has_aux = value_truth(call.grad->options[GRAD_HAS_AUX]) == 1;
	if (!read_inputs(&call, &arguments->values[0]->list) ||
	    !differentiate(&call, arguments->values[1], &answer, &aux, &gradient))
		return NULL;
	if (strcmp(call.grad->row->name, "grad") == 0)
		return has_aux ? value_two(trace->op.arena, gradient, aux) : gradient;
	return value_two(trace->op.arena,
	                 has_aux ? value_two(trace->op.arena, answer, aux) : answer, gradient);
}

static const struct value *call_grad(struct trace *trace, const struct call_arguments *arguments)
{
	if (!transform_check(trace, arguments))
		return NULL;
	note_transformed_function(trace, argument(arguments, 0), USED_DIFFERENTIATED);
	return transform_new(trace, arguments, differentiated);
}

#define GRAD_SIGNATURE \
	"fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()"

const struct function_row library_grad[] = {
    MODULE("jax"),
    FUNCTION("grad", GRAD_SIGNATURE, call_grad),
    FUNCTION("value_and_grad", GRAD_SIGNATURE, call_grad),
    TABLE_END,
};
