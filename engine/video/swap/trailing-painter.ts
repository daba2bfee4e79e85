import type { FaceTracks } from '#engine/tracking/face-tracks';
import type { Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import type { ClipFrame } from '#engine/video/clip/clip';
import type { RenderSpec } from '#engine/video/paint/paint-frame';
import { facesIn } from '#engine/video/paint/render-plan';
import type { RenderJob } from '#engine/video/paint/render-pool';
import type { SegmentWriter } from '#engine/video/segments/segment-writer';
import { FULL_SIZE } from '#engine/video/track/tracking-scale';

/** Of opacity: less than three steps of a pixel's value. */
const TOLERANCE = 0.01;

interface PaintedFace {
  readonly track: object;
  readonly source: object;
  readonly opacity: number;
}

/**
 * Paints frames behind the tracker, with what is known of the faces so far. `agrees` shows whether that was right: the
 * end of a clip may still change who is who, and how much of a covered face shows.
 */
export class TrailingPainter {
  private readonly waiting: ClipFrame[] = [];
  private readonly painted: (readonly PaintedFace[])[] = [];
  private readonly writes: Promise<void>[] = [];
  private isStopped = false;

  constructor(
    private readonly job: RenderJob,
    private readonly spec: RenderSpec,
    private readonly segments: SegmentWriter,
    private readonly onWritten: (frames: number) => void,
  ) {}

  get paintedCount(): number {
    return this.painted.length;
  }

  add(frame: ClipFrame): void {
    this.waiting.push(frame);
  }

  /** @param end exclusive */
  paintUntil(end: number, faces: FaceTracks): void {
    while (this.painted.length < end) {
      const frame = this.waiting.shift()!;
      const index = this.painted.length;
      const done = this.job.paint(frame.pixels as Yuv420Frame, facesIn({ faces, scale: FULL_SIZE }, index));
      const write = this.write(frame, index, done, this.writes[index - 1]);
      write.catch(() => {}); // `written` and `finish` report it
      this.writes.push(write);
      this.painted.push(this.paintedFaces(faces, index));
    }
  }

  /** Resolves once the frame's pixels may be reused. */
  async written(frame: number): Promise<void> {
    await this.writes[frame];
  }

  agrees(faces: FaceTracks): boolean {
    return this.painted.every((before, frame) => {
      const now = this.paintedFaces(faces, frame);
      return now.length === before.length && now.every((face, i) => isSame(face, before[i]));
    });
  }

  async finish(): Promise<void> {
    await this.writes[this.writes.length - 1];
    await this.segments.finish();
  }

  /** Afterwards nothing more is written. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.waiting.length = 0;
    await this.writes[this.writes.length - 1]?.catch(() => {});
    this.job.end();
    await this.segments.dispose();
  }

  private async write(frame: ClipFrame, index: number, done: Promise<void>, before?: Promise<void>): Promise<void> {
    await before;
    await done;
    if (this.isStopped) return;
    await this.segments.write(frame.pixels as Yuv420Frame, index, frame.ticks, frame.clock);
    this.onWritten(index + 1);
  }

  private paintedFaces(faces: FaceTracks, frame: number): PaintedFace[] {
    return faces.shownIn(frame).flatMap(({ person, track, opacity }) => {
      const source = this.spec.sources[person];
      return source ? { track, source, opacity } : [];
    });
  }
}

const isSame = (a: PaintedFace, b: PaintedFace): boolean =>
  a.track === b.track && a.source === b.source && Math.abs(a.opacity - b.opacity) < TOLERANCE;
