/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the prelude ask of Python's own values, and of those that nobody can tell. They
 * are described for authors in lib/library/prelude/README.md. */
#include <assert.h>

#include "library/library.h"
#include "trace/convert/iterate.h"
#include "trace/convert/python_number.h"
#include "trace/eval/prelude.h"
#include "trace/state/scope.h"
#include "trace/value/class.h"

/* What --set=NAME=VALUE gives an option of the program; None: nothing. */
static const struct value *asked_setting(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *name = argument(arguments, 0);
	for (uint32_t i = 0; i < trace->spec->nsettings && name->kind == VALUE_STRING; i++) {
		struct setting *setting = &trace->spec->settings[i];
		if (!str_equal(setting->name, name->string))
			continue;
		setting->used = true;
		return value_string(trace->op.arena, setting->value);
	}
	return &value_none;
}

/* What the function of the library that is being run is called, where no row has been called:
 * "random.Random.random(…)". */
static struct str method_text(struct trace *trace)
{
	struct str name = trace->scope ? trace->scope->function : STR("");
	const char *module = trace->prelude ? trace->prelude->file->module : NULL;
	return name.len ? str_format(trace->op.arena, "%s%s%.*s(…)", module ? module : "",
	                             module ? "." : "", STR_ARG(name))
	                : STR("a value of the machine");
}

/* What nobody can tell, and nobody needs to. */
static const struct value *unknowable(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *name = argument(arguments, 0);
	const struct value *foreign = value_foreign(
	    trace->op.arena, name->kind == VALUE_STRING ? name->string
			     : trace->calling           ? called_text(trace, trace->calling->row)
							: method_text(trace));
	return value_foreign_as(trace->op.arena, foreign,
	                        value_number_kind(argument(arguments, 1)));
}

static const struct value *is_known(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(!value_has_unknown(argument(arguments, 0)));
}

/* What can't be changed in place, as an array or what is unknown, stays what it is. */
static const struct value *become(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0), *from = argument(arguments, 1);
	if (self->kind != VALUE_LIST && self->kind != VALUE_SET && self->kind != VALUE_DICT)
		return &value_none;
	assert(from->kind == VALUE_UNKNOWN ||
	       (from->kind == VALUE_DICT) == (self->kind == VALUE_DICT));
	struct value *changed = value_changed(trace, self);
	if (from->kind == VALUE_UNKNOWN)
		*changed = value_unknown;
	else if (from->kind == VALUE_DICT)
		changed->dict = dict_copy(trace, from)->dict;
	else
		changed->list = from->list;
	changed->room = 0;
	return &value_none;
}

/* An object of the program with the same fields; anything else itself. */
static const struct value *copied_object(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	if (x->kind != VALUE_OBJECT)
		return x;
	struct value *copy = value_object(trace->op.arena, x->object.class);
	bool known = x->object.fields->kind == VALUE_DICT;
	copy->object.fields = known ? dict_copy(trace, x->object.fields) : x->object.fields;
	return copy;
}

const struct function_row library_prelude_host_values[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("asked_setting", "name", asked_setting),
    FUNCTION("unknowable", "name=None, like=None", unknowable),
    FUNCTION("is_known", "x", is_known, .takes_unknown = true),
    FUNCTION("become", "changed, other", become, .takes_unknown = true),
    FUNCTION("copied_object", "x", copied_object, .takes_unknown = true),
    TABLE_END,
};
