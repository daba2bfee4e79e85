import { inPlanes, inRows, knownNumbers, ROWS_TO_PLANES } from '../onnx-graph.mjs';
import { broadcastShapes, resolveAxis, resolveShape, sizeOf, sliceRanges } from '../shapes.mjs';
import { activate } from './convolution.mjs';

export const arrangement = {
  Reshape: (graph, _node, [input, shape]) =>
    reshape(graph, input, resolveShape(knownNumbers(shape), sizeOf(input.shape))),
  ExpandDims: (graph, _node, [input, axis]) => {
    const shape = [...input.shape];
    shape.splice(resolveAxis(knownNumbers(axis)[0], shape.length + 1), 0, 1);
    return reshape(graph, input, shape);
  },
  Transpose: (graph, _node, [input, order]) => {
    const perm = knownNumbers(order);
    const shape = perm.map((axis) => input.shape[axis]);
    return inRows(graph.emit('Transpose', [graph.asRows(input)], { perm }), shape, input.type);
  },
  Pad: (graph, _node, [input, paddings]) => {
    const flat = knownNumbers(paddings);
    const [before, after] = [0, 1].map((side) => ROWS_TO_PLANES.map((axis) => flat[2 * axis + side]));
    const shape = input.shape.map((size, axis) => flat[2 * axis] + size + flat[2 * axis + 1]);
    return inPlanes(graph.emit('Pad', [graph.asPlanes(input), graph.integers([...before, ...after])]), shape);
  },
  StridedSlice: (graph, node, [input, ...bounds]) => {
    const { ranges, taken, kept } = sliceRanges(node, input.shape, bounds.map(knownNumbers));
    const of = (key) => graph.integers(ranges.map((range) => range[key]));
    const axes = graph.integers(ranges.map((_, axis) => axis));
    const slice = graph.emit('Slice', [graph.asRows(input), of('start'), of('end'), axes, of('step')]);
    return reshape(graph, inRows(slice, taken, input.type), kept);
  },
  GatherV2: (graph, _node, [input, indices, axisValue]) => {
    const axis = resolveAxis(knownNumbers(axisValue)[0], input.shape.length);
    const shape = [...input.shape.slice(0, axis), ...indices.shape, ...input.shape.slice(axis + 1)];
    return inRows(graph.emit('Gather', [graph.asRows(input), graph.asRows(indices)], { axis }), shape, input.type);
  },
  ConcatV2: (graph, _node, inputs) => {
    const axis = resolveAxis(knownNumbers(inputs.at(-1))[0], inputs[0].shape.length);
    return concatenate(graph, inputs.slice(0, -1), axis);
  },
  Pack: (graph, node, inputs) => {
    const axis = resolveAxis(node.attribute('axis') ?? 0, inputs[0].shape.length + 1);
    const shape = [...inputs[0].shape];
    shape.splice(axis, 0, 1);
    return concatenate(
      graph,
      inputs.map((input) => reshape(graph, input, shape)),
      axis,
    );
  },
  Min: reduce('ReduceMin'),
  Max: reduce('ReduceMax'),
  Mean: reduce('ReduceMean'),
  Squeeze: (graph, node, [input]) => {
    const axes = node.attribute('squeeze_dims').map((axis) => resolveAxis(axis, input.shape.length));
    return reshape(
      graph,
      input,
      input.shape.filter((_, axis) => !axes.includes(axis)),
    );
  },
  Softmax: (graph, _node, [input]) => inRows(graph.emit('Softmax', [graph.asRows(input)], { axis: -1 }), input.shape),
  MatMul: multiply,
  _FusedMatMul: multiply,
  BatchMatMulV2: multiplyMatrices,
};

function multiply(graph, node, [a, b, ...extra]) {
  const [transA, transB] = ['transpose_a', 'transpose_b'].map((key) => (node.attribute(key) ? 1 : 0));
  const shape = [a.shape[transA ? 1 : 0], b.shape[transB ? 0 : 1]];
  const fused = node.attribute('fused_ops') ?? [];
  const bias = fused[0] === 'BiasAdd' ? [graph.asRows(extra[0])] : [];
  const product = graph.emit('Gemm', [graph.asRows(a), graph.asRows(b), ...bias], { transA, transB });
  const steps = fused.filter((step) => step !== 'BiasAdd');
  return inRows(activate(graph, steps, product, extra[1]), shape);
}

function reshape(graph, input, shape) {
  return inRows(graph.emit('Reshape', [graph.asRows(input), graph.integers(shape)]), shape, input.type);
}

function concatenate(graph, inputs, axis) {
  const shape = [...inputs[0].shape];
  shape[axis] = inputs.reduce((sum, input) => sum + input.shape[axis], 0);
  const names = inputs.map((input) => graph.asRows(input));
  return inRows(graph.emit('Concat', names, { axis }), shape, inputs[0].type);
}

function reduce(op) {
  return (graph, node, [input, axesValue]) => {
    const axes = knownNumbers(axesValue).map((axis) => resolveAxis(axis, input.shape.length));
    if (node.attribute('keep_dims')) throw new Error(`${node.name}: keep_dims is not supported`);
    const shape = input.shape.filter((_, axis) => !axes.includes(axis));
    return inRows(graph.emit(op, [graph.asRows(input)], { axes, keepdims: 0 }), shape, input.type);
  };
}

/** ONNX Runtime multiplies floats only: integers are cast. */
function multiplyMatrices(graph, node, [a, b]) {
  const left = node.attribute('adj_x') ? swapLastAxes(graph, a) : a;
  const right = node.attribute('adj_y') ? swapLastAxes(graph, b) : b;
  const batch = broadcastShapes(left.shape.slice(0, -2), right.shape.slice(0, -2));
  const shape = [...batch, left.shape.at(-2), right.shape.at(-1)];
  if (a.type === 'float') return inRows(graph.emit('MatMul', [graph.asRows(left), graph.asRows(right)]), shape);
  const [x, y] = [left, right].map((value) => graph.emit('Cast', [graph.asRows(value)], { to: 1 }));
  return inRows(graph.emit('Cast', [graph.emit('MatMul', [x, y])], { to: 6 }), shape, 'int32');
}

function swapLastAxes(graph, value) {
  const rank = value.shape.length;
  const perm = value.shape.map((_, axis) => (axis < rank - 2 ? axis : 2 * rank - 3 - axis));
  const shape = perm.map((axis) => value.shape[axis]);
  return inRows(graph.emit('Transpose', [graph.asRows(value)], { perm }), shape, value.type);
}
