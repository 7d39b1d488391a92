/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/mesh_error.h"

#include <criterion/criterion.h>

Test(mesh_error, prints_sizes_as_python_does)
{
	struct arena arena = {0};
	const int64_t sizes[] = {4, -2};
	cr_expect(str_equal(mesh_error_sizes(&arena, sizes, 2, false), STR("(4, -2)")));
	cr_expect(str_equal(mesh_error_sizes(&arena, sizes, 1, false), STR("(4,)")));
	cr_expect(str_equal(mesh_error_sizes(&arena, sizes, 0, false), STR("()")));
	cr_expect(str_equal(mesh_error_sizes(&arena, sizes, 1, true), STR("[4]")));
	cr_expect(str_equal(mesh_error_sizes(&arena, sizes, 0, true), STR("[]")));
	cr_expect(str_equal(mesh_error_shape(&arena, sizes, 2), STR("(4,-2)")));
	cr_expect(str_equal(mesh_error_shape(&arena, sizes, 1), STR("(4,)")));
	arena_drop(&arena);
}
