"""Options that set something: their words and defaults are those of the setting itself.

An option says where the setting stands, `plywise.learning.config:LearnConfig.lag` or, for a
parameter of a function, `plywise.play.match:match.games`. It is looked up when the command is used,
not when it is declared: the command line starts before anything heavy is loaded.
"""

import inspect
from importlib import import_module
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperOption

from plywise.sentences import sentences

_MARK: Final = "\ue000"  # of private use: nobody writes it, and no strip takes it away
USUAL: Final[Any] = None
"""The default of a `filled` option, until the setting's own takes its place."""


class Setting(NamedTuple):
    """What is known of a setting."""

    words: str
    """The sentence under it; empty for a parameter of a function."""
    default: Any


def described(where: str, option: str, *, help: str = "", shown: str = "", **more: Any) -> Any:
    """An option that is None unless it is given; help and shown default are the setting's.

    `help` and `shown` stand for them where the command line has more, or less, to say.
    """
    return typer.Option(option, help=_marked(where, help), show_default=shown or _MARK, **more)


def filled(where: str, option: str, *, help: str = "", **more: Any) -> Any:
    """An option that has the setting's default where it is declared as `= USUAL`."""
    return typer.Option(option, help=_marked(where, help), **more)


def _marked(where: str, words: str) -> str:
    return f"{_MARK}{where}{_MARK}{words}"


class SettingsCommand(TyperCommand):
    """A command whose options are looked up before they are read or explained."""

    def get_params(self, ctx: Any) -> Any:  # click's types: typer has its own copy of it
        """The options with their words and defaults."""
        for parameter in self.params:
            if isinstance(parameter, TyperOption) and (parameter.help or "").startswith(_MARK):
                _look_up(parameter)
        return super().get_params(ctx)


def _look_up(option: TyperOption) -> None:
    _, where, words = (option.help or "").split(_MARK)
    setting = setting_at(where)
    option.help = words or setting.words
    if option.show_default == _MARK:
        option.show_default = str(setting.default)
    elif option.default is USUAL and not isinstance(option.show_default, str):
        option.default = setting.default


def setting_at(where: str) -> Setting:
    """The setting that stands at a place.

    >>> setting_at("plywise.learning.config:LearnConfig.batch").default
    1
    >>> setting_at("plywise.searching.settings:AlphaBeta.threads").words
    'Threads on one shared table; with more than one, results vary from run to run.'
    >>> setting_at("plywise.play.match:match.games")
    Setting(words='', default=400)
    """
    module, _, path = where.partition(":")
    owner, _, name = path.partition(".")
    found = getattr(import_module(module), owner)
    if not isinstance(found, type):
        return Setting("", inspect.signature(found).parameters[name].default)
    return Setting(sentences(found)[name], _default(found, name))


def _default(settings: type, name: str) -> Any:
    if hasattr(settings, "model_fields"):  # pydantic
        return settings.model_fields[name].default
    return settings.__dataclass_fields__[name].default  # type: ignore[attr-defined]
