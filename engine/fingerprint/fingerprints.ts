import sharp from 'sharp';

const SIDE = 32;
const KEPT = 8;
/** Standard deviation of grey levels; a flatter picture has no structure to recognise. */
const MIN_CONTRAST = 4;

/**
 * A fingerprint of each picture in `jpeg`, in which `frames` pictures stand side by side: 64 signs of the lowest
 * frequencies of a cosine transform (Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions",
 * 2010), as a signed integer. Copies in another size, format or quality differ in few bits. Flat pictures have none.
 */
export async function fingerprintsOf(jpeg: Buffer, frames = 1): Promise<bigint[]> {
  const { width, height } = await sharp(jpeg).metadata();
  const found: bigint[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const left = Math.round((frame * width) / frames);
    const area = { left, top: 0, width: Math.max(1, Math.floor(width / frames)), height };
    const grey = await sharp(jpeg).extract(area).greyscale().resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer();
    if (contrastOf(grey) >= MIN_CONTRAST) found.push(fingerprintOf(grey));
  }
  return [...new Set(found)];
}

function contrastOf(grey: Uint8Array): number {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  return Math.sqrt(grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length);
}

/** cos((2x + 1) u π / 2N) of DCT-II, for u = 1 … KEPT: without the mean. */
const BASIS = Array.from({ length: KEPT }, (_, row) =>
  Float64Array.from({ length: SIDE }, (_, x) => Math.cos(((2 * x + 1) * (row + 1) * Math.PI) / (2 * SIDE))),
);

function fingerprintOf(grey: Uint8Array): bigint {
  const lines = BASIS.map((basis) =>
    Float64Array.from({ length: SIDE }, (_, y) =>
      basis.reduce((sum, value, x) => sum + value * grey[y * SIDE + x]!, 0),
    ),
  );
  const frequencies = BASIS.flatMap((basis) =>
    lines.map((line) => basis.reduce((sum, value, y) => sum + value * line[y]!, 0)),
  );
  const median = [...frequencies].sort((a, b) => a - b)[frequencies.length / 2]!;
  const bits = frequencies.reduce((value, frequency) => (value << 1n) | (frequency > median ? 1n : 0n), 0n);
  return BigInt.asIntN(64, bits);
}
