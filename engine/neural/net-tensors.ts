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
  if (type === 'float16') return halfTensor(TensorType, toHalves(data), dims);
  if (type === 'float64') return new TensorType('float64', Float64Array.from(data), dims);
  return new TensorType('float32', data instanceof Float64Array ? Float32Array.from(data) : data, dims);
}

/** From Node 24, a tensor keeps its halves as a Float16Array, which has no size for ONNX Runtime's native part. */
function halfTensor(TensorType: typeof Tensor, halves: Uint16Array, dims: readonly number[]): Tensor {
  return Object.defineProperty(new TensorType('float16', halves, dims), 'data', { value: halves });
}

export function floatsOf({ data, type }: Tensor): Float32Array {
  if (type === 'float32') return data as Float32Array;
  if (data instanceof Uint16Array) return fromHalves(data);
  // Of 64 bits, or a Float16Array.
  return Float32Array.from(data as Iterable<number>, Number);
}
