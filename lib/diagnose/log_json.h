/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of logs that container runtimes and cloud loggers store as JSON. */
#pragma once

#include "base/buf.h"

/*
 * Whether the line is an object of JSON with a text under "log", "message", "msg" or "textPayload";
 * that is then appended to `out` without its escapes. Nothing else of the object is looked at.
 */
MUST_USE bool log_json_text(struct str line, struct buf *out);
