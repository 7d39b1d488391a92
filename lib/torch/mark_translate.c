/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/mark_translate.h"

#include <inttypes.h>

#include "base/utf8.h"
#include "diag/suggest.h"

struct translation {
	const struct xla_mesh *mesh;
	struct violations *found;
	bool sound;
	int entry; /* number of the entry of the spec that is looked at */
};

/* A finding about the entry that is looked at. */
static struct violation *refuse(struct translation *translation, struct violation *violation)
{
	violation->entry = translation->entry;
	translation->sound = false;
	return violation;
}

/* "did you mean 'x'? the axes of the mesh are x, y" */
static void suggest_axis(struct translation *translation, struct violation *violation,
                         struct str name)
{
	const struct xla_mesh *mesh = translation->mesh;
	struct arena *arena = translation->found->arena;
	struct str *names = arena_new(arena, struct str, mesh->nnames);
	struct buf list = {.arena = arena};
	size_t count = 0;
	for (uint32_t i = 0; i < mesh->nnames; i++) {
		if (mesh->names[i].kind != MARK_NAME)
			continue;
		names[count] = mesh->names[i].text;
		buf_puts(&list, count ? ", " : "");
		utf8_add_escaped(&list, names[count++]);
	}
	struct str near = suggest(name, names, count);
	violation->written = name;
	violation->meant = suggest_certain(name, names, count);
	if (near.s)
		violation_help(translation->found, violation,
		               "did you mean '%.*s'? the axes of the mesh are %.*s",
		               STR_ARG(utf8_escaped(arena, near)), STR_ARG(buf_str(&list)));
	else
		violation_help(translation->found, violation, "the axes of the mesh are %.*s",
		               STR_ARG(buf_str(&list)));
}

static struct mark translate_name(struct translation *translation, struct str name)
{
	struct violations *found = translation->found;
	struct str shown = utf8_escaped(found->arena, name);
	struct violation *violation;
	uint32_t axis;
	if (xla_mesh_axis(translation->mesh, name, &axis))
		return (struct mark){.kind = MARK_INDEX, .index = axis};
	if (!translation->mesh->names) {
		violation = violation_add(found, RULE_AXIS_UNKNOWN, "TypeError",
		                          "argument of type 'NoneType' is not iterable");
		violation_say(found, violation,
		              "the mesh has no axis names, so that '%.*s' means nothing",
		              STR_ARG(shown));
		violation_help(found, violation,
		               "name the axes, Mesh(device_ids, mesh_shape, ('data', 'model')), or "
		               "write their numbers");
	} else {
		violation =
		    violation_add(found, RULE_AXIS_UNKNOWN, "ValueError",
		                  "Axis name %.*s is not defined in the given mesh", STR_ARG(name));
		violation_say(found, violation, "the mesh has no axis '%.*s'", STR_ARG(shown));
		suggest_axis(translation, violation, name);
	}
	refuse(translation, violation);
	return (struct mark){.kind = MARK_OTHER};
}

static struct mark translate_other(struct translation *translation, const struct mark *mark)
{
	struct violations *found = translation->found;
	struct str class = mark_class(mark);
	struct violation *violation = violation_add(
	    found, RULE_MARK_ENTRY, "ValueError",
	    "Spec type <class '%.*s'> is not supported in partition spec", STR_ARG(class));
	violation_say(found, violation, "an entry of the partition spec is a %.*s",
	              STR_ARG(utf8_escaped(found->arena, class)));
	violation_help(
	    found, violation,
	    "an entry is None, the name or number of an axis, or a tuple of these: int(…) "
	    "makes a number of NumPy one of Python");
	refuse(translation, violation);
	return (struct mark){.kind = MARK_OTHER};
}

static struct mark translate_scalar(struct translation *translation, const struct mark *mark)
{
	if (mark->kind == MARK_NAME)
		return translate_name(translation, mark->text);
	if (mark->kind == MARK_NONE || mark->kind == MARK_INDEX)
		return *mark;
	return translate_other(translation, mark);
}

static struct mark translate_tuple(struct translation *translation, const struct mark *tuple)
{
	struct violations *found = translation->found;
	struct mark *items = arena_new(found->arena, struct mark, tuple->nitems);
	for (uint32_t i = 0; i < tuple->nitems; i++) {
		if (tuple->items[i].kind != MARK_TUPLE)
			continue;
		struct violation *violation =
		    violation_add(found, RULE_SPEC_NESTED_TUPLE, "AssertionError",
		                  "Partition spec cannot contain nested tuples");
		violation_say(found, violation, "a tuple stands inside of a tuple");
		violation_help(found, violation, "name the axes of a dimension in one tuple");
		refuse(translation, violation);
		return (struct mark){.kind = MARK_OTHER};
	}
	for (uint32_t i = 0; i < tuple->nitems; i++)
		items[i] = translate_scalar(translation, &tuple->items[i]);
	return (struct mark){.kind = MARK_TUPLE, .items = items, .nitems = tuple->nitems};
}

