/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/rewrite.h"
#include "trace/repair/syntax_tree.h"

struct rewrite rewrite_begin(const struct trace *trace, const struct expression *whole)
{
	return (struct rewrite){.trace = trace, .whole = whole, .tree = whole};
}

static bool add_edit(struct rewrite *rewrite, struct span replaced, struct str text)
{
	if (rewrite->count == MAX_REWRITE_EDITS)
		return false;
	rewrite->edits[rewrite->count++] = (struct rewrite_edit){replaced, text};
	return true;
}

static bool insert(struct rewrite *rewrite, uint32_t offset, struct str text)
{
	return add_edit(rewrite, (struct span){offset, 0}, text);
}

static uint32_t end_of(struct span at)
{
	return at.offset + at.length;
}

static struct str spec_text(const struct rewrite *rewrite, const struct sharding_request *sharding)
{
	struct buf text = op_buf(&rewrite->trace->op);
	buf_puts(&text, "P(");
	for (uint32_t i = 0; i < sharding->count; i++) {
		buf_puts(&text, i ? ", " : "");
		dim_axes_text(&text, sharding->mesh, sharding->spec[i]);
	}
	buf_putc(&text, ')');
	return buf_str(&text);
}

static struct tree_maker maker_of(const struct rewrite *rewrite)
{
	return (struct tree_maker){rewrite->trace->op.arena, rewrite->whole->at};
}

/* What a function of jax.sharding is called: older releases have it in a module that users import
 * it from. */
static struct str name_in_release(struct rewrite *rewrite, const char *name)
{
	struct arena *arena = rewrite->trace->op.arena;
	if (!op_has(&rewrite->trace->op, JAX_SHARD_EXPERIMENTAL))
		return str_format(arena, "jax.sharding.%s", name);
	rewrite->imported = name;
	return str_of(name);
}

bool rewrite_reshard(struct rewrite *rewrite, const struct expression *part,
                     const struct sharding_request *sharding)
{
	struct arena *arena = rewrite->trace->op.arena;
	struct tree_maker maker = maker_of(rewrite);
	struct str name = name_in_release(rewrite, "reshard"), spec = spec_text(rewrite, sharding);
	const struct expression *arguments[] = {part == rewrite->whole ? rewrite->tree : part,
	                                        tree_spec(&maker, sharding)};
	const struct expression *moved = tree_call(&maker, tree_dotted(&maker, name), arguments, 2);
	rewrite->tree =
	    part == rewrite->whole ? moved : tree_replace(&maker, rewrite->tree, part, moved);
	return insert(rewrite, part->at.offset, str_format(arena, "%.*s(", STR_ARG(name))) &&
	       insert(rewrite, end_of(part->at), str_format(arena, ", %.*s)", STR_ARG(spec)));
}

/* Position of the bracket behind the object of a subscript, whose own parentheses come first. */
static uint32_t bracket_behind(const struct rewrite *rewrite, const struct expression *object)
{
	struct str text = rewrite->trace->program->text;
	return (uint32_t)str_find(text, '[', end_of(object->at));
}

/* x[i] → x.at[i].get(out_sharding=…) */
static bool as_get(struct rewrite *rewrite, const struct sharding_request *sharding,
                   struct str keyword)
{
	struct tree_maker maker = maker_of(rewrite);
	const struct subscript *subscript = &rewrite->whole->subscript;
	const struct expression *at = tree_subscript(
	    &maker, tree_attribute(&maker, subscript->object, STR("at")), subscript->index);
	const struct expression *call =
	    tree_call(&maker, tree_attribute(&maker, at, STR("get")), NULL, 0);
	rewrite->tree =
	    tree_with_keyword(&maker, call, STR("out_sharding"), tree_spec(&maker, sharding));
	return insert(rewrite, bracket_behind(rewrite, subscript->object), STR(".at")) &&
	       insert(rewrite, end_of(rewrite->whole->at),
	              str_format(maker.arena, ".get(%.*s)", STR_ARG(keyword)));
}

