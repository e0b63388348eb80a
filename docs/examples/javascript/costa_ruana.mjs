// The adapter: it lets `game.mjs` be judged, one JSON object per line on standard input and output.
//
//   node costa_ruana.mjs                     play by the rules
//   node costa_ruana.mjs --mistake NAME      play with one mistake
//   node costa_ruana.mjs --list-mistakes     print the mistakes there are

import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

import { Game, Refused, Unplayable, fromState, newGame } from "./game.mjs";
import { MISTAKES } from "./mistakes.mjs";

const GAME = "costa_ruana";
const PROTOCOL = 1;

/** Answers requests about one game at a time. */
class Adapter {
  constructor(Kind) {
    this.Kind = Kind;
    this.game = null;
  }

  answer(request) {
    const requests = {
      new: () => this.begin(request),
      position: () => this.resume(request),
      state: () => ({ state: this.playing().state() }),
      play: () => this.play(request),
      view: () => this.view(request),
      bye: () => ({}),
    };
    if (!Object.hasOwn(requests, request.do)) throw new Unplayable("no such request");
    return requests[request.do]();
  }

  begin({ game, protocol, setup, rules, numbers, readings, deck }) {
    if (game !== GAME || protocol !== PROTOCOL) throw new Unplayable(`this is ${GAME}, protocol ${PROTOCOL}`);
    const changed = numbers ?? (typeof rules === "object" ? rules : {});
    this.game = newGame(setup, changed, readings, deck, this.Kind);
    return { ...this.position(), can: ["position", "state"] };
  }

  resume({ state }) {
    this.game = fromState(state, this.Kind);
    return this.position();
  }

  play({ action }) {
    this.playing().play(action);
    return this.position();
  }

  view({ player }) {
    const game = this.playing();
    if (!(Number.isInteger(player) && player >= 0 && player < game.players)) throw new Unplayable("no such seat");
    return { view: game.view(player) };
  }

  playing() {
    if (this.game === null) throw new Unplayable("no game has begun");
    return this.game;
  }

  position() {
    return { legal: this.game.legal(), state: this.game.state(), result: this.game.result() };
  }
}

function answered(adapter, line) {
  let id = null;
  try {
    const request = JSON.parse(line);
    id = request.id ?? null;
    return { answer: { id, ...adapter.answer(request) }, last: request.do === "bye" };
  } catch (error) {
    if (error instanceof Refused) return { answer: { id, refused: true, reason: error.message } };
    if (!(error instanceof Unplayable || error instanceof SyntaxError)) console.error(error.stack);
    return { answer: { id, error: error.message } };
  }
}

async function serve(Kind) {
  const adapter = new Adapter(Kind);
  for await (const line of createInterface({ input: process.stdin })) {
    const { answer, last } = answered(adapter, line);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    if (last) return;
  }
}

function chosen(name) {
  if (name === undefined) return Game;
  const known = Object.keys(MISTAKES);
  if (!known.includes(name)) throw new Unplayable(`--mistake: expected one of ${known.join(", ")}`);
  return MISTAKES[name].change(Game);
}

try {
  const options = { mistake: { type: "string" }, "list-mistakes": { type: "boolean" } };
  const { values } = parseArgs({ options });
  if (values["list-mistakes"]) {
    for (const [name, { about }] of Object.entries(MISTAKES)) console.log(`${name}: ${about}`);
  } else {
    await serve(chosen(values.mistake));
    process.stdin.destroy();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
