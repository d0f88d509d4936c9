"use strict";
const root = document.documentElement;
const mains = [...document.querySelectorAll("main")];

function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// Languages: the same place in the other language stays in view.
function speak(lang) {
  if (!mains.some((one) => one.lang === lang)) return;
  const shown = mains.find((one) => !one.hidden);
  const here = [...shown.querySelectorAll("section[id],nav")].find((one) => one.getBoundingClientRect().bottom > 0);
  for (const one of mains) one.hidden = one.lang !== lang;
  root.lang = lang;
  document.title = document.getElementById("main-" + lang).dataset.title;
  for (const one of document.querySelectorAll("button[data-lang]"))
    one.setAttribute("aria-pressed", String(one.dataset.lang === lang));
  const theme = document.getElementById("theme");
  theme.textContent = theme.dataset[lang] || theme.textContent;
  const there = here && here.id && document.getElementById(here.id.replace(shown.lang, lang));
  if (there && scrollY > 0) there.scrollIntoView();
}
for (const one of document.querySelectorAll("button[data-lang]"))
  one.addEventListener("click", () => {
    speak(one.dataset.lang);
    kept("lang", one.dataset.lang);
  });

// Light or dark.
const isDark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
if (kept("theme")) root.dataset.theme = kept("theme");
document.getElementById("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  kept("theme", root.dataset.theme);
});

// Tables: a heading sorts, a field filters.
function number(text) {
  const plain = text.replace(/[\s\u202f\u00a0,%+±]/g, (sign) => (sign === "," && root.lang === "fr" ? "." : ""));
  const found = parseFloat(plain.replace(/\u2212/g, "-"));
  return Number.isNaN(found) ? null : found;
}
function compare(one, other) {
  const a = number(one), b = number(other);
  if (a !== null && b !== null) return a - b;
  if (a === null && b === null) return one.localeCompare(other, root.lang);
  return a === null ? 1 : -1;
}
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) =>
    head.firstChild.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const one of heads) one.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const body = table.tBodies[0];
      const text = (row) => row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => (up ? 1 : -1) * compare(text(a), text(b)));
      body.append(...rows);
    }),
  );
}
for (const field of document.querySelectorAll(".filter input"))
  field.addEventListener("input", () => {
    const wanted = field.value.toLocaleLowerCase();
    const table = field.closest(".filter").nextElementSibling.querySelector("table");
    for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLocaleLowerCase().includes(wanted);
  });

// A touched mark of a figure says its value, as it does to a mouse.
const tip = document.createElement("div");
tip.className = "tip";
tip.hidden = true;
document.body.append(tip);
document.addEventListener("click", (event) => {
  const title = event.target.closest && event.target.closest("svg.figure *")?.querySelector("title");
  tip.hidden = !title;
  if (!title) return;
  tip.textContent = title.textContent;
  tip.style.left = Math.min(event.pageX + 8, scrollX + innerWidth - 200) + "px";
  tip.style.top = event.pageY + 12 + "px";
});

// Replays.
const stored = document.getElementById("replays");
const data = stored && JSON.parse(stored.textContent);

function made(name, facts = {}, ...inside) {
  const one = document.createElement(name);
  for (const [key, value] of Object.entries(facts)) key in one ? (one[key] = value) : one.setAttribute(key, value);
  one.append(...inside);
  return one;
}
function drawn(name, facts, text) {
  const one = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(facts)) one.setAttribute(key, value);
  if (text !== undefined) one.textContent = text;
  return one;
}
function dark(fill) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(fill.slice(at, at + 2), 16));
  return 0.3 * r + 0.59 * g + 0.11 * b < 140;
}
const HEXAGON = [0, 1, 2, 3, 4, 5].map((k) => [0.577 * Math.sin((k * Math.PI) / 3), 0.577 * Math.cos((k * Math.PI) / 3)]);
const SHIP = [[-0.42, -0.18], [0.3, -0.3], [0.48, 0], [0.3, 0.3], [-0.42, 0.18]];
function shape(kind, fill, ring) {
  const edge = { fill, stroke: ring || "#444", "stroke-width": ring ? 0.12 : 0.03 };
  if (kind === "hexagon" || kind === "ship")
    return drawn("polygon", { points: (kind === "ship" ? SHIP : HEXAGON).map((one) => one.join()).join(" "), ...edge });
  if (kind === "disc") return drawn("circle", { r: 0.31, ...edge });
  if (kind === "tile") return drawn("rect", { x: -1.45, y: -0.95, width: 2.9, height: 1.9, rx: 0.15, ...edge });
  return drawn("rect", { x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.08, ...edge });
}
function piece(x, y, [kind, fill, text, ring]) {
  const group = drawn("g", { transform: `translate(${x} ${y})` });
  group.append(shape(kind, fill, ring));
  const ink = dark(fill) ? "#fff" : "#111";
  if (text) {
    const up = kind === "tile" ? -0.25 : kind === "square" ? 0.43 : 0.12;
    const room = kind === "tile" ? 2.7 : kind === "ship" ? 0.72 : 0.56;
    const size = kind === "square" ? 0.17 : Math.min(0.36, room / (0.62 * text.length));
    group.append(drawn("text", { y: up, "text-anchor": "middle", "font-size": size, "font-weight": "bold", fill: ink }, text));
  }
  return group;
}