/* a @ b → jnp.matmul(a, b, out_sharding=…) */
static bool as_matmul(struct rewrite *rewrite, const struct sharding_request *sharding,
                      struct str keyword)
{
	struct tree_maker maker = maker_of(rewrite);
	const struct binary *binary = &rewrite->whole->binary;
	const struct expression *arguments[] = {binary->left, binary->right};
	const struct expression *call =
	    tree_call(&maker, tree_dotted(&maker, STR("jnp.matmul")), arguments, 2);
	rewrite->tree =
	    tree_with_keyword(&maker, call, STR("out_sharding"), tree_spec(&maker, sharding));
	struct span sign = binary->operator_at;
	while (rewrite->trace->program->text.s[sign.offset - 1] == ' ') {
		sign.offset--;
		sign.length++;
	}
	return insert(rewrite, rewrite->whole->at.offset, STR("jnp.matmul(")) &&
	       add_edit(rewrite, sign, STR(",")) &&
	       insert(rewrite, end_of(rewrite->whole->at),
	              str_format(maker.arena, ", %.*s)", STR_ARG(keyword)));
}

/* What stands between the arguments of a call and another one behind them. */
static const char *separator(const struct rewrite *rewrite)
{
	uint32_t last = end_of(rewrite->whole->at) - 1, end = last;
	const char *text = rewrite->trace->program->text.s;
	if (!rewrite->whole->call->arguments.count)
		return "";
	while (text[end - 1] == ' ')
		end--;
	if (text[end - 1] != ',')
		return ", ";
	return end < last ? "" : " ";
}

/* f(a) → f(a, out_sharding=…) */
static bool with_keyword(struct rewrite *rewrite, const struct sharding_request *sharding,
                         struct str keyword)
{
	struct tree_maker maker = maker_of(rewrite);
	rewrite->tree = tree_with_keyword(&maker, rewrite->whole, STR("out_sharding"),
	                                  tree_spec(&maker, sharding));
	return insert(rewrite, end_of(rewrite->whole->at) - 1,
	              str_format(maker.arena, "%s%.*s", separator(rewrite), STR_ARG(keyword)));
}

/* A call of jnp.take whose axis stands in the text. */
struct take {
	const struct expression *array, *indices;
	int64_t axis;
};

static bool read_take(const struct rewrite *rewrite, struct take *take)
{
	const struct call *call = rewrite->whole->call;
	const struct argument *items = call->arguments.items;
	struct str name = program_text(rewrite->trace->program, call->function->at);
	if (call->arguments.count != 3 || items[0].kind != ARGUMENT_POSITIONAL ||
	    items[1].kind != ARGUMENT_POSITIONAL ||
	    !(str_equal(name, STR("jnp.take")) || str_equal(name, STR("jax.numpy.take"))))
		return false;
	const struct expression *axis = items[2].value;
	*take = (struct take){items[0].value, items[1].value, axis->integer.value};
	return axis->kind == EXPRESSION_INTEGER && axis->integer.fits && take->axis < MAX_RANK &&
	       (items[2].kind == ARGUMENT_POSITIONAL ||
	        (items[2].kind == ARGUMENT_KEYWORD && str_equal(items[2].keyword, STR("axis"))));
}

/* jnp.take(x, i, axis=1) → x.at[:, i].get(out_sharding=…) */
static bool as_take(struct rewrite *rewrite, const struct take *take,
                    const struct sharding_request *sharding, struct str keyword)
{
	struct tree_maker maker = maker_of(rewrite);
	const struct program *program = rewrite->trace->program;
	bool simple = take->array->kind == EXPRESSION_NAME ||
	              take->array->kind == EXPRESSION_SUBSCRIPT ||
	              take->array->kind == EXPRESSION_ATTRIBUTE;
	const struct expression *index =
	    tree_index_behind(&maker, (uint32_t)take->axis, take->indices);
	const struct expression *at =
	    tree_subscript(&maker, tree_attribute(&maker, take->array, STR("at")), index);
	rewrite->tree = tree_with_keyword(
	    &maker, tree_call(&maker, tree_attribute(&maker, at, STR("get")), NULL, 0),
	    STR("out_sharding"), tree_spec(&maker, sharding));
	struct buf text = op_buf(&rewrite->trace->op);
	buf_printf(&text, simple ? "%.*s.at[" : "(%.*s).at[",
	           STR_ARG(program_text(program, take->array->at)));
	for (int64_t i = 0; i < take->axis; i++)
		buf_puts(&text, ":, ");
	buf_printf(&text, "%.*s].get(%.*s)", STR_ARG(program_text(program, take->indices->at)),
	           STR_ARG(keyword));
	return add_edit(rewrite, rewrite->whole->at, buf_str(&text));
}

