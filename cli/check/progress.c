/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_AFTER = 1000, AGAIN_AFTER = 100 }; /* milliseconds */

static int64_t now(void)
{
	struct timespec time;
	if (clock_gettime(CLOCK_MONOTONIC, &time) != 0)
		return 0;
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

struct progress progress_begin(size_t all)
{
	const char *terminal = getenv("TERM");
	bool erases = terminal && *terminal && strcmp(terminal, "dumb") != 0;
	bool wanted = all > 1 && erases && isatty(STDERR_FILENO);
	return (struct progress){.all = all, .begun = wanted ? now() : 0, .wanted = wanted};
}

void progress_erase(struct progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
	progress->shown = false;
}

void progress_step(struct progress *progress)
{
	progress->done++;
	if (!progress->wanted)
		return;
	int64_t time = now();
	if (time - progress->begun < FIRST_AFTER || time - progress->drawn < AGAIN_AFTER)
		return;
	fprintf(stderr, "\r\033[Kchecked %zu of %zu files", progress->done, progress->all);
	progress->drawn = time;
	progress->shown = true;
}
