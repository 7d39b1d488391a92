/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/words.h"

#include "base/checked.h"
#include "base/utf8.h"
#include "diag/suggest.h"
#include "notation/axis_name.h"

struct subject {
	struct arena *arena;
	const struct facts *facts;
	const struct pattern_match *match;
};

static void add_entry(struct buf *out, const struct fact_entry *entry)
{
	if (!entry->count) {
		buf_puts(out, "None");
		return;
	}
	if (entry->count > 1)
		buf_putc(out, '(');
	for (uint32_t i = 0; i < entry->count; i++) {
		buf_puts(out, i ? ", " : "");
		axis_name_python(out, entry->axes[i]);
	}
	if (entry->count > 1)
		buf_putc(out, ')');
}

void words_add_spec(struct buf *out, const struct fact_entry *entries, uint32_t count)
{
	buf_puts(out, "P(");
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		add_entry(out, &entries[i]);
	}
	buf_putc(out, ')');
}

/* The integer of a fact; false when it is not known. */
static bool integer(const struct subject *subject, enum fact_integer which, int64_t *value)
{
	*value = subject->facts->integers[which].value;
	return subject->facts->integers[which].known;
}

static bool add_integer(struct buf *out, bool known, int64_t value)
{
	if (known)
		buf_printf(out, "%lld", (long long)value);
	return known;
}

/* How many entries the spec has. */
static bool entry_count(const struct subject *subject, int64_t *count)
{
	if (integer(subject, FACT_ENTRIES, count))
		return true;
	*count = subject->facts->nspec;
	return subject->facts->spec != NULL;
}

static bool add_entries(const struct subject *subject, struct buf *out)
{
	int64_t count;
	bool known = entry_count(subject, &count);
	return add_integer(out, known, count);
}

static bool add_entry_count(const struct subject *subject, struct buf *out)
{
	int64_t count;
	if (!entry_count(subject, &count))
		return false;
	buf_printf(out, count == 1 ? "1 entry" : "%lld entries", (long long)count);
	return true;
}

static bool add_spec(const struct subject *subject, struct buf *out)
{
	if (subject->facts->spec)
		words_add_spec(out, subject->facts->spec, subject->facts->nspec);
	return subject->facts->spec != NULL;
}

/* The spec, or what stands for one. */
static bool add_spec_code(const struct subject *subject, struct buf *out)
{
	if (!add_spec(subject, out))
		buf_puts(out, "P(…)");
	return true;
}

static bool add_sharding_code(const struct subject *subject, struct buf *out)
{
	buf_puts(out, "NamedSharding(mesh, ");
	add_spec_code(subject, out);
	buf_putc(out, ')');
	return true;
}

/* The spec cut to the rank of the value. */
static bool add_spec_fit(const struct subject *subject, struct buf *out)
{
	int64_t rank;
	const struct facts *facts = subject->facts;
	if (!facts->spec || !integer(subject, FACT_RANK, &rank) || rank < 0 || rank > facts->nspec)
		return false;
	words_add_spec(out, facts->spec, (uint32_t)rank);
	return true;
}

/* The entry of the dimension that the error is about, or NULL. */
static const struct fact_entry *dim_entry(const struct subject *subject)
{
	int64_t dim;
	const struct facts *facts = subject->facts;
	bool known =
	    facts->spec && integer(subject, FACT_DIM, &dim) && dim >= 0 && dim < facts->nspec;
	return known && facts->spec[dim].count ? &facts->spec[dim] : NULL;
}

static bool add_dim_axes(const struct subject *subject, struct buf *out)
{
	const struct fact_entry *entry = dim_entry(subject);
	if (entry)
		add_entry(out, entry);
	return entry != NULL;
}

/* The spec with None for the dimension that the error is about. */
static bool add_spec_without(const struct subject *subject, struct buf *out)
{
	const struct fact_entry *entry = dim_entry(subject);
	const struct facts *facts = subject->facts;
	if (!entry)
		return false;
	struct fact_entry *entries =
	    arena_copy(subject->arena, facts->spec, facts->nspec, sizeof *entries);
	entries[entry - facts->spec].count = 0;
	words_add_spec(out, entries, facts->nspec);
	return true;
}

/* Whether an entry before, or the axes before in this one, use the axis. */
static bool used_before(const struct facts *facts, uint32_t entry, uint32_t axis)
{
	struct str name = facts->spec[entry].axes[axis];
	for (uint32_t i = 0; i <= entry; i++)
		for (uint32_t j = 0; j < (i < entry ? facts->spec[i].count : axis); j++)
			if (str_equal(facts->spec[i].axes[j], name))
				return true;
	return false;
}

