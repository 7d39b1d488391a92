"""Data of scikit-learn, of which the shapes and dtypes are known. scikit-learn 1.9: datasets/_base.py,
datasets/_samples_generator.py."""
MODULE = "sklearn.datasets"


class Bunch:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __getitem__(self, name):
        return self.__dict__[name]

    def __iter__(self):
        return iter(self.__dict__)

    def __len__(self):
        return len(self.__dict__)

    def __contains__(self, name):
        return name in self.__dict__

    def get(self, name, default=None):
        return self.__dict__.get(name, default)

    def keys(self):
        return self.__dict__.keys()

    def values(self):
        return self.__dict__.values()

    def items(self):
        return self.__dict__.items()


def _loaded(samples, features, names, return_X_y, as_frame, target="int64", **others):
    if as_frame:
        return unknowable("a frame of pandas")
    data, labels = np.empty((samples, features)), np.empty((samples,), target)
    if return_X_y:
        return data, labels
    text = unknowable("the text of a data set")
    return Bunch(data=data, target=labels, target_names=names, feature_names=text, DESCR=text, frame=None, **others)


def load_iris(*, return_X_y=False, as_frame=False):
    return _loaded(150, 4, ["setosa", "versicolor", "virginica"], return_X_y, as_frame)


def load_wine(*, return_X_y=False, as_frame=False):
    return _loaded(178, 13, ["class_0", "class_1", "class_2"], return_X_y, as_frame)


def load_breast_cancer(*, return_X_y=False, as_frame=False):
    return _loaded(569, 30, ["malignant", "benign"], return_X_y, as_frame)


def load_diabetes(*, return_X_y=False, as_frame=False, scaled=True):
    return _loaded(442, 10, unknowable("names of targets"), return_X_y, as_frame, target="float64")


def load_digits(*, n_class=10, return_X_y=False, as_frame=False):
    if n_class != 10:
        unknown("how many digits there are of some classes")
    return _loaded(1797, 64, np.arange(10), return_X_y, as_frame, images=np.empty((1797, 8, 8)))


def _count(n_samples):
    """How many samples there are, of classes together."""
    return sum(n_samples) if isinstance(n_samples, (tuple, list)) else n_samples


def _labelled(samples, features, labels="int64"):
    return np.empty((samples, features)), np.empty((samples,), labels)


def make_moons(n_samples=100, *, shuffle=True, noise=None, random_state=None):
    return _labelled(_count(n_samples), 2)


def make_circles(n_samples=100, *, shuffle=True, noise=None, random_state=None, factor=0.8):
    return _labelled(_count(n_samples), 2)


def make_blobs(
    n_samples=100, n_features=2, *, centers=None, cluster_std=1.0, center_box=(-10.0, 10.0), shuffle=True,
    random_state=None, return_centers=False
):
    if centers is not None and not isinstance(centers, int):
        n_features = np.asarray(centers).shape[1]
    x, y = _labelled(_count(n_samples), n_features)
    if not return_centers:
        return x, y
    if centers is not None and not isinstance(centers, int):
        return x, y, np.asarray(centers)
    several = isinstance(n_samples, (tuple, list))
    count = centers if centers is not None else len(n_samples) if several else 3
    return x, y, np.empty((count, n_features))


def make_classification(
    n_samples=100, n_features=20, *, n_informative=2, n_redundant=2, n_repeated=0, n_classes=2,
    n_clusters_per_class=2, weights=None, flip_y=0.01, class_sep=1.0, hypercube=True, shift=0.0, scale=1.0,
    shuffle=True, random_state=None, return_X_y=True
):
    if n_informative + n_redundant + n_repeated > n_features:
        raise ValueError(
            "Number of informative, redundant and repeated features must sum to less than the number of total features"
        )
    if 2**n_informative < n_classes * n_clusters_per_class:
        raise ValueError(
            f"n_classes({n_classes}) * n_clusters_per_class({n_clusters_per_class}) must be smaller or equal "
            f"2**n_informative({n_informative})={2**n_informative}"
        )
    if not return_X_y:
        unknown("make_classification with return_X_y=False")
    return _labelled(n_samples, n_features)


def make_regression(
    n_samples=100, n_features=100, *, n_informative=10, n_targets=1, bias=0.0, effective_rank=None, tail_strength=0.5,
    noise=0.0, shuffle=True, coef=False, random_state=None
):
    several = (n_targets,) if n_targets > 1 else ()
    x, y = np.empty((n_samples, n_features)), np.empty((n_samples,) + several)
    return (x, y, np.empty((n_features,) + several)) if coef else (x, y)


def make_swiss_roll(n_samples=100, *, noise=0.0, random_state=None, hole=False):
    return _labelled(n_samples, 3, "float64")


def make_s_curve(n_samples=100, *, noise=0.0, random_state=None):
    return _labelled(n_samples, 3, "float64")


def make_gaussian_quantiles(
    *, mean=None, cov=1.0, n_samples=100, n_features=2, n_classes=3, shuffle=True, random_state=None
):
    return _labelled(n_samples, n_features)
