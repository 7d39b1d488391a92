"""The loss of connectionist temporal classification. optax 0.2.8: losses/_classification.py."""

MODULE = "optax optax.losses"


def _check(logits, logit_paddings, labels, label_paddings):
    for x, rank in ((logits, 3), (labels, 2)):
        if x.ndim != rank:
            raise ValueError(f"Expected the input to have rank {rank}, got {x.ndim} instead")
    for x, y in ((labels.shape, label_paddings.shape), (logits.shape[:-1], logit_paddings.shape)):
        if x != y:
            raise ValueError(f"Shape mismatch: got {x} and {y}.")
    if labels.shape[0] != logits.shape[0]:
        raise ValueError(f"Expected `labels` to have batch size {logits.shape[0]}, got {labels.shape[0]}.")


def _with_score(blank, score):
    """The first stays, others may come of a label."""
    return jnp.concatenate([blank[:, :1], jnp.logaddexp(blank[:, 1:], score)], axis=-1)


def ctc_loss_with_forward_probs(logits, logit_paddings, labels, label_paddings, *, blank_id=0, log_epsilon=-1e5):
    _check(logits, logit_paddings, labels, label_paddings)
    size, _, classes = logits.shape
    length = labels.shape[1]
    logs = jax.nn.log_softmax(logits)
    lengths = length - jnp.sum(label_paddings, axis=1).astype(jnp.int32)
    repeats = (labels[:, :-1] == labels[:, 1:]).astype(jnp.float32)
    repeats = jnp.pad(repeats, ((0, 0), (0, 1)))
    of_blank = jnp.transpose(logs[:, :, blank_id:blank_id + 1], (1, 0, 2))
    hot = jax.nn.one_hot(labels, num_classes=classes)
    of_label = jnp.transpose(jnp.einsum("btk,bnk->btn", logs, hot), (1, 0, 2))
    blank = jnp.ones((size, length + 1)) * log_epsilon
    blank = blank.at[:, 0].set(0.0)
    label = jnp.ones((size, length)) * log_epsilon

    def step(before, x):
        blank, label = before
        score, blank_score, pad = x
        joined = _with_score(blank, label + log_epsilon * repeats)
        next_label = jnp.logaddexp(joined[:, :-1] + score, label + score)
        next_blank = joined + blank_score
        next_blank = _with_score(next_blank, label + blank_score + log_epsilon * (1.0 - repeats))
        pad = pad.reshape((size, 1))
        next_label = pad * label + (1.0 - pad) * next_label
        next_blank = pad * blank + (1.0 - pad) * next_blank
        return (next_blank, next_label), (next_blank, next_label)

    xs = of_label, of_blank, logit_paddings.transpose((1, 0))
    blanks, labelled = lax.scan(step, (blank, label), xs)[1]
    last = _with_score(blanks[-1], labelled[-1])
    blanks = blanks.at[-1].set(last)
    chosen = jax.nn.one_hot(lengths, num_classes=length + 1)
    return -jnp.einsum("bn,bn->b", last, chosen), blanks, labelled


def ctc_loss(logits, logit_paddings, labels, label_paddings, *, blank_id=0, log_epsilon=-1e5):
    return ctc_loss_with_forward_probs(logits, logit_paddings, labels, label_paddings, blank_id=blank_id,
                                       log_epsilon=log_epsilon)[0]
