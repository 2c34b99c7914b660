"use strict";
// The page of a graph: moving, searching, filtering, and what is known of a node. All texts go in as text, never as markup.

const { nodes, edges } = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const canvas = at("canvas");
const picture = canvas.querySelector("svg");
const panel = at("panel");
const search = at("search");
const agents = at("agent");
const danger = at("danger");

const whole = picture.viewBox.baseVal;
const full = { x: 0, y: 0, w: whole.width, h: whole.height };
let view = { ...full };
let chosen = null;
let hits = [];
let hit = -1;

const drawn = nodes.map((_, number) => picture.querySelector(`.n[data-n="${number}"]`));
const lines = [...picture.querySelectorAll(".e[data-e]")].map((line) => {
  const numbers = line.dataset.e.split(" ").map(Number);
  return { line, edges: numbers.map((number) => edges[number]) };
});

const steps = new Map(edges.filter((edge) => edge.kind === "yields").map((edge) => [`${edge.from} ${edge.to}`, edge]));
// So many of a kind are listed.
const MOST = 200;

// --- the view ---

function show() {
  picture.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
}

function scale() {
  const size = canvas.getBoundingClientRect();
  return Math.max(view.w / size.width, view.h / size.height);
}

function zoom(factor, x = view.x + view.w / 2, y = view.y + view.h / 2) {
  const w = Math.min(Math.max(view.w * factor, 120), full.w * 8);
  const by = w / view.w;
  view = { x: x - (x - view.x) * by, y: y - (y - view.y) * by, w, h: view.h * by };
  show();
}

function move(dx, dy) {
  view.x += dx;
  view.y += dy;
  show();
}

function fit() {
  view = { ...full };
  show();
}

// At a scale at which names can be read, as far to the top left as there is something.
function begin() {
  const size = canvas.getBoundingClientRect();
  const most = Math.max(full.w / size.width, full.h / size.height);
  const s = Math.min(most, Math.max(full.w / size.width, 1));
  view = { x: 0, y: 0, w: size.width * s, h: size.height * s };
  if (view.w > full.w) view.x = (full.w - view.w) / 2;
  show();
}

function centre(number) {
  const box = drawn[number].getBBox();
  const size = canvas.getBoundingClientRect();
  const s = Math.min(scale(), 1);
  view = { w: size.width * s, h: size.height * s };
  view.x = box.x + box.width / 2 - view.w / 2;
  view.y = box.y + box.height / 2 - view.h / 2;
  show();
}

function place(event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  return point.matrixTransform(picture.getScreenCTM().inverse());
}

let held = null;
canvas.addEventListener("pointerdown", (event) => {
  if (event.button === 0) held = { x: event.clientX, y: event.clientY, moved: false };
});
window.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  // A hand that trembles still clicks.
  if (!held.moved && Math.hypot(dx, dy) < 4) return;
  const s = scale();
  move(-dx * s, -dy * s);
  held = { x: event.clientX, y: event.clientY, moved: true };
  canvas.classList.add("moving");
});
window.addEventListener("pointerup", () => {
  // The click that follows still has to know.
  setTimeout(() => { held = null; });
  canvas.classList.remove("moving");
});
canvas.addEventListener("click", (event) => {
  if (held && held.moved) return;
  const node = event.target.closest(".n");
  choose(node ? Number(node.dataset.n) : null);
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const { x, y } = place(event);
  const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
  zoom(Math.exp(Math.max(-60, Math.min(60, pixels)) * 0.004), x, y);
}, { passive: false });
at("in").addEventListener("click", () => zoom(0.8));
at("out").addEventListener("click", () => zoom(1.25));
at("fit").addEventListener("click", fit);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return clear();
  if (event.target.matches("input, select")) return;
  if (event.key === "/") {
    event.preventDefault();
    return search.focus();
  }
  const node = event.target.closest(".n");
  if (node && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    return choose(Number(node.dataset.n));
  }
  if (!canvas.contains(event.target)) return;
  const step = Math.min(view.w, view.h) / 8;
  const keys = {
    ArrowLeft: () => move(-step, 0),
    ArrowRight: () => move(step, 0),
    ArrowUp: () => move(0, -step),
    ArrowDown: () => move(0, step),
    "+": () => zoom(0.8),
    "=": () => zoom(0.8),
    "-": () => zoom(1.25),
    0: fit,
  };
  if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});

