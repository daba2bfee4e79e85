/** Browsers play shorter delays as 100 ms. */
const minDelayMs = 20;
const defaultDelayMs = 100;

/** Milliseconds of one loop; null if it is not a GIF. */
export function gifDuration(bytes: Uint8Array): number | null {
  if (String.fromCharCode(...bytes.subarray(0, 3)) !== 'GIF') return null;
  const paletteOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + paletteOf(bytes[10] ?? 0);
  let total = 0;
  const skipBlocks = () => {
    while (bytes[at]) at += bytes[at]! + 1;
    at++;
  };
  while (at < bytes.length) {
    const kind = bytes[at++];
    if (kind === 0x21) {
      if (bytes[at++] === 0xf9) {
        const delayMs = 10 * ((bytes[at + 2] ?? 0) + 256 * (bytes[at + 3] ?? 0));
        total += delayMs < minDelayMs ? defaultDelayMs : delayMs;
      }
      skipBlocks();
    } else if (kind === 0x2c) {
      at += 9 + paletteOf(bytes[at + 8] ?? 0) + 1;
      skipBlocks();
    } else break;
  }
  return total;
}
