// Costa Ruana, written from its rulebook for node, without any other library.
//
// A game is in one position at a time, kept exactly as the state format writes it (without the header). What the
// rulebook makes happen by itself happens inside `play`, so that between two calls somebody always has something to
// decide. Each rule is a small method: `readings.mjs` replaces a few of them by other readings of the same sentences,
// and `mistakes.mjs` by wrong ones.

import { READINGS } from "./readings.mjs";

export class Refused extends Error {}

export class Unplayable extends Error {}

export const NUMBERS = {
  min_players: 2,
  max_players: 6,
  islands_by_players: [4, 6, 7, 9, 10],
  island_cards: 10,
  cap: 7,
  inhabitants: 10,
  hand: 5,
  rounds: 5,
  cards_drawn: 2,
  last_draw: 1,
  settled: 3,
  treasures: 5,
  poor_treasures: 4,
  poor_islands: 2,
  points_per_treasure: 2,
  points_per_inhabitant: 1,
  largest_amount: 3,
  total_cards: 72,
  gems: 50,
};

const KIND_ORDER = ["move_treasure", "remove", "place", "move_inhabitant"];
const OTHER_SIDE = { high_tide: "low_tide", low_tide: "high_tide", day: "night", night: "day" };
const FACES = ["up", "down"];

// Beginning and resuming

/** A game at its beginning. `rules` holds the numbers that differ from the rulebook's, `deck` every card's phrase. */
export function newGame(setup, rules = {}, readings = {}, deck = [], Kind = Game) {
  const game = new (readBy(readings, Kind))(setup.players, rules, deck);
  game.layOut(setup);
  return game;
}

/** A game that goes on from a complete state, as the state format writes it. */
export function fromState(state, Kind = Game) {
  const { game: name, rules: version, readings, numbers, deck, ...position } = state;
  const game = new (readBy(readings, Kind))(position.players, numbers, deck);
  game.now = structuredClone(position);
  return game;
}

/** The same kind of game, played by these readings. */
function readBy(readings, Kind) {
  return Object.entries(readings).reduce((kind, [point, name]) => {
    const change = READINGS[point]?.[name];
    if (change === undefined) throw new Unplayable(`no such reading: ${point}=${name}`);
    return change(kind);
  }, Kind);
}

/** A card from its phrase, such as `place-2 night 3`. */
export function readCard(phrase) {
  const shape = /^(move_treasure|move_inhabitant|remove|place)(?:-(\d))? (high_tide|low_tide|day|night) (\d+)$/;
  const found = shape.exec(phrase);
  if (!found) throw new Unplayable(`no such card: ${phrase}`);
  const [, kind, amount, background, notches] = found;
  return { kind, amount: Number(amount ?? 1), background, notches: Number(notches) };
}

// Small tools

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const upTo = (count) => Array.from({ length: count }, (_, index) => index);
const increasing = (numbers) => [...numbers].sort((one, other) => one - other);
const sameCard = (one, other) => one !== null && other !== null && one.by === other.by && one.face === other.face;
const nameOf = ({ by, face }) => ({ by, face });

/** Text that is equal for equal values, whatever the order of their members. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "missing";
  const members = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members}}`;
}

/** All ways to name so many islands in increasing order, each at most as often as it has room for. */
function spread(limits, count, first = 0) {
  if (count === 0) return [[]];
  if (first === limits.length) return [];
  const here = upTo(Math.min(limits[first], count) + 1).reverse();
  return here.flatMap((times) =>
    spread(limits, count - times, first + 1).map((rest) => [...Array(times).fill(first), ...rest]),
  );
}

export class Game {
  constructor(players, rules, deck) {
    const strange = Object.keys(rules).find((name) => !Object.hasOwn(NUMBERS, name));
    if (strange !== undefined) throw new Unplayable(`no such number: ${strange}`);
    this.numbers = { ...NUMBERS, ...rules };
    const { min_players: least, max_players: most, islands_by_players: islands } = this.numbers;
    if (!(players >= least && players <= most)) throw new Unplayable(`for ${least} to ${most} players`);
    this.players = players;
    this.islands = islands[players - least];
    this.cards = deck.map(readCard);
    this.kept = upTo(deck.length).filter((card) => this.cards[card].notches <= players);
    if (this.kept.length < players * this.cardsOfOnePlayer()) throw new Unplayable("too few cards for so many players");
    this.now = null;
  }

