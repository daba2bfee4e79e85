import { open } from 'node:fs/promises';
import { halfToFloat } from '#engine/neural/half-floats';
import { packError } from './fault';
import { ElementType, readOnnxGraph, type OnnxTensor } from './onnx-file';

const EMAP_SIDE = 512;

/**
 * The matrix that turns an embedding into InSwapper's latent: row-major, latent[j] = Σ e[i] · emap[i · 512 + j]. The
 * last initializer of the graph; half floats are decoded.
 * @throws EngineError `model_unfit`
 */
export async function readEmap(path: string): Promise<Float32Array> {
  const tensor = checkEmap(path, (await readOnnxGraph(path)).lastInitializer);
  const bytes = Buffer.alloc(tensor.data.end - tensor.data.start);
  const file = await open(path);
  try {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, tensor.data.start);
    if (bytesRead < bytes.length) throw packError('model_unfit', `${path} ends within its last initializer.`);
  } finally {
    await file.close();
  }
  const values = new Float32Array(EMAP_SIDE * EMAP_SIDE);
  const read =
    tensor.elementType === ElementType.float
      ? (index: number) => bytes.readFloatLE(index * 4)
      : (index: number) => halfToFloat(bytes.readUInt16LE(index * 2));
  for (let index = 0; index < values.length; index++) values[index] = read(index);
  return values;
}

/** Reads it at the first use: a megabyte, from a file of half a gigabyte. */
export function emapReader(path: string): () => Promise<Float32Array> {
  let matrix: Promise<Float32Array> | undefined;
  return () => {
    matrix ??= readEmap(path);
    matrix.catch(() => (matrix = undefined)); // the failure may be temporary
    return matrix;
  };
}

/** @throws EngineError `model_unfit` */
export function checkEmap(path: string, tensor: OnnxTensor | undefined) {
  const sizes: Record<number, number> = { [ElementType.float]: 4, [ElementType.float16]: 2 };
  const expected = `The last initializer of ${path} must be the 512 × 512 matrix of this type, float32 or float16.`;
  if (!tensor) throw packError('model_unfit', `${expected} It has none.`);
  const { dims, elementType, data } = tensor;
  const bytes = EMAP_SIDE * EMAP_SIDE * (sizes[elementType] ?? NaN);
  if (dims.join() === `${EMAP_SIDE},${EMAP_SIDE}` && data && data.end - data.start === bytes)
    return { ...tensor, data };
  const found = `${tensor.name || 'an unnamed tensor'}, ${dims.join(' × ') || 'a single number'}, type ${elementType}`;
  throw packError('model_unfit', `${expected} Found: ${found}. Take the file as its publisher exported it.`);
}
