"""Four plausible conjectures about Costa Ruana, each of which fails somewhere."""

from archipel.checks.costa_ruana.conjectures import (  # noqa: I001
    Islands, Num, Players, Prop, after, all_of, crowd, exists, forall, gained, implies, island_cap, over_decision,
    over_island, over_position, over_round, place, player, reserve, takes, treasures,
)


@over_island("Five inhabitants and a treasure: somebody takes it.")
def five_decide(i: Num) -> Prop:
    return implies(all_of(crowd(i) == 5, treasures(i) >= 1), exists(Players, lambda p: takes(i, p)))


@over_position("No island is ever full.")
def always_room() -> Prop:
    return forall(Islands, lambda i: crowd(i) < island_cap)


@over_decision("Placing inhabitants leaves one in reserve.", place)
def one_stays_home() -> Prop:
    return after(reserve(player)) >= 1


@over_round("Nobody takes more than three treasures in a round.")
def three_at_most() -> Prop:
    return forall(Players, lambda p: after(gained(p)) <= 3)
