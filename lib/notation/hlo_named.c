/* SPDX-License-Identifier: Apache-2.0 */
/* The named form of HloSharding, {mesh['x'=2,'y'=4], [{'x'}, {}], unreduced={'y'}}. */
#include <assert.h>
#include <inttypes.h>

#include "notation/hlo_sharding.h"
#include "notation/named_read.h"
#include "notation/named_write.h"

/* ([4,2]T(1,0)) behind device_ids= and the opening parenthesis and bracket */
static bool read_iota_order(struct scanner *scanner, size_t start, struct named_mesh *mesh)
{
	int64_t *sizes = NULL, *numbers = NULL, product;
	size_t nsizes = 0, nnumbers = 0;
	if (!scanner_integers(scanner, &sizes, &nsizes) ||
	    !scanner_expects(scanner, "]", "expected ']' after the sizes of device_ids"))
		return false;
	bool transposed = scanner_takes(scanner, "T(");
	if (transposed && (!scanner_integers(scanner, &numbers, &nnumbers) ||
	                   !scanner_expects(scanner, ")", "expected ')' after a permutation")))
		return false;
	uint32_t *order = arena_new(scanner->arena, uint32_t, nsizes);
	bool fits = nnumbers == (transposed ? nsizes : 0) && (transposed || nsizes == 1);
	for (size_t i = 0; fits && i < nnumbers; i++) {
		fits = numbers[i] >= 0 && numbers[i] < (int64_t)nsizes;
		order[i] = fits ? (uint32_t)numbers[i] : 0;
	}
	int64_t dims[1] = {mesh->count};
	fits = fits && sizes_product(sizes, nsizes, &product) && product == mesh->count;
	if (!fits)
		return scanner_fail(scanner, start, scanner->at - start,
		                    "device_ids are not an iota of the mesh's devices");
	struct tile_assignment *made = arena_new(scanner->arena, struct tile_assignment, 1);
	*made = tile_assignment_iota(scanner->arena, dims, 1, sizes, order, (uint32_t)nsizes);
	if (!tile_assignment_is_permutation(made))
		return scanner_fail(scanner, start, scanner->at - start,
		                    "device_ids are not a permutation");
	mesh->order = made->nsizes > 1 ? made : NULL;
	return true;
}

/* (1,0,2,3) or ([4,2]T(1,0)) behind device_ids= */
static bool read_device_ids(struct scanner *scanner, struct named_mesh *mesh)
{
	size_t start = scanner_skip(scanner), count = 0;
	int64_t *devices = NULL;
	if (!scanner_expects(scanner, "(", "expected '(' for device_ids"))
		return false;
	if (scanner_takes(scanner, "[")) {
		if (!read_iota_order(scanner, start, mesh))
			return false;
	} else if (!scanner_integers(scanner, &devices, &count) ||
	           !named_read_order(scanner, start, mesh, devices, count)) {
		return false;
	} else if (!mesh->order) {
		scanner->error->aborts = true;
		return scanner_fail(scanner, start, scanner->at - start,
		                    "device_ids list the devices in their own order");
	}
	return scanner_expects(scanner, ")", "expected ')' for device_ids");
}

const struct named_mesh *hlo_mesh_read(struct scanner *scanner)
{
	struct named_mesh *mesh = arena_new(scanner->arena, struct named_mesh, 1);
	if (!scanner_expects(scanner, "[", "expected '[' to start a mesh") ||
	    !named_read_axes(scanner, mesh))
		return NULL;
	scanner_takes(scanner, ",");
	if (scanner_takes(scanner, "device_ids=")) {
		if (!read_device_ids(scanner, mesh))
			return NULL;
		scanner_takes(scanner, ",");
	}
	return mesh;
}

/* , unreduced={'y'}; none of it stands behind a word for the whole mesh. */
static bool read_attribute(struct scanner *scanner, const struct jax_rules *rules,
                           struct named_sharding *sharding, bool word_given)
{
	size_t start = scanner_skip(scanner);
	struct str word = scanner_word(scanner);
	struct axis_parts *parts = str_equal(word, STR("replicated="))  ? &sharding->replicated
	                           : str_equal(word, STR("unreduced=")) ? &sharding->unreduced
	                           : str_equal(word, STR("manual="))    ? &sharding->manual
	                                                                : NULL;
	if (!parts || word_given)
		return scanner_fail(scanner, start, word.len ? word.len : start < scanner->text.len,
		                    "expects replicated=, unreduced= or manual=");
	if (parts == &sharding->unreduced && rules->has[XLA_READS_REDUCTIONS])
		sharding->reduction = scanner_takes(scanner, "max")   ? REDUCE_MAX
		                      : scanner_takes(scanner, "min") ? REDUCE_MIN
		                                                      : REDUCE_SUM;
	return scanner_expects(scanner, "{", "expects '{' to start a list of axes") &&
	       named_read_parts(scanner, sharding->mesh, parts, NULL);
}

/* metadata={...} passed over; true when it is there. */
static bool skip_metadata(struct scanner *scanner)
{
	if (!scanner_takes(scanner, "metadata={"))
		return false;
	for (uint32_t depth = 1; depth && scanner_skip(scanner) < scanner->text.len;) {
		struct str quoted;
		if (scanner_sees(scanner, "\"")) {
			if (!scanner_quoted(scanner, &quoted))
				return true;
			continue;
		}
		depth += scanner_sees(scanner, "{");
		depth -= scanner_sees(scanner, "}");
		scanner->at++;
	}
	return true;
}

