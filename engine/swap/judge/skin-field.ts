import { clamp, median, ramp } from '#engine/swap/ops/curves';
import { pullPush, relax } from '#engine/swap/ops/pull-push';

/** Relative to local skin colour: half a face may be in shade. */

/** Skin on nearly every face. */
// prettier-ignore
const safeSpots = [
  50, 280, 205, 425, 187, 411, 101, 330, 36, 266, 4, 195, 5, 51, 281, 123, 352, 147, 376, 207, 427, 199, 208, 428, 118,
  347, 119, 348, 117, 346, 116, 345, 213, 433, 192, 416, 214, 434, 135, 364, 6, 197, 9, 8, 66, 296,
];
const foreheadSpots = [151, 108, 337];
/** Rarely covered. */
const centralSpots = new Set([4, 195, 5, 51, 281, 197, 6, 36, 266, 101, 330, 50, 280, 205, 425, 199, 200, 9, 118, 347]);

const minSpots = 4;

export interface SkinFieldOptions {
  readonly forehead: boolean;
  /** Of hue; 1 is strict. */
  readonly tolerance: number;
}

interface Spot {
  readonly column: number;
  readonly row: number;
  readonly central: boolean;
  readonly rgb: readonly [number, number, number];
}

/**
 * @param rgb width × height × 3, 0–255.
 * @param positions landmarks × (column, row, depth) in samples; 0.5 is the first centre.
 * @param skin width × height, written, 0–1.
 */
export function skinField(
  rgb: Float32Array,
  width: number,
  height: number,
  positions: Float32Array,
  { forehead, tolerance }: SkinFieldOptions,
  skin: Float32Array,
): void {
  const spots = readSpots(rgb, width, height, positions, forehead);
  if (spots.length < 2 * minSpots) {
    skin.fill(1);
    return;
  }
  const expected = new Float32Array(3 * width * height);
  const weights = new Float32Array(width * height);
  for (const { spot, weight } of weighSpots(spots)) {
    const i = spot.row * width + spot.column;
    weights[i] = weight;
    expected.set(spot.rgb, 3 * i);
  }
  pullPush(expected, weights, width, height);
  relax(expected, weights, width, height, 4);
  for (let i = 0; i < width * height; i++) skin[i] = skinProbability(rgb, expected, 3 * i, tolerance);
}

function readSpots(
  rgb: Float32Array,
  width: number,
  height: number,
  positions: Float32Array,
  forehead: boolean,
): Spot[] {
  const spots: Spot[] = [];
  for (const vertex of forehead ? [...safeSpots, ...foreheadSpots] : safeSpots) {
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

/** Log lightness and two opponent hues. */
function skinProbability(rgb: Float32Array, expected: Float32Array, at: number, tolerance: number): number {
  const red = rgb[at];
  const green = rgb[at + 1];
  const blue = rgb[at + 2];
  const skinRed = expected[at];
  const skinGreen = expected[at + 1];
  const skinBlue = expected[at + 2];
  const skinLight = (skinRed + skinGreen + skinBlue) / 3;
  const brightness = ((red + green + blue) / 3 + 15) / (skinLight + 15);
  const scale = clamp(brightness, 0.4, 1.5);
  const warm = 0.5 * (red - blue - (skinRed - skinBlue) * scale);
  const greenish = 0.25 * (2 * green - red - blue - (2 * skinGreen - skinRed - skinBlue) * scale);
  const lightness = Math.log(brightness);
  const shaded = skinLight * Math.min(1, scale);
  const distance =
    (warm / (tolerance * (9 + 0.07 * shaded))) ** 2 +
    (greenish / (tolerance * (5 + 0.04 * shaded))) ** 2 +
    (lightness / (lightness < 0 ? 0.36 : 0.55)) ** 2;
  const greener = greenOver(red, green, blue) - Math.max(0, greenOver(skinRed, skinGreen, skinBlue));
  return clamp((9 - distance) / 6, 0, 1) * ramp(0.16, 0.08, greener);
}
