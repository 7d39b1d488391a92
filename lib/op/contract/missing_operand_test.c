/* SPDX-License-Identifier: Apache-2.0 */
/* NULL in, NULL out: what could not be made makes nothing else, and what was said of it stays. */
#include "op/contract/contract.h"

#include "op/core/captures.h"
#include "op/core/levels.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/manual/manual.h"
#include "op/place/place.h"
#include "op/random/random.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"
#include "testing/operation.h"

static const char said[] = "it could not be made";

/* An operation is given the array that is missing; `x` is another one, f32[8,4]. It tells whether
 * it gave nothing. */
typedef bool operation(struct op *op, const struct array *x);

static const int64_t sizes[] = {8, 4};
static const uint32_t dims[] = {0, 1}, swapped[] = {1, 0};
static const struct array *const none[] = {NULL, NULL, NULL};

static bool shapes(struct op *op, const struct array *x)
{
	const struct array *pieces[8] = {NULL}, *last[] = {x, NULL};
	return !lax_broadcast_in_dim(op, NULL, sizes, 2, dims, NULL) &&
	       !lax_reshape(op, NULL, sizes, 2, NULL, NULL) && !lax_transpose(op, NULL, swapped) &&
	       !lax_squeeze(op, NULL, dims, 1) && !lax_squeeze(op, NULL, dims, 0) &&
	       !lax_expand_dims(op, NULL, dims, 1) && !lax_rev(op, NULL, dims, 1) &&
	       !lax_broadcast(op, NULL, sizes, 2, NULL) &&
	       !lax_broadcast_to(op, NULL, sizes, 2, NULL) && !lax_concatenate(op, last, 2, 0) &&
	       !lax_split(op, NULL, sizes, 2, 0, pieces) && !lax_stack(op, last, 2, 0) &&
	       !lax_unstack(op, NULL, 0, pieces) && !lax_tile(op, NULL, sizes);
}

static bool mapped_dimensions(struct op *op, const struct array *x)
{
	static const struct mapping mapping = {.size = 2};
	return !batch_move(op, NULL, 1, 0) && !batch_materialise(op, &mapping, NULL, -1, 0) &&
	       !batch_front_unsharded(op, &mapping, NULL, -1) && !array_map_levels(op, NULL, 1) &&
	       !array_align(op, NULL, 0) && !array_map(op, NULL, 0, 1) && !array_like(op, NULL) &&
	       !array_stack(op, NULL, 3) && !captures_see(op, NULL) && !captures_manual(op, NULL);
}

static bool elementwise(struct op *op, const struct array *x)
{
	const struct array *both[] = {x, NULL};
	const struct dtype *int32 = dtype_of(DTYPE_ID_INT32);
	return !lax_unary(op, &lax_sin, NULL) && !lax_power(op, NULL, 2) &&
	       !lax_binary(op, &lax_add, x, NULL) && !lax_binary(op, &lax_add, NULL, x) &&
	       !lax_select_n(op, NULL, both, 2) && !lax_clamp(op, x, NULL, x) &&
	       !lax_convert_element_type(op, NULL, int32, false) &&
	       !lax_convert_placed(op, NULL, int32, false, NULL) &&
	       !lax_bitcast_convert_type(op, NULL, int32) && !numpy_astype(op, NULL, int32) &&
	       !numpy_promote_dtypes(op, both, 2, true) && !numpy_promote_ranks(op, both, 2) &&
	       !numpy_broadcast_arrays(op, both, 2) && !numpy_promote_numeric(op, both, 2) &&
	       !numpy_binary(op, &lax_add, x, NULL, false) &&
	       !numpy_compare(op, &lax_lt, NULL, x) && !numpy_where(op, NULL, x, x) &&
	       !numpy_where(op, x, x, NULL);
}

static bool indexing(struct op *op, const struct array *x)
{
	static const struct padding paddings[2];
	const struct gather_dimensions gather = {.offset_dims = {sizes, 0}};
	const struct scatter_dimensions scatter = {.update_window_dims = {sizes, 0}};
	const struct index index = {.count = 0};
	const struct index_options options = {.mode = INDEX_MODE_NONE};
	const struct index_update update = {.scatter = &lax_scatter_add};
	return !lax_slice(op, NULL, sizes, sizes, NULL) && !lax_pad(op, x, NULL, paddings) &&
	       !numpy_pad(op, NULL, x, paddings, 0) && !lax_dynamic_slice(op, NULL, none, sizes) &&
	       !lax_dynamic_slice(op, x, none, sizes) &&
	       !lax_dynamic_update_slice(op, NULL, x, none) &&
	       !lax_dynamic_update_slice(op, x, NULL, none) &&
	       !lax_gather(op, x, NULL, &gather, (struct dimension_list){sizes, 2}) &&
	       !lax_scatter(op, &lax_scatter_add, NULL, x, x, &scatter) &&
	       !lax_scatter(op, &lax_scatter_add, x, x, NULL, &scatter) &&
	       !numpy_as_array(op, NULL) && !numpy_index_get(op, NULL, &index, &options) &&
	       !numpy_index_update(op, &update, NULL, &index, x, &options) &&
	       !numpy_index_update(op, &update, x, &index, NULL, &options) &&
	       !normalize_index(op, NULL, true);
}

