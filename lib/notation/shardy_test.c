/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "notation/shardy.h"

static const struct mesh_axis axes[] = {{{"x", 1}, 2, false}, {{"y", 1}, 4, false}};
static const struct named_mesh mesh = {.axes = axes, .naxes = 2, .count = 8};
static const struct shardy_mesh named[] = {{{"mesh", 4}, &mesh}};
static const struct shardy_meshes meshes = {named, 1};

/* Where each text goes wrong, and Shardy's words for it. */
static const struct {
	const char *text, *at, *message;
} errors[] = {
    {"#sdy.sharding<@mesh, [{\"z\"}, {}]>", "\"z\"", "unknown axis name: \"z\""},
    {"#sdy.sharding<@mesh, [{\"x\"}, {\"x\"}]>", "\"x\"}]>", "duplicate axis ref"},
    {"#sdy.sharding<@mesh, [{\"y\":(2)2}, {\"y\"}]>", "\"y\"}]>",
     "both sub-axis and full-axis are used"},
    {"#sdy.sharding<@mesh, [{\"y\":(1)2, \"y\":(2)2}, {}]>", "\"y\":(2)2",
     "two consecutive sub-axes can be merged"},
    {"#sdy.sharding<@mesh, [{\"y\":(1)3}, {}]>", "\"y\":(1)3", "sub-axis pre-size times"},
    {"#sdy.sharding<@mesh, [{\"y\":(0)2}, {}]>", "\"y\":(0)2", "sub-axis pre-size"},
    {"#sdy.sharding<@mesh, [{}p0, {}]>", "p0", "the dim is empty and closed"},
    {"#sdy.sharding<@mesh, [{\"x\"}p01, {}]>", "p01", "expecting priority"},
    {"#sdy.sharding<@other, [{}, {}]>", "@other", "unknown mesh: @other"},
    {"#sdy.sharding<@mesh, [{}, {}], replicated={\"y\", \"x\"}>", "\"y\", \"x\"",
     "replicated axes are not ordered"},
    {"#sdy.sharding<@mesh, [{}, {}], foo={\"y\"}>", "foo=", "expected valid named axis list"},
    {"#sdy.sharding<mesh<[\"x\"=0]>, [{}]>", "\"x\"=0", "axis size must be at least 1"},
    {"#sdy.sharding<mesh<[\"x\"=2], device_ids=[0,0]>, [{}]>", "device_ids", "sorted device ids"},
    {"#sdy.sharding<@mesh, [{}, {}]> x", "x", "found trailing characters"},
};

enum { ERRORS = COUNT_OF(errors) };

ParameterizedTestParameters(shardy, error_stands_at_what_is_wrong)
{
	static int indices[ERRORS];
	for (int i = 0; i < ERRORS; i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, ERRORS);
}

ParameterizedTest(int *index, shardy, error_stands_at_what_is_wrong)
{
	struct arena arena = {0};
	struct notation_error error;
	struct str text = str_of(errors[*index].text);
	cr_assert_null(shardy_read(&arena, text, &meshes, &error));
	cr_expect(str_starts_with(str_slice(text, error.at, text.len), str_of(errors[*index].at)),
	          "%s: at %zu", text.s, error.at);
	cr_expect(str_starts_with(error.message, str_of(errors[*index].message)), "%s: %.*s",
	          text.s, STR_ARG(error.message));
	arena_drop(&arena);
}

Test(shardy, names_are_escaped_as_they_are_read)
{
	static const char text[] = "#sdy.sharding<mesh<[\"a\\22\\\\\\C3\\A9\"=2]>, [{?}p3]>";
	struct arena arena = {0};
	struct notation_error error;
	struct buf out = {.arena = &arena};
	const struct named_sharding *sharding = shardy_read(&arena, str_of(text), &meshes, &error);
	cr_assert_not_null(sharding);
	cr_expect(str_equal(sharding->mesh->axes[0].name, STR("a\"\\\xc3\xa9")));
	shardy_write(&out, sharding);
	cr_expect(str_equal(buf_str(&out), str_of(text)), "%.*s", STR_ARG(buf_str(&out)));
	arena_drop(&arena);
}
