// Looks answers up in the tables that the engine made. Nothing here knows a rule: where a table has no answer, there is
// none. Runs in a browser (archipelTry.lookup) and in node (module.exports).
(function (root) {
  "use strict";

  // A code of two characters is a place in a list.
  function placeOf(tables, code) {
    return tables.digits.indexOf(code[0]) * tables.digits.length + tables.digits.indexOf(code[1]);
  }

  // Which combination of readings a choice is: points in order, the last one changing fastest.
  function way(tables, points, choice) {
    return points.reduce((place, point) => {
      const names = tables.readings[point];
      return place * names.length + Math.max(0, names.indexOf(choice[point]));
    }, 0);
  }

  const splitBefore = new Map();

  // Where a word stands in a list of words written as one string; -1 if it does not.
  function placeIn(list, word) {
    if (!splitBefore.has(list)) {
      splitBefore.set(list, new Map(list.split(" ").map((item, place) => [item, place])));
    }
    const found = splitBefore.get(list).get(word);
    return found === undefined ? -1 : found;
  }

  function entry(tables, part, run, place) {
    return part.answers[placeOf(tables, part.runs[run].slice(2 * place, 2 * place + 2))];
  }

  const seats = (word) => Array.from(word, Number);

  // Who takes the treasure of an island; null if no island looks like that.
  function island(tables, counts, treasures, choice) {
    const part = tables.island;
    const game = part.players[counts.length];
    const place = placeIn(game.rows, counts.join(""));
    const column = game.runs[game.treasures[treasures]];
    if (place < 0 || column === undefined) return null;
    const [winner, returns, groups, reason] = entry(tables, part, column[way(tables, part.points, choice)], place);
    const conflicts = groups === "" ? [] : groups.split(" ").map(seats);
    return { winner, returns, conflicts, why: part.reasons[reason] };
  }

  // Numbers by their order alone: 3 7 7 and 0 1 1 are the same.
  function orderOf(numbers) {
    const different = Array.from(new Set(numbers)).sort((one, other) => one - other);
    return numbers.map((number) => different.indexOf(number)).join("");
  }

  // Who is offered the role of shaman, and whom he may name instead.
  function shaman(tables, asked, choice) {
    const part = tables.shaman;
    const game = part.players[asked.round.length];
    const index = way(tables, part.points, choice);
    const looks = part.looks_at[index];
    const numbers = asked[looks.numbers];
    const from = asked[looks.from];
    const [next, fewest, reason] = entry(tables, part, game.runs[index][from], placeIn(game.orders, orderOf(numbers)));
    const names = seats(game.names[index][asked.shaman][next]);
    return { shaman: next, fewest: seats(fewest), names, numbers, from, looks, why: part.reasons[reason] };
  }

  // Which cards are active when these sides show, and what the shaman may turn.
  function conditions(tables, players, sides, choice) {
    const part = tables.conditions;
    const index = way(tables, part.points, choice);
    const active = part.active[index][sides];
    return {
      cards: part.kept[players].map((card) => ({ card, active: active[card] === "1" })),
      turns: part.turns[index][sides].map(([turn, leads]) => ({ turn, leads })),
    };
  }

  const lookup = { island, shaman, conditions, orderOf };
  root.archipelTry = Object.assign(root.archipelTry || {}, { lookup });
  if (typeof module !== "undefined") module.exports = lookup;
})(typeof window === "undefined" ? globalThis : window);
