// What all parts of the page share: what is set, words, and elements.

const { tables, words, games, lookup } = window.archipelTry;
const byId = (id) => document.getElementById(`ti-${id}`);
const root = byId("root");

const SVG = "http://www.w3.org/2000/svg";
const questions = tables.questions;
const settings = Object.values(questions).flatMap((question) => question.settings);

const state = {
  players: tables.first,
  given: Object.fromEntries(settings.map((setting) => [setting.name, setting.first])),
  game: 0,
  step: 0,
  gameReading: "",
  choice: {},
};

// Words

function fill(template, hole) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(hole(name)));
}

const say = (key, values) => fill(words.said[key], (name) => (values || {})[name]);

function listed(items, last) {
  const rest = items.slice(0, -1);
  return rest.length ? `${rest.join(", ")} ${last || words.and} ${items[items.length - 1]}` : items.join("");
}

const nameOf = (seat) => words.names[seat];
const names = (seats, last) => listed(seats.map(nameOf), last);
const seatsNow = () => Array.from({ length: state.players }, (_, seat) => seat);

// How the holes of phrases are filled, with values of an answer.
const forms = {
  number: (values, name) => values[name],
  seat: (values, name) => nameOf(values[name]),
  seats: (values, name, last) => names(values[name], last && say(last)),
  at: (values, list, seat) => values[list][values[seat]],
  each: (values, list) => values[list].map((number, seat) => `${nameOf(seat)} ${number}`).join(", "),
  present: (values, list) =>
    values[list]
      .map((number, seat) => (number ? `${nameOf(seat)} ${number}` : ""))
      .filter(Boolean)
      .join(", ") || words.empty,
  groups: (values, groups, list, key) =>
    values[groups]
      .map((group) => say(key, { players: names(group), count: values[list][group[0]] }))
      .join("; "),
  phrase: (values, name) => say(values[name]),
  phrases: (values, name, before, last) =>
    listed(
      values[name].map(([one]) => say(`${before}${one}`)),
      say(last),
    ),
  counted: (values, name, noun) => {
    const single = values[name] === 1 || (words.lang === "fr" && values[name] === 0);
    return say(`${noun}.${single ? "one" : "many"}`, { number: values[name] });
  },
};

// A phrase about an answer to a question; one that begins with @ is named by a member of the answer.
function told(name, values, key) {
  const phrase = key[0] === "@" ? values[key.slice(1)] : key;
  return fill(words.said[phrase], (hole) => {
    const [form, ...given] = questions[name].holes[hole];
    return forms[form](values, ...given);
  });
}

const allTold = (name, values, keys) => keys.map((key) => told(name, values, key)).join(" ");

// Elements

function add(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of [].concat(children === undefined ? [] : children)) if (child) element.append(child);
  return element;
}

const html = (name, attributes, children) => add(document.createElement(name), attributes, children);
const svg = (name, attributes, children) => add(document.createElementNS(SVG, name), attributes, children);

// Classes of drawings have the prefix of the game's artwork.
const drawn = (classes) =>
  classes
    .split(" ")
    .map((one) => (one.startsWith("ti-") ? one : `${words.prefix}-${one}`))
    .join(" ");
const use = (name, classes) =>
  svg("use", { href: `#${words.prefix}-${name}`, class: classes ? drawn(classes) : null });

function picture(width, height, label, classes, children) {
  const heard = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true", focusable: "false" };
  const known = { viewBox: `0 0 ${width} ${height}`, class: `${words.prefix} ${classes}` };
  return svg("svg", Object.assign(known, heard), children);
}

function show(element, children) {
  element.replaceChildren(...[].concat(children).filter(Boolean));
}
