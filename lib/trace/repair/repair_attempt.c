/* SPDX-License-Identifier: Apache-2.0 */
/* Trying an expression in another form, and proposing it. */
#include "trace/eval/evaluate.h"
#include "trace/repair/import_line.h"
#include "trace/repair/repair_search.h"
#include "trace/repair/syntax_tree.h"

const struct value *try_tree(struct search *search, const struct expression *tree)
{
	if (search->attempts == MAX_ATTEMPTS || search->trace->repair.steps >= MAX_REPAIR_STEPS)
		return NULL;
	search->attempts++;
	struct op_error error;
	const struct value *value = trace_try(search->trace, tree, &error);
	if (!value && error.result && !search->told)
		search->told = error.result;
	return value;
}

bool rewrite_works(struct search *search, const struct rewrite *rewrite)
{
	struct tree_maker maker = {search->trace->op.arena, search->whole->at};
	return try_tree(search, rewrite->tree) &&
	       (!search->line ||
	        try_tree(search, tree_replace(&maker, search->line, search->whole, rewrite->tree)));
}

/* The line that the expression stands in, with the new text in its place; the new text alone when
 * the line is not all of the statement. */
static struct str repaired_line(const struct trace *trace, struct span at, struct str repaired)
{
	struct str text = trace->program->text;
	size_t start = at.offset, end = str_find(text, '\n', at.offset + at.length), behind;
	int depth = 0;
	while (start > 0 && text.s[start - 1] != '\n')
		start--;
	behind = str_find(text, '#', at.offset + at.length);
	if (behind < end)
		end = behind;
	for (size_t i = start; i < end; i++)
		depth += strchr("([{", text.s[i]) ? 1 : strchr(")]}", text.s[i]) ? -1 : 0;
	if (depth != 0)
		return repaired;
	struct str before = str_slice(text, start, at.offset),
		   after = str_slice(text, at.offset + at.length, end);
	return str_trim(str_format(trace->op.arena, "%.*s%.*s%.*s", STR_ARG(before),
	                           STR_ARG(repaired), STR_ARG(after)));
}

/* The import that the new text needs; empty when it needs none. */
static struct str import_text(struct trace *trace, const struct rewrite *rewrite)
{
	if (!rewrite->imported || name_in_scope(trace, str_of(rewrite->imported)))
		return STR("");
	return str_format(trace->op.arena, "from jax.experimental.shard import %s",
	                  rewrite->imported);
}

static struct diag_edit *edit_new(const struct trace *trace, struct span at, struct str text)
{
	struct diag_edit *edit = arena_new(trace->op.arena, struct diag_edit, 1);
	*edit = (struct diag_edit){at, text, NULL};
	return edit;
}

/* Adds the import to what is proposed; without it that is a part of what is to be written only. */
static void propose_import(struct trace *trace, struct str import)
{
	struct repair *repair = &trace->repair.proposed;
	uint32_t offset;
	if (!import_place(trace->program, repair->edits->at.offset, &offset)) {
		repair->certain = false;
		return;
	}
	struct str line = str_format(trace->op.arena, "%.*s\n", STR_ARG(import));
	struct diag_edit *edit = edit_new(trace, (struct span){offset, 0}, line);
	edit->next = repair->edits;
	repair->edits = edit;
}

void propose(struct search *search, const char *why, const struct rewrite *rewrite,
             struct str remark)
{
	struct trace *trace = search->trace;
	struct str text = rewrite_text(rewrite), import = import_text(trace, rewrite);
	trace->repair.proposed = (struct repair){
	    .edits = edit_new(trace, search->whole->at, text),
	    .certain = !search->gives_up,
	    .help = str_format(trace->op.arena, "%s%s%.*s%s: %.*s%s%.*s", why,
	                       import.len ? ", with '" : "", STR_ARG(import), import.len ? "'" : "",
	                       STR_ARG(repaired_line(trace, search->whole->at, text)),
	                       remark.len ? "; " : "", STR_ARG(remark))};
	if (import.len)
		propose_import(trace, import);
}

uint32_t axes_used(const struct dim_axes *spec, uint32_t rank)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < rank; i++)
		count += spec[i].count;
	return count;
}

struct sharding_request request_of(const struct array_type *type)
{
	return (struct sharding_request){
	    .mesh = type->mesh, .spec = type->spec, .count = type->rank};
}
