// SPDX-License-Identifier: Apache-2.0

// The plan of a redaction: what is covered at a time, by the rules of docs/redact.md, and edits. Plans are never changed:
// each edit returns another one, which shares what stayed. Times are in seconds; photos have none.

/** Seconds in whole milliseconds, as the service rounds them: halves to the even number. */
export function milliseconds(seconds) {
  const rounded = Math.round(seconds * 1000);
  return rounded - seconds * 1000 === 0.5 && rounded % 2 ? rounded - 1 : rounded;
}

const shortTime = (seconds) => milliseconds(seconds) / 1000;
/** A box with at most three decimals, as plans have them. */
const shortBox = (box) => ({ x: shortTime(box.x), y: shortTime(box.y), width: shortTime(box.width), height: shortTime(box.height) });

export const isVideo = (input) => input.frames !== undefined;
/** @type {(input: PlannedInput) => PlannedTrack[]} */
export const tracksOf = ({ tracks = [] }) => tracks;
/** @type {(input: PlannedInput) => PlannedArea[]} */
export const areasOf = ({ areas = [] }) => areas;

/** The mean time from one frame to the next. */
export const frameSeconds = (input) => (input.frames && input.duration ? input.duration / input.frames : 0.04);

/** The times of the tracks' keys, which are those of frames. */
export const keyTimes = (input) => tracksOf(input).flatMap(({ spans }) => spans.flatMap(({ keys }) => keys.map(({ at }) => at)));

/** When the frame of a time is followed by the next one, by the mean rate. */
export const shownUntil = (input, time) => (time === undefined ? undefined : time + frameSeconds(input));

/**
 * The rectangles of an area while a frame is shown: that at its beginning, and those of keys until its end. None if nothing is covered then.
 * @param {PlannedArea} area
 * @param {number} [time] when the frame begins
 * @param {number} [until] when the next one begins; without it, the frame is shown for an instant
 * @returns {(Box & { mask?: string })[]}
 */
function rectsAt({ from, to, keys }, time, until) {
  if (time === undefined) return keys.slice(0, 1);
  const now = milliseconds(time);
  const end = until === undefined ? now + 1 : Math.max(now + 1, milliseconds(until));
  if (from !== undefined && end <= milliseconds(from)) return [];
  if (to !== undefined && now > milliseconds(to)) return [];
  const start = from === undefined ? now : Math.max(now, milliseconds(from));
  const isLater = (at) => at !== undefined && milliseconds(at) > start && milliseconds(at) < end && (to === undefined || at <= to);
  return [placeAt(keys, start), ...keys.filter(({ at }) => isLater(at))];
}

/**
 * The first rectangle of an area while a frame is shown; nothing if it covers nothing then.
 * @param {PlannedArea} area
 * @param {number} [time]
 * @param {number} [until]
 * @returns {Box & { mask?: string } | undefined}
 */
export const rectAt = (area, time, until) => rectsAt(area, time, until)[0];

/** Where keys are at a time in milliseconds: on the line between two, and still before the first, after the last, and after one with a mask. */
function placeAt(keys, now) {
  const timeOf = ({ at }) => (at === undefined ? -Infinity : milliseconds(at));
  const next = keys.findIndex((key) => timeOf(key) >= now);
  if (next < 0) return keys[keys.length - 1];
  if (next === 0) return keys[0];
  const [first, second] = [keys[next - 1], keys[next]];
  const start = first.at === undefined ? now : timeOf(first);
  if (first.mask && now < timeOf(second)) return first;
  if (now >= timeOf(second) || start >= timeOf(second)) return second;
  const share = (now - start) / (timeOf(second) - start);
  const mix = (name) => first[name] + (second[name] - first[name]) * share;
  return { x: mix("x"), y: mix("y"), width: mix("width"), height: mix("height") };
}

/**
 * Returns the covers of the frame that is shown at a time, and those that would be there without `keep`.
 * @returns {Cover[]}
 */
