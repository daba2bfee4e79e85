import { allocate, copyIn, kernels, withScratch } from '#engine/kernels/memory';
import type { AtlasLayout } from './atlas-layout';

/**
 * Outside of the face counts as 1, so that the outline does not fade.
 * @param plane address of size², 0–1
 * @param radiusShare blur radius over the atlas size
 * @param blurred address of size², written
 */
export function blurInside(plane: number, { ids, size }: AtlasLayout, radiusShare: number, blurred: number): void {
  withScratch(() => {
    kernels().outsideAsOne(copyIn(ids), plane, ids.length, blurred);
    const scratch = allocate(4 * ids.length);
    const radius = Math.round(radiusShare * size);
    kernels().boxBlur(blurred, size, size, radius, 2, scratch, allocate(8 * (size + 1)));
  });
}
