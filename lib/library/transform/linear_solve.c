/* SPDX-License-Identifier: Apache-2.0 */
/* lax.custom_linear_solve. JAX: lax/control_flow/solves.py. */
#include "library/library.h"
#include "library/transform/transform.h"
#include "op/core/levels.h"
#include "trace/convert/convert_value.h"
#include "op/shape/shape.h"
#include "op/manual/manual.h"

/* Whether what a function gave has the structure and shapes of b. JAX: _check_shapes, _check_tree.
 */
static bool check_solution(struct trace *trace, const char *function, const struct value *result,
                           const struct value *b)
{
	struct op *op = &trace->op;
	struct pytree given, expected;
	if (!pytree_flatten(trace, result, &given) || !pytree_flatten(trace, b, &expected))
		return false;
	const struct array **arrays = pytree_arrays(trace, &given);
	const struct array **wanted = pytree_arrays(trace, &expected);
	if (!arrays || !wanted)
		return false;
	bool same = given.count == expected.count;
	for (uint32_t i = 0; same && i < given.count; i++)
		same = type_same_shape(&arrays[i]->type, &wanted[i]->type);
	if (same && pytree_same_structure(&given, &expected))
		return true;
	if (same)
		return op_unknown(op, "a linear solve whose %s() has another structure", function);
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("{}() output shapes must match b, got [{shapes}] and [{shapes}]",
	                   function,
	                   type_list_of(array_types(op, arrays, given.count), given.count),
	                   type_list_of(array_types(op, wanted, expected.count), expected.count)));
}

/* Calls matvec(b), or solve(matvec, b), and checks what it gives. With `auxiliary` that is the
 * first of a pair. */
static const struct value *call_part(struct trace *trace, const char *name,
                                     const struct value *function, const struct value *const *given,
                                     uint32_t count, bool auxiliary, struct span at)
{
	struct value_list list = {given, count};
	const struct value *result = trace_call(trace, function, &list, NULL, 0, at);
	if (!result || value_has_unknown(result))
		return result ? trace_unknown(trace, "%s", "") : NULL;
	if (auxiliary && (result->kind != VALUE_TUPLE || result->list.count != 2))
		return trace_unknown(trace, "a linear solve with has_aux whose %s() gives no pair",
		                     name);
	const struct value *x = auxiliary ? result->list.items[0] : result;
	return check_solution(trace, name, x, given[count - 1]) ? result : NULL;
}

/* matvec, b, solve, transpose_solve, has_aux: all that is traced, of which the solution is what
 * solve gives. vmap looks at that first. */
static const struct value *call_parts(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *matvec = argument(arguments, 0), *b = argument(arguments, 1);
	const struct value *solve = argument(arguments, 2), *transposed = argument(arguments, 3);
	const struct value *both[] = {matvec, b}, *result = NULL;
	bool auxiliary = argument(arguments, 4)->boolean;
	for (int step = 0; step < 2; step++) {
		if ((step == 0) == trace->op.replays) {
			result =
			    call_part(trace, "solve", solve, both, 2, auxiliary, arguments->at);
			if (!result)
				return NULL;
		} else if (!call_part(trace, "matvec", matvec, &b, 1, false, arguments->at)) {
			return NULL;
		}
	}
	if (transposed->kind != VALUE_NONE &&
	    !call_part(trace, "transpose_solve", transposed, both, 2, auxiliary, arguments->at))
		return NULL;
	return result;
}

static const struct function_row parts_row = {
    .name = "custom_linear_solve",
    .signature = "matvec, b, solve, transpose_solve, has_aux",
    .call = call_parts,
    .takes_unknown = true,
};

/* The solution: of the types of b, mapped by all vmaps that map it or what solve gives. */
static const struct value *solution(struct trace *trace, const struct value *b,
                                    const struct value *x)
{
	struct pytree wanted, solved;
	if (!pytree_flatten(trace, b, &wanted) || !pytree_flatten(trace, x, &solved))
		return NULL;
	const struct array **arrays = pytree_arrays(trace, &wanted);
	const struct array **found = pytree_arrays(trace, &solved);
	if (!arrays || !found)
		return NULL;
	for (uint32_t i = 0; i < wanted.count; i++) {
		uint64_t levels = array_levels(&trace->op, found[i]);
		arrays[i] = manual_vary(&trace->op, arrays[i], found[i]->type.varying);
		arrays[i] = array_map_levels(&trace->op, arrays[i], levels);
		arrays[i] = arrays[i] ? array_align(&trace->op, arrays[i], 0) : NULL;
		if (!arrays[i])
			return NULL;
	}
	return pytree_of_arrays(trace, &wanted, arrays);
}

/* matvec, b, solve, transpose_solve=None, symmetric=False, has_aux=False */
static const struct value *custom_linear_solve(struct trace *trace,
                                               const struct call_arguments *arguments)
{
	const struct value *b = traced_value(trace, argument(arguments, 1));
	const struct value *transposed = argument(arguments, 3);
	bool symmetric, auxiliary;
	if (!b || !value_to_bool(trace, argument(arguments, 4), &symmetric) ||
	    !value_to_bool(trace, argument(arguments, 5), &auxiliary))
		return NULL;
	if (transposed->kind == VALUE_NONE && symmetric)
		transposed = argument(arguments, 2);
	struct value *parts = value_new(trace->op.arena, VALUE_BUILTIN);
	const struct value *given[] = {argument(arguments, 0), b, argument(arguments, 2),
	                               transposed, value_bool(auxiliary)};
	parts->builtin = &parts_row;
	const struct value *result =
	    staged_call(trace, parts, &(struct value_list){given, 5}, NULL, 0, arguments->at);
	if (!result || result->kind == VALUE_UNKNOWN)
		return result;
	if (!auxiliary)
		return solution(trace, b, result);
	const struct value *pair[] = {solution(trace, b, result->list.items[0]),
	                              result->list.items[1]};
	const struct value **items = arena_new(trace->op.arena, const struct value *, 2);
	memcpy(items, pair, sizeof pair);
	return pair[0] ? value_sequence(trace->op.arena, VALUE_TUPLE, items, 2) : NULL;
}

const struct function_row library_linear_solve[] = {
    MODULE("jax.lax"),
    FUNCTION("custom_linear_solve",
             "matvec, b, solve, transpose_solve=None, symmetric=False, has_aux=False",
             custom_linear_solve),
    TABLE_END,
};
