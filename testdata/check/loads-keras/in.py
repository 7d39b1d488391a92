# Data sets of keras are arrays of NumPy, whose types are known.
import keras
import jax.numpy as jnp
import tensorflow as tf
from tensorflow.keras.datasets import fashion_mnist

(images, labels), (test_images, test_labels) = keras.datasets.cifar10.load_data()
x, y = jnp.asarray(images), jnp.asarray(test_labels).squeeze()
(digits, numbers), _ = tf.keras.datasets.mnist.load_data()
flat = jnp.asarray(digits.reshape(-1, 784) / 255)
(clothes, kinds), _ = fashion_mnist.load_data()
kind = jnp.asarray(kinds)
jnp.asarray(clothes) @ jnp.ones((784, 10))
