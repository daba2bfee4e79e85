import { EngineError, throwIfAborted } from '../errors';
import { h264, inputForSound, mp4, sound, timedFrames, type Trim } from './arguments';
import { encoderFailed, FfmpegChild, type ChildOptions } from './child';
import { frameHeader, streamHeader } from './matroska';
import type { Planes } from './planes';
import type { VideoInfo } from './probe';
import { ffmpegFeatures } from './programs';
import type { Rational } from './rational';

interface WriteOptions extends Pick<ChildOptions, 'signal' | 'stallMs'> {
  out: string;
  /** The part of the original whose sound goes with the frames. */
  trim?: Trim;
  clock: Rational;
  /** When the first frame is shown, in ticks. */
  firstTicks: number;
  /** Statements about the file, written into it. */
  tags?: Readonly<Record<string, string>>;
}

/** A long video is written a second time when it is done, so that it starts playing before it is whole. */
const FINISH_MS = 600_000;

/** Encodes frames as an mp4 that every browser plays, with the sound of the video they come from. */
export class FrameWriter {
  private constructor(
    private readonly child: FfmpegChild,
    private readonly clock: Rational,
    private readonly signal?: AbortSignal,
  ) {}

  static async open(info: VideoInfo, { out, trim = {}, clock, firstTicks, tags = {}, signal, stallMs }: WriteOptions) {
    const hasSound = info.audio.length > 0;
    const args = [
      ...timedFrames((firstTicks * clock.num) / clock.den),
      ...(hasSound ? inputForSound(info, trim) : []),
      ...['-map', '0:v:0', ...(hasSound ? ['-map', '1:a'] : [])],
      ...h264(info, clock, await ffmpegFeatures()),
      ...sound(info, trim),
      ...mp4(out, tags),
    ];
    const child = await FfmpegChild.start(args, 'error', { signal, stallMs });
    child.output.resume();
    const writer = new FrameWriter(child, clock, signal);
    await writer.send(streamHeader(info, info.frameRate));
    return writer;
  }

  /** Hands a frame over; when it returns its pixels may be written over. */
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