/* The spec with each axis where it stands first. */
static bool add_spec_once(const struct subject *subject, struct buf *out)
{
	const struct facts *facts = subject->facts;
	if (!facts->spec)
		return false;
	struct fact_entry *entries = arena_new(subject->arena, struct fact_entry, facts->nspec);
	for (uint32_t i = 0; i < facts->nspec; i++) {
		struct str *axes = arena_new(subject->arena, struct str, facts->spec[i].count);
		entries[i].axes = axes;
		for (uint32_t j = 0; j < facts->spec[i].count; j++)
			if (!used_before(facts, i, j))
				axes[entries[i].count++] = facts->spec[i].axes[j];
	}
	words_add_spec(out, entries, facts->nspec);
	return true;
}

static void add_names(struct buf *out, const struct str *names, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i == 0 ? "" : i + 1 == count ? " and " : ", ");
		axis_name_python(out, names[i]);
	}
}

static bool add_axis(const struct subject *subject, struct buf *out)
{
	add_names(out, subject->facts->axes, subject->facts->naxes);
	return subject->facts->naxes > 0;
}

/* The names of the axes that the mesh has, *count of them. */
static const struct str *axes_of_mesh(const struct subject *subject, uint32_t *count)
{
	const struct facts *facts = subject->facts;
	*count = facts->nmesh_names;
	if (facts->nmesh_names)
		return facts->mesh_names;
	struct str *names = arena_new(subject->arena, struct str, facts->nmesh);
	for (uint32_t i = 0; i < facts->nmesh; i++)
		names[i] = facts->mesh[i].name;
	*count = facts->nmesh;
	return names;
}

static bool add_mesh_axes(const struct subject *subject, struct buf *out)
{
	uint32_t count;
	const struct str *names = axes_of_mesh(subject, &count);
	add_names(out, names, count);
	return count > 0;
}

/* The axis of the mesh that was probably meant. */
static struct str near_axis(const struct subject *subject)
{
	uint32_t count;
	const struct str *names = axes_of_mesh(subject, &count);
	if (subject->facts->naxes != 1 || !count)
		return (struct str){NULL, 0};
	return suggest(subject->facts->axes[0], names, count);
}

static bool add_axis_near(const struct subject *subject, struct buf *out)
{
	struct str near = near_axis(subject);
	if (near.s)
		buf_add(out, near);
	return near.s != NULL;
}

/* The spec with the axis that was probably meant. */
static bool add_spec_near(const struct subject *subject, struct buf *out)
{
	const struct facts *facts = subject->facts;
	struct str near = near_axis(subject);
	if (!near.s || !facts->spec)
		return false;
	struct fact_entry *entries =
	    arena_copy(subject->arena, facts->spec, facts->nspec, sizeof *entries);
	for (uint32_t i = 0; i < facts->nspec; i++) {
		struct str *axes = arena_copy(subject->arena, facts->spec[i].axes,
		                              facts->spec[i].count, sizeof *axes);
		entries[i].axes = axes;
		for (uint32_t j = 0; j < entries[i].count; j++)
			if (str_equal(axes[j], facts->axes[0]))
				axes[j] = near;
	}
	words_add_spec(out, entries, facts->nspec);
	return true;
}

/* Size and number of shards; false when they are not known, or none. */
static bool shards(const struct subject *subject, int64_t *size, int64_t *count)
{
	return integer(subject, FACT_SIZE, size) && integer(subject, FACT_AXIS_SIZE, count) &&
	       *size >= 0 && *count > 0;
}

static bool add_rest(const struct subject *subject, struct buf *out)
{
	int64_t size, count;
	bool known = shards(subject, &size, &count);
	return add_integer(out, known, known ? size % count : 0);
}

static bool add_size_down(const struct subject *subject, struct buf *out)
{
	int64_t size, count;
	bool known = shards(subject, &size, &count) && size >= count;
	return add_integer(out, known, known ? size - size % count : 0);
}

static bool add_size_up(const struct subject *subject, struct buf *out)
{
	int64_t size, count, up = 0;
	bool known = shards(subject, &size, &count) &&
	             checked_multiply(&up, ceiling_divide(size, count), count);
	return add_integer(out, known, up);
}

