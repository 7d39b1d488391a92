/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What JAX checks when a constructed NamedSharding meets an array: jax/_src/pjit.py pjit_check_aval_sharding and
 * with_sharding_constraint, core.py get_sharding, sharding.py _common_shard_shape, core.py ShapeDtypeStruct.
 */
#include <inttypes.h>

#include "base/checked.h"
#include "check/jax.h"
#include "check/python_text.h"

/* One moment of one case. */
struct meeting {
	struct jax_case *judged;
	enum moment moment;
	const struct jax_sharding *sharding;
	const struct tensor *tensor;
	bool rank_reported;
	bool dim_reported[MAX_RANK];
};

static bool has(const struct meeting *meeting, enum jax_behaviour behaviour)
{
	return meeting->sharding->rules->has[behaviour];
}

static struct buf text_buf(const struct meeting *meeting)
{
	return (struct buf){.arena = meeting->judged->judge->diags->arena};
}

static struct diag *refuse(struct meeting *meeting, struct diag *diag, const char *type, const struct buf *text)
{
	meeting->judged->refused = true;
	return diag_framework(diag, type, buf_str(text));
}

static void shape_text(struct buf *out, const struct tensor *tensor)
{
	int64_t sizes[MAX_RANK];
	for (uint32_t i = 0; i < tensor->rank; i++)
		sizes[i] = tensor->dims[i].size;
	python_shape(out, sizes, tensor->rank);
}

void jax_moment_subject(struct buf *out, const struct jax_rules *rules, enum moment moment)
{
	switch (moment) {
	case MOMENT_DEVICE_PUT:
		buf_puts(out, "One of device_put args");
		break;
	case MOMENT_IN_SHARDINGS:
		buf_puts(out, "One of pjit arguments with pytree key path x");
		break;
	case MOMENT_OUT_SHARDINGS:
		buf_puts(out, "One of pjit outputs");
		if (rules->has[JAX_OUTPUT_KEY_PATH])
			buf_puts(out, " with pytree key path result");
		break;
	case MOMENT_CONSTRAINT:
		buf_puts(out, "One of with_sharding_constraint arguments");
		break;
	case MOMENT_SHAPE_DTYPE_STRUCT:
	case MOMENT_CONSTRUCT:
		break;
	}
}

/* The spec that fits the rank, and what else may have been meant by one that is too long. */
static void help_rank(struct meeting *meeting, struct diag *diag)
{
	const struct partition_spec *written = meeting->judged->written;
	const struct judge *judge = meeting->judged->judge;
	uint32_t rank = meeting->tensor->rank, axes = 0;
	struct reference *all = arena_new(judge->scratch, struct reference, MAX_REFERENCES);
	for (uint32_t i = 0; i < written->nentries; i++)
		for (uint32_t j = 0; written->entries[i].kind == ENTRY_AXES && j < written->entries[i].naxes; j++)
			all[axes++] = written->entries[i].axes[j];
	struct str cut = judge_spec_text(judge, written, written->entries, rank);
	struct entry merged = {.kind = ENTRY_AXES, .tuple = true, .axes = all, .naxes = axes};
	int64_t ways;
	bool one_dimension = rank == 1 && axes >= 2 && jax_entry_ways(meeting->sharding, &merged, &ways) &&
	                     ways > 0 && meeting->tensor->dims[0].size % ways == 0;
	if (one_dimension) {
		struct str tuple = judge_spec_text(judge, written, &merged, 1);
		diag_help(diag, "to shard the one dimension over all of them write %.*s; else keep what fits the rank: %.*s",
		          STR_ARG(tuple), STR_ARG(cut));
	} else if (rank == 0) {
		diag_help(diag, "a scalar cannot be sharded: write %s", written->in_code ? "P()" : "[]");
	} else {
		uint32_t extra = written->nentries - rank;
		diag_help(diag, "drop the last %sentr%s: %.*s", extra == 1 ? "" : str_format(judge->scratch, "%u ", extra).s,
		          extra == 1 ? "y" : "ies", STR_ARG(cut));
	}
}

