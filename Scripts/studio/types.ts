// SPDX-License-Identifier: Apache-2.0

// Types of the browser studio, for the comments of its modules. Nothing of this is part of the program.

/** The answer of `GET /v1`, which has no schema: Sources/LineamentServer/About/ServiceDescription.swift makes it. */
interface Service {
  version: string;
  tasks: ServiceAction[];
  tools: ServiceAction[];
  mediaTypes: string[];
  models: { name: string; sha256: string; bytes: number }[];
  limits: Limits;
  cores: Cores;
  /** The colors of people in drawings, as #rrggbb. */
  personColors: string[];
  /** Where live sessions may send movements, besides programs on the server's machine. */
  sendTo?: string[];
  gpu?: { device: string; driver: string; kind: string };
}

/** Sizes in bytes and pixels, durations in seconds, counts of anything else. */
interface Limits {
  bodyBytes: number;
  videoBytes: number;
  frameBytes: number;
  uploadBytes: number;
  pixels: number;
  parts: number;
  jobs: number;
  waiting: number;
  sessions: number;
  videos: number;
  connections: number;
  bodySeconds: number;
  imageSeconds: number;
  liveIdleSeconds: number;
  drainSeconds: number;
}

/** How the server uses the cores: inferences are counted by their number of threads. */
interface Cores {
  available: number;
  jobs: number;
  calls: number;
  threads: number;
  inferences: Record<string, number>;
}

/** A task or tool. */
interface ServiceAction {
  name: string;
  path: string;
  description: string;
  options: ServiceOption[];
}

interface ServiceOption {
  name: string;
  type: "boolean" | "integer" | "number" | "string" | "array";
  /** The values in words. */
  accepts: string;
  description: string;
  /** The default as a request has it; empty if there is none. */
  default: string;
  /** The default of the library; missing for options that only affect the answer. */
  libraryDefault?: string;
  /** The attribute in Python and its default, as Python writes it; missing for options that Python's tasks do not have. */
  python?: { name: string; default: string };
  appliesTo: RunKind[];
  /** What it concerns of a redaction's copies; missing for the search. */
  phase?: "verification" | "rendering" | "file";
  minimum?: number;
  maximum?: number;
  enum?: string[];
  examples?: string[];
  pattern?: string;
}

/** The kind of input of a run, as options name it. */
type RunKind = "image" | "video" | "live";

/** The chosen options, as a request has them. */
type Chosen = Record<string, string>;

/** What the page has of a task by hand. */
interface StudioTask {
  title: string;
  /** What it finds. */
  noun: "face" | "person" | "hand";
  /** The members of a result with an element for each of them; `fields` may leave only one. */
  members: string[];
  /** The layers that it has besides those of all tasks. */
  layers: string[];
  /** The layers and curves that are shown unless others are chosen. */
  shownLayers: string[];
  shownCurves: string[];
  /** Options that the studio sets where the address names none: the panel lives on them. */
  presets?: Chosen;
  /** What programs print of a result. */
  python: string;
  swift: string;
}

type Pair = [number, number];

/** The answer of `GET /v1/topology`. */
interface ServiceTopology {
  face: { connections: Record<string, Pair[]>; names: Record<string, number> };
  pose: { connections: Pair[]; names: string[] };
  hand: { connections: Pair[]; names: string[] };
  blendshapes: string[];
}

type TaskResult =
  | FaceDetectorResult
  | FaceLandmarkerResult
  | FacesResult
  | HandLandmarkerResult
  | HolisticLandmarkerResult
  | PoseLandmarkerResult;

/** What the server says of a frame of a live session: its result, or only what is wrong with it. */
type LiveAnswer = TaskResult & {
  error?: string;
  milliseconds?: { wait: number; decode: number; run: number };
  /** The number of masks that follow. */
  masks?: number;
  sent?: Sent;
};

/** What went to other programs of a frame. */
interface Sent {
  /** The receivers; the error says that nothing listens there. */
  to: { address: string; bytes: number; error?: string }[];
  /** Until the neutral face is known, no face is sent. */
  state?: "calibrating";
  /** The scores of the blendshapes, in the order of the topology. */
  shapes?: number[];
  bones?: Bone[];
}

/** A bone against its parent, in Unity's axes: meters, and x, y, z, w of a quaternion. */
interface Bone {
  name: string;
  position: number[];
  rotation: number[];
}

/** A JSON type without null, which stands for numbers that are not finite: only landmarks of implausible detections have them. */
type Known<T> = T extends null ? never : T extends object ? { [Name in keyof T]: Known<T[Name]> } : T;

