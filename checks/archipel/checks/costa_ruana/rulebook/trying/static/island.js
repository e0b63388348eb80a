// Who takes the treasure.

function islandHeadline(found) {
  if (found.winner === null) return say("island.nobody");
  return say(found.returns === null ? "island.keeps" : "island.takes", { player: nameOf(found.winner) });
}

function islandFact(found, row) {
  const groups = found.conflicts
    .map((group) => say("fact.conflict.group", { players: names(group), count: row[group[0]] }))
    .join("; ");
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
