import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

import { portraitSize, type SampleFaceName } from '#shared/sample-media';

const folder = fileURLToPath(new URL('../../public/samples/portraits/', import.meta.url));

export const portraitPath = (name: SampleFaceName): string => path.join(folder, `${name}.jpg`);
export const portraitBytes = (name: SampleFaceName): Buffer => readFileSync(portraitPath(name));

export interface PortraitTruth {
  /** Degrees; roll opposes the engine's. */
  state: { yaw: number; pitch?: number; roll: number };
  /** 478 × [x, y, depth]; x, y in pixels. */
  lm: [number, number, number][];
}

export function portraitTruth(name: SampleFaceName): PortraitTruth {
  return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as PortraitTruth;
}

export async function groupPhoto(members: { name: SampleFaceName; height: number }[]): Promise<Buffer> {
  const placed = [];
  let left = 0;
  for (const { name, height } of members) {
    const width = Math.round((height * portraitSize.width) / portraitSize.height);
    placed.push({ input: await sharp(portraitPath(name)).resize(width, height).toBuffer(), left, top: 0 });
    left += width;
  }
  const height = Math.max(...members.map((member) => member.height));
  const canvas = sharp({ create: { width: left, height, channels: 3, background: '#777' } });
  return canvas.composite(placed).jpeg({ quality: 95 }).toBuffer();
}

/** One frame per delay (ms). */
export async function animated(format: 'gif' | 'webp', delay: number[]): Promise<Buffer> {
  const frames = delay.map((_, i) =>
    sharp(portraitPath('amara'))
      .resize(240 + 8 * i)
      .extract({ left: 4 * i, top: 5 * i, width: 240, height: 300 })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(format, { delay, loop: 0 })
    .toBuffer();
}
