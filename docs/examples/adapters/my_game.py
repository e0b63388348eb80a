"""A program with a mistake, for the manual: nobody may put an inhabitant on a card that he laid himself."""

from __future__ import annotations

from adapter import Data, Refused, serve
from reference_game import ReferenceGame


class MyGame(ReferenceGame):
    """Almost right."""

    def legal(self) -> list[Data]:
        return [action for action in super().legal() if not on_own_card(action)]

    def play(self, action: Data) -> None:
        if on_own_card(action):
            raise Refused("that is your own card")
        super().play(action)


def on_own_card(action: Data) -> bool:
    return bool(action["do"] == "stand" and action["by"] == action["player"])


if __name__ == "__main__":
    serve(MyGame())
