"""The template filled in, around archipel's own engine: a program that plays as the rules say."""

from __future__ import annotations

from adapter import Data, Game, Refused, serve

from archipel.reference.costa_ruana import IllegalAction, State, codec, new_game
from archipel.reference.strict_json import BadInput, Field


class ReferenceGame(Game):
    """A game played by the engine."""

    position: State

    def new(self, request: Data) -> None:
        try:
            rules, deck = codec.read_header({name: Field(request[name], name) for name in codec.HEADER})
            self.position = new_game(codec.read_setup(Field(request["setup"])), rules, deck)
        except BadInput as error:
            raise Refused(str(error)) from None

    def legal(self) -> list[Data]:
        return [codec.action_data(action) for action in self.position.legal_actions()]

    def play(self, action: Data) -> None:
        try:
            self.position = self.position.apply_action(codec.read_action(Field(action)))
        except (IllegalAction, BadInput) as error:
            raise Refused(str(error)) from None

    def state(self) -> Data:
        return codec.position_data(self.position)

    def result(self) -> Data | None:
        found = codec.result_of(self.position)
        return found and {name: codec.plain(value) for name, value in found._asdict().items()}

    def view(self, player: int) -> Data:
        return codec.view_data(self.position.view(player))

    can = ("position", "state", "check")

    def begin(self, state: Data) -> None:
        try:
            self.position = codec.read_state(Field(state))
        except BadInput as error:
            raise Refused(str(error)) from None

    def whole_state(self) -> Data:
        return codec.state_data(self.position)


if __name__ == "__main__":
    serve(ReferenceGame())
