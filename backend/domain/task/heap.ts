/** Yields its least item first. */
export class Heap<T> {
  private readonly items: T[] = [];

  constructor(private readonly isBefore: (a: T, b: T) => boolean) {}

  least(): T | undefined {
    return this.items[0];
  }

  add(item: T): void {
    let at = this.items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(item, this.items[parent]!)) break;
      this.items[at] = this.items[parent]!;
      at = parent;
    }
    this.items[at] = item;
  }

  take(): T | undefined {
    const least = this.items[0];
    const last = this.items.pop();
    if (last === undefined || this.items.length === 0) return least;
    let at = 0;
    for (let child = 1; child < this.items.length; child = 2 * at + 1) {
      const right = child + 1;
      if (right < this.items.length && this.isBefore(this.items[right]!, this.items[child]!)) child = right;
      if (!this.isBefore(this.items[child]!, last)) break;
      this.items[at] = this.items[child]!;
      at = child;
    }
    this.items[at] = last;
    return least;
  }
}
