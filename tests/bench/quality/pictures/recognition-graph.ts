import { encodeModel } from '../../../../tools/models/onnx-format.mjs';
import type { Weight } from './recognition-weights';

/** Pixels. */
export const RECOGNITION_SIDE = 150;

interface Shape {
  readonly value: string;
  readonly channels: number;
  readonly side: number;
}

/** Residual blocks as in FaceRecognitionNet.ts of face-api; "down" halves the side. */
const blocks = [
  ...['conv32_1', 'conv32_2', 'conv32_3'],
  ...['conv64_down', 'conv64_1', 'conv64_2', 'conv64_3'],
  ...['conv128_down', 'conv128_1', 'conv128_2'],
  ...['conv256_down', 'conv256_1', 'conv256_2', 'conv256_down_out'],
];

/** dlib's ResNet with 29 layers as ONNX: `image`, 1 × 3 × 150 × 150, to `identity`, 128 numbers. */
export function recognitionGraph(weights: ReadonlyMap<string, Weight>): Buffer {
  const nodes: object[] = [];
  const tensors: object[] = [];

  const emit = (op: string, inputs: readonly string[], attributes: object = {}, output = `v${nodes.length}`) => {
    nodes.push({ op, inputs, attributes, output });
    return output;
  };
  const constant = (name: string, type: string, shape: readonly number[], data: ArrayBufferView) => {
    tensors.push({ name, type, shape, data });
    return name;
  };

  /** Convolution, bias and scale in one. Same size, or without padding and every other pixel. */
  const conv = (input: Shape, name: string, halves: boolean): Shape => {
    const { shape, data } = weights.get(`${name}/conv/filters`)!;
    const [size, , from, to] = shape;
    const [bias, scale, shift] = ['conv/bias', 'scale/weights', 'scale/biases'].map(
      (part) => weights.get(`${name}/${part}`)!.data,
    );
    const filters = new Float32Array(data.length);
    for (let at = 0; at < data.length; at++) {
      const [out, rest] = [at % to, Math.floor(at / to)];
      filters[(out * from + (rest % from)) * size * size + Math.floor(rest / from)] = data[at] * scale[out];
    }
    const offsets = bias.map((value, i) => value * scale[i] + shift[i]);
    const inputs = [
      constant(`${name}/w`, 'float', [to, from, size, size], filters),
      constant(`${name}/b`, 'float', [to], offsets),
    ];
    const pad = halves ? 0 : (size - 1) / 2;
    const step = halves ? 2 : 1;
    const value = emit('Conv', [input.value, ...inputs], { strides: [step, step], pads: [pad, pad, pad, pad] });
    return { value, channels: to, side: Math.floor((input.side + 2 * pad - size) / step) + 1 };
  };
  const relu = (shape: Shape): Shape => ({ ...shape, value: emit('Relu', [shape.value]) });
  /** Zeros behind the last channel and at the right and lower edges. */
  const grow = (shape: Shape, channels: number, side: number): Shape => {
    if (shape.channels === channels && shape.side === side) return shape;
    const more = [channels - shape.channels, side - shape.side];
    const pads = BigInt64Array.from([0, 0, 0, 0, 0, more[0], more[1], more[1]].map(BigInt));
    const value = emit('Pad', [shape.value, constant(`pads${tensors.length}`, 'int64', [8], pads)]);
    return { value, channels, side };
  };
  const residual = (input: Shape, name: string): Shape => {
    const halves = name.includes('down');
    const inner = conv(relu(conv(input, `${name}/conv1`, halves)), `${name}/conv2`, false);
    const shortcut = halves ? pool(input, 'AveragePool', 2) : input;
    const side = Math.max(inner.side, shortcut.side);
    const [a, b] = [inner, shortcut].map((shape) => grow(shape, inner.channels, side));
    return relu({ ...a, value: emit('Add', [a.value, b.value]) });
  };
  const pool = (input: Shape, op: string, size: number): Shape => ({
    ...input,
    value: emit(op, [input.value], { kernel_shape: [size, size], strides: [2, 2] }),
    side: Math.floor((input.side - size) / 2) + 1,
  });

  const image: Shape = { value: 'image', channels: 3, side: RECOGNITION_SIDE };
  const last = blocks.reduce(residual, pool(relu(conv(image, 'conv32_down', true)), 'MaxPool', 3));
  const mean = emit('Flatten', [emit('GlobalAveragePool', [last.value])]);
  const { shape, data } = weights.get('fc')!;
  emit('MatMul', [mean, constant('fc', 'float', shape, data)], {}, 'identity');
  return encodeModel({
    name: 'dlib-face-recognition',
    nodes,
    tensors,
    inputs: [{ name: 'image', shape: [1, 3, RECOGNITION_SIDE, RECOGNITION_SIDE], type: 'float' }],
    outputs: [{ name: 'identity', shape: [1, shape[1]], type: 'float' }],
  });
}
