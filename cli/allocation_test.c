/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the whole program with each of its allocations failing in turn, those of libyaml
 * included: it must say that there is no memory and end with status 2, or end as usual with the
 * usual output. The allocator of the C library is replaced for that, so this is no Criterion test.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The program's main, from the same sources under another name. */
int shardctl_main(int argc, char **argv);

/* The allocator of glibc under its own names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static size_t allocations;          /* made so far in this process */
static size_t failing = (size_t)-1; /* number of the one that fails */

static bool fails(void)
{
	bool now = allocations++ == failing;
	if (now)
		errno = ENOMEM;
	return now;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}

enum { MOST_ARGUMENTS = 8, MOST_OUTPUT = 1 << 16 };

static const char rich[] = SHARDCTL_SOURCE "/testdata/check/notations/in.yaml";
static const char wrong[] = SHARDCTL_SOURCE "/testdata/check/several-mistakes/in.yaml";
static const char syntax[] = SHARDCTL_SOURCE "/testdata/check/yaml-syntax/in.yaml";
static const char unusual[] = SHARDCTL_SOURCE "/testdata/check/block-scalars/in.yaml";
static const char good[] = SHARDCTL_SOURCE "/specs/hello.yaml";

static const char *const commands[][MOST_ARGUMENTS] = {
    {"shardctl", "check", rich, NULL},
    {"shardctl", "check", "--format", "json", rich, NULL},
    {"shardctl", "check", "--format", "json", wrong, NULL},
    {"shardctl", "check", "--mesh", "data=8", "--ignore", "axis-unused", unusual, NULL},
    {"shardctl", "check", syntax, good, NULL},
    {"shardctl", "explain", NULL},
    {"shardctl", "explain", "rank-mismatch", NULL},
    {"shardctl", "plan", good, NULL},
    {"shardctl", "plan", "--format", "json", good, NULL},
    {"shardctl", "chekc", NULL},
};

/* What a run wrote to both streams, and how it ended. */
struct outcome {
	char output[MOST_OUTPUT];
	size_t length;
	int status; /* as waitpid gives it */
	size_t allocations;
};

/* In the child: runs the command into the pipe, and says on the other one how much it allocated. */
static void run_child(const char *const *command, int output, int count, size_t failed)
{
	int argc = 0;
	char *argv[MOST_ARGUMENTS + 1] = {NULL};
	for (; command[argc]; argc++)
		argv[argc] = strdup(command[argc]);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	allocations = 0;
	failing = failed;
	int status = shardctl_main(argc, argv);
	failing = (size_t)-1;
	ssize_t written = write(count, &allocations, sizeof allocations);
	exit(written == sizeof allocations ? status : 99);
}

/* Runs a command in a process of its own, its allocation number `failed` failing. */
static void run(const char *const *command, size_t failed, struct outcome *outcome)
{
	int output[2], count[2];
	outcome->length = outcome->allocations = 0;
	if (pipe(output) || pipe(count))
		abort();
	fflush(stdout); /* or the child would write it again */
	pid_t child = fork();
	if (child == 0)
		run_child(command, output[1], count[1], failed);
	close(output[1]);
	close(count[1]);
	for (ssize_t got; outcome->length < MOST_OUTPUT; outcome->length += (size_t)got) {
		got = read(output[0], outcome->output + outcome->length,
		           MOST_OUTPUT - outcome->length);
		if (got <= 0)
			break;
	}
	if (read(count[0], &outcome->allocations, sizeof outcome->allocations) < 0)
		abort();
	close(output[0]);
	close(count[0]);
	if (waitpid(child, &outcome->status, 0) != child)
		abort();
}

/* Whether the line stands at either end: what is written of earlier files may come behind it. */
static bool ran_out(const struct outcome *outcome)
{
	static const char line[] = "shardctl: out of memory\n";
	size_t length = sizeof line - 1;
	if (!WIFEXITED(outcome->status) || WEXITSTATUS(outcome->status) != 2 ||
	    outcome->length < length)
		return false;
	return memcmp(outcome->output, line, length) == 0 ||
	       memcmp(outcome->output + outcome->length - length, line, length) == 0;
}

static bool ended_as_usual(const struct outcome *outcome, const struct outcome *usual)
{
	return outcome->status == usual->status && outcome->length == usual->length &&
	       memcmp(outcome->output, usual->output, usual->length) == 0;
}

/* Fails each allocation of a command once; returns how many runs went wrong. */
static size_t try_command(const char *const *command, size_t number)
{
	static struct outcome usual, outcome;
	size_t out = 0, wrong_ones = 0;
	run(command, (size_t)-1, &usual);
	for (size_t i = 0; i < usual.allocations; i++) {
		run(command, i, &outcome);
		if (ran_out(&outcome)) {
			out++;
		} else if (!ended_as_usual(&outcome, &usual)) {
			wrong_ones++;
			printf("# allocation %zu: status %x, %zu bytes of output\n", i,
			       (unsigned)outcome.status, outcome.length);
		}
	}
	bool tried = out > 0 && WIFEXITED(usual.status);
	printf("%sok %zu - %s %s: %zu allocations, %zu end the program\n",
	       wrong_ones || !tried ? "not " : "", number, command[1], command[2] ? command[2] : "",
	       usual.allocations, out);
	return wrong_ones + !tried;
}

int main(void)
{
	enum { COUNT = sizeof commands / sizeof *commands };
	size_t wrong_ones = 0;
	printf("1..%d\n", COUNT);
	for (size_t i = 0; i < COUNT; i++)
		wrong_ones += try_command(commands[i], i + 1);
	return wrong_ones ? EXIT_FAILURE : EXIT_SUCCESS;
}
