/* SPDX-License-Identifier: Apache-2.0 */
/* PartitionSpec(…) and NamedSharding(mesh, spec): jax/_src/partition_spec.py, named_sharding.py
 * check_pspec. */
#include "jax/jax.h"

#include <assert.h>
#include <stdlib.h>

#include "jax/python_text.h"

static struct diag *refuse(struct jax_case *judged, struct diag *diag, const char *type,
                           const struct buf *text)
{
	judged->refused = true;
	return diag_framework(diag, type, buf_str(text));
}

static struct buf text_buf(const struct jax_case *judged)
{
	return (struct buf){.arena = judged->judge->diags->arena};
}

static void case_spec_text(struct buf *out, const struct jax_case *judged)
{
	jax_spec_text(out, judged->sharding.rules, &judged->sharding.spec);
}

/* Releases before 0.6.2 cannot be given unreduced axes. True when the keyword is usable or not
 * there. */
static bool check_keywords(struct jax_case *judged)
{
	const struct jax_rules *rules = judged->sharding.rules;
	const struct partition_spec *spec = judged->written;
	bool unknown = rules->has[JAX_UNREDUCED_UNKNOWN],
	     unhashable = rules->has[JAX_UNREDUCED_UNHASHABLE];
	if ((!spec->has_unreduced && !spec->has_reduced) || (!unknown && !unhashable))
		return true;
	struct buf text = text_buf(judged);
	const char *keyword =
	    spec->has_unreduced && (unknown || !spec->has_reduced) ? "unreduced" : "reduced";
	if (unhashable && !spec->has_reduced)
		buf_puts(&text, "unhashable type: 'set'");
	else
		buf_printf(&text, "PartitionSpec.%s() got an unexpected keyword argument '%s'",
		           unknown ? "__new__" : "__init__", keyword);
	struct diag *diag = diag_add(
	    judged->judge->diags, RULE_API_MISSING, spec->at, "JAX %s cannot be given '%s' axes",
	    version_text(judged->judge->diags->arena, rules->version).s, keyword);
	diag_help(diag, "leave it out, or use JAX %s or later",
	          jax_behaviour_until(JAX_UNREDUCED_UNHASHABLE));
	refuse(judged, diag, "TypeError", &text);
	return false;
}

/* canonicalize_partition: a tuple inside a tuple. */
static void check_nested(struct jax_case *judged)
{
	for (uint32_t i = 0; i < judged->written->nentries; i++) {
		const struct entry *entry = &judged->written->entries[i];
		const struct reference *nested = NULL;
		for (uint32_t j = 0; j < entry->naxes && !nested; j++)
			if (entry->axes[j].kind == REFERENCE_NESTED)
				nested = &entry->axes[j];
		if (!nested || !judged->sharding.rules->has[JAX_NESTED_TUPLE_REFUSED])
			continue;
		struct buf text = text_buf(judged);
		buf_puts(
		    &text,
		    "A tuple inside PartitionSpec cannot contain a nested tuple. Got partition: ");
		python_reference(&text, &(struct reference){.kind = REFERENCE_NESTED,
		                                            .items = entry->axes,
		                                            .nitems = entry->naxes});
		buf_puts(&text, " and the nested tuple: ");
		python_reference(&text, nested);
		struct diag *diag =
		    diag_add(judged->judge->diags, RULE_SPEC_NESTED_TUPLE, nested->at,
		             "entry %u of the spec has a tuple inside a tuple", i);
		diag_help(diag,
		          "list the axes of a dimension side by side in one tuple, major first");
		refuse(judged, diag, "ValueError", &text);
		judged->entry_bad[i] = true;
	}
}

static bool same_reference(const struct reference *a, const struct reference *b)
{
	if (a->kind != b->kind || a->nitems != b->nitems)
		return false;
	for (uint32_t i = 0; i < a->nitems; i++)
		if (!same_reference(&a->items[i], &b->items[i]))
			return false;
	return a->kind != REFERENCE_NAME || str_equal(a->name, b->name);
}

