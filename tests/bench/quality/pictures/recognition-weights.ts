import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Weight {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

interface WeightSpec {
  readonly name: string;
  readonly shape: readonly number[];
  /** One byte each: value × scale + min. Absent: 32-bit floats. */
  readonly quantization?: { readonly dtype: string; readonly scale: number; readonly min: number };
}

/** dlib's face recognition net, as @vladmandic/face-api carries it. */
export async function readRecognitionWeights(): Promise<Map<string, Weight>> {
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
    'model',
  );
  const manifest = await readFile(path.join(folder, 'face_recognition_model-weights_manifest.json'), 'utf8');
  const specs = (JSON.parse(manifest) as { weights: WeightSpec[] }[]).flatMap(({ weights }) => weights);
  return decodeWeights(specs, await readFile(path.join(folder, 'face_recognition_model.bin')));
}

export function decodeWeights(specs: readonly WeightSpec[], file: Buffer): Map<string, Weight> {
  const weights = new Map<string, Weight>();
  let offset = 0;
  for (const { name, shape, quantization } of specs) {
    const count = shape.reduce((product, size) => product * size, 1);
    const start = offset;
    const valueAt = quantization
      ? (i: number) => file[start + i] * quantization.scale + quantization.min
      : (i: number) => file.readFloatLE(start + 4 * i);
    weights.set(name, { shape, data: Float32Array.from({ length: count }, (_, i) => valueAt(i)) });
    offset += quantization ? count : 4 * count;
  }
  return weights;
}
