/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/unknown_sentence.h"

/* What only whole sentences have in them. */
static bool is_sentence(struct str message)
{
	static const char *const verbs[] = {
	    " not known",  " not followed", " not judged", " not interpreted", " not fit ",
	    " not say ",   " not gone ",    " cannot ",    " can be ",         " depends ",
	    " depend ",    " is made",      " is cut ",    " is repeated ",    " are repeated ",
	    " are in an ", " too large",
	};
	for (size_t i = 0; i < COUNT_OF(verbs); i++)
		if (str_contains(message, str_of(verbs[i])))
			return true;
	return false;
}

static bool begins_with_word(struct str message, const char *const *words, size_t count)
{
	struct str first = str_until(message, ' ');
	return str_place(first, words, count) < count;
}

struct str unknown_sentence(struct arena *arena, struct str message)
{
	static const char *const clauses[] = {"what", "which", "how", "where", "whether"};
	if (!message.len || is_sentence(message))
		return message;
	struct str first = str_until(message, ' ');
	bool plural = first.len > 1 && first.s[first.len - 1] == 's' &&
	              str_find(first, '.', 0) == first.len &&
	              str_find(first, '_', 0) == first.len && !str_equal(first, STR("this"));
	bool clause = begins_with_word(message, clauses, COUNT_OF(clauses));
	bool aside = str_ends_with(message, STR(", in this release"));
	return str_format(arena, "%.*s%s %s not %s", STR_ARG(message), aside ? "," : "",
	                  plural ? "are" : "is", clause ? "known" : "judged");
}
