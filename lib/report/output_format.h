/* SPDX-License-Identifier: Apache-2.0 */
/* The forms in which commands write what they find. */
#pragma once

/* In the order in which --format lists them. */
enum output_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_GCC, OUTPUT_FORMATS };
