# What data sets of tensorflow give has types that are known, up to the last batch and what is collected of all.
import jax
import jax.numpy as jnp
import numpy as np
import tensorflow as tf
import tensorflow_datasets as tfds

tf.config.experimental.set_visible_devices([], "GPU")


def prepare(image, label):
    image = (tf.cast(image, tf.float32) - 127.5) / 127.5
    return tf.reshape(image, (-1,)), label


(train, test), info = tfds.load("mnist", split=["train[:80%]", "test"], as_supervised=True, with_info=True)
train = train.map(prepare, num_parallel_calls=tf.data.AUTOTUNE).cache().shuffle(info.splits["train"].num_examples)
for image, label in train.batch(128, drop_remainder=True).prefetch(tf.data.AUTOTUNE):
    flat, wanted = jnp.array(image._numpy()), jax.nn.one_hot(label.numpy(), info.features["label"].num_classes)
losses = []
for image, label in tfds.as_numpy(test.map(prepare).batch(300)):
    losses.append({"loss": jnp.mean(image)})
losses = jax.device_get(losses)
mean = jnp.asarray(np.mean([one["loss"] for one in losses]))

builder = tfds.builder("fashion_mnist")
builder.download_and_prepare()
whole = tfds.as_numpy(builder.as_dataset(split=tfds.Split.TRAIN, batch_size=-1))
scaled, labels = jnp.float32(whole["image"]) / 255, jnp.array(whole["label"])

small = tfds.load("cifar10", split="train").map(lambda one: {"image": tf.image.resize(one["image"], (16, 16)), "label": one["label"]})
batches = iter(tfds.as_numpy(small.repeat().batch(64).prefetch(1)))
for _ in range(3):
    batch = next(batches)
    resized = jnp.array(batch["image"])
for row, number in tf.data.Dataset.from_tensor_slices((np.zeros((100, 3), np.float32), np.arange(100))).batch(30):
    rows, numbers = jnp.array(row), jnp.array(number)