static struct diag *add_rank(struct meeting *meeting)
{
	const struct partition_spec *written = meeting->judged->written;
	const struct judge *judge = meeting->judged->judge;
	struct str name = judge_shown(judge, judge->diags->subject);
	meeting->rank_reported = true;
	struct diag *diag = diag_add(judge->diags, RULE_RANK_MISMATCH, written->at,
	                             "spec of '%.*s' has %u entr%s, but the tensor has rank %u", STR_ARG(name), written->nentries,
	                             written->nentries == 1 ? "y" : "ies", meeting->tensor->rank);
	help_rank(meeting, diag);
	return diag;
}

/* check_compatible_aval, in the wrapping of the moment that calls it. */
static void check_rank(struct meeting *meeting)
{
	uint32_t rank = meeting->tensor->rank, entries = meeting->sharding->spec.nentries;
	if (entries <= rank || meeting->rank_reported)
		return;
	struct buf text = text_buf(meeting);
	jax_moment_subject(&text, meeting->sharding->rules, meeting->moment);
	if (text.len) {
		buf_puts(&text, " is incompatible with its sharding annotation ");
		jax_sharding_text(&text, meeting->sharding);
		buf_puts(&text, ": ");
	}
	buf_puts(&text, "Sharding ");
	jax_sharding_text(&text, meeting->sharding);
	buf_printf(&text, " is only valid for values of rank at least %u, but was applied to a value of rank %u.", entries, rank);
	if (rank == 0)
		buf_puts(&text, " For scalars the PartitionSpec should be P()");
	refuse(meeting, add_rank(meeting), "ValueError", &text);
}

void jax_help_divisible(struct diag *diag, int64_t size, int64_t ways)
{
	int64_t below = size / ways * ways, above;
	bool has_above = checked_add(&above, below, ways);
	if (below > 0 && has_above)
		diag_help(diag, "the nearest sizes that %" PRId64 " divides are %" PRId64 " and %" PRId64
		                "; or shard the dimension over fewer devices, or not at all", ways, below, above);
	else if (has_above)
		diag_help(diag, "the smallest size that %" PRId64 " shards fit is %" PRId64
		                "; or shard the dimension over fewer devices, or not at all", ways, above);
}

static struct diag *add_indivisible(struct meeting *meeting, uint32_t index, const struct entry *entry, int64_t ways)
{
	const struct judge *judge = meeting->judged->judge;
	const struct dim *dim = &meeting->tensor->dims[index];
	struct str how = judge_ways_text(judge, entry, ways), name = judge_shown(judge, judge->diags->subject);
	struct diag *diag = diag_add(judge->diags, RULE_DIM_INDIVISIBLE, entry->at,
	                             "dimension %u of '%.*s' has size %" PRId64 ", which %.*s does not divide", index, STR_ARG(name),
	                             dim->size, STR_ARG(how));
	bool elsewhere = dim->at.offset > entry->at.offset + entry->at.length || dim->at.offset + dim->at.length < entry->at.offset;
	if (elsewhere)
		diag_note(diag, dim->at, "the size is given here");
	jax_help_divisible(diag, dim->size, ways);
	meeting->dim_reported[index] = true;
	return diag;
}

/* Shards of each dimension of the tensor as the HLO sharding has them; false when an entry has none. */
static bool tiling(const struct meeting *meeting, uint32_t index, int64_t *ways)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	*ways = 1;
	if (index >= spec->nentries)
		return true;
	return !meeting->judged->entry_bad[index] && jax_entry_ways(meeting->sharding, &spec->entries[index], ways);
}

static void tiling_text(struct buf *out, const struct meeting *meeting)
{
	bool tuple = has(meeting, JAX_INDIVISIBLE_WRAPPED);
	buf_putc(out, tuple ? '(' : '[');
	for (uint32_t i = 0; i < meeting->tensor->rank; i++) {
		int64_t ways;
		if (!tiling(meeting, i, &ways))
			ways = 1;
		buf_printf(out, "%s%" PRId64, i ? ", " : "", ways);
	}
	if (tuple)
		python_tuple_end(out, meeting->tensor->rank);
	else
		buf_putc(out, ']');
}

