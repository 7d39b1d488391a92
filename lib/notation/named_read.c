/* SPDX-License-Identifier: Apache-2.0 */
#include "notation/named_read.h"

#include "base/buf.h"
#include "base/checked.h"
#include "base/utf8.h"
#include "diag/suggest.h"
#include "spec/spec.h"

/* More parts than any mesh within the limits can be cut into. */
enum { MAX_PARTS = MAX_AXES * MAX_DEVICES_LOG2 };

/* Which axes there are, and which one was probably meant. */
static struct str axes_there(struct scanner *scanner, const struct named_mesh *mesh,
                             struct str name)
{
	struct buf help = {.arena = scanner->arena};
	struct str names[MAX_AXES];
	if (!mesh->naxes)
		buf_puts(&help, "the mesh has no axes");
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		names[i] = mesh->axes[i].name;
		buf_printf(&help, "%s\"%s\"", i ? ", " : "the axes of the mesh are ",
		           utf8_escaped(scanner->arena, names[i]).s);
	}
	struct str near = suggest(name, names, mesh->naxes);
	if (near.s)
		buf_printf(&help, "; did you mean \"%s\"?", utf8_escaped(scanner->arena, near).s);
	return buf_str(&help);
}

/* Always false. */
static bool fail_axis(struct scanner *scanner, const struct named_mesh *mesh,
                      const struct axis_part *part, struct str name)
{
	scanner_fail(scanner, part->at, part->length, "unknown axis name: \"%s\"",
	             utf8_escaped(scanner->arena, name).s);
	scanner->error->help = axes_there(scanner, mesh, name);
	return false;
}

void named_note_axes(struct scanner *scanner, const struct named_mesh *mesh)
{
	const struct notation_error **last = &scanner->error->next;
	size_t at = scanner->error->at + scanner->error->length;
	struct str text = scanner->text;
	for (at = str_find(text, '"', at); at < text.len; at = str_find(text, '"', at)) {
		struct notation_error ignored, *error;
		struct scanner ahead = scanner_make(scanner->arena, text, false, &ignored);
		struct axis_part part = {.at = at};
		struct str name;
		ahead.at = at;
		if (!scanner_quoted(&ahead, &name))
			return;
		at = ahead.at;
		if (named_mesh_axis(mesh, name) < mesh->naxes)
			continue;
		part.length = at - part.at;
		error = arena_new(scanner->arena, struct notation_error, 1);
		ahead.error = error;
		*error = (struct notation_error){.framework = STR("")};
		(void)fail_axis(&ahead, mesh, &part, name);
		*last = error;
		last = &error->next;
	}
}

static bool add_axis(struct scanner *scanner, struct named_mesh *mesh, struct mesh_axis *axes,
                     size_t start)
{
	struct str name, shown;
	int64_t size;
	if (!scanner_quoted(scanner, &name) ||
	    !scanner_expects(scanner, "=", "expected '=' after the name of an axis") ||
	    !scanner_integer(scanner, &size, "expected integer value"))
		return false;
	size_t length = scanner->at - start;
	shown = utf8_escaped(scanner->arena, name);
	if (size < 1)
		return scanner_fail(scanner, start, length,
		                    "axis size must be at least 1, got: %lld", (long long)size);
	if (named_mesh_axis(mesh, name) < mesh->naxes)
		return scanner_fail(scanner, start, length, "duplicate axis name: \"%.*s\"",
		                    STR_ARG(shown));
	if (mesh->naxes == MAX_AXES || !checked_multiply(&mesh->count, mesh->count, size) ||
	    mesh->count > MAX_DEVICES)
		return scanner_fail(scanner, start, length,
		                    "a mesh of more than %d axes or 2^%d devices", MAX_AXES,
		                    MAX_DEVICES_LOG2);
	axes[mesh->naxes++] = (struct mesh_axis){.name = name, .size = size};
	return true;
}

bool named_read_axes(struct scanner *scanner, struct named_mesh *mesh)
{
	struct mesh_axis *axes = arena_new(scanner->arena, struct mesh_axis, MAX_AXES);
	*mesh = (struct named_mesh){.axes = axes, .count = 1};
	if (scanner_takes(scanner, "]"))
		return true;
	do {
		if (!add_axis(scanner, mesh, axes, scanner_skip(scanner)))
			return false;
	} while (scanner_takes(scanner, ","));
	return scanner_expects(scanner, "]", "expected ',' or ']' after an axis of the mesh");
}

