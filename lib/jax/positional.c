/* SPDX-License-Identifier: Apache-2.0 */
/* PositionalSharding, up to JAX 0.6.2: jax/_src/sharding_impls.py. Its rank must equal that of the
 * value. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/checked.h"
#include "base/order.h"
#include "jax/jax.h"
#include "jax/python_text.h"

enum { MAX_PRINTED_DEVICES = 1000 }; /* NumPy abbreviates larger arrays */

/* The array of sets of device ids that a PositionalSharding holds: a grid of which some axes are
 * merged into each set. */
struct positional_case {
	const struct judge *judge;
	const struct jax_rules *rules;
	const struct tensor *tensor;
	const struct layout *layout;
	enum moment moment;
	const struct str *key_path;
	int64_t shape[MAX_RANK];
	uint32_t rank;
	int64_t devices; /* in all */
	int64_t merged;  /* devices in each set */
	int64_t *ids; /* of each set in turn, sorted; NULL when there are too many to print them */
	bool scalar;  /* replicate left a single set, no array: JAX fails on it everywhere */
	bool refused;
};

static struct buf text_buf(const struct positional_case *positional)
{
	return (struct buf){.arena = positional->judge->diags->arena};
}

static void refuse(struct positional_case *positional, struct diag *diag, const char *type,
                   const struct buf *text)
{
	positional->refused = true;
	diag_framework(diag, type, buf_str(text));
}

static bool product(const int64_t *sizes, uint32_t count, int64_t *result)
{
	assert(sizes || !count);
	*result = 1;
	for (uint32_t i = 0; i < count; i++)
		if (sizes[i] < 0 || !checked_multiply(result, *result, sizes[i]) ||
		    *result > MAX_DEVICES)
			return false;
	return true;
}

static void bad_call(struct positional_case *positional, struct span at, const char *type,
                     const struct buf *text, const char *message)
{
	struct diag *diag =
	    diag_add(positional->judge->diags, RULE_POSITIONAL_SHAPE, at, "%s", message);
	refuse(positional, diag, type, text);
}

/* The words of NumPy about a shape that an array of `cells` elements cannot have. */
static void reshape_text(struct buf *text, const struct positional_call *call, int64_t cells)
{
	uint32_t negative = 0;
	for (uint32_t i = 0; i < call->nsizes; i++)
		negative += call->sizes[i] < 0;
	if (negative > 1) {
		buf_puts(text, "can only specify one unknown dimension");
		return;
	}
	buf_printf(text, "cannot reshape array of size %" PRId64 " into shape (", cells);
	for (uint32_t i = 0; i < call->nsizes; i++)
		buf_printf(text, "%s%" PRId64, i ? "," : "", call->sizes[i]);
	buf_puts(text, call->nsizes == 1 ? ",)" : ")");
}

/* ids.reshape(sizes): one -1 is filled in. */
static void apply_reshape(struct positional_case *positional, const struct positional_call *call)
{
	int64_t cells, others = 1, sizes[MAX_RANK] = {0};
	uint32_t open = call->nsizes;
	bool fits =
	    call->nsizes <= MAX_RANK && product(positional->shape, positional->rank, &cells);
	for (uint32_t i = 0; fits && i < call->nsizes; i++) {
		sizes[i] = call->sizes[i];
		if (sizes[i] == -1 && open == call->nsizes)
			open = i;
		else
			fits = sizes[i] >= 0 && checked_multiply(&others, others, sizes[i]);
	}
	if (fits && open < call->nsizes) {
		fits = others > 0 && cells % others == 0;
		sizes[open] = fits ? cells / others : 0;
		others = cells;
	}
	if (!fits || others != cells) {
		struct buf text = text_buf(positional);
		reshape_text(&text, call, fits || call->nsizes <= MAX_RANK ? cells : 0);
		bad_call(positional, call->at, "ValueError", &text,
		         "the devices do not fit this shape");
		return;
	}
	memcpy(positional->shape, sizes, sizeof sizes);
	positional->rank = call->nsizes;
}

/* Joins the sets along one axis: `inner` sets lie between two neighbours along it. */
static void merge_sets(struct positional_case *positional, int64_t length, int64_t inner)
{
	if (!positional->ids)
		return;
	int64_t members = positional->merged, joined = members * length, out = 0;
	int64_t *ids = arena_new(positional->judge->scratch, int64_t, (size_t)positional->devices);
	for (int64_t outer = 0; outer < positional->devices / (joined * inner); outer++) {
		for (int64_t i = 0; i < inner; i++, out += joined) {
			for (int64_t j = 0; j < length; j++)
				memcpy(ids + out + j * members,
				       positional->ids +
				           ((outer * length + j) * inner + i) * members,
				       (size_t)members * sizeof *ids);
			qsort(ids + out, (size_t)joined, sizeof *ids, compare_int64);
		}
	}
	positional->ids = ids;
}