/* The text of a dimension that its shards do not divide, in the wording of the release. */
static void indivisible_text(struct buf *text, struct meeting *meeting, uint32_t index, int64_t ways)
{
	const struct jax_rules *rules = meeting->sharding->rules;
	int64_t size = meeting->tensor->dims[index].size;
	if (!rules->has[JAX_INDIVISIBLE_ERROR]) {
		jax_moment_subject(text, rules, meeting->moment);
		buf_puts(text, " was given the sharding of ");
		jax_sharding_text(text, meeting->sharding);
		buf_printf(text, ", which implies that the global size of its dimension %u should be divisible by %" PRId64
		                 ", but it is equal to %" PRId64 " (full shape: ", index, ways, size);
		shape_text(text, meeting->tensor);
		buf_putc(text, ')');
		return;
	}
	if (rules->has[JAX_INDIVISIBLE_WRAPPED]) {
		jax_moment_subject(text, rules, meeting->moment);
		buf_puts(text, " was given the sharding ");
	} else {
		buf_puts(text, "Sharding ");
	}
	jax_sharding_text(text, meeting->sharding);
	buf_printf(text, " implies that array axis %u is partitioned %" PRId64 " times, but the dimension size is %" PRId64
	                 " (full shape: ", index, ways, size);
	shape_text(text, meeting->tensor);
	buf_puts(text, ", per-dimension tiling factors: ");
	tiling_text(text, meeting);
	buf_puts(text, " should evenly divide the shape)");
	if (rules->has[JAX_INDIVISIBLE_WRAPPED])
		buf_puts(text, ". This error occurs at source: ");
}

/* Whether the axes of size > 1 that carry a Manual type leave a HLO sharding that JAX can cut; true when they do. */
static bool check_manual(struct meeting *meeting)
{
	const struct jax_sharding *sharding = meeting->sharding;
	uint32_t manual = 0, manual_used = 0, unused = 0;
	bool drop_ones = has(meeting, JAX_SIZE_ONE_AXES_DROPPED);
	for (uint32_t i = 0; i < sharding->mesh->naxes; i++) {
		bool used = false;
		if (drop_ones && sharding->mesh->axes[i].size == 1)
			continue;
		for (uint32_t j = 0; j < sharding->spec.nentries; j++)
			for (uint32_t k = 0; sharding->spec.entries[j].kind == ENTRY_AXES && k < sharding->spec.entries[j].naxes; k++)
				used |= jax_reference_axis(sharding->mesh, &sharding->spec.entries[j].axes[k]) == i;
		manual += sharding->types[i] == AXIS_MANUAL;
		manual_used += used && sharding->types[i] == AXIS_MANUAL;
		unused += !used;
	}
	if (!manual || !unused)
		return true;
	bool all_manual = !manual_used && manual == unused && sharding->mesh->naxes == manual;
	bool assertion = manual_used || all_manual;
	struct buf text = text_buf(meeting);
	if (!assertion)
		buf_puts(&text, "Unhandled OpSharding type");
	struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_MANUAL_AXIS, meeting->judged->written->at,
	                             "JAX cannot place a tensor on a mesh with manual axes that its spec does not use");
	diag_help(diag, "manual axes belong to shard_map: make the axes explicit or auto where tensors are placed");
	refuse(meeting, diag, assertion ? "AssertionError" : "NotImplementedError", &text);
	return false;
}

/* shard_shape: every dimension is divided by its shards. */
static void check_shard_shape(struct meeting *meeting)
{
	if (meeting->rank_reported && meeting->tensor->rank == 0)
		return;
	if (!check_manual(meeting))
		return;
	for (uint32_t i = 0; i < meeting->tensor->rank; i++) {
		int64_t ways, size = meeting->tensor->dims[i].size;
		if (meeting->dim_reported[i] || !tiling(meeting, i, &ways) || size % ways == 0)
			continue;
		struct buf text = text_buf(meeting);
		indivisible_text(&text, meeting, i, ways);
		struct diag *diag = add_indivisible(meeting, i, &meeting->sharding->spec.entries[i], ways);
		refuse(meeting, diag, has(meeting, JAX_INDIVISIBLE_ERROR) ? "IndivisibleError" : "ValueError", &text);
	}
}

