import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const size = { width: 1400, height: 1750 };

/** Incompressible: large enough for a resumable upload. */
export async function noisyPhoto(folder: string): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const grain = await sharp({ create: { ...size, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  const photo = await sharp('public/samples/portraits/sofia.jpg')
    .resize(size)
    .composite([{ input: grain, blend: 'soft-light' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  const file = join(folder, `heavy-${process.pid}.png`);
  writeFileSync(file, photo);
  return file;
}
