/* SPDX-License-Identifier: Apache-2.0 */
/* jax.grad, jax.value_and_grad, jax.vjp, jax.jvp and jax.linearize: the function is run for its own
 * verdict and that of its derivative. JAX: api.py. */
#include "library/derivative.h"
#include "library/library.h"
#include "library/staged_call.h"
#include "library/transform.h"
#include "op/dtype_class.h"
#include "op/levels.h"
#include "op/watch.h"
#include "trace/convert_value.h"

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
	if (largest < call->npositional)
		return true;
	struct buf text = op_buf(&call->trace->op);
	value_text(&text, call->trace->op.rules, argnums);
	return op_raise(&call->trace->op, RULE_PROGRAM_ERROR, "TypeError",
	                "differentiating with respect to argnums=%.*s requires at least %lld "
	                "positional arguments to be passed by the caller, but got only %u "
	                "positional arguments.",
	                STR_ARG(buf_str(&text)), (long long)largest + 1, call->npositional);
}

/* Whether the derivative by an argument of this dtype can be taken. */
static bool check_input(const struct differentiated *call, const struct dtype *dtype)
{
	struct op *op = &call->trace->op;
	enum dtype_class class = dtype_class(dtype);
	bool holomorphic = value_truth(call->grad->options[GRAD_HOLOMORPHIC]) == 1;
	if (holomorphic && class != DTYPE_COMPLEX)
		return op_raise(
		    op, RULE_DTYPE_MISMATCH, "TypeError",
		    "grad with holomorphic=True requires inputs with complex dtype, but "
		    "got %s.",
		    dtype->name);
	if (class == DTYPE_FLOAT || class == DTYPE_COMPLEX)
		return true;
	if (value_truth(call->grad->options[GRAD_ALLOW_INT]) == 1)
		return op_unknown(op, "derivatives by integers are not followed");
	op_raise(
	    op, RULE_DTYPE_MISMATCH, "TypeError",
	    "grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of "
	    "np.inexact), but got %s. If you want to use Boolean- or integer-valued inputs, use "
	    "vjp or set allow_int to True.",
	    dtype->name);
	op_say(op, "the gradient by an argument of dtype %s does not exist", dtype->name);
	return op_help(op, "name the arguments to differentiate by in argnums");
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
		return op_raise(&call->trace->op, RULE_PROGRAM_ERROR, "ValueError",
		                "Positional argument indices, e.g. for `static_argnums`, must have "
		                "values greater than or equal to -len(args) and less than "
		                "len(args), but got argnums=(%lld,) but len(args)=%u.",
		                (long long)argnum, call->npositional);
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
	op_raise(op, RULE_DTYPE_MISMATCH, "TypeError",
	         "grad requires real-valued outputs (output dtype that is a sub-dtype of "
	         "np.floating), but got %s. For %s",
	         dtype->name,
	         complex
	             ? "holomorphic differentiation, pass holomorphic=True. For "
	               "differentiation of non-holomorphic functions involving complex outputs, "
	               "use jax.vjp directly."
	             : "differentiation of functions with integer outputs, use jax.vjp "
	               "directly.");
	return op_say(op, "the function that is differentiated gives %s", dtype->name);
}

