/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "assert a.shape == (4, 9), f\"bad {a.shape}\"\no = a",
     "1 AssertionError: bad (4, 8); o=f32[4@x,8]"},
    {"0.10.2", "o = f\"{a.ndim}\"\np = a if o == '2' else b", "o='2'; p=f32[4@x,8]"},
    {"0.10.2", "raise NotImplementedError(f\"x{1 + 1!r}y\")", "1 NotImplementedError: x2y"},
    {"0.10.2", "o = f'{a.shape} {1.5} {\"q\"!r} {{}}' 'tail'", "o=\"(4, 8) 1.5 'q' {}tail\""},
    {"0.10.2", "n = 3\no = f'{n=} {a.shape = } {n + 1=}'", "n=3; o='n=3 a.shape = (4, 8) n + 1=4'"},
    {"0.10.2", "s = 'q'\no = f'{s=} {s==\"q\"} {s != \"q\"}'", "s='q'; o=\"s='q' True False\""},
    {"0.10.2", "o = f'{nothere}'", "1 NameError: name 'nothere' is not defined; o=?"},
    {"0.10.2", "n = 3\no = {f'w{n}': 1}[f'w{n}']", "n=3; o=1"},
};

Test(formatted_string, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

/* The mesh in context where there is none. */
Test(formatted_string, empty_meshes)
{
	struct arena arena = {0};
	struct check_result result = testing_check(
	    &arena,
	    STR("framework: jax==0.10.2\n"
	        "program_mode: eager\n"
	        "program: |\n"
	        "  m, a = jax.sharding.get_mesh(), jax.sharding.get_abstract_mesh()\n"
	        "  raise ValueError(f'{m} {m!r} {a} {a!r} {[m]} ' + str(m) + repr(m) + str(a))"));
	cr_assert_eq(result.errors, 1u);
	testing_expect("text", result.diags[0]->framework_error.message,
	               "Mesh() Mesh(axis_sizes=(), axis_names=()) AbstractMesh((), axis_types=()) "
	               "AbstractMesh((), axis_types=()) [Mesh(axis_sizes=(), axis_names=())] "
	               "Mesh()Mesh(axis_sizes=(), axis_names=())AbstractMesh((), axis_types=())");
	arena_drop(&arena);
}
