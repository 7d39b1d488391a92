"""Words that are like another one. CPython: Lib/difflib.py SequenceMatcher, get_close_matches."""


def _longest_block(a, b):
    """Where the longest common run of letters begins in both, the first of several, and its length."""
    best = (0, 0, 0)
    runs = {}
    for i, letter in enumerate(a):
        found = {}
        for j, other in enumerate(b):
            if letter == other:
                length = found[j] = runs.get(j - 1, 0) + 1
                if length > best[2]:
                    best = (i - length + 1, j - length + 1, length)
        runs = found
    return best


def _common_letters(a, b):
    """How many letters are in the longest common run, and in those before and behind it."""
    i, j, length = _longest_block(a, b)
    if not length:
        return 0
    return length + _common_letters(a[:i], b[:j]) + _common_letters(a[i + length :], b[j + length :])


def _likeness(a, b):
    whole = len(a) + len(b)
    return 2.0 * _common_letters(a, b) / whole if whole else 1.0


def close_matches(word, others, cutoff):
    """Those of the others that are like the word, the likest one first."""
    near = [x for x in others if 2.0 * min(len(x), len(word)) >= cutoff * (len(x) + len(word))]
    rated = [(_likeness(x, word), x) for x in near]
    return [x for rate, x in sorted(rated, reverse=True) if rate >= cutoff]
