import { triangles } from '#engine/mesh/topology';
import { ramp } from '#engine/swap/ops/curves';

/** Reference of `unfold`. @returns shift */
export function plainUnfold(
  given: Float32Array,
  target: Float32Array,
  skin: Uint8Array,
  yielding: Float32Array,
  squeezed: { from: number; to: number },
  passes: number,
): Float32Array {
  const shift = given.slice();
  const cornersOf = (i: number) => [...triangles.vertices.subarray(3 * i, 3 * i + 3)];
  const area = (i: number, moved: number) => {
    const at = (vertex: number, axis: number) => target[3 * vertex + axis] + moved * shift[2 * vertex + axis];
    const [a, b, c] = cornersOf(i);
    return (at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1)) - (at(b, 1) - at(a, 1)) * (at(c, 0) - at(a, 0));
  };
  const areas = Float32Array.from({ length: triangles.count }, (_, i) => area(i, 0));
  const facing = Math.sign(areas.reduce((sum, value) => sum + value, 0));
  for (let pass = 0; pass < passes; pass++)
    for (let i = 0; i < triangles.count; i++) {
      if (skin[i] === 0 || areas[i] * facing <= 1) continue;
      const strength = ramp(squeezed.from, squeezed.to, area(i, 1) / areas[i]);
      for (let k = 0; k < 2 && strength > 0; k++) {
        const mean = cornersOf(i).reduce((sum, vertex) => sum + shift[2 * vertex + k], 0) / 3;
        for (const vertex of cornersOf(i))
          shift[2 * vertex + k] += strength * yielding[vertex] * (mean - shift[2 * vertex + k]);
      }
    }
  return shift;
}
