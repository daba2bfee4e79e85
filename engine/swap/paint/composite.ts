import type { Canvas } from '#engine/swap/geometry/canvas';
import { allocate, copyIn, kernels, withScratch } from '#engine/kernels/memory';
import type { Mask } from '#engine/swap/judge/mask';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { WarpMap } from '#engine/swap/geometry/warp-map';
import type { Tone } from '#engine/swap/tone/tone';

/** f32 a cell: see `packFields` of the kernels. */
const stride = 16;

/** Writes `painted` and `alpha`. */
export function composite(pixels: Pixels, canvas: Canvas, warp: WarpMap, mask: Mask, tone: Tone): void {
  const { columns, rows, cell } = canvas;
  const { original, painted, alpha, ids, width, height } = pixels;
  const across = copyIn(warp.across);
  const down = copyIn(warp.down);
  const fromTarget = copyIn(warp.fromTarget);
  const atlas = copyIn(warp.level.data);
  const fields = packFields(mask, tone);
  const line = allocate(2 * 4 * stride * columns);
  kernels().paint(
    original,
    painted,
    alpha,
    ids,
    width,
    height,
    across,
    down,
    fromTarget,
    atlas,
    warp.level.size,
    fields,
    columns,
    rows,
    cell,
    line,
  );
}

function packFields({ alpha }: Mask, { base, low, gain, shine, hue, darkHue }: Tone): number {
  const fields = allocate(4 * stride * alpha.length);
  withScratch(() => {
    const opacity = copyIn(alpha);
    const shines = copyIn(shine);
    const hues = copyIn(hue);
    const inDark = copyIn(darkHue);
    const bases = copyIn(base);
    const lows = copyIn(low);
    kernels().packFields(opacity, shines, hues, inDark, bases, lows, copyIn(gain), alpha.length, fields);
  });
  return fields;
}