/* "y" or "y":(1)2 */
static bool read_part(struct scanner *scanner, const struct named_mesh *mesh,
                      struct axis_part *part)
{
	struct str name;
	part->at = scanner_skip(scanner);
	if (!scanner_quoted(scanner, &name))
		return false;
	part->axis = named_mesh_axis(mesh, name);
	part->length = scanner->at - part->at;
	if (part->axis == mesh->naxes)
		return fail_axis(scanner, mesh, part, name);
	part->pre = 1;
	part->size = mesh->axes[part->axis].size;
	if (!scanner_takes(scanner, ":"))
		return true;
	if (!scanner_expects(scanner, "(", "expected '(' before the pre-size of a sub-axis") ||
	    !scanner_integer(scanner, &part->pre, "expected integer value") ||
	    !scanner_expects(scanner, ")", "expected ')' after the pre-size of a sub-axis") ||
	    !scanner_integer(scanner, &part->size, "expected integer value"))
		return false;
	part->length = scanner->at - part->at;
	if (part->pre == 1 && part->size == mesh->axes[part->axis].size)
		return scanner_fail(scanner, part->at, part->length,
		                    "sub-axis size is equal to the full axis size");
	return true;
}

bool named_read_parts(struct scanner *scanner, const struct named_mesh *mesh,
                      struct axis_parts *parts, bool *open)
{
	size_t room = parts->count;
	bool more = !scanner_sees(scanner, "}");
	while (more) {
		if (open && scanner_takes(scanner, "?")) {
			*open = true;
			break;
		}
		struct axis_part part = {0};
		if (!read_part(scanner, mesh, &part))
			return false;
		if (parts->count == MAX_PARTS)
			return scanner_fail(scanner, part.at, part.length, "too many axes");
		arena_push(scanner->arena, parts->items, parts->count, room, part);
		more = scanner_takes(scanner, ",");
	}
	return scanner_expects(scanner, "}", "expected ',' or '}' after an axis");
}

/* p0 behind a dim */
static bool read_priority(struct scanner *scanner, struct named_dim *dim)
{
	size_t start = scanner_skip(scanner);
	struct str word = scanner_word(scanner);
	if (!word.len)
		return !scanner->failed;
	struct str digits = str_slice(word, 1, word.len);
	bool number = word.s[0] == 'p' && str_to_int64(digits, &dim->priority);
	if (!number || (digits.len > 1 && digits.s[0] == '0'))
		return scanner_fail(
		    scanner, start, word.len,
		    "expecting priority in format 'p<number>', without leading zeros");
	if (!dim->axes.count && !dim->open)
		return scanner_fail(scanner, start, word.len,
		                    "the dim is empty and closed but has a priority");
	return true;
}

bool named_read_dims(struct scanner *scanner, bool priorities, struct named_sharding *sharding)
{
	size_t room = 0;
	if (scanner_takes(scanner, "]"))
		return true;
	do {
		if (!scanner_expects(scanner, "{", "expected '{' to start a dimension"))
			return false;
		if (sharding->rank == MAX_RANK)
			return scanner_unexpected(scanner, "more dimensions than are read");
		sharding->dims = arena_append(scanner->arena, sharding->dims, sharding->rank, &room,
		                              sizeof *sharding->dims);
		struct named_dim *dim = &sharding->dims[sharding->rank++];
		*dim = (struct named_dim){.priority = NO_PRIORITY};
		if (!named_read_parts(scanner, sharding->mesh, &dim->axes, &dim->open) ||
		    (priorities && !read_priority(scanner, dim)))
			return false;
	} while (scanner_takes(scanner, ","));
	return scanner_expects(scanner, "]", "expected ',' or ']' after a dimension");
}

static bool fail_part(struct scanner *scanner, const struct axis_part *part, const char *message)
{
	return scanner_fail(scanner, part->at, part->length, "%s", message);
}

