/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "module/module.h"

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