static const struct reference *find_in(const struct reference *axes, uint32_t count,
                                       const struct reference *wanted)
{
	for (uint32_t i = 0; i < count; i++)
		if (same_reference(&axes[i], wanted))
			return &axes[i];
	return NULL;
}

static void check_no_none(struct jax_case *judged, const struct reference *axes, uint32_t count,
                          const char *keyword)
{
	const struct reference *none =
	    find_in(axes, count, &(struct reference){.kind = REFERENCE_NONE});
	if (!none)
		return;
	struct buf text = text_buf(judged);
	buf_printf(&text,
	           "%s cannot contain None. All elements in %s should refer to the mesh axes.",
	           keyword, keyword);
	struct diag *diag = diag_add(judged->judge->diags, RULE_UNREDUCED_AXIS, none->at,
	                             "'%s' holds None, which is not a mesh axis", keyword);
	refuse(judged, diag, "ValueError", &text);
}

static void check_reduced_overlap(struct jax_case *judged)
{
	const struct partition_spec *spec = &judged->sharding.spec;
	for (uint32_t i = 0; i < spec->nreduced; i++) {
		const struct reference *axis =
		    find_in(spec->unreduced, spec->nunreduced, &spec->reduced[i]);
		if (!axis)
			continue;
		struct buf text = text_buf(judged);
		buf_puts(&text, "`unreduced` and `reduced` argument to PartitionSpec cannot "
		                "overlap. Got unreduced: ");
		jax_axis_set_text(&text, spec->unreduced, spec->nunreduced);
		buf_puts(&text, " and reduced: ");
		jax_axis_set_text(&text, spec->reduced, spec->nreduced);
		struct diag *diag =
		    diag_add(judged->judge->diags, RULE_UNREDUCED_AXIS, spec->reduced[i].at,
		             "axis '%s' is both unreduced and reduced",
		             judge_shown(judged->judge, axis->name).s);
		diag_note(diag, axis->at, "unreduced here");
		refuse(judged, diag, "ValueError", &text);
		return;
	}
}

/* An axis that shards a dimension cannot be unreduced or reduced as well. */
static void check_partition_overlap(struct jax_case *judged, const struct reference *axis)
{
	const struct partition_spec *spec = &judged->sharding.spec;
	const struct reference *unreduced = find_in(spec->unreduced, spec->nunreduced, axis);
	const struct reference *reduced =
	    unreduced ? NULL : find_in(spec->reduced, spec->nreduced, axis);
	if (!unreduced && !reduced)
		return;
	const char *keyword = unreduced ? "unreduced" : "reduced";
	struct buf text = text_buf(judged);
	buf_printf(
	    &text,
	    "partitions cannot overlap with %s axes passed to PartitionSpec. Got partitions: ",
	    keyword);
	jax_partitions_text(&text, spec);
	buf_printf(&text, " and %s axes: ", keyword);
	jax_axis_set_text(&text, unreduced ? spec->unreduced : spec->reduced,
	                  unreduced ? spec->nunreduced : spec->nreduced);
	struct diag *diag = diag_add(judged->judge->diags, RULE_UNREDUCED_AXIS, axis->at,
	                             "axis '%s' shards a dimension and is %s as well",
	                             judge_shown(judged->judge, axis->name).s, keyword);
	diag_note(diag, unreduced ? unreduced->at : reduced->at, "%s here", keyword);
	refuse(judged, diag, "ValueError", &text);
}

static void check_partition_overlaps(struct jax_case *judged)
{
	const struct partition_spec *spec = &judged->sharding.spec;
	for (uint32_t i = 0; i < spec->nentries; i++)
		for (uint32_t j = 0; j < entry_axes(&spec->entries[i]); j++)
			check_partition_overlap(judged, &spec->entries[i].axes[j]);
}