/* Calls `look` for what each entry says, in tuples item by item. */
static void each_axis(const struct translated *spec, void *data,
                      void (*look)(void *data, int entry, const struct mark *mark))
{
	for (uint32_t i = 0; i < spec->count; i++) {
		const struct mark *entry = &spec->entries[i];
		if (entry->kind != MARK_TUPLE)
			look(data, (int)i, entry);
		for (uint32_t j = 0; entry->kind == MARK_TUPLE && j < entry->nitems; j++)
			look(data, (int)i, &entry->items[j]);
	}
}

static struct str spec_text(struct arena *arena, const struct translated *spec)
{
	struct buf out = {.arena = arena};
	mark_tuple_text(&out, spec->entries, spec->count);
	return buf_str(&out);
}

static bool is_axis(const struct xla_mesh *mesh, const struct mark *mark)
{
	return mark->kind == MARK_INDEX && mark->index >= 0 && mark->index < mesh->nsizes;
}

struct range_check {
	struct translation *translation;
	const struct translated *spec;
	uint32_t *uses;        /* per axis */
	int outside, repeated; /* the first entry of each, or NO_ENTRY */
	const struct mark *first_outside, *first_repeated;
};

static void look_range(void *data, int entry, const struct mark *mark)
{
	struct range_check *check = data;
	const struct xla_mesh *mesh = check->translation->mesh;
	if (mark->kind != MARK_INDEX)
		return;
	if (!is_axis(mesh, mark)) {
		if (check->outside == NO_ENTRY)
			check->first_outside = mark;
		check->outside = check->outside == NO_ENTRY ? entry : check->outside;
	} else if (check->uses[mark->index]++ && check->repeated == NO_ENTRY) {
		check->repeated = entry;
		check->first_repeated = mark;
	}
}

static void report_outside(struct range_check *check)
{
	struct translation *translation = check->translation;
	struct violations *found = translation->found;
	translation->entry = check->outside;
	struct violation *violation = refuse(
	    translation, violation_add(found, RULE_AXIS_UNKNOWN, "AssertionError",
	                               "partition_spec (%.*s) contains out of bound index into "
	                               "mesh_shape.",
	                               STR_ARG(spec_text(found->arena, check->spec))));
	violation_say(found, violation,
	              "the mesh has no axis of number %" PRId64 ": it has %u ax%s",
	              check->first_outside->index, translation->mesh->nsizes,
	              translation->mesh->nsizes == 1 ? "is" : "es");
	violation_help(found, violation,
	               "numbers go from 0 to %d; they are not counted from the end",
	               (int)translation->mesh->nsizes - 1);
}

static struct str axis_shown(struct arena *arena, const struct xla_mesh *mesh, int64_t axis)
{
	if (mesh->names && axis < mesh->nnames && mesh->names[axis].kind == MARK_NAME)
		return str_format(arena, "'%.*s'",
		                  STR_ARG(utf8_escaped(arena, mesh->names[axis].text)));
	return str_format(arena, "%" PRId64, axis);
}

static void report_repeated(struct range_check *check)
{
	struct translation *translation = check->translation;
	struct violations *found = translation->found;
	translation->entry = check->repeated;
	struct violation *violation = refuse(
	    translation,
	    violation_add(
		found, RULE_AXIS_REPEATED, "AssertionError",
		"Each device mesh dimension should appear at most once in partition_spec %.*s.",
		STR_ARG(spec_text(found->arena, check->spec))));
	violation_say(
	    found, violation, "axis %.*s stands twice in the partition spec",
	    STR_ARG(axis_shown(found->arena, translation->mesh, check->first_repeated->index)));
	violation_help(found, violation,
	               "shard one dimension over each axis; None leaves a dimension whole");
}

static void check_range(struct translation *translation, const struct translated *spec)
{
	struct range_check check = {
	    .translation = translation, .spec = spec, .outside = NO_ENTRY, .repeated = NO_ENTRY};
	check.uses = arena_new(translation->found->arena, uint32_t, translation->mesh->nsizes);
	each_axis(spec, &check, look_range);
	if (check.outside != NO_ENTRY)
		report_outside(&check);
	if (check.repeated != NO_ENTRY)
		report_repeated(&check);
}

/* What NumPy has against the list of axes that is made of the entries that are not None. */
struct list_check {
	bool none_in_tuple, empty_tuple, axis;
};

