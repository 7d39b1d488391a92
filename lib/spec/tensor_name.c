/* SPDX-License-Identifier: Apache-2.0 */
/* Which tensors a name on the command line means. */
#include "spec/tensor_name.h"

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

/* Takes one character, or the number of a member, from both; false when they differ. */
static bool take_same(struct str *pattern, struct str *name)
{
	struct str family = *name, member = *pattern;
	if (str_starts_with(*name, STR("{")) && take_member(&family, &member)) {
		*name = family;
		*pattern = member;
		return true;
	}
	if (!pattern->len || (pattern->s[0] != '?' && pattern->s[0] != name->s[0]))
		return false;
	size_t length = 1;
	while (pattern->s[0] == '?' && length < name->len &&
	       ((unsigned char)name->s[length] & 0xc0) == 0x80)
		length++; /* the rest of a character in UTF-8 */
	*pattern = str_slice(*pattern, 1, pattern->len);
	*name = str_slice(*name, length, name->len);
	return true;
}

bool tensor_name_matches(struct str pattern, struct str name)
{
	struct str behind_star = {NULL, 0}, from = name;
	while (name.len) {
		if (str_starts_with(pattern, STR("*"))) {
			behind_star = pattern = str_slice(pattern, 1, pattern.len);
			from = name;
		} else if (!take_same(&pattern, &name)) {
			if (!behind_star.s)
				return false;
			from = str_slice(from, 1, from.len); /* the last star takes one more */
			name = from;
			pattern = behind_star;
		}
	}
	while (str_starts_with(pattern, STR("*")))
		pattern = str_slice(pattern, 1, pattern.len);
	return !pattern.len;
}
