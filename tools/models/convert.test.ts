import { describe, expect, test } from 'vitest';
import { loadRuntime } from '#engine/nets/runtime';
import { convertToOnnx } from './convert.mjs';
import { samePadding, sliceRanges } from './shapes.mjs';
import { halfToFloat } from './tfjs-format.mjs';

interface SourceNode {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, unknown>;
}

function tfjsModel(nodes: SourceNode[], values: Record<string, { shape: number[]; data: number[]; dtype?: string }>) {
  const weights = Object.entries(values).map(([name, { shape, dtype = 'float32' }]) => ({ name, shape, dtype }));
  const bytes = Object.values(values).map(({ data, dtype }) =>
    Buffer.from((dtype === 'int32' ? Int32Array : Float32Array).from(data).buffer),
  );
  const constants = Object.keys(values).map((name) => ({ name, op: 'Const' }));
  const placeholder = {
    name: 'in',
    op: 'Placeholder',
    attr: { shape: { shape: { dim: ['-1', '3', '3', '1'].map((size) => ({ size })) } } },
  };
  const topology = { modelTopology: { node: [placeholder, ...constants, ...nodes] }, weightsManifest: [{ weights }] };
  return { name: 'test', topology: Buffer.from(JSON.stringify(topology)), weights: Buffer.concat(bytes) };
}

async function run(model: Buffer, pixels: number[]) {
  const { InferenceSession, Tensor } = await loadRuntime();
  const session = await InferenceSession.create(model);
  const { result } = await session.run({ image: new Tensor('float32', pixels, [1, 1, 3, 3]) });
  return { shape: result.dims, data: [...(result.data as Float32Array)] };
}

const pixels = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const list = (...numbers: number[]) => ({ list: { i: numbers.map(String) } });
const text = (word: string) => ({ s: Buffer.from(word).toString('base64') });

