/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes of a file and of the command line. */
#include <inttypes.h>

#include "testing/spec_text.h"

/* "mesh: data=4 model=2; types auto explicit; devices 0 1; Mesh; broken" */
static void dump(struct buf *out, const struct mesh *mesh)
{
	static const char *const builders[] = {"", "; create", "; hybrid", "; Mesh"};
	buf_printf(out, "%.*s:", STR_ARG(mesh->name));
	for (uint32_t i = 0; i < mesh->naxes || i < mesh->nsizes; i++) {
		if (i < mesh->naxes && mesh->axes[i].nameless)
			buf_puts(out, " None");
		else
			buf_printf(out, " %.*s", STR_ARG(mesh->axes[i].name));
		if (i < mesh->nsizes)
			buf_printf(out, "=%" PRId64, mesh->axes[i].size);
	}
	if (mesh->ntypes)
		buf_puts(out, "; types");
	for (uint32_t i = 0; i < mesh->ntypes; i++)
		buf_printf(out, " %s",
		           mesh->types[i] == AXIS_UNSAID ? "default"
		                                         : axis_type_name(mesh->types[i]));
	if (mesh->devices)
		buf_puts(out, "; devices");
	for (uint32_t i = 0; i < mesh->ndevices; i++)
		buf_printf(out, " %" PRId64, mesh->devices[i]);
	buf_puts(out, builders[mesh->builder]);
	buf_puts(out, mesh->broken ? "; broken" : "");
}

static const char *read(struct arena *arena, const char *text, const char *override)
{
	struct diags diags;
	struct spec_overrides overrides = {.mesh = {NULL, 0}};
	struct buf out = {.arena = arena};
	if (override)
		overrides.mesh = str_of(override);
	const struct spec *spec = testing_spec(arena, text, &overrides, &diags);
	for (uint32_t i = 0; i < spec->nmeshes; i++) {
		buf_puts(&out, i ? " / " : "");
		dump(&out, &spec->meshes[i]);
	}
	if (diags.count)
		buf_printf(&out, " ! %.*s",
		           STR_ARG(testing_findings_text(arena, &diags, str_of(text))));
	return str_copy(arena, buf_str(&out)).s;
}

static const char *const rows[][2] = {
    {"mesh: {data: 4, model: 2}", "mesh: data=4 model=2"},
    {"mesh: {}", "mesh:"},
    {"mesh: {axes: {data: 4}}", "mesh: data=4"},
    {"mesh: {axes: 4, types: 2}", "mesh: axes=4 types=2"},
    {"mesh: {axes: 4, model: 2}", "mesh: axes=4 model=2"},
    {"mesh: {axes: {data: 4}, types: explicit}", "mesh: data=4; types explicit"},
    {"mesh: {axes: {a: 4, b: 2}, types: [auto, manual]}", "mesh: a=4 b=2; types auto manual"},
    {"mesh: {axes: {a: 4, b: 2}, types: {b: manual}}", "mesh: a=4 b=2; types default manual"},
    {"mesh: {axes: {a: 4}, devices: [3, 2, 1, 0]}", "mesh: a=4; devices 3 2 1 0"},
    {"mesh: {axes: {a: 4}, built_by: Mesh}", "mesh: a=4; Mesh"},
    {"mesh: {axes: {a: 4}, built_by: create_device_mesh}", "mesh: a=4; create"},
    {"mesh: {axes: {a: 4}, built_by: create_hybrid_device_mesh, dcn: {a: 2}}", "mesh: a=4; hybrid"},
    {"mesh: {axes: {a: 4}, built_by: create_device_mesh, allow_split_physical_axes: true}",
     "mesh: a=4; create"},
    {"mesh: {axes: {a: 4}, allow_split_physical_axes: true}",
     "mesh: a=4 ! mesh-option-unused(allow_split_physical_axes)"},
    {"mesh: {names: [a, b], sizes: [4, 2]}", "mesh: a=4 b=2"},
    {"mesh: {axes: {names: [a, null], sizes: [-1]}}", "mesh: a=-1 None"},
    {"mesh: {names: [a], sizes: 4}", "mesh: a=4"},
    {"mesh: {names: [[a]], sizes: [4]}", "mesh: =4; broken ! value-type([a])"},
    {"devices: 8\nmesh: {data: -1, model: 2}", "mesh: data=4 model=2"},
    {"mesh: {axes: {a: -1}, devices: [0, 1]}", "mesh: a=2; devices 0 1"},
    {"mesh: {a: -1}", "mesh: a=1; broken ! value-invalid(-1)"},
    {"devices: 9\nmesh: {a: -1, b: 2}", "mesh: a=1 b=2; broken ! value-invalid(-1)"},
    {"devices: 8\nmesh: {a: -1, b: -1}", "mesh: a=-1 b=-1; broken ! value-invalid(-1)"},
    {"mesh: {a: 2147483648}", "mesh: a=2147483648"},
    {"mesh: {a: 2147483649}", "mesh: a=2147483649; broken ! value-invalid(2147483649)"},
    {"mesh: {a: 2147483648, b: 2147483648, c: 2147483648}",
     "mesh: a=2147483648 b=2147483648 c=2147483648; broken ! limit-exceeded(2147483648)"},
    {"mesh: {a: 4, a: 2}", "mesh: a=4 ! key-repeated(a)"},
    {"mesh: {types: auto}", "mesh:; broken ! key-missing(types)"},
    {"mesh: {axs: {a: 4}}", "mesh: a=4 ! key-unknown(axs)"},
    {"mesh: {rows: {a: 4}}", "mesh:; broken ! key-unknown(rows)"},
    {"mesh: {axes: {a: 4}, types: {b: auto}}", "mesh: a=4; types default ! mesh-axis-unknown(b)"},
    {"mesh: {axes: {a: 4}, types: [odd]}", "mesh: a=4; types auto; broken ! value-invalid(odd)"},
    {"mesh: {axes: {a: 4}, devices: [0, x]}", "mesh: a=4 ! value-invalid(x)"},
    {"mesh: 4", "mesh:; broken ! value-type(4)"},
    {"mesh: {? [a] : 4}", "mesh: =4; broken ! yaml-unsupported([a])"},
    {"meshes: {t: {a: 4}, s: {b: 2}}", "t: a=4 / s: b=2"},
    {"mesh: {a: 4}\nmeshes: {s: {b: 2}}", "mesh: a=4 / s: b=2"},
};

