/* SPDX-License-Identifier: Apache-2.0 */
/* The text of a HloSharding, as xla::HloParser::ParseSharding reads it. */
#include <assert.h>
#include <stdio.h>

#include "notation/hlo_sharding.h"
#include "spec/spec.h"

enum hlo_flag {
	FLAG_MAXIMAL = 1,
	FLAG_REPLICATED = 2,
	FLAG_MANUAL = 4,
	FLAG_UNKNOWN = 8,
	FLAG_UNREDUCED = 16,
	FLAG_LAST_REPLICATED = 32,
};

/* What stands between the braces of one sharding, in whatever order. */
struct reading {
	struct scanner *scanner;
	const struct jax_rules *rules;
	size_t start; /* behind the opening brace */
	unsigned flags;
	bool last_dims; /* last_tile_dims is there */
	int64_t *devices, *dims, *sizes, *order;
	size_t ndevices, ndims, nsizes, norder;
	enum subgroup_type *types;
	size_t ntypes, type_room;
	enum shard_group group;
	int64_t group_id;
};

/* Says that the sharding as a whole is wrong. */
static bool refuse(struct reading *reading, const char *message)
{
	size_t length = reading->scanner->at - reading->start;
	return scanner_fail(reading->scanner, reading->start, length, "%s", message);
}

/* Says that the parser dies of the sharding. */
static bool refuse_abort(struct reading *reading, const char *message)
{
	if (!reading->scanner->failed)
		reading->scanner->error->aborts = true;
	return refuse(reading, message);
}

static bool read_order(struct reading *reading)
{
	struct scanner *scanner = reading->scanner;
	static const char expected[] =
	    "expected 'T(' to start sharding devices iota_transpose_perm";
	if (!scanner_expects(scanner, "T", expected) || !scanner_expects(scanner, "(", expected))
		return false;
	size_t start = scanner_skip(scanner);
	if (!scanner_integers(scanner, &reading->order, &reading->norder))
		return false;
	for (size_t i = 0; i < reading->norder; i++)
		if (reading->order[i] < 0 || reading->order[i] >= (int64_t)reading->nsizes)
			return scanner_fail(scanner, start, scanner->at - start,
			                    "Out of range iota minor_to_major value %lld, "
			                    "expecting value in range [0, %zu)",
			                    (long long)reading->order[i], reading->nsizes);
	return scanner_expects(scanner, ")",
	                       "expected ')' to end sharding devices iota_transpose_perm");
}

/* devices=[2,1]0,1 or devices=[2,1]<=[2] or devices=[2,4]<=[4,2]T(1,0) */
static bool read_devices(struct reading *reading)
{
	struct scanner *scanner = reading->scanner;
	if (!scanner_expects(scanner, "[", "expected '[' to start sharding devices shape") ||
	    !scanner_integers(scanner, &reading->dims, &reading->ndims) ||
	    !scanner_expects(scanner, "]", "expected ']' to end sharding devices shape"))
		return false;
	if (!scanner_takes(scanner, "<="))
		return scanner_integers(scanner, &reading->devices, &reading->ndevices);
	if (!scanner_expects(scanner, "[", "expected '[' to start sharding iota_reshape_dims") ||
	    !scanner_integers(scanner, &reading->sizes, &reading->nsizes) ||
	    !scanner_expects(scanner, "]", "expected ']' to end sharding iota_reshape_dims"))
		return false;
	if (reading->nsizes > 1)
		return read_order(reading);
	reading->order = arena_new(scanner->arena, int64_t, 1);
	reading->norder = 1;
	return true;
}

static bool read_device(struct reading *reading)
{
	reading->devices = arena_new(reading->scanner->arena, int64_t, 1);
	reading->ndevices = 1;
	return scanner_integer(reading->scanner, reading->devices,
	                       "device= attribute must be an integer");
}

