import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { fromHalves, toHalves } from './half-floats';

/** Numbers in the precision that the net wants. Self-made exports take half floats. */
export function tensorFor(
  { inputMetadata }: InferenceSession,
  TensorType: typeof Tensor,
  name: string,
  data: Float32Array | Float64Array,
  dims: readonly number[],
): Tensor {
  const input = inputMetadata.find((one) => one.name === name);
  const type = input?.isTensor ? input.type : 'float32';
  if (type === 'float16') return new TensorType('float16', toHalves(data), dims);
  if (type === 'float64') return new TensorType('float64', Float64Array.from(data), dims);
  return new TensorType('float32', data instanceof Float64Array ? Float32Array.from(data) : data, dims);
}

export function floatsOf({ data, type }: Tensor): Float32Array {
  if (type === 'float32') return data as Float32Array;
  if (data instanceof Uint16Array) return fromHalves(data);
  return Float32Array.from(data as Iterable<number>, Number);
}
