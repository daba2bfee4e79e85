import { cropToPicture, type Region } from '#engine/nets/affine';
import type { Net } from '#engine/nets/model-store';
import { sampleSquare } from '#engine/nets/sampling';
import type { View } from '#engine/nets/view';
import type { Box, Landmarks } from '#engine/types';

/** Relative to the mesh; the training pictures show some hair and chin. */
const MARGIN = 1.2;
/** Means of the training pictures: blue, green, red. */
const MEANS = [103.939, 116.779, 123.68];

/** HSE-FaceRes (Savchenko, 2019): probabilities of the years from 1. */
export class AgeNet {
  constructor(private readonly net: Net) {}

  /** Years. */
  async estimate(view: View, { box, landmarks }: { box: Box; landmarks: Landmarks }): Promise<number> {
    const { side, input } = this.net;
    sampleSquare(view, cropToPicture(regionOf(box, landmarks), side), side, { scale: 1, offset: 0 }, input);
    toCentredBgr(input);
    const { ages } = await this.net.run();
    return 1 + ages.reduce((sum, probability, year) => sum + probability * year, 0);
  }
}

function regionOf({ x, y, width, height }: Box, landmarks: Landmarks): Region {
  const [left, right] = [33, 263].map((vertex) => landmarks.subarray(3 * vertex, 3 * vertex + 2));
  const angle = Math.atan2(right[1] - left[1], right[0] - left[0]);
  return { centreX: x + width / 2, centreY: y + height / 2, size: MARGIN * Math.max(width, height), angle };
}

function toCentredBgr(planes: Float32Array): void {
  const texels = planes.length / 3;
  const red = planes.slice(0, texels);
  planes.copyWithin(0, 2 * texels);
  planes.set(red, 2 * texels);
  for (let i = 0; i < planes.length; i++) planes[i] -= MEANS[Math.floor(i / texels)];
}