/* ids.sum(axis, keepdims): the union of the sets along the axis, or of all of them. */
static void apply_replicate(struct positional_case *positional, const struct positional_call *call)
{
	uint32_t rank = positional->rank;
	int64_t axis = call->axis < 0 ? call->axis + rank : call->axis;
	if (call->has_axis && (axis < 0 || axis >= rank)) {
		struct buf text = text_buf(positional);
		buf_printf(&text, "axis %" PRId64 " is out of bounds for array of dimension %u",
		           call->axis, rank);
		bad_call(positional, call->at, "AxisError", &text,
		         "the array of devices has no such axis");
		return;
	}
	int64_t inner = 1;
	for (uint32_t i = rank; i-- > 0;) {
		if (!call->has_axis || i == axis) {
			merge_sets(positional, positional->shape[i], inner);
			positional->merged *= positional->shape[i];
			positional->shape[i] = 1;
		}
		inner *= positional->shape[i];
	}
	uint32_t kept = 0;
	for (uint32_t i = 0; i < rank; i++)
		if (call->keepdims || (call->has_axis && i != axis))
			positional->shape[kept++] = positional->shape[i];
	positional->rank = kept;
	positional->scalar = kept == 0;
}

/* {CPU 0, 4} */
static void set_text(struct buf *out, const struct positional_case *positional, int64_t set)
{
	buf_puts(out, "{CPU ");
	for (int64_t i = 0; i < positional->merged; i++)
		buf_printf(out, "%s%" PRId64, i ? ", " : "",
		           positional->ids[set * positional->merged + i]);
	buf_putc(out, '}');
}

/* The first row of the array as NumPy prints it in lines of 100 columns; false when it goes over
 * the end of a line. */
static bool row_text(struct buf *out, const struct positional_case *positional, int64_t sets)
{
	enum { LINE = 99, PREFIX = sizeof "PositionalSharding(" };
	size_t indent = PREFIX + positional->rank - 1, width = LINE - positional->rank,
	       used = indent;
	for (int64_t set = 0; set < sets; set++) {
		struct buf word = {.arena = positional->judge->scratch};
		set_text(&word, positional, set);
		if (set && used + word.len > width)
			return false;
		buf_puts(out, set ? " " : "");
		buf_add(out, buf_str(&word));
		used += word.len + 1;
	}
	return true;
}

/* PositionalSharding([[{CPU 0} {CPU 1}]], memory_kind=device, shape=(1, 2)): its first line; true
 * when it is all of it. */
static bool sharding_text(struct buf *out, const struct positional_case *positional)
{
	buf_puts(out, "PositionalSharding(");
	if (!positional->ids)
		return false;
	uint32_t rank = positional->rank, closed = 1;
	buf_fill(out, '[', rank);
	if (!row_text(out, positional, rank ? positional->shape[rank - 1] : 1))
		return false;
	while (closed < rank && positional->shape[rank - 1 - closed] == 1)
		closed++;
	buf_fill(out, ']', closed);
	if (closed < rank)
		return false;
	if (positional->rules->has[JAX_MEMORY_KIND_REPR])
		buf_puts(out, ", memory_kind=device");
	buf_puts(out, ", shape=");
	python_shape(out, positional->shape, rank);
	buf_putc(out, ')');
	return true;
}

/* The framework's text up to its print of the devices; true when that ends on the first line. */
static bool wrapped_text(struct buf *out, const struct positional_case *positional,
                         const char *verb)
{
	jax_moment_subject(out, positional->rules, positional->moment, positional->key_path);
	buf_printf(out, " %s ", verb);
	return sharding_text(out, positional);
}

static void check_rank(struct positional_case *positional)
{
	const struct judge *judge = positional->judge;
	uint32_t rank = positional->tensor->rank;
	bool replicated = positional->merged == positional->devices;
	bool any_rank = positional->rules->has[JAX_REPLICATED_POSITIONAL_ANY_RANK];
	struct buf text = text_buf(positional);
	if (positional->rank == rank || (replicated && any_rank))
		return;
	if (wrapped_text(&text, positional, "is incompatible with its sharding annotation")) {
		buf_puts(&text, ": Sharding ");
		sharding_text(&text, positional);
		buf_printf(
		    &text,
		    " is only valid for values of rank %u, but was applied to a value of rank %u",
		    positional->rank, rank);
	}
	struct diag *diag =
	    diag_add(judge->diags, RULE_POSITIONAL_RANK, positional->layout->at,
	             "a PositionalSharding of rank %u cannot lay out '%s', whose "
	             "rank is %u: the ranks must be equal%s%s%s",
	             positional->rank, judge_shown(judge, judge->diags->subject).s, rank,
	             replicated ? " until JAX " : "",
	             replicated ? jax_behaviour_since(JAX_REPLICATED_POSITIONAL_ANY_RANK) : "",
	             replicated ? ", which takes a replicated one for any rank" : "");
	diag_help(diag,
	          "use a NamedSharding: P() replicates an array of any rank, and P('axis', …) "
	          "shards one of at least as many dimensions as it has entries");
	refuse(positional, diag, "ValueError", &text);
}

