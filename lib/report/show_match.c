/* SPDX-License-Identifier: Apache-2.0 */
/* Which tensors a name on the command line means. */
#include "plan/plan.h"
#include "report/show.h"

/* Takes the decimal number at the start of *text; false when there is none, or one with zeros in
 * front. */
static bool take_number(struct str *text, int64_t *number)
{
	size_t end = 0;
	while (end < text->len && text->s[end] >= '0' && text->s[end] <= '9')
		end++;
	bool plain = end == 1 || (end > 1 && text->s[0] != '0');
	if (!plain || !str_to_int64(str_slice(*text, 0, end), number))
		return false;
	*text = str_slice(*text, end, text->len);
	return true;
}

/* Takes a range {0..31} from the start of a family's name, and a number in it from that of a
 * member. */
static bool take_member(struct str *family, struct str *member)
{
	int64_t first, last, number;
	struct str rest = str_slice(*family, 1, family->len);
	if (!take_number(&rest, &first) || !str_starts_with(rest, STR("..")))
		return false;
	rest = str_slice(rest, 2, rest.len);
	if (!take_number(&rest, &last) || !str_starts_with(rest, STR("}")))
		return false;
	*family = str_slice(rest, 1, rest.len);
	return take_number(member, &number) && number >= first && number <= last;
}

static bool is_member(struct str family, struct str member)
{
	while (family.len) {
		if (family.s[0] == '{') {
			if (!take_member(&family, &member))
				return false;
			continue;
		}
		if (!member.len || member.s[0] != family.s[0])
			return false;
		family = str_slice(family, 1, family.len);
		member = str_slice(member, 1, member.len);
	}
	return !member.len;
}

bool show_matches(struct str pattern, struct str name)
{
	return str_equal(pattern, name) || pattern_matches(pattern, name) ||
	       is_member(name, pattern);
}