/* As many None as the tensor has dimensions. */
static bool add_nones(const struct subject *subject, struct buf *out)
{
	enum { MOST = 16 };
	int64_t rank;
	if (!integer(subject, FACT_RANK, &rank) || rank < 1 || rank > MOST)
		return false;
	for (int64_t i = 0; i < rank; i++)
		buf_puts(out, i ? ", None" : rank == 1 ? "None," : "None");
	return true;
}

/* What the sizes of the mesh multiply to. */
static bool mesh_product(const struct facts *facts, int64_t *product)
{
	*product = 1;
	for (uint32_t i = 0; i < facts->nmesh_shape; i++)
		if (!checked_multiply(product, *product, facts->mesh_shape[i]))
			return false;
	return facts->mesh_shape != NULL && *product > 0;
}

static bool add_mesh_product(const struct subject *subject, struct buf *out)
{
	int64_t product;
	bool known = mesh_product(subject->facts, &product);
	return add_integer(out, known, product);
}

/* The mesh with one size changed so that it fits the devices, the last that can be. */
static bool add_mesh_near(const struct subject *subject, struct buf *out)
{
	const struct facts *facts = subject->facts;
	int64_t product, devices;
	struct str count = pattern_hole(subject->match, STR("devices"));
	if (!mesh_product(facts, &product) || !count.s || !str_to_int64(count, &devices) ||
	    devices < 1)
		return false;
	for (uint32_t i = facts->nmesh_shape; i-- > 0;) {
		int64_t others = product / facts->mesh_shape[i];
		if (devices % others)
			continue;
		buf_putc(out, '(');
		for (uint32_t j = 0; j < facts->nmesh_shape; j++)
			buf_printf(out, j ? ", %lld" : "%lld",
			           (long long)(i == j ? devices / others : facts->mesh_shape[j]));
		buf_puts(out, facts->nmesh_shape == 1 ? ",)" : ")");
		return true;
	}
	return false;
}

static bool add_argument(const struct subject *subject, struct buf *out)
{
	if (subject->facts->argument.s)
		buf_add(out, subject->facts->argument);
	return subject->facts->argument.s != NULL;
}

/* The argument where a program can write it so: args[0] is what JAX calls the first of a function
 * that takes any. */
static bool add_argument_code(const struct subject *subject, struct buf *out)
{
	struct str argument = subject->facts->argument;
	bool numbered =
	    str_starts_with(argument, STR("args[")) || str_starts_with(argument, STR("kwargs["));
	return !numbered && add_argument(subject, out);
}

/* The hole of this name as it stands in the text, on one line. */
static bool add_hole(const struct subject *subject, struct str name, struct buf *out)
{
	struct str value = pattern_hole(subject->match, name);
	if (!value.s)
		return false;
	struct str line = fact_line(subject->arena, value);
	if (str_starts_with(line, STR("ShapedArray(")) && str_ends_with(line, STR(")")))
		line = str_slice(line, strlen("ShapedArray("), line.len - 1);
	buf_add(out, line);
	return line.len > 0;
}

static bool add_value(const void *data, struct str name, struct buf *out)
{
	static const struct {
		const char *name;
		bool (*add)(const struct subject *subject, struct buf *out);
	} values[] = {
	    {"entries", add_entries},
	    {"entry_count", add_entry_count},
	    {"spec", add_spec},
	    {"spec_code", add_spec_code},
	    {"sharding_code", add_sharding_code},
	    {"spec_fit", add_spec_fit},
	    {"spec_without", add_spec_without},
	    {"spec_once", add_spec_once},
	    {"spec_near", add_spec_near},
	    {"dim_axes", add_dim_axes},
	    {"axis", add_axis},
	    {"axis_near", add_axis_near},
	    {"argument", add_argument},
	    {"argument_code", add_argument_code},
	    {"mesh_axes", add_mesh_axes},
	    {"mesh_product", add_mesh_product},
	    {"mesh_near", add_mesh_near},
	    {"rest", add_rest},
	    {"size_up", add_size_up},
	    {"size_down", add_size_down},
	    {"nones", add_nones},
	};
	for (size_t i = 0; i < COUNT_OF(values); i++)
		if (str_equal(str_of(values[i].name), name))
			return values[i].add(data, out);
	return add_hole(data, name, out);
}

struct str words_fill(struct arena *arena, const char *words, const struct facts *facts,
                      const struct pattern_match *match)
{
	struct subject subject = {arena, facts, match};
	struct pattern_values values = {add_value, &subject};
	struct buf out = {.arena = arena};
	bool filled = pattern_fill(words, &values, &out);
	return filled ? utf8_escaped(arena, buf_str(&out)) : (struct str){"", 0};
}
