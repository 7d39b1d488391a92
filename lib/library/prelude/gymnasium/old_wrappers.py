"""Wrappers of gym that leave observations as they are. gym 0.21, 0.26: wrappers/*.py."""
from prelude.gymnasium.old import Wrapper

MODULE = "gym.wrappers"


class _Around(Wrapper):
    def __init__(self, env, *args, **kwargs):
        Wrapper.__init__(self, env)


class RecordEpisodeStatistics(_Around):
    pass


class RecordVideo(_Around):
    pass


class Monitor(_Around):
    pass


class TimeLimit(_Around):
    pass


class OrderEnforcing(_Around):
    pass


class ClipAction(_Around):
    pass


class RescaleAction(_Around):
    pass


class NormalizeReward(_Around):
    pass


class TransformReward(_Around):
    pass
