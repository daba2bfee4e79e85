import type { Rational } from './rational';

/** Times are counted at least so finely, so that a part may start between two ticks of a coarse clock. */
const FINE = 10_000;

/**
 * Listens to ffmpeg's `showinfo` filter, which states the time of each frame. Frames come through another pipe, so
 * that one may be here before its time is known.
 */
export class FrameTimes {
  private stated: Rational | undefined;
  private readonly heard: number[] = [];
  private taken = 0;
  private last = -1;
  /** By how much times have been moved since the file jumped back, ticks. */
  private moved = 0;
  private wake: () => void = () => {};

  /**
   * @param frameRate spaces the frames of files that state no times
   * @param startMs where counting starts
   */
  constructor(
    private readonly frameRate: Rational,
    private readonly startMs = 0,
  ) {}

  /** Seconds per tick. */
  get clock(): Rational {
    const { num, den } = this.coarse;
    return { num, den: den * this.finer };
  }

  readonly hear = (line: string): void => {
    const [, num, den] = /config in time_base: (\d+)\/(\d+)/.exec(line) ?? [];
    if (den) this.stated = { num: Number(num), den: Number(den) };
    const [, pts] = / n:\s*\d+ pts:\s*(-?\d+|NOPTS)/.exec(line) ?? [];
    if (!pts) return;
    this.heard.push(pts === 'NOPTS' ? this.guess() : Number(pts));
    this.wake();
  };

  /**
   * The next frame's time in ticks of the clock since the start; later than any before, whatever the file claims.
   * Where its times jump back, as in recordings that were joined, they go on from there.
   */
  async next(): Promise<number> {
    while (this.heard.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    this.taken++;
    const start = Math.round((this.startMs * this.clock.den) / this.clock.num / 1000);
    const stated = this.heard.shift()! * this.finer - start;
    if (this.last - (stated + this.moved) > this.frame) this.moved = this.last + this.frame - stated;
    this.last = Math.max(stated + this.moved, this.last + 1);
    return this.last;
  }

  private get coarse(): Rational {
    return this.stated ?? { num: this.frameRate.den, den: this.frameRate.num };
  }

  private get finer(): number {
    return Math.ceil((FINE * this.coarse.num) / this.coarse.den);
  }

  /** Ticks from one frame to the next, on average. */
  private get frame(): number {
    const { num, den } = this.clock;
    return Math.max(1, Math.round((this.frameRate.den * den) / (this.frameRate.num * num)));
  }

  private guess(): number {
    const { num, den } = this.coarse;
    return Math.round(((this.taken + this.heard.length) * this.frameRate.den * den) / (this.frameRate.num * num));
  }
}