export function coversAt(input, time) {
  const cover = (place, area, isKept) => {
    return rectsAt(area, time, shownUntil(input, time)).map((box) => ({ place, box, shape: area.shape ?? "ellipse", mask: box.mask, isKept }));
  };
  const found = tracksOf(input).flatMap(({ keep, spans }, track) => spans.flatMap((span, index) => cover({ track, index }, span, Boolean(keep))));
  return [...found, ...areasOf(input).flatMap((area, index) => cover({ index }, area, false))];
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/**
 * The covered cells of a mask, as boxes in shares of its own; those of a row that follow each other are one.
 * @param {string} mask
 * @returns {Box[]}
 */
export function cellsOf(mask) {
  const [columns, rows] = mask.split(/[x:]/).map(Number);
  const boxes = [];
  let [place, length, scale, isCovered] = [0, 0, 1, false];
  for (const digit of mask.slice(mask.indexOf(":") + 1)) {
    const value = digits.indexOf(digit);
    length += (value & 31) * scale;
    scale *= 32;
    if (value > 31) continue;
    const end = place + length;
    for (let width; isCovered && place < end; place += width) {
      width = Math.min(columns - (place % columns), end - place);
      boxes.push({ x: (place % columns) / columns, y: Math.floor(place / columns) / rows, width: width / columns, height: 1 / rows });
    }
    [place, length, scale, isCovered] = [end, 0, 1, !isCovered];
  }
  return boxes;
}

/** @type {(input: PlannedInput, place: CoverPlace) => PlannedArea | undefined} */
export const areaAt = (input, { track, index }) => (track === undefined ? areasOf(input)[index] : tracksOf(input)[track]?.spans[index]);

export const isSamePlace = (one, other) => one?.track === other?.track && one?.index === other?.index;

/** The first and the last time at which an area covers. */
export const endsOf = (area, duration) => [Math.max(0, area.from ?? 0), Math.min(duration, area.to ?? duration)];

const replaced = (list, index, ...items) => [...list.slice(0, index), ...items, ...list.slice(index + 1)];

/** @returns {RedactionPlan} */
export const withInput = (plan, index, input) => ({ ...plan, inputs: replaced(plan.inputs, index, input) });

/** @returns {PlannedInput} */
export function withKept(input, track, keep) {
  const tracks = tracksOf(input);
  return { ...input, tracks: replaced(tracks, track, { ...tracks[track], keep }) };
}

/**
 * An input in which two tracks are one, of the first one's number and name, which stays visible if that one does.
 * @param {PlannedInput} input
 * @param {number} first @param {number} second the numbers of the tracks
 * @returns {PlannedInput}
 */
export function withJoined(input, first, second) {
  const tracks = tracksOf(input);
  const other = tracks.find(({ number }) => number === second);
  const one = (/** @type {number | undefined} */ number) => (number === second ? first : number);
  const joined = tracks.filter((track) => track !== other).map((track) => {
    if (track.number !== first || !other) return track;
    return { ...track, spans: [...track.spans, ...other.spans].toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0)) };
  });
  const look = (input.look ?? []).filter(({ why, track, previous }) => why !== "same" || one(track) !== one(previous))
    .map((doubt) => ({ ...doubt, ...(doubt.track && { track: one(doubt.track) }), ...(doubt.previous && { previous: one(doubt.previous) }) }));
  return { ...input, tracks: joined, look };
}

/**
 * An input with another name of a track or area; an empty one takes the name away.
 * @param {PlannedInput} input
 * @param {CoverPlace} place
 * @param {string} name
 * @returns {PlannedInput}
 */
export function withName(input, { track, index }, name) {
  const named = (/** @type {any} */ { name: _, ...rest }) => ({ ...(name && { name }), ...rest });
  if (track === undefined) return { ...input, areas: replaced(areasOf(input), index, named(areasOf(input)[index])) };
  return { ...input, tracks: replaced(tracksOf(input), track, named(tracksOf(input)[track])) };
}

/**
 * An input with another area in a place; without one, the place is gone, and a track without spans, too.
 * @param {PlannedInput} input
 * @param {CoverPlace} place
 * @param {PlannedArea} [area]
 * @returns {PlannedInput}
 */
