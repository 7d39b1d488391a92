def mean(x):
    return x.mean()
