// SPDX-License-Identifier: Apache-2.0

// All values as a table: a column for each person, and below them the landmarks of one.

import { choose, isChosen, onPeople } from "./chosen.js";
import { byID, copyText, download, element, setText } from "./dom.js";
import { colorOf } from "./layers.js";
import { pointsOf, valuesOf } from "./results.js";
import { capitalized, clock, words } from "./words.js";

const pane = byID("table");
const interval = 150;
/** @type {NamedScene} */
let scene = { people: [] };
/** @type {number | undefined} */
let time;
let timer = 0;
/** Whether the column of the chosen person is still to be brought into sight. */
let isNewlyChosen = false;
/**
 * Returns the scenes that a CSV file is about.
 * @type {() => NamedScene[]}
 */
let scenesToSave;

/** `scenes()` returns all scenes of the run: a photo's, or those of all frames of a video; `name()` that of the file. */
export function startTable({ scenes, name }) {
  scenesToSave = scenes;
  byID("table-copy").addEventListener("click", () => copyText(byID("table-copy"), tabSeparated(), byID("values")));
  byID("table-csv").addEventListener("click", () => download(new Blob([csv()], { type: "text/csv" }), `${name()}-values.csv`));
  onPeople(["chosen"], () => {
    isNewlyChosen = true;
    redrawTable();
  });
}

/**
 * Shows the values of a scene, as long as the table is in sight; `time` (seconds) is missing for photos.
 * @param {Scene} nextScene
 * @param {number} [nextTime]
 */
export function showTable(nextScene, nextTime) {
  [scene, time] = [nextScene, nextTime];
  redrawTable();
}

export function redrawTable() {
  if (timer || pane.hidden) return;
  timer = setTimeout(() => {
    timer = 0;
    requestAnimationFrame(update);
  }, interval);
}

function update() {
  const { people } = scene;
  const subject = people.find(isChosen) ?? people[0];
  setText(byID("table-title"), time === undefined ? "Values" : `Values at ${clock(time)}`);
  for (const button of [byID("table-copy"), byID("table-csv")]) button.disabled = !people.length;
  byID("points-section").hidden = !subject;
  fill(byID("values"), ["", ...people.map(headOf)], valueRows(people));
  if (isNewlyChosen) pane.querySelector("thead [aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "start" });
  isNewlyChosen = false;
  if (!subject) return;
  setText(byID("points-title"), `Landmarks of ${subject.label}`);
  const { columns, rows } = pointsOf(subject);
  fill(byID("points"), columns, rows);
}

/**
 * The rows of the first table: the name of a value, then that of each person.
 * @param {Person[]} people
 */
function valueRows(people) {
  const values = people.map((person) => new Map(valuesOf(person)));
  const names = [...new Set(values.flatMap((known) => [...known.keys()]))];
  return names.map((name) => [capitalized(words(name)), ...values.map((known) => known.get(name))]);
}

/** The head of a person's column, which chooses the person. */
function headOf(person) {
  const swatch = element("span", { className: "swatch" });
  swatch.style.background = colorOf(person);
  const button = element("button", { className: "plain", "aria-pressed": String(isChosen(person)) }, swatch, person.label);
  button.addEventListener("click", () => choose(isChosen(person) ? undefined : person.key));
  return button;
}

/**
 * Fills a table; of one with the same rows, only what has changed.
 * @param {HTMLTableElement} table
 * @param {(string | HTMLElement)[]} head
 * @param {(string | number | undefined)[][]} rows
 */
function fill(table, head, rows) {
  const body = table.tBodies[0] ?? table.createTBody();
  const labels = head.map((cell) => (typeof cell === "string" ? cell : cell.textContent));
  const isSame = table.dataset.head === labels.join() && body.rows.length === rows.length && body.rows[0]?.cells.length === rows[0]?.length;
  if (!isSame) build(table, body, head, rows);
  else if (labels.some((_, place) => head[place] instanceof Element)) replaceHead(table, head);
  table.dataset.head = labels.join();
  rows.forEach((row, y) => row.forEach((value, x) => setText(body.rows[y].cells[x], text(value))));
}

function build(table, body, head, rows) {
  replaceHead(table, head);
  body.replaceChildren(...rows.map((row) => {
    return element("tr", {}, ...row.map((_, place) => (place ? element("td") : element("th", { scope: "row" }))));
  }));
}

function replaceHead(table, head) {
  const hadFocus = [...table.querySelectorAll("thead button")].indexOf(document.activeElement);
  const cells = head.map((cell) => (cell === "" ? element("td") : element("th", { scope: "col" }, cell)));
  (table.tHead ?? table.createTHead()).replaceChildren(element("tr", {}, ...cells));
  table.querySelectorAll("thead button")[hadFocus]?.focus();
}

/** A number as a table has it: with a point, without needless digits. */
function text(value) {
  if (typeof value !== "number") return value ?? "";
  if (!Number.isFinite(value)) return "";
  const size = Math.abs(value);
  return Number.isInteger(value) ? String(value) : value.toFixed(size >= 100 ? 1 : size >= 1 ? 2 : 4);
}

/** Both tables as text for a spreadsheet. */
function tabSeparated() {
  const lines = [byID("values"), byID("points")].filter((table) => !table.closest("[hidden]")).map((table) => {
    return [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent).join("\t")).join("\n");
  });
  return lines.join("\n\n");
}

/** A row for each person in each scene; the columns are the values and landmarks of all of them. */
function csv() {
  const rows = scenesToSave().flatMap(({ people, time: at, frame, name }) => people.map((person) => rowOf(person, { at, frame, name })));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = rows.map((row) => columns.map((column) => quoted(row.get(column))).join(","));
  return [columns.map(quoted).join(","), ...lines, ""].join("\r\n");
}

/** @returns {Map<string, string | number | undefined>} */
function rowOf(person, { at, frame, name }) {
  /** @type {Map<string, string | number | undefined>} */
  const row = new Map(name === undefined ? [["time", at], ["frame", frame]] : [["photo", name]]);
  row.set("person", person.label);
  for (const [value, number] of valuesOf(person)) row.set(value, number);
  const { columns, rows } = pointsOf(person);
  for (const [point, ...cells] of rows) {
    cells.forEach((cell, place) => typeof cell === "number" && row.set(`${point} ${columns[place + 1]}`, cell));
  }
  return row;
}

function quoted(value) {
  if (typeof value === "number") return Number.isFinite(value) ? String(Number(value.toPrecision(7))) : "";
  const word = String(value ?? "");
  return /[",\r\n]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word;
}
