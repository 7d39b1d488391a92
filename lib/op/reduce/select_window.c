/* SPDX-License-Identifier: Apache-2.0 */
/* What derivatives of the greatest and the least of windows are made of. JAX:
 * lax/windowed_reductions.py. */
#include "op/core/primitive.h"
#include "op/reduce/reduce.h"

/* tangents, operand: typed as the window's result. */
static bool infer_gather(struct op *op, const struct application *application,
                         struct array_type *result)
{
	const struct window_choice *choice = application->params;
	struct application window = *application;
	window.primitive = &lax_reduce_window_max;
	window.params = &choice->window;
	window.operands = application->operands + 1;
	window.count = 1;
	return lax_reduce_window_max.infer(op, &window, result);
}

/* source, operand: typed as the latter. */
static bool infer_scatter(struct op *op, const struct application *application,
                          struct array_type *result)
{
	*result = *application->operands[1];
	return true;
}

static const struct primitive select_and_gather_add = {.name = "select_and_gather_add",
                                                       .infer = infer_gather},
			      select_and_scatter_add = {.name = "select_and_scatter_add",
                                                        .infer = infer_scatter};

const struct array *lax_select_and_gather_add(struct op *op, const struct array *tangents,
                                              const struct array *operand,
                                              const struct window_choice *choice)
{
	const struct array *operands[] = {tangents, operand};
	return primitive_apply_one(op, &select_and_gather_add, choice, operands, 2);
}

const struct array *lax_select_and_scatter_add(struct op *op, const struct array *source,
                                               const struct array *operand,
                                               const struct window_choice *choice)
{
	const struct array *operands[] = {source, operand};
	return primitive_apply_one(op, &select_and_scatter_add, choice, operands, 2);
}
