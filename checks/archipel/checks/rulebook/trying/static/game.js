// A game, decision by decision.

// A position: the first one, with all changes up to a decision.
function positionAt(game, step) {
  return game.steps
    .slice(0, step)
    .reduce((position, { at }) => Object.assign(position, at), Object.assign({}, game.first));
}

// Elements that Python drew, as elements of this page.
function parsed(text) {
  const found = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return Array.from(found.documentElement.children, (one) => document.importNode(one, true));
}

// A drawing of a position: its size, what it shows in words, what stands below it, and its elements.
function drawing(place, isChanged) {
  const [width, height, label, caption, elements] = games.drawings[place];
  const heard = isChanged ? `${label} (${say("game.changed")})` : label;
  const inside = elements.flatMap((element) => parsed(games.elements[element]));
  const shown = picture(width, height, heard, isChanged ? "ti-small ti-changed" : "ti-small", inside);
  const style = `flex: 1 1 ${Math.max(0.42 * width, 72)}px; max-width: ${0.8 * width}px`;
  return html("li", { style }, caption ? [shown, html("small", {}, caption)] : shown);
}

function section(name, now, before) {
  const same = before && before.length === now.length;
  const title = words.said[`game.section.${name}`];
  const inside = now.length
    ? html(
        "ul",
        { class: `ti-drawings ti-shown-${name}` },
        now.map((place, number) => drawing(place, same && before[number] !== place)),
      )
    : html("p", { class: "ti-same" }, say(`game.section.${name}.none`));
  return [title ? html("h3", {}, title) : null, inside];
}

function playersTable(now) {
  const heads = ["player", ...now.columns.map(([column]) => column)].map((column) => html("th", { scope: "col" }, say(`game.col.${column}`)));
  const rows = now.columns[0][1].map((_, seat) => {
    const sign = svg("svg", { viewBox: "-14 -15 28 30", class: `${words.prefix} ti-sign`, "aria-hidden": "true" }, [
      figure(seat, 0, 0, 1),
    ]);
    const role = seat === now.role ? html("small", {}, ` · ${say("game.role")}`) : null;
    const cells = now.columns.map(([, values]) => html("td", {}, String(values[seat])));
    return html("tr", { class: seat === now.actor ? "ti-actor" : null }, [
      html("th", { scope: "row" }, [sign, ` ${nameOf(seat)}`, role]),
      ...cells,
    ]);
  });
  return html("table", { class: "ti-table" }, [html("thead", {}, html("tr", {}, heads)), html("tbody", {}, rows)]);
}

function showBoard(game) {
  const now = positionAt(game, state.step);
  const before = positionAt(game, Math.max(0, state.step - 1));
  const shown = now.sections.flatMap(([name, places], number) => section(name, places, before.sections[number][1]));
  show(byId("board"), [...shown, playersTable(now)]);
  return now;
}

function happening([told, clauses]) {
  return html("li", {}, [
    ...told.map((text) => html("p", {}, text)),
    html(
      "p",
      { class: "ti-clauses" },
      clauses.flatMap((id) => [clauseLink(id), " "]),
    ),
  ]);
}

// The readings by which the game parts at the decision shown.
function partingsHere(game) {
  const here = game.partings.filter(({ step, playable }) => playable && step === state.step - 1);
  if (!here.length) return null;
  return html("details", { class: "ti-more-readings", open: isOpen("ti-more-readings") }, [
    html("summary", {}, `${say("game.here")} (${here.length})`),
    html(
      "ul",
      { class: "ti-partings" },
      here.map(({ point, reading }) => {
        const says = words.points[point].readings[reading];
        const button = html(
          "button",
          { type: "button", class: "ti-pick", "aria-label": `${say("compare.try")}: ${says}` },
          say("compare.try"),
        );
        button.addEventListener("click", () => readGame(`${point}=${reading}`));
        return html("li", {}, [html("span", {}, says), button]);
      }),
    ),
  ]);
}

// Whether a part that is drawn anew was unfolded.
function isOpen(name) {
  const before = byId("told").querySelector(`.${name}`);
  return Boolean(before && before.open);
}

function readGame(reading) {
  state.gameReading = reading;
  byId("game-reading").value = reading;
  refresh();
  byId("game-reading").focus();
}

