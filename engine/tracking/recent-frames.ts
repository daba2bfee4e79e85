import type { Picture } from '#engine/ffmpeg/yuv-frame';

/** The last few frames, as long as whoever decodes them keeps them. */
export class RecentFrames {
  private readonly frames: Picture[] = [];

  constructor(private readonly capacity: number) {}

  keep(picture: Picture): void {
    if (this.frames.length === this.capacity) this.frames.shift();
    this.frames.push(picture);
  }

  /** Each with its age: 0 for the one kept last. */
  *newestFirst(): Generator<[age: number, picture: Picture]> {
    for (let age = 0; age < this.frames.length; age++) yield [age, this.frames[this.frames.length - 1 - age]];
  }

  forget(): void {
    this.frames.length = 0;
  }
}
