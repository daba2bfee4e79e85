import sharp from 'sharp';
import type { Watermark } from './paint-watermark';
import { watermarkOverlay } from './watermark';

export async function renderWatermark(width: number, height: number): Promise<Watermark> {
  const { input, left = 0, top = 0 } = watermarkOverlay(width, height);
  const drawing = sharp(input as Buffer).ensureAlpha();
  const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
  return { left, top, width: info.width, height: info.height, data: new Uint8Array(data) };
}