static bool fail_duplicate(struct scanner *scanner, const struct axis_part *part)
{
	(void)fail_part(scanner, part, "duplicate axis ref");
	scanner->error->help = STR("an axis is of one dim, or replicated: leave it out here");
	return false;
}

static bool check_part(struct scanner *scanner, const struct named_mesh *mesh,
                       const struct axis_part *part)
{
	int64_t axis = mesh->axes[part->axis].size, next;
	if (axis_part_is_whole(mesh, part))
		return true;
	if (part->pre < 1)
		return fail_part(scanner, part, "sub-axis pre-size must be at least 1");
	if (part->size <= 1)
		return fail_part(scanner, part, "sub-axis sizes must be greater than 1");
	if (!checked_multiply(&next, part->pre, part->size) || axis % next != 0)
		return scanner_fail(
		    scanner, part->at, part->length,
		    "sub-axis pre-size times size does not divide the size of the full axis %lld",
		    (long long)axis);
	return true;
}

/* Checks a part against those before it; all of one axis stand side by side in `sorted`. */
static bool check_overlap(struct scanner *scanner, const struct named_mesh *mesh,
                          const struct axis_part *before, const struct axis_part *part)
{
	/* The later one in the text is the one to blame. */
	const struct axis_part *later = before->at > part->at ? before : part;
	if (before->axis != part->axis)
		return true;
	if (before->pre == part->pre && before->size == part->size)
		return fail_duplicate(scanner, later);
	if (before->pre * before->size <= part->pre)
		return true;
	if (axis_part_is_whole(mesh, before) || axis_part_is_whole(mesh, part))
		return fail_part(scanner, later, "both sub-axis and full-axis are used");
	return fail_part(scanner, later, "overlapping sub-axes are used");
}

/* Axes that follow each other in one list and could be written as one. */
static bool check_neighbours(struct scanner *scanner, const struct axis_parts *parts)
{
	for (uint32_t i = 1; i < parts->count; i++) {
		const struct axis_part *a = &parts->items[i - 1], *b = &parts->items[i];
		if (a->axis == b->axis && a->pre * a->size == b->pre)
			return fail_part(scanner, b, "two consecutive sub-axes can be merged");
	}
	return true;
}

bool named_check_parts(struct scanner *scanner, const struct named_sharding *sharding)
{
	struct axis_parts all = {0};
	size_t room = 0;
	const struct axis_parts *parts;
	for (uint32_t list = 0; (parts = named_sharding_parts(sharding, list)); list++) {
		for (uint32_t i = 0; i < parts->count; i++) {
			if (!check_part(scanner, sharding->mesh, &parts->items[i]))
				return false;
			if (all.count == MAX_PARTS)
				return fail_duplicate(scanner, &parts->items[i]);
			arena_push(scanner->arena, all.items, all.count, room, parts->items[i]);
		}
		if (!check_neighbours(scanner, parts))
			return false;
	}
	axis_parts_sort(&all);
	for (uint32_t i = 1; i < all.count; i++)
		if (!check_overlap(scanner, sharding->mesh, &all.items[i - 1], &all.items[i]))
			return false;
	return true;
}

bool named_read_order(struct scanner *scanner, size_t start, struct named_mesh *mesh,
                      const int64_t *devices, size_t count)
{
	size_t length = scanner->at - start;
	if ((int64_t)count != mesh->count)
		return scanner_fail(scanner, start, length,
		                    "total product of axis sizes must match total number of device "
		                    "ids, got: %lld != %zu",
		                    (long long)mesh->count, count);
	bool *seen = arena_new(scanner->arena, bool, count);
	bool iota = true;
	for (size_t i = 0; i < count; i++) {
		if (devices[i] < 0 || devices[i] >= (int64_t)count || seen[devices[i]])
			return scanner_fail(scanner, start, length,
			                    "sorted device ids must be iota(product(axes))");
		seen[devices[i]] = true;
		iota &= devices[i] == (int64_t)i;
	}
	int64_t dims[1] = {mesh->count};
	struct tile_assignment *order = arena_new(scanner->arena, struct tile_assignment, 1);
	*order = tile_assignment_list(scanner->arena, dims, 1, devices);
	mesh->order = iota ? NULL : order;
	return true;
}
