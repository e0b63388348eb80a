// Which cards are active.

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
    html("span", {}, say(`conditions.turn.${turn}`)),
    html("small", {}, say("conditions.then", sideWords(leads))),
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
  const rank = ({ card }) =>
    tables.conditions.kinds.indexOf(tables.conditions.cards[card][0]) * 10 + tables.conditions.cards[card][1];
  return Array.from(faces.values()).sort((one, other) => rank(one) - rank(other));
}

function faceCard({ card, active, number }) {
  const label = say("conditions.card", {
    card: cardName(card),
    number,
    state: say(active ? "conditions.active" : "conditions.inactive"),
  });
  const cross = active ? null : svg("path", { d: "M5 5L103 117M103 5L5 117", class: "ti-cross" });
  return drawCard(
    card,
    label,
    cross,
    [
      svg("circle", { cx: 17, cy: 17, r: 14, class: "ti-plaque" }),
      svg("text", { x: 17, y: 22.5, class: "ti-ink ti-title" }, `×${number}`),
    ],
    active ? "ti-card" : "ti-card ti-gone",
  );
}

function cardGroup(side, cards) {
  const active = cards.filter((card) => card.active).length;
  const key = active === cards.length ? "active" : active ? "mixed" : "inactive";
  return html("section", { class: `ti-card-group ti-${key}`, "aria-label": words.backgrounds[side] }, [
    html("h3", {}, [
      chipSign(side),
      html("span", {}, words.backgrounds[side]),
      html(
        "span",
        { class: "ti-flag" },
        `${{ active: "✓", mixed: "±", inactive: "✗" }[key]} ${say(`conditions.${key}`)}`,
      ),
    ]),
    html("div", { class: "ti-faces" }, facesOf(cards).map(faceCard)),
  ]);
}

function showConditions() {
  const points = tables.conditions.points;
  const choice = choiceOf(points);
  const found = lookup.conditions(tables, state.players, state.sides, choice);
  const told = (by) => {
    const other = lookup.conditions(tables, state.players, state.sides, by);
    const turns = listed(
      other.turns.map(({ turn }) => say(`conditions.open.${turn}`)),
      words.page.or,
    );
    return `${conditionsCount(other)} ${say("conditions.open", { turns })}`;
  };
  show(byId("sides"), tables.conditions.sides[state.sides].map(drawSide));
  show(byId("turns"), found.turns.map(turnButton));
  const why = tables.conditions.why.map((id) => [id, ""]);
  const headline = `${say("conditions.shown", sideWords(state.sides))} ${conditionsCount(found)}`;
  showAnswer(
    "conditions",
    headline,
    reasons(why, choice, () => ""),
  );
  show(
    byId("cards"),
    tables.conditions.backgrounds.map((side) =>
      cardGroup(
        side,
        found.cards.filter(({ card }) => tables.conditions.cards[card][2] === side),
      ),
    ),
  );
  compare("conditions", points, told);
  showReadings("conditions", points);
}
