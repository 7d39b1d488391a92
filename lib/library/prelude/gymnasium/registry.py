"""The environments that gymnasium has by name: sizes of their observations and actions. gymnasium 1.2:
envs/__init__.py, envs/classic_control, envs/box2d, envs/toy_text, envs/mujoco; ale_py."""
from prelude.gymnasium.spaces import Box, Discrete

# The size of observations, a number that counts those of Discrete; the same of actions.
_CLASSIC = {
    "CartPole": ((4,), 2), "Acrobot": ((6,), 3), "MountainCar": ((2,), 3), "MountainCarContinuous": ((2,), (1,)),
    "Pendulum": ((3,), (1,)), "LunarLander": ((8,), 4), "LunarLanderContinuous": ((8,), (2,)),
    "BipedalWalker": ((24,), (4,)), "BipedalWalkerHardcore": ((24,), (4,)), "FrozenLake": (16, 4),
    "FrozenLake8x8": (64, 4), "Taxi": (500, 6), "CliffWalking": (48, 4),
}
# Of MuJoCo by the versions up to which a size of observations holds.
_MUJOCO = {
    "HalfCheetah": ({5: 17}, 6), "Hopper": ({5: 11}, 3), "Walker2d": ({5: 17}, 6), "Swimmer": ({5: 8}, 2),
    "InvertedPendulum": ({5: 4}, 1), "InvertedDoublePendulum": ({4: 11, 5: 9}, 1), "Reacher": ({4: 11, 5: 10}, 2),
    "Pusher": ({5: 23}, 7), "Ant": ({3: 111, 4: 27, 5: 105}, 8), "Humanoid": ({4: 376, 5: 348}, 17),
    "HumanoidStandup": ({4: 376, 5: 348}, 17),
}
# Games by what their actions are called.
_ATARI = {
    "Breakout": "NOOP FIRE RIGHT LEFT",
    "Pong": "NOOP FIRE RIGHT LEFT RIGHTFIRE LEFTFIRE",
    "SpaceInvaders": "NOOP FIRE RIGHT LEFT RIGHTFIRE LEFTFIRE",
    "Qbert": "NOOP FIRE UP RIGHT LEFT DOWN",
    "BeamRider": "NOOP FIRE UP RIGHT LEFT UPRIGHT UPLEFT RIGHTFIRE LEFTFIRE",
    "Enduro": "NOOP FIRE RIGHT LEFT DOWN DOWNRIGHT DOWNLEFT RIGHTFIRE LEFTFIRE",
    "MsPacman": "NOOP UP RIGHT LEFT DOWN UPRIGHT UPLEFT DOWNRIGHT DOWNLEFT",
    "Seaquest": "NOOP FIRE UP RIGHT LEFT DOWN UPRIGHT UPLEFT DOWNRIGHT DOWNLEFT UPFIRE RIGHTFIRE LEFTFIRE DOWNFIRE "
                "UPRIGHTFIRE UPLEFTFIRE DOWNRIGHTFIRE DOWNLEFTFIRE",
}


def meanings_of(id):
    """What the actions of a game are called. ale_py: env.py get_action_meanings."""
    game = id.rpartition("-v")[0].removesuffix("NoFrameskip")
    return _ATARI[game].split(" ") if game in _ATARI else unknowable("get_action_meanings(…)")


def _space(size, dtype):
    return Discrete(size) if isinstance(size, int) else Box(-np.inf, np.inf, size, dtype)


def spaces_of(id):
    """The spaces of observations and actions of an environment by its name, or None."""
    if not is_known(id) or not isinstance(id, str):
        return None
    name, mark, version = id.rpartition("-v")
    if not mark or not version.isdigit():
        return None
    if name in _CLASSIC:
        observations, actions = _CLASSIC[name]
        return _space(observations, np.float32), _space(actions, np.float32)
    if name in _MUJOCO:
        sizes, actions = _MUJOCO[name]
        for last, size in sizes.items():
            if int(version) <= last:
                return _space((size,), np.float64), _space((actions,), np.float32)
    game = name.removesuffix("NoFrameskip")
    if game in _ATARI and game != name:
        return Box(0, 255, (210, 160, 3), np.uint8), Discrete(len(_ATARI[game].split(" ")))
    return None