/* partition_spec.py _check */
static void check_axis_sets(struct jax_case *judged)
{
	const struct partition_spec *spec = &judged->sharding.spec;
	if (!spec->nunreduced && !spec->nreduced)
		return;
	check_no_none(judged, spec->unreduced, spec->nunreduced, "unreduced");
	check_no_none(judged, spec->reduced, spec->nreduced, "reduced");
	if (judged->sharding.rules->has[JAX_UNREDUCED_OVERLAP_LAST])
		check_partition_overlaps(judged);
	check_reduced_overlap(judged);
	if (!judged->sharding.rules->has[JAX_UNREDUCED_OVERLAP_LAST])
		check_partition_overlaps(judged);
}

/* The first reference equal to axes[index] of entry `entry` that stands before it, or NULL. */
static const struct reference *used_before(const struct partition_spec *spec, uint32_t entry,
                                           uint32_t index)
{
	assert(entry < spec->nentries);
	const struct reference *wanted = &spec->entries[entry].axes[index];
	for (uint32_t i = 0; i <= entry; i++) {
		uint32_t count = i == entry ? index : spec->entries[i].naxes;
		const struct reference *found = spec->entries[i].kind == ENTRY_AXES
		                                    ? find_in(spec->entries[i].axes, count, wanted)
		                                    : NULL;
		if (found)
			return found;
	}
	return NULL;
}

static int compare_names(const void *a, const void *b)
{
	return str_compare(*(const struct str *)a, *(const struct str *)b);
}

/* "`x`, `y`": the axes used more than once, sorted. */
static void duplicates_text(struct jax_case *judged, struct buf *out)
{
	const struct partition_spec *spec = &judged->sharding.spec;
	struct str names[MAX_AXES];
	uint32_t count = 0;
	for (uint32_t i = 0; i < spec->nentries; i++) {
		for (uint32_t j = 0; j < entry_axes(&spec->entries[i]); j++) {
			struct buf name = {.arena = judged->judge->scratch};
			if (!used_before(spec, i, j) || count == MAX_AXES)
				continue;
			python_reference_plain(&name, &spec->entries[i].axes[j]);
			bool listed = false;
			for (uint32_t k = 0; k < count; k++)
				listed |= str_equal(names[k], buf_str(&name));
			if (!listed)
				names[count++] = buf_str(&name);
		}
	}
	qsort(names, count, sizeof *names, compare_names);
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%s`%.*s`", i ? ", " : "", STR_ARG(names[i]));
}

/* The spec with the second use of an axis taken out. */
static struct str without_repeats(struct jax_case *judged)
{
	const struct partition_spec *spec = &judged->sharding.spec;
	struct arena *scratch = judged->judge->scratch;
	struct entry *entries = arena_new(scratch, struct entry, spec->nentries);
	for (uint32_t i = 0; i < spec->nentries; i++) {
		entries[i] = spec->entries[i];
		if (spec->entries[i].kind != ENTRY_AXES)
			continue;
		struct reference *axes =
		    arena_new(scratch, struct reference, spec->entries[i].naxes);
		entries[i].naxes = 0;
		for (uint32_t j = 0; j < spec->entries[i].naxes; j++)
			if (!used_before(spec, i, j))
				axes[entries[i].naxes++] = spec->entries[i].axes[j];
		entries[i].axes = axes;
		entries[i].tuple &= entries[i].naxes > 1;
		if (!entries[i].naxes)
			entries[i].kind = ENTRY_NONE;
	}
	return judge_spec_text(judged->judge, judged->written, entries, spec->nentries);
}

