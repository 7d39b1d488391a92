/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/observer.h"

#include <assert.h>
#include <stddef.h>

/* Whole libraries, modules of one, and functions. */
static const char *const observers[] = {
    OBSERVER_GROWN_LIST,
    "IPython",
    "PIL",
    "absl.logging",
    "aim",
    "altair",
    "bokeh",
    "clu.metric_writers",
    "clu.parameter_overview",
    "clu.periodic_actions",
    "clu.platform",
    "comet_ml",
    "csv",
    "h5py",
    "imageio",
    "ipywidgets",
    "joblib",
    "json",
    "logging",
    "loguru",
    "matplotlib",
    "mediapy",
    "mlflow",
    "mpl_toolkits",
    "neptune",
    "numpy.save",
    "numpy.savetxt",
    "numpy.savez",
    "numpy.savez_compressed",
    "numpy.testing",
    "pandas",
    "pickle",
    "plotly",
    "pprint",
    "prettytable",
    "pylab",
    "rich",
    "seaborn",
    "tabulate",
    "tensorboard",
    "tensorboardX",
    "tensorflow.summary",
    "termcolor",
    "time",
    "torch.utils.tensorboard",
    "wandb",
};

static const char *const computing[] = {
    "chex",   "einops",     "glob", "inspect", "itertools", "jax",      "jaxlib", "math",
    "numpy",  "optax",      "os",   "pathlib", "platform",  "psutil",   "re",     "scipy",
    "shutil", "subprocess", "sys",  "tqdm",    "typing",    "warnings",
};

static const char *const replacing[] = {"mock", "monkeypatch", "unittest.mock"};

static bool is_of(struct str function, const char *const *names, size_t count)
{
	assert(function.len > 0);
	for (size_t i = 0; i < count; i++) {
		struct str name = str_of(names[i]);
		bool begins = str_starts_with(function, name);
		if (begins && (function.len == name.len || function.s[name.len] == '.' ||
		               function.s[name.len] == '('))
			return true;
	}
	return false;
}

bool is_observer(struct str function)
{
	return is_of(function, observers, COUNT_OF(observers));
}

/* Whether the letters from `at` to `end` are a word of the name: "monkey_patch", not "dispatch". */
static bool is_word(struct str name, size_t at, size_t end)
{
	return (at == 0 || !byte_is_letter(name.s[at - 1])) &&
	       (end == name.len || !byte_is_letter(name.s[end]));
}

static bool has_word(struct str name, struct str word)
{
	for (size_t at = 0; (at = str_search(name, word, at)) < name.len; at += word.len)
		if (is_word(name, at, at + word.len))
			return true;
	return false;
}

bool replaces_names(struct str function)
{
	return is_of(function, replacing, COUNT_OF(replacing)) ||
	       has_word(function, STR("patch")) || has_word(function, STR("setattr"));
}

bool computes_only(struct str function)
{
	return is_of(function, computing, COUNT_OF(computing));
}