  /** How many cards a player is dealt and draws in the whole game. */
  cardsOfOnePlayer() {
    const { hand, rounds } = this.numbers;
    return hand + sum(upTo(rounds).map((round) => this.drawnAfter(round + 1)));
  }

  // What other programs ask

  state() {
    return structuredClone(this.now);
  }

  isOver() {
    return this.now.phase === "over";
  }

  /** Every decision that the player whose turn it is may take. */
  legal() {
    const choices = {
      settle: () => this.settleChoices(),
      play_up: () => this.cardChoices("play_up"),
      play_down: () => this.cardChoices("play_down"),
      stand: () => this.standChoices(),
      flip: () => this.flipChoices(),
      resolve: () => this.resolveChoices(),
      effect: () => this.effectChoices(this.now.actor),
      offer: () => this.offerChoices(),
      over: () => [],
    };
    return choices[this.now.phase]().map((choice) => ({ ...choice, player: this.now.actor }));
  }

  /** Takes a decision, and lets everything happen that follows from it. */
  play(action) {
    const wanted = canonical(action);
    if (!this.legal().some((legal) => canonical(legal) === wanted)) throw new Refused("not among the legal decisions");
    const steps = {
      settle: () => this.settle(action),
      play_up: () => this.layCard(action, "up"),
      play_down: () => this.layCard(action, "down"),
      stand: () => this.stand(action),
      stand_from: () => this.standFrom(action),
      pass: () => this.pass(),
      flip: () => this.flip(action),
      resolve: () => this.beginCard(action),
      move_treasure: () => this.moveTreasure(action),
      remove: () => this.remove(action),
      place: () => this.place(action),
      move_inhabitant: () => this.moveInhabitant(action),
      accept: () => this.answerOffer(this.now.shaman),
      name: () => this.answerOffer(action.shaman),
    };
    steps[action.do]();
  }

  /** What one seat may see. */
  view(player) {
    const { hands, pile, huts, table, ...open } = this.state();
    return {
      ...open,
      viewer: player,
      huts: huts.map((hut, seat) => (seat === player || this.isOver() ? hut : null)),
      hand: hands[player],
      hand_sizes: hands.map((hand) => hand.length),
      pile_size: pile.length,
      table: table.map((laid) => (this.maySee(player, laid) ? laid : { ...laid, card: null })),
      discards: this.discards(),
    };
  }

  maySee(player, laid) {
    return !laid.face_down || laid.by === player;
  }

  discards() {
    const { hands, pile, table } = this.now;
    const elsewhere = new Set([...hands.flat(), ...pile, ...table.map((laid) => laid.card)]);
    return this.kept.filter((card) => !elsewhere.has(card));
  }

  /** Points and ranking (groups of seats, best first), once the game is over. */
  result() {
    if (!this.isOver()) return null;
    const seats = upTo(this.players);
    const points = seats.map((seat) => this.pointsOf(seat));
    const standing = (seat) => [points[seat], ...this.tieBreaks(seat)];
    const better = (one, other) => {
      const [mine, his] = [standing(one), standing(other)];
      const place = mine.findIndex((value, index) => value !== his[index]);
      return place < 0 ? 0 : his[place] - mine[place];
    };
    const ranking = [];
    for (const seat of seats.sort((one, other) => better(one, other) || one - other)) {
      if (ranking.length > 0 && better(ranking.at(-1)[0], seat) === 0) ranking.at(-1).push(seat);
      else ranking.push([seat]);
    }
    return { points, ranking };
  }

  pointsOf(seat) {
    const { points_per_treasure: treasure, points_per_inhabitant: inhabitant } = this.numbers;
    return treasure * this.now.huts[seat] + inhabitant * this.now.reserve[seat];
  }

  tieBreaks(seat) {
    return [this.now.huts[seat]];
  }

  // Setup

