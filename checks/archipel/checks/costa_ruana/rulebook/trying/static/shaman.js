// Who is the next shaman.

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
    player: nameOf(found.shaman),
    players: names(found.fewest),
    start: nameOf(found.from),
    counts: counts(found.numbers),
  };
  return (key) =>
    (
      ({
        "fact.tie": () => say("shaman.tie", values),
        "fact.refuse": () => shamanOffer(found),
      })[key] || (() => say(key, values))
    )();
}

function seatOptions(select, chosen) {
  show(
    select,
    seatsNow().map((seat) => html("option", { value: seat, selected: seat === chosen }, nameOf(seat))),
  );
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

function setUpShaman() {
  byId("shaman-now").addEventListener("change", (event) => {
    state.shaman = Number(event.target.value);
    refresh();
  });
  byId("offered").addEventListener("change", (event) => {
    state.offered = Number(event.target.value);
    refresh();
  });
}
