/* SPDX-License-Identifier: Apache-2.0 */
/* Which parts of Python lie outside of what is interpreted. */
#pragma once

#include "program/program.h"

/*
 * Reports each construct of the program that is not interpreted, at the word that shows it; what it
 * contains is not reported again. Returns how many there are.
 */
uint32_t program_report_outside(const struct program *program, struct diags *diags);