/* A word for all axes of the mesh; on a mesh without axes some releases die of it. */
static void read_all_axes(struct scanner *scanner, const struct named_mesh *mesh, size_t start,
                          bool dies, struct axis_parts *parts)
{
	*parts = named_mesh_all_axes(scanner->arena, mesh);
	if (mesh->naxes || !dies)
		return;
	scanner->error->aborts = true;
	scanner_fail(scanner, start, scanner->at - start, "a mesh without axes cannot be so");
}

/* A word for the whole mesh, in the place of the dims. */
static bool read_whole(struct scanner *scanner, const struct jax_rules *rules,
                       struct named_sharding *sharding)
{
	const struct named_mesh *mesh = sharding->mesh;
	size_t start = scanner_skip(scanner);
	sharding->any_rank = true;
	if (scanner_takes(scanner, "replicated"))
		return true;
	if (scanner_takes(scanner, "manual"))
		read_all_axes(scanner, mesh, start, true, &sharding->manual);
	else if (scanner_takes(scanner, "unreduced"))
		read_all_axes(scanner, mesh, start, !rules->has[XLA_READS_REDUCTIONS],
		              &sharding->unreduced);
	else
		sharding->any_rank = false;
	return sharding->any_rank;
}

/* Checks the axes; XLA dies where they are wrong. */
static bool check(struct scanner *scanner, const struct named_sharding *sharding)
{
	if (scanner->failed)
		return false;
	if (named_check_parts(scanner, sharding))
		return true;
	scanner->error->aborts = true;
	return false;
}

const struct named_sharding *hlo_named_read(struct scanner *scanner, const struct jax_rules *rules)
{
	struct named_sharding *sharding = arena_new(scanner->arena, struct named_sharding, 1);
	sharding->mesh = hlo_mesh_read(scanner);
	if (!sharding->mesh)
		return NULL;
	if (!read_whole(scanner, rules, sharding) &&
	    (!scanner_expects(scanner, "[", "expects a list starting with kLsquare") ||
	     !named_read_dims(scanner, false, sharding)))
		return NULL;
	bool word = sharding->any_rank;
	while (scanner_takes(scanner, ","))
		if (!skip_metadata(scanner) && !read_attribute(scanner, rules, sharding, word))
			return NULL;
	if (!word)
		sharding->any_rank = !sharding->rank && !sharding->manual.count &&
		                     !sharding->unreduced.count && !sharding->replicated.count;
	return check(scanner, sharding) ? sharding : NULL;
}

bool hlo_one_device_read(struct scanner *scanner, int64_t *device)
{
	if (!scanner_expects(scanner, "[", "expected '[' after single_device") ||
	    !scanner_expects(scanner, "device_id=", "expects attribute name") ||
	    !scanner_integer(scanner, device, "expects integer") ||
	    !scanner_expects(scanner, "]", "expected ']' after the device"))
		return false;
	return !scanner_takes(scanner, ",") || skip_metadata(scanner) ||
	       scanner_unexpected(scanner, "expects metadata");
}

static void add_name(struct buf *out, struct str name)
{
	buf_putc(out, '\'');
	buf_add(out, name);
	buf_putc(out, '\'');
}

static void add_order(struct buf *out, const struct tile_assignment *order)
{
	buf_puts(out, ", device_ids=(");
	if (order->list) {
		hlo_write_numbers(out, order->list, order->count);
	} else {
		buf_putc(out, '[');
		hlo_write_numbers(out, order->sizes, order->nsizes);
		buf_puts(out, "]T(");
		for (uint32_t i = 0; i < order->nsizes; i++)
			buf_printf(out, "%s%u", i ? "," : "", order->order[i]);
		buf_putc(out, ')');
	}
	buf_putc(out, ')');
}

/* The word for a sharding without dims in which all axes do the same; else NULL. */
static const char *word_of(const struct named_sharding *sharding)
{
	int64_t all = sharding->mesh->count, manual = axis_parts_ways(&sharding->manual),
		unreduced = axis_parts_ways(&sharding->unreduced);
	if (sharding->manual.count && manual == all)
		return ", manual}";
	if (sharding->unreduced.count && unreduced == all)
		return ", unreduced}";
	bool replicated = manual == 1 && unreduced == 1 && !sharding->replicated.count;
	return replicated ? ", replicated}" : NULL;
}

void hlo_named_write(struct buf *out, const struct named_sharding *sharding)
{
	assert(sharding->mesh);
	const struct named_mesh *mesh = sharding->mesh;
	buf_puts(out, "{mesh[");
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		buf_puts(out, i ? "," : "");
		add_name(out, mesh->axes[i].name);
		buf_printf(out, "=%" PRId64, mesh->axes[i].size);
	}
	buf_putc(out, ']');
	if (mesh->order)
		add_order(out, mesh->order);
	const char *word = sharding->rank ? NULL : word_of(sharding);
	if (word) {
		buf_puts(out, word);
		return;
	}
	named_write(out, sharding, add_name);
	named_write_list(out, mesh, add_name, ", manual={", &sharding->manual);
	buf_putc(out, '}');
}
