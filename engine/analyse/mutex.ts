/** Lets callers through one at a time, in the order they came: the nets keep their input in shared buffers. */
export class Turnstile {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
