"""Graphs, and networks that go from nodes to edges and back. jraph 0.0.6: _src/graph.py, _src/models.py, _src/utils.py."""
from prelude.jraph.segments import segment_softmax, segment_sum

MODULE = "jraph"


GraphsTuple = named_tuple_class("GraphsTuple", ["nodes", "edges", "receivers", "senders", "globals", "n_node", "n_edge"], [])


def _taken(features, index):
    return jax.tree.map(lambda x: x[index], features)


def _spread(features, counts, total):
    """The features of each graph for all that it has of something."""
    return jax.tree.map(lambda x: jnp.repeat(x, counts, axis=0, total_repeat_length=total), features)


def _pooled(reduce, features, index, count):
    return jax.tree.map(lambda x: reduce(x, index, count), features)


def GraphNetwork(update_edge_fn, update_node_fn, update_global_fn=None, aggregate_edges_for_nodes_fn=segment_sum,
                 aggregate_nodes_for_globals_fn=segment_sum, aggregate_edges_for_globals_fn=segment_sum,
                 attention_logit_fn=None, attention_normalize_fn=segment_softmax, attention_reduce_fn=None):
    if (attention_reduce_fn is None) != (attention_logit_fn is None):
        raise ValueError("attention_logit_fn and attention_reduce_fn must both be supplied.")

    def apply(graph):
        nodes, edges, receivers, senders, shared, n_node, n_edge = graph
        node_count, edge_count = jax.tree.leaves(nodes)[0].shape[0], senders.shape[0]
        if not jax.tree.all(jax.tree.map(lambda x: x.shape[0] == node_count, nodes)):
            raise ValueError("All node arrays in nest must contain the same number of nodes.")
        sent, received = _taken(nodes, senders), _taken(nodes, receivers)
        of_edges = _spread(shared, n_edge, edge_count)
        if update_edge_fn:
            edges = update_edge_fn(edges, sent, received, of_edges)
        if attention_logit_fn:
            logits = attention_logit_fn(edges, sent, received, of_edges)
            weights = jax.tree.map(lambda x: attention_normalize_fn(x, segment_ids=receivers, num_segments=node_count), logits)
            edges = attention_reduce_fn(edges, weights)
        if update_node_fn:
            sent = _pooled(aggregate_edges_for_nodes_fn, edges, senders, node_count)
            received = _pooled(aggregate_edges_for_nodes_fn, edges, receivers, node_count)
            nodes = update_node_fn(nodes, sent, received, _spread(shared, n_node, node_count))
        if update_global_fn:
            count = n_node.shape[0]
            graphs = jnp.arange(count)
            of_nodes = _pooled(aggregate_nodes_for_globals_fn, nodes, _spread(graphs, n_node, node_count), count)
            of_edges = _pooled(aggregate_edges_for_globals_fn, edges, _spread(graphs, n_edge, edge_count), count)
            shared = update_global_fn(of_nodes, of_edges, shared)
        return GraphsTuple(nodes, edges, receivers, senders, shared, n_node, n_edge)

    return apply


def InteractionNetwork(update_edge_fn, update_node_fn, aggregate_edges_for_nodes_fn=segment_sum, include_sent_messages_in_node_update=False):
    def update(nodes, sent, received, shared):
        return update_node_fn(nodes, sent, received) if include_sent_messages_in_node_update else update_node_fn(nodes, received)

    return GraphNetwork(lambda edges, sent, received, shared: update_edge_fn(edges, sent, received), update,
                        aggregate_edges_for_nodes_fn=aggregate_edges_for_nodes_fn)


def GraphMapFeatures(embed_edge_fn=None, embed_node_fn=None, embed_global_fn=None):
    def embedded(embed, features):
        return embed(features) if embed else features

    return lambda graph: graph._replace(nodes=embedded(embed_node_fn, graph.nodes), edges=embedded(embed_edge_fn, graph.edges),
                                        globals=embedded(embed_global_fn, graph.globals))


def RelationNetwork(update_edge_fn, update_global_fn, aggregate_edges_for_globals_fn=segment_sum):
    return GraphNetwork(lambda edges, sent, received, shared: update_edge_fn(sent, received), None,
                        lambda nodes, edges, shared: update_global_fn(edges),
                        aggregate_edges_for_globals_fn=aggregate_edges_for_globals_fn)


