// The page as a whole: the parts, how many play, and the beginning.

const tabs = Array.from(root.querySelectorAll("[role=tab]"), (button) => button.id.replace("ti-tab-", ""));
let tab = tabs[0];

function refresh() {
  showSteppers();
  if (questions[tab]) showQuestion(tab);
  else showGame();
}

function select(name, focus) {
  tab = name;
  for (const other of tabs) {
    const button = byId(`tab-${other}`);
    button.setAttribute("aria-selected", String(other === name));
    button.tabIndex = other === name ? 0 : -1;
    byId(`panel-${other}`).hidden = other !== name;
    if (focus && other === name) button.focus();
  }
  byId("players").hidden = !questions[name];
  refresh();
}

function setUpTabs() {
  for (const name of tabs) {
    byId(`tab-${name}`).addEventListener("click", () => select(name));
    byId(`tab-${name}`).addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const ends = { Home: 0, End: tabs.length - 1 };
      const to = by ? (tabs.indexOf(name) + by + tabs.length) % tabs.length : ends[event.key];
      if (to === undefined) return;
      event.preventDefault();
      select(tabs[to], true);
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

setUpTabs();
setUpPlayers();
setUpSteppers();
for (const [name, { points }] of Object.entries(questions)) setUpReadings(name, points);
if (games) setUpGame();
root.classList.add("ti-ready");
const linked = tabs.find((name) => window.location.hash === `#ti-tab-${name}`);
select(linked || tabs[0]);
