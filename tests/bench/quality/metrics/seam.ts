import { oval } from '#engine/mesh/topology';
import type { Image, Landmarks } from '#engine/types';

/** Edge strength along the outline, relative to the original. */
export function seamRatio(result: Image, original: Image, landmarks: Landmarks): number {
  return rimEdges(result, landmarks) / Math.max(1e-6, rimEdges(original, landmarks));
}

/** 80 to 100 % of the way to the outline. */
function rimEdges(image: Image, landmarks: Landmarks): number {
  const middle = [0, 1].map((axis) => oval.reduce((sum, v) => sum + landmarks[3 * v + axis], 0) / oval.length);
  let sum = 0;
  let count = 0;
  for (const [index, vertex] of oval.entries()) {
    const next = oval[(index + 1) % oval.length];
    for (let step = 0; step < 1; step += 0.1) {
      const edge = [0, 1].map((axis) => landmarks[3 * vertex + axis] * (1 - step) + landmarks[3 * next + axis] * step);
      for (let depth = 0.8; depth <= 1; depth += 0.01) {
        const x = Math.round(middle[0] + depth * (edge[0] - middle[0]));
        const y = Math.round(middle[1] + depth * (edge[1] - middle[1]));
        if (x < 1 || y < 1 || x >= image.width - 1 || y >= image.height - 1) continue;
        sum += gradient(image, x, y);
        count++;
      }
    }
  }
  return sum / Math.max(1, count);
}

function gradient({ data, width }: Image, x: number, y: number): number {
  const light = (column: number, row: number) => {
    const at = 3 * (row * width + column);
    return data[at] + data[at + 1] + data[at + 2];
  };
  return Math.hypot(light(x + 1, y) - light(x - 1, y), light(x, y + 1) - light(x, y - 1));
}
