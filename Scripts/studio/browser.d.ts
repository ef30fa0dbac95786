// SPDX-License-Identifier: Apache-2.0

// Features of browsers that TypeScript 4.8 does not know, and the studio's own global for tests. With skipLibCheck, newer compilers
// do not reject the repetition.

interface Window {
  /** For tests; see camera.js. */
  lineament: { frames: object[]; onFrame?: (frame: object, picture: Picture) => void };
}

interface CSSStyleDeclaration {
  forcedColorAdjust: string;
}

interface CanvasPath {
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
}

interface Array<T> {
  toSorted(compare?: (a: T, b: T) => number): T[];
}

interface MapConstructor {
  groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]>;
}

/** In HTML, frames are pictures, too. */
interface VideoFrame extends ImageBitmap {
  readonly format: string;
  readonly colorSpace: { matrix: string; fullRange: boolean };
  readonly visibleRect: DOMRectReadOnly;
  readonly rotation?: number;
  allocationSize(): number;
  copyTo(target: Uint8Array): Promise<unknown>;
}
declare var VideoFrame: { prototype: VideoFrame; new (video: HTMLVideoElement): VideoFrame };

interface OffscreenCanvas extends HTMLCanvasElement {
  getContext(kind: any): any;
}
interface OffscreenCanvasRenderingContext2D extends CanvasRenderingContext2D {}
declare var OffscreenCanvas: { prototype: OffscreenCanvas; new (width: number, height: number): OffscreenCanvas };
