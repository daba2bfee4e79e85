import type { Picture } from '../video/planes';

/** Copies of the last few frames. */
export class RecentFrames {
  private readonly frames: Picture[] = [];
  private readonly spare: Uint8Array[] = [];

  constructor(private readonly capacity: number) {}

  keep(picture: Picture): void {
    if (this.frames.length === this.capacity) this.spare.push(this.frames.shift()!.data);
    const copy = this.spare.pop() ?? new Uint8Array(picture.data.length);
    copy.set(picture.data);
    this.frames.push({ ...picture, data: copy });
  }

  /** Each with its age: 0 for the one kept last. */
  *newestFirst(): Generator<[age: number, picture: Picture]> {
    for (let age = 0; age < this.frames.length; age++) yield [age, this.frames[this.frames.length - 1 - age]];
  }

  forget(): void {
    for (const { data } of this.frames.splice(0)) this.spare.push(data);
  }
}
