/* SPDX-License-Identifier: Apache-2.0 */
#include "program/lex/stray_character.h"

#include "testing/testing.h"

static const struct {
	uint32_t code;
	const char *meant; /* "-": nothing is near; NULL: a letter */
} cases[] = {
    {0xa0, "a plain space"}, {0xd7, "'*'"},   {0x2018, "\"'\""}, {0x201d, "'\"'"}, {0x2212, "'-'"},
    {0x2192, "'->'"},        {0xff08, "'('"}, {0xa9, "-"},       {0x1f600, "-"},   {0xe9, NULL},
    {0x394, NULL},           {0x4e00, NULL},  {0x203f, NULL},    {0x200c, NULL},   {0x10ffff, NULL},
};

Test(stray_character, what_was_meant_is_known)
{
	for (size_t i = 0; i < ROWS(cases); i++) {
		const struct stray_character *stray = stray_character_of(cases[i].code);
		cr_assert_eq(stray == NULL, cases[i].meant == NULL, "U+%04X", cases[i].code);
		if (stray)
			cr_expect_str_eq(stray->meant ? stray->meant : "-", cases[i].meant);
	}
}
