import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { EngineError } from '#engine/errors';
import type { NetOutput, NetTensor } from './net-runner';
import { floatsOf, tensorFor } from './net-tensors';

/**
 * One run if the net takes batches, else one for each tile.
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
    const feeds = Object.entries(inputs).map(([input, tensor]) => {
      const { data, dims } = part(session, input, tensor, first, atOnce);
      return [input, tensorFor(session, TensorType, input, data, dims)];
    });
    const { [name]: output } = await session.run(Object.fromEntries(feeds) as Record<string, Tensor>, [name]);
    if (output.size !== (length * atOnce) / tiles) throw wrongLength(name, output, (length * atOnce) / tiles);
    answer.set(floatsOf(output), (first * length) / tiles);
    output.dispose();
  }
  return answer;
}

function takesBatches({ inputMetadata }: InferenceSession, inputs: Readonly<Record<string, NetTensor>>): boolean {
  const tiled = Object.keys(inputs).filter((name) => inputs[name].dims[0] > 1);
  return inputMetadata.every((input) => !tiled.includes(input.name) || (input.isTensor && !isFixed(input.shape[0])));
}

const isFixed = (size: number | string): boolean => typeof size === 'number' && size > 0;

/** The tiles from `first`; an input of one tile is repeated if the net takes batches of it. */
function part(session: InferenceSession, name: string, { data, dims }: NetTensor, first: number, count: number) {
  const size = data.length / dims[0];
  if (dims[0] > 1)
    return { data: data.subarray(first * size, (first + count) * size), dims: [count, ...dims.slice(1)] };
  const input = session.inputMetadata.find((one) => one.name === name);
  if (count === 1 || !input?.isTensor || isFixed(input.shape[0])) return { data, dims };
  const repeated = new Float32Array(count * size);
  for (let tile = 0; tile < count; tile++) repeated.set(data, tile * size);
  return { data: repeated, dims: [count, ...dims.slice(1)] };
}

function wrongLength(name: string, { dims }: Tensor, length: number): EngineError {
  return new EngineError(
    'model_unfit',
    `The output ${name} of the net has the shape ${dims.join(' × ')}; ${length} numbers were expected.`,
  );
}
