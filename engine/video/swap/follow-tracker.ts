import type { FaceTracks } from '#engine/tracking/face-tracks';
import { fadeReach } from '#engine/tracking/opacity';
import { FRAMES_HELD, MAX_CHECK_INTERVAL } from '#engine/tracking/tracker';
import type { ClipFrame } from '#engine/video/clip/clip';
import type { ClipTracks } from '#engine/video/track/track-clip';
import type { TrailingPainter } from './trailing-painter';

/** Frames between two groupings of the faces so far: grouping takes time in proportion to all frames. */
const BATCH = 4;
/** In spans of undecided frames: when the faces are first compared with those painted. Doubles each time. */
const FIRST_COMPARISON = 4;

/** The tracker changes nothing that lies further back: faces found late, the fading, and a failed check. */
const framesUndecided = (fps: number): number => FRAMES_HELD + 2 * fadeReach(fps) + MAX_CHECK_INTERVAL;

/** Frames between the tracker's and the last one to be encoded. */
export const framesBehind = (fps: number, threads: number): number => framesUndecided(fps) + 2 * BATCH + 2 * threads;

/** Has frames painted that the tracker can no longer change, until the faces so far prove to be wrong. */
export class TrackerFollower {
  private isRight = true;
  private nextComparison: number;

  /** @param hold frames whose pixels stay valid */
  constructor(
    private readonly painter: TrailingPainter,
    private readonly fps: number,
    private readonly hold: number,
  ) {
    this.nextComparison = FIRST_COMPARISON * framesUndecided(fps);
  }

  /** Resolves once the tracker may go on. */
  async follow(frame: ClipFrame, index: number, facesSoFar: () => FaceTracks): Promise<void> {
    if (!this.isRight) return;
    this.painter.add(frame);
    const end = index + 1 - framesUndecided(this.fps);
    if (end > 0 && index % BATCH === 0) {
      const faces = facesSoFar();
      this.compare(index, faces);
      if (!this.isRight) return this.painter.stop();
      this.painter.paintUntil(end, faces);
    }
    await this.painter.written(index + 1 - this.hold);
  }

  /** @returns false if the end of the clip changed what was painted */
  async finish({ faces, times }: ClipTracks): Promise<boolean> {
    if (!this.isRight || !this.painter.agrees(faces)) return false;
    this.painter.paintUntil(times.length - 1, faces);
    await this.painter.finish();
    return true;
  }

  private compare(index: number, faces: FaceTracks): void {
    if (index <= this.nextComparison) return;
    this.isRight = this.painter.agrees(faces);
    this.nextComparison *= 2;
  }
}