export function withArea(input, { track, index }, area) {
  const items = area ? [area] : [];
  if (track === undefined) return { ...input, areas: replaced(areasOf(input), index, ...items) };
  const changed = tracksOf(input)[track];
  const spans = replaced(changed.spans, index, ...items);
  return { ...input, tracks: replaced(tracksOf(input), track, ...(spans.length ? [{ ...changed, spans }] : [])) };
}

/**
 * An area drawn at a time: it covers the scene of that time until it is told when it begins and ends.
 * @returns {PlannedArea}
 */
export function drawnArea(input, box, shape, time) {
  if (time === undefined) return { shape, keys: [shortBox(box)] };
  return { shape, ...sceneAround(input, time), keys: [{ at: shortTime(time), ...shortBox(box) }] };
}

/** The scene of a time, from the cut before it to the one after it, as far as there are any. */
export function sceneAround({ look = [] }, time) {
  const cuts = look.flatMap(({ why, from }) => (why === "cut" && from !== undefined ? [from] : [])).sort((a, b) => a - b);
  const [from, next] = [cuts.filter((cut) => cut <= time).at(-1), cuts.find((cut) => cut > time)];
  return { ...(from !== undefined && { from }), ...(next !== undefined && { to: shortTime(next - 0.001) }) };
}

/** The index of the key of a time, give or take half a frame; -1 if there is none. */
export const keyAt = (keys, time, slack) => keys.findIndex(({ at }) => at !== undefined && Math.abs(at - time) <= Math.max(slack, 0.0005));

/**
 * An area that is at a place at a time: there it gets a key, between which and the others it moves.
 * @returns {PlannedArea}
 */
export function movedTo(area, box, time, slack = 0) {
  const { mask } = rectAt({ keys: area.keys }, time) ?? {};
  const placed = { ...shortBox(box), ...(mask && { mask }) };
  if (time === undefined) return { ...area, keys: [placed] };
  // A key without a time stands for all times, until the first move gives it one.
  const keys = area.keys.filter(({ at }) => at !== undefined);
  const index = keyAt(keys, time, slack);
  const key = { at: index < 0 ? shortTime(time) : keys[index].at, ...placed };
  return { ...area, keys: index < 0 ? [...keys, key].sort((a, b) => a.at - b.at) : replaced(keys, index, key) };
}

/** An area without the key of a time; the last key stays. */
export function withoutKey(area, time, slack = 0) {
  const index = keyAt(area.keys, time, slack);
  return index < 0 || area.keys.length < 2 ? area : { ...area, keys: replaced(area.keys, index) };
}

/**
 * An area whose end, `from` or `to`, is at a time; at an end of the video it has none. An end does not pass the other one.
 * @returns {PlannedArea}
 */
export function withEnd(area, end, time, duration) {
  const [from, to] = endsOf(area, duration);
  const within = end === "from" ? Math.min(time, to) : Math.max(time, from);
  const { [end]: _, ...rest } = area;
  const isOpen = end === "from" ? within <= 0 : within >= duration;
  return isOpen ? rest : { ...rest, [end]: shortTime(within) };
}

/** A box with sides of at least two pixels, whose middle is in the image. */
export function confined({ x, y, width, height }, input) {
  const [w, h] = [Math.max(2, width), Math.max(2, height)];
  const within = (start, side, room) => Math.min(room, Math.max(0, start + side / 2)) - side / 2;
  return { x: within(x, w, input.width), y: within(y, h, input.height), width: w, height: h };
}

/**
 * The plan with nothing covered in an input, whose copy is the image or video as it is.
 * @returns {RedactionPlan}
 */
export const uncovered = (plan, index) =>
  ({ ...plan, options: { what: plan.options.what, how: "fill" }, inputs: [{ ...plan.inputs[index], tracks: [], areas: [], look: [] }] });

/** A plan as text, with a line for each key, as the service writes it. */
export function textOf(value, indent = "") {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [isList, inner] = [Array.isArray(value), `${indent}  `];
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.map(([name, member]) => (isList ? "" : `${JSON.stringify(name)}: `) + textOf(member, inner));
  const [first, last] = isList ? "[]" : "{}";
  if (members.every(([, member]) => typeof member !== "object")) return first + texts.join(", ") + last;
  return `${first}\n${texts.map((text) => inner + text).join(",\n")}\n${indent}${last}`;
}
