// Runs test vectors (archipel vectors --out DIR) against a program. Node 18 or later, nothing else.
//
//   node consumer.mjs DIR --module ./my-game.mjs          a module with newGame and, if it can, fromState
//   node consumer.mjs DIR -- node my-adapter.mjs          a command that speaks the conformance protocol
//   node consumer.mjs DIR --suite rules --suite games …   only these suites
//   node consumer.mjs DIR --readings …                    also play by the other readings that cases name
//   node consumer.mjs DIR --json …                        the report as JSON
//
// The module exports newGame(setup, numbers, readings, deck), which returns an object with legal(), play(action) (throws
// if it is refused), state(), view(player) and result(). It may export fromState(state) for games that begin in a
// position, acceptsPosition(state) and acceptsBox(players, numbers, deck); what it lacks is skipped, and counted.
// Exit codes: 0 nothing failed, 1 something failed, 2 nothing could be run. DIR/README.md numbers the steps.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const FORMAT = "archipel-vectors";
const MAJOR = "1";
const HEADER = ["game", "rules", "readings", "numbers", "deck"];
const SHOWN = 20;
const PATIENCE_MS = 20_000;

class Failed extends Error {}
class Skipped extends Error {}
class Unusable extends Error {}

// Step 7: canonical texts and digests

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return ascii(JSON.stringify(value));
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${ascii(JSON.stringify(key))}:${canonical(value[key])}`).join(",")}}`;
}

const ascii = (text) => text.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

const sha256 = (content) => createHash("sha256").update(content).digest("hex");

function digest(values) {
  const each = new Set(values.map((value) => sha256(`${canonical(value)}\n`)));
  return sha256(Buffer.from([...each].sort().join(""), "hex"));
}

// The program under test: a module

class ModuleProgram {
  static async open(file) {
    return new ModuleProgram(await import(pathToFileURL(resolve(file)).href));
  }

  constructor(module) {
    if (typeof module.newGame !== "function") throw new Unusable("the module exports no newGame");
    this.module = module;
    this.resumes = typeof module.fromState === "function";
  }

  async begin({ setup, numbers, readings, deck }) {
    return this.module.newGame(structuredClone(setup), { ...numbers }, { ...readings }, [...deck]);
  }

  async resume(state) {
    return this.module.fromState(structuredClone(state));
  }

  asked(name, ...given) {
    if (typeof this.module[name] !== "function") throw new Skipped(`the module has no ${name}`);
    return this.module[name](...given);
  }

  async close() {}
}

// The program under test: a command that speaks the conformance protocol

class CommandProgram {
  constructor([command, ...given]) {
    this.can = [];
    this.resumes = false;
    this.id = 0;
    this.waiting = [];
    this.child = spawn(command, given, { stdio: ["pipe", "pipe", "inherit"] });
    this.child.on("error", () => this.end("cannot be started"));
    this.child.on("exit", () => this.end("has ended"));
    this.child.stdin.on("error", () => {});
    createInterface({ input: this.child.stdout }).on("line", (line) => this.waiting.shift()?.(line));
  }

  end(how) {
    this.ended = how;
    this.waiting.splice(0).forEach((tell) => tell(null));
  }

  async request(message) {
    const id = ++this.id;
    if (this.ended) throw new Unusable(`the command ${this.ended}`);
    const line = await new Promise((tell) => {
      const timer = setTimeout(() => tell(null), PATIENCE_MS);
      this.waiting.push((found) => { clearTimeout(timer); tell(found); });
      this.child.stdin.write(`${JSON.stringify({ id, ...message })}\n`);
    });
    if (line === null) throw new Unusable(`the command ${this.ended ?? "does not answer"}`);
    const answer = JSON.parse(line);
    if (answer.id !== id) throw new Unusable(`answer ${answer.id} to request ${id}`);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  async begin(start) {
    const header = Object.fromEntries(HEADER.map((name) => [name, start[name]]));
    const answer = await this.request({ do: "new", protocol: 1, ...header, setup: start.setup });
    if (answer.refused) throw new Error("refused");
    this.can = answer.can ?? [];
    this.resumes = this.can.includes("position");
    return new CommandGame(this, answer);
  }

  async resume(state) {
    const answer = await this.request({ do: "position", state });
    if (answer.refused) throw new Failed("refuses to begin in the position");
    return new CommandGame(this, answer);
  }

  async asked(name, state) {
    if (name !== "acceptsPosition") throw new Skipped(`the protocol has no ${name}`);
    if (!this.resumes || !this.can.includes("check")) throw new Skipped("the program does not check positions");
    return !(await refused(() => this.resume(state)));
  }

  async close() {
    if (this.ended) return;
    await this.request({ do: "bye" }).catch(() => {});
    this.child.kill();
  }
}

class CommandGame {
  constructor(program, answer) {
    this.program = program;
    this.now = answer;
  }