// --- what is lit ---

function counts(edge) {
  const agent = agents.value === "" ? null : Number(agents.value);
  if (danger.checked && !edge.danger) return false;
  if (agent === null) return true;
  if (edge.agent !== undefined) return edge.agent === agent;
  if (edge.kind === "may call") return edge.from === agent;
  return reached(agent).has(edge.from) || nodes[edge.from].kind !== "tool";
}

const reaches = new Map();
function reached(agent) {
  if (!reaches.has(agent)) {
    const tools = edges.filter((edge) => edge.kind === "may call" && edge.from === agent);
    reaches.set(agent, new Set(tools.map((edge) => edge.to)));
  }
  return reaches.get(agent);
}

function light() {
  const lit = new Set();
  const on = new Set();
  const add = (edge) => {
    on.add(edge);
    lit.add(edge.from).add(edge.to);
    for (const source of edge.sources ?? []) {
      lit.add(source);
      on.add(steps.get(`${source} ${edge.from}`));
    }
  };
  const some = chosen !== null || hits.length > 0 || agents.value !== "" || danger.checked;
  if (chosen !== null) {
    lit.add(chosen);
    edges.filter((edge) => counts(edge) && (edge.from === chosen || edge.to === chosen || edge.sources?.includes(chosen))).forEach(add);
  } else if (hits.length > 0) {
    hits.forEach((number) => lit.add(number));
  } else if (some) {
    const agent = agents.value === "" ? null : Number(agents.value);
    if (agent !== null) {
      lit.add(agent);
      if (!danger.checked) reached(agent).forEach((tool) => lit.add(tool));
    }
    edges.filter(counts).filter((edge) => edge.kind !== "implies" && edge.kind !== "is part of").forEach(add);
  }
  picture.classList.toggle("some", some);
  drawn.forEach((node, number) => {
    node.classList.toggle("on", lit.has(number));
    node.classList.toggle("chosen", number === chosen || (chosen === null && number === hits[hit]));
  });
  for (const { line, edges: own } of lines) line.classList.toggle("on", own.some((edge) => on.has(edge)));
}

function choose(number, away = false) {
  chosen = number;
  light();
  tell();
  if (away && number !== null) centre(number);
  remember(number === null ? "" : `node=${encodeURIComponent(nodes[number].name)}`);
}

function clear() {
  search.value = "";
  agents.value = "";
  danger.checked = false;
  find();
  choose(null);
}

// --- searching ---

function find() {
  const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const within = (text) => words.every((word) => text.includes(word));
  const named = [];
  const told = [];
  nodes.forEach((node, number) => {
    if (words.length === 0) return;
    if (within(node.name.toLowerCase())) named.push(number);
    else if (within([node.name, ...node.facts.flat()].join(" ").toLowerCase())) told.push(number);
  });
  hits = [...named, ...told];
  hit = hits.length > 0 ? 0 : -1;
  chosen = null;
  at("found").textContent = words.length === 0 ? "" : hits.length === 0 ? "nothing found" : `${hit + 1} of ${hits.length}`;
  light();
  tell();
  if (hit >= 0) centre(hits[hit]);
}

function next(by) {
  if (hits.length === 0) return;
  hit = (hit + by + hits.length) % hits.length;
  at("found").textContent = `${hit + 1} of ${hits.length}`;
  chosen = null;
  light();
  tell();
  centre(hits[hit]);
}

search.addEventListener("input", find);
search.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  next(event.shiftKey ? -1 : 1);
});
for (const one of [agents, danger]) {
  one.addEventListener("change", () => {
    light();
    tell();
  });
}

// --- the panel ---

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

function link(number) {
  const item = element("button", nodes[number].name, { type: "button" });
  item.addEventListener("click", () => choose(number, true));
  return item;
}

function list(title, items, kind = "") {
  if (items.length === 0) return;
  panel.append(element("h3", title));
  const all = element("ul");
  items.slice(0, MOST).forEach((parts) => {
    const item = element("li", undefined, { class: kind });
    item.append(...parts);
    all.append(item);
  });
  panel.append(all);
  if (items.length > MOST) panel.append(element("p", `and ${items.length - MOST} more`, { class: "quiet" }));
}

