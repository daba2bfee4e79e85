import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawText } from './lettering';
import { watermarkOverlay } from './watermark';

async function boundsOn(width: number, height: number) {
  const picture = sharp({ create: { width, height, channels: 3, background: '#808080' } });
  const { data } = await picture
    .composite([watermarkOverlay(width, height)])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bounds = { left: width, top: height, right: 0, bottom: 0, brightest: 0, darkest: 255 };
  for (let i = 0; i < width * height; i++) {
    const value = data[3 * i];
    if (value === 0x80) continue;
    bounds.left = Math.min(bounds.left, i % width);
    bounds.right = Math.max(bounds.right, (i % width) + 1);
    bounds.top = Math.min(bounds.top, Math.floor(i / width));
    bounds.bottom = Math.max(bounds.bottom, Math.floor(i / width) + 1);
    bounds.brightest = Math.max(bounds.brightest, value);
    bounds.darkest = Math.min(bounds.darkest, value);
  }
  return bounds;
}

describe('watermarkOverlay', () => {
  test.each([
    [160, 160],
    [768, 960],
    [4000, 2250],
    [400, 930],
  ])('sits at the top right of %i × %i, in proportion and legible', async (width, height) => {
    const { left, right, top, bottom, brightest, darkest } = await boundsOn(width, height);
    expect(right).toBeLessThan(width);
    expect(width - right).toBeLessThanOrEqual(top + 1);
    expect(bottom).toBeLessThan(height / 6);
    expect(left).toBeGreaterThan(width / 4);
    expect((bottom - top) / Math.min(width, height)).toBeGreaterThan(0.04);
    expect(brightest - darkest).toBeGreaterThan(150);
  });

  // Of pictures whose shorter side is shown below 320 px: app/styles/media.css.
  test.each([
    [280, 280],
    [768, 960],
    [4000, 2250],
    [400, 930],
  ])('lies under the badge of a page that shows %i × %i small', async (width, height) => {
    const { left, bottom } = await boundsOn(width, height);
    const scale = 320 / Math.min(width, height);
    expect(bottom * scale).toBeLessThanOrEqual(3 + 24);
    expect((width - left) * scale).toBeLessThanOrEqual(3 + 100);
  });

  test('throws for unsupported letters', () => {
    expect(drawText('AI modified').width).toBeGreaterThan(drawText('AI').width);
    expect(() => drawText('AI?')).toThrow(/no "\?"/);
  });
});
