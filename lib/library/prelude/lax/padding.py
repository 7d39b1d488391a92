"""Padding of windows by name. JAX: lax/lax.py padtype_to_pads."""


def named_padding(word, shape, window, strides):
    """Pairs of low and high that 'SAME', 'SAME_LOWER' or 'VALID' stands for."""
    kind = word.upper()
    if kind not in ("SAME", "SAME_LOWER", "VALID"):
        names = "'VALID', 'SAME', or 'SAME_LOWER'" if release >= (0, 9) else "'VALID' or 'SAME'"
        raise RuntimeError(f"Unrecognized padding type: expected {names}, got {word}.")
    if kind == "VALID":
        return [(0, 0) for _ in window]
    if any([stride <= 0 for stride in strides]):
        unknown("a stride that is not positive")
    totals = [max((-(-size // stride) - 1) * stride + length - size, 0)
              for size, length, stride in zip(shape, window, strides)]
    if kind == "SAME":
        return [(n // 2, n - n // 2) for n in totals]
    return [(n - n // 2, n // 2) for n in totals]


def dilated(size, dilation):
    """A size with gaps of dilation - 1 between its elements. JAX: core.py dilate_dim."""
    return size if dilation == 1 else max((size - 1) * dilation + 1, 0)