// Paths that are the same for several agents are told once.
function alike(all) {
  const groups = new Map();
  for (const edge of all) {
    const key = JSON.stringify([edge.kind, edge.from, edge.to, edge.sources, edge.closed]);
    groups.set(key, [...(groups.get(key) ?? []), edge]);
  }
  return [...groups.values()];
}

function path(all) {
  const edge = all[0];
  const parts = [];
  const sources = edge.sources.slice(0, 3);
  sources.forEach((source, place) => parts.push(...(place > 0 ? [" or "] : []), link(source)));
  if (edge.sources.length > sources.length) parts.push(` or ${edge.sources.length - sources.length} more`);
  parts.push(" → ", link(edge.from), " → ", link(edge.to));
  parts.push(element("div", `for ${all.map((it) => nodes[it.agent].name).join(", ")}`, { class: "quiet" }));
  if (!edge.open) parts.push(element("div", `closed by ${edge.closed}`, { class: "is-shut" }));
  return parts;
}

function paths(of) {
  const open = of.filter((edge) => edge.open);
  const leaks = open.filter((edge) => edge.kind === "leaks through");
  const steers = open.filter((edge) => edge.kind === "steers");
  list(`can leave, no person asked (${alike(leaks).length})`, alike(leaks).map(path), "path leak");
  list(`can be steered by strangers (${alike(steers).length})`, alike(steers).map(path), "path steer");
  const shut = of.filter((edge) => !edge.open);
  list(`dangerous, but closed (${alike(shut).length})`, alike(shut).map(path), "path");
}

function tell() {
  panel.replaceChildren();
  panel.scrollTop = 0;
  const number = chosen ?? (hit >= 0 ? hits[hit] : null);
  if (number === null) {
    const all = edges.filter((edge) => edge.danger && counts(edge));
    panel.append(element("h2", "dangerous paths"));
    if (all.length === 0) panel.append(element("p", "There are none.", { class: "is-shut" }));
    paths(all);
    panel.append(element("p", "Click a box, or search, to see what is known of it.", { class: "quiet" }));
    return;
  }
  const node = nodes[number];
  panel.append(element("h2", node.name), element("p", node.kind, { class: "quiet" }));
  const facts = element("dl");
  node.facts.forEach(([word, text]) => facts.append(element("dt", word), element("dd", text)));
  panel.append(facts);
  const own = edges.filter((edge) => !edge.danger);
  const kinds = [...new Set(own.map((edge) => edge.kind))];
  for (const kind of kinds) {
    const to = own.filter((edge) => edge.kind === kind && edge.from === number);
    list(kind, to.map((edge) => [link(edge.to)]));
  }
  const back = {
    "may call": "may be called by",
    yields: "comes from",
    implies: "is implied by",
    crosses: "is crossed by",
    "is part of": "is made of",
    "is taken back by": "takes back",
  };
  for (const kind of kinds) {
    const from = own.filter((edge) => edge.kind === kind && edge.to === number);
    list(back[kind] ?? kind, from.map((edge) => [link(edge.from)]));
  }
  const mine = (edge) => edge.from === number || edge.to === number || edge.agent === number || edge.sources.includes(number);
  paths(edges.filter((edge) => edge.danger && counts(edge) && mine(edge)));
}

// --- links to a node or a search: page.html#node=NAME, page.html#search=WORDS, page.html#agent=NAME ---

function remember(hash) {
  history.replaceState(null, "", hash === "" ? location.pathname + location.search : `#${hash}`);
}

function follow() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const named = (name) => nodes.findIndex((node) => node.name === name);
  if (asked.has("agent")) {
    const number = named(asked.get("agent"));
    if (number >= 0) agents.value = String(number);
    light();
    tell();
  }
  if (asked.has("search")) {
    search.value = asked.get("search");
    find();
  }
  if (asked.has("node")) {
    const number = named(asked.get("node"));
    if (number >= 0) choose(number, true);
  }
}

nodes.forEach((node, number) => {
  if (node.kind === "agent") agents.append(element("option", node.name, { value: String(number) }));
  drawn[number].setAttribute("tabindex", "0");
  drawn[number].setAttribute("role", "button");
  drawn[number].setAttribute("aria-label", `${node.kind} ${node.name}`);
});
picture.setAttribute("role", "group");
picture.setAttribute("preserveAspectRatio", "xMidYMin meet");
begin();
light();
tell();
window.addEventListener("hashchange", follow);
follow();
