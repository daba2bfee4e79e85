import sharp from 'sharp';
import { expect, test } from 'vitest';
import { meshBounds } from '#engine/swap/geometry/face-crop';
import { faceView } from '#tests/support/face-views';
import { portraitPath } from '#tests/support/portraits';
import { featureDetail } from './sharpness';

/** Pixels. The nearest whole number of the compared distance changes within each row. */
const faceWidths = [
  { blur: 1.3, widths: [109, 110, 112, 113] },
  { blur: 2, widths: [182, 183, 186, 188] },
];

test.each(faceWidths)('the detail of a blurred face does not jump between $widths pixels', async ({ blur, widths }) => {
  const { image, landmarks } = await faceView('kenji');
  const { left, right } = meshBounds(landmarks);
  const details: number[] = [];
  for (const faceWidth of widths) {
    const scale = faceWidth / (right - left);
    const small = await sharp(portraitPath('kenji'))
      .resize(Math.round(scale * image.width))
      .toBuffer();
    const blurred = await sharp(small).blur(blur).jpeg({ quality: 30 }).toBuffer();
    const { data, info } = await sharp(blurred).raw().toBuffer({ resolveWithObject: true });
    const shrunk = { width: info.width, height: info.height, data: new Uint8Array(data) };
    details.push(featureDetail({ image: shrunk, landmarks: landmarks.map((value) => scale * value) }));
  }
  expect(Math.max(...details) / Math.min(...details)).toBeLessThan(1.15);
});
