import { inPlanes } from '../onnx-graph.mjs';
import { samePadding, transposed } from '../shapes.mjs';

export const convolution = {
  Conv2D: convolve,
  _FusedConv2D: convolve,
  DepthwiseConv2dNative: convolveDepthwise,
  FusedDepthwiseConv2dNative: convolveDepthwise,
  MaxPool: pool('MaxPool'),
  AvgPool: pool('AveragePool'),
};

function convolve(graph, node, [input, kernel, ...extra]) {
  const [height, width, kernelChannels, channels] = kernel.shape;
  const weights = graph.constant(transposed(kernel.data, kernel.shape, [3, 2, 0, 1]), [
    channels,
    kernelChannels,
    height,
    width,
  ]);
  const groups = input.shape[3] / kernelChannels;
  return slide(graph, node, input, extra, { weights, size: [height, width], groups, channels });
}

function convolveDepthwise(graph, node, [input, kernel, ...extra]) {
  const [height, width, groups, multiplier] = kernel.shape;
  const channels = groups * multiplier;
  const weights = graph.constant(transposed(kernel.data, kernel.shape, [2, 3, 0, 1]), [channels, 1, height, width]);
  return slide(graph, node, input, extra, { weights, size: [height, width], groups, channels });
}

function slide(graph, node, input, extra, { weights, size, groups, channels }) {
  const window = windowOf(node, input.shape, size);
  const fused = node.attribute('fused_ops') ?? [];
  const bias = fused[0] === 'BiasAdd' ? [graph.asRows(extra[0])] : [];
  const name = graph.emit('Conv', [graph.asPlanes(input), weights, ...bias], { ...window.attributes, group: groups });
  const activation = fused.filter((step) => step !== 'BiasAdd');
  return inPlanes(activate(graph, activation, name, extra[1]), [input.shape[0], ...window.outputs, channels]);
}

export function activate(graph, steps, input, slope) {
  return steps.reduce((name, step) => {
    if (step === 'Relu') return graph.emit('Relu', [name]);
    if (step === 'Relu6') return graph.emit('Clip', [name, graph.scalar(0), graph.scalar(6)]);
    if (step === 'Prelu') return leak(graph, name, slope);
    throw new Error(`fused ${step} is not supported`);
  }, input);
}

/** (1 − slope) · relu(x) + slope · x as two 1 × 1 convolutions: ONNX Runtime's PReLU lacks their layout. */
export function leak(graph, input, slope) {
  if (slope.shape.some((size, axis) => size !== 1 && axis !== slope.shape.length - 1))
    throw new Error(`a PReLU slope of shape ${slope.shape} is not one number a channel`);
  const above = scaleChannels(
    graph,
    graph.emit('Relu', [input]),
    Array.from(slope.data, (factor) => 1 - factor),
  );
  return graph.emit('Add', [above, scaleChannels(graph, input, slope.data)]);
}

function scaleChannels(graph, input, factors) {
  const weights = graph.constant(factors, [factors.length, 1, 1, 1]);
  return graph.emit('Conv', [input, weights], { kernel_shape: [1, 1], group: factors.length });
}

function pool(op) {
  return (graph, node, [input]) => {
    const [, height, width] = node.attribute('ksize');
    const { attributes, outputs } = windowOf(node, input.shape, [height, width]);
    delete attributes.dilations;
    return inPlanes(graph.emit(op, [graph.asPlanes(input)], attributes), [input.shape[0], ...outputs, input.shape[3]]);
  };
}

function windowOf(node, shape, size) {
  const strides = node.attribute('strides').slice(1, 3);
  const dilations = (node.attribute('dilations') ?? [1, 1, 1, 1]).slice(1, 3);
  const padding = node.attribute('padding');
  if (!['SAME', 'VALID'].includes(padding)) throw new Error(`${node.name}: ${padding} padding is not supported`);
  const pads = [0, 1].map((axis) =>
    padding === 'SAME' ? samePadding(shape[axis + 1], size[axis], strides[axis], dilations[axis]) : [0, 0],
  );
  const outputs = [0, 1].map((axis) => {
    const reach = (size[axis] - 1) * dilations[axis] + 1;
    return Math.floor((shape[axis + 1] + pads[axis][0] + pads[axis][1] - reach) / strides[axis]) + 1;
  });
  const flat = [pads[0][0], pads[1][0], pads[0][1], pads[1][1]];
  return { outputs, attributes: { kernel_shape: size, strides, dilations, pads: flat } };
}
