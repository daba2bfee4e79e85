import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Beside the list: names of the product, and words of other languages that it lacks. */
const additions = new Set(`contraseña facebook1 instagram changeme123 faceswap faceswap1 faceswap123`.split(' '));

let list: Buffer | undefined;
const loaded = () => (list ??= readFileSync(resolve('backend/data/common-passwords.bin')));

/**
 * Among the 200,000 most common passwords of 8 and more characters (`tools/passwords/build.mjs`). Expects lower case.
 * One in 21,000 other passwords is refused as well.
 */
export function isCommonPassword(password: string): boolean {
  if (additions.has(password) || /^(.)\1+$/.test(password)) return true;
  const wanted = createHash('sha256').update(password).digest().readUInt32BE();
  const hashes = loaded();
  let [low, high] = [0, hashes.length / 4];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (hashes.readUInt32BE(middle * 4) < wanted) low = middle + 1;
    else high = middle;
  }
  return low * 4 < hashes.length && hashes.readUInt32BE(low * 4) === wanted;
}