describe('convertToOnnx', () => {
  test('convolves with padding, bias and a fused activation as TensorFlow does', async () => {
    const fused = { list: { s: ['BiasAdd', 'Relu'].map((word) => Buffer.from(word).toString('base64')) } };
    const attr = { strides: list(1, 2, 2, 1), padding: text('SAME'), fused_ops: fused };
    const model = tfjsModel([{ name: 'conv', op: '_FusedConv2D', input: ['in', 'kernel', 'bias'], attr }], {
      kernel: { shape: [2, 2, 1, 2], data: [1, -1, 1, -1, 1, -1, 1, -1] },
      bias: { shape: [2], data: [0.5, 20] },
    });
    const onnx = convertToOnnx({ ...model, outputs: { result: 'conv' } });
    // Windows sum to 12, 9, 15 and 9 (the odd padding lies after); the second channel is 20 minus that.
    expect(await run(onnx, pixels)).toEqual({ shape: [1, 2, 2, 2], data: [12.5, 8, 9.5, 11, 15.5, 5, 9.5, 11] });
  });

  test("leaks what is below zero by each channel's slope, be it steeper than what is above", async () => {
    const attr = { strides: list(1, 1, 1, 1), padding: text('VALID') };
    const nodes = [
      { name: 'conv', op: 'Conv2D', input: ['in', 'kernel'], attr },
      { name: 'leaking', op: 'Prelu', input: ['conv', 'slope'] },
    ];
    const values = {
      kernel: { shape: [1, 1, 1, 3], data: [1, -1, -1] },
      slope: { shape: [1, 1, 3], data: [0.5, 0.25, 4] },
    };
    const onnx = convertToOnnx({ ...tfjsModel(nodes, values), outputs: { result: 'leaking' } });
    const { data } = await run(onnx, [-8, 0, 2, 4, 4, 4, 4, 4, 4]);
    expect(data.slice(0, 12)).toEqual([-4, 8, 8, 0, 0, 0, 2, -0.5, -8, 4, -1, -16]);
  });

  test("folds shape arithmetic and keeps TensorFlow's order of numbers", async () => {
    const model = tfjsModel(
      [
        { name: 'shape', op: 'Shape', input: ['in'] },
        {
          name: 'rows',
          op: 'StridedSlice',
          input: ['shape', 'one', 'two', 'one'],
          attr: { shrink_axis_mask: { i: '1' } },
        },
        { name: 'target', op: 'Pack', input: ['rows', 'three'] },
        { name: 'flat', op: 'Reshape', input: ['in', 'target'] },
        { name: 'turned', op: 'Transpose', input: ['flat', 'order'] },
      ],
      {
        one: { shape: [1], data: [1], dtype: 'int32' },
        two: { shape: [1], data: [2], dtype: 'int32' },
        three: { shape: [], data: [3], dtype: 'int32' },
        order: { shape: [2], data: [1, 0], dtype: 'int32' },
      },
    );
    const onnx = convertToOnnx({ ...model, outputs: { result: 'turned' } });
    expect(await run(onnx, pixels)).toEqual({ shape: [3, 3], data: [1, 4, 7, 2, 5, 8, 3, 6, 9] });
  });

  test('reads weights quantised to bytes, and classifies', async () => {
    const fused = { list: { s: ['BiasAdd', 'Relu'].map((word) => Buffer.from(word).toString('base64')) } };
    const nodes = [
      { name: 'pooled', op: 'Mean', input: ['in', 'axes'] },
      { name: 'dense', op: '_FusedMatMul', input: ['pooled', 'kernel', 'bias'], attr: { fused_ops: fused } },
      { name: 'soft', op: 'Softmax', input: ['dense'] },
    ];
    const values = {
      axes: { shape: [2], data: [1, 2], dtype: 'int32' },
      kernel: { shape: [1, 2], data: [1, -1] },
      bias: { shape: [2], data: [0, 6] },
    };
    const source = tfjsModel(nodes, values);
    const topology = JSON.parse(source.topology.toString());
    topology.weightsManifest[0].weights[1].quantization = { dtype: 'uint8', min: -1, scale: 0.5 };
    // The mean is 5: Relu(5 · 1), Relu(5 · −1 + 6).
    const weights = Buffer.concat([source.weights.subarray(0, 8), Buffer.from([4, 0]), source.weights.subarray(16)]);
    const onnx = convertToOnnx({
      name: 'test',
      topology: Buffer.from(JSON.stringify(topology)),
      weights,
      outputs: { result: 'soft' },
    });
    const { data } = await run(onnx, pixels);
    const share = 1 / (1 + Math.exp(-4));
    expect(data[0]).toBeCloseTo(share, 5);
    expect(data[1]).toBeCloseTo(1 - share, 5);
  });

  test('removes dimensions of one', async () => {
    const squeeze = [{ name: 'flat', op: 'Squeeze', input: ['in'], attr: { squeeze_dims: list(3) } }];
    const onnx = convertToOnnx({ ...tfjsModel(squeeze, {}), outputs: { result: 'flat' } });
    expect(await run(onnx, pixels)).toEqual({ shape: [1, 3, 3], data: pixels });
  });

  test('names an operator it does not know', () => {
    const model = tfjsModel([{ name: 'odd', op: 'Cumsum', input: ['in'] }], {});
    expect(() => convertToOnnx({ ...model, outputs: { result: 'odd' } })).toThrow(/Cumsum is not supported/);
  });

  test('refuses weights that do not match their index', () => {
    const model = tfjsModel([], { a: { shape: [2], data: [1, 2] } });
    const weights = Buffer.concat([model.weights, Buffer.alloc(4)]);
    expect(() => convertToOnnx({ ...model, weights, outputs: { result: 'a' } })).toThrow(/has 12 bytes, its index 8/);
  });
});

describe('the arithmetic of TensorFlow', () => {
  test.each([
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125],
    [0x0001, 2 ** -24],
    [0x7c00, Infinity],
    [0x0000, 0],
  ])('half precision %i is %d', (bits, value) => expect(halfToFloat(bits)).toBe(value));

  test('pads the odd pixel after', () => {
    expect(samePadding(256, 5, 2)).toEqual([1, 2]);
    expect(samePadding(7, 3, 1)).toEqual([1, 1]);
    expect(samePadding(8, 2, 2)).toEqual([0, 0]);
  });

  test('slices with an ellipsis, a new axis, a single index and open ends', () => {
    const masks: Record<string, number> = { ellipsis_mask: 1, new_axis_mask: 2, shrink_axis_mask: 4, end_mask: 8 };
    const node = { name: 'slice', attribute: (key: string) => masks[key] };
    const { ranges, taken, kept } = sliceRanges(
      node,
      [4, 5, 6],
      [
        [0, 0, -1, 1],
        [0, 0, 0, 0],
        [1, 1, 1, 2],
      ],
    );
    expect(ranges).toEqual([
      { start: 0, end: 4, step: 1 },
      { start: 4, end: 5, step: 1 },
      { start: 1, end: 6, step: 2 },
    ]);
    expect({ taken, kept }).toEqual({ taken: [4, 1, 3], kept: [4, 1, 3] });
  });
});