/* modify_spec_for_auto_manual: the spec an array type keeps, with its Explicit axes only. */
static struct partition_spec explicit_part(const struct meeting *meeting)
{
	const struct jax_sharding *sharding = meeting->sharding;
	struct arena *scratch = meeting->judged->judge->scratch;
	struct partition_spec part = sharding->spec;
	struct entry *entries = arena_new(scratch, struct entry, part.nentries);
	for (uint32_t i = 0; i < part.nentries; i++) {
		struct entry entry = sharding->spec.entries[i];
		struct reference *axes = arena_new(scratch, struct reference, entry.naxes);
		uint32_t kept = 0;
		for (uint32_t j = 0; entry.kind == ENTRY_AXES && j < entry.naxes; j++) {
			uint32_t axis = jax_reference_axis(sharding->mesh, &entry.axes[j]);
			if (axis < sharding->mesh->naxes && sharding->types[axis] == AXIS_EXPLICIT)
				axes[kept++] = entry.axes[j];
		}
		if (entry.kind == ENTRY_AXES)
			entry.kind = kept ? ENTRY_AXES : ENTRY_NONE;
		entry.axes = axes;
		entry.naxes = kept;
		entry.tuple = kept > 1;
		entries[i] = entry;
	}
	part.entries = entries;
	return part;
}

static bool is_all_none(const struct partition_spec *spec, uint32_t from)
{
	for (uint32_t i = from; i < spec->nentries; i++)
		if (spec->entries[i].kind != ENTRY_NONE)
			return false;
	return true;
}

/* The sharding of an array type: NamedSharding(mesh=AbstractMesh(…), spec=P(…)). */
static void type_sharding_text(struct buf *out, const struct meeting *meeting, const struct partition_spec *spec)
{
	buf_puts(out, "NamedSharding(mesh=");
	jax_abstract_mesh_text(out, meeting->sharding);
	buf_puts(out, ", spec=");
	jax_spec_text(out, meeting->sharding->rules, spec);
	buf_putc(out, ')');
}

/* core.py get_sharding: the spec of a type is as long as its rank. */
static void check_type_length(struct meeting *meeting, const struct partition_spec *spec)
{
	struct buf text = text_buf(meeting);
	uint32_t rank = meeting->tensor->rank;
	if (spec->nentries <= rank)
		return;
	if (has(meeting, JAX_LENGTH_MUST_MATCH) && jax_any_axis(meeting->sharding, AXIS_EXPLICIT)) {
		buf_printf(&text, "Length of sharding.spec (%u) must be equal to aval's ndim (%u). Got sharding.spec ", spec->nentries, rank);
		jax_spec_text(&text, meeting->sharding->rules, spec);
		buf_printf(&text, ", aval.ndim %u and sharding ", rank);
		type_sharding_text(&text, meeting, spec);
		refuse(meeting, add_rank(meeting), "ValueError", &text);
	} else if (has(meeting, JAX_SLICING_REDUCED_REFUSED) && (spec->nunreduced || spec->nreduced)) {
		buf_puts(&text, "Using pspec[...] is dangerous when PartitionSpec has non-empty unreduced/reduced set. Please use "
		                "spec.partitions[...]");
		refuse(meeting, add_rank(meeting), "ValueError", &text);
	} else if (!is_all_none(spec, rank)) {
		buf_printf(&text, "(%u, ", rank);
		jax_spec_text(&text, meeting->sharding->rules, spec);
		buf_putc(&text, ')');
		refuse(meeting, add_rank(meeting), "AssertionError", &text);
	}
}

