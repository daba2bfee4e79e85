import type { Box, Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { grow } from '#engine/mesh/topology';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { Deformation } from '#engine/swap/geometry/warp-map';
import type { Mask } from '#engine/swap/judge/mask';
import { clamp } from '#engine/swap/ops/curves';
import { eyeOutlines } from '#engine/mesh/eyes';
import { visitEyes } from './eye-pixels';

/** How much lighter lids may be without a change: faces differ. */
const tolerance = 1.12;
const mostLighter = 1.6;
/** Light of the white over that of the cheeks. */
const whitest = 0.75;
/** Of an eyeball's pixels: what is brightest is white. */
const brightestShare = 0.3;
/** Pixels around a landmark. */
const reach = 1;
/** Sum of red, green and blue: bounds quotients of near-black. */
const floor = 24;

const lids = eyeOutlines.map(({ ring }) =>
  grow(ring, 1).filter((vertex) => vertex < meshVertexCount && !ring.includes(vertex)),
);
const cheeks = [50, 280, 101, 330];

/**
 * Eyeballs are the target's: where its eyes lie in a shade that the new lids do not have, they would be black holes. They
 * become lighter by as much as their lids, unless their white is light already: the target's lids may be made up.
 */
export function brightenEyes(pixels: Pixels, canvas: Canvas, { target, destination }: Deformation, mask: Mask): void {
  const { width, height } = pixels;
  const painted = bytesAt(pixels.painted, 3 * width * height);
  const original = bytesAt(pixels.original, 3 * width * height);
  const ofLids = lids.map((lid) => {
    const before = lightAround(original, target, lid, canvas.region, pixels);
    const after = lightAround(painted, destination, lid, canvas.region, pixels);
    return clamp((after + floor) / (before + floor) / tolerance, 1, mostLighter);
  });
  if (ofLids.every((factor) => factor === 1)) return;
  const skin = lightAround(painted, destination, cheeks, canvas.region, pixels);
  const whites = lightOfWhites(pixels, canvas, destination);
  const factors = ofLids.map((most, eye) => clamp((whitest * skin + floor) / (whites[eye] + floor), 1, most));
  visitEyes(pixels, canvas, destination, ({ eye, at, cell, rgb }) => {
    const factor = 1 + mask.alpha[cell] * (factors[eye] - 1);
    for (let k = 0; k < 3; k++) painted[at + k] = clamp(factor * rgb[k] + 0.5, 0, 255);
  });
}

/** Of each eye, mean sum of red, green and blue. Without pixels as light as can be. */
function lightOfWhites(pixels: Pixels, canvas: Canvas, destination: Landmarks): number[] {
  const lights: number[][] = eyeOutlines.map(() => []);
  visitEyes(pixels, canvas, destination, ({ eye, rgb: [red, green, blue] }) => lights[eye].push(red + green + blue));
  return lights.map((all) => {
    const brightest = Float64Array.from(all)
      .sort()
      .subarray(Math.floor((1 - brightestShare) * all.length));
    return brightest.length === 0 ? Infinity : brightest.reduce((sum, light) => sum + light, 0) / brightest.length;
  });
}

/** Mean sum of red, green and blue. */
function lightAround(
  bytes: Uint8Array,
  landmarks: Landmarks,
  vertices: readonly number[],
  region: Box,
  { width, height }: Pixels,
): number {
  let [sum, count] = [0, 0];
  for (const vertex of vertices) {
    const [x, y] = [Math.floor(landmarks[3 * vertex] - region.x), Math.floor(landmarks[3 * vertex + 1] - region.y)];
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
      for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++) {
        const at = 3 * (row * width + column);
        sum += bytes[at] + bytes[at + 1] + bytes[at + 2];
        count++;
      }
    }
  }
  return count === 0 ? 0 : sum / count;
}
