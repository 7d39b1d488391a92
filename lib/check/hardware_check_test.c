/* SPDX-License-Identifier: Apache-2.0 */
/* Findings about hardware, and about meshes on it. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "check/check.h"

struct finding_case {
	const char *spec;
	const char *rule;    /* of the only finding that counts; NULL: there is none */
	const char *message; /* parts of them; NULL: any */
	const char *framework, *help;
};

static const struct finding_case cases[] = {
    /* what hardware there is */
    {"hardware: v5e-16\nmesh: {x: 16}\n", NULL, NULL, NULL, NULL},
    {"hardware: v5e:4x4\nmesh: {x: 16}\n", NULL, NULL, NULL, NULL},
    {"hardware: {chip: TPU v5 lite, topology: 4x4}\nmesh: {x: -1}\n", NULL, NULL, NULL, NULL},
    {"hardware: {type: v5e-16, hbm_bytes: 32GiB, ring_efficiency: 0.9}\nmesh: {x: 16}\n", NULL,
     NULL, NULL, NULL},
    {"hardware: {chip: h100}\nmesh: {x: 8}\n", NULL, NULL, NULL, NULL},
    {"hardware: cpu-8\nmesh: {x: 8}\n", NULL, NULL, NULL, NULL},
    {"hardware: v5e-16\ndevices: 16\nmesh: {x: 16}\n", NULL, NULL, NULL, NULL},
    {"hardware: v5x-16\nmesh: {x: 16}\n", "hardware-unknown", "no chip is called 'v5x'", NULL,
     "write v5e-16"},
    {"hardware: v4p:4x4x4\nmesh: {x: 64}\n", NULL, NULL, NULL, NULL},
    {"hardware: v5e-4x4\nmesh: {x: 16}\n", "hardware-unknown", "no colon", NULL, "write v5e:4x4"},
    {"hardware: 2xTPU v5e 4x4\nmesh: {x: 16}\n", "hardware-unknown", "no colon", NULL,
     "write 2xTPU v5e:4x4"},
    {"hardware: 16\n", "hardware-unknown", "'16' is not an accelerator type", NULL, NULL},
    {"hardware: v5e-17\n", "topology-illegal", "no v5e slice has 17 chips", NULL, "write v5e-16"},
    {"hardware: {chip: v5e, topology: 4x6}\n", "topology-illegal", "shape 4x6", NULL,
     "one of 1x1, 2x2"},
    {"hardware: {chip: v4, topology: 8x4x4}\n", "topology-illegal", "8x4x4", NULL, "write 4x4x8"},
    {"hardware: {chip: v5e}\n", "key-missing", "no 'topology'", NULL, "topology: 4x4"},
    {"hardware: {topology: 4x4}\n", "key-missing", "no 'chip'", NULL, "chip: v5e"},
    {"hardware: {chip: v5e, topolgy: 4x4, topology: 4x4}\n", "key-unknown", "topolgy", NULL,
     "did you mean 'topology'?"},
    {"hardware: [v5e]\n", "value-type", NULL, NULL, NULL},
    {"hardware: {type: v5e-16, topology: 4x4}\n", "value-invalid", NULL, NULL, NULL},
    {"hardware: {chip: v5e, topology: 4x4, slices: 0}\n", "value-invalid", NULL, NULL, NULL},
    {"hardware: {type: v5e-16, hbm_bytes: -1}\n", "value-invalid", "hbm_bytes", NULL, NULL},
    {"hardware: {type: v5e-16, ring_efficiency: 1.5}\n", "value-invalid", "ring_efficiency", NULL,
     "up to 1"},
    {"hardware: {type: v5e-16, hbm_bytes: nan}\n", "value-invalid", NULL, NULL, NULL},
    {"hardware: {chip: v5e, topology: 16x16, slices: 9223372036854775807}\n", "topology-illegal",
     NULL, NULL, NULL},
    {"hardware: v5e-16\ndevices: 8\n", "hardware-devices", "v5e 4x4 has 16", NULL, "leave"},
    {"hardware: v5e-4\nmesh: {axes: {x: 2}, devices: [0, 4]}\n", "hardware-devices", "no device 4",
     NULL, "0 to 3"},
    /* meshes on one slice */
    {"hardware: {chip: v4, topology: 4x4x4}\nmesh: {x: 32, y: 2}\n", "mesh-unmappable",
     "axis 'y' of size 2 fits no whole axes of the torus 4x4x4",
     "NotImplementedError: Failed to find assignment for logical_axis_index 1 of size 2",
     "{x: 16, y: 4}"},
    {"hardware: {chip: v4, topology: 4x4x4}\nmesh: {axes: {x: 32, y: 2}, built_by: "
     "create_device_mesh}\n",
     "mesh-unmappable", NULL, NULL, "allow_split_physical_axes: true splits"},
    {"hardware: {chip: v4, topology: 4x4x4}\nmesh: {axes: {x: 32, y: 2}, built_by: "
     "create_device_mesh, allow_split_physical_axes: true}\n",
     NULL, NULL, NULL, NULL},
    {"hardware: v5e-64\nmesh: {x: 32, y: 2}\n", NULL, NULL, NULL, NULL},
    {"hardware: v6e-64\nmesh: {x: 32, y: 2}\n", "mesh-unmappable", NULL, NULL,
     "built_by: create_device_mesh"},
    {"hardware: v6e-16\nmesh: {x: 9}\n", "mesh-unmappable", "cannot be laid out on v6e 4x4",
     "AssertionError: ", "multiply to 16"},
    {"hardware: v6e-16\nmesh: {x: 32}\n", "mesh-devices", "needs 32 devices", "must be >=", NULL},
    {"hardware: v6e-16\nmesh: {axes: {x: 8}, built_by: create_device_mesh}\n", "mesh-devices", NULL,
     "Number of devices 16 must equal the product of mesh_shape (8,)", NULL},
    {"hardware: v6e-16\nmesh: {axes: {x: 8}, built_by: Mesh}\n", "mesh-devices", NULL,
     "cannot reshape array of size 16", NULL},
    {"hardware: v4-128\nmesh: {axes: {x: 8, y: 8}, built_by: create_device_mesh, "
     "contiguous_submeshes: true}\n",
     "mesh-unmappable", NULL, "ValueError: ", NULL},
    {"framework: jax==0.10.2\nhardware: {chip: v5p, topology: 4x4x20}\nmesh: {axes: {x: 16, y: "
     "10, z: 2}, built_by: create_device_mesh, allow_split_physical_axes: true}\n",
     "mesh-unmappable", NULL, NULL, "a newer release of JAX"},
    /* meshes on several slices */
    {"hardware: {chip: v6e, topology: 4x4, slices: 2}\nmesh: {x: 8, y: 4}\n", "mesh-slices",
     "takes devices of one slice", "AssertionError", "create_hybrid_device_mesh with dcn: {x: 2}"},
    {"hardware: 2xv5e-4\nmesh: {x: 8}\n", "mesh-slices", NULL,
     "ValueError: `jax.make_mesh` does not support multi-slice topologies", "dcn: {x: 2}"},
    {"framework: jax==0.8.0\nhardware: 2xv5e-4\nmesh: {x: 8}\n", NULL, NULL, NULL, NULL},
    {"hardware: h100-16\nmesh: {x: 16}\n", "mesh-slices", "one node", "multi-slice", NULL},
    {"hardware: h100-16\nprogram: |\n  mesh = jax.make_mesh((16,), ('x',))\n", "mesh-slices",
     "one node", "multi-slice", NULL},
    {"hardware: h100-256\nmesh: {x: 16, y: 16}\n", "mesh-slices", "one node", "multi-slice",
     "dcn: {x: 16, y: 2}"},
    {"hardware: h100-256\nmesh: {axes: {x: 16, y: 16}, dcn: {x: 16, y: 2}, built_by: "
     "create_hybrid_device_mesh}\n",
     NULL, NULL, NULL, NULL},
    {"framework: jax==0.10.0\nhardware: h100-16\nmesh: {x: 16}\n", NULL, NULL, NULL, NULL},
    {"hardware: 2xv6e-16\nmesh: {axes: {x: 8, y: 4}, built_by: create_device_mesh}\n",
     "mesh-unmappable", NULL, "AssertionError", "create_hybrid_device_mesh"},
    {"hardware: 2xv6e-16\nmesh: {axes: {x: 8, y: 4}, dcn: {x: 2}, built_by: "
     "create_hybrid_device_mesh}\n",
     NULL, NULL, NULL, NULL},
    {"hardware: 2xv6e-16\nmesh: {axes: {x: 8, y: 4}, built_by: create_hybrid_device_mesh}\n",
     "mesh-slices", "'dcn' multiplies to 1", "Number of slices 2", "write dcn: {x: 2}"},
    {"hardware: v6e-16\nmesh: {axes: {x: 8, y: 2}, dcn: {x: 2}, built_by: "
     "create_hybrid_device_mesh}\n",
     "mesh-slices", "has 1 slice", "Number of slices 1", "leave 'dcn' out"},
    {"hardware: 2xv6e-16\nmesh: {axes: {x: 16, y: 4}, dcn: {x: 2}, built_by: "
     "create_hybrid_device_mesh}\n",
     "mesh-devices", "needs 64 devices", "Number of devices 16 must equal", "times 2 slices"},
    {"hardware: 2xv6e-16\nmesh: {axes: {x: 16, y: 2}, dcn: {x: 2}, built_by: "
     "create_hybrid_device_mesh}\n",
     "mesh-unmappable", "axis 'y' of size 2", "NotImplementedError", "{x: 8, y: 4}"},
    {"hardware: cpu-8\nmesh: {axes: {x: 8}, built_by: create_hybrid_device_mesh}\n",
     "mesh-unmappable", NULL, "does not have attribute slice_index", NULL},
    /* the options of the constructors */
    {"mesh: {axes: {x: 8}, dcn: {x: 3}, built_by: create_hybrid_device_mesh}\n", "value-invalid",
     "cannot be cut into 3 parts", NULL, NULL},
    {"mesh: {axes: {x: 8}, dcn: {y: 2}, built_by: create_hybrid_device_mesh}\n",
     "mesh-axis-unknown", "no axis 'y'", NULL, NULL},
    {"mesh: {axes: {x: 8}, dcn: {x: 2}}\n", "mesh-option-unused", "make_mesh has no argument", NULL,
     "create_hybrid_device_mesh"},
    {"mesh: {axes: {x: 8}, built_by: create_hybrid_device_mesh, contiguous_submeshes: true}\n",
     "mesh-option-unused", NULL, NULL, "create_device_mesh"},
    /* what cannot be judged */
    {"hardware: {chip: v6e, topology: 16x16, slices: 1024}\nmesh: {axes: {x: 262144}, dcn: {x: "
     "1024}, built_by: create_hybrid_device_mesh}\n",
     "hardware-not-judged", "at most 131072", NULL, NULL},
};

