/** 0 before the first value. */
export class WeightedMean {
  private sum = 0;
  private total = 0;

  add(value: number, weight = 1): void {
    this.sum += weight * value;
    this.total += weight;
  }

  get value(): number {
    return this.total === 0 ? 0 : this.sum / this.total;
  }

  get weight(): number {
    return this.total;
  }
}
