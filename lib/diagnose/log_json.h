/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of logs that container runtimes and cloud loggers store as JSON. */
#pragma once

#include "base/buf.h"

/*
 * Whether the line is an object of JSON with a text under a key that loggers say it by, as "log" or
 * "message", or a traceback, as "exc_info"; they are then appended to `out` without their escapes,
 * the traceback in a line of its own. Nothing else of the object is looked at.
 */
MUST_USE bool log_json_text(struct str line, struct buf *out);
