/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the program gives to what is foreign, which may keep it and change it at any time. What
 * there is in it stays as it is: few functions change what is there. But they fill what is empty,
 * and once one may have, an object is not known to lack an attribute, a list an item, or an
 * assertion to fail (failure.given_away).
 */
#pragma once

#include "trace/module/library_call.h"

/* Notes that the arguments of the call are given to a function of this name that is not followed;
 * one that shows, stores or computes changes nothing. */
void give_away(struct trace *trace, struct str function, const struct given *given);

/* The same of one value that becomes a part of what is foreign. */
void give_away_value(struct trace *trace, const struct value *value);