  layOut({ order, tide, time, poor, shaman }) {
    const { numbers, players } = this;
    if (canonical(increasing(order)) !== canonical(this.kept)) throw new Unplayable("order: not the cards kept");
    if (!upTo(players).includes(shaman)) throw new Unplayable("shaman: no such seat");
    if (new Set(poor).size !== numbers.poor_islands || !poor.every((island) => upTo(this.islands).includes(island))) {
      throw new Unplayable(`poor: expected ${numbers.poor_islands} islands`);
    }
    const found = (island) => (poor.includes(island) ? this.treasuresOfThePoor() : numbers.treasures);
    const nothing = () => Array(players).fill(0);
    this.now = {
      players, round: 0, phase: "settle", shaman, actor: shaman, tide, time,
      inhabitants: upTo(this.islands).map(nothing),
      treasures: upTo(this.islands).map(found),
      reserve: Array(players).fill(numbers.inhabitants),
      huts: nothing(),
      gains: nothing(),
      hands: upTo(players).map((p) => increasing(order.slice(p * numbers.hand, (p + 1) * numbers.hand))),
      pile: order.slice(players * numbers.hand),
      table: [],
      standing: Array(players).fill(null),
      resolving: null, waiting: [], copying: false,
    };
  }

  treasuresOfThePoor() {
    return this.numbers.poor_treasures;
  }

  settleChoices() {
    return this.islandsWithRoom().map((island) => ({ do: "settle", island }));
  }

  settle({ player, island }) {
    this.putOnIsland(player, island);
    this.now.actor = this.after(player);
    const done = upTo(this.players).every((seat) => this.onIslands(seat) === this.numbers.settled);
    if (done) this.beginRound();
  }

  // Two cards and an inhabitant

  beginRound(shaman = this.now.shaman) {
    Object.assign(this.now, { round: this.now.round + 1, phase: "play_up", shaman, actor: shaman });
  }

  nextInTurn() {
    this.now.actor = this.after(this.now.actor);
    if (this.now.actor !== this.now.shaman) return;
    const next = { play_up: "play_down", play_down: "stand", stand: "flip" };
    this.now.phase = next[this.now.phase];
  }

  cardChoices(decision) {
    const hand = this.now.hands[this.now.actor];
    return hand.flatMap((card) => upTo(this.players).map((before) => ({ do: decision, card, before })));
  }

  layCard({ player, card, before }, face) {
    const { hands, table } = this.now;
    hands[player] = hands[player].filter((held) => held !== card);
    table.push({ by: player, face, card, before, face_down: face === "down" });
    table.sort((one, other) => FACES.indexOf(one.face) - FACES.indexOf(other.face) || one.by - other.by);
    this.nextInTurn();
  }

  standChoices() {
    const { reserve, actor, table } = this.now;
    const stands = reserve[actor] > 0 ? table.map((laid) => ({ do: "stand", ...nameOf(laid) })) : [];
    return [...stands, { do: "pass" }];
  }

  stand({ player, by, face }) {
    this.now.reserve[player] -= 1;
    this.now.standing[player] = { by, face };
    this.nextInTurn();
  }

  standFrom({ player, by, face, from }) {
    this.now.inhabitants[from][player] -= 1;
    this.now.standing[player] = { by, face };
    this.nextInTurn();
  }

  pass() {
    const passes = { stand: () => this.nextInTurn(), flip: () => this.reveal(), effect: () => this.carryOn() };
    passes[this.now.phase]();
  }

  // The shaman turns a Condition card

  flipChoices() {
    return [{ do: "flip", condition: "tide" }, { do: "flip", condition: "time" }];
  }

  flip({ condition }) {
    this.now[condition] = OTHER_SIDE[this.now[condition]];
    this.reveal();
  }

  reveal() {
    for (const laid of this.now.table) laid.face_down = false;
    for (const laid of this.now.table.filter((laid) => !this.isActive(laid))) this.discardInactive(laid);
    this.nextCard();
  }

  isActive(laid) {
    const { background } = this.cards[laid.card];
    return background === this.now.tide || background === this.now.time;
  }

  discardInactive(laid) {
    this.takeOffTable(laid);
    this.sendHome(this.owners(laid));
  }

  takeOffTable(laid) {
    this.now.table = this.now.table.filter((other) => other !== laid);
  }

  sendHome(owners) {
    for (const seat of owners) {
      this.now.standing[seat] = null;
      this.now.reserve[seat] += 1;
    }
  }

  /** Whose inhabitants stand on a card, clockwise from the player before whom it lies. */
  owners(laid) {
    return this.clockwise(laid.before).filter((seat) => sameCard(this.now.standing[seat], laid));
  }

  // Resolving cards

  /** The card that comes next, or the choice which, or the end of the round. */
  nextCard() {
    const cards = this.nextCards();
    if (cards.length === 0) this.endRound();
    else if (cards.length === 1) this.beginCard(cards[0]);
    else Object.assign(this.now, { phase: "resolve", actor: cards[0].before });
  }

