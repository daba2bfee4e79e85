/**
 * Types of the public API. Pixel coordinates start at the top left of the displayed picture; 0.5 is the first centre.
 */

/** An image in memory: sRGB, 8 bits, interleaved RGB. `data.length` is width × height × 3. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * The dense face mesh: 478 points (x, y, z) in image pixels. z grows away from the camera, zero near the head's centre.
 * 0–467: MediaPipe's mesh; 468–472: the iris at the image's left, centre first; 473–477: the other.
 */
export type Landmarks = Float32Array;

export const LANDMARK_COUNT = 478;

/** An axis-aligned rectangle, pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Head pose in degrees, zero facing the camera. */
export interface Pose {
  /** Positive when the nose points to the image's right. */
  readonly yaw: number;
  /** Positive when the nose points down. */
  readonly pitch: number;
  /** Positive when the head leans clockwise. */
  readonly roll: number;
}

export interface FaceView {
  readonly image: Image;
  readonly landmarks: Landmarks;
}

/** Still picture, animated GIF or WebP, or video. */
export const mediaKinds = ['photo', 'gif', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

export const mediaFormats = ['jpeg', 'png', 'webp', 'gif', 'bmp', 'heic', 'avif'] as const;
export type MediaFormat = (typeof mediaFormats)[number];

/** Container families: `mp4` includes MOV, M4V and 3GP; `mkv` WebM; `asf` WMV. */
export type VideoFormat = 'mp4' | 'mkv' | 'avi' | 'asf' | 'ts' | 'mpeg';

/** A file's path or its bytes. */
export type MediaInput = string | Buffer;

/** Accepted media; see `defaultLimits`. */
export interface Limits {
  /** Minimum of the shorter side, pixels. */
  readonly minSide: number;
  /** Maximum of the longer side, pixels. */
  readonly maxSide: number;
  /** Width divided by height. */
  readonly minRatio: number;
  readonly maxRatio: number;
  /** Width × height, millions. */
  readonly maxMegapixels: number;
  readonly maxBytes: number;
  /** For videos. */
  readonly minVideoSide: number;
  readonly maxVideoSide: number;
  readonly maxVideoBytes: number;
  /** Maximum durations. */
  readonly maxVideoMs: number;
  readonly maxGifMs: number;
}

export interface MediaFacts {
  readonly kind: MediaKind;
  readonly format: MediaFormat | VideoFormat;
  /** As displayed: turned as the file says. */
  readonly width: number;
  readonly height: number;
  /** Videos and animations: measured duration, whatever the header states. */
  readonly durationMs?: number;
  /** Frames a second, on average. */
  readonly fps?: number;
  readonly hasAudio: boolean;
  /** Whether every browser plays the file unmodified. */
  readonly playsInBrowsers: boolean;
}

/** A time interval; `endMs` is exclusive. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Person {
  /** `p1`, `p2` …, deterministic: in photos by face size, then left to right; in videos by screen time. */
  readonly key: string;
  readonly box: Box;
  /** Share of the image area in `box`, 0–1. */
  readonly share: number;
  readonly screenTimeMs: number;
  readonly firstSeenMs: number;
  /** Time of the frame in `box` and `thumbnail`, ms; 0 in photos. */
  readonly bestSeenMs: number;
  /**
   * Where the person is on the frames that show some person best, in order of time. Contains at least `box` at
   * `bestSeenMs`.
   */
  readonly sightings: readonly { readonly atMs: number; readonly box: Box }[];
  /** On screen, in order, ms. Empty in photos. */
  readonly spans: readonly Span[];
  /** 1 facing the camera, 0 in profile. */
  readonly frontalScore: number;
  /** Mesh score: probability that this is a face, 0–1. */
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
  /** Videos and animations: duration of the analysed part. */
  readonly durationMs?: number;
  /** Frames a second, on average. */
  readonly fps?: number;
  readonly hasAudio?: boolean;
  readonly persons: Person[];
}

/** A flaw of a source photo that shows in the result. */
export interface SourceWarning {
  readonly code: string;
  readonly message: string;
}

/** A swapper's prepared source; opaque to others. */
export interface SwapSource {
  readonly warnings: readonly SourceWarning[];
}

/** A point in a picture: shares of its width and height, 0–1. */
export interface SharePoint {
  readonly x: number;
  readonly y: number;
}

export interface SourcePhoto {
  readonly media: MediaInput;
  /** A point within the face; unset, the largest face. */
  readonly at?: SharePoint;
}

export interface SourceFace {
  /** Centre of `box`: identifies the face at any size of the photo. */
  readonly at: SharePoint;
  /** Pixels of the photo as displayed. */
  readonly box: Box;
  readonly pose: Pose;
  readonly warnings: readonly SourceWarning[];
  /** Square JPEG, 256 px: the face with some margin. */
  readonly thumbnail: Buffer;
  /** Cosine to the reference face: about 0 for strangers, `samePersonSimilarity` or more for one person. */
  readonly similarity?: number;
}

/** A face swapping method, synchronous and pure except for the pixels of `image`. */
export interface Swapper<S extends SwapSource = SwapSource> {
  readonly name: string;
  prepareSource(photos: FaceView[]): S;
  /** The warnings of `prepareSource` for one photo, in less time. */
  assessPhoto(photo: FaceView): readonly SourceWarning[];
  /** Paints the source's face over the face at `landmarks`, in place, within the face's box. */
  swapFace(image: Image, landmarks: Landmarks, source: S): void;
}

/** A prepared source face. */
export interface Source {
  readonly warnings: readonly SourceWarning[];
  /** Square JPEG, 256 px, of the face in the first photo. */
  readonly thumbnail: Buffer;
  /** The swapper's prepared data. */
  readonly material: SwapSource;
}

/** Sources by person key. */
export type Bindings = Readonly<Record<string, Source>>;

export type Stage = 'reading' | 'detecting' | 'swapping' | 'writing';

/** Percent of the whole work, 0–100. */
export type OnProgress = (stage: Stage, percent: number) => void;

/** Progress on a video or an animation. */
export interface FrameProgress {
  readonly stage: Stage;
  readonly framesDone: number;
  /** According to the file header; may grow. */
  readonly framesTotal: number;
  /** To the end of the stage. */
  readonly msLeft: number;
}

export type OnFrames = (progress: FrameProgress) => void;
