// Mistakes that people make when they program Costa Ruana. Each replaces one rule of the game by a wrong one.

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

export const MISTAKES = {
  "cap-eight": {
    about: "an island holds eight inhabitants",
    change: (Game) => class extends Game {
      room(island) {
        return super.room(island) + 1;
      }
    },
  },
  "move-to-full-island": {
    about: "an inhabitant can be moved to a full island",
    change: (Game) => class extends Game {
      landings(from) {
        return this.goals(from);
      }
    },
  },
  "majority-together": {
    about: "a majority must outnumber all the others together",
    change: (Game) => class extends Game {
      hasMajority(counts, seat) {
        return counts[seat] > sum(counts) - counts[seat];
      }
    },
  },
  "single-overlooked": {
    about: "a single inhabitant beside a conflict takes nothing",
    change: (Game) => class extends Game {
      besideConflict() {
        return null;
      }
    },
  },
  "winner-stays": {
    about: "who takes a treasure leaves his inhabitant on the island",
    change: (Game) => class extends Game {
      returnAfterwards() {}
    },
  },
  "empty-island-returns": {
    about: "the strongest player sends an inhabitant home from an island without treasure too",
    change: (Game) => class extends Game {
      collect(island) {
        const winner = this.winnerOn(this.now.inhabitants[island]);
        if (this.now.treasures[island] === 0 && winner !== null) this.returnAfterwards(winner, island);
        else super.collect(island);
      }
    },
  },
  "last-treasure-stays": {
    about: "the last treasure of an island cannot be moved away",
    change: (Game) => class extends Game {
      treasureMoves() {
        return super.treasureMoves().filter(({ from }) => this.now.treasures[from] > 1);
      }
    },
  },
  "shaman-keeps-tie": {
    about: "in a tie for shaman the old one comes first",
    change: (Game) => class extends Game {
      candidates(oldShaman) {
        return this.clockwise(oldShaman);
      }
    },
  },
  "fewest-in-all": {
    about: "the next shaman is who has the fewest treasures of the whole game",
    change: (Game) => class extends Game {
      treasuresCompared() {
        return this.now.huts.map((hut, seat) => hut + this.now.gains[seat]);
      }
    },
  },
  "copies-counter-clockwise": {
    about: "inhabitants on a card repeat it counter-clockwise",
    change: (Game) => class extends Game {
      copiers(laid) {
        const [first, ...others] = this.clockwise(laid.before);
        const owners = super.copiers(laid);
        return [first, ...others.reverse()].filter((seat) => owners.includes(seat));
      }
    },
  },
  "copies-from-shaman": {
    about: "inhabitants on a card repeat it clockwise from the shaman",
    change: (Game) => class extends Game {
      copiers(laid) {
        const owners = super.copiers(laid);
        return this.clockwise(this.now.shaman).filter((seat) => owners.includes(seat));
      }
    },
  },
  "no-copies": {
    about: "inhabitants on cards repeat nothing",
    change: (Game) => class extends Game {
      copiers() {
        return [];
      }
    },
  },
  "place-before-remove": {
    about: "cards that place are resolved before cards that remove",
    change: (Game) => class extends Game {
      kindOrder() {
        return ["move_treasure", "place", "remove", "move_inhabitant"];
      }
    },
  },
  "move-own-only": {
    about: "only one's own inhabitants can be moved",
    change: (Game) => class extends Game {
      movableOwners(island, player) {
        return super.movableOwners(island).filter((owner) => owner === player);
      }
    },
  },
  "inactive-keep-inhabitants": {
    about: "inhabitants on inactive cards are lost with them until the round ends",
    change: (Game) => class extends Game {
      discardInactive(laid) {
        this.takeOffTable(laid);
      }

      endRound() {
        this.sendHome(this.clockwise(0).filter((seat) => this.now.standing[seat] !== null));
        super.endRound();
      }
    },
  },
  "one-condition-decides": {
    about: "the flipped Condition card alone decides which cards are active",
    change: (Game) => class extends Game {
      flip(action) {
        this.flipped = action.condition;
        super.flip(action);
      }

      isActive(laid) {
        return this.cards[laid.card].background === this.now[this.flipped];
      }
    },
  },
  "place-fewer": {
    about: "who places may place fewer than the card says",
    change: (Game) => class extends Game {
      placements(player, amount) {
        const fewer = amount > 1 ? this.placements(player, amount - 1) : [];
        const all = super.placements(player, amount);
        const known = new Set(all.map(JSON.stringify));
        return [...all, ...fewer.filter((action) => !known.has(JSON.stringify(action)))];
      }
    },
  },
  "draw-two-at-the-end": {
    about: "two cards are drawn for the last round as for the others",
    change: (Game) => class extends Game {
      drawnAfter(round) {
        return round + 1 === this.numbers.rounds ? this.numbers.cards_drawn : super.drawnAfter(round);
      }

      cardsOfOnePlayer() {
        return this.numbers.hand;
      }
    },
  },
  "draw-from-seat-zero": {
    about: "cards are drawn beginning with seat 0 instead of the new shaman",
    change: (Game) => class extends Game {
      drawingOrder() {
        return this.clockwise(0);
      }
    },
  },
  "score-forgets-reserve": {
    about: "inhabitants in the reserve count nothing at the end",
    change: (Game) => class extends Game {
      pointsOf(seat) {
        return super.pointsOf(seat) - this.numbers.points_per_inhabitant * this.now.reserve[seat];
      }
    },
  },
  "tie-ignores-treasures": {
    about: "players with equal points share their place, whatever their treasures",
    change: (Game) => class extends Game {
      tieBreaks() {
        return [];
      }
    },
  },
  "peeking": {
    about: "a player sees the face of cards that others lay face down in front of him",
    change: (Game) => class extends Game {
      maySee(player, laid) {
        return super.maySee(player, laid) || laid.before === player;
      }
    },
  },
};
