import { isDecodedLog } from './decoded-log';
import type { Rational } from './rational';

/** A part may start between ticks of a coarse time base. */
const MIN_TICKS_PER_SECOND = 10_000;

/** From ffmpeg's `showinfo` log. Frames arrive through another pipe, possibly earlier. */
export class FrameTimes {
  private timeBase: Rational | undefined;
  private readonly pending: number[] = [];
  private delivered = 0;
  private last = -1;
  private offset = 0;
  private wake: () => void = () => {};

  /**
   * @param frameRate for files without timestamps
   * @param startMs time that counts as zero
   */
  constructor(
    private readonly frameRate: Rational,
    private readonly startMs = 0,
  ) {}

  get clock(): Rational {
    const { num, den } = this.sourceClock;
    return { num, den: den * this.refinement };
  }

  readonly parseLine = (line: string): void => {
    if (!line.startsWith('[') || isDecodedLog(line)) return; // others are indented, as metadata are
    const [, num, den] = /config in time_base: (\d+)\/(\d+)/.exec(line) ?? [];
    if (den) this.timeBase = { num: Number(num), den: Number(den) };
    const [, pts] = / n:\s*\d+ pts:\s*(-?\d+|NOPTS)/.exec(line) ?? [];
    if (!pts) return;
    this.pending.push(pts === 'NOPTS' ? this.estimate() : Number(pts));
    this.wake();
  };

  /** Ticks since the start, strictly increasing. Where timestamps jump back, times continue from the previous frame. */
  async next(): Promise<number> {
    while (this.pending.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    this.delivered++;
    const start = Math.round((this.startMs * this.clock.den) / this.clock.num / 1000);
    const isFirst = this.last < 0;
    // Begun before the start, it is shown there.
    const stated = Math.max(this.pending.shift()! * this.refinement - start, isFirst ? 0 : -Infinity);
    if (this.last - (stated + this.offset) > this.ticksPerFrame) this.offset = this.last + this.ticksPerFrame - stated;
    this.last = Math.max(stated + this.offset, this.last + 1);
    return this.last;
  }

  private get sourceClock(): Rational {
    return this.timeBase ?? { num: this.frameRate.den, den: this.frameRate.num };
  }

  private get refinement(): number {
    return Math.ceil((MIN_TICKS_PER_SECOND * this.sourceClock.num) / this.sourceClock.den);
  }

  private get ticksPerFrame(): number {
    const { num, den } = this.clock;
    return Math.max(1, Math.round((this.frameRate.den * den) / (this.frameRate.num * num)));
  }

  private estimate(): number {
    const { num, den } = this.sourceClock;
    return Math.round(((this.delivered + this.pending.length) * this.frameRate.den * den) / (this.frameRate.num * num));
  }
}
