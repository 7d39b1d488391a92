"""Wrappers around several environments at once. gymnasium 1.2: wrappers/vector/*.py."""
from prelude.gymnasium.environments import Wrapper

MODULE = "gymnasium.wrappers.vector"


class RecordEpisodeStatistics(Wrapper):
    def __init__(self, env, *args, **kwargs):
        Wrapper.__init__(self, env)


class ClipReward(RecordEpisodeStatistics):
    pass


class NormalizeReward(RecordEpisodeStatistics):
    pass


class ClipAction(RecordEpisodeStatistics):
    pass
