import type { Image } from '../types';

/** Copies of the last few frames. */
export class RecentFrames {
  private readonly frames: Image[] = [];
  private readonly spare: Uint8Array[] = [];

  constructor(private readonly capacity: number) {}

  keep({ width, height, data }: Image): void {
    if (this.frames.length === this.capacity) this.spare.push(this.frames.shift()!.data);
    const copy = this.spare.pop() ?? new Uint8Array(data.length);
    copy.set(data);
    this.frames.push({ width, height, data: copy });
  }

  /** Each with its age: 0 for the one kept last. */
  *newestFirst(): Generator<[age: number, image: Image]> {
    for (let age = 0; age < this.frames.length; age++) yield [age, this.frames[this.frames.length - 1 - age]];
  }

  forget(): void {
    for (const { data } of this.frames.splice(0)) this.spare.push(data);
  }
}