static bool placing(struct op *op, const struct array *x)
{
	const struct sharding_request *request = testing_request(op, "x");
	const struct auto_axes scope = {op->mesh, op->mesh, true};
	const struct callback_params callback = {.pure = true, .results = &x->type};
	const struct array *result;
	return !lax_reshard(op, NULL, request) && !mesh_cast(op, NULL, request) &&
	       !lax_device_put(op, NULL, PLACED_WITH_NAMED, request, NULL) &&
	       !lax_sharding_constraint(op, NULL, PLACED_WITH_NAMED, request) &&
	       !explicit_axes_leave(op, &scope, NULL) && !auto_axes_operand(op, &scope, NULL) &&
	       !auto_axes_leave(op, &scope, NULL, request) && !auto_axes_cast(op, NULL, request) &&
	       !lax_callback(op, &callback, none, 1, &result, 1);
}

static bool manual(struct op *op, const struct array *x)
{
	const struct array *alike[] = {x, NULL};
	const struct collective collective = {.gathered = NO_DIM, .scattered = NO_DIM};
	return !manual_collective(op, NULL, &collective) && !manual_vary(op, NULL, 1) &&
	       !manual_vary_alike(op, alike, 2)[1];
}

static bool random_numbers(struct op *op, const struct array *x)
{
	const struct dtype *keys = random_key_dtype(op);
	const struct array *missing = NULL;
	bool wrapped;
	return !random_seed(op, NULL, keys) && !random_wrap(op, NULL, keys) &&
	       !random_unwrap(op, NULL) && !random_split(op, NULL, sizes, 1) &&
	       !random_fold_in(op, x, NULL) && !random_bits(op, NULL, 32, sizes, 2) &&
	       !random_check_key(op, "bits", false, &missing, &wrapped);
}

static bool along_axes(struct op *op, const struct array *x)
{
	const struct array *results[2], *both[] = {x, NULL};
	const struct dimension_list two = {sizes, 2};
	const struct window window = {two, two, {sizes, 0}, two, two};
	return !lax_reduce(op, &lax_reduce_sum, NULL, dims, 1, NULL) &&
	       !lax_reduction(op, &lax_argmax, NULL, &(struct reduction){sizes, 1, NULL, NULL}) &&
	       !lax_cumulative(op, &lax_cumsum, NULL, 0, false) &&
	       !lax_sort(op, both, 2, 0, 1, results) &&
	       !lax_largest(op, NULL, 1, 0, &results[0], &results[1]) &&
	       !lax_reduce_general(op, both, none, 1, sizes, 1, results) &&
	       !lax_reduce_window(op, &lax_reduce_window_sum, NULL, &window) &&
	       !lax_reduce_window_general(op, both, none, 1, &window, results);
}

static bool contracting(struct op *op, const struct array *x)
{
	const struct dot_dimensions dimensions = {.contracting = {{sizes, 0}, {sizes, 0}}};
	const struct ragged_dimensions ragged = {.dot = dimensions};
	const struct conv_params convolution = {.rank = 2};
	const struct linalg_params params = {.left_side = true};
	const struct array *results[LINALG_MAX_RESULTS];
	uint32_t count;
	return !lax_dot_general(op, x, NULL, &dimensions, NULL, NULL) &&
	       !lax_ragged_dot_general(op, none, &ragged, NULL, NULL) &&
	       !lax_convolution(op, x, NULL, &convolution) &&
	       !lax_linalg(op, &linalg_qr, NULL, none, results, &count) &&
	       !lax_linalg_one(op, &linalg_cholesky, NULL, none) &&
	       !lax_triangle(op, NULL, true, 0) && !lax_triangular_solve(op, x, NULL, &params) &&
	       !lax_fft(op, NULL, FFT_FFT, (struct dimension_list){sizes, 1});
}

Test(missing_operand, gives_nothing_and_keeps_the_error)
{
	static const struct {
		const char *name;
		operation *apply;
	} rows[] = {
	    {"shapes", shapes},           {"mapped dimensions", mapped_dimensions},
	    {"elementwise", elementwise}, {"indexing", indexing},
	    {"placing", placing},         {"manual", manual},
	    {"random", random_numbers},   {"along axes", along_axes},
	    {"contracting", contracting},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct op op = testing_op(&arena, "0.10.2");
		const struct array *x = testing_array(&op, "f32[8,4]");
		(void)op_unknown(&op, "%s", said);
		bool nothing = rows[i].apply(&op, x);
		testing_expect(rows[i].name, nothing ? op.error.message : STR("an array"), said);
		arena_drop(&arena);
	}
}
