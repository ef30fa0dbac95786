// SPDX-License-Identifier: Apache-2.0

// The pictures of the plan that is edited: the file itself, or what the service makes of it if the browser cannot show it.

import { frameSeconds, keyTimes } from "./plan.js";
import { viewable } from "./plan-requests.js";
import { Thumbnails } from "./plan-thumbnails.js";
import { busy, during, end, input, now, plan, player, say, showTime, start, transport, work } from "./plan-work.js";
import { clock } from "./words.js";

export const thumbnails = new Thumbnails();
/** @type {ImageBitmap | undefined} */
let photo;
/** The address of the video. @type {string | undefined} */
let address;
/** Whether the service was asked for something that the browser can show. */
let isForeign = false;
let redraw = () => {};

/** `drawn()` is called when there are new pictures. */
export function startPictures(drawn) {
  redraw = drawn;
  player.addEventListener("error", () => address && makeViewable());
}

/** The picture at the present time, if there is one. */
export function currentPicture() {
  if (now() === undefined) return photo;
  return transport.hasPictures ? player : undefined;
}

export function closePictures() {
  thumbnails.close();
  if (address) URL.revokeObjectURL(address);
  address = photo = undefined;
  isForeign = false;
  transport.close();
}

export async function openPictures() {
  const { source } = work;
  if (source.type) return openVideo(source.file);
  const bitmap = await createImageBitmap(source.file).catch(() => undefined);
  if (work?.source !== source) return;
  if (bitmap) openPhoto(bitmap);
  else makeViewable();
}

function openVideo(file) {
  if (address) URL.revokeObjectURL(address);
  address = URL.createObjectURL(file);
  transport.open(address, start(), end(), frameSeconds(input()), keyTimes(input()));
  thumbnails.openVideo(address, input().width);
  redraw();
}

function openPhoto(bitmap) {
  photo = bitmap;
  thumbnails.openPicture(bitmap);
  redraw();
  showTime();
}

async function makeViewable() {
  const { source, index } = work;
  const isStill = () => work?.source === source;
  // The copy would begin at another time.
  if (isForeign || start()) return say("The pictures cannot be shown. The plan can be edited without them.", true);
  isForeign = true;
  let hasCopy = false;
  const text = "This browser cannot show the file. Making a copy to look at…";
  const tell = (seconds) => isStill() && busy(`${text} ${clock(seconds)}`, seconds / (input().duration || 1));
  await during(text, async (signal) => {
    const copy = await viewable(plan(), index, source, signal, tell);
    if (!isStill()) return;
    if (source.type) openVideo(copy);
    else openPhoto(await createImageBitmap(copy));
    hasCopy = true;
  });
  if (!hasCopy && isStill()) isForeign = false;
}