/* last_tile_dims={manual, replicated} */
static bool read_types(struct reading *reading)
{
	static const char *const names[SUBGROUP_TYPES] = {
	    [SUBGROUP_MAXIMAL] = "maximal",
	    [SUBGROUP_MANUAL] = "manual",
	    [SUBGROUP_UNREDUCED] = "unreduced",
	    [SUBGROUP_REPLICATED] = "replicated",
	};
	struct scanner *scanner = reading->scanner;
	reading->last_dims = true;
	if (!scanner_expects(scanner, "{", "expected '{' to start sharding type list"))
		return false;
	while (!scanner_sees(scanner, "}")) {
		size_t start = scanner_skip(scanner);
		struct str word = scanner_word(scanner);
		uint32_t type = 0;
		while (type < SUBGROUP_TYPES && !str_equal(word, str_of(names[type])))
			type++;
		if (type == SUBGROUP_TYPES)
			return scanner_fail(scanner, start, word.len,
			                    "expects maximal, replicated, manual or unreduced");
		arena_push(scanner->arena, reading->types, reading->ntypes, reading->type_room,
		           (enum subgroup_type)type);
		if (!scanner_takes(scanner, ","))
			break;
	}
	return scanner_expects(scanner, "}", "expected '}' to end sharding type list");
}

/* metadata={...}: passed over. */
static bool read_metadata(struct reading *reading)
{
	struct scanner *scanner = reading->scanner;
	struct str text = scanner->text, quoted;
	uint32_t depth = 0;
	do {
		size_t at = scanner_skip(scanner);
		if (at >= text.len)
			return scanner_unexpected(scanner, "expected '}' to end metadata");
		if (text.s[at] == '"') {
			if (!scanner_quoted(scanner, &quoted))
				return false;
			continue;
		}
		depth += text.s[at] == '{';
		if (!depth)
			return scanner_unexpected(scanner, "expected '{' to start metadata");
		depth -= text.s[at] == '}';
		scanner->at++;
	} while (depth);
	return true;
}

static bool read_shard_as(struct reading *reading)
{
	reading->group = SHARD_GROUP_AS;
	return scanner_integer(reading->scanner, &reading->group_id, "expects integer");
}

static bool read_shard_like(struct reading *reading)
{
	if (reading->group != SHARD_GROUP_AS)
		reading->group = SHARD_GROUP_LIKE;
	return scanner_integer(reading->scanner, &reading->group_id, "expects integer");
}

static const struct {
	const char *word;
	enum hlo_flag flag;
	bool (*read)(struct reading *reading);
} words[] = {
    {"maximal", FLAG_MAXIMAL, NULL},     {"replicated", FLAG_REPLICATED, NULL},
    {"manual", FLAG_MANUAL, NULL},       {"unknown", FLAG_UNKNOWN, NULL},
    {"unreduced", FLAG_UNREDUCED, NULL}, {"last_tile_dim_replicate", FLAG_LAST_REPLICATED, NULL},
    {"device=", 0, read_device},         {"devices=", 0, read_devices},
    {"last_tile_dims=", 0, read_types},  {"metadata=", 0, read_metadata},
    {"shard_as", 0, read_shard_as},      {"shard_like", 0, read_shard_like},
};

static bool read_word(struct reading *reading)
{
	struct scanner *scanner = reading->scanner;
	size_t start = scanner_skip(scanner);
	struct str word = scanner_word(scanner);
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (!str_equal(word, str_of(words[i].word)))
			continue;
		reading->flags |= words[i].flag;
		return !words[i].read || words[i].read(reading);
	}
	size_t length = word.len ? word.len : start < scanner->text.len;
	return scanner_fail(scanner, start, length, "%s",
	                    str_ends_with(word, STR("="))
	                        ? "unknown attribute in sharding: expected device=, devices= "
	                          "metadata= or last_tile_dims= "
	                        : "unexpected token");
}