  legal = () => this.now.legal;
  state = () => this.now.state ?? {};
  result = () => this.now.result;

  async play(action) {
    const answer = await this.program.request({ do: "play", action });
    if (answer.refused) throw new Error(answer.reason ?? "refused");
    this.now = answer;
  }

  async view(player) {
    const answer = await this.program.request({ do: "view", player });
    if (answer.unsupported) throw new Skipped("the program shows no views");
    return answer.view;
  }
}

// Step 4: cases

/** A game in the position a case begins with: resumed there, or played from its setup. */
async function placed(program, begin, readings = undefined) {
  if (program.resumes && readings === undefined) return program.resume(begin.state);
  if (begin.record === undefined) throw new Skipped("the program cannot begin in a position");
  const game = await program.begin({ ...begin.record, readings: readings ?? begin.record.readings });
  for (const [number, move] of begin.record.moves.entries()) {
    if (await refused(() => game.play(move))) throw new Failed(`on the way there, refuses move ${number} ${canonical(move)}`);
  }
  return game;
}

/** Whether something is refused; a program that breaks down has refused nothing. */
async function refused(attempt) {
  try {
    await attempt();
    return false;
  } catch (error) {
    if (error instanceof Unusable || error instanceof Skipped) throw error;
    return true;
  }
}

const ANSWERS = {
  legal: async (game) => ({ legal: game.legal() }),
  result: async (game) => ({ result: game.result() ?? null }),
  view: async (game, { player }) => ({ view: await game.view(player) }),
  play: async (game, { action }) => {
    const before = canonical(game.state());
    if (!(await refused(() => game.play(action)))) return { state: game.state(), result: game.result() };
    if (canonical(game.state()) !== before) throw new Failed("refused, but the position has changed");
    return { refused: true };
  },
};

const WITHOUT_A_GAME = {
  new: (program, ask, readings) => began(program, { ...ask, readings: readings ?? ask.readings }),
  opening: async (program, ask) => {
    const found = await began(program, ask);
    return { opens: found.state !== undefined && difference({ state: ask.state }, found) === null };
  },
  position: async (program, { state }) => ({ accepted: Boolean(await program.asked("acceptsPosition", state)) }),
  box: async (program, { players, numbers, deck }) => ({
    accepted: Boolean(await program.asked("acceptsBox", players, numbers, deck)),
  }),
};

async function began(program, start) {
  let game;
  if (await refused(async () => { game = await program.begin(start); })) return { refused: true };
  return { state: game.state(), result: game.result() ?? null };
}

/** What the program answers to a case, if need be under other readings. */
async function answered(program, { begin, ask }, readings = undefined) {
  if (ask.do in WITHOUT_A_GAME) return WITHOUT_A_GAME[ask.do](program, ask, readings);
  if (!(ask.do in ANSWERS)) throw new Skipped(`unknown question ${ask.do}`);
  return ANSWERS[ask.do](await placed(program, begin, readings), ask);
}

/** In what an answer differs from what is expected; null if in nothing. Members a program does not keep are left out. */
function difference(expect, found) {
  if (expect.legal) return listed(expect.legal, found.legal);
  if (expect.state) {
    if (!found.state) return "refused";
    const wrong = Object.keys(found.state).filter((name) => !HEADER.includes(name) && unlike(found.state[name], expect.state[name]));
    if (wrong.length) return `${wrong[0]} is ${canonical(found.state[wrong[0]])}, expected ${canonical(expect.state[wrong[0]] ?? null)}`;
    const counts = "result" in expect && found.result !== undefined;
    return counts && unlike(found.result, expect.result) ? `result ${canonical(found.result)}, expected ${canonical(expect.result)}` : null;
  }
  const name = Object.keys(expect).find((key) => key !== "reasons");
  return unlike(found[name] ?? null, expect[name]) ? `${name} is ${canonical(found[name] ?? null)}, expected ${canonical(expect[name])}` : null;
}

const unlike = (one, other) => canonical(one ?? null) !== canonical(other ?? null);

function listed(expected, found) {
  const wanted = new Set(expected.map(canonical)), given = new Set(found.map(canonical));
  const missing = [...wanted].find((text) => !given.has(text)), extra = [...given].find((text) => !wanted.has(text));
  if (missing) return `not listed as legal: ${missing}`;
  return extra ? `wrongly listed as legal: ${extra}` : null;
}

async function runCase(program, entry, options) {
  const found = await answered(program, entry), wrong = difference(entry.expect, found);
  if (wrong !== null) {
    const reading = (entry.otherwise ?? []).find((other) => difference(other.expect, found) === null);
    throw new Failed(reading ? `plays by another reading: ${canonical(reading.readings)}` : wrong);
  }
  for (const other of options.readings ? entry.otherwise ?? [] : []) {
    const told = difference(other.expect, await answered(program, entry, other.readings));
    if (told !== null) throw new Failed(`under ${canonical(other.readings)}: ${told}`);
  }
}

// Step 5: games

async function runGame(program, entry) {
  const game = await program.begin(entry);
  for (const [number, { state, legal, views }] of entry.states.entries()) {
    const wrong = difference({ state }, { state: game.state() });
    if (wrong !== null) throw new Failed(`after ${number} moves: ${wrong}`);
    const menu = game.legal();
    if (menu.length !== legal.count) throw new Failed(`after ${number} moves: ${menu.length} are legal, expected ${legal.count}`);
    if (digest(menu) !== legal.sha256) throw new Failed(`after ${number} moves: other decisions are legal`);
    await compareViews(game, views, number);
    if (number < entry.moves.length) await game.play(entry.moves[number]);
  }
  if (game.result() !== undefined && unlike(game.result(), entry.result)) throw new Failed("another result");
}

async function compareViews(game, views, number) {
  for (const [seat, expected] of views.entries()) {
    let view;
    try {
      view = await game.view(seat);
    } catch (error) {
      if (error instanceof Skipped) return;
      throw error;
    }
    if (digest([view]) !== expected) throw new Failed(`after ${number} moves: seat ${seat} sees something else`);
  }
}

// Step 6: counts

async function runCount(program, { begin, depths }) {
  const first = await placed(program, begin);
  if (first.legal().length !== depths[0].count) throw new Failed(`${first.legal().length} at depth 1, expected ${depths[0].count}`);
  const whole = Object.keys(begin.state).every((name) => HEADER.includes(name) || name in first.state());
  if (!program.resumes || !whole) throw new Skipped("only depth 1: the program cannot begin in a position");
  const header = Object.fromEntries(HEADER.map((name) => [name, begin.state[name]]));
  let positions = [begin.state];
  for (const [depth, expected] of depths.entries()) {
    positions = await onward(program, header, positions);
    if (positions.length !== expected.count) throw new Failed(`${positions.length} at depth ${depth + 1}, expected ${expected.count}`);
    if (digest(positions) !== expected.sha256) throw new Failed(`other positions at depth ${depth + 1}`);
  }
}

/** Every position one decision further. */
async function onward(program, header, positions) {
  const found = [];
  for (const state of positions) {
    for (const action of (await program.resume({ ...state, ...header })).legal()) {
      const game = await program.resume({ ...state, ...header });
      await game.play(action);
      found.push(withoutHeader(game.state()));
    }
  }
  return found;
}

const withoutHeader = (state) => Object.fromEntries(Object.entries(state).filter(([name]) => !HEADER.includes(name)));

// Steps 1 to 3 and 8: files and the report

const KINDS = { cases: runCase, games: runGame, perft: runCount };

function readManifest(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  if (manifest.format !== FORMAT) throw new Unusable("no test vectors");
  if (manifest.version.split(".")[0] !== MAJOR) throw new Unusable(`version ${manifest.version} is not for this reader`);
  return manifest;
}

function entriesOf(folder, suite) {
  const manifest = JSON.parse(checked(folder, suite.file, suite.sha256));
  return manifest.files.flatMap(({ file, sha256: wanted }) => JSON.parse(checked(join(folder, suite.id), file, wanted)).entries);
}

function checked(folder, file, wanted) {
  const content = readFileSync(join(folder, file));
  if (sha256(content) !== wanted) throw new Unusable(`${file}: not the file that the manifest names`);
  return content.toString("utf8");
}

/** Begins a game, so that a program can say what else it can do. */
async function meet(program, folder, suites) {
  if (program instanceof ModuleProgram) return;
  const games = suites.find(({ kind }) => kind === "games");
  if (games) await refused(() => program.begin(entriesOf(folder, games)[0]));
}

async function runSuite(program, folder, suite, options) {
  const report = { suite: suite.id, passed: 0, failed: [], skipped: {} };
  for (const entry of entriesOf(folder, suite)) {
    try {
      if (!(suite.kind in KINDS)) throw new Skipped(`unknown kind ${suite.kind}`);
      await KINDS[suite.kind](program, entry, options);
      report.passed += 1;
    } catch (error) {
      if (error instanceof Unusable) throw error;
      if (error instanceof Skipped) report.skipped[error.message] = (report.skipped[error.message] ?? 0) + 1;
      else report.failed.push({ id: entry.id, clauses: entry.clauses ?? [], why: error.message });
    }
  }
  return report;
}

function print({ suite, passed, failed, skipped }) {
  const left = Object.values(skipped).reduce((sum, number) => sum + number, 0);
  console.log(`${suite.padEnd(12)} ${passed} passed, ${failed.length} failed, ${left} skipped`);
  for (const [why, number] of Object.entries(skipped)) console.log(`  skipped ${number}: ${why}`);
  for (const { id, clauses, why } of failed.slice(0, SHOWN)) console.log(`  FAILED ${id} (${clauses.slice(0, 4).join(", ")}): ${why}`);
  if (failed.length > SHOWN) console.log(`  and ${failed.length - SHOWN} more`);
}

async function main(argv) {
  const split = argv.indexOf("--");
  const [mine, command] = split < 0 ? [argv, null] : [argv.slice(0, split), argv.slice(split + 1)];
  const { values, positionals } = parseArgs({
    args: mine,
    allowPositionals: true,
    options: {
      module: { type: "string" },
      suite: { type: "string", multiple: true },
      readings: { type: "boolean" },
      json: { type: "boolean" },
    },
  });
  if (positionals.length !== 1 || (values.module === undefined) === (command === null)) {
    throw new Unusable("usage: consumer.mjs DIR (--module FILE | -- COMMAND …)");
  }
  const [folder] = positionals;
  const suites = readManifest(folder).suites.filter(({ id }) => !values.suite || values.suite.includes(id));
  if (!suites.length) throw new Unusable("no such suite");
  const program = command ? new CommandProgram(command) : await ModuleProgram.open(values.module);
  const reports = [];
  try {
    await meet(program, folder, readManifest(folder).suites);
    for (const suite of suites) {
      reports.push(await runSuite(program, folder, suite, values));
      if (!values.json) print(reports.at(-1));
    }
  } finally {
    await program.close();
  }
  if (values.json) console.log(JSON.stringify(reports, null, 1));
  return reports.some(({ failed }) => failed.length) ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => { process.exitCode = code; },
  (error) => {
    console.error(`consumer: ${error.message}`);
    process.exitCode = 2;
  },
);
