import { rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { FrameWriter } from '#engine/ffmpeg/frame-writer';
import type { Planes } from '#engine/ffmpeg/yuv-frame';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import type { Rational } from '#engine/ffmpeg/rational';
import type { Journal, Segment } from './journal';
import type { SegmentPlan } from './plan-segments';
import { ensureRoom, expectedBytes } from './disk-space';

/** A segment on its way. */
interface Open {
  readonly writer: FrameWriter;
  readonly partial: string;
  readonly file: string;
  readonly ticks: number;
  readonly clock: Rational;
  frames: number;
}

/** Encodes frames segment by segment, each noted in the journal as soon as it is whole. */
export class SegmentWriter {
  private open: Open | undefined;
  private unfinished = new Set<Open>();

  constructor(
    private readonly info: VideoInfo,
    private readonly plans: readonly SegmentPlan[],
    private readonly journal: Journal,
    private readonly signal?: AbortSignal,
  ) {}

  /** Takes the next frame; when it returns its pixels may be written over. */
  async write(planes: Planes, frame: number, ticks: number, clock: Rational): Promise<void> {
    if (this.open && this.plans.some(({ start }) => start === frame)) await this.endSegment();
    this.open ??= await this.begin(frame, ticks, clock);
    await this.open.writer.write(planes, ticks - this.open.ticks);
    this.open.frames++;
  }

  /** Waits until all segments are whole. */
  async finish(): Promise<void> {
    if (this.open) await this.endSegment();
  }

  /** Ends whatever is going on. Segments that are whole stay. */
  async dispose(): Promise<void> {
    for (const { writer, partial } of this.unfinished) {
      await writer.dispose();
      await rm(partial, { force: true });
    }
  }

  private async begin(frame: number, ticks: number, clock: Rational): Promise<Open> {
    const { journal, info, signal } = this;
    const segment = this.plans.findIndex(({ start, end }) => start <= frame && frame < end);
    const { start, end } = this.plans[segment];
    // All segments are written once more when they are joined.
    const coming = Number.isFinite(end) ? expectedBytes(end - start, info) : 0;
    await ensureRoom(journal.place('.'), journal.bytes + 2 * coming);
    const file = `segment-${String(segment + 1).padStart(5, '0')}.nut`;
    const partial = journal.place(`${file}.${randomUUID()}.part`);
    const writer = await FrameWriter.open(info, { out: partial, clock, signal });
    const open = { writer, partial, file, ticks, clock, frames: 0 };
    this.unfinished.add(open);
    return open;
  }

  /** Waits for the last frames: two encoders at a time would need twice the memory, hundreds of megabytes. */
  private async endSegment(): Promise<void> {
    const ended = this.open!;
    this.open = undefined;
    const { file, partial, frames, ticks, clock } = ended;
    await ended.writer.finish();
    const { size: bytes } = await stat(partial);
    await rename(partial, this.journal.place(file));
    this.unfinished.delete(ended);
    await this.journal.add({ file, bytes, frames, ticks, clock } satisfies Segment);
  }
}