bool rewrite_out_sharding(struct rewrite *rewrite, const struct sharding_request *sharding)
{
	struct str keyword = str_format(rewrite->trace->op.arena, "out_sharding=%.*s",
	                                STR_ARG(spec_text(rewrite, sharding)));
	const struct expression *whole = rewrite->whole;
	if (whole->kind == EXPRESSION_SUBSCRIPT)
		return as_get(rewrite, sharding, keyword);
	if (whole->kind == EXPRESSION_BINARY &&
	    whole->binary.operation == OPERATION_MATRIX_MULTIPLY)
		return as_matmul(rewrite, sharding, keyword);
	struct take take;
	if (whole->kind != EXPRESSION_CALL)
		return false;
	return read_take(rewrite, &take) ? as_take(rewrite, &take, sharding, keyword)
	                                 : with_keyword(rewrite, sharding, keyword);
}

bool rewrite_spec(struct rewrite *rewrite, const struct expression *part,
                  const struct sharding_request *sharding)
{
	struct tree_maker maker = maker_of(rewrite);
	rewrite->tree = tree_replace(&maker, rewrite->tree, part, tree_spec(&maker, sharding));
	return add_edit(rewrite, part->at, spec_text(rewrite, sharding));
}

bool rewrite_without(struct rewrite *rewrite, uint32_t argument)
{
	struct tree_maker maker = maker_of(rewrite);
	struct span at = rewrite->whole->call->arguments.items[argument].at;
	const char *text = rewrite->trace->program->text.s;
	uint32_t start = at.offset;
	while (argument && text[start - 1] == ' ')
		start--;
	start -= argument && text[start - 1] == ',';
	rewrite->tree = tree_without_argument(&maker, rewrite->whole, argument);
	return add_edit(rewrite, (struct span){start, end_of(at) - start}, STR(""));
}

bool rewrite_as_reshard(struct rewrite *rewrite)
{
	struct tree_maker maker = maker_of(rewrite);
	struct str name = name_in_release(rewrite, "reshard");
	const struct expression *function = rewrite->whole->call->function;
	rewrite->tree = tree_replace(&maker, rewrite->whole, function, tree_dotted(&maker, name));
	return add_edit(rewrite, function->at, name);
}

bool rewrite_auto_axes(struct rewrite *rewrite, const struct str *names, uint32_t count,
                       struct str keyword, const struct sharding_request *sharding)
{
	struct arena *arena = rewrite->trace->op.arena;
	struct tree_maker maker = maker_of(rewrite);
	struct str name = name_in_release(rewrite, "auto_axes"),
		   list = tree_names_text(&maker, names, count);
	const struct expression *body = tree_lambda(&maker, names, count, rewrite->tree);
	const struct expression *wrapped = tree_call(&maker, tree_dotted(&maker, name), &body, 1);
	wrapped = tree_with_keyword(&maker, wrapped, keyword, tree_spec(&maker, sharding));
	rewrite->tree = tree_call_names(&maker, wrapped, names, count);
	return insert(rewrite, rewrite->whole->at.offset,
	              str_format(arena, "%.*s(lambda %.*s: ", STR_ARG(name), STR_ARG(list))) &&
	       insert(rewrite, end_of(rewrite->whole->at),
	              str_format(arena, ", %.*s=%.*s)(%.*s)", STR_ARG(keyword),
	                         STR_ARG(spec_text(rewrite, sharding)), STR_ARG(list)));
}

/* Whether nothing but spaces stands between the place and the start of its line, on one behind the
 * first of the program. */
static bool behind_line_end(const char *source, uint32_t at)
{
	while (at > 0 && source[at] == ' ')
		at--;
	return source[at] == '\n';
}

struct str rewrite_text(const struct rewrite *rewrite)
{
	struct buf text = op_buf(&rewrite->trace->op);
	uint32_t end = end_of(rewrite->whole->at), copied = rewrite->whole->at.offset;
	const char *source = rewrite->trace->program->text.s;
	/* Edits at one place stand in the order in which they were made. Lines become one. */
	for (uint32_t at = copied; at <= end; at++) {
		for (uint32_t i = 0; i < rewrite->count; i++) {
			if (rewrite->edits[i].replaced.offset != at)
				continue;
			buf_add(&text, rewrite->edits[i].text);
			copied = end_of(rewrite->edits[i].replaced) > copied
			             ? end_of(rewrite->edits[i].replaced)
			             : copied;
		}
		if (at >= end || at < copied)
			continue;
		bool space = source[at] == ' ' || source[at] == '\n';
		if (source[at] != '\n' && !(space && behind_line_end(source, at)))
			buf_putc(&text, source[at]);
		else if (source[at] == '\n' && text.len && !strchr("([{ ", text.data[text.len - 1]))
			buf_putc(&text, ' ');
	}
	return buf_str(&text);
}