/** In pixels of the image. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The track, or a text with the position in the result. */
type Key = number | string;

type Kind = "face" | "pose" | "hand" | "attributes" | "detection";

/** A person, or the face or a hand of one. */
interface Subject {
  kind: Kind;
  /** x, y and z of each landmark; x and y as fractions of the image. NaN for what is unknown. */
  points: Float32Array;
  /** The names of the landmarks, where the topology has none. */
  names?: string[];
  box?: Box;
  visibility?: Float32Array;
  /** x, y and z of each landmark in meters. */
  world?: Float32Array;
  /** The indices of the body's landmarks in whose place this is drawn. */
  replaces?: number[];
}

/** What is drawn in the color of a person. */
interface Drawn extends Subject {
  key: Key;
  index: number;
  parts?: Subject[];
  paths?: { points: Float32Array; isClosed: boolean }[];
  values?: Record<string, number>;
}

interface Person extends Drawn {
  label: string;
  score?: number;
  blendshapes?: Float32Array;
  matrix?: number[];
  /** Numbers by name, such as yaw, smile or leftElbow. */
  values: Record<string, number>;
}

interface Mask {
  width: number;
  height: number;
  values: Uint8Array;
}

type Picture = ImageBitmap | HTMLVideoElement | HTMLCanvasElement | OffscreenCanvas | VideoFrame;

/** What the stage shows. */
interface Scene {
  picture?: Picture;
  /** The size of the image in pixels. */
  width: number;
  height: number;
  people: Person[];
  masks: Mask[];
  /** The people alone, the rest transparent. */
  cutout?: ImageBitmap;
  /** What is opaque where people are; made of the masks when first drawn. */
  silhouette?: OffscreenCanvas;
}

/** A scene of a table of values: of a photo by its name, or of a frame of a video by its time in seconds. */
interface NamedScene {
  people: Person[];
  name?: string;
  time?: number;
  frame?: number;
}

/** How a scene is drawn; lengths are pixels of the canvas. */
interface View {
  scale: number;
  left: number;
  top: number;
  /** One CSS pixel. */
  unit: number;
  mirrored: boolean;
  layers: Set<string>;
  background: string;
  hasCheckerboard?: boolean;
}

/** What the page offers to its modes. */
interface Page {
  show(scene: Scene, time?: number): void;
  showPicture(scene: Scene, sentence?: string): void;
  clear(sentence: string): void;
  notice(title?: string, sentences?: string[], code?: string, retry?: () => void): void;
  message(sentence?: string): void;
  remark(sentence?: string, isOutdated?: boolean): void;
}

interface Photo {
  file: File;
  name: string;
  isExample?: boolean;
  tile: HTMLButtonElement;
  canvas: HTMLCanvasElement;
  status: HTMLElement;
  result?: TaskResult;
  error?: string;
  /** Milliseconds of each step of the server, and of all together. */
  times?: Record<string, number>;
  width?: number;
  height?: number;
  thumbnail?: HTMLCanvasElement;
  /** The server's drawing, of a photo that the browser cannot read. */
  drawing?: HTMLCanvasElement;
  isForeign?: boolean;
  decoding?: Promise<void>;
}

/** The plan of one photo or video. */
type PlannedInput = RedactionPlan["inputs"][number];
type PlannedTrack = NonNullable<PlannedInput["tracks"]>[number];
/** A cover: of a track, or drawn by hand. */
type PlannedArea = NonNullable<PlannedInput["areas"]>[number];
type PlannedKey = PlannedArea["keys"][number];
type PlanDoubt = NonNullable<PlannedInput["look"]>[number];

/** Which cover of a plan: the span of a track, both by their index, or without a track an area drawn by hand. */
interface CoverPlace {
  track?: number;
  index: number;
}

/** A cover at a time. */
interface Cover {
  place: CoverPlace;
  box: Box;
  shape: "ellipse" | "rectangle";
  /** What of the box is covered; without it, the shape. */
  mask?: string;
  /** Whether it stays visible. */
  isKept: boolean;
}

/** The photo or video whose plan is edited: file, name and, for a video, its media type. */
interface PlanSource {
  file: File;
  name: string;
  type?: string;
}

/** A run as it is written as code. */
interface Run {
  kind: RunKind;
  task: string;
  options: Chosen;
  drawing: Chosen;
  input: string;
  drawn?: string;
  query: string;
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
