"""Four conjectures about Costa Ruana that hold, one for each scope."""

from archipel.checks.costa_ruana.conjectures import (  # noqa: I001
    PREPARE, Islands, Num, Players, Prop, abroad, after, all_of, any_of, crowd, forall, gained, hut, implies,
    move_inhabitant, on, over_decision, over_island, over_position, over_round, owner, phase, round_number, takes,
    total, treasures,
)


@over_island("Whoever is alone on an island with a treasure takes it.")
def alone_takes(i: Num) -> Prop:
    wanted = all_of(treasures(i) >= 1, crowd(i) >= 1)
    return forall(Players, lambda p: implies(all_of(wanted, on(i, p) == crowd(i)), takes(i, p)))


@over_position("The huts are empty until the first round is over.")
def huts_fill_late() -> Prop:
    early = any_of(round_number == 0, all_of(round_number == 1, phase <= PREPARE))
    return implies(early, forall(Players, lambda p: hut(p) == 0))


@over_decision("Moving an inhabitant leaves its owner as many on islands as before.", move_inhabitant)
def moving_keeps_numbers() -> Prop:
    return after(abroad(owner)) == abroad(owner)


@over_round("What players take in a round is exactly what the islands lose.")
def nothing_vanishes() -> Prop:
    lying = total(Islands, lambda i: treasures(i))
    return after(lying) + after(total(Players, lambda p: gained(p))) == lying
