// The page: reads the controls, looks the answer up, and shows it. It knows no rule (see lookup.js).
(function () {
  "use strict";

  const { tables, words, games, lookup } = window.archipelTry;
  const byId = (id) => document.getElementById(`ti-${id}`);
  const root = byId("root");
  if (!root) return;

  const SVG = "http://www.w3.org/2000/svg";
  const say = (key, values) => fill(words.page[key] || words.facts[key], values);

  const state = {
    players: 4,
    on: [2, 2, 1, 0, 0, 0],
    treasures: 3,
    gain: [1, 0, 2, 0, 0, 0],
    total: [1, 0, 2, 0, 0, 0],
    shaman: 0,
    offered: 0,
    sides: 0,
    game: 0,
    step: 0,
    gameReading: "",
    choice: {},
  };

  // Words and elements

  function fill(template, values) {
    return template.replace(/\{(\w+)\}/g, (_, name) => String((values || {})[name]));
  }

  function listed(items, last) {
    const rest = items.slice(0, -1);
    return rest.length ? `${rest.join(", ")} ${last || words.and} ${items[items.length - 1]}` : items.join("");
  }

  const nameOf = (seat) => words.names[seat];
  const names = (seats, last) => listed(seats.map(nameOf), last);
  const counts = (numbers) => numbers.map((number, seat) => `${nameOf(seat)} ${number}`).join(", ");
  const seatsNow = () => Array.from({ length: state.players }, (_, seat) => seat);

  function treasureWords(number) {
    const single = number === 1 || (words.lang === "fr" && number === 0);
    return fill(words.counted[single ? "one" : "many"], { number });
  }

  function crowdWords(row) {
    const people = row.map((count, seat) => (count ? `${nameOf(seat)} ${count}` : "")).filter(Boolean);
    return people.join(", ") || words.empty;
  }

  function add(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    for (const child of [].concat(children === undefined ? [] : children)) if (child) element.append(child);
    return element;
  }

  const html = (name, attributes, children) => add(document.createElement(name), attributes, children);
  const svg = (name, attributes, children) => add(document.createElementNS(SVG, name), attributes, children);
  const use = (name, attributes) => svg("use", Object.assign({ href: `#ti-${name}` }, attributes));

  function show(element, children) {
    element.replaceChildren(...[].concat(children).filter(Boolean));
  }

  // Pictures

  function figure(seat, x, y, scale, kind) {
    return svg("g", { transform: `translate(${x} ${y}) scale(${scale})`, class: kind || null }, [
      use("meeple", { class: `ti-figure ti-p${seat}` }),
      svg("text", { class: `ti-letter ti-l${seat}`, y: 5.5 }, words.letters[seat]),
    ]);
  }

  function gems(number, x, y, scale) {
    if (number > 6) {
      return [svg("g", { transform: `translate(${x - 12} ${y}) scale(${scale})` }, use("gem")),
        svg("text", { x: x + 2, y: y + 5, class: "ti-number" }, `×${number}`)];
    }
    const step = 20 * scale;
    return Array.from({ length: number }, (_, place) =>
      svg("g", { transform: `translate(${x + step * (place - (number - 1) / 2)} ${y}) scale(${scale})` }, use("gem")));
  }

  const SHORE = "M20 84C14 48 48 22 96 20C138 10 190 8 226 22C272 26 306 52 300 88C306 124 274 150 232 154" +
    "C186 168 132 166 92 156C46 152 16 122 20 84z";

  function shore() {
    return [svg("path", { d: SHORE, class: "ti-foam", transform: "translate(-9.6 -5.3) scale(1.06)" }),
      svg("path", { d: SHORE, class: "ti-sand" }),
      svg("path", { d: SHORE, class: "ti-grass", transform: "translate(16 9) scale(.9)" })];
  }

  // Each player's inhabitants together; what holds for a player is written below them.
  function islandPicture(row, treasures, found) {
    const present = row.map((count, seat) => ({ count, seat })).filter(({ count }) => count);
    const people = present.reduce((sum, { count }) => sum + count, 0);
    const step = Math.min(34, 236 / Math.max(1, people + 0.6 * (present.length - 1)));
    let x = 160 - (step * (people - 1 + 0.6 * (present.length - 1))) / 2;
    const parts = [];
    for (const { count, seat } of present) {
      const wide = step * count;
      const left = x - step / 2;
      const takes = found.winner === seat;
      const tied = found.conflicts.some((group) => group.includes(seat));
      if (takes || tied) {
        parts.push(svg("rect", { x: left - 1, y: 62, width: wide + 2, height: 46, rx: 10, class: takes ? "ti-takes" : "ti-tied" }));
        parts.push(svg("text", { x: left + wide / 2, y: 122, class: "ti-mark" }, takes ? "★" : "="));
      }
      for (let place = 0; place < count; place += 1) {
        const leaves = found.returns === seat && place === count - 1;
        parts.push(figure(seat, x, 86, Math.min(1.25, step / 26), leaves ? "ti-leaves" : null));
        x += step;
      }
      x += 0.6 * step;
    }
    return parts;
  }

  function drawIsland(row, treasures, found) {
    const label = say("island.picture", { people: crowdWords(row), treasures: treasureWords(treasures) });
    return svg("svg", { viewBox: "0 0 320 176", role: "img", "aria-label": label, class: "ti-island" }, [
      svg("rect", { width: 320, height: 176, rx: 14, fill: "url(#ti-sea)" }),
      ...shore(),
      svg("g", { transform: "translate(272 66)" }, use("palm")),
      ...gems(treasures, 150, 44, 1.25),
      ...islandPicture(row, treasures, found),
    ]);
  }

  // The players in a circle, clockwise, with who is shaman and who will be.
  function drawCircle(now, next, numbers) {
    const parts = [svg("rect", { width: 320, height: 200, rx: 14, class: "ti-felt" })];
    numbers.forEach((number, seat) => {
      const angle = (2 * Math.PI * seat) / numbers.length - Math.PI / 2;
      const x = 160 + 104 * Math.cos(angle);
      const y = 98 + 62 * Math.sin(angle);
      if (seat === next) parts.push(svg("circle", { cx: x, cy: y, r: 26, class: "ti-takes" }));
      parts.push(figure(seat, x, y - 2, 1.25));
      parts.push(svg("text", { x, y: y + 33, class: "ti-number" }, `${nameOf(seat)} ${number}`));
      if (seat === now) parts.push(svg("g", { transform: `translate(${x - 26} ${y - 4})` }, use("mask")));
      if (seat === next) parts.push(svg("text", { x: x + 28, y: y - 10, class: "ti-mark" }, "★"));
    });
    parts.push(svg("path", { d: "M138 98a22 22 0 1 1 8 17M146 115l-9 1 2-9", class: "ti-clockwise" }));
    const label = `${say("shaman.picture")} ${say("shaman.old")}: ${nameOf(now)}; ${say("shaman.new")}: ${nameOf(next)}.`;
    return svg("svg", { viewBox: "0 0 320 200", role: "img", "aria-label": label, class: "ti-island" }, parts);
  }

  function drawSide(side) {
    return svg("svg", { viewBox: "0 0 108 122", role: "img", "aria-label": words.backgrounds[side], class: "ti-side" }, [
      svg("rect", { width: 108, height: 122, rx: 12, fill: `url(#ti-${side})` }),
      svg("circle", { cx: 54, cy: 48, r: 30, class: "ti-plaque" }),
      svg("g", { transform: "translate(54 48) scale(2.2)" }, use(`sign-${side}`, { class: "ti-stroke" })),
      svg("rect", { x: 5, y: 91, width: 98, height: 25, rx: 6, class: "ti-plaque" }),
      svg("text", { x: 54, y: 109, class: "ti-ink" }, words.backgrounds[side]),
      svg("rect", { x: 0.7, y: 0.7, width: 106.6, height: 120.6, rx: 12, class: "ti-edge" }),
    ]);
  }

  // What a card does, as a sign on a card 108 wide.
  function effectSign(kind, amount) {
    const arrow = svg("path", { d: "M3 0H29M21-8L29 0L21 8", class: "ti-stroke" });
    if (kind === "move_treasure") return [svg("g", { transform: "translate(-19 0) scale(1.5)" }, use("gem")), arrow];
    const ghost = svg("g", { transform: "translate(-22 0) scale(1.15)" }, use("meeple", { class: "ti-ghost" }));
    if (kind === "move_inhabitant") return [ghost, arrow];
    return [ghost, svg("text", { x: 16, y: 10, class: "ti-amount" }, `${kind === "place" ? "+" : "−"}${amount}`)];
  }

  // Words on a plaque, squeezed if they are long.
  function plaqueText(x, y, room, text) {
    const long = text.length > 12;
    return svg("text", { x, y, class: "ti-ink ti-title", textLength: long ? room : null,
      lengthAdjust: long ? "spacingAndGlyphs" : null }, text);
  }

  function drawCard(card, label, under, over, kind) {
    const [does, amount, side] = tables.conditions.cards[card];
    return svg("svg", { viewBox: "0 0 108 122", role: "img", "aria-label": label, class: kind }, [
      svg("rect", { width: 108, height: 122, rx: 12, fill: `url(#ti-${side})` }),
      under,
      svg("circle", { cx: 92, cy: 16, r: 13, class: "ti-plaque" }),
      svg("g", { transform: "translate(92 16) scale(.95)" }, use(`sign-${side}`, { class: "ti-stroke" })),
      svg("rect", { x: 10, y: 34, width: 88, height: 44, rx: 8, class: "ti-plaque" }),
      svg("g", { transform: "translate(54 56)" }, effectSign(does, amount)),
      svg("rect", { x: 4, y: 88, width: 100, height: 28, rx: 6, class: "ti-plaque" }),
      plaqueText(54, 107, 94, words.cards[card][0]),
      svg("rect", { x: 0.7, y: 0.7, width: 106.6, height: 120.6, rx: 12, class: "ti-edge" }),
      ...over,
    ]);
  }

  const cardName = (card) => `${words.cards[card][0]} (${words.backgrounds[tables.conditions.cards[card][2]]})`;

  function chipSign(side) {
    return svg("svg", { viewBox: "0 0 30 30", class: "ti-chip-sign", "aria-hidden": "true", focusable: "false" }, [
      svg("rect", { width: 30, height: 30, rx: 6, fill: `url(#ti-${side})` }),
      svg("circle", { cx: 15, cy: 15, r: 11.5, class: "ti-plaque" }),
      svg("g", { transform: "translate(15 15) scale(.95)" }, use(`sign-${side}`, { class: "ti-stroke" })),
    ]);
  }

  // Clauses and why

  // A clause's sentence, as the readings chosen have it.
  function sentence(id, choice) {
    const chosen = Object.keys(choice)
      .filter((point) => words.points[point].clause === id && choice[point] !== tables.readings[point][0])
      .map((point) => words.points[point].readings[choice[point]]);
    return chosen.length ? chosen.join(" / ") : words.clauses[id][0];
  }

  function clauseLink(id) {
    return html("a", { href: words.clauses[id][1], "data-clause": id, class: "ti-clause" }, id);
  }

  function reasons(why, choice, fact) {
    return html("ul", { class: "ti-why" }, why.map(([id, key]) => html("li", {}, [
      html("p", { class: "ti-fact" }, fact(key)),
      html("p", { class: "ti-sentence" }, [clauseLink(id), ` ${sentence(id, choice)}`]),
    ])));
  }

  function showAnswer(tab, headline, why) {
    const before = byId(`${tab}-headline`);
    if (before.textContent !== headline) before.textContent = headline;
    show(byId(`${tab}-why`), why);
  }

  // Readings

  const ours = {};

  function isOurs(points, choice) {
    return points.every((point) => !choice[point] || choice[point] === tables.readings[point][0]);
  }

  function choiceOf(points) {
    return Object.fromEntries(points.filter((point) => state.choice[point]).map((point) => [point, state.choice[point]]));
  }

  // What the readings chosen change, and which single other readings would change something.
  function compare(tab, points, told) {
    const choice = choiceOf(points);
    const here = told(ours);
    const parts = [];
    if (!isOurs(points, choice)) {
      const there = told(choice);
      parts.push(html("h3", {}, say("compare")));
      parts.push(here === there ? html("p", { class: "ti-same" }, say("compare.same")) : sideBySide(here, there));
    }
    const others = points.flatMap((point) => tables.readings[point].slice(1).map((name) => ({ point, name })))
      .map(({ point, name }) => ({ point, name, there: told({ [point]: name }) }))
      .filter(({ there }) => there !== here);
    parts.push(html("h3", {}, say("compare.others")));
    parts.push(others.length ? html("ul", { class: "ti-others" }, others.map((other) => otherReading(tab, other)))
      : html("p", { class: "ti-same" }, say("compare.none")));
    show(byId(`${tab}-compare`), parts);
  }

  function sideBySide(here, there) {
    return html("div", { class: "ti-sides-by" }, [
      html("div", { class: "ti-ours" }, [html("h4", {}, say("compare.ours")), html("p", {}, here)]),
      html("div", { class: "ti-theirs" }, [html("h4", {}, say("compare.theirs")), html("p", {}, there)]),
    ]);
  }

  function otherReading(tab, { point, name, there }) {
    const says = words.points[point].readings[name];
    const button = html("button", { type: "button", class: "ti-pick", "aria-label": `${say("compare.try")}: ${says}` },
      say("compare.try"));
    button.addEventListener("click", () => {
      choose(tab, point, name);
      byId(`${tab}-readings`).open = true;
      byId(`${tab}-${point}`).focus();
    });
    return html("li", {}, [html("p", { class: "ti-sentence" }, says),
      html("p", { class: "ti-then" }, [html("span", {}, `→ ${there}`), button])]);
  }

  function choose(tab, point, name) {
    state.choice[point] = name;
    byId(`${tab}-${point}`).value = name;
    refresh();
  }

  function setUpReadings(tab, points) {
    for (const point of points) {
      const select = byId(`${tab}-${point}`);
      select.previousElementSibling.textContent = words.points[point].question;
      tables.readings[point].forEach((name, place) =>
        select.append(html("option", { value: name }, place ? name : say("readings.ours", { name }))));
      select.addEventListener("change", () => choose(tab, point, select.value));
    }
    byId(`${tab}-readings`).querySelector(".ti-reset").addEventListener("click", () => {
      for (const point of points) choose(tab, point, tables.readings[point][0]);
    });
  }

  function showReadings(tab, points) {
    for (const point of points) {
      const name = state.choice[point] || tables.readings[point][0];
      const about = words.points[point];
      const mine = name === tables.readings[point][0];
      show(byId(`${tab}-${point}`).nextElementSibling, [about.readings[name], html("br"),
        html("small", {}, mine ? say("readings.why", { why: about.why }) : "")]);
    }
  }

  // Steppers

  function valueOf(name) {
    const [what, seat] = name.split("-");
    return seat === undefined ? state[what] : state[what][seat];
  }

  function changed(name, by) {
    const next = { on: state.on.slice(), gain: state.gain.slice(), total: state.total.slice(), treasures: state.treasures };
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
    return lookup.island(tables, row, next.treasures, ours) !== null
      && next.gain.every((number, seat) => number >= 0 && next.total[seat] >= number)
      && sum(next.gain) <= game.most && sum(next.total) <= game.treasures;
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
    const limit = (key, clause) => say(key, { clause: "\u0000" }).split("\u0000").flatMap((text, place) =>
      (place ? [clauseLink(clause), text] : [text]));
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

  // Who takes the treasure

  function islandHeadline(found) {
    if (found.winner === null) return say("island.nobody");
    return say(found.returns === null ? "island.keeps" : "island.takes", { player: nameOf(found.winner) });
  }

  function islandFact(found, row) {
    const groups = found.conflicts.map((group) =>
      say("fact.conflict.group", { players: names(group), count: row[group[0]] })).join("; ");
    const values = { player: nameOf(found.winner), count: row[found.winner], counts: counts(row), groups };
    return (key) => say(key, values);
  }

  function showIsland() {
    const points = tables.island.points;
    const row = state.on.slice(0, state.players);
    const choice = choiceOf(points);
    const found = lookup.island(tables, row, state.treasures, choice);
    show(byId("island-picture"), drawIsland(row, state.treasures, found));
    showAnswer("island", islandHeadline(found), reasons(found.why, choice, islandFact(found, row)));
    compare("island", points, (by) => islandHeadline(lookup.island(tables, row, state.treasures, by)));
    showReadings("island", points);
  }

  // Who is the next shaman

  function shamanAsked() {
    return {
      round: state.gain.slice(0, state.players),
      total: state.total.slice(0, state.players),
      shaman: state.shaman,
      offered: state.offered,
    };
  }

  function shamanOffer(found) {
    const values = { player: nameOf(found.shaman), players: names(found.names, words.page.or) };
    return say(found.names.length ? "shaman.refuse" : "shaman.keeps", values);
  }

  function shamanFact(found) {
    const values = {
      player: nameOf(found.shaman), players: names(found.fewest), from: nameOf(found.from), counts: counts(found.numbers),
    };
    return (key) => ({
      "fact.tie": () => say("shaman.tie", values),
      "fact.refuse": () => shamanOffer(found),
    }[key] || (() => say(key, values)))();
  }

  function seatOptions(select, chosen) {
    show(select, seatsNow().map((seat) => html("option", { value: seat, selected: seat === chosen }, nameOf(seat))));
    select.value = String(chosen);
  }

  function showShaman() {
    const points = tables.shaman.points;
    const choice = choiceOf(points);
    const asked = shamanAsked();
    const found = lookup.shaman(tables, asked, choice);
    const told = (by) => {
      const other = lookup.shaman(tables, asked, by);
      return `${say("shaman.next", { player: nameOf(other.shaman) })} ${shamanOffer(other)}`;
    };
    seatOptions(byId("shaman-now"), state.shaman);
    seatOptions(byId("offered"), state.offered);
    byId("offered-field").hidden = found.looks.from !== "offered";
    byId("total").hidden = found.looks.numbers !== "total";
    show(byId("shaman-picture"), drawCircle(state.shaman, found.shaman, found.numbers));
    const headline = say("shaman.next", { player: nameOf(found.shaman) });
    showAnswer("shaman", headline, reasons(found.why, choice, shamanFact(found)));
    compare("shaman", points, told);
    showReadings("shaman", points);
  }

  // Which cards are active

  const sideWords = (sides) => {
    const [tide, time] = tables.conditions.sides[sides];
    return { tide: words.backgrounds[tide], time: words.backgrounds[time] };
  };

  function conditionsCount(found) {
    const active = found.cards.filter((card) => card.active).length;
    return say("conditions.count", { active, all: found.cards.length });
  }

  function turnButton({ turn, leads }) {
    const button = html("button", { type: "button", "data-turn": turn }, [
      html("span", {}, say(`conditions.turn.${turn}`)), html("small", {}, say("conditions.then", sideWords(leads))),
    ]);
    button.addEventListener("click", () => {
      state.sides = leads;
      refresh();
      root.querySelector(`[data-turn=${turn}]`).focus();
    });
    return button;
  }

  // Cards with the same face, and what holds for them, together.
  function facesOf(cards) {
    const faces = new Map();
    for (const { card, active } of cards) {
      const key = `${cardName(card)} ${active}`;
      if (!faces.has(key)) faces.set(key, { card, active, number: 0 });
      faces.get(key).number += 1;
    }
    const rank = ({ card }) => tables.conditions.kinds.indexOf(tables.conditions.cards[card][0]) * 10 + tables.conditions.cards[card][1];
    return Array.from(faces.values()).sort((one, other) => rank(one) - rank(other));
  }

  function faceCard({ card, active, number }) {
    const label = say("conditions.card", { card: cardName(card), number, state: say(active ? "conditions.active" : "conditions.inactive") });
    const cross = active ? null : svg("path", { d: "M5 5L103 117M103 5L5 117", class: "ti-cross" });
    return drawCard(card, label, cross, [
      svg("circle", { cx: 17, cy: 17, r: 14, class: "ti-plaque" }),
      svg("text", { x: 17, y: 22.5, class: "ti-ink ti-title" }, `×${number}`),
    ], active ? "ti-card" : "ti-card ti-gone");
  }

  function cardGroup(side, cards) {
    const active = cards.filter((card) => card.active).length;
    const key = active === cards.length ? "active" : active ? "mixed" : "inactive";
    return html("section", { class: `ti-card-group ti-${key}`, "aria-label": words.backgrounds[side] }, [
      html("h3", {}, [chipSign(side), html("span", {}, words.backgrounds[side]),
        html("span", { class: "ti-flag" }, `${{ active: "✓", mixed: "±", inactive: "✗" }[key]} ${say(`conditions.${key}`)}`)]),
      html("div", { class: "ti-faces" }, facesOf(cards).map(faceCard)),
    ]);
  }

  function showConditions() {
    const points = tables.conditions.points;
    const choice = choiceOf(points);
    const found = lookup.conditions(tables, state.players, state.sides, choice);
    const told = (by) => {
      const other = lookup.conditions(tables, state.players, state.sides, by);
      const turns = listed(other.turns.map(({ turn }) => say(`conditions.open.${turn}`)), words.page.or);
      return `${conditionsCount(other)} ${say("conditions.open", { turns })}`;
    };
    show(byId("sides"), tables.conditions.sides[state.sides].map(drawSide));
    show(byId("turns"), found.turns.map(turnButton));
    const why = tables.conditions.why.map((id) => [id, ""]);
    const headline = `${say("conditions.shown", sideWords(state.sides))} ${conditionsCount(found)}`;
    showAnswer("conditions", headline, reasons(why, choice, () => ""));
    show(byId("cards"), tables.conditions.backgrounds.map((side) =>
      cardGroup(side, found.cards.filter(({ card }) => tables.conditions.cards[card][2] === side))));
    compare("conditions", points, told);
    showReadings("conditions", points);
  }

  // A game

  // A position: the first one, with all changes up to a decision.
  function positionAt(game, step) {
    return game.steps.slice(0, step).reduce((position, { at }) => Object.assign(position, at), Object.assign({}, game.first));
  }

  function smallIsland(number, row, treasures, isChanged) {
    const people = Array.from(row, Number).flatMap((count, seat) => Array(count).fill(seat));
    const label = say("game.island", { island: number, people: crowdWords(Array.from(row, Number)), treasures: treasureWords(treasures) });
    return svg("svg", { viewBox: "0 0 320 176", role: "img", class: isChanged ? "ti-small ti-changed" : "ti-small",
      "aria-label": isChanged ? `${label} (${say("game.changed")})` : label }, [
      svg("rect", { width: 320, height: 176, rx: 14, fill: "url(#ti-sea)" }),
      ...shore(),
      svg("text", { x: 14, y: 34, class: "ti-island-number" }, String(number)),
      ...gems(treasures, 160, 48, 1.7),
      ...people.map((seat, place) => figure(seat, 160 + 36 * (place - (people.length - 1) / 2), 104, 1.5)),
      isChanged ? svg("rect", { x: 3, y: 3, width: 314, height: 170, rx: 12, class: "ti-outline" }) : null,
    ]);
  }

  function laidCard([by, before, hidden, card, standing, acts]) {
    const where = say(hidden ? "game.laid.down" : "game.laid.up", { by: nameOf(by), before: nameOf(before) });
    const people = Array.from(standing, Number);
    const told = [where, people.length ? say("game.standing", { people: names(people) }) : "", acts ? say("game.acts") : ""];
    const drawn = drawCard(card, cardName(card), null, [
      hidden ? svg("rect", { x: 3, y: 3, width: 102, height: 116, rx: 10, class: "ti-face-down" }) : null,
      acts ? svg("rect", { x: 3, y: 3, width: 102, height: 116, rx: 10, class: "ti-outline" }) : null,
      ...people.map((seat, place) => figure(seat, 18 + 25 * place, 18, 1)),
    ], "ti-card");
    return html("li", { class: "ti-laid" }, [drawn, html("small", {}, told.filter(Boolean).join("; "))]);
  }

  function playersTable(now) {
    const columns = ["reserve", "hut", "hand"].concat(now.points ? ["points"] : []);
    const of = { reserve: now.reserve, hut: now.huts, hand: now.hands, points: now.points };
    const head = html("tr", {}, [html("th", { scope: "col" }, say("game.col.player"))]
      .concat(columns.map((column) => html("th", { scope: "col" }, say(`game.col.${column}`)))));
    const rows = now.reserve.map((_, seat) => html("tr", { class: seat === now.actor ? "ti-actor" : null }, [
      html("th", { scope: "row" }, [
        svg("svg", { viewBox: "-14 -15 28 30", class: "ti-sign", "aria-hidden": "true", focusable: "false" }, figure(seat, 0, 0, 1)),
        ` ${nameOf(seat)}`, seat === now.shaman && now.actor !== null ? html("small", {}, ` · ${say("game.shaman")}`) : null,
      ]),
    ].concat(columns.map((column) => html("td", {}, String(of[column][seat]))))));
    return html("table", { class: "ti-table" }, [html("thead", {}, head), html("tbody", {}, rows)]);
  }

  function showBoard(game) {
    const now = positionAt(game, state.step);
    const before = positionAt(game, Math.max(0, state.step - 1));
    show(byId("board"), [
      html("div", { class: now.on.length > 4 ? "ti-islands" : "ti-islands ti-few" }, now.on.map((row, island) => smallIsland(island, row, now.treasures[island],
        row !== before.on[island] || now.treasures[island] !== before.treasures[island]))),
      html("div", { class: "ti-sides ti-little" }, [drawSide(now.tide), drawSide(now.time)]),
      html("h3", {}, say("game.table")),
      now.table.length ? html("ul", { class: "ti-laid-cards" }, now.table.map(laidCard))
        : html("p", { class: "ti-same" }, say("game.table.none")),
      playersTable(now),
    ]);
    return now;
  }

  function happening([told, clauses]) {
    return html("li", {}, [
      ...told.map((text) => html("p", {}, text)),
      html("p", { class: "ti-clauses" }, clauses.flatMap((id) => [clauseLink(id), " "])),
    ]);
  }

  // The readings by which the game parts at the decision shown.
  function partingsHere(game) {
    const here = game.partings.filter(({ step, playable }) => playable && step === state.step - 1);
    if (!here.length) return null;
    return html("details", { class: "ti-more-readings", open: isOpen("ti-more-readings") }, [
      html("summary", {}, `${say("game.here")} (${here.length})`),
      html("ul", { class: "ti-partings" }, here.map(({ point, reading }) => {
        const says = words.points[point].readings[reading];
        const button = html("button", { type: "button", class: "ti-pick", "aria-label": `${say("compare.try")}: ${says}` },
          say("compare.try"));
        button.addEventListener("click", () => readGame(`${point}=${reading}`));
        return html("li", {}, [html("span", {}, says), button]);
      })),
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
      clauses.length ? html("details", { class: "ti-sentences", open: isOpen("ti-sentences") }, [html("summary", {}, say("game.clauses")),
        html("ul", { class: "ti-why" }, clauses.map((id) => html("li", {}, [clauseLink(id), ` ${sentence(id, ours)}`])))]) : null,
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
      html("p", {}, [found.step ? say("game.parts", { step: found.step }) : say("game.parts.first"), ` ${lines.join(" ")}`]),
      html("p", { class: "ti-buttons" }, button),
      found.ours.length || found.theirs.length ? html("div", { class: "ti-sides-by" }, [
        html("div", { class: "ti-ours" }, [html("h4", {}, say("compare.ours")), ...found.ours.map((line) => html("p", {}, line))]),
        html("div", { class: "ti-theirs" }, [html("h4", {}, say("compare.theirs")), ...found.theirs.map((line) => html("p", {}, line))]),
      ]) : null,
    ];
  }

  function showGame() {
    const game = games[state.game];
    const slider = byId("game-slider");
    slider.max = game.steps.length;
    slider.value = state.step;
    slider.setAttribute("aria-valuetext", state.step ? say("game.step", { step: state.step, steps: game.steps.length }) : say("game.start"));
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
    games.forEach((game, place) => byId("game").append(
      html("option", { value: place }, say("game.name", { players: game.players, steps: game.steps.length }))));
    byId("game").addEventListener("change", (event) => {
      state.game = Number(event.target.value);
      goTo(0);
    });
    const reading = byId("game-reading");
    reading.append(html("option", { value: "" }, say("game.ours")));
    for (const point of tables.points) {
      for (const name of tables.readings[point].slice(1)) reading.append(html("option", { value: `${point}=${name}` }, `${point} = ${name}`));
    }
    reading.addEventListener("change", () => readGame(reading.value));
    byId("game-slider").addEventListener("input", (event) => goTo(Number(event.target.value)));
    byId("game-first").addEventListener("click", () => goTo(0));
    byId("game-back").addEventListener("click", () => goTo(state.step - 1));
    byId("game-next").addEventListener("click", () => goTo(state.step + 1));
    byId("game-last").addEventListener("click", () => goTo(games[state.game].steps.length));
  }

  // The page as a whole

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
        const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1
          : by ? (all.indexOf(name) + by + all.length) % all.length : null;
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
    for (const what of ["on", "gain", "total"]) state[what] = state[what].map((number, seat) => (gone(seat) ? 0 : number));
    if (gone(state.shaman)) state.shaman = 0;
    if (gone(state.offered)) state.offered = 0;
    if (!possible(state)) {
      Object.assign(state, { treasures: 1, gain: state.gain.map(() => 0), total: state.total.map(() => 0) });
    }
  }

  setUpTabs();
  setUpPlayers();
  setUpSteppers();
  byId("shaman-now").addEventListener("change", (event) => {
    state.shaman = Number(event.target.value);
    refresh();
  });
  byId("offered").addEventListener("change", (event) => {
    state.offered = Number(event.target.value);
    refresh();
  });
  for (const part of ["island", "shaman", "conditions"]) setUpReadings(part, tables[part].points);
  setUpGame();
  root.classList.add("ti-ready");
  const linked = Object.keys(PARTS).find((name) => window.location.hash === `#ti-tab-${name}`);
  select(linked || "island");
})();
