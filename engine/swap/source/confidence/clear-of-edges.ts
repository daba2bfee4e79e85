import { computeFloats, copyIn } from '#engine/kernels/memory';
import { ramp } from '#engine/swap/ops/curves';
import type { AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { blurInside } from '#engine/swap/source/atlas/blur-inside';

/** Share of the atlas. */
const reach = 0.016;
/** Mean around a texel that nothing covers. */
const clear = { from: 0.75, all: 0.97 };

/**
 * Masks end a few texels short of hair, hands and the outline of a turned head. Their specks would be a line like a scar.
 * @param bare size², 0 where the face is covered to 1
 * @returns size², 0 beside what covers it to 1
 */
export function clearOfEdges(bare: Float32Array, layout: AtlasLayout): Float32Array {
  const share = computeFloats(bare.length, (means) => blurInside(copyIn(bare), layout, reach, means));
  for (let i = 0; i < share.length; i++) share[i] = ramp(clear.from, clear.all, share[i]);
  return share;
}
