// Other readings of the rulebook's sentences, by point and name. Each makes another kind of game of a kind of game.

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const seatsOf = (counts) => counts.map((_, seat) => seat);

/** The ways to take or put as many as possible, but all of them on one island. */
function onOneIsland(limits, count) {
  const most = Math.min(count, Math.max(...limits));
  if (most === 0) return [];
  return [...limits.keys()].filter((island) => limits[island] >= most).map((island) => Array(most).fill(island));
}

export const READINGS = {
  "poor-islands": {
    "in-all": (Game) => class extends Game {
      treasuresOfThePoor() {
        return super.treasuresOfThePoor() / this.numbers.poor_islands;
      }
    },
  },
  "first-refusal": {
    "may-refuse": (Game) => class extends Game {
      layOut(setup) {
        super.layOut(setup);
        this.now.phase = "offer";
      }

      answerOffer(shaman) {
        if (this.now.round > 0) super.answerOffer(shaman);
        else Object.assign(this.now, { phase: "settle", shaman, actor: shaman });
      }
    },
  },
  "cards-before": {
    "one-each": (Game) => class extends Game {
      cardChoices(decision) {
        const first = this.laid({ by: this.now.actor, face: "up" });
        return super.cardChoices(decision).filter(({ before }) => before !== first?.before);
      }
    },
  },
  "card-inhabitant": {
    "reserve-or-island": (Game) => class extends Game {
      standChoices() {
        const { inhabitants, actor, table } = this.now;
        const mine = [...inhabitants.keys()].filter((island) => inhabitants[island][actor] > 0);
        const standing = ({ by, face }) => mine.map((from) => ({ do: "stand_from", by, face, from }));
        return [...super.standChoices(), ...table.flatMap(standing)];
      }
    },
  },
  flip: {
    optional: (Game) => class extends Game {
      flipChoices() {
        return [...super.flipChoices(), { do: "pass" }];
      }
    },
  },
  background: {
    both: (Game) => class extends Game {
      isActive(laid) {
        const { background } = this.cards[laid.card];
        return background === this.now.tide && background === this.now.time;
      }
    },
  },
  "copy-order": {
    shaman: (Game) => class extends Game {
      copiers(laid) {
        const owners = super.copiers(laid);
        return this.clockwise(this.now.shaman).filter((seat) => owners.includes(seat));
      }
    },
  },
  "card-return": {
    "after-all": (Game) => class extends Game {
      discardResolved(laid) {
        this.takeOffTable(laid);
      }

      endRound() {
        this.sendHome(this.clockwise(0).filter((seat) => this.now.standing[seat] !== null));
        super.endRound();
      }
    },
  },
  copier: {
    "needs-a-card": (Game) => class extends Game {
      hasToAct(player) {
        return this.now.table.some((laid) => laid.before === player) && super.hasToAct(player);
      }
    },
  },
  copies: {
    optional: (Game) => class extends Game {
      legal() {
        const letItBe = this.now.phase === "effect" && this.now.copying;
        return letItBe ? [...super.legal(), { do: "pass", player: this.now.actor }] : super.legal();
      }
    },
  },
  "remove-from": {
    one: (Game) => class extends Game {
      taken(there, count) {
        return onOneIsland(there, count);
      }
    },
  },
  "place-on": {
    one: (Game) => class extends Game {
      put(room, count) {
        return onOneIsland(room, count);
      }
    },
  },
  "null-move": {
    "same-allowed": (Game) => class extends Game {
      goals(from) {
        return [...super.goals(from), from];
      }
    },
  },
  "moved-twice": {
    another: (Game) => class extends Game {
      movableOwners(island, player) {
        const moved = (owner) => (this.now.moved ?? []).filter((one) => one[0] === island && one[1] === owner).length;
        const fresh = (owner) => this.now.inhabitants[island][owner] > moved(owner);
        return super.movableOwners(island, player).filter(fresh);
      }

      moveInhabitant(action) {
        const moved = [...(this.now.moved ?? []), [action.to, action.owner]];
        this.now.moved = moved.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
        super.moveInhabitant(action);
      }

      discardResolved(laid) {
        delete this.now.moved;
        super.discardResolved(laid);
      }
    },
  },
  majority: {
    together: (Game) => class extends Game {
      hasMajority(counts, seat) {
        return counts[seat] > sum(counts) - counts[seat];
      }
    },
  },
  lone: {
    player: (Game) => class extends Game {
      lone(counts) {
        const outside = seatsOf(counts).filter((seat) => counts[seat] > 0 && !this.inConflict(counts, seat));
        return outside.length === 1 ? outside[0] : null;
      }
    },
    "highest-unique": (Game) => class extends Game {
      lone(counts) {
        const unique = (seat) => counts[seat] > 0 && counts.filter((count) => count === counts[seat]).length === 1;
        const best = seatsOf(counts).filter(unique).sort((one, other) => counts[other] - counts[one]);
        return best[0] ?? null;
      }
    },
  },
  priority: {
    "lone-first": (Game) => class extends Game {
      winnerOn(counts) {
        return this.besideConflict(counts) ?? this.strongest(counts);
      }
    },
  },
  "absent-players": {
    "in-conflict": (Game) => class extends Game {
      inConflict(counts, seat) {
        return counts.some((count, other) => other !== seat && count === counts[seat]);
      }
    },
  },
  "return-after-conflict": {
    "nobody-returns": (Game) => class extends Game {
      returnAfterwards(winner, island) {
        const counts = this.now.inhabitants[island];
        if (!seatsOf(counts).some((seat) => this.inConflict(counts, seat))) super.returnAfterwards(winner, island);
      }
    },
  },
  fewest: {
    total: (Game) => class extends Game {
      treasuresCompared() {
        return this.now.huts.map((hut, seat) => hut + this.now.gains[seat]);
      }
    },
  },
  "previous-shaman": {
    offered: (Game) => class extends Game {
      layOut(setup) {
        super.layOut(setup);
        this.now.offered = setup.shaman;
      }

      oldShaman() {
        return this.now.offered;
      }

      prepareRound() {
        super.prepareRound();
        this.now.offered = this.now.shaman;
      }
    },
  },
  "shaman-tie": {
    "self-first": (Game) => class extends Game {
      candidates(oldShaman) {
        return this.clockwise(oldShaman);
      }
    },
  },
  naming: {
    "not-the-old-shaman": (Game) => class extends Game {
      prepareRound() {
        const { shaman } = this.now;
        super.prepareRound();
        this.now.old_shaman = shaman;
      }

      nameable() {
        return super.nameable().filter((seat) => seat !== this.now.old_shaman);
      }

      answerOffer(shaman) {
        delete this.now.old_shaman;
        super.answerOffer(shaman);
      }
    },
  },
  "last-draw": {
    after: (Game) => class extends Game {
      drawnAfter(round) {
        return round === this.numbers.rounds ? this.numbers.last_draw : this.numbers.cards_drawn;
      }
    },
  },
  "final-tie": {
    seat: (Game) => class extends Game {
      tieBreaks(seat) {
        return [...super.tieBreaks(seat), -this.clockwise(this.after(this.now.shaman)).indexOf(seat)];
      }
    },
  },
};
