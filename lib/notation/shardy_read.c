/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "diag/suggest.h"
#include "notation/named_read.h"
#include "notation/shardy.h"

/* <["x"=2, "y"=4], device_ids=[...]> behind the word mesh */
static const struct named_mesh *read_inline_mesh(struct scanner *scanner)
{
	struct named_mesh *mesh = arena_new(scanner->arena, struct named_mesh, 1);
	int64_t *devices = NULL;
	size_t count = 0;
	if (!scanner_expects(scanner, "<", "expected '<'") ||
	    !scanner_expects(scanner, "[", "expected '['") || !named_read_axes(scanner, mesh))
		return NULL;
	if (scanner_takes(scanner, ",")) {
		size_t start = scanner_skip(scanner);
		if (!str_equal(scanner_word(scanner), STR("device_ids="))) {
			scanner_fail(scanner, start, scanner->at - start, "expected 'device_ids'");
			return NULL;
		}
		if (!scanner_expects(scanner, "[", "expected '['") ||
		    !scanner_integers(scanner, &devices, &count) ||
		    !scanner_expects(scanner, "]", "expected ']'"))
			return NULL;
		mesh->single = !mesh->naxes && count == 1 && devices[0] >= 0;
		mesh->device = mesh->single ? devices[0] : 0;
		if (!mesh->single && !named_read_order(scanner, start, mesh, devices, count))
			return NULL;
	}
	return scanner_expects(scanner, ">", "expected '>'") ? mesh : NULL;
}

/* Which meshes there are, and which of several was probably meant. */
static struct str meshes_named(struct arena *arena, const struct shardy_meshes *meshes,
                               struct str name)
{
	struct buf help = {.arena = arena};
	struct str *names = arena_new(arena, struct str, meshes->count);
	buf_puts(&help, meshes->count ? "the module has " : "the module has no mesh");
	for (uint32_t i = 0; i < meshes->count; i++) {
		names[i] = meshes->items[i].name;
		buf_printf(&help, "%s@%s", i ? ", " : "", utf8_escaped(arena, names[i]).s);
	}
	struct str near = suggest(name, names, meshes->count);
	if (near.s && meshes->count > 1)
		buf_printf(&help, "; did you mean @%s?", utf8_escaped(arena, near).s);
	return buf_str(&help);
}

/* @mesh or @"a mesh" */
static const struct named_mesh *read_mesh_name(struct scanner *scanner,
                                               const struct shardy_meshes *meshes, size_t start)
{
	struct str name = STR("");
	if (!scanner_sees(scanner, "\""))
		name = scanner_word(scanner);
	else if (!scanner_quoted(scanner, &name))
		return NULL;
	for (uint32_t i = 0; i < meshes->count; i++)
		if (str_equal(meshes->items[i].name, name))
			return meshes->items[i].mesh;
	scanner_fail(scanner, start, scanner->at - start, "unknown mesh: @%s",
	             utf8_escaped(scanner->arena, name).s);
	scanner->error->help = meshes_named(scanner->arena, meshes, name);
	return NULL;
}

static const struct named_mesh *read_mesh(struct scanner *scanner,
                                          const struct shardy_meshes *meshes)
{
	size_t start = scanner_skip(scanner);
	if (scanner_takes(scanner, "@"))
		return read_mesh_name(scanner, meshes, start);
	if (str_equal(scanner_word(scanner), STR("mesh")))
		return read_inline_mesh(scanner);
	scanner_fail(scanner, start, start < scanner->text.len,
	             "expected a mesh: @name or mesh<[\"x\"=2]>");
	return NULL;
}

static bool is_sorted(const struct axis_parts *parts)
{
	for (uint32_t i = 1; i < parts->count; i++) {
		const struct axis_part *a = &parts->items[i - 1], *b = &parts->items[i];
		if (a->axis > b->axis || (a->axis == b->axis && a->pre > b->pre))
			return false;
	}
	return true;
}

/* {"x"} behind replicated= or unreduced= */
static bool read_axis_list(struct scanner *scanner, const struct named_mesh *mesh, const char *what,
                           struct axis_parts *parts)
{
	if (!scanner_expects(scanner, "{", "expected '{'"))
		return false;
	if (scanner_sees(scanner, "}"))
		return scanner_unexpected(scanner, "expected string");
	if (!named_read_parts(scanner, mesh, parts, NULL))
		return false;
	const struct axis_part *first = &parts->items[0];
	return is_sorted(parts) || scanner_fail(scanner, first->at, scanner->at - first->at,
	                                        "%s axes are not ordered w.r.t. mesh", what);
}

