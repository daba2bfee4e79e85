/** Pixel coordinates start at the top left of the displayed picture; 0.5 is the first centre. */

/** sRGB, 8 bits, interleaved RGB: width × height × 3. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * 478 points (x, y, z) in image pixels. z grows away from the camera, zero near the head's centre. 0–467: MediaPipe's
 * mesh; 468–472: the iris at the image's left, centre first; 473–477: the other.
 */
export type Landmarks = Float32Array;

export const LANDMARK_COUNT = 478;

/** Pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Degrees, zero facing the camera. Yaw and pitch are those of the head turned upright: they tell which side is seen. */
export interface Pose {
  /** Positive to the image's right. */
  readonly yaw: number;
  /** Positive down. */
  readonly pitch: number;
  /** Positive clockwise. */
  readonly roll: number;
}

/** What a camera sees at a face; `frame` and `lens` of glasses, `hair` over the face, `cover`: hands and objects. */
export const maskClasses = ['frame', 'lens', 'hair', 'cover', 'beard', 'skin'] as const;
export type MaskClass = (typeof maskClasses)[number];

/** Share of each class, 0–255, side × side, in a square around the face (see `masksToPicture`); an absent one is 0. */
export interface FaceMasks extends Readonly<Partial<Record<MaskClass, Uint8Array>>> {
  readonly side: number;
}

export interface FaceView {
  readonly image: Image;
  readonly landmarks: Landmarks;
  /** Absent: nothing but the face is expected. */
  readonly masks?: FaceMasks;
}

/** `gif`: also animated WebP and PNG. */
export const mediaKinds = ['photo', 'gif', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

const mediaFormats = ['jpeg', 'png', 'webp', 'gif', 'bmp', 'heic', 'avif'] as const;
export type MediaFormat = (typeof mediaFormats)[number];

/** Container families: `mp4` includes MOV, M4V and 3GP; `mkv` WebM; `asf` WMV. */
export type VideoFormat = 'mp4' | 'mkv' | 'avi' | 'asf' | 'ts' | 'mpeg';

/** Path or bytes. */
export type MediaInput = string | Buffer;

export interface Limits {
  /** Shorter side, pixels. */
  readonly minSide: number;
  /** Longer side, pixels. */
  readonly maxSide: number;
  /** Width divided by height. */
  readonly minRatio: number;
  readonly maxRatio: number;
  /** Width × height, millions. */
  readonly maxMegapixels: number;
  readonly maxBytes: number;
  readonly minVideoSide: number;
  readonly maxVideoSide: number;
  readonly maxVideoBytes: number;
  readonly maxVideoMs: number;
  /** Of the frames of a video, which can last longer than it states. */
  readonly longestReadMs: number;
  readonly maxGifMs: number;
}

export interface MediaFacts {
  readonly kind: MediaKind;
  readonly format: MediaFormat | VideoFormat;
  /** As displayed. */
  readonly width: number;
  readonly height: number;
  /** Videos and animations: measured. */
  readonly durationMs?: number;
  /** Average. */
  readonly fps?: number;
  readonly hasAudio: boolean;
  /** Unmodified, in every browser. */
  readonly playsInBrowsers: boolean;
}

/** `endMs` is exclusive. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Person {
  /** `p1`, `p2` …, deterministic: in photos by face size, then left to right; in videos by screen time. */
  readonly key: string;
  readonly box: Box;
  /** Of the image area, 0–1. */
  readonly share: number;
  readonly screenTimeMs: number;
  readonly firstSeenMs: number;
  /** Time of `box` and `thumbnail`; 0 in photos. */
  readonly bestSeenMs: number;
  /** On the frames that show some person best, in order of time. Contains at least `box` at `bestSeenMs`. */
  readonly sightings: readonly { readonly atMs: number; readonly box: Box }[];
  /** In order. Empty in photos. */
  readonly spans: readonly Span[];
  /** 1 facing the camera, 0 in profile. */
  readonly frontalScore: number;
  /** Probability that this is a face, 0–1. */
  readonly score: number;
  readonly landmarks: Landmarks;
  readonly pose: Pose;
  /** Square JPEG, 256 px. */
  readonly thumbnail: Buffer;
}

