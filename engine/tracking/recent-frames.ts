import type { Frame } from '#engine/ffmpeg/yuv-frame';

/** The decoder owns the frames' memory. */
export class RecentFrames {
  private readonly frames: Frame[] = [];

  constructor(private readonly capacity: number) {}

  push(frame: Frame): void {
    if (this.frames.length === this.capacity) this.frames.shift();
    this.frames.push(frame);
  }

  *newestFirst(): Generator<[age: number, frame: Frame]> {
    for (let age = 0; age < this.frames.length; age++) yield [age, this.frames[this.frames.length - 1 - age]];
  }

  clear(): void {
    this.frames.length = 0;
  }
}