/* core.py _check_divisibility of an array type; `spec` holds its Explicit axes and is padded to the rank. */
static void check_type_divides(struct meeting *meeting, const struct partition_spec *spec)
{
	uint32_t rank = meeting->tensor->rank;
	struct arena *scratch = meeting->judged->judge->scratch;
	struct partition_spec padded = *spec;
	struct entry *entries = arena_new(scratch, struct entry, rank);
	for (uint32_t i = 0; i < rank && i < spec->nentries; i++)
		entries[i] = spec->entries[i];
	padded.entries = entries;
	padded.nentries = rank;
	for (uint32_t i = 0; i < rank; i++) {
		int64_t ways, size = meeting->tensor->dims[i].size;
		if (i < spec->nentries && meeting->judged->entry_bad[i])
			continue;
		if (!jax_entry_ways(meeting->sharding, &entries[i], &ways) || size % ways == 0)
			continue;
		struct buf text = text_buf(meeting);
		buf_puts(&text, "Sharding spec ");
		python_reference(&text, &(struct reference){.kind = REFERENCE_NESTED, .items = entries[i].axes, .nitems = entries[i].naxes});
		buf_printf(&text, " implies that array axis %u is partitioned %" PRId64
		                  " times, but does not evenly divide the dimension size %" PRId64 ". Got shape: ", i, ways, size);
		shape_text(&text, meeting->tensor);
		buf_puts(&text, " and sharding ");
		type_sharding_text(&text, meeting, &padded);
		refuse(meeting, add_indivisible(meeting, i, &entries[i], ways), "ValueError", &text);
	}
}

static const struct entry *first_unconstrained(const struct partition_spec *spec)
{
	for (uint32_t i = 0; i < spec->nentries; i++)
		if (spec->entries[i].kind == ENTRY_UNCONSTRAINED)
			return &spec->entries[i];
	return NULL;
}

/* device_put makes the array type of its result first. */
static void check_type(struct meeting *meeting)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	const struct entry *open = first_unconstrained(spec);
	bool as_it_is = is_all_none(spec, 0) || jax_all_axes(meeting->sharding, AXIS_EXPLICIT);
	struct partition_spec part = as_it_is ? *spec : explicit_part(meeting);
	if (open && !as_it_is) {
		struct buf text = text_buf(meeting);
		buf_puts(&text, "UNCONSTRAINED");
		struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_UNCONSTRAINED, open->at, "device_put cannot leave a dimension unconstrained");
		diag_help(diag, "write null where the dimension is not sharded");
		refuse(meeting, diag, "KeyError", &text);
	}
	check_type_length(meeting, &part);
	check_type_divides(meeting, &part);
}

/* device_put of unreduced axes runs through jit and then asks for the shards of the result. */
static void check_unreduced_put(struct meeting *meeting)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	bool sharded = false;
	int64_t ways;
	for (uint32_t i = 0; i < spec->nentries; i++)
		sharded |= jax_entry_ways(meeting->sharding, &spec->entries[i], &ways) && ways > 1;
	int64_t pending = 1;
	for (uint32_t i = 0; i < spec->nunreduced; i++) {
		uint32_t axis = jax_reference_axis(meeting->sharding->mesh, &spec->unreduced[i]);
		pending = axis < meeting->sharding->mesh->naxes && meeting->sharding->mesh->axes[axis].size > 1 ? 2 : pending;
	}
	bool refused = has(meeting, JAX_UNREDUCED_PUT_REFUSED) ? jax_all_axes(meeting->sharding, AXIS_EXPLICIT) : !sharded;
	if (!spec->nunreduced || pending == 1 || !refused || meeting->judged->refused)
		return;
	struct buf text = text_buf(meeting);
	buf_puts(&text, "device_indices_map doesn't work with unreduced. Please file a bug at https://github.com/jax-ml/jax/issues");
	struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_UNREDUCED_AXIS, spec->unreduced[0].at,
	                             "device_put cannot make an array with unreduced axes");
	diag_help(diag, "unreduced values come out of operations: leave 'unreduced' out where an array is placed");
	refuse(meeting, diag, "NotImplementedError", &text);
}

/* prepare_axis_resources: jit takes no unconstrained dimensions in its shardings. */
static void check_no_unconstrained(struct meeting *meeting, const char *argument)
{
	const struct entry *open = first_unconstrained(&meeting->sharding->spec);
	if (!open)
		return;
	struct buf text = text_buf(meeting);
	buf_printf(&text, "Unconstrained dims are not allowed when passed to %s: ", argument);
	jax_sharding_text(&text, meeting->sharding);
	struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_UNCONSTRAINED, open->at, "%s cannot leave a dimension unconstrained", argument);
	diag_help(diag, "write null, or use with_sharding_constraint inside the function");
	refuse(meeting, diag, "ValueError", &text);
}

