// Looks answers up in the tables that the engine made. Nothing here knows a rule: where a table has no answer, there is
// none. Runs in a browser (archipelTry.lookup) and in node (module.exports).
(function (root) {
  "use strict";

  // A code of two characters is a place in a list.
  function placeOf(digits, code) {
    return digits.indexOf(code[0]) * digits.length + digits.indexOf(code[1]);
  }

  // Which combination of readings a choice is: points in order, the last one changing fastest.
  function way(readings, points, choice) {
    return points.reduce(
      (place, point) => place * readings[point].length + Math.max(0, readings[point].indexOf(choice[point])),
      0,
    );
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

  // How what was given becomes a part of a word: as it is, digit by digit, by its order alone (3 7 7 and 0 1 1 are the
  // same), or as 0 and 1 where only none and some are told apart.
  const as = {
    plain: (value) => value,
    digits: (numbers) => numbers.join(""),
    ranks: (numbers) => {
      const different = Array.from(new Set(numbers)).sort((one, other) => one - other);
      return numbers.map((number) => different.indexOf(number)).join("");
    },
    some: (number) => Math.min(number, 1),
  };

  function entry(tables, table, players, index, values) {
    const game = table.players[players];
    const place = placeIn(game.words, table.word.map(([name, how]) => as[how](values[name])).join(""));
    const run = table.then.reduce(
      (runs, [name, how]) => (runs === undefined ? undefined : runs[as[how](values[name])]),
      game.runs[index],
    );
    if (place < 0 || run === undefined) return null;
    return table.answers[placeOf(tables.digits, table.runs[run].slice(2 * place, 2 * place + 2))];
  }

  // The answer to a question, member by member, beside what was given; null if there is no such situation.
  function answer(tables, name, players, given, choice) {
    const question = tables.questions[name];
    const index = way(tables.readings, question.points, choice);
    const values = Object.assign({ index }, given);
    for (const [called, names] of Object.entries(question.selects)) values[called] = given[names[index]];
    for (const table of question.tables) {
      const found = entry(tables, table, players, index, values);
      if (found === null) return null;
      table.members.forEach((member, place) => {
        values[member] = found[place];
      });
      if (table.reasons) [values.told, values.why] = table.reasons[found[found.length - 1]];
    }
    return values;
  }

  const lookup = { answer };
  root.archipelTry = Object.assign(root.archipelTry || {}, { lookup });
  if (typeof module !== "undefined") module.exports = lookup;
})(typeof window === "undefined" ? globalThis : window);
