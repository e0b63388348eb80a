// Clauses with their sentences, and what other readings change.

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
  return html(
    "ul",
    { class: "ti-why" },
    why.map(([id, key]) =>
      html("li", {}, [
        html("p", { class: "ti-fact" }, fact(key)),
        html("p", { class: "ti-sentence" }, [clauseLink(id), ` ${sentence(id, choice)}`]),
      ]),
    ),
  );
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
  const others = points
    .flatMap((point) => tables.readings[point].slice(1).map((name) => ({ point, name })))
    .map(({ point, name }) => ({ point, name, there: told({ [point]: name }) }))
    .filter(({ there }) => there !== here);
  parts.push(html("h3", {}, say("compare.others")));
  parts.push(
    others.length
      ? html(
          "ul",
          { class: "ti-others" },
          others.map((other) => otherReading(tab, other)),
        )
      : html("p", { class: "ti-same" }, say("compare.none")),
  );
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
  const button = html(
    "button",
    { type: "button", class: "ti-pick", "aria-label": `${say("compare.try")}: ${says}` },
    say("compare.try"),
  );
  button.addEventListener("click", () => {
    choose(tab, point, name);
    byId(`${tab}-readings`).open = true;
    byId(`${tab}-${point}`).focus();
  });
  return html("li", {}, [
    html("p", { class: "ti-sentence" }, says),
    html("p", { class: "ti-then" }, [html("span", {}, `→ ${there}`), button]),
  ]);
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
      select.append(html("option", { value: name }, say(place ? "readings.other" : "readings.ours", { name }))),
    );
    select.addEventListener("change", () => choose(tab, point, select.value));
  }
  byId(`${tab}-readings`)
    .querySelector(".ti-reset")
    .addEventListener("click", () => {
      for (const point of points) choose(tab, point, tables.readings[point][0]);
    });
}

function showReadings(tab, points) {
  for (const point of points) {
    const name = state.choice[point] || tables.readings[point][0];
    const about = words.points[point];
    const mine = name === tables.readings[point][0];
    show(byId(`${tab}-${point}`).nextElementSibling, [
      about.readings[name],
      html("br"),
      html("small", {}, mine ? say("readings.why", { why: about.why }) : ""),
    ]);
  }
}
