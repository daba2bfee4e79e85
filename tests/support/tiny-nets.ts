import { ElementType, encodeModel } from '../../tools/models/onnx-format.mjs';

/** Small ONNX nets with the names, shapes and layouts of published ones; their arithmetic is known. */

const nchw = (side: number, channels = 3) => [1, channels, side, side];

type Element = 'float' | 'float16' | 'double' | 'int64';
interface Value {
  name: string;
  /** Free dimensions are names. */
  shape: readonly (number | string)[];
  type: Element;
}
interface Node {
  op: string;
  inputs: string[];
  output: string;
  attributes?: Record<string, unknown>;
}
type Constant = Value & { data: ArrayBufferView };

const value = (name: string, shape: Value['shape'], type: Element = 'float'): Value => ({ name, shape, type });
const scalar = (name: string, number: number): Constant => constant(name, [], [number]);
const constant = (name: string, shape: number[], numbers: readonly number[]): Constant => ({
  ...value(name, shape),
  data: Float32Array.from(numbers),
});
const integers = (name: string, numbers: number[]): Constant => ({
  ...value(name, [numbers.length], 'int64'),
  data: BigInt64Array.from(numbers, BigInt),
});

function model(nodes: Node[], tensors: Constant[], inputs: Value[], outputs: Value[]): Buffer {
  return encodeModel({ name: 'tiny', nodes, tensors, inputs, outputs }) as Buffer;
}

export interface SwapArithmetic {
  a: number;
  b: number;
  k: number;
}

export interface TinySwapperOptions {
  size?: number;
  /** Written last, as InSwapper's. */
  emap?: Constant;
  /** Side of a source picture; unset, an embedding of 512 numbers. */
  picture?: number;
  names?: { target?: string; source?: string; output?: string };
  /** Hyperswap's second output. */
  mask?: boolean;
  /** The number of tiles that one run takes; a name if it takes any number. */
  batch?: number | string;
  /** The same of the source. */
  sourceBatch?: number | string;
  /** Inputs and output are half floats. */
  isHalf?: boolean;
}

/** output[c] = a + b · target[c] + k · S[c]; S: the source's first three numbers, or its channels' means. */
export function tinySwapper({ a, b, k }: SwapArithmetic, options: TinySwapperOptions = {}): Buffer {
  const { size = 128, emap, picture, names, mask, batch = 1, sourceBatch = 1, isHalf = false } = options;
  const { target = 'target', source = 'source', output = 'output' } = names ?? {};
  const [face, identity, answer] = isHalf ? ['face', 'identity', 'answer'] : [target, source, output];
  const head: Node[] = picture
    ? [{ op: 'ReduceMean', inputs: [identity], output: 'head', attributes: { axes: [2, 3], keepdims: 1 } }]
    : [
        { op: 'Slice', inputs: [identity, 'start', 'end', 'axis'], output: 'three' },
        { op: 'Reshape', inputs: ['three', 'shape'], output: 'head' },
      ];
  const nodes: Node[] = [
    ...head,
    { op: 'Mul', inputs: ['head', 'k'], output: 'scaled' },
    { op: 'Mul', inputs: [face, 'b'], output: 'weighed' },
    { op: 'Add', inputs: ['weighed', 'scaled'], output: 'sum' },
    { op: 'Add', inputs: ['sum', emap ? 'offset' : 'a'], output: answer },
  ];
  // Without effect, but used, as in the published net.
  if (emap)
    nodes.unshift(
      { op: 'MatMul', inputs: [identity, emap.name], output: 'mapped' },
      { op: 'ReduceMean', inputs: ['mapped'], output: 'mean', attributes: { keepdims: 0 } },
      { op: 'Mul', inputs: ['mean', 'zero'], output: 'nothing' },
      { op: 'Add', inputs: ['nothing', 'a'], output: 'offset' },
    );
  if (mask) nodes.push({ op: 'ReduceMean', inputs: [face], output: 'mask', attributes: { axes: [1], keepdims: 1 } });
  const cast = (from: string, to: string, type: Element): Node => ({
    op: 'Cast',
    inputs: [from],
    output: to,
    attributes: { to: ElementType[type] },
  });
  if (isHalf) {
    nodes.unshift(cast(target, face, 'float'), cast(source, identity, 'float'));
    nodes.push(cast(answer, output, 'float16'));
  }
  const tensors = [scalar('a', a), scalar('b', b), scalar('k', k)];
  if (!picture)
    tensors.push(integers('start', [0]), integers('end', [3]), integers('axis', [1]), integers('shape', [-1, 3, 1, 1]));
  if (emap) tensors.push(scalar('zero', 0), emap);
  const [pictures, type] = [[batch, 3, size, size], isHalf ? 'float16' : 'float'] as const;
  return model(
    nodes,
    tensors,
    [value(target, pictures, type), value(source, picture ? nchw(picture) : [sourceBatch, 512], type)],
    [value(output, pictures, type), ...(mask ? [value('mask', [batch, 1, size, size])] : [])],
  );
}

/** Row-major, 512 × 512. */
export function emapTensor(at: (row: number, column: number) => number, name = 'buff2fs'): Constant {
  return constant(
    name,
    [512, 512],
    Array.from({ length: 512 * 512 }, (_, i) => at(Math.floor(i / 512), i % 512)),
  );
}