  /** Among the cards before the first player who still has some: those of the kind that comes first. */
  nextCards() {
    for (const seat of this.clockwise(this.now.shaman)) {
      const his = this.now.table.filter((laid) => laid.before === seat);
      const first = this.kindOrder().find((kind) => his.some((laid) => this.cards[laid.card].kind === kind));
      if (first) return his.filter((laid) => this.cards[laid.card].kind === first);
    }
    return [];
  }

  kindOrder() {
    return KIND_ORDER;
  }

  resolveChoices() {
    return this.nextCards().map((laid) => ({ do: "resolve", ...nameOf(laid) }));
  }

  beginCard(name) {
    const laid = this.laid(name);
    Object.assign(this.now, { resolving: nameOf(laid), waiting: this.copiers(laid), copying: false });
    this.askFor(laid.before);
  }

  copiers(laid) {
    return this.owners(laid);
  }

  /** A player carries out the card under way, unless there is nothing that he could do. */
  askFor(player) {
    if (!this.hasToAct(player)) this.carryOn();
    else Object.assign(this.now, { phase: "effect", actor: player });
  }

  hasToAct(player) {
    return this.effectChoices(player).length > 0;
  }

  /** The next inhabitant on the card repeats it; after the last one the card is done with. */
  carryOn() {
    const [next, ...waiting] = this.now.waiting;
    if (next !== undefined) {
      Object.assign(this.now, { waiting, copying: true });
      return this.askFor(next);
    }
    const done = this.laid(this.now.resolving);
    Object.assign(this.now, { resolving: null, copying: false });
    this.discardResolved(done);
    return this.nextCard();
  }

  discardResolved(laid) {
    this.takeOffTable(laid);
    this.sendHome(this.owners(laid));
  }

  // What cards do

  effectChoices(player) {
    const { kind, amount } = this.cards[this.laid(this.now.resolving).card];
    const effects = {
      move_treasure: () => this.treasureMoves(),
      remove: () => this.removals(player, amount),
      place: () => this.placements(player, amount),
      move_inhabitant: () => this.inhabitantMoves(player),
    };
    return effects[kind]();
  }

  treasureMoves() {
    const rich = upTo(this.islands).filter((island) => this.now.treasures[island] > 0);
    return rich.flatMap((from) => this.goals(from).map((to) => ({ do: "move_treasure", from, to })));
  }

  moveTreasure({ from, to }) {
    this.now.treasures[from] -= 1;
    this.now.treasures[to] += 1;
    this.carryOn();
  }

  /** As many as the card says, or all there are. */
  removals(player, amount) {
    const there = this.now.inhabitants.map((row) => row[player]);
    return this.taken(there, Math.min(amount, sum(there))).map((islands) => ({ do: "remove", islands }));
  }

  /** All ways to take so many from islands where there are so many. */
  taken(there, count) {
    return count > 0 ? spread(there, count) : [];
  }

  remove({ player, islands }) {
    for (const island of islands) this.takeFromIsland(player, island);
    this.carryOn();
  }

  /** As many as the card says, or as there are in the reserve; never more than islands have room for. */
  placements(player, amount) {
    const room = upTo(this.islands).map((island) => this.room(island));
    const count = Math.min(amount, this.now.reserve[player], sum(room));
    return this.put(room, count).map((islands) => ({ do: "place", islands }));
  }

  /** All ways to put so many on islands with so much room. */
  put(room, count) {
    return count > 0 ? spread(room, count) : [];
  }

  place({ player, islands }) {
    for (const island of islands) this.putOnIsland(player, island);
    this.carryOn();
  }

  inhabitantMoves(player) {
    return upTo(this.islands).flatMap((from) =>
      this.movableOwners(from, player).flatMap((owner) =>
        this.landings(from).map((to) => ({ do: "move_inhabitant", owner, from, to })),
      ),
    );
  }

  landings(from) {
    return this.goals(from).filter((island) => island === from || this.room(island) > 0);
  }

  movableOwners(island) {
    return upTo(this.players).filter((owner) => this.now.inhabitants[island][owner] > 0);
  }

  moveInhabitant({ owner, from, to }) {
    this.now.inhabitants[from][owner] -= 1;
    this.now.inhabitants[to][owner] += 1;
    this.carryOn();
  }

  // Treasures are collected

  endRound() {
    for (const island of upTo(this.islands)) this.collect(island);
    if (this.now.round === this.numbers.rounds) this.endGame();
    else this.prepareRound();
  }

