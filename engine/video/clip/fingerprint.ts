import { createHash, type Hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Trim } from '#engine/ffmpeg/arguments';

/** Increase when formats or results change: earlier work is not resumed. */
export const FORMAT_VERSION = 8;

const SAMPLES = 16;
const SAMPLE_BYTES = 65_536;

/** By length and samples of the content. */
export async function clipFingerprint(file: string, { fromMs = 0, toMs }: Trim): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify({ FORMAT_VERSION, fromMs, toMs }));
  await addSamples(hash, file);
  return hash.digest('hex');
}

async function addSamples(hash: Hash, file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    hash.update(String(size));
    const sample = Buffer.alloc(SAMPLE_BYTES);
    for (let n = 0; n < SAMPLES; n++) {
      const at = Math.floor((Math.max(0, size - SAMPLE_BYTES) * n) / (SAMPLES - 1));
      const { bytesRead } = await handle.read(sample, 0, SAMPLE_BYTES, at);
      hash.update(sample.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
