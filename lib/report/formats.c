/* SPDX-License-Identifier: Apache-2.0 */
#include "report/report.h"

static const struct format *const formats[] = {&text_format, &json_format};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

const struct format *format_named(struct str name)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++)
		if (str_equal(str_of(formats[i]->name), name))
			return formats[i];
	return NULL;
}

const char *format_name(size_t index)
{
	return index < FORMAT_COUNT ? formats[index]->name : NULL;
}