static struct list_check look_at_list(const struct translated *spec, int *entry)
{
	struct list_check check = {0};
	for (uint32_t i = 0; i < spec->count; i++) {
		const struct mark *mark = &spec->entries[i];
		check.axis |= mark->kind == MARK_INDEX;
		check.empty_tuple |= mark->kind == MARK_TUPLE && !mark->nitems;
		for (uint32_t j = 0; mark->kind == MARK_TUPLE && j < mark->nitems; j++) {
			check.axis |= mark->items[j].kind == MARK_INDEX;
			if (mark->items[j].kind == MARK_NONE && !check.none_in_tuple) {
				check.none_in_tuple = true;
				*entry = (int)i;
			}
		}
		if (check.empty_tuple && *entry == NO_ENTRY)
			*entry = (int)i;
	}
	return check;
}

static void check_list(struct translation *translation, const struct translated *spec)
{
	struct violations *found = translation->found;
	int entry = NO_ENTRY;
	struct list_check check = look_at_list(spec, &entry);
	translation->entry = entry;
	if (check.none_in_tuple)
		violation_help(
		    found,
		    violation_say(
			found,
			refuse(
			    translation,
			    violation_add(found, RULE_MARK_ENTRY, "TypeError",
		                          "'NoneType' object cannot be interpreted as an integer")),
			"None stands inside of a tuple"),
		    "leave it out: only an entry of its own can be None");
	else if (check.empty_tuple && check.axis)
		violation_help(
		    found,
		    violation_say(
			found,
			refuse(translation,
		               violation_add(found, RULE_MARK_ENTRY, "TypeError",
		                             "'float' object cannot be interpreted as an integer")),
			"an empty tuple stands beside axes: NumPy makes floats of their numbers"),
		    "write None in the place of ()");
}

/* A shape with several unknown sizes, which Mesh takes where they multiply to the devices. */
static void check_sizes(struct translation *translation)
{
	const struct xla_mesh *mesh = translation->mesh;
	struct violations *found = translation->found;
	uint32_t negative = 0;
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		negative += mesh->sizes[i] < 0;
	if (!negative)
		return;
	translation->entry = NO_ENTRY;
	struct violation *violation =
	    refuse(translation, violation_add(found, RULE_MESH_SIZE, "ValueError",
	                                      "can only specify one unknown dimension"));
	violation_say(found, violation, "the mesh has a size that is negative");
	violation_help(found, violation, "give the number of devices along each axis");
}

/* NumPy's own check of the axes, where nothing was checked before. */
static void check_transpose(struct translation *translation, const struct translated *spec)
{
	struct violations unsaid = violations_make(translation->found->arena);
	struct translation quiet = {translation->mesh, &unsaid, true, NO_ENTRY};
	check_range(&quiet, spec);
	if (quiet.sound)
		return;
	translation->entry = unsaid.first->entry;
	struct violation *violation =
	    refuse(translation, violation_add(translation->found, unsaid.first->rule, "ValueError",
	                                      "axes don't match array"));
	violation->message = unsaid.first->message;
	violation->help = unsaid.first->help;
}

struct translated mark_translate(const struct xla_mesh *mesh, const struct mark *entries,
                                 uint32_t count, bool in_range, struct violations *found)
{
	struct translation translation = {mesh, found, true, 0};
	struct mark *marks = arena_new(found->arena, struct mark, count);
	struct translated spec = {marks, count, true};
	for (uint32_t i = 0; i < count; i++) {
		translation.entry = (int)i;
		marks[i] = entries[i].kind == MARK_TUPLE
		               ? translate_tuple(&translation, &entries[i])
		               : translate_scalar(&translation, &entries[i]);
	}
	if (in_range)
		check_range(&translation, &spec);
	check_sizes(&translation);
	check_list(&translation, &spec);
	if (!in_range)
		check_transpose(&translation, &spec);
	spec.sound = translation.sound;
	return spec;
}

struct axis_list {
	int64_t *axes;
	uint32_t count;
};

static void add_axis(void *data, int entry, const struct mark *mark)
{
	struct axis_list *list = data;
	(void)entry;
	if (mark->kind == MARK_INDEX)
		list->axes[list->count++] = mark->index;
}

const int64_t *translated_axes(struct arena *arena, const struct translated *spec, uint32_t *count)
{
	size_t room = 0;
	*count = 0;
	for (uint32_t i = 0; i < spec->count; i++)
		room += spec->entries[i].nitems + 1u;
	struct axis_list list = {arena_new(arena, int64_t, room), 0};
	if (!spec->sound)
		return NULL;
	each_axis(spec, &list, add_axis);
	*count = list.count;
	return list.axes;
}
