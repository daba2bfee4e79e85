/**
 * The engine's vocabulary. Pixels are counted from the top left corner of the picture as displayed;
 * a coordinate of 0.5 is the centre of the first pixel.
 */

/** A picture in memory: sRGB, 8 bits a channel, three interleaved channels. `data.length` is width × height × 3. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * The dense face mesh: 478 points of (x, y, z) in pixels of their image, z growing away from the camera and zero
 * near the centre of the head. Points 0–467 are MediaPipe's face mesh, 468–472 the iris of the eye at the picture's left
 * (centre first), 473–477 the other one.
 */
export type Landmarks = Float32Array;

export const LANDMARK_COUNT = 478;

/** An upright rectangle in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Head pose in degrees, zero when the face looks straight into the camera. Signs as seen in the picture. */
export interface Pose {
  /** Positive when the nose points to the picture's right. */
  readonly yaw: number;
  /** Positive when the nose points down. */
  readonly pitch: number;
  /** Positive when the head leans clockwise. */
  readonly roll: number;
}

/** One face, found in one picture. */
export interface FaceView {
  readonly image: Image;
  readonly landmarks: Landmarks;
}

/** A still picture, an animated GIF or WebP, or a video. */
export const mediaKinds = ['photo', 'gif', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

export const mediaFormats = ['jpeg', 'png', 'webp', 'gif', 'bmp', 'heic'] as const;
export type MediaFormat = (typeof mediaFormats)[number];

/** Families of video containers: `mp4` stands for MOV, M4V and 3GP too, `mkv` for WebM, `asf` for WMV. */
export type VideoFormat = 'mp4' | 'mkv' | 'avi' | 'asf' | 'ts' | 'mpeg';

/** What the engine accepts: a file's path or its bytes. */
export type MediaInput = string | Buffer;

/** Bounds a picture must keep to. The product passes its own. */
export interface Limits {
  /** Shortest side, pixels. */
  readonly minSide: number;
  /** Longest side, pixels. */
  readonly maxSide: number;
  /** Width divided by height. */
  readonly minRatio: number;
  readonly maxRatio: number;
  /** Width × height, in millions. */
  readonly maxMegapixels: number;
  readonly maxBytes: number;
  /** The same for videos. */
  readonly minVideoSide: number;
  readonly maxVideoSide: number;
  readonly maxVideoBytes: number;
  /** How long a video, and an animated picture, may be. */
  readonly maxVideoMs: number;
  readonly maxGifMs: number;
}

/** What media is, as far as can be told without decoding it. */
export interface MediaFacts {
  readonly kind: MediaKind;
  readonly format: MediaFormat | VideoFormat;
  /** As displayed: turned as the file says. */
  readonly width: number;
  readonly height: number;
  /** Of moving media only: how long it really is, whatever its header says. */
  readonly durationMs?: number;
  /** Frames a second, on average. */
  readonly fps?: number;
  readonly hasAudio: boolean;
  /** Whether every browser shows or plays the file just as it is. */
  readonly playsInBrowsers: boolean;
}

/** Somebody found in the media. */
/** From `startMs` until `endMs`. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Person {
  /**
   * `p1`, `p2` …: the same media always gives the same keys. In photos by size of face, then left to right; in moving
   * media by the time they are to be seen.
   */
  readonly key: string;
  readonly box: Box;
  /** Share of the picture that the box covers, 0–1. */
  readonly share: number;
  readonly screenTimeMs: number;
  readonly firstSeenMs: number;
  /** When the person is seen as `box` and `thumbnail` show them: milliseconds from the start of the media; 0 in photos. */
  readonly bestSeenMs: number;
  /** When the person is to be seen, in order: milliseconds from the start of the media. Empty in photos. */
  readonly spans: readonly Span[];
  /** 1 looking straight at us, 0 in profile. */
  readonly frontalScore: number;
  /** The mesh net's confidence that this is a face, 0–1. */
  readonly score: number;
  readonly landmarks: Landmarks;
  readonly pose: Pose;
  /** Square JPEG, 256 px: the face with some margin. */
  readonly thumbnail: Buffer;
}

export interface Analysis {
  readonly kind: MediaKind;
  readonly format: MediaFormat | VideoFormat;
  /** As displayed: turned as the file says. */
  readonly width: number;
  readonly height: number;
  /** Of moving media only: how long it is, or the part of it that was asked for. */
  readonly durationMs?: number;
  /** Frames a second, on average. */
  readonly fps?: number;
  readonly hasAudio?: boolean;
  readonly persons: Person[];
}

/** Something about a source photo that will show in the result. The code is stable, the message is for people. */
export interface SourceWarning {
  readonly code: string;
  readonly message: string;
}

/** What a swapper made of the source's photos; only that swapper looks inside. */
export interface SwapSource {
  readonly warnings: readonly SourceWarning[];
}

/** A way of swapping faces. Both operations are synchronous and pure but for the pixels of `image`. */
export interface Swapper<S extends SwapSource = SwapSource> {
  readonly name: string;
  prepareSource(photos: FaceView[]): S;
  /** Paints the source's face over the one at `landmarks`, in place, touching nothing outside the face's box. */
  swapFace(image: Image, landmarks: Landmarks, source: S): void;
}

/** A face ready to be put on others. */
export interface Source {
  readonly warnings: readonly SourceWarning[];
  /** Square JPEG, 256 px, of the face that was chosen in the first photo. */
  readonly thumbnail: Buffer;
  /** The swapper's own material. */
  readonly material: SwapSource;
}

/** Which person of the media gets which face. */
export type Bindings = Readonly<Record<string, Source>>;

export type Stage = 'reading' | 'detecting' | 'swapping' | 'writing';

/** Percent, 0–100, of the whole work. */
export type OnProgress = (stage: Stage, percent: number) => void;

/** How far work on moving media has come. */
export interface FrameProgress {
  readonly stage: Stage;
  readonly framesDone: number;
  /** As far as the file says; grows when there turn out to be more. */
  readonly framesTotal: number;
  /** Until the stage is done, judged by its pace so far. */
  readonly msLeft: number;
}

export type OnFrames = (progress: FrameProgress) => void;
