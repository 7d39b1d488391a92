/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "program/program.h"

/*
 * Where a line goes that imports what byte `user` of the program's text needs: the start of the
 * line of the first import that may stand behind others, or else of the first statement. False when
 * there is no such place above it in the file that is checked.
 */
MUST_USE bool import_place(const struct program *program, uint32_t user, uint32_t *offset);