/* The value of the function must be one real number. */
static bool check_output(const struct differentiated *call, const struct value *answer)
{
	struct op *op = &call->trace->op;
	struct buf text = op_buf(op);
	buf_puts(&text, "Gradient only defined for scalar-output functions. Output ");
	if (answer->kind == VALUE_UNKNOWN)
		return true;
	bool array = answer->kind == VALUE_ARRAY || answer->kind == VALUE_FLOAT ||
	             answer->kind == VALUE_INT || answer->kind == VALUE_BOOL;
	const struct array *value = array ? pytree_array(call->trace, answer) : NULL;
	if (!value || value->type.rank) {
		buf_puts(&text, value ? "had shape: " : "was ");
		if (value) {
			value_text(&text, op->rules,
			           value_shape(op->arena, value->type.shape, value->type.rank));
			buf_putc(&text, '.');
			scalar_hint(&text, op, &value->type);
		} else {
			value_text(&text, op->rules, answer);
			buf_putc(&text, '.');
		}
		op_raise_text(op, RULE_SHAPE_MISMATCH, "TypeError", &text);
		op_say(op, "the function that is differentiated gives no single number");
		return op_help(op, "end it with a sum or mean");
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
	struct buf text = op_buf(op);
	buf_printf(&text,
	           "expected function with aux output to return a two-element tuple, but got type "
	           "<class '%s'> with value ",
	           value_class_name(result));
	value_text(&text, op->rules, result);
	op_raise_text(op, RULE_PROGRAM_ERROR, "TypeError", &text);
	return op_help(op, "return the loss and the rest as a pair, or leave out has_aux");
}

/* Runs the function; *answer is its value as an array, *gradient that by the arguments. */
static bool differentiate(struct differentiated *call, const struct value *keywords,
                          const struct value **answer, const struct value **aux,
                          const struct value **gradient)
{
	struct trace *trace = call->trace;
	struct primitive_watch watch;
	watch_begin(&trace->op, &watch);
	const struct value *result = trace_call(
	    trace, call->grad->function, &(struct value_list){call->arguments, call->npositional},
	    keywords->dict.pairs, keywords->dict.count, call->at);
	watch_end(&trace->op, &watch);
	if (!result || !take_aux(call, result, answer, aux) || !check_output(call, *answer))
		return false;
	uint64_t levels = 0;
	if ((*answer)->kind != VALUE_UNKNOWN) {
		derivative_judge(trace, &watch, call->at);
		const struct array *array = pytree_array(trace, *answer);
		levels = array_levels(&trace->op, array);
		*answer = value_array(trace->op.arena, array);
	}
	const struct value **items = arena_new(trace->op.arena, const struct value *, call->count);
	for (uint32_t i = 0; i < call->count; i++) {
		uint32_t position = 0;
		if (!place_argnum(call, i, &position))
			return false;
		items[i] = derivative_by(trace, call->arguments[position], levels);
		if (!items[i])
			return false;
	}
	*gradient = call->several ? value_sequence(trace->op.arena, VALUE_TUPLE, items, call->count)
	                          : items[0];
	return true;
}

static const struct value *differentiated(struct trace *trace, const struct value *self,
                                          const struct call_arguments *arguments)
{
	struct differentiated call = {
	    .trace = trace, .grad = &self->transformed, .at = arguments->at};
	const struct value *answer, *aux, *gradient;
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
	return transform_check(trace, arguments) ? transform_new(trace, arguments, differentiated)
	                                         : NULL;
}

/* Whether two trees are of one structure, with arrays of the same types. */
static bool same_types(const struct pytree *a, const struct pytree *b)
{
	if (!pytree_same_structure(a, b))
		return false;
	for (uint32_t i = 0; i < a->count; i++) {
		if (a->leaves[i]->kind != VALUE_ARRAY || b->leaves[i]->kind != VALUE_ARRAY)
			return false;
		const struct array_type *x = &a->leaves[i]->array->type;
		const struct array_type *y = &b->leaves[i]->array->type;
		if (x->dtype != y->dtype || !type_same_shape(x, y))
			return false;
	}
	return true;
}

/* Whether all leaves, which are arrays, are of floats: their tangents are then of the same types.
 */
static bool all_inexact(const struct pytree *tree)
{
	for (uint32_t i = 0; i < tree->count; i++) {
		const struct dtype *dtype = tree->leaves[i]->array->type.dtype;
		if (to_inexact(dtype) != dtype)
			return false;
	}
	return true;
}

/* What the function of a derivative is given must be like, and what it gives. */
enum { DERIVATIVE_TAKES, DERIVATIVE_RESULT };

/* What jax.vjp and jax.linearize give beside the value: a function that knows its result. */
static const struct value *give_derivative(struct trace *trace, const struct value *self,
                                           const struct call_arguments *arguments)
{
	const struct value *expected = self->transformed.options[DERIVATIVE_TAKES];
	const struct value *given = arguments->values[0];
	const struct value_list *several = value_items(given);
	struct pytree wanted, found;
	bool forward = strcmp(self->transformed.row->name, "linearize") == 0;
	if (!forward && several->count == 1)
		given = several->items[0];
	given = forward || several->count == 1 ? traced_value(trace, given) : NULL;
	if (!given || !pytree_flatten(trace, expected, &wanted) ||
	    !pytree_flatten(trace, given, &found))
		return trace_unknown(trace, "a derivative of these arguments is not known");
	return same_types(&wanted, &found)
	           ? self->transformed.options[DERIVATIVE_RESULT]
	           : trace_unknown(trace, "a derivative by other types is not known");
}

static const struct value *function_giving(struct trace *trace,
                                           const struct call_arguments *arguments,
                                           const struct value *takes, const struct value *result)
{
	struct value *value = value_new(trace->op.arena, VALUE_TRANSFORMED);
	const struct value **options = arena_new(trace->op.arena, const struct value *, 2);
	options[DERIVATIVE_TAKES] = takes;
	options[DERIVATIVE_RESULT] = result;
	value->transformed = (struct transformed){.row = arguments->row,
	                                          .function = argument(arguments, 0),
	                                          .options = options,
	                                          .call = give_derivative};
	return value;
}

enum { VJP_FUN, VJP_PRIMALS, VJP_HAS_AUX };

/* Runs a function on primals, with *aux what comes with its value or NULL. */
static const struct value *run_primals(struct trace *trace, const struct call_arguments *arguments,
                                       const struct value *primals, const struct value **aux)
{
	struct primitive_watch watch;
	watch_begin(&trace->op, &watch);
	const struct value *result =
	    trace_call(trace, argument(arguments, VJP_FUN), &primals->list, NULL, 0, arguments->at);
	watch_end(&trace->op, &watch);
	if (!result || result->kind == VALUE_UNKNOWN)
		return result;
	derivative_judge(trace, &watch, arguments->at);
	if (value_truth(argument(arguments, VJP_HAS_AUX)) == 1) {
		if (result->kind != VALUE_TUPLE || result->list.count != 2)
			return trace_unknown(trace,
			                     "a function with aux output that gives no pair");
		*aux = result->list.items[1];
		result = result->list.items[0];
	}
	return traced_value(trace, result);
}

static uint64_t levels_of(struct trace *trace, const struct value *value)
{
	struct pytree tree;
	uint64_t levels = 0;
	if (!pytree_flatten(trace, value, &tree))
		return 0;
	for (uint32_t i = 0; i < tree.count; i++)
		if (tree.leaves[i]->kind == VALUE_ARRAY)
			levels |= array_levels(&trace->op, tree.leaves[i]->array);
	return levels;
}

static const struct value *call_vjp(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *primals = traced_value(trace, argument(arguments, VJP_PRIMALS));
	const struct value *aux = NULL;
	const struct value *answer = primals ? run_primals(trace, arguments, primals, &aux) : NULL;
	if (!answer || answer->kind == VALUE_UNKNOWN)
		return answer;
	bool forward = strcmp(arguments->row->name, "linearize") == 0;
	const struct value *derivative =
	    derivative_by(trace, forward ? answer : primals,
	                  levels_of(trace, answer) | levels_of(trace, primals));
	if (!derivative)
		return NULL;
	const struct value **items = arena_new(trace->op.arena, const struct value *, 3);
	items[0] = answer;
	items[1] = function_giving(trace, arguments, forward ? primals : answer, derivative);
	items[2] = aux;
	return value_sequence(trace->op.arena, VALUE_TUPLE, items, aux ? 3 : 2);
}

enum { JVP_FUN, JVP_PRIMALS, JVP_TANGENTS, JVP_HAS_AUX };

static const struct value *call_jvp(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *primals = argument(arguments, JVP_PRIMALS);
	const struct value *tangents = argument(arguments, JVP_TANGENTS);
	const struct value *aux = NULL;
	struct pytree in, out;
	if (!value_items(primals) || !value_items(tangents))
		return trace_raise(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    "primal and tangent arguments to jax.jvp must be tuples or lists; "
		    "found %s and %s.",
		    value_class_name(primals), value_class_name(tangents));
	primals = traced_value(trace, primals);
	tangents = primals ? traced_value(trace, tangents) : NULL;
	if (!tangents || !pytree_flatten(trace, primals, &in) ||
	    !pytree_flatten(trace, tangents, &out))
		return NULL;
	if (!pytree_same_structure(&in, &out))
		return trace_unknown(trace, "tangents of another structure than the primals");
	if (!same_types(&in, &out) || !all_inexact(&in))
		return trace_unknown(trace, "tangents of other types than the primals");
	struct call_arguments run = *arguments;
	const struct value *values[] = {argument(arguments, JVP_FUN), primals,
	                                argument(arguments, JVP_HAS_AUX)};
	run.values = values;
	const struct value *answer = run_primals(trace, &run, primals, &aux);
	if (!answer || answer->kind == VALUE_UNKNOWN)
		return answer;
	const struct value *derivative =
	    derivative_by(trace, answer, levels_of(trace, answer) | levels_of(trace, tangents));
	const struct value **items = arena_new(trace->op.arena, const struct value *, 3);
	items[0] = answer;
	items[1] = derivative;
	items[2] = aux;
	return derivative ? value_sequence(trace->op.arena, VALUE_TUPLE, items, aux ? 3 : 2) : NULL;
}

#define GRAD_SIGNATURE \
	"fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()"

static const struct function_row rows[] = {
    {.name = "grad", .signature = GRAD_SIGNATURE, .call = call_grad},
    {.name = "value_and_grad", .signature = GRAD_SIGNATURE, .call = call_grad},
    {.name = "vjp", .signature = "fun, *primals, has_aux=False, reduce_axes=()", .call = call_vjp},
    {.name = "linearize", .signature = "fun, *primals, has_aux=False", .call = call_vjp},
    {.name = "jvp", .signature = "fun, primals, tangents, has_aux=False", .call = call_jvp},
};

const struct module_row library_grad = {"jax", rows, sizeof rows / sizeof *rows};
