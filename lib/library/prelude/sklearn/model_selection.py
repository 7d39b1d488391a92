"""Parts of data by chance. scikit-learn 1.9: model_selection/_split.py."""
MODULE = "sklearn.model_selection"


def _check_size(name, size, count):
    whole = isinstance(size, int)
    if size is not None and (size <= 0 or size >= (count if whole else 1)):
        raise ValueError(
            f"{name}={size} should be either positive and smaller than the number of samples {count} or a float in "
            "the (0, 1) range"
        )


def _sizes(count, test_size, train_size):
    """How many samples are for training and for testing (_validate_shuffle_split)."""
    if test_size is None and train_size is None:
        test_size = 0.25
    _check_size("test_size", test_size, count)
    _check_size("train_size", train_size, count)
    train, test = train_size, test_size
    if isinstance(test, float):
        test = math.ceil(test * count)
    if isinstance(train, float):
        train = math.floor(train * count)
    train = count - test if train is None else train
    test = count - train if test is None else test
    if train + test > count:
        raise ValueError(
            f"The sum of train_size and test_size = {train + test}, should be smaller than the number of samples "
            f"{count}. Reduce test_size and/or train_size."
        )
    if train == 0:
        raise ValueError(
            f"With n_samples={count}, test_size={test_size} and train_size={train_size}, the resulting train set will "
            "be empty. Adjust any of the aforementioned parameters."
        )
    return train, test


def _some(x, count):
    """So many of the rows, of which nobody knows which they are."""
    if isinstance(x, (list, tuple)):
        if not all([isinstance(item, (int, float)) for item in x]):
            unknown("a part by chance of a list")
        return [unknowable("an item of a list", like=item) for item in x[:count]]
    return x[np.empty((count,), int)]


def train_test_split(*arrays, test_size=None, train_size=None, random_state=None, shuffle=True, stratify=None):
    if not is_known(arrays):
        return unknowable("sklearn.model_selection.train_test_split(…)")
    counts = [len(x) for x in arrays]
    if not counts:
        raise ValueError("At least one array required as input")
    if len(set(counts)) > 1:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {counts}")
    if shuffle is False and stratify is not None:
        raise ValueError("Stratified train/test split is not implemented for shuffle=False")
    train, test = _sizes(counts[0], test_size, train_size)
    if shuffle is False:
        return [part for x in arrays for part in (x[:train], x[train:train + test])]
    return [part for x in arrays for part in (_some(x, train), _some(x, test))]
