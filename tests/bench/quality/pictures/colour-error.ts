import { withScratch } from '#engine/kernels/memory';
import { brows, cheekZone, chinZone, eyeZone, lipZone, noseZone } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { unwrapPhoto } from '#engine/swap/source/photo/photo-atlas';
import type { FaceView, Image } from '#engine/types';

/** Lightness, green to red, blue to yellow (CIELAB, D65). */
export type Lab = readonly [lightness: number, red: number, yellow: number];

export interface ColourError {
  /** Mean difference, after minus before. */
  readonly bias: Lab;
  /** Mean of its amounts. */
  readonly size: Lab;
}

export const zones = {
  brows,
  'eyes and lids': eyeZone,
  nose: noseZone,
  cheeks: cheekZone,
  lips: lipZone,
  chin: chinZone,
} as const;

export type Zone = keyof typeof zones;

const layout = layOutAtlas(256);
/** Of a zone, and of the face's confidence: glasses, hair and averted sides are not compared. */
const least = 0.5;
const minTexels = 20;

/** Of a swap that should change nothing, by zone. Zones that are hidden are left out. */
export function colourErrors(target: FaceView, result: Image): Partial<Record<Zone, ColourError>> {
  const unwrap = (view: FaceView) =>
    withScratch(() => {
      const { rgb, confidence } = unwrapPhoto(view, layout);
      return { rgb: rgb.slice(), confidence: confidence.slice() };
    });
  const before = unwrap(target);
  const after = unwrap({ ...target, image: result });
  const errors: Partial<Record<Zone, ColourError>> = {};
  for (const name of Object.keys(zones) as Zone[]) {
    const shares = zoneOverAtlas(layout, zones[name]);
    const texels = [...shares.keys()].filter((i) => shares[i] > least && before.confidence[i] > least);
    if (texels.length < minTexels) continue;
    const differences = texels.map((i) => {
      const [was, is] = [before, after].map(({ rgb }) => labOf(rgb.subarray(3 * i, 3 * i + 3)));
      return is.map((value, k) => value - was[k]);
    });
    errors[name] = {
      bias: meanLab(differences),
      size: meanLab(differences.map((difference) => difference.map(Math.abs))),
    };
  }
  return errors;
}

export function meanLab(colours: readonly (readonly number[])[]): Lab {
  const mean = (k: number) => colours.reduce((sum, colour) => sum + colour[k], 0) / colours.length;
  return [mean(0), mean(1), mean(2)];
}

/** IEC 61966-2-1 to CIE 1976. @param rgb 0–255 */
export function labOf(rgb: ArrayLike<number>): Lab {
  const [red, green, blue] = [0, 1, 2].map((k) => {
    const value = rgb[k] / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [x, y, z] = [
    (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
  ].map((value) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