function showTold(game, now) {
  const step = game.steps[state.step - 1];
  const clauses = step ? Array.from(new Set(step.happens.flatMap(([, ids]) => ids))) : [];
  const title = step ? say("game.step", { step: state.step, steps: game.steps.length }) : say("game.start");
  show(byId("told"), [
    html("h3", {}, title),
    step ? html("ol", { class: "ti-happens" }, step.happens.map(happening)) : null,
    clauses.length
      ? html("details", { class: "ti-sentences", open: isOpen("ti-sentences") }, [
          html("summary", {}, say("game.clauses")),
          html(
            "ul",
            { class: "ti-why" },
            clauses.map((id) => html("li", {}, [clauseLink(id), ` ${sentence(id, ours)}`])),
          ),
        ])
      : null,
    partingsHere(game),
    html("p", { class: "ti-turn" }, [html("strong", {}, say("game.now")), ` ${now.headline}. ${now.turn}.`]),
  ]);
}

function showParting(game) {
  if (!state.gameReading) return show(byId("parting"), []);
  const [point, reading] = state.gameReading.split("=");
  const about = words.points[point];
  const found = game.partings.find((parting) => parting.point === point && parting.reading === reading);
  const says = html("p", { class: "ti-says" }, [html("strong", {}, about.question), " ", about.readings[reading]]);
  const note = !found ? "game.same" : found.playable ? null : "game.unplayable";
  if (note) return show(byId("parting"), [says, html("p", { class: "ti-same" }, say(note))]);
  return show(byId("parting"), [says, ...parting(found)]);
}

function parting(found) {
  const step = found.step + 1;
  const button = html("button", { type: "button" }, say("game.go", { step }));
  button.addEventListener("click", () => goTo(step));
  const [here, there] = found.choices;
  const lines = [
    found.refused ? say("game.refused") : null,
    here !== there ? say("game.choices", { ours: here, theirs: there }) : null,
  ].filter(Boolean);
  return [
    html("p", {}, [
      found.step ? say("game.parts", { step: found.step }) : say("game.parts.first"),
      ` ${lines.join(" ")}`,
    ]),
    html("p", { class: "ti-buttons" }, button),
    found.ours.length || found.theirs.length
      ? html("div", { class: "ti-sides-by" }, [
          html("div", { class: "ti-ours" }, [
            html("h4", {}, say("compare.ours")),
            ...found.ours.map((line) => html("p", {}, line)),
          ]),
          html("div", { class: "ti-theirs" }, [
            html("h4", {}, say("compare.theirs")),
            ...found.theirs.map((line) => html("p", {}, line)),
          ]),
        ])
      : null,
  ];
}

function showGame() {
  const game = games.played[state.game];
  const slider = byId("game-slider");
  slider.max = game.steps.length;
  slider.value = state.step;
  slider.setAttribute(
    "aria-valuetext",
    state.step ? say("game.step", { step: state.step, steps: game.steps.length }) : say("game.start"),
  );
  byId("game-first").setAttribute("aria-disabled", String(state.step === 0));
  byId("game-back").setAttribute("aria-disabled", String(state.step === 0));
  byId("game-next").setAttribute("aria-disabled", String(state.step === game.steps.length));
  byId("game-last").setAttribute("aria-disabled", String(state.step === game.steps.length));
  showTold(game, showBoard(game));
  showParting(game);
}

function goTo(step) {
  state.step = Math.max(0, Math.min(games.played[state.game].steps.length, step));
  refresh();
}

function setUpGame() {
  games.played.forEach((game, place) =>
    byId("game").append(
      html("option", { value: place }, say("game.name", { players: game.players, steps: game.steps.length })),
    ),
  );
  byId("game").addEventListener("change", (event) => {
    state.game = Number(event.target.value);
    goTo(0);
  });
  const reading = byId("game-reading");
  reading.append(html("option", { value: "" }, say("game.ours")));
  for (const point of tables.points) {
    reading.append(
      html(
        "optgroup",
        { label: words.points[point].question },
        tables.readings[point]
          .slice(1)
          .map((name) => html("option", { value: `${point}=${name}` }, say("readings.other", { name }))),
      ),
    );
  }
  reading.addEventListener("change", () => readGame(reading.value));
  byId("game-slider").addEventListener("input", (event) => goTo(Number(event.target.value)));
  byId("game-first").addEventListener("click", () => goTo(0));
  byId("game-back").addEventListener("click", () => goTo(state.step - 1));
  byId("game-next").addEventListener("click", () => goTo(state.step + 1));
  byId("game-last").addEventListener("click", () => goTo(games.played[state.game].steps.length));
}
