import { installedDecoders } from '#engine/decoder/installed';
import { EngineError, throwIfAborted } from '#engine/errors';
import { segmentOutput, h264Options, matroskaInput } from './arguments';
import { toEncodingError, FfmpegProcess, type ProcessOptions } from './ffmpeg-process';
import { frameHeader, streamHeader } from './matroska';
import type { Yuv420Frame } from './yuv-frame';
import type { VideoInfo } from './probe';
import type { Rational } from './rational';

interface WriteOptions extends Pick<ProcessOptions, 'signal' | 'stallMs'> {
  out: string;
  clock: Rational;
}

const FINISH_MS = 120_000;

export class FrameWriter {
  private constructor(
    private readonly child: FfmpegProcess,
    private readonly clock: Rational,
    private readonly signal?: AbortSignal,
  ) {}

  static async open(info: VideoInfo, { out, clock, signal, stallMs }: WriteOptions): Promise<FrameWriter> {
    const { features } = await installedDecoders();
    const args = [...matroskaInput, '-map', '0:v:0', ...h264Options(info, clock, features), ...segmentOutput(out)];
    const job = { kind: 'segment', args, writes: [out], maxPixels: info.maxPixels } as const;
    const child = await FfmpegProcess.start(job, 'error', { signal, stallMs }).catch((error: unknown) => {
      throw toEncodingError(error);
    });
    child.output.resume();
    const writer = new FrameWriter(child, clock, signal);
    await writer.send(streamHeader(info, info.frameRate));
    return writer;
  }

  /**
   * Pixels may be reused once this resolves.
   * @param ticks since the first frame of the segment
   */
  async write({ data }: Yuv420Frame, ticks: number): Promise<void> {
    await this.send(frameHeader(ticks, this.clock, data.length));
    await this.send(data);
  }

  async finish(): Promise<void> {
    try {
      this.child.input.end();
      await this.child.waitForExit(FINISH_MS);
    } catch (error) {
      throw toEncodingError(error);
    }
  }

  dispose(): Promise<void> {
    return this.child.dispose();
  }

  private async send(bytes: Uint8Array): Promise<void> {
    throwIfAborted(this.signal);
    try {
      await this.child.withStallTimeout(
        new Promise<void>((resolve, reject) => {
          this.child.input.write(bytes, (error) => (error ? reject(error) : resolve()));
        }),
      );
    } catch (error) {
      throw toEncodingError(await this.reasonOf(error));
    }
  }

  /** Replaces EPIPE by ffmpeg's own error. */
  private async reasonOf(error: unknown): Promise<unknown> {
    if (error instanceof EngineError || !(error as NodeJS.ErrnoException).code) return error;
    return this.child.waitForExit().then(
      () => error,
      (reason: unknown) => reason,
    );
  }
}
