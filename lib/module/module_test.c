/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "module/convolution_labels.h"
#include "module/inline.h"

Test(module, names_operations_in_both_languages)
{
	cr_expect_eq(opcode_of_hlo(STR("dynamic-update-slice")), OPCODE_DYNAMIC_UPDATE_SLICE);
	cr_expect_eq(opcode_of_stablehlo(STR("dot_general")), OPCODE_DOT);
	cr_expect_eq(opcode_of_stablehlo(STR("")), OPCODE_UNKNOWN);
	cr_expect_eq(opcode_of_hlo(STR("frobnicate")), OPCODE_UNKNOWN);
	cr_expect_str_eq(opcode_name(OPCODE_EXPM1), "exponential-minus-one");
	cr_expect_eq(opcode_class(OPCODE_ALL_GATHER), OPCODE_CLASS_COLLECTIVE);
}

Test(module, counts_each_user_once)
{
	struct arena arena = {0};
	struct module *module = module_make(&arena);
	struct computation *main = module_add(module, STR("main"));
	const struct hlo_shape *shape =
	    hlo_shape_array(&arena, dtype_named(STR("f32")), (int64_t[]){4, 8}, 2);
	struct instruction *x = computation_add(main, OPCODE_PARAMETER, shape, NULL, 0);
	struct instruction *twice[] = {x, x};
	struct instruction *square = computation_add(main, OPCODE_MULTIPLY, shape, twice, 2);
	computation_set_root(main, square);
	cr_expect_eq(x->users, 1);
	cr_expect_eq(square->users, 1);
	cr_expect_eq(square->number, 1);
	int64_t elements;
	cr_expect(hlo_shape_elements(shape, &elements));
	cr_expect_eq(elements, 32);
	arena_drop(&arena);
}

Test(module, puts_called_computations_in_place)
{
	struct arena arena = {0}, scratch = {0};
	struct module *module = module_make(&arena);
	const struct hlo_shape *shape =
	    hlo_shape_array(&arena, dtype_named(STR("f32")), (int64_t[]){4}, 1);
	struct computation *square = module_add(module, STR("square"));
	struct instruction *x = computation_add(square, OPCODE_PARAMETER, shape, NULL, 0);
	square->parameters = &x;
	square->nparameters = 1;
	struct instruction *twice[] = {x, x};
	computation_set_root(square, computation_add(square, OPCODE_MULTIPLY, shape, twice, 2));
	struct computation *main = module_add(module, STR("main"));
	module->entry = main;
	struct instruction *y = computation_add(main, OPCODE_PARAMETER, shape, NULL, 0);
	main->parameters = &y;
	main->nparameters = 1;
	struct instruction *calls[2] = {y, y};
	for (int i = 0; i < 2; i++) {
		calls[i] = computation_add(main, OPCODE_CALL, shape, &calls[i ? 0 : 1], 1);
		calls[i]->called = &square;
		calls[i]->ncalled = 1;
	}
	computation_set_root(main, calls[1]);
	cr_assert(module_inline_calls(&scratch, module));
	cr_assert_eq(main->count, 3);
	cr_expect_eq(main->root->opcode, OPCODE_MULTIPLY);
	cr_expect_eq(main->root->operands[0]->opcode, OPCODE_MULTIPLY);
	cr_expect_eq(main->root->operands[0]->operands[1], y);
	cr_expect_eq(main->instructions[1]->users, 1);
	arena_drop(&scratch);
	arena_drop(&arena);
}

Test(module, takes_labels_of_a_convolution_that_are_all_its_dims)
{
	struct convolution_labels labels;
	struct str words[MAX_SPATIAL + 3] = {STR("b"), STR("f")};
	cr_expect(convolution_labels_read(words, 2, 'b', 'f', &labels));
	cr_expect_eq(labels.count, 0);
	cr_expect_eq(labels.second, 1);
	cr_expect_not(convolution_labels_read(words, 1, 'b', 'f', &labels));
	cr_expect_not(convolution_labels_read(words, 0, 'b', 'f', &labels));
	struct str twice[] = {STR("b"), STR("0"), STR("0"), STR("f")};
	cr_expect_not(convolution_labels_read(twice, 4, 'b', 'f', &labels));
	struct arena arena = {0};
	for (uint32_t i = 0; i <= MAX_SPATIAL; i++)
		words[i + 2] = str_format(&arena, "%lu", (unsigned long)i);
	cr_expect(convolution_labels_read(words, MAX_SPATIAL + 2, 'b', 'f', &labels));
	cr_expect_eq(labels.spatial[MAX_SPATIAL - 1], MAX_SPATIAL + 1);
	cr_expect_not(convolution_labels_read(words, MAX_SPATIAL + 3, 'b', 'f', &labels));
	arena_drop(&arena);
}