/* JAX: _check_unique_resources. */
void jax_check_unique(struct jax_case *judged)
{
	const struct partition_spec *spec = &judged->sharding.spec;
	for (uint32_t i = 0; i < spec->nentries; i++) {
		for (uint32_t j = 0; j < entry_axes(&spec->entries[i]); j++) {
			const struct reference *axis = &spec->entries[i].axes[j],
					       *first = used_before(spec, i, j);
			if (!first)
				continue;
			struct buf text = text_buf(judged),
				   shown = {.arena = judged->judge->scratch};
			buf_printf(&text,
			           "A single %s specification can map every mesh axis to at "
			           "most one positional dimension, but ",
			           judged->unique_in ? judged->unique_in : "NamedSharding spec");
			case_spec_text(&text, judged);
			buf_puts(&text, " has duplicate entries for ");
			duplicates_text(judged, &text);
			python_reference_plain(&shown, axis);
			struct str name = judge_shown(judged->judge, buf_str(&shown)),
				   fixed = without_repeats(judged);
			struct diag *diag = diag_add(
			    judged->judge->diags, RULE_AXIS_REPEATED, axis->at,
			    "axis '%.*s' is used twice in the spec of '%.*s'", STR_ARG(name),
			    STR_ARG(judge_shown(judged->judge, judged->judge->diags->subject)));
			diag_note(diag, first->at, "first used here");
			diag_help(diag, "a mesh axis can shard one dimension of a tensor: %.*s",
			          STR_ARG(fixed));
			refuse(judged, diag,
			       judged->sharding.rules->has[JAX_DUPLICATE_SPEC_ERROR]
			           ? "DuplicateSpecError"
			           : "ValueError",
			       &text);
			judged->entry_bad[i] = true;
		}
	}
}

static void report_unknown(struct jax_case *judged, const struct reference *axis)
{
	const struct mesh *mesh = judged->sharding.mesh;
	struct buf text = text_buf(judged), shown = {.arena = judged->judge->scratch};
	buf_puts(&text, "Resource axis: ");
	python_reference_plain(&text, axis);
	buf_puts(&text, " of ");
	case_spec_text(&text, judged);
	if (judged->sharding.rules->has[JAX_UNKNOWN_LISTS_MESH]) {
		buf_puts(&text, " is not found in mesh: ");
		jax_axis_names_text(&text, mesh);
		buf_putc(&text, '.');
	} else {
		buf_puts(&text, " is undefined.");
	}
	python_reference_plain(&shown, axis);
	struct str name = judge_shown(judged->judge, buf_str(&shown));
	struct diag *diag;
	if (axis->kind == REFERENCE_NAME) {
		diag = diag_add(judged->judge->diags, RULE_AXIS_UNKNOWN, axis->at,
		                "the mesh has no axis '%.*s'", STR_ARG(name));
		judge_suggest_axis(judged->judge, diag, mesh, &judged->sharding.spec, axis->name);
	} else {
		diag = diag_add(judged->judge->diags, RULE_AXIS_UNKNOWN, axis->at,
		                "%.*s stands where a mesh axis is expected", STR_ARG(name));
		diag_help(diag, axis->kind == REFERENCE_NESTED
		                    ? "list the axes of a dimension side by side in one tuple"
		                    : "inside a tuple only axis names can stand");
	}
	refuse(judged, diag, "ValueError", &text);
}

/* _check_mesh_resource_axis: every axis is one of the mesh. An unknown name is reported once. */
static void check_known(struct jax_case *judged)
{
	const struct partition_spec *spec = &judged->sharding.spec;
	for (uint32_t i = 0; i < spec->nentries; i++) {
		for (uint32_t j = 0; j < entry_axes(&spec->entries[i]); j++) {
			const struct reference *axis = &spec->entries[i].axes[j];
			if (jax_reference_axis(judged->sharding.mesh, axis) <
			    judged->sharding.mesh->naxes)
				continue;
			bool reported = axis->kind == REFERENCE_NESTED &&
			                judged->sharding.rules->has[JAX_NESTED_TUPLE_REFUSED];
			if (!reported && !used_before(spec, i, j))
				report_unknown(judged, axis);
			judged->entry_bad[i] = true;
		}
	}
}