/* Releases 0.7.0 and 0.7.1 lower to GSPMD, which knows no unreduced axes. */
static void check_shardy(struct meeting *meeting)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	if (!has(meeting, JAX_UNREDUCED_NEEDS_SHARDY) || (!spec->nunreduced && !spec->nreduced) || meeting->judged->refused)
		return;
	struct buf text = text_buf(meeting);
	buf_puts(&text, "unreduced/reduced only works with the shardy partitioner. Please use `jax.config.update('jax_use_shardy_partitioner', "
	                "True)` to switch shardy on.");
	struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_UNREDUCED_AXIS, spec->at, "unreduced axes need the Shardy partitioner in this release");
	diag_help(diag, "call jax.config.update('jax_use_shardy_partitioner', True), or use JAX 0.7.2 or later");
	refuse(meeting, diag, "ValueError", &text);
}

static void constraint_error(struct meeting *meeting, struct span at, const char *type, const struct buf *text)
{
	struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_CONSTRAINT_AXIS_TYPE, at,
	                             "with_sharding_constraint can only use auto axes of the mesh");
	diag_help(diag, "use jax.sharding.reshard to move an array on explicit axes, or make the axes auto");
	refuse(meeting, diag, type, text);
}

/* check_shardings_are_auto */
static void check_constraint_auto(struct meeting *meeting)
{
	const struct jax_sharding *sharding = meeting->sharding;
	for (uint32_t i = 0; i < sharding->spec.nentries; i++) {
		const struct entry *entry = &sharding->spec.entries[i];
		for (uint32_t j = 0; entry->kind == ENTRY_AXES && j < entry->naxes; j++) {
			uint32_t axis = jax_reference_axis(sharding->mesh, &entry->axes[j]);
			if (axis == sharding->mesh->naxes || sharding->types[axis] == AXIS_AUTO)
				continue;
			struct buf text = text_buf(meeting);
			buf_puts(&text, "The spec of NamedSharding passed to with_sharding_constraint can only refer to Auto axes of the mesh. Got spec=");
			jax_spec_text(&text, sharding->rules, &sharding->spec);
			buf_puts(&text, " and mesh=");
			jax_abstract_mesh_text(&text, sharding);
			if (has(meeting, JAX_CONSTRAINT_NAMES_RESHARD))
				buf_puts(&text, ". You probably meant to use `reshard` API?");
			constraint_error(meeting, entry->axes[j].at, "ValueError", &text);
			return;
		}
	}
}

/* assert_shardings_equal: the array that is constrained is taken as not sharded. */
static void check_constraint_equal(struct meeting *meeting)
{
	const struct jax_sharding *sharding = meeting->sharding;
	uint32_t rank = meeting->tensor->rank;
	const struct entry *different = NULL;
	struct entry *none = arena_new(meeting->judged->judge->scratch, struct entry, rank);
	struct entry *padded = arena_new(meeting->judged->judge->scratch, struct entry, rank);
	for (uint32_t i = 0; i < rank && i < sharding->spec.nentries; i++) {
		padded[i] = sharding->spec.entries[i];
		if (padded[i].kind == ENTRY_UNCONSTRAINED)
			padded[i].kind = ENTRY_NONE;
		if (padded[i].kind == ENTRY_AXES && !different)
			different = &sharding->spec.entries[i];
	}
	if (!different)
		return;
	struct partition_spec held = {.entries = none, .nentries = rank}, wanted = sharding->spec;
	wanted.entries = padded;
	wanted.nentries = rank;
	struct buf text = text_buf(meeting);
	buf_puts(&text, "`with_sharding_constraint` acts as an assert when all axes of mesh are of type `Explicit`. The array sharding: ");
	jax_spec_text(&text, sharding->rules, &held);
	buf_puts(&text, " did not match the sharding provided: ");
	jax_spec_text(&text, sharding->rules, &wanted);
	buf_puts(&text, ". Please use `jax.sharding.reshard` to shard your input to the sharding you want.");
	constraint_error(meeting, different->at, "AssertionError", &text);
}