static void check_divides(struct positional_case *positional)
{
	const struct judge *judge = positional->judge;
	for (uint32_t i = 0;
	     i < positional->tensor->rank && positional->rank == positional->tensor->rank; i++) {
		const struct dim *dim = &positional->tensor->dims[i];
		int64_t ways = positional->shape[i];
		if (ways <= 0 || dim->size % ways == 0)
			continue;
		struct buf text = text_buf(positional);
		if (wrapped_text(&text, positional, "was given the sharding of")) {
			int64_t sizes[MAX_RANK];
			for (uint32_t j = 0; j < positional->tensor->rank; j++)
				sizes[j] = positional->tensor->dims[j].size;
			buf_printf(&text,
			           ", which implies that the global size of its dimension %u "
			           "should be divisible by %" PRId64 ", but it is equal to %" PRId64
			           " (full shape: ",
			           i, ways, dim->size);
			python_shape(&text, sizes, positional->tensor->rank);
			buf_putc(&text, ')');
		}
		struct diag *diag =
		    diag_add(judge->diags, RULE_DIM_INDIVISIBLE, positional->layout->at,
		             "dimension %u of '%s' has size %" PRId64
		             ", which is not divisible by the %" PRId64 " parts of the devices",
		             i, judge_shown(judge, judge->diags->subject).s, dim->size, ways);
		diag_note(diag, dim->at, "the size is given here");
		jax_help_divisible(diag, dim->size, ways);
		refuse(positional, diag, "ValueError", &text);
	}
}

/* Releases from 0.7.0 on have no PositionalSharding. */
static bool check_exists(struct positional_case *positional)
{
	if (positional->rules->has[JAX_POSITIONAL_SHARDING])
		return true;
	struct buf text = text_buf(positional);
	if (positional->rules->has[JAX_POSITIONAL_REMOVED])
		buf_puts(&text, "jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and "
		                "removed in JAX v0.7.0");
	else
		buf_puts(&text, "module 'jax.sharding' has no attribute 'PositionalSharding'");
	struct diag *diag =
	    diag_add(positional->judge->diags, RULE_API_MISSING, positional->layout->at,
	             "PositionalSharding was removed in JAX %s",
	             jax_behaviour_until(JAX_POSITIONAL_SHARDING));
	diag_help(diag, "use a NamedSharding: name the axes in 'mesh' and write P('axis', …), P() "
	                "to replicate");
	refuse(positional, diag, "AttributeError", &text);
	return false;
}

static void apply_calls(struct positional_case *positional)
{
	const struct positional *written = &positional->layout->positional;
	for (uint32_t i = 0; i < written->ncalls && !positional->refused; i++) {
		if (written->calls[i].reshape)
			apply_reshape(positional, &written->calls[i]);
		else
			apply_replicate(positional, &written->calls[i]);
	}
}

/* A sharding that holds one set rather than an array of sets fails on its missing shape. */
static void refuse_scalar(struct positional_case *positional)
{
	struct buf text = text_buf(positional);
	buf_puts(&text, "'DeviceIdSet' object has no attribute 'shape'");
	struct diag *diag = diag_add(
	    positional->judge->diags, RULE_POSITIONAL_SHAPE, positional->layout->at,
	    "keepdims=False leaves a PositionalSharding without dimensions, which JAX cannot use");
	diag_help(diag, "leave keepdims out, or use a NamedSharding with P()");
	refuse(positional, diag, "AttributeError", &text);
}

void jax_check_positional(const struct judge *judge, const struct jax_rules *rules,
                          const struct tensor *tensor, const struct layout *layout,
                          enum moment moment, const struct str *key_path)
{
	struct positional_case *positional = arena_new(judge->scratch, struct positional_case, 1);
	*positional = (struct positional_case){.judge = judge,
	                                       .rules = rules,
	                                       .tensor = tensor,
	                                       .layout = layout,
	                                       .moment = moment,
	                                       .key_path = key_path};
	const struct positional *written = &layout->positional;
	positional->rank = written->nsizes;
	positional->merged = 1;
	memcpy(positional->shape, written->sizes, written->nsizes * sizeof *written->sizes);
	if (!check_exists(positional))
		return;
	if (!product(written->sizes, written->nsizes, &positional->devices) ||
	    positional->devices == 0) {
		struct diag *diag =
		    diag_add(judge->diags, RULE_POSITIONAL_SHAPE, layout->at,
		             "a PositionalSharding cannot have devices of this shape");
		struct buf text = text_buf(positional);
		buf_puts(&text, "PositionalSharding.__init__ requires at least one device, got []");
		refuse(positional, diag, "ValueError", &text);
		return;
	}
	if (positional->devices <= MAX_PRINTED_DEVICES) {
		positional->ids = arena_new(judge->scratch, int64_t, (size_t)positional->devices);
		for (int64_t i = 0; i < positional->devices; i++)
			positional->ids[i] = i;
	}
	apply_calls(positional);
	if (positional->refused || moment == MOMENT_CONSTRUCT ||
	    moment == MOMENT_SHAPE_DTYPE_STRUCT)
		return;
	if (positional->scalar) {
		refuse_scalar(positional);
		return;
	}
	check_rank(positional);
	if (!positional->refused && moment != MOMENT_CONSTRAINT)
		check_divides(positional);
}
