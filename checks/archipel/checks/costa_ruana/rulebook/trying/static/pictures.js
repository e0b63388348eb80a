// The pictures: islands, the players in a circle, cards.

function figure(seat, x, y, scale, kind) {
  return svg("g", { transform: `translate(${x} ${y}) scale(${scale})`, class: kind || null }, [
    use("meeple", { class: `ti-figure ti-p${seat}` }),
    svg("text", { class: `ti-letter ti-l${seat}`, y: 5.5 }, words.letters[seat]),
  ]);
}

function gems(number, x, y, scale) {
  if (number > 6) {
    return [
      svg("g", { transform: `translate(${x - 12} ${y}) scale(${scale})` }, use("gem")),
      svg("text", { x: x + 2, y: y + 5, class: "ti-number" }, `×${number}`),
    ];
  }
  const step = 20 * scale;
  return Array.from({ length: number }, (_, place) =>
    svg("g", { transform: `translate(${x + step * (place - (number - 1) / 2)} ${y}) scale(${scale})` }, use("gem")),
  );
}

const SHORE =
  "M20 84C14 48 48 22 96 20C138 10 190 8 226 22C272 26 306 52 300 88C306 124 274 150 232 154" +
  "C186 168 132 166 92 156C46 152 16 122 20 84z";

function shore() {
  return [
    svg("path", { d: SHORE, class: "ti-foam", transform: "translate(-9.6 -5.3) scale(1.06)" }),
    svg("path", { d: SHORE, class: "ti-sand" }),
    svg("path", { d: SHORE, class: "ti-grass", transform: "translate(16 9) scale(.9)" }),
  ];
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
      parts.push(
        svg("rect", { x: left - 1, y: 62, width: wide + 2, height: 46, rx: 10, class: takes ? "ti-takes" : "ti-tied" }),
      );
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
    const y = 94 + 60 * Math.sin(angle);
    if (seat === next) parts.push(svg("circle", { cx: x, cy: y, r: 25, class: "ti-takes" }));
    parts.push(figure(seat, x, y - 2, 1.25));
    parts.push(svg("text", { x, y: y + 39, class: "ti-number" }, `${nameOf(seat)} ${number}`));
    if (seat === now) parts.push(svg("g", { transform: `translate(${x - 26} ${y - 4})` }, use("mask")));
    if (seat === next) parts.push(svg("text", { x: x + 28, y: y - 10, class: "ti-mark" }, "★"));
  });
  parts.push(
    svg("path", { d: "M145 102a15 15 0 1 1 5.5 11.6M150.5 113.6l8 1.4M150.5 113.6l2.8 7.7", class: "ti-clockwise" }),
  );
  const label = `${say("shaman.picture")} ${say("shaman.old")}: ${nameOf(now)}; ${say("shaman.new")}: ${nameOf(next)}.`;
  return svg("svg", { viewBox: "0 0 320 200", role: "img", "aria-label": label, class: "ti-island" }, parts);
}

function drawSide(side) {
  return svg("svg", { viewBox: "0 0 108 122", role: "img", "aria-label": words.backgrounds[side], class: "ti-side" }, [
    svg("rect", { width: 108, height: 122, rx: 12, fill: `url(#ti-${side})` }),
    svg("circle", { cx: 54, cy: 48, r: 30, class: "ti-plaque" }),
    svg("g", { transform: "translate(54 48) scale(2.2)" }, use(`sign_${side}`, { class: "ti-stroke" })),
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
  return svg(
    "text",
    { x, y, class: "ti-ink ti-title", textLength: long ? room : null, lengthAdjust: long ? "spacingAndGlyphs" : null },
    text,
  );
}

function drawCard(card, label, under, over, kind) {
  const [does, amount, side] = tables.conditions.cards[card];
  return svg("svg", { viewBox: "0 0 108 122", role: "img", "aria-label": label, class: kind }, [
    svg("rect", { width: 108, height: 122, rx: 12, fill: `url(#ti-${side})` }),
    under,
    svg("circle", { cx: 92, cy: 16, r: 13, class: "ti-plaque" }),
    svg("g", { transform: "translate(92 16) scale(.95)" }, use(`sign_${side}`, { class: "ti-stroke" })),
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
    svg("g", { transform: "translate(15 15) scale(.95)" }, use(`sign_${side}`, { class: "ti-stroke" })),
  ]);
}
