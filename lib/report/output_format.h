/* SPDX-License-Identifier: Apache-2.0 */
/* The forms in which commands write what they find. */
#ifndef REPORT_OUTPUT_FORMAT_H
#define REPORT_OUTPUT_FORMAT_H

/* In the order in which --format lists them. */
enum output_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_GCC, OUTPUT_FORMATS };

#endif
