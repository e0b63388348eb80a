// A game, decision by decision.

// A position: the first one, with all changes up to a decision.
function positionAt(game, step) {
  return game.steps
    .slice(0, step)
    .reduce((position, { at }) => Object.assign(position, at), Object.assign({}, game.first));
}

function smallIsland(number, row, treasures, isChanged) {
  const people = Array.from(row, Number).flatMap((count, seat) => Array(count).fill(seat));
  const label = say("game.island", {
    island: number,
    people: crowdWords(Array.from(row, Number)),
    treasures: treasureWords(treasures),
  });
  return svg(
    "svg",
    {
      viewBox: "0 0 320 176",
      role: "img",
      class: isChanged ? "ti-small ti-changed" : "ti-small",
      "aria-label": isChanged ? `${label} (${say("game.changed")})` : label,
    },
    [
      svg("rect", { width: 320, height: 176, rx: 14, fill: "url(#ti-sea)" }),
      ...shore(),
      svg("text", { x: 14, y: 34, class: "ti-island-number" }, String(number)),
      ...gems(treasures, 160, 48, 1.7),
      ...people.map((seat, place) => figure(seat, 160 + 36 * (place - (people.length - 1) / 2), 104, 1.5)),
      isChanged ? svg("rect", { x: 3, y: 3, width: 314, height: 170, rx: 12, class: "ti-outline" }) : null,
    ],
  );
}

function laidCard([by, before, hidden, card, standing, acts]) {
  const where = say(hidden ? "game.laid.down" : "game.laid.up", { by: nameOf(by), before: nameOf(before) });
  const people = Array.from(standing, Number);
  const told = [
    where,
    people.length ? say("game.standing", { people: names(people) }) : "",
    acts ? say("game.acts") : "",
  ];
  const drawn = drawCard(
    card,
    cardName(card),
    null,
    [
      hidden ? svg("rect", { x: 3, y: 3, width: 102, height: 116, rx: 10, class: "ti-face-down" }) : null,
      acts ? svg("rect", { x: 3, y: 3, width: 102, height: 116, rx: 10, class: "ti-outline" }) : null,
      ...people.map((seat, place) => figure(seat, 18 + 25 * place, 18, 1)),
    ],
    "ti-card",
  );
  return html("li", { class: "ti-laid" }, [drawn, html("small", {}, told.filter(Boolean).join("; "))]);
}

function playersTable(now) {
  const columns = ["reserve", "hut", "hand"].concat(now.points ? ["points"] : []);
  const of = { reserve: now.reserve, hut: now.huts, hand: now.hands, points: now.points };
  const head = html(
    "tr",
    {},
    [html("th", { scope: "col" }, say("game.col.player"))].concat(
      columns.map((column) => html("th", { scope: "col" }, say(`game.col.${column}`))),
    ),
  );
  const rows = now.reserve.map((_, seat) =>
    html(
      "tr",
      { class: seat === now.actor ? "ti-actor" : null },
      [
        html("th", { scope: "row" }, [
          svg(
            "svg",
            { viewBox: "-14 -15 28 30", class: "ti-sign", "aria-hidden": "true", focusable: "false" },
            figure(seat, 0, 0, 1),
          ),
          ` ${nameOf(seat)}`,
          seat === now.shaman && now.actor !== null ? html("small", {}, ` · ${say("game.shaman")}`) : null,
        ]),
      ].concat(columns.map((column) => html("td", {}, String(of[column][seat])))),
    ),
  );
  return html("table", { class: "ti-table" }, [html("thead", {}, head), html("tbody", {}, rows)]);
}

function showBoard(game) {
  const now = positionAt(game, state.step);
  const before = positionAt(game, Math.max(0, state.step - 1));
  show(byId("board"), [
    html(
      "div",
      { class: now.on.length > 4 ? "ti-islands" : "ti-islands ti-few" },
      now.on.map((row, island) =>
        smallIsland(
          island,
          row,
          now.treasures[island],
          row !== before.on[island] || now.treasures[island] !== before.treasures[island],
        ),
      ),
    ),
    html("div", { class: "ti-sides ti-little" }, [drawSide(now.tide), drawSide(now.time)]),
    html("h3", {}, say("game.table")),
    now.table.length
      ? html("ul", { class: "ti-laid-cards" }, now.table.map(laidCard))
      : html("p", { class: "ti-same" }, say("game.table.none")),
    playersTable(now),
  ]);
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
  const game = games[state.game];
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
  state.step = Math.max(0, Math.min(games[state.game].steps.length, step));
  refresh();
}

function setUpGame() {
  games.forEach((game, place) =>
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
  byId("game-last").addEventListener("click", () => goTo(games[state.game].steps.length));
}