export interface Analysis {
  readonly kind: MediaKind;
  readonly format: MediaFormat | VideoFormat;
  /** As displayed. */
  readonly width: number;
  readonly height: number;
  /** Videos and animations: of the analysed part. */
  readonly durationMs?: number;
  /** Average. */
  readonly fps?: number;
  readonly hasAudio?: boolean;
  readonly persons: Person[];
}

/** Code of the warning with which a face is refused as a source. */
export const unusableFace = 'unusable_face';

export type SourceWarningCode =
  | 'turned_away'
  | 'mouth_open'
  | 'eyes_closed'
  | 'hair_over_face'
  | 'glasses'
  | 'brows_hidden'
  | 'eyes_hidden'
  | 'mouth_hidden'
  | 'grey'
  | 'too_small'
  | 'blurred'
  | typeof unusableFace;

/** A flaw that shows in the result. */
export interface SourceWarning {
  readonly code: SourceWarningCode;
  readonly message: string;
}

/** Opaque except to its swapper. */
export interface SwapSource {
  readonly warnings: readonly SourceWarning[];
}

/** Shares of width and height, 0–1. */
export interface SharePoint {
  readonly x: number;
  readonly y: number;
}

export interface SourcePhoto {
  readonly media: MediaInput;
  /** Within the face; unset, the largest face. */
  readonly at?: SharePoint;
}

export interface SourceFace {
  /** Centre of `box`: identifies the face at any size. */
  readonly at: SharePoint;
  /** Displayed pixels. */
  readonly box: Box;
  readonly pose: Pose;
  readonly warnings: readonly SourceWarning[];
  /** Square JPEG, 256 px. */
  readonly thumbnail: Buffer;
  /** Cosine: about 0 for strangers, `samePersonSimilarity` or more for one person. */
  readonly similarity?: number;
  /** If asked for. */
  readonly identity?: FaceIdentity;
}

/** Pure except for the pixels of `image`. */
export interface Swapper<S extends SwapSource = SwapSource> {
  readonly name: string;
  /** IPTC digital source type of what it paints. */
  readonly sourceType: string;
  /** `swapFace` may be called for several faces at the same time; each call returns a promise. */
  readonly concurrent: boolean;
  prepareSource(photos: FaceView[]): S | Promise<S>;
  /** As `prepareSource` for one photo, in less time. */
  assessPhoto(photo: FaceView): readonly SourceWarning[];
  /** What `swapFace` reads and writes; may reach beyond the picture. */
  reach(landmarks: Landmarks): Box;
  /** In place, within its reach. */
  swapFace(image: Image, landmarks: Landmarks, source: S, masks?: FaceMasks): void | Promise<void>;
}

/** A way of painting faces that can be chosen. */
export interface Quality {
  readonly id: string;
  readonly name: string;
  readonly driver: 'mesh' | 'neural';
  readonly available: boolean;
  readonly kinds: readonly MediaKind[];
  /** Prices are multiplied by it. */
  readonly priceFactor: number;
  /** For operators: why it is not available. */
  readonly fault?: { readonly code: string; readonly message: string };
}

/** The quality without packs. */
export const MESH_QUALITY = 'mesh';

/** 256 numbers of unit length; the products of two add up to their similarity. */
export type FaceIdentity = Float32Array;

export interface Source {
  readonly warnings: readonly SourceWarning[];
  /** Square JPEG, 256 px, of the first photo. */
  readonly thumbnail: Buffer;
  /** For which it was prepared; unset: `mesh`. */
  readonly quality?: string;
  /** Of each photo, if asked for. */
  readonly identities?: readonly FaceIdentity[];
  readonly prepared: SwapSource;
}

/** By person key. */
export type Bindings = Readonly<Record<string, Source>>;

export type Stage = 'reading' | 'detecting' | 'swapping' | 'writing';

/** Percent of the whole work, 0–100. */
export type OnProgress = (stage: Stage, percent: number) => void;

export interface FrameProgress {
  readonly stage: Stage;
  readonly framesDone: number;
  /** According to the header; may grow. */
  readonly framesTotal: number;
  /** To the end of the stage. */
  readonly msLeft: number;
}

export type OnFrames = (progress: FrameProgress) => void;