Test(mesh_read, every_form_is_read)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		testing_expect(rows[i][0], str_of(read(&arena, rows[i][0], NULL)), rows[i][1]);
		arena_drop(&arena);
	}
}

static const char *const overridden[][3] = {
    {"mesh: {data: 4}", "data=8,model=2", "mesh: data=8 model=2"},
    {"mesh: {data: 4}", "mesh:x=2", "mesh: x=2"},
    {"mesh: {data: 4}", "other:x=2", "mesh: data=4 ! option-invalid()"},
    {"tensors: {}", "data=8", "mesh: data=8"},
    {"devices: 16\nmesh: {a: 2}", "data=-1,model=2", "mesh: data=8 model=2"},
    {"mesh: {axes: {a: 2}, types: explicit}", "x=2,y=2", "mesh: x=2 y=2; types explicit explicit"},
    {"mesh: {axes: {a: 2}, types: [explicit]}", "x=2,y=2", "mesh: x=2 y=2"},
    {"mesh: {axes: {a: 2}, devices: [1, 0]}", "x=4", "mesh: x=4"},
    {"mesh: {axes: {a: 2}, built_by: Mesh}", "x=4", "mesh: x=4; Mesh"},
    {"meshes: {t: {a: 4}, s: {b: 2}}", "s:b=4", "t: a=4 / s: b=4"},
    {"meshes: {t: {a: 4}, s: {b: 2}}", "b=4", "t: a=4 / s: b=2 ! option-invalid()"},
};

Test(mesh_read, the_command_line_replaces_the_axes)
{
	for (size_t i = 0; i < ROWS(overridden); i++) {
		struct arena arena = {0};
		const char *actual = read(&arena, overridden[i][0], overridden[i][1]);
		testing_expect(overridden[i][1], str_of(actual), overridden[i][2]);
		arena_drop(&arena);
	}
}

Test(mesh_read, only_axes_with_sizes_can_replace_a_mesh)
{
	static const struct {
		const char *text;
		bool valid;
	} texts[] = {
	    {"data=8", true},
	    {"data=8,model=4", true},
	    {"train:data=8", true},
	    {" data = 8 ", true},
	    {"data=-1", true},
	    {"", false},
	    {"data", false},
	    {"data=", false},
	    {"=8", false},
	    {"data=8,", false},
	    {"data=0", false},
	    {"data=-2", false},
	    {"data=2147483649", false},
	    {"data=8,data=4", false},
	    {"data=8 model=4", false},
	    {"data=x", false},
	};
	for (size_t i = 0; i < ROWS(texts); i++)
		cr_expect_eq(spec_mesh_override_valid(str_of(texts[i].text)), texts[i].valid,
		             "'%s'", texts[i].text);
}
