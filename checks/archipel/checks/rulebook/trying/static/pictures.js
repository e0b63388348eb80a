// The pictures: what Python drew, put together by what was answered.

function figure(seat, x, y, scale, kind) {
  return svg("g", { transform: `translate(${x} ${y}) scale(${scale})`, class: kind || null }, [
    use("meeple", `figure p${seat}`),
    svg("text", { class: drawn(`m b l${seat}`), y: 5.5, "font-size": 11 }, words.letters[seat]),
  ]);
}

function signs(name, number, x, y, scale) {
  if (number > 6) {
    return [
      svg("g", { transform: `translate(${x - 12} ${y}) scale(${scale})` }, use(name)),
      svg("text", { x: x + 2, y: y + 5, class: "ti-number" }, `×${number}`),
    ];
  }
  const step = 20 * scale;
  return Array.from({ length: number }, (_, place) =>
    svg("g", { transform: `translate(${x + step * (place - (number - 1) / 2)} ${y}) scale(${scale})` }, use(name)),
  );
}

const [WIDE, HIGH] = [320, 200];

// Each player's figures together on a ground; what holds for a player is marked at them.
function crowd(name, values, { ground, of, number, sign, takes, tied, leaves, label }) {
  const present = values[of].map((count, seat) => ({ count, seat })).filter(({ count }) => count);
  const people = present.reduce((sum, { count }) => sum + count, 0);
  const step = Math.min(34, 220 / Math.max(1, people + 0.6 * (present.length - 1)));
  let x = WIDE / 2 - (step * (people - 1 + 0.6 * (present.length - 1))) / 2;
  const parts = [];
  for (const { count, seat } of present) {
    const wide = step * count;
    const left = x - step / 2;
    const wins = values[takes] === seat;
    if (wins || values[tied].some((group) => group.includes(seat))) {
      parts.push(
        svg("rect", { x: left - 1, y: 86, width: wide + 2, height: 46, rx: 10, class: wins ? "ti-takes" : "ti-tied" }),
        svg("text", { x: left + wide / 2, y: 146, class: "ti-mark" }, wins ? "★" : "="),
      );
    }
    for (let place = 0; place < count; place += 1) {
      const away = values[leaves] === seat && place === count - 1;
      parts.push(figure(seat, x, 110, Math.min(1.25, step / 26), away ? "ti-leaves" : null));
      x += step;
    }
    x += 0.6 * step;
  }
  const drawing = [use(`piece-${ground}`), ...signs(sign, values[number], WIDE / 2 - 10, 62, 1.25), ...parts];
  return picture(WIDE, HIGH, told(name, values, label), "ti-drawing", drawing);
}

// The players in a circle, clockwise, with who has a role and who will have it.
function circle(name, values, { of, now, next, sign, label }) {
  const numbers = values[of];
  const parts = [svg("rect", { width: WIDE, height: HIGH, rx: 14, class: drawn("panel") })];
  numbers.forEach((number, seat) => {
    const angle = (2 * Math.PI * seat) / numbers.length - Math.PI / 2;
    const x = 160 + 104 * Math.cos(angle);
    const y = 94 + 60 * Math.sin(angle);
    if (seat === values[next]) parts.push(svg("circle", { cx: x, cy: y, r: 25, class: "ti-takes" }));
    parts.push(figure(seat, x, y - 2, 1.25));
    parts.push(svg("text", { x, y: y + 39, class: "ti-number" }, `${nameOf(seat)} ${number}`));
    if (seat === values[now]) parts.push(svg("g", { transform: `translate(${x - 26} ${y - 4})` }, use(sign)));
    if (seat === values[next]) parts.push(svg("text", { x: x + 28, y: y - 10, class: "ti-mark" }, "★"));
  });
  parts.push(
    svg("path", { d: "M145 102a15 15 0 1 1 5.5 11.6M150.5 113.6l8 1.4M150.5 113.6l2.8 7.7", class: "ti-clockwise" }),
  );
  return picture(WIDE, HIGH, told(name, values, label), "ti-drawing", parts);
}

// A piece that Python drew, and perhaps something over it.
function piece(id, classes, label, over) {
  const [width, height] = tables.pieces[id];
  return picture(width, height, label === undefined ? words.pieces[id] : label, classes, [use(`piece-${id}`), ...(over || [])]);
}

const pieces = (name, values, { of }) => of.map((member) => piece(values[member], "ti-piece"));

// Pieces in groups, each with how many there are, and whether that holds which the question is about.
function groups(name, values, { of, phrases, sign }) {
  return values[of].map(([group, members]) => {
    const active = members.filter(([, , holds]) => holds).length;
    const key = active === members.length ? "active" : active ? "mixed" : "inactive";
    const flag = `${{ active: "✓", mixed: "±", inactive: "✗" }[key]} ${say(`${phrases}.${key}`)}`;
    return html("section", { class: `ti-group ti-${key}`, "aria-label": say(group) }, [
      html("h3", {}, [
        piece(`${sign}${group}`, "ti-chip-sign", ""),
        html("span", {}, say(group)),
        html("span", { class: "ti-flag" }, flag),
      ]),
      html("div", { class: "ti-faces" }, members.map((member) => face(phrases, ...member))),
    ]);
  });
}

function face(phrases, id, number, holds) {
  const [width, height] = tables.pieces[id];
  const known = { card: words.pieces[id], number, state: say(`${phrases}.${holds ? "active" : "inactive"}`) };
  const over = [
    svg("circle", { cx: 17, cy: 17, r: 14, class: drawn("plaque") }),
    svg("text", { x: 17, y: 22.5, class: drawn("m b ink"), "font-size": 13 }, `×${number}`),
  ];
  const cross = svg("path", { d: `M5 5L${width - 5} ${height - 5}M${width - 5} 5L5 ${height - 5}`, class: "ti-cross" });
  const classes = holds ? "ti-card" : "ti-card ti-gone";
  return piece(id, classes, say(`${phrases}.card`, known), holds ? over : [cross, ...over]);
}

const PICTURES = { crowd, circle, pieces, groups };