enum { CASES = COUNT_OF(cases) };

static bool contains(struct str text, const char *part)
{
	for (size_t at = 0; at + strlen(part) <= text.len; at++)
		if (str_starts_with(str_slice(text, at, text.len), str_of(part)))
			return true;
	return false;
}

ParameterizedTestParameters(hardware_check, finds)
{
	static int indices[CASES];
	for (int i = 0; i < CASES; i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, CASES);
}

ParameterizedTest(int *index, hardware_check, finds)
{
	const struct finding_case *want = &cases[*index];
	struct arena arena = {0}, scratch = {0};
	struct source source = {STR("-"), str_of(want->spec)};
	struct check_options options = {0};
	struct check_result result = check_source(&arena, &scratch, &source, &options);
	cr_expect_eq(result.ndiags, want->rule ? 1u : 0u, "%s: %u findings", want->spec,
	             result.ndiags);
	if (!want->rule)
		cr_expect_eq(result.verdict, VERDICT_ACCEPTED, "%s", want->spec);
	if (want->rule && result.ndiags) {
		const struct diag *got = result.diags[0];
		struct str quoted =
		    str_format(&arena, "%.*s: %.*s", STR_ARG(got->framework_error.type),
		               STR_ARG(got->framework_error.message));
		cr_expect_str_eq(got->rule->name, want->rule, "%s", want->spec);
		cr_expect(!want->message || contains(got->message, want->message), "%s: %.*s",
		          want->spec, STR_ARG(got->message));
		cr_expect(!want->framework || contains(quoted, want->framework), "%s: %.*s",
		          want->spec, STR_ARG(quoted));
		cr_expect(want->framework || !got->framework_error.type.s ||
		              got->rule->effect == EFFECT_REJECTED,
		          "%s: %.*s", want->spec, STR_ARG(quoted));
		cr_expect(!want->help || contains(got->help, want->help), "%s: %.*s", want->spec,
		          STR_ARG(got->help));
	}
	arena_drop(&arena);
	arena_drop(&scratch);
}