/* "(AxisType.Manual, AxisType.Explicit)": the types of a tuple's axes. */
static void tuple_types_text(struct jax_case *judged, const struct entry *entry, struct buf *out)
{
	static const char *const names[] = {"Auto", "Explicit", "Manual"};
	buf_putc(out, '(');
	for (uint32_t i = 0; i < entry->naxes; i++) {
		uint32_t axis = jax_reference_axis(judged->sharding.mesh, &entry->axes[i]);
		buf_printf(out, "%sAxisType.%s", i ? ", " : "",
		           names[judged->sharding.types[axis]]);
	}
	buf_putc(out, ')');
}

/* Releases 0.5.3 to 0.8.2 restrict which types of axes may share a tuple. */
static void check_tuple_types(struct jax_case *judged, uint32_t index)
{
	assert(index < judged->sharding.spec.nentries);
	const struct jax_sharding *sharding = &judged->sharding;
	const struct entry *entry = &sharding->spec.entries[index];
	bool differ = false, manual = false;
	for (uint32_t i = 0; i < entry->naxes; i++) {
		enum axis_type type =
		    sharding->types[jax_reference_axis(sharding->mesh, &entry->axes[i])];
		differ |=
		    type != sharding->types[jax_reference_axis(sharding->mesh, &entry->axes[0])];
		manual |= type == AXIS_MANUAL;
	}
	bool one_type = sharding->rules->has[JAX_TUPLE_ONE_AXIS_TYPE];
	if (!differ || !(one_type || (manual && sharding->rules->has[JAX_TUPLE_MANUAL_APART])))
		return;
	struct buf text = text_buf(judged), subset = {.arena = judged->judge->scratch};
	python_reference(&subset, &(struct reference){.kind = REFERENCE_NESTED,
	                                              .items = entry->axes,
	                                              .nitems = entry->naxes});
	struct str tuple = buf_str(&subset);
	buf_puts(&text, one_type
	                    ? "AxisTypes should be the same in a tuple subset of PartitionSpec: "
	                    : "Tuple subset of `PartitionSpec` cannot contain `Manual` mixed with "
	                      "`Auto` or `Explicit`. Got pspec ");
	case_spec_text(&text, judged);
	buf_printf(&text,
	           one_type ? ". Got subset %.*s with axis types: "
	                    : " and subset %.*s with axis types: ",
	           STR_ARG(tuple));
	tuple_types_text(judged, entry, &text);
	struct diag *diag = diag_add(judged->judge->diags, RULE_TUPLE_AXIS_TYPES, entry->at,
	                             "the axes on dimension %u are of different types", index);
	diag_help(diag, "give the axes of one dimension the same type in 'types' of the mesh");
	refuse(judged, diag, "ValueError", &text);
}

static void check_unconstrained(struct jax_case *judged)
{
	const struct jax_sharding *sharding = &judged->sharding;
	const struct entry *open = NULL;
	for (uint32_t i = 0; i < sharding->spec.nentries && !open; i++)
		if (sharding->spec.entries[i].kind == ENTRY_UNCONSTRAINED)
			open = &sharding->spec.entries[i];
	if (!open || !sharding->rules->has[JAX_AXIS_TYPES] || jax_any_axis(sharding, AXIS_AUTO))
		return;
	struct buf text = text_buf(judged);
	case_spec_text(&text, judged);
	buf_puts(&text, " cannot contain `P.UNCONSTRAINED` when no mesh axis_types are `Auto`. Got "
	                "mesh axis_types: ");
	jax_mesh_types_text(&text, sharding);
	struct diag *diag = diag_add(judged->judge->diags, RULE_UNCONSTRAINED, open->at,
	                             "P.UNCONSTRAINED needs a mesh with an auto axis");
	diag_help(diag, "write %s, or make an axis of the mesh auto",
	          judged->written->in_code ? "None" : "null");
	refuse(judged, diag, "ValueError", &text);
}