def DeepSets(update_node_fn, update_global_fn, aggregate_nodes_for_globals_fn=segment_sum):
    return GraphNetwork(None, lambda nodes, sent, received, shared: update_node_fn(nodes, shared),
                        lambda nodes, edges, shared: update_global_fn(nodes),
                        aggregate_nodes_for_globals_fn=aggregate_nodes_for_globals_fn)


def GraphNetGAT(update_edge_fn, update_node_fn, attention_logit_fn, attention_reduce_fn, update_global_fn=None,
                aggregate_edges_for_nodes_fn=segment_sum, aggregate_nodes_for_globals_fn=segment_sum, aggregate_edges_for_globals_fn=segment_sum):
    if attention_logit_fn is None or attention_reduce_fn is None:
        raise ValueError("`None` value not supported for `attention_logit_fn` or `attention_reduce_fn` in a Graph Attention network.")
    return GraphNetwork(update_edge_fn, update_node_fn, update_global_fn, aggregate_edges_for_nodes_fn, aggregate_nodes_for_globals_fn,
                        aggregate_edges_for_globals_fn, attention_logit_fn, attention_reduce_fn=attention_reduce_fn)


def GAT(attention_query_fn, attention_logit_fn, node_update_fn=None):
    def apply(graph):
        count = graph.nodes.shape[0]
        nodes = attention_query_fn(graph.nodes)
        sent = nodes[graph.senders]
        logits = attention_logit_fn(sent, nodes[graph.receivers], graph.edges)
        messages = sent * segment_softmax(logits, segment_ids=graph.receivers, num_segments=count)
        nodes = segment_sum(messages, graph.receivers, num_segments=count)
        if node_update_fn is None:
            nodes = jax.nn.leaky_relu(nodes)
            return graph._replace(nodes=jnp.reshape(nodes, (nodes.shape[0], -1)))
        return graph._replace(nodes=node_update_fn(nodes))

    return apply


def GraphConvolution(update_node_fn, aggregate_nodes_fn=segment_sum, add_self_edges=False, symmetric_normalization=True):
    def apply(graph):
        nodes, senders, receivers = update_node_fn(graph.nodes), graph.senders, graph.receivers
        count = jax.tree.leaves(nodes)[0].shape[0]
        if add_self_edges:
            receivers = jnp.concatenate((receivers, jnp.arange(count)), axis=0)
            senders = jnp.concatenate((senders, jnp.arange(count)), axis=0)

        def scaled(features, index):
            if not symmetric_normalization:
                return features
            degree = segment_sum(jnp.ones_like(senders), index, count)
            return jax.tree.map(lambda x: x * jax.lax.rsqrt(jnp.maximum(degree, 1.0))[:, None], features)

        nodes = jax.tree.map(lambda x: aggregate_nodes_fn(x[senders], receivers, count), scaled(nodes, senders))
        return graph._replace(nodes=scaled(nodes, receivers))

    return apply


def concatenated_args(update=None, *, axis=-1):
    def decorated(f):
        return lambda *args, **kwargs: f(jnp.concatenate(jax.tree.leaves(args) + jax.tree.leaves(kwargs), axis=axis))

    return decorated(update) if update else decorated


def _batched(graphs, np):
    starts = np.cumsum(np.array([0] + [np.sum(g.n_node) for g in graphs[:-1]]))

    def joined(parts):
        return jax.tree.map(lambda *xs: np.concatenate(xs), *parts)

    return GraphsTuple(nodes=joined([g.nodes for g in graphs]), edges=joined([g.edges for g in graphs]),
                       receivers=np.concatenate([g.receivers + start for g, start in zip(graphs, starts)]),
                       senders=np.concatenate([g.senders + start for g, start in zip(graphs, starts)]),
                       globals=joined([g.globals for g in graphs]), n_node=np.concatenate([g.n_node for g in graphs]),
                       n_edge=np.concatenate([g.n_edge for g in graphs]))


def batch(graphs):
    return _batched(graphs, jnp)


def batch_np(graphs):
    return _batched(graphs, np)
