/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/log_prefix.h"

/* One form of a prefix. In `form` '%d' is digits, '%w' a word, '%l' a level, '%L' one that is a
 * word, '%*' anything up to what follows, a blank one blank or more, and everything else itself. */
struct prefix {
	const char *form;
	bool writer; /* it names who wrote the line */
};

enum { MOST_PREFIXES = 5, LONGEST_PREFIX = 200 };

static const struct prefix prefixes[] = {
    {"[%w]:", true},                                       /* torchrun: [rank3]: */
    {"[rank: %d]", true},                                  /* Lightning */
    {"[%d,%d]<%w>:", true},                                /* mpirun --tag-output */
    {"[%d,mpirank:%d,%w]<%w>:", true},                     /* SageMaker */
    {"[pod/%*]", true},                                    /* kubectl logs --prefix */
    {"(%wpid=%d%*)", true},                                /* Ray: (pid=1, ip=…) */
    {"(%w pid=%d%*)", true},                               /* (RayTrainWorker pid=1, ip=…) */
    {"(%w(%*) pid=%d%*)", true},                           /* (Actor(name) pid=1) */
    {"%w/%d [%d]:", true},                                 /* torchx */
    {"%d: ", true},                                        /* srun --label */
    {"%w | ", true},                                       /* docker compose */
    {"%*\t%*\t%d-%d-%dT%d:%d:%d%w ", false},               /* gh run view --log */
    {"%L\t%d-%d-%d %d:%d:%d %w\t%w\t", true},              /* gcloud ai custom-jobs stream-logs */
    {"<%d>%d %d-%d-%dT%d:%d:%d%w %w %w %w %w %w ", false}, /* syslog */
    {"%d-%d-%dT%d:%d:%d%w stdout %w ", false},             /* Kubernetes */
    {"%d-%d-%dT%d:%d:%d%w stderr %w ", false},             /* Kubernetes */
    {"%d-%d-%dT%d:%d:%d%w %w %*[%d]: ", false},            /* journalctl -o short-iso */
    {"%d-%d-%dT%d:%d:%d%w ", false},                       /* GitHub, docker --timestamps */
    {"%d-%d-%d %d:%d:%d%w: %l %*:%d] ", false},            /* XLA */
    {"%d-%d-%d %d:%d:%d%w: %l ", false},                   /* TensorFlow's C++ */
    {"%d-%d-%d %d:%d:%d%w | %l | %* - ", false},           /* loguru */
    {"[%d-%d-%d, %d:%d:%d %w] {%*} %l - ", false},         /* Airflow */
    {"%d-%d-%d %d:%d:%d,%d - %w - %l - ", false},          /* logging, with a name */
    {"%d-%d-%d %d:%d:%d,%d - %l - ", false},               /* and without one */
    {"%d-%d-%d %d:%d:%d,%d %l [%*] ", false},              /* and in brackets */
    {"%d-%d-%d %d:%d:%d,%d %l ", false},                   /* and nothing but the level */
    {"[%d-%d-%d %d:%d:%d,%d][%*][%l] - ", false},          /* Hydra */
    {"[%d-%d-%d %d:%d:%d%*] [%l] ", false},                /* others in brackets */
    {"[%d-%d-%d %d:%d:%d%*] %l ", false},                  /* DeepSpeed and the like */
    {"[%d-%d-%d %d:%d:%d%*] ", false},                     /* a time alone */
    {"%d-%d-%d %d:%d:%d,%d ", false},                      /* and without brackets */
    {"%d-%d-%d %d:%d:%d%w %L ", false},                    /* with a dot, or nothing, and a level */
    {"%d-%d-%d %d:%d:%d%w ", false},                       /* and without one */
    {"%L %d-%d %d:%d:%d [%*] ", false},    /* vLLM: ERROR 11-23 12:00:00 [core.py:702] */
    {"%w %d %d:%d:%d %w %*[%d]: ", false}, /* journald */
    {"%l%d %d:%d:%d%w %d %*:%d] ", false}, /* absl and glog: E0115 12:00:00.1 140 a.py:3] */
    {"%l %*.cc:%d] ", false},              /* XLA without a time: E external/…/a.cc:613] */
    {"%l:%w:", false},                     /* logging's own form: ERROR:root: */
    {"##[error]", false},                  /* GitHub's old commands */
};