  collect(island) {
    if (this.now.treasures[island] === 0) return;
    const winner = this.winnerOn(this.now.inhabitants[island]);
    if (winner === null) return;
    this.now.treasures[island] -= 1;
    this.now.gains[winner] += 1;
    this.returnAfterwards(winner, island);
  }

  returnAfterwards(winner, island) {
    this.takeFromIsland(winner, island);
  }

  /** Who takes the treasure of an island on which each seat has so many inhabitants. */
  winnerOn(counts) {
    return this.strongest(counts) ?? this.besideConflict(counts);
  }

  strongest(counts) {
    return upTo(this.players).find((seat) => this.hasMajority(counts, seat)) ?? null;
  }

  hasMajority(counts, seat) {
    return counts.every((count, other) => other === seat || counts[seat] > count);
  }

  besideConflict(counts) {
    const conflict = upTo(this.players).some((seat) => this.inConflict(counts, seat));
    return conflict ? this.lone(counts) : null;
  }

  inConflict(counts, seat) {
    return counts[seat] > 0 && counts.some((count, other) => other !== seat && count === counts[seat]);
  }

  /** Beside a conflict: the player outside it who has a single inhabitant there. */
  lone(counts) {
    return upTo(this.players).find((seat) => counts[seat] === 1 && !this.inConflict(counts, seat)) ?? null;
  }

  // The next round is prepared

  prepareRound() {
    const shaman = this.nextShaman();
    this.fillHuts();
    this.everybodyDraws(shaman);
    Object.assign(this.now, { phase: "offer", shaman, actor: shaman });
  }

  endGame() {
    this.fillHuts();
    this.everybodyDraws(this.now.shaman);
    Object.assign(this.now, { phase: "over", actor: null });
  }

  /** The player with the fewest treasures; of several, the first one clockwise after the old shaman. */
  nextShaman() {
    const compared = this.treasuresCompared();
    const fewest = Math.min(...compared);
    return this.candidates(this.oldShaman()).find((seat) => compared[seat] === fewest);
  }

  treasuresCompared() {
    return this.now.gains;
  }

  oldShaman() {
    return this.now.shaman;
  }

  /** Who comes first in a tie for shaman. */
  candidates(oldShaman) {
    return this.clockwise(this.after(oldShaman));
  }

  fillHuts() {
    this.now.huts = this.now.huts.map((hut, seat) => hut + this.now.gains[seat]);
    this.now.gains = this.now.gains.map(() => 0);
  }

  everybodyDraws(shaman) {
    const { hands, pile, round } = this.now;
    const count = this.drawnAfter(round);
    for (const seat of this.drawingOrder(shaman)) hands[seat] = increasing([...hands[seat], ...pile.splice(0, count)]);
  }

  drawingOrder(shaman) {
    return this.clockwise(shaman);
  }

  drawnAfter(round) {
    const { rounds, cards_drawn: usually, last_draw: forTheLast } = this.numbers;
    if (round === rounds) return 0;
    return round + 1 === rounds ? forTheLast : usually;
  }

  offerChoices() {
    return [{ do: "accept" }, ...this.nameable().map((shaman) => ({ do: "name", shaman }))];
  }

  nameable() {
    return upTo(this.players).filter((seat) => seat !== this.now.actor);
  }

  answerOffer(shaman) {
    this.beginRound(shaman);
  }

  // Seats, islands and pieces

  after(seat) {
    return (seat + 1) % this.players;
  }

  clockwise(first) {
    return upTo(this.players).map((step) => (first + step) % this.players);
  }

  laid(name) {
    return this.now.table.find((laid) => sameCard(laid, name));
  }

  room(island) {
    return this.numbers.cap - sum(this.now.inhabitants[island]);
  }

  islandsWithRoom() {
    return upTo(this.islands).filter((island) => this.room(island) > 0);
  }

  /** Where something can be moved to from an island. */
  goals(from) {
    return upTo(this.islands).filter((island) => island !== from);
  }

  onIslands(player) {
    return sum(this.now.inhabitants.map((row) => row[player]));
  }

  putOnIsland(player, island) {
    this.now.reserve[player] -= 1;
    this.now.inhabitants[island][player] += 1;
  }

  takeFromIsland(player, island) {
    this.now.inhabitants[island][player] -= 1;
    this.now.reserve[player] += 1;
  }
}
