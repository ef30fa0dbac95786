// SPDX-License-Identifier: Apache-2.0

// Movements from the camera to other programs: the control, and whether they are sent.

import { byID, element, setText } from "./dom.js";
import { hasOption } from "./options.js";
import { clearSent, showSent } from "./sent.js";
import { currentOptions, onChange, setOption, state } from "./state.js";
import { hasBodies } from "./tasks.js";

/**
 * The protocols, and the ports that programs listen on unless they are told another.
 * @type {Record<string, { port: number, hasBody: boolean }>}
 */
const protocols = {
  vmc: { port: 39539, hasBody: true },
  livelink: { port: 11111, hasBody: false },
  ifacialmocap: { port: 49983, hasBody: false },
};

/** The option without which there are no expressions to send. */
const shapes = "outputFaceBlendshapes";

const title = document.title;
const [panel, badge, note] = [byID("sending"), byID("send-state"), byID("send-note")];
const [protocol, place] = [byID("send-protocol"), byID("send-address")];
const [person, rate, file] = [byID("send-person"), byID("send-rate"), byID("send-gains")];

/** @type {import("./live.js").LiveSession | undefined} */
let session;
/** Whether the reader wants to send, and whether the server has said that it does. */
let [isWanted, isSending] = [false, false];
/** Why nothing is sent although it was wanted. */
let trouble = "";
/**
 * The factors of shapes, as the file has them.
 * @type {object | undefined}
 */
let gains;
/** The people who can be chosen. */
let listed = "";
/** When frames were sent in the last two seconds, and when a receiver was last missing. */
/** @type {number[]} */
let times = [];
let refused = -Infinity;
let isCalibrating = false;
/** @type {number | undefined} */
let bytes;
let isScheduled = false;

/**
 * Takes the server's description of itself, which names the hosts that it sends to.
 * @param {Service} service
 */
export function startSending(service) {
  byID("send-places").append(...(service.sendTo ?? []).map((target) => element("option", { value: target })));
  const opener = byID("open-sending");
  opener.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    opener.setAttribute("aria-expanded", String(!panel.hidden));
  });
  protocol.addEventListener("change", () => {
    place.value = `127.0.0.1:${protocols[protocol.value].port}`;
    if (isWanted) begin();
  });
  for (const control of [place, person, rate]) control.addEventListener("change", () => isWanted && begin());
  file.addEventListener("change", load);
  place.addEventListener("keydown", (event) => event.key === "Enter" && !isWanted && begin());
  byID("send-switch").addEventListener("click", () => (isWanted ? stop() : begin()));
  byID("send-calibrate").addEventListener("click", calibrate);
  onChange(["mode"], () => stop());
  refresh();
}

/**
 * Takes the session that frames go through; without one, nothing is sent.
 * @param {import("./live.js").LiveSession} [opened]
 */
export function sendThrough(opened) {
  session = opened;
  isSending = false;
  // Its tracks have other numbers.
  [person.value, listed] = ["", "-"];
  if (session && isWanted) tell();
  else if (!session) stop();
}

/** Stops if the task and its options have nothing to send, before the server is told of them. */
export function checkSending() {
  if (!isWanted || fits()) return;
  stop("The task that was chosen has nothing to send there.");
}

/** Reads the file of gains; without one, there are none. */
async function load() {
  const chosen = file.files?.[0];
  gains = undefined;
  try {
    if (chosen) gains = JSON.parse(await chosen.text());
    if (!Object.values(gains ?? {}).every(Number.isFinite)) throw new TypeError();
  } catch {
    [gains, file.value] = [undefined, ""];
    return stop(`${chosen?.name} must hold shapes and their factors as JSON: {"jawOpen": 1.4}`);
  }
  if (isWanted) begin();
}

/**
 * Lists who can be chosen if there are several. Who was chosen stays in the list.
 * @param {Person[]} people
 */
export function listPeople(people) {
  const tracked = people.filter(({ key }) => typeof key === "number");
  const now = tracked.map(({ label }) => label).join();
  if (now === listed) return;
  listed = now;
  const chosen = person.value;
  const choices = tracked.map(({ key, label }) => element("option", { value: key, textContent: label }));
  if (chosen && !tracked.some(({ key }) => String(key) === chosen)) {
    choices.push(element("option", { value: chosen, textContent: `#${chosen}, not seen` }));
  }
  person.replaceChildren(element("option", { value: "", textContent: "First seen" }), ...choices);
  person.value = chosen;
  /** @type {HTMLElement} */ (person.parentElement).hidden = choices.length < 2 && !chosen;
}

