import type { Picture } from '../video/planes';

/** Copies of the last few frames; threads may share those of what they share. */
export class RecentFrames {
  private readonly frames: Picture[] = [];
  private readonly spare: Uint8Array[] = [];

  constructor(private readonly capacity: number) {}

  keep(picture: Picture): void {
    if (this.frames.length === this.capacity) this.spare.push(this.frames.shift()!.data);
    const copy = this.spare.pop() ?? likeThat(picture.data);
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

function likeThat({ buffer, length }: Uint8Array): Uint8Array {
  return buffer instanceof SharedArrayBuffer ? new Uint8Array(new SharedArrayBuffer(length)) : new Uint8Array(length);
}
