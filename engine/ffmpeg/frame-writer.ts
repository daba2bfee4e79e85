import { thisMachine } from '#engine/decoder/machine';
import { EngineError, throwIfAborted } from '#engine/errors';
import { asPart, h264, timedFrames } from './arguments';
import { encoderFailed, FfmpegChild, type ChildOptions } from './ffmpeg-process';
import { frameHeader, streamHeader } from './matroska';
import type { Planes } from './yuv-frame';
import type { VideoInfo } from './probe';
import type { Rational } from './rational';

interface WriteOptions extends Pick<ChildOptions, 'signal' | 'stallMs'> {
  out: string;
  clock: Rational;
}

/** The last frames may be large ones. */
const FINISH_MS = 120_000;

/** Encodes frames as a part of a video, which `joinParts` makes a file of. */
export class FrameWriter {
  private constructor(
    private readonly child: FfmpegChild,
    private readonly clock: Rational,
    private readonly signal?: AbortSignal,
  ) {}

  static async open(info: VideoInfo, { out, clock, signal, stallMs }: WriteOptions): Promise<FrameWriter> {
    const { features } = await thisMachine();
    const args = [...timedFrames, '-map', '0:v:0', ...h264(info, clock, features), ...asPart(out)];
    const work = { kind: 'segment', args, writes: [out], maxPixels: info.maxPixels } as const;
    const child = await FfmpegChild.start(work, 'error', { signal, stallMs }).catch((error: unknown) => {
      throw encoderFailed(error);
    });
    child.output.resume();
    const writer = new FrameWriter(child, clock, signal);
    await writer.send(streamHeader(info, info.frameRate));
    return writer;
  }

  /**
   * Hands a frame over; when it returns its pixels may be written over.
   * @param ticks since the first frame of the part
   */
  async write({ data }: Planes, ticks: number): Promise<void> {
    await this.send(frameHeader(ticks, this.clock, data.length));
    await this.send(data);
  }

  /** Waits until the file is whole. */
  async finish(): Promise<void> {
    try {
      this.child.input.end();
      await this.child.end(FINISH_MS);
    } catch (error) {
      throw encoderFailed(error);
    }
  }

  /** Ends ffmpeg, whatever it is doing. What it has written so far is of no use. */
  dispose(): Promise<void> {
    return this.child.dispose();
  }

  private async send(bytes: Uint8Array): Promise<void> {
    throwIfAborted(this.signal);
    try {
      await this.child.watched(
        new Promise<void>((resolve, reject) => {
          this.child.input.write(bytes, (error) => (error ? reject(error) : resolve()));
        }),
      );
    } catch (error) {
      throw encoderFailed(await this.reasonOf(error));
    }
  }

  /** That a pipe broke says little; what ffmpeg said before it died says why. */
  private async reasonOf(error: unknown): Promise<unknown> {
    if (error instanceof EngineError || !(error as NodeJS.ErrnoException).code) return error;
    return this.child.end().then(
      () => error,
      (reason: unknown) => reason,
    );
  }
}