/* Levels as words and as letters. */
static const struct {
	const char *word;
	enum log_level level;
} levels[] = {
    {"DEBUG", LOG_LEVEL_DETAIL}, {"INFO", LOG_LEVEL_DETAIL},  {"WARNING", LOG_LEVEL_ERROR},
    {"WARN", LOG_LEVEL_ERROR},   {"ERROR", LOG_LEVEL_ERROR},  {"CRITICAL", LOG_LEVEL_ERROR},
    {"FATAL", LOG_LEVEL_ERROR},  {"TRACE", LOG_LEVEL_DETAIL}, {"SUCCESS", LOG_LEVEL_DETAIL},
    {"D", LOG_LEVEL_DETAIL},     {"I", LOG_LEVEL_DETAIL},     {"W", LOG_LEVEL_ERROR},
    {"E", LOG_LEVEL_ERROR},      {"F", LOG_LEVEL_ERROR},
};

static bool is_word_byte(char c)
{
	return byte_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       c == '.' || c == '-' || c == '+';
}

/* Bytes of the level at the start of the text, which has at least so many; 0 for none. */
static size_t take_level(struct str text, size_t least, enum log_level *level)
{
	for (size_t i = 0; i < COUNT_OF(levels); i++) {
		struct str word = str_of(levels[i].word);
		bool ends =
		    text.len > word.len && (word.len == 1 || !is_word_byte(text.s[word.len]));
		if (ends && word.len >= least && str_starts_with(text, word)) {
			*level = levels[i].level;
			return word.len;
		}
	}
	return 0;
}

/* Bytes of one '%' of a form; SIZE_MAX when the text does not have it. */
static size_t take_part(char kind, char next, struct str text, enum log_level *level)
{
	size_t length = 0;
	if (kind == 'l' || kind == 'L') {
		length = take_level(text, kind == 'L' ? 2 : 1, level);
	} else if (kind == '*') {
		while (length < text.len && length < LONGEST_PREFIX && text.s[length] != next)
			length++;
		return length < text.len && text.s[length] == next ? length : SIZE_MAX;
	} else {
		while (length < text.len && length < LONGEST_PREFIX &&
		       (kind == 'd' ? byte_is_digit(text.s[length])
		                    : is_word_byte(text.s[length]) && text.s[length] != next))
			length++;
	}
	bool empty = kind == 'w' && (next == ':' || next == ' ' || next == 'p');
	return length || empty ? length : SIZE_MAX;
}

/* Bytes of the prefix of this form at the start of the text; 0 when there is none. */
static size_t prefix_length(const char *form, struct str text, enum log_level *level)
{
	size_t at = 0;
	for (; *form; form++) {
		struct str rest = str_slice(text, at, text.len);
		if (*form == '%') {
			size_t length = take_part(form[1], form[2], rest, level);
			if (length == SIZE_MAX)
				return 0;
			at += length;
			form++;
		} else if (!rest.len || rest.s[0] != *form) {
			return 0;
		} else if (*form == ' ' && form[1]) {
			while (at < text.len && text.s[at] == ' ')
				at++;
		} else {
			at++;
		}
	}
	return at;
}

/* Whether some prefix can begin so: most lines need not be looked at. */
static bool may_begin(char c)
{
	return byte_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '[' ||
	       c == '(' || c == '#' || c == '<';
}

/* Takes one prefix off the line; false when there is none. */
static bool take_prefix(struct log_line *line)
{
	if (!line->text.len || !may_begin(line->text.s[0]))
		return false;
	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		enum log_level level = LOG_LEVEL_UNSAID;
		size_t length = prefix_length(prefixes[i].form, line->text, &level);
		if (!length)
			continue;
		if (prefixes[i].writer)
			line->writer =
			    31 * line->writer + str_hash(str_slice(line->text, 0, length));
		if (level != LOG_LEVEL_UNSAID)
			line->level = level;
		bool blank = length < line->text.len && line->text.s[length] == ' ';
		bool ends = byte_is_blank(line->text.s[length - 1]);
		line->text = str_slice(line->text, length + (blank && !ends), line->text.len);
		return true;
	}
	return false;
}

struct log_line log_line_of(struct str text, uint64_t number)
{
	struct log_line line = {.text = text, .number = number};
	for (int i = 0; i < MOST_PREFIXES && take_prefix(&line); i++)
		continue;
	return line;
}
