import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { EngineError } from '#engine/errors';
import type { NetOutput, NetTensor } from './net-runner';

/**
 * One run if the net takes batches, else one for each tile. Inputs of one tile are repeated.
 * @throws EngineError `model_unfit` if the answer has another length
 */
export async function runTiles(
  session: InferenceSession,
  TensorType: typeof Tensor,
  inputs: Readonly<Record<string, NetTensor>>,
  { name = session.outputNames[0], length }: NetOutput,
): Promise<Float32Array> {
  const tiles = Math.max(...Object.values(inputs).map(({ dims }) => dims[0]));
  const answer = new Float32Array(length);
  const atOnce = takesBatches(session, inputs) ? tiles : 1;
  for (let first = 0; first < tiles; first += atOnce) {
    const feeds = Object.entries(inputs).map(([input, tensor]) => [input, feed(TensorType, tensor, first, atOnce)]);
    const { [name]: output } = await session.run(Object.fromEntries(feeds) as Record<string, Tensor>, [name]);
    if (output.size !== (length * atOnce) / tiles) throw wrongLength(name, output, (length * atOnce) / tiles);
    answer.set(asFloats(output), (first * length) / tiles);
    output.dispose();
  }
  return answer;
}

function takesBatches({ inputMetadata }: InferenceSession, inputs: Readonly<Record<string, NetTensor>>): boolean {
  const tiled = Object.keys(inputs).filter((name) => inputs[name].dims[0] > 1);
  return inputMetadata.every((input) => !tiled.includes(input.name) || (input.isTensor && !isFixed(input.shape[0])));
}

const isFixed = (size: number | string): boolean => typeof size === 'number' && size > 0;

function feed(TensorType: typeof Tensor, { data, dims }: NetTensor, first: number, count: number): Tensor {
  const type = data instanceof Float64Array ? 'float64' : 'float32';
  if (dims[0] === 1) return new TensorType(type, data, dims);
  const size = data.length / dims[0];
  return new TensorType(type, data.subarray(first * size, (first + count) * size), [count, ...dims.slice(1)]);
}

/** Self-made exports answer in half floats. */
function asFloats({ data, type }: Tensor): Float32Array {
  if (type === 'float32') return data as Float32Array;
  return Float32Array.from(data as Iterable<number>, Number);
}

function wrongLength(name: string, { dims }: Tensor, length: number): EngineError {
  return new EngineError(
    'model_unfit',
    `The output ${name} of the net has the shape ${dims.join(' × ')}; ${length} numbers were expected.`,
  );
}