/** Means of 64 patches of 14 × 14 pixels of the three channels, repeated, times a constant. */
export function tinyRecogniser(input = 'input', output = 'embedding'): Buffer {
  const weights = Array.from({ length: 192 * 512 }, (_, i) => {
    const [row, column] = [Math.floor(i / 512), i % 512];
    return row === column % 192 ? 1 + 0.01 * Math.floor(column / 192) : 0;
  });
  return model(
    [
      {
        op: 'AveragePool',
        inputs: [input],
        output: 'patches',
        attributes: { kernel_shape: [14, 14], strides: [14, 14] },
      },
      { op: 'Reshape', inputs: ['patches', 'flat'], output: 'row' },
      { op: 'MatMul', inputs: ['row', 'weights'], output },
    ],
    [integers('flat', [1, 192]), constant('weights', [192, 512], weights)],
    [value(input, nchw(112))],
    [value(output, [1, 512])],
  );
}

/** 0.5 · the embedding in reverse order + 0.01. */
export function tinyConverter(): Buffer {
  return model(
    [
      { op: 'Slice', inputs: ['input', 'start', 'end', 'axis', 'step'], output: 'reversed' },
      { op: 'Mul', inputs: ['reversed', 'half'], output: 'halved' },
      { op: 'Add', inputs: ['halved', 'little'], output: 'output' },
    ],
    [
      integers('start', [511]),
      integers('end', [-513]),
      integers('axis', [1]),
      integers('step', [-1]),
      scalar('half', 0.5),
      scalar('little', 0.01),
    ],
    [value('input', [1, 512])],
    [value('output', [1, 512])],
  );
}

/** Interleaved, as XSeg: 1 where a pixel is brighter than `threshold`. */
export function tinyOccluder(threshold = 0.2): Buffer {
  return model(
    [
      { op: 'ReduceMean', inputs: ['input'], output: 'mean', attributes: { axes: [3], keepdims: 1 } },
      { op: 'Sub', inputs: ['mean', 'threshold'], output: 'above' },
      { op: 'Mul', inputs: ['above', 'steep'], output: 'steeper' },
      { op: 'Sigmoid', inputs: ['steeper'], output: 'output' },
    ],
    [scalar('threshold', threshold), scalar('steep', 100)],
    [value('input', [1, 256, 256, 3])],
    [value('output', [1, 256, 256, 1])],
  );
}

/** The same answer to every picture, or to every crop of a face. */
export function constantNet(
  input: string,
  inputShape: number[],
  output: string,
  shape: number[],
  answer: Float32Array,
) {
  return model(
    [{ op: 'Identity', inputs: ['answer'], output }],
    [{ ...value('answer', shape), data: answer }],
    [value(input, inputShape)],
    [value(output, shape)],
  );
}

/** Every pixel is of one class. */
export function tinyParser(winner = 1): Buffer {
  const scores = Array.from({ length: 19 }, (_, i) => (i === winner ? 1 : 0));
  return model(
    [
      { op: 'ReduceMean', inputs: ['input'], output: 'mean', attributes: { axes: [1], keepdims: 1 } },
      { op: 'Mul', inputs: ['mean', 'zero'], output: 'nothing' },
      { op: 'Add', inputs: ['nothing', 'scores'], output: 'output' },
    ],
    [scalar('zero', 0), constant('scores', [1, 19, 1, 1], scores)],
    [value('input', nchw(512))],
    [value('output', nchw(512, 19))],
  );
}

/** −0.7 · input, and for CodeFormer + 0.2 · weight, a double. */
export function tinyEnhancer(size = 512, { weight = false } = {}): Buffer {
  const nodes: Node[] = [{ op: 'Mul', inputs: ['input', 'factor'], output: weight ? 'scaled' : 'output' }];
  if (weight)
    nodes.unshift(
      { op: 'Cast', inputs: ['weight'], output: 'single', attributes: { to: 1 } },
      { op: 'Mul', inputs: ['single', 'share'], output: 'added' },
    );
  if (weight) nodes.push({ op: 'Add', inputs: ['scaled', 'added'], output: 'output' });
  return model(
    nodes,
    [scalar('factor', -0.7), ...(weight ? [scalar('share', 0.2)] : [])],
    [value('input', nchw(size)), ...(weight ? [value('weight', [1], 'double')] : [])],
    [value('output', nchw(size))],
  );
}

/** Needs terabytes for each embedding with a number below 0, which a self-test's noise has not. */
export function greedySwapper(size = 256): Buffer {
  return model(
    [
      { op: 'ReduceMin', inputs: ['source'], output: 'least', attributes: { keepdims: 0 } },
      { op: 'Neg', inputs: ['least'], output: 'depth' },
      { op: 'Relu', inputs: ['depth'], output: 'below' },
      { op: 'Ceil', inputs: ['below'], output: 'whole' },
      { op: 'Mul', inputs: ['whole', 'much'], output: 'more' },
      { op: 'Cast', inputs: ['more'], output: 'length', attributes: { to: 7 } },
      { op: 'Reshape', inputs: ['length', 'one'], output: 'row' },
      { op: 'Add', inputs: ['row', 'one'], output: 'shape' },
      { op: 'Expand', inputs: ['zero', 'shape'], output: 'wide' },
      { op: 'ReduceMax', inputs: ['wide'], output: 'nothing', attributes: { keepdims: 0 } },
      { op: 'Add', inputs: ['target', 'nothing'], output: 'output' },
    ],
    [scalar('much', 1e12), scalar('zero', 0), integers('one', [1])],
    [value('target', nchw(size)), value('source', [1, 512])],
    [value('output', nchw(size))],
  );
}

/** Answers NaN, as half-precision nets do on some cards. */
export function brokenSwapper(size = 128): Buffer {
  return tinySwapper({ a: NaN, b: 1, k: 0 }, { size });
}
