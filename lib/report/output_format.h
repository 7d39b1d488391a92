/* SPDX-License-Identifier: Apache-2.0 */
/* The forms in which commands write what they find. */
#pragma once

#include <stdbool.h>

/* In the order in which --format lists them. */
enum output_format {
	FORMAT_TEXT,
	FORMAT_JSON,
	FORMAT_CSV,
	FORMAT_SARIF,
	FORMAT_GITHUB,
	FORMAT_JUNIT,
	FORMAT_GCC,
	FORMAT_GITLAB,
	OUTPUT_FORMATS
};

/* The format of this name: "json"; false when there is none. */
bool output_format_named(const char *name, enum output_format *format);