/* The iota of a reading; false after an error. */
static bool make_iota(struct reading *reading, int64_t count, struct tile_assignment *tiles)
{
	struct scanner *scanner = reading->scanner;
	char message[128];
	int64_t product;
	if (reading->norder != reading->nsizes) {
		snprintf(message, sizeof message,
		         "iota_transpose_perm should have the same rank as iota_reshape_dims : "
		         "expected %zu, saw %zu.",
		         reading->nsizes, reading->norder);
		return refuse(reading, message);
	}
	if (reading->ndevices)
		return refuse_abort(reading, "both an iota and a list of devices");
	if (!sizes_product(reading->sizes, reading->nsizes, &product) || product != count) {
		snprintf(message, sizeof message,
		         "iota tile assignment size %lld does not match the tile assignment "
		         "dimensions product %lld",
		         (long long)product, (long long)count);
		return reading->rules->has[XLA_CHECKS_COUNTS] ? refuse(reading, message)
		                                              : refuse_abort(reading, message);
	}
	uint32_t *order = arena_new(scanner->arena, uint32_t, reading->norder);
	for (size_t i = 0; i < reading->norder; i++)
		order[i] = (uint32_t)reading->order[i];
	*tiles = tile_assignment_iota(scanner->arena, reading->dims, (uint32_t)reading->ndims,
	                              reading->sizes, order, (uint32_t)reading->nsizes);
	return true;
}

/* The list of a reading; false after an error. Old releases fill up a list that is too short. */
static bool make_list(struct reading *reading, int64_t count, struct tile_assignment *tiles)
{
	struct arena *arena = reading->scanner->arena;
	int64_t *list = reading->devices;
	if (reading->ndevices <= 1)
		return refuse(reading,
		              "non-maximal shardings must have more than one device assigned");
	if (reading->rules->has[XLA_CHECKS_COUNTS] && (int64_t)reading->ndevices != count) {
		char message[128];
		snprintf(message, sizeof message,
		         "sharding device count %zu does not match the tile assignment size %lld",
		         reading->ndevices, (long long)count);
		return refuse(reading, message);
	}
	if ((int64_t)reading->ndevices < count) {
		if (count > MAX_LISTED_DEVICES)
			return refuse(reading, "more tiles than devices");
		list = arena_new(arena, int64_t, (size_t)count);
		memcpy(list, reading->devices, reading->ndevices * sizeof *list);
	}
	*tiles = tile_assignment_list(arena, reading->dims, (uint32_t)reading->ndims, list);
	return true;
}

static bool make_tiled(struct reading *reading, struct hlo_sharding *sharding)
{
	static const enum subgroup_type replicated[] = {SUBGROUP_REPLICATED};
	bool last = reading->flags & FLAG_LAST_REPLICATED;
	const enum subgroup_type *types = last ? replicated : reading->types;
	size_t ntypes = last ? 1 : reading->ntypes;
	struct tile_assignment tiles;
	int64_t count;
	if (!reading->ndims)
		return refuse(reading, "non-maximal shardings must have a tile assignment list "
		                       "including dimensions");
	if (last && reading->last_dims)
		return refuse_abort(reading, "both last_tile_dim_replicate and last_tile_dims");
	if (!sizes_product(reading->dims, reading->ndims, &count) || count > MAX_DEVICES)
		return refuse(reading, "a number of tiles is negative, or there are too many");
	if (ntypes > reading->ndims) {
		reading->scanner->error->framework = STR("std::bad_alloc");
		return refuse(reading, "last_tile_dims has more types than there are dimensions");
	}
	if (reading->nsizes ? !make_iota(reading, count, &tiles)
	                    : !make_list(reading, count, &tiles))
		return false;
	return hlo_sharding_tiled(reading->scanner->arena, &tiles, types, ntypes, sharding) ||
	       refuse(reading, "the devices of this iota are too many to be listed");
}

/* What the words of a sharding make of it; the first of them that is there decides. */
static bool make_sharding(struct reading *reading, struct hlo_sharding *sharding)
{
	static const struct {
		enum hlo_flag flag;
		enum hlo_kind kind;
		const char *message;
	} kinds[] = {
	    {FLAG_REPLICATED, HLO_REPLICATED,
	     "replicated shardings should not have any devices assigned"},
	    {FLAG_MAXIMAL, HLO_MAXIMAL,
	     "maximal shardings should have exactly one device assigned"},
	    {FLAG_MANUAL, HLO_MANUAL, "manual shardings should not have any devices assigned"},
	    {FLAG_UNKNOWN, HLO_UNKNOWN, "unknown shardings should not have any devices assigned"},
	    {FLAG_UNREDUCED, HLO_UNREDUCED,
	     "unreduced shardings should not have any devices assigned"},
	};
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (!(reading->flags & kinds[i].flag))
			continue;
		if (reading->ndevices != (kinds[i].kind == HLO_MAXIMAL))
			return refuse(reading, kinds[i].message);
		sharding->kind = kinds[i].kind;
		sharding->device = reading->ndevices ? reading->devices[0] : 0;
		return true;
	}
	return make_tiled(reading, sharding);
}

