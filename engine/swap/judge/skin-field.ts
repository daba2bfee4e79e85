import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { median } from '#engine/swap/ops/curves';

/** Relative to local skin colour: half a face may be in shade. */

/** Skin on nearly every face. */
// prettier-ignore
const safeSpots = [
  50, 280, 205, 425, 187, 411, 101, 330, 36, 266, 4, 195, 5, 51, 281, 123, 352, 147, 376, 207, 427, 199, 208, 428, 118,
  347, 119, 348, 117, 346, 116, 345, 213, 433, 192, 416, 214, 434, 135, 364, 6, 197, 9, 8, 66, 296, 151, 108, 337,
];
/** Rarely covered. */
const centralSpots = new Set([4, 195, 5, 51, 281, 197, 6, 36, 266, 101, 330, 50, 280, 205, 425, 199, 200, 9, 118, 347]);

const minSpots = 4;
/** 1 is strict. */
const hueTolerance = 1;

interface Spot {
  readonly column: number;
  readonly row: number;
  readonly central: boolean;
  readonly rgb: readonly [number, number, number];
}

/**
 * @param rgb width × height × 3, 0–255.
 * @param positions landmarks × (column, row, depth) in samples; 0.5 is the first centre.
 * @returns address of width × height, 0–1, within the caller's scratch.
 */
export function skinField(rgb: Float32Array, width: number, height: number, positions: Float32Array): number {
  const cells = width * height;
  const skin = allocate(4 * cells);
  const spots = readSpots(rgb, width, height, positions);
  if (spots.length < 2 * minSpots) {
    floatsAt(skin, cells).fill(1);
    return skin;
  }
  withScratch(() => {
    const expected = allocate(12 * cells);
    const weights = allocate(4 * cells);
    const scratch = allocate(20 * cells + 1024);
    const colours = copyIn(rgb);
    const known = floatsAt(weights, cells).fill(0);
    const values = floatsAt(expected, 3 * cells).fill(0);
    for (const { spot, weight } of weighSpots(spots)) {
      const i = spot.row * width + spot.column;
      known[i] = weight;
      values.set(spot.rgb, 3 * i);
    }
    kernels().pullPush(expected, weights, width, height, scratch);
    kernels().relax(expected, weights, width, height, 4);
    kernels().skinProbability(colours, expected, hueTolerance, cells, skin);
  });
  return skin;
}

function readSpots(rgb: Float32Array, width: number, height: number, positions: Float32Array): Spot[] {
  const spots: Spot[] = [];
  for (const vertex of safeSpots) {
    const column = Math.round(positions[3 * vertex] - 0.5);
    const row = Math.round(positions[3 * vertex + 1] - 0.5);
    if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) continue;
    const mean: [number, number, number] = [0, 0, 0];
    for (let y = row - 1; y <= row + 1; y++) {
      for (let x = column - 1; x <= column + 1; x++) {
        for (let k = 0; k < 3; k++) mean[k] += rgb[3 * (y * width + x) + k] / 9;
      }
    }
    spots.push({ column, row, central: centralSpots.has(vertex), rgb: mean });
  }
  return spots;
}

/** Light can turn skin blue or red, but rarely green. */
const mayBeSkin = ({ rgb: [red, green, blue] }: Spot): boolean => greenOver(red, green, blue) < 0.1;

const greenOver = (red: number, green: number, blue: number): number => (green - Math.max(red, blue)) / (green + 20);

function weighSpots(all: readonly Spot[]): { spot: Spot; weight: number }[] {
  const likely = all.filter(mayBeSkin);
  const spots = likely.length >= minSpots ? likely : all;
  const central = spots.filter((spot) => spot.central);
  const standard = (central.length > 5 ? central : spots).map(toneOf);
  const light = median(standard.map((tone) => tone.light));
  const warm = median(standard.map((tone) => tone.warm));
  const green = median(standard.map((tone) => tone.green));
  return spots.flatMap((spot) => {
    const tone = toneOf(spot);
    const lightness = (tone.light - light) / (light + 20);
    const distance =
      ((tone.warm - warm) / 0.16) ** 2 +
      ((tone.green - green) / 0.1) ** 2 +
      (lightness / (lightness < 0 ? 0.28 : 0.6)) ** 2;
    const weight = Math.exp(-0.7 * distance);
    return weight < 0.03 ? [] : [{ spot, weight }];
  });
}

function toneOf({ rgb: [red, green, blue] }: Spot): { light: number; warm: number; green: number } {
  const light = (red + green + blue) / 3;
  return { light, warm: (red - blue) / (3 * light + 20), green: (2 * green - red - blue) / (3 * light + 20) };
}