/* , replicated={...} or , unreduced={...}, each at most once */
static bool read_attribute(struct scanner *scanner, struct named_sharding *sharding)
{
	size_t start = scanner_skip(scanner);
	struct str word = scanner_word(scanner);
	if (str_equal(word, STR("replicated=")) && !sharding->replicated.count)
		return read_axis_list(scanner, sharding->mesh, "replicated", &sharding->replicated);
	if (!str_equal(word, STR("unreduced=")) || sharding->unreduced.count) {
		size_t length = word.len ? word.len : start < scanner->text.len;
		return scanner_fail(scanner, start, length,
		                    "expected valid named axis list after comma");
	}
	if (scanner_takes(scanner, "max"))
		sharding->reduction = REDUCE_MAX;
	else if (scanner_takes(scanner, "min"))
		sharding->reduction = REDUCE_MIN;
	return read_axis_list(scanner, sharding->mesh, "unreduced", &sharding->unreduced);
}

/* [{"x"}], replicated={"y"}> behind the mesh */
static bool read_behind_mesh(struct scanner *scanner, struct named_sharding *sharding)
{
	if (!scanner_expects(scanner, ",", "expected ','") ||
	    !scanner_expects(scanner, "[", "expected '['") ||
	    !named_read_dims(scanner, true, sharding))
		return false;
	while (scanner_takes(scanner, ","))
		if (!read_attribute(scanner, sharding))
			return false;
	return scanner_expects(scanner, ">", "expected '>'") &&
	       scanner_ends(scanner, "found trailing characters");
}

/* <@mesh, [{"x"}], replicated={"y"}> up to the end of the text */
static const struct named_sharding *read_inside(struct scanner *scanner,
                                                const struct shardy_meshes *meshes)
{
	struct named_sharding *sharding = arena_new(scanner->arena, struct named_sharding, 1);
	if (!scanner_expects(scanner, "<", "expected '<'"))
		return NULL;
	sharding->mesh = read_mesh(scanner, meshes);
	if (!sharding->mesh)
		return NULL;
	if (!read_behind_mesh(scanner, sharding)) {
		named_note_axes(scanner, sharding->mesh);
		return NULL;
	}
	if (!named_check_parts(scanner, sharding))
		return NULL;
	if (sharding->mesh->single && sharding->rank) {
		scanner_fail(scanner, 0, scanner->text.len,
		             "a single-device sharding can only have a sharding with rank 0");
		return NULL;
	}
	return sharding;
}

const struct named_sharding *shardy_read(struct arena *arena, struct str text,
                                         const struct shardy_meshes *meshes,
                                         struct notation_error *error)
{
	assert(meshes && error);
	struct scanner scanner = scanner_make(arena, text, false, error);
	bool begins = scanner_expects(&scanner, "#sdy.sharding", "expected #sdy.sharding");
	return begins ? read_inside(&scanner, meshes) : NULL;
}

const struct named_sharding *shardy_read_inside(struct arena *arena, struct str text,
                                                const struct shardy_meshes *meshes,
                                                struct notation_error *error)
{
	assert(meshes && error);
	struct scanner scanner = scanner_make(arena, text, false, error);
	return read_inside(&scanner, meshes);
}

bool shardy_read_manual_axes(struct arena *arena, struct str text, const struct named_mesh *mesh,
                             struct axis_parts *axes, struct notation_error *error)
{
	struct scanner scanner = scanner_make(arena, text, false, error);
	return scanner_expects(&scanner, "#sdy<manual_axes", "expected #sdy<manual_axes") &&
	       scanner_expects(&scanner, "{", "expected '{'") &&
	       named_read_parts(&scanner, mesh, axes, NULL) &&
	       scanner_expects(&scanner, ">", "expected '>'") &&
	       scanner_ends(&scanner, "found trailing characters");
}

const struct named_mesh *shardy_read_mesh(struct arena *arena, struct str text,
                                          struct notation_error *error)
{
	assert(error);
	struct scanner scanner = scanner_make(arena, text, false, error);
	const struct named_mesh *mesh = read_inline_mesh(&scanner);
	return mesh && scanner_ends(&scanner, "found trailing characters") ? mesh : NULL;
}
