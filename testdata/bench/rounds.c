/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a command costs: "rounds process RUNS PATH ARGUMENT..." starts a program so many times;
 * "rounds inside RUNS shardctl ARGUMENT..." runs shardctl as often in this process, which has run
 * it once before, so that memory and tables are there. Output is thrown away. Prints medians:
 * microseconds on the clock, microseconds of the processor, and the peak of memory in KiB.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* The program's main, from the same sources under another name. */
int shardctl_main(int argc, char **argv);

enum { MOST_RUNS = 1000 };

static double microseconds(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static double microseconds_of(const struct rusage *usage)
{
	struct timeval user = usage->ru_utime, system = usage->ru_stime;
	return (double)(user.tv_sec + system.tv_sec) * 1e6 +
	       (double)(user.tv_usec + system.tv_usec);
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;
	return (a > b) - (a < b);
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof(*values), compare);
	return values[count / 2];
}

/* Ends this program where a run failed; findings are no failure. */
static void expect(int status)
{
	if (status == 0 || status == 1)
		return;
	fprintf(stderr, "rounds: exit status %d\n", status);
	exit(2);
}

/* One run in this process. It closes its output, so that each run gets one of its own. */
static void run_inside(int argc, char **argv, double *processor, long *memory)
{
	struct rusage usage;
	double start = microseconds(CLOCK_PROCESS_CPUTIME_ID);
	stdout = fopen("/dev/null", "w");
	expect(stdout ? shardctl_main(argc, argv) : 2);
	*processor = microseconds(CLOCK_PROCESS_CPUTIME_ID) - start;
	getrusage(RUSAGE_SELF, &usage);
	*memory = usage.ru_maxrss;
}

/* One run as a process. */
static void run_process(int argc, char **argv, double *processor, long *memory)
{
	static posix_spawn_file_actions_t actions;
	pid_t child;
	int status = 0;
	struct rusage usage;
	(void)argc;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	if (posix_spawn(&child, argv[0], &actions, NULL, argv, environ) != 0 ||
	    wait4(child, &status, 0, &usage) < 0)
		expect(2);
	posix_spawn_file_actions_destroy(&actions);
	expect(WIFEXITED(status) ? WEXITSTATUS(status) : 2);
	*processor = microseconds_of(&usage);
	*memory = usage.ru_maxrss;
}

int main(int argc, char **argv)
{
	static double clock[MOST_RUNS], processor[MOST_RUNS];
	int runs = argc > 3 ? atoi(argv[2]) : 0;
	if (runs < 1 || runs > MOST_RUNS) {
		fputs("usage: rounds process|inside RUNS COMMAND [ARGUMENT...]\n", stderr);
		return 2;
	}
	bool inside = strcmp(argv[1], "inside") == 0;
	long memory = 0, most = 0;
	/* The first run is not counted. */
	for (int i = -1; i < runs; i++) {
		double start = microseconds(CLOCK_MONOTONIC), worked;
		(inside ? run_inside : run_process)(argc - 3, argv + 3, &worked, &memory);
		most = memory > most ? memory : most;
		if (i < 0)
			continue;
		clock[i] = microseconds(CLOCK_MONOTONIC) - start;
		processor[i] = worked;
	}
	if (inside)
		stdout = stderr;
	printf("%.1f %.1f %ld\n", median(clock, runs), median(processor, runs), most);
	return 0;
}
