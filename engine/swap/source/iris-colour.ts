import type { FaceView } from '#engine/types';
import type { EyeColour, Rgb } from '#engine/swap/source-types';
import { eyeOutlines, irisDisc } from '#engine/mesh/eyes';

/** Radii between pupil and dark rim. */
const irisBand = { from: 0.4, to: 0.85 };
const irisRanks = { from: 0.25, to: 0.75 };
/** Iris radii; only the brightest pixels are sclera. */
const beyondIris = 1.15;
const brightestShare = 0.3;
const minPixels = 6;

export class EyeSamples {
  private readonly irises: Rgb[] = [];
  private readonly whites: Rgb[] = [];

  /** @param distance iris radii */
  add(distance: number, rgb: Rgb): void {
    if (distance > irisBand.from && distance < irisBand.to) this.irises.push(rgb);
    else if (distance > beyondIris) this.whites.push(rgb);
  }

  /** Undefined with too few pixels or red-eye. */
  colour(): EyeColour | undefined {
    const seen = this.mean();
    return seen && !isRedEye(seen) ? seen : undefined;
  }

  mean(): EyeColour | undefined {
    if (Math.min(this.irises.length, this.whites.length) < minPixels) return undefined;
    return {
      iris: meanBetweenRanks(this.irises, irisRanks.from, irisRanks.to),
      white: meanBetweenRanks(this.whites, 1 - brightestShare, 1),
    };
  }
}

export function eyeColour({ image, landmarks }: FaceView): EyeColour | undefined {
  const samples = new EyeSamples();
  for (const { ring, iris } of eyeOutlines) {
    const { x, y, radius } = irisDisc(landmarks, iris);
    const rows = ring.map((vertex) => landmarks[3 * vertex + 1]);
    const columns = ring.map((vertex) => landmarks[3 * vertex]);
    for (let row = Math.max(0, Math.floor(Math.min(...rows))); row < Math.min(image.height, Math.max(...rows)); row++) {
      const last = Math.min(image.width, Math.max(...columns));
      for (let column = Math.max(0, Math.floor(Math.min(...columns))); column < last; column++) {
        if (!isInside(columns, rows, column + 0.5, row + 0.5)) continue;
        const at = 3 * (row * image.width + column);
        const rgb: Rgb = [image.data[at], image.data[at + 1], image.data[at + 2]];
        samples.add(Math.hypot(column + 0.5 - x, row + 0.5 - y) / radius, rgb);
      }
    }
  }
  return samples.colour();
}

export const brightness = ([red, green, blue]: Rgb): number => (red + green + blue) / 3;

/** Red over that of the sclera: dark brown irises have less. */
const leastOfRedEye = 0.4;

/** Relative to the sclera. In brown irises blue stays below green, unless what they reflect is blue. */
export function isRedEye({ iris, white }: EyeColour): boolean {
  const [red, green, blue] = iris.map((value, k) => value / (white[k] + 1));
  return red > leastOfRedEye && red > 1.4 * green && blue > 0.9 * green;
}

/** Ranks of brightness, 0–1. */
function meanBetweenRanks(all: readonly Rgb[], from: number, to: number): Rgb {
  // Brightness in the high digits, index in the low ones.
  const keys = Float64Array.from(all, ([red, green, blue], i) => (red + green + blue) * all.length + i).sort();
  const chosen = keys.subarray(Math.floor(from * all.length), Math.ceil(to * all.length));
  const mean: [number, number, number] = [0, 0, 0];
  for (const key of chosen) for (let k = 0; k < 3; k++) mean[k] += all[key % all.length][k] / chosen.length;
  return mean;
}

/** Even-odd rule. @param columns,rows of the corners */
function isInside(columns: readonly number[], rows: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let corner = 0; corner < rows.length; corner++) {
    const next = corner + 1 < rows.length ? corner + 1 : 0;
    const top = rows[corner];
    const bottom = rows[next];
    if (top > y === bottom > y) continue;
    const crossing = columns[corner] + ((y - top) / (bottom - top)) * (columns[next] - columns[corner]);
    if (x < crossing) inside = !inside;
  }
  return inside;
}
