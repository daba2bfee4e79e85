import { rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { FrameWriter } from '#engine/ffmpeg/frame-writer';
import type { Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import type { Rational } from '#engine/ffmpeg/rational';
import type { Journal, Segment } from './journal';
import type { SegmentPlan } from './plan-segments';
import { assertDiskSpace, estimateEncodedBytes } from '#engine/media/disk-space';

interface OpenSegment {
  readonly writer: FrameWriter;
  readonly partial: string;
  readonly file: string;
  readonly ticks: number;
  readonly clock: Rational;
  frames: number;
}

/** @param segment index */
export const segmentFile = (segment: number): string => `segment-${String(segment + 1).padStart(5, '0')}.nut`;

export class SegmentWriter {
  private open: OpenSegment | undefined;
  private unfinished = new Set<OpenSegment>();

  constructor(
    private readonly info: VideoInfo,
    private readonly plans: readonly SegmentPlan[],
    private readonly journal: Journal,
    private readonly signal?: AbortSignal,
  ) {}

  /** The pixels may be reused once this resolves. */
  async write(planes: Yuv420Frame, frame: number, ticks: number, clock: Rational): Promise<void> {
    if (this.open && this.plans.some(({ start }) => start === frame)) await this.endSegment();
    this.open ??= await this.openSegment(frame, ticks, clock);
    await this.open.writer.write(planes, ticks - this.open.ticks);
    this.open.frames++;
  }

  async finish(): Promise<void> {
    if (this.open) await this.endSegment();
  }

  async dispose(): Promise<void> {
    for (const { writer, partial } of this.unfinished) {
      await writer.dispose();
      await rm(partial, { force: true });
    }
  }

  private async openSegment(frame: number, ticks: number, clock: Rational): Promise<OpenSegment> {
    const { journal, info, signal } = this;
    const segment = this.plans.findIndex(({ start, end }) => start <= frame && frame < end);
    const { start, end } = this.plans[segment];
    // Joining writes all segments again.
    const coming = Number.isFinite(end) ? estimateEncodedBytes(end - start, info) : 0;
    await assertDiskSpace(journal.pathOf('.'), journal.bytes + 2 * coming);
    const file = segmentFile(segment);
    const partial = journal.pathOf(`${file}.${randomUUID()}.part`);
    const writer = await FrameWriter.open(info, { out: partial, clock, signal });
    const open = { writer, partial, file, ticks, clock, frames: 0 };
    this.unfinished.add(open);
    return open;
  }

  /** Two encoders would need twice the memory, hundreds of megabytes. */
  private async endSegment(): Promise<void> {
    const ended = this.open!;
    this.open = undefined;
    const { file, partial, frames, ticks, clock } = ended;
    await ended.writer.finish();
    const { size: bytes } = await stat(partial);
    await rename(partial, this.journal.pathOf(file));
    this.unfinished.delete(ended);
    await this.journal.add({ file, bytes, frames, ticks, clock } satisfies Segment);
  }
}
