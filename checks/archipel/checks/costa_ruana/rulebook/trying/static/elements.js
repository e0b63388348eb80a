// What all parts of the page share: what is set, words, and elements.

const { tables, words, games, lookup } = window.archipelTry;
const byId = (id) => document.getElementById(`ti-${id}`);
const root = byId("root");

const SVG = "http://www.w3.org/2000/svg";
const say = (key, values) => fill(words.page[key] || words.facts[key], values);

const state = {
  players: 4,
  on: [2, 2, 1, 0, 0, 0],
  treasures: 3,
  gain: [1, 0, 2, 0, 0, 0],
  total: [1, 0, 2, 0, 0, 0],
  shaman: 0,
  offered: 0,
  sides: 0,
  game: 0,
  step: 0,
  gameReading: "",
  choice: {},
};

// Words and elements

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String((values || {})[name]));
}

function listed(items, last) {
  const rest = items.slice(0, -1);
  return rest.length ? `${rest.join(", ")} ${last || words.and} ${items[items.length - 1]}` : items.join("");
}

const nameOf = (seat) => words.names[seat];
const names = (seats, last) => listed(seats.map(nameOf), last);
const counts = (numbers) => numbers.map((number, seat) => `${nameOf(seat)} ${number}`).join(", ");
const seatsNow = () => Array.from({ length: state.players }, (_, seat) => seat);

function treasureWords(number) {
  const single = number === 1 || (words.lang === "fr" && number === 0);
  return fill(words.counted[single ? "one" : "many"], { number });
}

function crowdWords(row) {
  const people = row.map((count, seat) => (count ? `${nameOf(seat)} ${count}` : "")).filter(Boolean);
  return people.join(", ") || words.empty;
}

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
const use = (name, attributes) => svg("use", Object.assign({ href: `#ti-${name}` }, attributes));

function show(element, children) {
  element.replaceChildren(...[].concat(children).filter(Boolean));
}
