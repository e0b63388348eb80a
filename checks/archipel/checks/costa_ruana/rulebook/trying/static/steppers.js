// Numbers that are set by pressing + and −, as far as the tables know of such a thing.

function valueOf(name) {
  const [what, seat] = name.split("-");
  return seat === undefined ? state[what] : state[what][seat];
}

function changed(name, by) {
  const next = {
    on: state.on.slice(),
    gain: state.gain.slice(),
    total: state.total.slice(),
    treasures: state.treasures,
  };
  const [what, seat] = name.split("-");
  if (seat === undefined) next[what] += by;
  else next[what][seat] += by;
  if (what === "gain") next.total[seat] = Math.max(next.total[seat], next.gain[seat]);
  return next;
}

const sum = (numbers) => numbers.slice(0, state.players).reduce((one, other) => one + other, 0);

// Whether the tables know of such a thing at all.
function possible(next) {
  const game = tables.shaman.players[state.players];
  const row = next.on.slice(0, state.players);
  return (
    lookup.island(tables, row, next.treasures, ours) !== null &&
    next.gain.every((number, seat) => number >= 0 && next.total[seat] >= number) &&
    sum(next.gain) <= game.most &&
    sum(next.total) <= game.treasures
  );
}

function showSteppers() {
  for (const stepper of root.querySelectorAll(".ti-stepper")) {
    const name = stepper.dataset.counts;
    const seat = name.split("-")[1];
    stepper.hidden = seat !== undefined && Number(seat) >= state.players;
    if (stepper.hidden) continue;
    stepper.querySelector("output").textContent = valueOf(name);
    stepper.querySelector(".ti-less").setAttribute("aria-disabled", String(!possible(changed(name, -1))));
    stepper.querySelector(".ti-more").setAttribute("aria-disabled", String(!possible(changed(name, 1))));
  }
  const limit = (key, clause) =>
    say(key, { clause: "\u0000" })
      .split("\u0000")
      .flatMap((text, place) => (place ? [clauseLink(clause), text] : [text]));
  const full = !possible(changed("on-0", 1));
  show(byId("island-limit"), full ? limit("full", "components.island-cap") : []);
  const spent = sum(state.gain) === tables.shaman.players[state.players].most;
  show(byId("shaman-limit"), spent ? limit("spent", "collection.one-per-island") : []);
}

function setUpSteppers() {
  for (const stepper of root.querySelectorAll(".ti-stepper")) {
    const step = (by) => {
      const next = changed(stepper.dataset.counts, by);
      if (possible(next)) Object.assign(state, next);
      refresh();
    };
    stepper.querySelector(".ti-less").addEventListener("click", () => step(-1));
    stepper.querySelector(".ti-more").addEventListener("click", () => step(1));
    stepper.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (by) {
        event.preventDefault();
        step(by);
      }
    });
  }
  byId("island-clear").addEventListener("click", () => {
    state.on = state.on.map(() => 0);
    refresh();
  });
}
