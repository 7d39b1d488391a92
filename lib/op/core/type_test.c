/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/type.h"

#include "op/core/abstract_mesh.h"
#include "op/core/sharding_request.h"
#include "testing/operation.h"

/* Elements multiply up to what 64 bits hold; a dimension of 0 leaves none, wherever it stands. */
Test(type, elements_are_counted_within_64_bits)
{
	static const struct {
		int64_t shape[3];
		uint32_t rank;
		int64_t elements;
	} rows[] = {
	    {{0}, 0, 1},
	    {{7}, 1, 7},
	    {{2, 3, 4}, 3, 24},
	    {{INT64_MAX, 1, 1}, 3, INT64_MAX},
	    {{INT64_MAX, 2, 1}, 3, INT64_MAX},
	    {{INT64_MAX, INT64_MAX, 0}, 3, 0},
	    {{0, INT64_MAX, INT64_MAX}, 3, 0},
	};
	for (size_t i = 0; i < ROWS(rows); i++)
		cr_expect_eq(shape_elements(rows[i].shape, rows[i].rank), rows[i].elements,
		             "row %zu", i);
}

/* A type reads back as JAX writes it, short and long. */
Test(type, texts_are_those_of_jax)
{
	static const struct {
		const char *type, *written, *long_dtype;
	} rows[] = {
	    {"f32[8@x,4]", "f32[8@x,4]", "float32[8@x,4]"},
	    {"bf16[8@(x,y),4]", "bf16[8@(x,y),4]", "bfloat16[8@(x,y),4]"},
	    {"bool[]", "bool[]", "bool[]"},
	    {"*i32[3]", "i32[3]", "int32[3]"},
	    {"u8[0,2@x]", "u8[0,2@x]", "uint8[0,2@x]"},
	    {"c64[2@y,4@x]", "c64[2@y,4@x]", "complex64[2@y,4@x]"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct op op = testing_op(&arena, "0.10.2");
		const struct array_type *type = &testing_array(&op, rows[i].type)->type;
		struct buf written = op_buf(&op), long_dtype = op_buf(&op);
		type_text(&written, type, false);
		type_text(&long_dtype, type, true);
		testing_expect(rows[i].type, buf_str(&written), rows[i].written);
		testing_expect(rows[i].type, buf_str(&long_dtype), rows[i].long_dtype);
		arena_drop(&arena);
	}
}

/* Entries and specs print as Python's tuples, requests as PartitionSpecs. */
Test(type, specs_print_as_python_does)
{
	static const struct {
		const char *entries, *tuple, *spec;
	} rows[] = {
	    {"", "()", "P()"},
	    {"x", "('x',)", "P('x',)"},
	    {"None", "(None,)", "P(None,)"},
	    {"x,None", "('x', None)", "P('x', None)"},
	    {"(x,y),z", "(('x', 'y'), 'z')", "P(('x', 'y'), 'z')"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct op op = testing_op(&arena, "0.10.2");
		const struct sharding_request *request = testing_request(&op, rows[i].entries);
		struct buf tuple = op_buf(&op), spec = op_buf(&op);
		spec_tuple_text(&tuple, op.mesh, request->spec, request->count);
		request_spec_text(&spec, op.rules, request);
		testing_expect(rows[i].entries, buf_str(&tuple), rows[i].tuple);
		testing_expect(rows[i].entries, buf_str(&spec), rows[i].spec);
		arena_drop(&arena);
	}
}

/* Entries are equal when they name the same axes in the same order; shards are their product. */
Test(type, entries_compare_by_axes_in_order)
{
	static const struct {
		const char *a, *b;
		bool equal;
		int64_t ways; /* that the first cuts a dimension into */
	} rows[] = {
	    {"None", "None", true, 1},    {"x", "x", true, 2},         {"x", "y", false, 2},
	    {"(x,y)", "(y,x)", false, 8}, {"(x,y)", "(x,y)", true, 8}, {"(x,y)", "x", false, 8},
	    {"z", "None", false, 1},      {"None", "x", false, 1},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct op op = testing_op(&arena, "0.10.2");
		const struct sharding_request *a = testing_request(&op, rows[i].a),
					      *b = testing_request(&op, rows[i].b);
		cr_expect_eq(dim_axes_equal(a->spec[0], b->spec[0]), rows[i].equal, "%s and %s",
		             rows[i].a, rows[i].b);
		cr_expect_eq(spec_equal(a->spec, b->spec, 1), rows[i].equal, "%s and %s", rows[i].a,
		             rows[i].b);
		cr_expect_eq(dim_axes_ways(op.mesh, a->spec[0]), rows[i].ways, "%s", rows[i].a);
		arena_drop(&arena);
	}
}

/* A request meets a shape: it is padded, cut to explicit axes, or refused. */
Test(type, a_sharding_meets_a_shape)
{
	static const struct {
		const char *type, *entries, *outcome;
	} rows[] = {
	    {"f32[8,4]", "x", "f32[8@x,4]"},
	    {"f32[8,4]", "None,y", "f32[8,4@y]"},
	    {"f32[8,4]", "(x,y)", "f32[8@(x,y),4]"},
	    {"f32[8,4]", "x,y,None", "f32[8@x,4@y]"},
	    {"f32[]", "", "f32[]"},
	    {"f32[0,4]", "x", "f32[0@x,4]"},
	    {"f32[7,4]", "x",
	     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 times, "
	     "but does not evenly divide the dimension size 7. Got shape: (7, 4) and sharding "
	     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, 'z': 1, axis_types=(Explicit, "
	     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', "
	     "None))"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct op op = testing_op(&arena, "0.10.2");
		struct array_type type = testing_array(&op, rows[i].type)->type;
		bool done = type_shard(&op, &type, testing_request(&op, rows[i].entries));
		const char *row =
		    str_format(&arena, "%s as P(%s)", rows[i].type, rows[i].entries).s;
		testing_expect(row, testing_outcome(&op, done ? array_new(&op, &type) : NULL),
		               rows[i].outcome);
		arena_drop(&arena);
	}
}

/* Turning axes automatic takes them out of what a type shows. */
Test(type, automatic_axes_are_not_shown)
{
	struct arena arena = {0};
	struct op op = testing_op(&arena, "0.10.2");
	const struct array_type *type = &testing_array(&op, "f32[8@(x,y),4@z]")->type;
	const struct abstract_mesh *mesh = abstract_mesh_with(&arena, op.mesh, 1, AXIS_AUTO);
	struct sharding_request request = request_without_auto(&op, type, mesh);
	struct buf text = op_buf(&op);
	spec_tuple_text(&text, mesh, request.spec, request.count);
	testing_expect("without x", buf_str(&text), "('y', 'z')");
	cr_expect_eq(abstract_mesh_axes(mesh, AXIS_AUTO), 1);
	cr_expect_eq(abstract_mesh_axes(mesh, AXIS_EXPLICIT), 6);
	cr_expect_eq(abstract_mesh_all_axes(mesh), 7);
	cr_expect(!abstract_mesh_all(mesh, AXIS_EXPLICIT));
	cr_expect(abstract_mesh_all(op.mesh, AXIS_EXPLICIT));
	cr_expect(abstract_mesh_same_shape(mesh, op.mesh));
	cr_expect(!abstract_mesh_equal(mesh, op.mesh));
	cr_expect(abstract_mesh_equal(mesh, abstract_mesh_with(&arena, op.mesh, 1, AXIS_AUTO)));
	arena_drop(&arena);
}

/* The empty mesh has no axes, is equal to itself alone, and prints as JAX prints it. */
Test(type, the_empty_mesh_has_no_axes)
{
	struct arena arena = {0};
	struct op op = testing_op(&arena, "0.10.2");
	struct buf empty = op_buf(&op), shape = op_buf(&op);
	cr_expect(abstract_mesh_equal(NULL, NULL));
	cr_expect(!abstract_mesh_equal(NULL, op.mesh));
	cr_expect(!abstract_mesh_same_shape(op.mesh, NULL));
	cr_expect_eq(abstract_mesh_all_axes(NULL), 0);
	cr_expect(!abstract_mesh_all(NULL, AXIS_EXPLICIT));
	abstract_mesh_text(&empty, op.rules, NULL);
	abstract_mesh_shape_text(&shape, op.mesh);
	testing_expect("the empty mesh", buf_str(&empty), "AbstractMesh((), axis_types=())");
	testing_expect("its axes", buf_str(&shape), "(('x', 2), ('y', 4), ('z', 1))");
	arena_drop(&arena);
}