/* A sharding that is no tuple, behind its opening brace. */
static bool read_single(struct scanner *scanner, const struct jax_rules *rules,
                        struct hlo_sharding *sharding)
{
	struct reading reading = {
	    .scanner = scanner, .rules = rules, .start = scanner_skip(scanner)};
	if (rules->has[XLA_READS_NAMED] && scanner_sees(scanner, "mesh[")) {
		scanner_takes(scanner, "mesh");
		sharding->kind = HLO_NAMED;
		sharding->named = hlo_named_read(scanner, rules);
		return sharding->named &&
		       scanner_expects(scanner, "}", "expected '}' to end sharding attribute");
	}
	if ((rules->has[XLA_READS_NAMED] && scanner_takes(scanner, "maximal_mesh")) ||
	    (rules->has[XLA_READS_ONE_DEVICE] && scanner_takes(scanner, "single_device"))) {
		sharding->kind = HLO_MAXIMAL;
		return hlo_one_device_read(scanner, &sharding->device) &&
		       scanner_expects(scanner, "}", "expected '}' to end sharding attribute");
	}
	while (!scanner_sees(scanner, "}"))
		if (!read_word(&reading))
			return false;
	if (!make_sharding(&reading, sharding))
		return false;
	sharding->group = reading.group;
	sharding->group_id = reading.group_id;
	return scanner_takes(scanner, "}");
}

static bool read_tuple(struct scanner *scanner, const struct jax_rules *rules,
                       struct hlo_sharding *tuple)
{
	struct hlo_sharding *elements = NULL;
	size_t room = 0;
	tuple->kind = HLO_TUPLE;
	if (scanner_takes(scanner, "}"))
		return true;
	do {
		elements = arena_append(scanner->arena, elements, tuple->nelements, &room,
		                        sizeof *elements);
		struct hlo_sharding *element = &elements[tuple->nelements++];
		*element = (struct hlo_sharding){0};
		tuple->elements = elements;
		if (!scanner_expects(scanner, "{", "expected '{' to start sharding attribute") ||
		    !read_single(scanner, rules, element))
			return false;
	} while (scanner_takes(scanner, ","));
	return scanner_expects(scanner, "}", "expected '}' to end sharding attribute");
}

/* What XLA's parser says of an error: "was parsing" and line and column, both from where it stood.
 */
static struct str parser_text(struct arena *arena, struct str text,
                              const struct notation_error *error, bool extra)
{
	unsigned line = 1;
	size_t column = 0;
	for (size_t i = 0; i < error->at && i < text.len; i++) {
		column = text.s[i] == '\n' ? 0 : column + 1;
		line += text.s[i] == '\n';
	}
	if (extra)
		return STR("INVALID_ARGUMENT: Syntax error: Extra content after sharding");
	return str_format(arena, "INVALID_ARGUMENT: Syntax error: was parsing %u:%zu: error: %.*s",
	                  line, column, STR_ARG(error->message));
}

const struct hlo_sharding *hlo_sharding_read(struct arena *arena, struct str text,
                                             const struct jax_rules *rules,
                                             struct notation_error *error)
{
	assert(rules && error);
	struct hlo_sharding *sharding = arena_new(arena, struct hlo_sharding, 1);
	struct scanner scanner = scanner_make(arena, text, true, error);
	bool read = scanner_expects(&scanner, "{", "expected '{' to start sharding attribute");
	if (read)
		read = scanner_sees(&scanner, "{") || scanner_sees(&scanner, "}")
		           ? read_tuple(&scanner, rules, sharding)
		           : read_single(&scanner, rules, sharding);
	bool extra = read && !scanner_ends(&scanner, "extra content after the sharding");
	if (read && !extra)
		return sharding;
	if (!error->aborts && !error->framework.len)
		error->framework = parser_text(arena, text, error, extra);
	return NULL;
}
