/* SPDX-License-Identifier: Apache-2.0 */
#include "notation/axis_name.h"

static void add_escaped(struct buf *out, struct str name, char quote)
{
	buf_putc(out, quote);
	for (size_t i = 0; i < name.len; i++) {
		unsigned char byte = (unsigned char)name.s[i];
		if (byte == '\\' || byte == (unsigned char)quote)
			buf_printf(out, "\\%c", byte);
		else if (byte < 0x20 || byte == 0x7f)
			buf_printf(out, "\\x%02x", byte);
		else
			buf_putc(out, name.s[i]);
	}
	buf_putc(out, quote);
}

void axis_name_python(struct buf *out, struct str name)
{
	bool single = str_find(name, '\'', 0) < name.len, two = str_find(name, '"', 0) < name.len;
	add_escaped(out, name, single && !two ? '"' : '\'');
}

static bool is_plain(struct str name)
{
	static const char *const taken[] = {"null", "Null", "NULL", "None", "UNCONSTRAINED"};
	if (str_place(name, taken, COUNT_OF(taken)) < COUNT_OF(taken))
		return false;
	for (size_t i = 0; i < name.len; i++) {
		char byte = name.s[i];
		bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
		if (!letter && byte != '_' && !(i && byte >= '0' && byte <= '9'))
			return false;
	}
	return name.len > 0;
}

void axis_name_yaml(struct buf *out, struct str name)
{
	if (is_plain(name))
		buf_add(out, name);
	else
		add_escaped(out, name, '"');
}
