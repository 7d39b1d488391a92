/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hardware_report.h"

#include <cJSON.h>
#include <criterion/criterion.h>

static bool contains(struct str text, const char *part)
{
	for (size_t at = 0; at + strlen(part) <= text.len; at++)
		if (str_starts_with(str_slice(text, at, text.len), str_of(part)))
			return true;
	return false;
}

/* A report on hardware, with a mesh unless it is NULL. */
static struct hardware_report report_on(struct arena *arena, struct arena *scratch,
                                        const char *name, const char *mesh)
{
	struct hardware *hardware = arena_new(arena, struct hardware, 1);
	struct outlook *outlook = arena_new(arena, struct outlook, 1);
	struct diags diags = diags_make(arena);
	*hardware = hardware_named(arena, str_of(name));
	struct outlook_request request = {.hardware = hardware};
	request.framework = framework_read(arena, STR(""), (struct span){0, 0}, &diags);
	struct hardware_report report = {
	    .chip = hardware->chip, .hardware = hardware, .framework = request.framework.text};
	if (mesh) {
		request.mesh = str_of(mesh);
		*outlook = outlook_of(arena, scratch, &request);
		report.outlook = outlook;
	}
	return report;
}

Test(hardware_report, lists_every_chip)
{
	struct arena arena = {0}, scratch = {0};
	struct buf text = {.arena = &arena}, json = {.arena = &arena};
	hardware_list_text(&text, &scratch);
	hardware_list_json(&json, &scratch);
	buf_putc(&json, '\0');
	cJSON *root = cJSON_Parse(json.data);
	cr_assert(root);
	cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(root, "chips")), (int)chip_count);
	for (uint32_t i = 0; i < chip_count; i++)
		cr_expect(contains(buf_str(&text), chip_table[i].names[0]));
	cJSON_Delete(root);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(hardware_report, tells_figures_with_their_sources)
{
	struct arena arena = {0}, scratch = {0};
	struct buf out = {.arena = &arena};
	struct hardware_report report = report_on(&arena, &scratch, "2xv6e-256", NULL);
	hardware_report_text(&out, &scratch, &report);
	struct str text = buf_str(&out);
	cr_expect(contains(text, "v6e 16x16, 2 slices\n"));
	cr_expect(contains(text, "512, one on each of 512 chips"));
	cr_expect(contains(text, "x is a ring, y is a ring"));
	cr_expect(contains(text, "docs.cloud.google.com/tpu/docs/v6e"));
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(hardware_report, shows_where_axes_lie)
{
	struct arena arena = {0}, scratch = {0};
	struct buf out = {.arena = &arena};
	struct hardware_report report = report_on(&arena, &scratch, "v4:4x4x4", "x=4,y=16");
	report.explain = true;
	hardware_report_text(&out, &scratch, &report);
	struct str text = buf_str(&out);
	cr_expect(contains(text, "on         x * y\n"));
	cr_expect(contains(text, "on         z\n"));
	cr_expect(contains(text, "4 torus ring, 4 torus ring"));
	cr_expect(contains(text, "link_bandwidth 4.5e+10"));
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(hardware_report, writes_a_mesh_as_json)
{
	struct arena arena = {0}, scratch = {0};
	struct buf out = {.arena = &arena};
	struct hardware_report report = report_on(&arena, &scratch, "v5e-8", "x=2,y=4");
	hardware_report_json(&out, &scratch, &report);
	buf_putc(&out, '\0');
	cJSON *root = cJSON_Parse(out.data);
	cr_assert(root);
	const cJSON *mesh = cJSON_GetObjectItem(root, "mesh");
	cr_expect_str_eq(cJSON_GetObjectItem(mesh, "path")->valuestring, "ring");
	cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(mesh, "devices")), 8);
	cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(mesh, "axes")), 2);
	cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(mesh, "diagnostics")), 0);
	cJSON_Delete(root);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(hardware_report, writes_bytes_evenly)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	hardware_add_bytes(&out, 17179869184.0);
	hardware_add_bytes(&out, 80e9);
	hardware_add_amount(&out, 4.5e10);
	cr_expect(str_equal(buf_str(&out), STR("16 GiB80 GB45 G")));
	arena_drop(&arena);
}
