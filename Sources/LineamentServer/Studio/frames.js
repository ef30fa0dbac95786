// SPDX-License-Identifier: Apache-2.0

// Camera frames as messages for the live session: a header of 32 bytes, then the pixels.

import { contextOf, fileOf } from "./dom.js";

const headSize = 32;
const formats = { I420: 1, NV12: 2, RGBA: 3, RGBX: 3, BGRA: 4, BGRX: 4 };
const matrixes = { smpte170m: 1, bt470bg: 1, bt709: 2 };

const isLoopback = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** Raw pixels cost nothing to make, but take a network: beyond this machine, frames travel as JPEG. */
const sendsRawFrames = isLoopback && "VideoFrame" in window && "copyTo" in VideoFrame.prototype;

/** Reads the frame that a video shows; returns its message and the picture to draw with the result. */
export async function readFrame(video, timestamp) {
  if (!sendsRawFrames) return encodedFrame(video, timestamp);
  const frame = new VideoFrame(video);
  if (frame.format && frame.format in formats) {
    try {
      return { message: await rawMessage(frame, timestamp), picture: frame };
    } catch (error) {
      frame.close();
      throw error;
    }
  }
  frame.close();
  return encodedFrame(video, timestamp);
}

async function rawMessage(frame, timestamp) {
  const message = new ArrayBuffer(headSize + frame.allocationSize());
  writeHead(message, {
    format: formats[frame.format],
    matrix: matrixes[frame.colorSpace.matrix],
    isFullRange: frame.colorSpace.fullRange,
    rotation: frame.rotation,
    width: frame.visibleRect.width,
    height: frame.visibleRect.height,
    timestamp,
  });
  // Without a layout, the planes of the visible part are written one after the other, without padding.
  await frame.copyTo(new Uint8Array(message, headSize));
  return message;
}

/** @type {HTMLCanvasElement | undefined} */
let canvas;

async function encodedFrame(video, timestamp) {
  const [width, height] = [video.videoWidth, video.videoHeight];
  canvas ??= document.createElement("canvas");
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  contextOf(canvas).drawImage(video, 0, 0);
  const pictureReady = createImageBitmap(canvas);
  const jpeg = await fileOf(canvas, "image/jpeg", 0.9);
  const head = new ArrayBuffer(headSize);
  writeHead(head, { format: 0, timestamp });
  return { message: await new Blob([head, jpeg]).arrayBuffer(), picture: await pictureReady };
}

function writeHead(buffer, { format, matrix = 0, isFullRange = false, rotation = 0, width = 0, height = 0, timestamp }) {
  const head = new DataView(buffer);
  head.setUint8(0, 1);
  head.setUint8(1, format);
  head.setUint8(2, matrix);
  head.setUint8(3, isFullRange ? 1 : 0);
  head.setUint16(4, rotation, true);
  head.setUint32(8, width, true);
  head.setUint32(12, height, true);
  head.setBigInt64(16, BigInt(timestamp), true);
}
