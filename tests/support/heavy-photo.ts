import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { portraitBytes } from './portraits';

const megabyte = 1024 * 1024;

/** A portrait, and after its end as many bytes as a resumable upload has at least. No two pieces are the same. */
export function heavyPhoto(folder: string): string {
  const counted = Uint32Array.from({ length: (5 * megabyte) / 4 }, (_, index) => index);
  const file = join(folder, `heavy-${process.pid}.jpg`);
  writeFileSync(file, Buffer.concat([portraitBytes('sofia'), new Uint8Array(counted.buffer)]));
  return file;
}