const kind = () => protocols[protocol.value];
const hasShapes = () => hasOption(shapes) && currentOptions()[shapes] === "true";
const fits = () => hasShapes() || (kind().hasBody && hasBodies(state.task));
const address = () => `${protocol.value}://${place.value.trim()}`;
/** The message that asks the server to send; undefined fields are left out. */
const wish = () => ({
  to: [address()],
  person: person.value ? Number(person.value) : undefined,
  rate: rate.value ? Number(rate.value) : undefined,
  gains,
});

function begin() {
  if (!session) return stop("Start the camera first.");
  [isWanted, trouble] = [true, ""];
  // Most of what is sent comes from the face.
  if (hasOption(shapes)) setOption(shapes, "true");
  tell();
}

/** @param {string} [reason] */
function stop(reason = "") {
  // Also while the answer to an earlier wish is on its way.
  if (isWanted) session?.tell({ send: { to: [] } }, () => {});
  [isWanted, isSending, isCalibrating, trouble, times] = [false, false, false, reason, []];
  clearSent();
  refresh();
}

function tell() {
  const asked = wish();
  session?.tell({ send: asked }, ({ error }) => {
    if (!isWanted || JSON.stringify(asked) !== JSON.stringify(wish())) return;
    if (error) return stop(error);
    isSending = true;
    refresh();
  });
  refresh();
}

function calibrate() {
  session?.tell({ calibrate: true }, ({ error }) => error && ((trouble = error), refresh()));
}

/**
 * Shows what was sent of a frame.
 * @param {Sent | undefined} sent
 */
export function noteSent(sent) {
  if (!sent || !isSending) return;
  const now = performance.now();
  times.push(now);
  if (sent.to.some(({ error }) => error)) refused = now;
  isCalibrating = sent.state === "calibrating";
  bytes = sent.to.find((receiver) => receiver.bytes)?.bytes ?? bytes;
  showSent(sent);
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    refresh();
  }, 250);
}

/**
 * Returns the text of the badge.
 * @param {boolean} isAlone whether no program listens
 */
function stateInWords(isAlone) {
  if (!isWanted) return "Not sending";
  if (!isSending) return "Connecting";
  if (isAlone) return "Sending, nobody listens";
  return isCalibrating ? "Calibrating" : "Sending";
}

/** Says in words, color and the title of the page whether something is sent. */
function refresh() {
  const now = performance.now();
  times = times.filter((time) => time > now - 2000);
  // A refusal comes back for one datagram, and only on the same machine or network.
  const isAlone = isSending && now - refused < 1500;
  setText(badge, stateInWords(isAlone));
  badge.className = !isWanted ? "state" : `state ${isSending && !isAlone ? "on" : "waiting"}`;
  panel.classList.toggle("on", isWanted);
  setText(byID("send-switch"), isWanted ? "Stop sending" : "Start sending");
  byID("send-switch").classList.toggle("primary", !isWanted);
  byID("send-calibrate").disabled = !isSending || !hasShapes();
  setText(byID("open-sending"), isWanted ? "● Sending" : "Send…");
  byID("open-sending").classList.toggle("is-sending", isWanted);
  document.title = isWanted ? `● Sending – ${title}` : title;
  byID("sent").hidden = !isWanted;
  setText(note, sentence(isAlone));
}

function sentence(isAlone) {
  if (trouble) return trouble;
  if (!isWanted) return "From the computer that runs the server.";
  if (isAlone) return `No program listens at ${address()}: start it, and turn its receiver on.`;
  if (isCalibrating) return "Look straight ahead and relax: this face becomes the neutral one.";
  if (!isSending || times.length < 2) return `To ${address()}`;
  const rate = ((times.length - 1) * 1000) / (times[times.length - 1] - times[0]);
  return `To ${address()}: ${rate.toFixed(0)} frames/s of ${((bytes ?? 0) / 1000).toFixed(1)} kB`;
}
