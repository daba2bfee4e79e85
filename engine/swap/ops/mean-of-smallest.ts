/** Hoare's selection. Reorders `values`. */
export function meanOfSmallest(values: Float32Array, count: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1];
    let [i, j] = [from, to];
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const held = values[i];
      values[i++] = values[j];
      values[j--] = held;
    }
    if (count - 1 <= j) to = j;
    else if (count - 1 >= i) from = i;
    else break;
  }
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  return sum / count;
}
