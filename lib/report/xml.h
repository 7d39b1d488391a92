/* SPDX-License-Identifier: Apache-2.0 */
/* Text in XML. */
#pragma once

#include "base/buf.h"

/* Appends text, of which all but line ends is safe to print, as XML: of an element, or between
 * double quotes. What a log of a CI system would take for a command is a reference too. */
void xml_add_text(struct buf *out, struct str text);
