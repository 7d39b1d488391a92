"""Scalers, which make arrays of NumPy of the shape they are given. scikit-learn 1.9: preprocessing/_data.py."""
MODULE = "sklearn.preprocessing"


def _checked(x):
    """The array as one of floats, those of few bits as they are (check_array)."""
    if not is_known(x):
        return unknowable("what a scaler makes")
    x = np.asarray(x)
    if x.ndim != 2:
        raise ValueError(f"Expected 2D array, got {'scalar' if x.ndim == 0 else f'{x.ndim}D'} array instead:") if (
            x.ndim < 2
        ) else ValueError(f"Found array with dim {x.ndim}, while dim <= 2 is required.")
    return np.empty(x.shape, x.dtype if x.dtype in (np.float16, np.float32) else np.float64)


class _Scaler:
    def __init__(self, *args, **kwargs):
        pass

    def fit(self, X, y=None, sample_weight=None):
        x = _checked(X)
        if is_known(x):
            self.n_features_in_ = x.shape[1]
            for name in ("mean_", "scale_", "var_", "min_", "data_min_", "data_max_", "data_range_", "max_abs_"):
                setattr(self, name, np.empty((x.shape[1],)))
        return self

    def transform(self, X, copy=None):
        x = _checked(X)
        if is_known(x) and x.shape[1] != getattr(self, "n_features_in_", x.shape[1]):
            unknown("a scaler of data with other features")
        return x

    def fit_transform(self, X, y=None, **fit_params):
        return self.fit(X).transform(X)

    def inverse_transform(self, X, copy=None):
        return self.transform(X)


class StandardScaler(_Scaler):
    pass


class MinMaxScaler(_Scaler):
    pass


class MaxAbsScaler(_Scaler):
    pass


class RobustScaler(_Scaler):
    pass
