import { cropToFace } from '#engine/swap/geometry/face-crop';
import { belowHairline, perVertex } from '#engine/swap/geometry/vertex-weights';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { splitLayers } from '#engine/swap/source/photo/layers';
import { unwrapPhoto } from '#engine/swap/source/photo/photo-atlas';
import type { FaceView } from '#engine/types';

const size = 512;
/** Of the result: relief is soft, and a sharp mean would show through. */
const side = 64;
/** Logarithms: glints and nostrils. */
const [darkest, brightest] = [-1, 0.5];

export interface Relief {
  readonly side: number;
  /** Rows of the left half, side² / 2, in hundredths of a logarithm; the right half mirrors it. */
  readonly hundredths: readonly number[];
}

/** Mean logarithm of detail, of both halves of all faces, weighted by confidence; 0 towards the outline. */
export function measureRelief(faces: readonly FaceView[]): Relief {
  const layout = layOutAtlas(size);
  const sums = new Float32Array(size * size);
  const masses = new Float32Array(size * size).fill(1);
  for (const face of faces) {
    const { detail, confidence } = splitLayers(unwrapPhoto(cropToFace(face, 1.5 * size), layout));
    for (let i = 0; i < sums.length; i++) {
      const mean = (detail[3 * i] + detail[3 * i + 1] + detail[3 * i + 2]) / 3;
      sums[i] += confidence[i] * clamp(Math.log(Math.max(1e-3, mean)), darkest, brightest);
      masses[i] += confidence[i];
    }
  }
  const zone = zoneOverAtlas(layout, innerFace);
  return { side, hundredths: meansOfSquares(sums.map((sum, i) => (zone[i] * sum) / masses[i])) };
}

/** Beyond are hair, ears and the shade of the jaw. */
const innerFace = perVertex(
  (vertex, x, height) => belowHairline[vertex] * ramp(6, 4.6, Math.abs(x)) * ramp(-8.6, -7.4, height),
);

/** Of both halves. */
function meansOfSquares(plane: Float32Array): number[] {
  const cell = size / side;
  const means: number[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side / 2; column++) {
      let sum = 0;
      for (let y = row * cell; y < (row + 1) * cell; y++) {
        for (let x = column * cell; x < (column + 1) * cell; x++) {
          sum += plane[y * size + x] + plane[y * size + size - 1 - x];
        }
      }
      means.push(Math.round((100 * sum) / (2 * cell * cell)));
    }
  }
  return means;
}
