/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings and meshes by name, which HLO text before propagation carries along as attributes. */
#include "hlo/hlo_reader.h"

/* The end of what starts with '<' at `at`, behind its '>'; text.len + 1 for none. */
static size_t angle_end(struct str text, size_t at)
{
	bool quoted = false;
	for (size_t depth = 0; at < text.len; at++) {
		char c = text.s[at];
		if (c == '"')
			quoted = !quoted;
		depth += !quoted && c == '<';
		depth -= !quoted && c == '>';
		if (!depth)
			return at + 1;
	}
	return text.len + 1;
}

/* Reads `<@mesh, […]>`, once for each text. */
static const struct named_sharding *read_one(struct hlo_reader *reader, struct str text, size_t at)
{
	const struct named_sharding *known = cache_find(&reader->named, text);
	if (known)
		return known;
	struct notation_error error;
	const struct named_sharding *named =
	    shardy_read_inside(reader->arena, text, &reader->meshes, &error);
	if (!named) {
		(void)scanner_fail_as(&reader->in, at, 1, &error);
		return NULL;
	}
	cache_add(reader->arena, &reader->named, text, named);
	return named;
}

bool hlo_sdy_sharding(struct hlo_reader *reader, struct str text, size_t at,
                      struct hlo_attributes *attributes)
{
	const struct named_sharding **items = NULL;
	size_t room = 0, end, from = 0;
	bool several = str_starts_with(text, STR("#sdy.sharding_per_value<["));
	if (several)
		from = sizeof "#sdy.sharding_per_value<[" - 1;
	attributes->nnamed = 0;
	while ((from = str_find(text, '<', from)) < text.len) {
		if ((end = angle_end(text, from)) > text.len)
			return scanner_fail(&reader->in, at, 1, "a sharding that does not end");
		const struct named_sharding *named =
		    read_one(reader, str_slice(text, from, end), at);
		if (!named)
			return false;
		arena_push(reader->arena, items, attributes->nnamed, room, named);
		from = end;
	}
	attributes->named = items;
	return true;
}

/* The mesh of #sdy.mesh<["x"=2]>. */
static const struct named_mesh *read_mesh(struct hlo_reader *reader, struct str text, size_t at)
{
	struct notation_error error;
	const struct named_mesh *mesh = shardy_read_mesh(reader->arena, text, &error);
	if (!mesh)
		(void)scanner_fail_as(&reader->in, at, text.len, &error);
	return mesh;
}

bool hlo_sdy_meshes(struct hlo_reader *reader)
{
	struct scanner *in = &reader->in;
	struct shardy_mesh *meshes = NULL, mesh;
	size_t room = 0;
	if (!scanner_expects(in, "{", "expects '{' before meshes"))
		return false;
	if (reader->meshes.count)
		return scanner_fail(in, in->at - 1, 1, "meshes for the second time");
	while (!scanner_takes(in, "}")) {
		mesh.name = hlo_name(reader);
		if (!scanner_expects(in, "=", "expects '=' behind the name of a mesh") ||
		    !scanner_expects(in, "#sdy.mesh", "expects '#sdy.mesh'") ||
		    !(scanner_sees(in, "<") || scanner_unexpected(in, "expects '<'")))
			return false;
		size_t at = scanner_skip(in), end = angle_end(in->text, at);
		if (end > in->text.len)
			return scanner_fail(in, at, 1, "a mesh that does not end");
		mesh.mesh = read_mesh(reader, str_slice(in->text, at, end), at);
		if (!mesh.mesh)
			return false;
		in->at = end;
		arena_push(reader->arena, meshes, reader->meshes.count, room, mesh);
		reader->meshes.items = meshes;
		(void)scanner_takes(in, ",");
	}
	return true;
}
