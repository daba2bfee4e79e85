import type { WorkOptions } from '#engine/photo/context';
import type { MediaKind } from '#engine/types';

/** Probabilities of one picture; their sum is 1. */
export interface NudityScores {
  readonly drawing: number;
  /** Drawn pornography. */
  readonly hentai: number;
  readonly neutral: number;
  readonly porn: number;
  /** Suggestive, without nudity. */
  readonly sexy: number;
}

export interface FrameScores {
  /** Since the start of the examined part; 0 in photos. */
  readonly atMs: number;
  readonly nudity: NudityScores;
  /** Apparent ages in years, largest face first, at most eight. Absent: not suspected of nudity. */
  readonly ages?: readonly number[];
}

export interface ModerationScores {
  /** Names and versions of the nets. */
  readonly model: string;
  /** In order of time; one in photos. */
  readonly frames: readonly FrameScores[];
}

export interface ModerationOptions extends WorkOptions {
  /** Default photos only. */
  kinds?: readonly MediaKind[];
  /** Milliseconds from the start. Ignored for photos. */
  fromMs?: number;
  toMs?: number;
  /** Of a video, as `inspect` measured it; measured again without. */
  durationMs?: number;
  /** Of a video: the first frame after each cut too, which reads all frames; default eight moments. See `isShortToModerate`. */
  cuts?: boolean;
  /** Ages are estimated where hentai, porn and sexy sum to this; default 0.1. */
  agesFrom?: number;
}
