"""The games for PettingZoo: `doudizhu_v0` and `uno_v0`, each with `env()` and `raw_env()`."""

from . import doudizhu_v0, uno_v0

__all__ = ["doudizhu_v0", "uno_v0"]
