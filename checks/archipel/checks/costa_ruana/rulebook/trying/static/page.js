// The page as a whole: the parts, how many play, and the beginning.

const PARTS = { island: showIsland, shaman: showShaman, conditions: showConditions, game: showGame };
let tab = "island";

function refresh() {
  showSteppers();
  PARTS[tab]();
}

function select(name, focus) {
  tab = name;
  for (const other of Object.keys(PARTS)) {
    const button = byId(`tab-${other}`);
    button.setAttribute("aria-selected", String(other === name));
    button.tabIndex = other === name ? 0 : -1;
    byId(`panel-${other}`).hidden = other !== name;
    if (focus && other === name) button.focus();
  }
  byId("players").hidden = name === "game";
  refresh();
}

function setUpTabs() {
  const all = Object.keys(PARTS);
  for (const name of all) {
    byId(`tab-${name}`).addEventListener("click", () => select(name));
    byId(`tab-${name}`).addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const to =
        event.key === "Home"
          ? 0
          : event.key === "End"
            ? all.length - 1
            : by
              ? (all.indexOf(name) + by + all.length) % all.length
              : null;
      if (to === null) return;
      event.preventDefault();
      select(all[to], true);
    });
  }
}

function setUpPlayers() {
  for (const input of byId("players").querySelectorAll("input")) {
    input.addEventListener("change", () => {
      state.players = Number(input.value);
      fit();
      refresh();
    });
  }
}

// With other players, what no longer fits is taken away.
function fit() {
  const gone = (seat) => seat >= state.players;
  for (const what of ["on", "gain", "total"])
    state[what] = state[what].map((number, seat) => (gone(seat) ? 0 : number));
  if (gone(state.shaman)) state.shaman = 0;
  if (gone(state.offered)) state.offered = 0;
  if (!possible(state)) {
    Object.assign(state, { treasures: 1, gain: state.gain.map(() => 0), total: state.total.map(() => 0) });
  }
}

setUpTabs();
setUpPlayers();
setUpSteppers();
setUpShaman();
for (const part of ["island", "shaman", "conditions"]) setUpReadings(part, tables[part].points);
setUpGame();
root.classList.add("ti-ready");
const linked = Object.keys(PARTS).find((name) => window.location.hash === `#ti-tab-${name}`);
select(linked || "island");