/* Checks a spec with options of the command line; the rule of the first finding, or NULL. */
static const char *first_rule(const char *text, struct spec_overrides overrides)
{
	struct arena arena = {0}, scratch = {0};
	struct source source = {STR("-"), str_of(text)};
	struct check_options options = {.overrides = overrides};
	struct check_result result = check_source(&arena, &scratch, &source, &options);
	const char *rule = result.ndiags ? result.diags[0]->rule->name : NULL;
	arena_drop(&arena);
	arena_drop(&scratch);
	return rule;
}

Test(hardware_check, hardware_of_the_command_line_replaces_that_of_the_file)
{
	static const char *const spec = "hardware: v5e-16\ndevices: 16\nmesh: {x: -1}\n";
	cr_expect_null(first_rule(spec, (struct spec_overrides){.hardware = STR("v6e-64")}));
	cr_expect_null(
	    first_rule("mesh: {x: -1}\n", (struct spec_overrides){.hardware = STR("v6e-64")}));
	cr_expect_str_eq(first_rule("mesh: {x: 32, y: 2}\n",
	                            (struct spec_overrides){.hardware = STR("v4:4x4x4")}),
	                 "mesh-unmappable");
	cr_expect_str_eq(first_rule(spec, (struct spec_overrides){.hardware = STR("v6x-64")}),
	                 "hardware-unknown");
}

Test(hardware_check, a_mesh_of_the_command_line_keeps_dcn)
{
	static const char *const spec =
	    "hardware: 2xv6e-16\nmesh: {axes: {x: 8, y: 4}, dcn: {x: 2}, built_by: "
	    "create_hybrid_device_mesh}\n";
	cr_expect_null(first_rule(spec, (struct spec_overrides){.mesh = STR("x=32,y=1")}));
	cr_expect_str_eq(first_rule(spec, (struct spec_overrides){.mesh = STR("x=16,y=2")}),
	                 "mesh-unmappable");
}
