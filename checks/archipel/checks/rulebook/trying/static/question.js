// A question: what is set, what comes of it and why, and what other readings make of it.

function givenTo(name) {
  return Object.fromEntries(
    questions[name].settings.map((setting) => {
      const value = state.given[setting.name];
      return [setting.name, setting.control === "seats" ? value.slice(0, state.players) : value];
    }),
  );
}

const answerOf = (name, choice) => lookup.answer(tables, name, state.players, givenTo(name), choice);

function moveButton(name, [move, leads]) {
  const { sets, label, then } = questions[name].moves;
  const there = lookup.answer(tables, name, state.players, Object.assign(givenTo(name), { [sets]: leads }), ours);
  const button = html("button", { type: "button", "data-turn": move }, [
    html("span", {}, say(`${label}${move}`)),
    html("small", {}, told(name, there, then)),
  ]);
  button.addEventListener("click", () => {
    state.given[sets] = leads;
    refresh();
    root.querySelector(`[data-turn=${move}]`).focus();
  });
  return button;
}

function showQuestion(name) {
  const question = questions[name];
  const choice = choiceOf(question.points);
  const values = answerOf(name, choice);
  const looked = Object.values(question.selects).map((names) => names[values.index]);
  for (const setting of question.settings) {
    if (setting.control === "seat") showSeats(setting);
    if (setting.asked) byId(`${setting.name}-field`).hidden = !looked.includes(setting.name);
  }
  for (const one of question.pictures) show(byId(`${name}-${one.place}`), PICTURES[one.kind](name, values, one));
  if (question.moves) {
    show(
      byId(`${name}-moves`),
      values[question.moves.of].map((move) => moveButton(name, move)),
    );
  }
  showAnswer(
    name,
    allTold(name, values, question.told),
    reasons(values.why, choice, (key) => (key ? told(name, values, key) : "")),
  );
  compare(name, question.points, (by) => allTold(name, answerOf(name, by), question.compared));
  showReadings(name, question.points);
}