/* _check_mesh_unreduced for one axis of `unreduced` or `reduced`. */
static bool check_set_axis(struct jax_case *judged, const struct reference *axis, bool unreduced)
{
	const struct jax_sharding *sharding = &judged->sharding;
	const char *title = unreduced ? "Unreduced" : "Reduced",
		   *keyword = unreduced ? "unreduced" : "reduced";
	uint32_t index = jax_reference_axis(sharding->mesh, axis);
	bool known = index < sharding->mesh->naxes,
	     manual_too = sharding->rules->has[JAX_UNREDUCED_MANUAL];
	if (known && (sharding->types[index] == AXIS_EXPLICIT ||
	              (manual_too && sharding->types[index] == AXIS_MANUAL)))
		return true;
	struct buf text = text_buf(judged);
	struct str name = judge_shown(judged->judge, axis->name);
	struct diag *diag;
	if (known) {
		buf_printf(
		    &text, "%s axes can only refer to mesh axes that %s. Got %s axes: ", title,
		    manual_too ? "are of type `Explicit` or `Manual`" : "is of type `Explicit`",
		    keyword);
		jax_axis_set_text(&text,
		                  unreduced ? sharding->spec.unreduced : sharding->spec.reduced,
		                  unreduced ? sharding->spec.nunreduced : sharding->spec.nreduced);
		buf_puts(&text, " and mesh: ");
		jax_mesh_text(&text, sharding);
		diag = diag_add(judged->judge->diags, RULE_UNREDUCED_AXIS, axis->at,
		                "'%s' needs an explicit axis, and '%.*s' is %s", keyword,
		                STR_ARG(name), axis_type_name(sharding->types[index]));
		diag_help(diag, "set 'types: explicit' on the mesh, or leave '%s' out", keyword);
	} else {
		buf_printf(&text, "%s axes ", title);
		python_reference_plain(&text, axis);
		buf_puts(&text, " is not found in mesh.axis_names=");
		jax_axis_names_text(&text, sharding->mesh);
		buf_puts(&text, ". Got pspec=");
		case_spec_text(&text, judged);
		diag = diag_add(judged->judge->diags, RULE_AXIS_UNKNOWN, axis->at,
		                "the mesh has no axis '%.*s'", STR_ARG(name));
		judge_suggest_axis(judged->judge, diag, sharding->mesh, &sharding->spec,
		                   axis->name);
	}
	refuse(judged, diag, "ValueError", &text);
	return false;
}

static void check_sets_on_mesh(struct jax_case *judged)
{
	const struct partition_spec *spec = &judged->sharding.spec;
	for (uint32_t i = 0; i < spec->nunreduced; i++)
		if (!check_set_axis(judged, &spec->unreduced[i], true))
			return;
	for (uint32_t i = 0; i < spec->nreduced; i++)
		if (!check_set_axis(judged, &spec->reduced[i], false))
			return;
}

void jax_check_partition_spec(struct jax_case *judged)
{
	const struct jax_rules *rules = judged->sharding.rules;
	judged->sharding.spec = jax_canonical_spec(judged->judge->scratch, rules, judged->written);
	struct partition_spec *spec = &judged->sharding.spec;
	bool keywords = check_keywords(judged);
	if (!keywords)
		spec->nunreduced = spec->nreduced = 0;
	check_nested(judged);
	if (keywords)
		check_axis_sets(judged);
}

void jax_check_construct(struct jax_case *judged)
{
	assert(judged->sharding.rules && judged->sharding.mesh);
	jax_check_partition_spec(judged);
	const struct partition_spec *spec = &judged->sharding.spec;
	bool sets_fine = !judged->refused;
	jax_check_unique(judged);
	check_known(judged);
	for (uint32_t i = 0; i < spec->nentries; i++)
		if (spec->entries[i].kind == ENTRY_AXES && !judged->entry_bad[i])
			check_tuple_types(judged, i);
	check_unconstrained(judged);
	if (sets_fine)
		check_sets_on_mesh(judged);
}
