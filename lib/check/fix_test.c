/* SPDX-License-Identifier: Apache-2.0 */
#include "check/fix.h"

#include "testing/testing.h"

/* A spec, what becomes of it, how many findings are fixed and how many errors are left. */
static const struct {
	const char *before, *after;
	uint32_t fixed, errors;
} rows[] = {
    {"mesh: {x: 2}\ntensors: {a: 'f32[8@x]'}\n", "mesh: {x: 2}\ntensors: {a: 'f32[8@x]'}\n", 0, 0},
    /* entries that are None and too many */
    {"mesh: {x: 2}\ntensors: {a: {shape: [8], spec: [x, null , ~]}}\n",
     "mesh: {x: 2}\ntensors: {a: {shape: [8], spec: [x]}}\n", 1, 0},
    {"mesh: {x: 2}\ntensors: {a: {shape: [8], spec: \"P('x',None)\"}, b: {shape: [], spec: "
     "[null]}}",
     "mesh: {x: 2}\ntensors: {a: {shape: [8], spec: \"P('x')\"}, b: {shape: [], spec: []}}", 2, 0},
    {"mesh: {x: 2}\ntensors:\n  a:\n    shape: [8]\n    spec:\n    - x\n    - null\n",
     "mesh: {x: 2}\ntensors:\n  a:\n    shape: [8]\n    spec:\n    - x\n", 1, 0},
    {"mesh: {x: 2, y: 2}\ntensors: {a: {shape: [8], spec: [x, y]}}\n",
     "mesh: {x: 2, y: 2}\ntensors: {a: {shape: [8], spec: [x, y]}}\n", 0, 1},
    {"mesh: {x: 2}\ntensors:\n  a:\n    shape: [8]\n    spec:\n    - x\n    # none\n    - null\n",
     "mesh: {x: 2}\ntensors:\n  a:\n    shape: [8]\n    spec:\n    - x\n    # none\n", 1, 0},
    /* names */
    {"mesh: {data: 2}\ntensors: {a: {shape: [8], spec: ['dtaa']}, b: 'f32[8@dta]'}\n",
     "mesh: {data: 2}\ntensors: {a: {shape: [8], spec: ['data']}, b: 'f32[8@data]'}\n", 2, 0},
    {"mesh: {x1: 2}\ntensors: {a: 'f32[8@x2]'}\n", "mesh: {x1: 2}\ntensors: {a: 'f32[8@x2]'}\n", 0,
     1},
    {"mesh: {data: 2, date: 2}\ntensors: {a: 'f32[8@dat]'}\n",
     "mesh: {data: 2, date: 2}\ntensors: {a: 'f32[8@dat]'}\n", 0, 1},
    {"mesh: {data: 2}\r\ntensors: {a: {shpae: [8], spce: [data], dtype: flaot32, knid: "
     "param}}\r\n",
     "mesh: {data: 2}\r\ntensors: {a: {shape: [8], spec: [data], dtype: float32, kind: param}}\r\n",
     4, 0},
    {"mesh: {x: 2}\ntensors: {a: {shape: [8], spec: [x], spce: [x]}}\n",
     "mesh: {x: 2}\ntensors: {a: {shape: [8], spec: [x], spce: [x]}}\n", 0, 1},
    /* keys that stand twice */
    {"\xef\xbb\xbfmesh: {x: 2, x: 2}\nmesh: {x: 2, x: 2}\ntensors: {}\n",
     "\xef\xbb\xbfmesh: {x: 2}\ntensors: {}\n", 2, 0},
    {"mesh: {x: 2}\nmesh: {x: 2} # why\ntensors: {}\n", "mesh: {x: 2} # why\ntensors: {}\n", 1, 0},
    {"mesh: {x: 2, x: 4}\ntensors: {}\n", "mesh: {x: 2, x: 4}\ntensors: {}\n", 0, 1},
    /* quotes */
    {"mesh: {x: 2}\ntensors: {a: {shape: [8, 4], spec: P('x', None)}}\n",
     "mesh: {x: 2}\ntensors: {a: {shape: [8, 4], spec: \"P('x', None)\"}}\n", 1, 0},
    /* other ways to write */
    {"mesh: {axes: {x: 2}, built_by: create_device_mesh, allow_split_physical_axes: yes}\n"
     "tensors: {a: 'f32[8@x]', b: !!map {shape: 8, spec: [x]}}\n",
     "mesh: {axes: {x: 2}, built_by: create_device_mesh, allow_split_physical_axes: true}\n"
     "tensors: {a: 'f32[8@x]', b: {shape: [8], spec: [x]}}\n",
     3, 0},
    {"mesh: {x: 2}\ntensors:\n  l.{0-3}.a: f32[8@x]\n  b:\n    shape: (8, 4)\n    spec: [x]\n",
     "mesh: {x: 2}\ntensors:\n  l.{0..3}.a: f32[8@x]\n  b:\n    shape: [8, 4]\n    spec: [x]\n", 2,
     0},
    /* comments that ignore nothing */
    {"mesh: {x: 2}\ntensors:\n  a: f32[8@x]  # shardctl: ignore[rank-mismatch] why\r\n",
     "mesh: {x: 2}\ntensors:\n  a: f32[8@x]\r\n", 1, 0},
    {"# shardctl: ignore[rank-mismatch]\nmesh: {x: 2} # a\n  # shardctl: ignore[axis-unused] # b\n"
     "tensors: {a: \"f32[8@x]\"}",
     "mesh: {x: 2} # a\n  # b\ntensors: {a: \"f32[8@x]\"}", 2, 0},
    {"mesh: {x: 2}\ntensors:\n"
     "  a: f32[7@x]  # shardctl: ignore[rank-mismatch, dim-indivisible,axis-unused]\n",
     "mesh: {x: 2}\ntensors:\n  a: f32[7@x]  # shardctl: ignore[dim-indivisible]\n", 2, 0},
    {"mesh: {x: 2}\ntensors:\n  a: f32[8@x]  # shardctl: ignore[rank-mismatch, axis-unused, "
     "nothing]\n",
     "mesh: {x: 2}\ntensors:\n  a: f32[8@x]  # shardctl: ignore[nothing]\n", 2, 0},
    /* an axis that the spec has already is not what another name of it means */
    {"mesh: {data: 2}\ntensors: {a: 'f32[8@data, 8@dta]'}\n",
     "mesh: {data: 2}\ntensors: {a: 'f32[8@data, 8@dta]'}\n", 0, 1},
    /* a call that is understood may raise another error */
    {"mesh: {x: 2}\ntensors: {a: 'f32[8@x]'}\nprogram: |\n  def f(a, *, scale):\n    assert a.ndim "
     "> "
     "1\n  f(a, scael=1)\n",
     "mesh: {x: 2}\ntensors: {a: 'f32[8@x]'}\nprogram: |\n  def f(a, *, scale):\n    assert a.ndim "
     "> "
     "1\n  f(a, scale=1)\n",
     1, 1},
    /* one fix leads to another, and what is fixed already stays when the next one does not help */
    {"mesh: {data: 2}\ntensros: {a: {shape: [8], spec: P('dta', None)}}\n",
     "mesh: {data: 2}\ntensors: {a: {shape: [8], spec: \"P('data')\"}}\n", 4, 0},
    {"mesh: {data: 2}\ntensros: {a: {shape: [7], spec: [data, null]}}\n",
     "mesh: {data: 2}\ntensors: {a: {shape: [7], spec: [data]}}\n", 2, 1},
};

Test(fix, certain_repairs_are_made)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena arena = {0}, scratch = {0};
		struct source source = {STR("a.yaml"), str_of(rows[i].before)};
		struct check_options options = {0};
		struct check_result result = check_source(&arena, &scratch, &source, &options);
		struct fixed fixed = fix_source(&arena, &scratch, &source, &options, &result);
		testing_expect(rows[i].before, fixed.text, rows[i].after);
		cr_expect_eq(fixed.result.fixed, rows[i].fixed, "%s: %u fixed", rows[i].before,
		             fixed.result.fixed);
		cr_expect_eq(fixed.result.errors, rows[i].errors, "%s: %u errors", rows[i].before,
		             fixed.result.errors);
		arena_drop(&arena);
		arena_drop(&scratch);
	}
}
