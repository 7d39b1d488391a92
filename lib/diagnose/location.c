/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/location.h"

#include "diag/source_files.h"

/* How much speaks for a tensor: the parts add up, and less than ENOUGH is a guess. */
enum {
	SAME_NAME = 8,
	SAME_LAST_WORD = 4,
	SAME_SHAPE = 3,
	SAME_SPEC = 3,
	SAME_RANK = 1,
	OTHER = -20, /* it is another one for sure */
	ENOUGH = 3,
};

static bool is_word_byte(char c)
{
	return byte_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The last word of a path before byte *at, which is moved in front of it: "wq" of
 * params['layers']['wq'] and of layers.wq; empty at the start. */
static struct str word_before(struct str path, size_t *at)
{
	size_t end = *at;
	while (end > 0 && !is_word_byte(path.s[end - 1]))
		end--;
	size_t start = end;
	while (start > 0 && is_word_byte(path.s[start - 1]))
		start--;
	*at = start;
	return str_slice(path, start, end);
}

/* How many words the two paths share from their ends; *all: one of them has no more. */
static int shared_words(struct str a, struct str b, bool *all)
{
	size_t at_a = a.len, at_b = b.len;
	int count = 0;
	for (;; count++) {
		struct str x = word_before(a, &at_a), y = word_before(b, &at_b);
		*all = !x.len || !y.len;
		if (*all || !str_equal(x, y))
			return count;
	}
}

static int name_score(const struct facts *facts, const struct tensor *tensor)
{
	bool all;
	if (!facts->argument.s)
		return 0;
	int shared = shared_words(facts->argument, tensor->name, &all);
	return shared && all ? SAME_NAME : shared ? SAME_LAST_WORD : 0;
}

static int shape_score(const struct facts *facts, const struct tensor *tensor)
{
	const struct fact_number *rank = &facts->integers[FACT_RANK];
	if (!tensor->has_shape)
		return 0;
	if (facts->shape) {
		if (facts->nshape != tensor->rank)
			return OTHER;
		for (uint32_t i = 0; i < tensor->rank; i++)
			if (facts->shape[i] != tensor->dims[i].size)
				return OTHER;
		return SAME_SHAPE;
	}
	if (rank->known)
		return rank->value == tensor->rank ? SAME_RANK : OTHER;
	return 0;
}

static bool same_entry(const struct fact_entry *said, const struct entry *written)
{
	if (said->count != entry_axes(written))
		return false;
	for (uint32_t i = 0; i < said->count; i++)
		if (written->axes[i].kind != REFERENCE_NAME ||
		    !str_equal(written->axes[i].name, said->axes[i]))
			return false;
	return true;
}

/* Specs are compared without the None at their ends, which types do not have. */
static int spec_score(const struct facts *facts, const struct tensor *tensor)
{
	if (!facts->spec || !tensor->layout || tensor->layout->notation != NOTATION_PARTITION_SPEC)
		return 0;
	const struct partition_spec *spec = &tensor->layout->spec;
	uint32_t most = facts->nspec > spec->nentries ? facts->nspec : spec->nentries;
	for (uint32_t i = 0; i < most; i++) {
		static const struct fact_entry none;
		const struct fact_entry *said = i < facts->nspec ? &facts->spec[i] : &none;
		if (i < spec->nentries ? !same_entry(said, &spec->entries[i]) : said->count > 0)
			return OTHER;
	}
	return SAME_SPEC;
}

/* The tensor that most speaks for; not found when nothing does, or when two are alike. */
static struct log_location best_tensor(struct arena *scratch, const struct check_result *result,
                                       const struct facts *facts)
{
	struct diags unused = diags_make(scratch);
	struct log_location best = {.found = false};
	int most = 0;
	uint32_t count =
	    result->spec && result->spec->tensors ? spec_tensor_count(result->spec) : 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct tensor *tensor = spec_tensor(scratch, result->spec, i, &unused);
		int score = name_score(facts, tensor) + shape_score(facts, tensor) +
		            spec_score(facts, tensor);
		if (score < ENOUGH || score < most)
			continue;
		best.found = score > most;
		best.at = tensor->layout && facts->spec ? tensor->layout->at : tensor->at;
		best.subject = tensor->name;
		most = score;
	}
	return best;
}

static bool is_tensor(struct arena *scratch, const struct check_result *result, struct str name)
{
	struct diags unused = diags_make(scratch);
	uint32_t count =
	    result->spec && result->spec->tensors ? spec_tensor_count(result->spec) : 0;
	for (uint32_t i = 0; i < count; i++)
		if (str_equal(spec_tensor(scratch, result->spec, i, &unused)->name, name))
			return true;
	return false;
}

/* The finding of the error's rule: of the tensor, or the only one, unless that is of a tensor for
 * which nothing speaks. */
static const struct diag *finding_of(struct arena *scratch, const struct check_result *result,
                                     const char *rule, const struct log_location *tensor)
{
	const struct diag *only = NULL;
	uint32_t count = 0;
	for (uint32_t i = 0; i < result->ndiags; i++) {
		const struct diag *diag = result->diags[i];
		if (strcmp(diag->rule->name, rule) != 0)
			continue;
		if (tensor->found && str_equal(diag->subject, tensor->subject))
			return diag;
		only = diag;
		count++;
	}
	bool fits = count == 1 && !tensor->found && !is_tensor(scratch, result, only->subject);
	return fits ? only : NULL;
}

/* The finding that the framework's own words are of. */
static const struct diag *finding_said(const struct check_result *result,
                                       const struct log_error *error)
{
	for (uint32_t i = 0; i < result->ndiags; i++) {
		struct str said = result->diags[i]->framework_error.message;
		if (said.len && str_starts_with(error->message, said))
			return result->diags[i];
	}
	return NULL;
}

/* The line of the traceback, when the checked file is the one it names. */
static struct log_location frame_line(const struct check_result *result,
                                      const struct log_error *error)
{
	struct log_location none = {.found = false};
	struct str text = result->source->text;
	if (!error->placed || error->frame.line < 1 ||
	    !str_equal(path_last(error->frame.file), path_last(result->source->path)))
		return none;
	size_t at = 0;
	for (int64_t line = 1; line < error->frame.line && at < text.len; line++)
		at = str_find(text, '\n', at) + 1;
	if (at >= text.len)
		return none;
	struct str line = str_slice(text, at, str_find(text, '\n', at));
	struct str code = str_trim(line);
	if (!code.len || (error->frame.source.len && !str_starts_with(code, error->frame.source)))
		return none;
	return (struct log_location){
	    true, {(uint32_t)(code.s - text.s), (uint32_t)code.len}, error->frame.function};
}

struct log_location location_find(struct arena *scratch, const struct check_result *result,
                                  const struct log_error *error)
{
	if (!error->row)
		return (struct log_location){.found = false};
	struct log_location tensor = best_tensor(scratch, result, &error->facts);
	const struct diag *finding = finding_said(result, error);
	if (!finding)
		finding = finding_of(scratch, result, error->row->words->rule, &tensor);
	struct log_location frame = frame_line(result, error);
	if (finding)
		return (struct log_location){true, finding->at, finding->subject};
	return frame.found ? frame : tensor;
}