static void check_constraint_type(struct meeting *meeting)
{
	const struct partition_spec *spec = &meeting->sharding->spec;
	bool all_explicit = jax_all_axes(meeting->sharding, AXIS_EXPLICIT);
	if (!has(meeting, JAX_AXIS_TYPES))
		return;
	struct buf text = text_buf(meeting);
	if (has(meeting, JAX_CONSTRAINT_ITERATES_SPEC) && (spec->nunreduced || spec->nreduced)) {
		buf_puts(&text, "Using *pspec is dangerous when PartitionSpec has non-empty unreduced/reduced set. Please use *spec.partitions");
		struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_UNREDUCED_AXIS, spec->at,
		                             "with_sharding_constraint cannot take unreduced or reduced axes");
		refuse(meeting, diag_help(diag, "use jax.sharding.reshard"), "ValueError", &text);
	} else if (all_explicit && has(meeting, JAX_CONSTRAINT_REFUSES_EXPLICIT)) {
		buf_puts(&text, "with_sharding_constraint cannot be used when all axes of the mesh are of type `Explicit`. Please use the `reshard` API.");
		constraint_error(meeting, spec->at, "ValueError", &text);
	} else if (all_explicit && has(meeting, JAX_CONSTRAINT_ASSERTS)) {
		check_constraint_equal(meeting);
	} else {
		check_constraint_auto(meeting);
	}
}

/* A constraint stands inside a function that runs under jax.set_mesh(mesh). */
static void check_constraint(struct meeting *meeting)
{
	if (has(meeting, JAX_CONTEXT_REFUSES_MANUAL) && jax_any_axis(meeting->sharding, AXIS_MANUAL)) {
		struct buf text = text_buf(meeting);
		buf_puts(&text, "mesh ");
		jax_mesh_text(&text, meeting->sharding);
		buf_puts(&text, " contains manual axes which is not allowed when using `jax.set_mesh`. Please use `jax.shard_map` to enter into "
		                "`Manual` mode instead.");
		struct diag *diag = diag_add(meeting->judged->judge->diags, RULE_MANUAL_AXIS, meeting->judged->written->at,
		                             "a mesh with manual axes cannot be the context of a constraint");
		diag_help(diag, "manual axes belong to shard_map: make the axes explicit or auto");
		refuse(meeting, diag, "ValueError", &text);
		return;
	}
	check_rank(meeting);
	check_constraint_type(meeting);
	check_shardy(meeting);
}

void jax_check_moment(struct jax_case *judged, enum moment moment)
{
	struct meeting *meeting = arena_new(judged->judge->scratch, struct meeting, 1);
	meeting->judged = judged;
	meeting->moment = moment;
	meeting->sharding = &judged->sharding;
	meeting->tensor = judged->tensor;
	switch (moment) {
	case MOMENT_DEVICE_PUT:
		if (has(meeting, JAX_DEVICE_PUT_MAKES_TYPE))
			check_type(meeting);
		check_rank(meeting);
		check_shard_shape(meeting);
		check_shardy(meeting);
		check_unreduced_put(meeting);
		break;
	case MOMENT_IN_SHARDINGS:
	case MOMENT_OUT_SHARDINGS:
		if (moment == MOMENT_IN_SHARDINGS && has(meeting, JAX_UNCONSTRAINED_IN_REFUSED))
			check_no_unconstrained(meeting, "in_shardings");
		if (moment == MOMENT_OUT_SHARDINGS && has(meeting, JAX_UNCONSTRAINED_OUT_REFUSED))
			check_no_unconstrained(meeting, "out_shardings");
		check_rank(meeting);
		check_shard_shape(meeting);
		check_shardy(meeting);
		break;
	case MOMENT_CONSTRAINT:
		check_constraint(meeting);
		break;
	case MOMENT_SHAPE_DTYPE_STRUCT:
		if (has(meeting, JAX_STRUCT_CHECKS_RANK))
			check_rank(meeting);
		break;
	case MOMENT_CONSTRUCT:
		break;
	}
}