class Replay {
  constructor(place) {
    this.place = place;
    const labels = JSON.parse(place.dataset.labels);
    this.says = labels.says;
    this.names = labels.counts;
    this.picker = made("select", { ariaLabel: this.says.table });
    const told = [...place.parentElement.querySelectorAll(".games li")];
    data.games.forEach((game, k) => {
      const kind = told[k].firstChild.textContent.replace(/\s*:\s*$/, "");
      this.picker.append(made("option", { value: k, textContent: `${kind} (${game.number})` }));
    });
    this.picker.setAttribute("aria-label", place.parentElement.querySelector("h2").textContent);
    this.back = made("button", { type: "button", textContent: this.says.previous });
    this.on = made("button", { type: "button", textContent: this.says.next });
    this.run = made("button", { type: "button", textContent: this.says.play });
    this.slider = made("input", { type: "range", min: 0, value: 0 });
    this.slider.setAttribute("aria-label", this.says.step);
    this.at = made("span", { className: "small at" });
    this.lang = place.dataset.lang;
    this.story = made("div", { className: "story" });
    this.story.setAttribute("aria-live", "polite");
    this.board = made("div");
    this.letters = made("pre", { lang: "en", tabIndex: 0 });
    this.letters.setAttribute("aria-label", this.says.drawn);
    this.course = made("div", { className: "course" });
    this.table = made("div", { className: "wide", tabIndex: 0 });
    this.table.setAttribute("role", "group");
    this.table.setAttribute("aria-label", this.says.table);
    this.command = made("p", { className: "small" }, made("code"));
    const controls = made("div", { className: "controls" }, this.picker, this.back, this.run, this.on, this.slider, this.at);
    place.append(controls, this.board, this.story, this.letters, this.course, this.table, this.command);
    this.picker.addEventListener("change", () => this.open(+this.picker.value));
    this.back.addEventListener("click", () => this.go(this.step - 1));
    this.on.addEventListener("click", () => this.go(this.step + 1));
    this.run.addEventListener("click", () => this.watch(!this.timer));
    this.slider.addEventListener("input", () => this.go(+this.slider.value));
    place.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way || ["range", "select-one"].includes(event.target.type)) return;
      event.preventDefault();
      this.go(this.step + way);
    });
    place.parentElement.querySelector(".games").hidden = true;
    this.picker.hidden = data.games.length < 2;
    this.open(0);
  }
  open(number) {
    this.watch(false);
    this.game = data.games[number];
    this.slider.max = this.game.steps.length - 1;
    this.command.firstChild.textContent = this.game.command;
    this.states = [];
    let state = { pieces: {}, counts: {}, drawing: [] };
    for (const [told, pieces, counts, turn, drawing] of this.game.steps) {
      state = {
        told,
        turn,
        pieces: { ...state.pieces, ...pieces },
        counts: { ...state.counts, ...counts },
        drawing: drawing ? drawing.map((row) => data.rows[row]) : state.drawing,
      };
      for (const [name, one] of Object.entries(state.pieces)) if (one === null) delete state.pieces[name];
      this.states.push(state);
    }
    this.frame();
    this.chart();
    this.go(0);
  }
  frame() {
    const all = data.board.map(([x, y, kind]) => [x, y, kind]);
    for (const state of this.states)
      for (const [x, y, look] of Object.values(state.pieces)) all.push([x, y, data.looks[look][0]]);
    this.board.replaceChildren();
    if (!all.length) return;
    const far = (kind) => (kind === "tile" ? 1.6 : 0.7);
    const ends = [0, 1].map((k) => [Math.min(...all.map((one) => one[k] - far(one[2]))), Math.max(...all.map((one) => one[k] + far(one[2])))]);
    const [[left, right], [top, bottom]] = ends;
    const svg = drawn("svg", { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, role: "img", "aria-label": this.says.drawn });
    svg.append(...data.board.map(([x, y, ...look]) => piece(x, y, look)));
    this.moving = drawn("g", {});
    svg.append(this.moving);
    this.board.append(svg);
  }
  chart() {
    const chances = this.game.chances.length > 0;
    this.values = chances ? this.game.chances : this.game.turns;
    this.course.replaceChildren();
    if (!this.values.length) return;
    const most = Math.max(1, ...this.values.flat().map(Math.abs)), least = Math.min(0, ...this.values.flat());
    const wide = 600, high = 130, step = wide / Math.max(this.values.length - 1, 1);
    const svg = drawn("svg", { viewBox: `-6 -6 ${wide + 12} ${high + 12}`, role: "img", "aria-label": chances ? this.says.chances : this.says.scores });
    const sums = this.values.map(() => 0);
    this.game.scores.forEach((_, seat) => {
      const low = sums.map((sum, k) => `${k * step},${high - (high * sum) / 100}`);
      const fill = data.fills[seat % data.fills.length];
      if (chances) {
        this.values.forEach((one, k) => (sums[k] += one[seat]));
        const up = sums.map((sum, k) => `${k * step},${high - (high * Math.min(sum, 100)) / 100}`);
        svg.append(drawn("polygon", { points: [...up, ...low.reverse()].join(" "), fill, stroke: "var(--paper)", "stroke-width": 1 }));
      } else {
        const points = this.values.map((one, k) => `${k * step},${high - (high * (one[seat] - least)) / (most - least)}`);
        svg.append(drawn("polyline", { points: points.join(" "), fill: "none", stroke: fill, "stroke-width": 2.5 }));
      }
    });
    this.cursor = drawn("line", { y1: -6, y2: high + 6, stroke: "var(--ink)", "stroke-width": 2 });
    svg.append(this.cursor);
    this.width = step;
    this.course.append(made("p", { className: "small", textContent: chances ? this.says.chances : this.says.scores }), svg);
  }
  watch(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => (this.step + 1 < this.states.length ? this.go(this.step + 1) : this.watch(false)), 900) : 0;
    this.run.textContent = on ? this.says.pause : this.says.play;
  }
  go(step) {
    this.step = Math.max(0, Math.min(step, this.states.length - 1));
    const state = this.states[this.step];
    this.back.disabled = this.step === 0;
    this.on.disabled = this.step === this.states.length - 1;
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", `${this.says.step} ${this.step + 1} / ${this.states.length}`);
    this.at.textContent = `${this.step + 1} / ${this.states.length}`;
    this.story.replaceChildren(...state.told.map((one) => made("p", { textContent: data.lines[this.lang][one] })));
    if (this.moving) this.moving.replaceChildren(...Object.values(state.pieces).map(([x, y, look]) => piece(x, y, data.looks[look])));
    this.letters.textContent = state.drawing.join("\n");
    this.letters.hidden = !state.drawing.length;
    if (this.values.length && this.cursor) {
      const x = Math.max(0, Math.min(state.turn, this.values.length) - 1) * this.width;
      this.cursor.setAttribute("x1", x);
      this.cursor.setAttribute("x2", x);
    }
    this.count(state);
  }
  count(state) {
    const isOver = this.step === this.states.length - 1;
    const seats = this.game.names[this.lang].map((name, k) => {
      const swatch = drawn("svg", { viewBox: "0 0 10 10", width: 12, height: 12, "aria-hidden": "true" });
      swatch.append(drawn("rect", { width: 10, height: 10, fill: data.fills[k % data.fills.length] }));
      swatch.setAttribute("class", "swatch");
      const head = made("th", { scope: "col" }, swatch, ` ${this.says.seat} ${k + 1} (${name})`);
      return head;
    });
    const rows = [];
    const add = (name, values) => rows.push(made("tr", {}, made("th", { scope: "row", textContent: name }), ...values.map((one) => made("td", { textContent: one }))));
    const scores = isOver ? this.game.scores : state.turn ? this.game.turns[state.turn - 1] : null;
    if (scores) add(this.says.scores, scores);
    if (state.turn && this.game.chances[state.turn - 1]) add(this.says.chances, this.game.chances[state.turn - 1]);
    for (const [name, value] of Object.entries(state.counts)) if (Array.isArray(value)) add(this.names[name] || name, value);
    if (isOver) add("", this.game.wins.map((one) => (one > 0 ? this.says.won : "–")));
    const shared = Object.entries(state.counts).filter(([, value]) => !Array.isArray(value));
    const below = shared.map(([name, value]) => `${this.names[name] || name}: ${value}`).join("; ");
    const table = made("table", {}, made("thead", {}, made("tr", {}, made("td"), ...seats)), made("tbody", {}, ...rows));
    this.table.replaceChildren(table, made("p", { className: "small", textContent: below }));
  }
}
if (data) for (const place of document.querySelectorAll(".replay")) new Replay(place);

const asked = kept("lang");
if (asked && mains.length > 1 && asked !== root.lang) speak(asked);
