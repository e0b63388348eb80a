// What can be set: numbers, by pressing + and −, and seats.

const sum = (numbers) => numbers.slice(0, state.players).reduce((one, other) => one + other, 0);
const inAll = (setting, given) => (setting.control === "seats" ? sum(given[setting.name]) : given[setting.name]);
const mostOf = (setting) => setting.most[state.players];

// Whether there can be such a situation at all.
function possible(given) {
  return settings.every((setting) => {
    if (setting.control !== "seats" && setting.control !== "number") return true;
    if ([].concat(given[setting.name]).some((number) => number < setting.least)) return false;
    if (mostOf(setting) !== undefined && inAll(setting, given) > mostOf(setting)) return false;
    return !setting.covers || given[setting.name].every((number, seat) => number >= given[setting.covers][seat]);
  });
}

function settingOf(counts) {
  const name = counts.replace(/-\d+$/, "");
  return { name, seat: counts === name ? null : Number(counts.slice(name.length + 1)) };
}

// One more or one fewer; what covers it grows with it.
function changed(counts, by) {
  const { name, seat } = settingOf(counts);
  const next = Object.assign({}, state.given);
  if (seat === null) {
    next[name] += by;
    return next;
  }
  next[name] = next[name].map((number, place) => (place === seat ? number + by : number));
  for (const other of settings.filter((setting) => setting.covers === name)) {
    next[other.name] = next[other.name].map((number, place) => Math.max(number, next[name][place]));
  }
  return next;
}

function showSteppers() {
  for (const stepper of root.querySelectorAll(".ti-stepper")) {
    const counts = stepper.dataset.counts;
    const { name, seat } = settingOf(counts);
    stepper.hidden = seat !== null && seat >= state.players;
    if (stepper.hidden) continue;
    stepper.querySelector("output").textContent = seat === null ? state.given[name] : state.given[name][seat];
    stepper.querySelector(".ti-less").setAttribute("aria-disabled", String(!possible(changed(counts, -1))));
    stepper.querySelector(".ti-more").setAttribute("aria-disabled", String(!possible(changed(counts, 1))));
  }
  for (const setting of settings.filter(({ limit }) => limit)) {
    const full = inAll(setting, state.given) === mostOf(setting);
    show(byId(`${setting.name}-limit`), full ? limitTold(...setting.limit) : []);
  }
}

function limitTold(key, clause) {
  return say(key, { clause: "\u0000" })
    .split("\u0000")
    .flatMap((text, place) => (place ? [clauseLink(clause), text] : [text]));
}

function setUpSteppers() {
  for (const stepper of root.querySelectorAll(".ti-stepper")) {
    const step = (by) => {
      const next = changed(stepper.dataset.counts, by);
      if (possible(next)) state.given = next;
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
  for (const button of root.querySelectorAll("[data-clears]")) {
    button.addEventListener("click", () => {
      const name = button.dataset.clears;
      state.given = Object.assign({}, state.given, { [name]: state.given[name].map(() => 0) });
      refresh();
    });
  }
  for (const setting of settings.filter(({ control }) => control === "seat")) {
    byId(setting.name).addEventListener("change", (event) => {
      state.given[setting.name] = Number(event.target.value);
      refresh();
    });
  }
}

function showSeats(setting) {
  const select = byId(setting.name);
  const chosen = state.given[setting.name];
  show(
    select,
    seatsNow().map((seat) => html("option", { value: seat, selected: seat === chosen }, nameOf(seat))),
  );
  select.value = String(chosen);
}

// With other players, what no longer fits is taken away.
function fit() {
  const gone = (seat) => seat >= state.players;
  const given = Object.assign({}, state.given);
  for (const { name, control } of settings) {
    if (control === "seats") given[name] = given[name].map((number, seat) => (gone(seat) ? 0 : number));
    if (control === "seat" && gone(given[name])) given[name] = 0;
  }
  if (!possible(given)) {
    for (const { name, control } of settings) {
      if (control === "seats") given[name] = given[name].map(() => 0);
      if (control === "number") given[name] = 1;
    }
  }
  state.given = given;
}
