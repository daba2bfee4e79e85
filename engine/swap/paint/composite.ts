import type { Canvas } from '#engine/swap/geometry/canvas';
import { allocate, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import type { Mask } from '#engine/swap/judge/mask';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { WarpMap } from '#engine/swap/geometry/warp-map';
import type { Tone } from '#engine/swap/tone/tone';

/** Four scalars, then base, low and gain, padded to four. */
const stride = 16;
const [ALPHA, SHINE, HUE, LOW_SUM, BASE, LOW, GAIN] = [0, 1, 2, 3, 4, 8, 12] as const;

/** Writes `painted` and `alpha`. */
export function composite(pixels: Pixels, canvas: Canvas, warp: WarpMap, mask: Mask, tone: Tone): void {
  const { columns, rows, cell } = canvas;
  const { original, painted, alpha, ids, width, height } = pixels;
  const [across, down, fromTarget] = [warp.across, warp.down, warp.fromTarget].map(copyIn);
  const atlas = copyIn(warp.level.data);
  const fields = packFields(mask, tone);
  const line = allocate(2 * 4 * stride * columns);
  const texture = [across, down, fromTarget, atlas, warp.level.size] as const;
  kernels().paint(original, painted, alpha, ids, width, height, ...texture, fields, columns, rows, cell, line);
}

function packFields({ alpha }: Mask, { base, low, gain, shine, hue }: Tone): number {
  const address = allocate(4 * stride * alpha.length);
  const fields = floatsAt(address, stride * alpha.length);
  for (let i = 0, at = 0, j = 0; i < alpha.length; i++, at += stride, j += 3) {
    fields[at + ALPHA] = alpha[i];
    fields[at + SHINE] = shine[i];
    fields[at + HUE] = hue[i];
    fields[at + LOW_SUM] = low[j] + low[j + 1] + low[j + 2];
    for (let k = 0; k < 3; k++) {
      fields[at + BASE + k] = base[j + k];
      fields[at + LOW + k] = low[j + k];
      fields[at + GAIN + k] = gain[j + k];
    }
  }
  return address;
}
